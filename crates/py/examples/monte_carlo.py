"""A Monte Carlo study: how the clearance of a stop and its bounce spread the time that a gate takes to come to rest."""

import sys

import carom
import numpy as np

TEXT = """
name = "gate"
parameters = { clearance = 0.02, e = 0.4 }
simulation = { step = 1e-3, until = 3 }
plane = "xy"
[bodies.gate]
type = "rigid_body"
mass = 2
inertia = [0.02, 0.02, 0.02]
velocity = [0.8, 0, 0]
points = { edge = [0.1, 0, 0] }
[joints.rail]
type = "prismatic"
a = "ground"
b = "gate"
axis = [1, 0, 0]
[forces.spring]
type = "joint_force"
joint = "rail"
force = "-5 - 2*qd"
[contacts.stop]
type = "node_face"
point = "gate.edge"
plane = "ground"
origin = ["0.1 + clearance", 0, 0]
normal = [-1, 0, 0]
restitution = "e"
[contacts.back]
type = "node_face"
point = "gate.edge"
plane = "ground"
origin = ["0.1 - clearance", 0, 0]
normal = [1, 0, 0]
restitution = "e"
[sensors]
x = { type = "position", of = "gate", component = "x" }
v = { type = "velocity", of = "gate", component = "x" }
"""


def settled(result: carom.Result) -> float:
    """The last time at which the gate moves, s."""
    moving = np.flatnonzero(np.abs(result.sensors["v"]) > 1e-3)
    return float(result.t[moving[-1]])


def study(count: int = 64, executor: object = None):
    samples = carom.design({"clearance": (0.01, 0.03), "e": (0.3, 0.5)}, count, kind="lhs", seed=7)
    return carom.sweep(carom.loads(TEXT), samples, {"settled": settled}, executor)


if __name__ == "__main__":
    found = study(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
    times = found["settled"].values
    print(f"{times.size} runs: at rest after {times.mean():.4f} s, spread {times.std():.4f} s, from {times.min():.4f} to {times.max():.4f} s")
