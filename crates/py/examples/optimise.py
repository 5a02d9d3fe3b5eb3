"""The damper of a buffer that stops a mass within a given way with the least peak force, by scipy.optimize."""

import carom
import numpy as np
from scipy.optimize import minimize_scalar

TEXT = """
name = "buffer"
parameters = { damping = 20, stiffness = 100 }
simulation = { step = 1e-3, until = 1 }
[bodies]
mass = { type = "point_mass", mass = 1, velocity = [1, 0, 0] }
[forces]
buffer = { type = "force", on = "mass", force = ["-stiffness*x - damping*vx", 0, 0] }
[sensors]
x = { type = "position", of = "mass", component = "x" }
v = { type = "velocity", of = "mass", component = "x" }
force = { type = "expression", value = "stiffness*x + damping*v" }
"""


def peak(damping: float) -> float:
    """The largest force, N."""
    return float(np.abs(carom.loads(TEXT).with_(damping=damping).run().sensors["force"]).max())


def best() -> tuple[float, float]:
    found = minimize_scalar(peak, bounds=(1, 40), method="bounded", options={"xatol": 1e-3})
    return float(found.x), float(found.fun)


if __name__ == "__main__":
    damping, force = best()
    print(f"damping {damping:.3f} N s/m: peak force {force:.4f} N")
