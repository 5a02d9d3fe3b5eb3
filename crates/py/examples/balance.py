"""A pole on a cart, held upright by a controller in Python, while balls are thrown at it."""

import carom
import numpy as np

STEP = 1e-3
LENGTH = 0.5  # m, from the axle to the tip


def model() -> carom.Model:
    m = carom.Model(
        "pole on a cart",
        plane="zx",
        gravity=[0, 0, -9.81],
        inputs={"force": {"default": 0, "unit": "N"}},
        simulation={"step": STEP},
    )
    m.bodies.add("cart", "rigid_body", mass=1.0, inertia=[0.01, 0.01, 0.01])
    m.bodies.add(
        "pole",
        "rigid_body",
        mass=0.2,
        inertia=[0.0042, 0.0042, 1e-5],
        position=[0, 0, 0.5 * LENGTH],
        points={"tip": [0, 0, 0.5 * LENGTH]},
    )
    m.joints.add("rail", "prismatic", a="ground", b="cart", axis=[1, 0, 0])
    m.joints.add("axle", "hinge", a="cart", b="pole", at=[0, 0, 0], initial_rate=0.5)
    m.forces.add("drive", "force", on="cart", force=["force - 0.2*vx", 0, 0])
    # Two balls on their way, which reach the height of the tip after one and after three seconds.
    for k, (time, side) in enumerate(((1.0, -1), (3.0, 1))):
        flight = [side * 1.0, 0, LENGTH - 0.03 + 0.5 * 9.81 * time**2 - 9.81 * time**2]
        m.bodies.add(f"ball_{k}", "point_mass", mass=0.02, position=flight, velocity=[-side * 1.0 / time, 0, 9.81 * time])
        m.contacts.add(f"hit_{k}", "sphere_sphere", a=f"ball_{k}", b="pole.tip", radius_a=0.02, radius_b=0.05, restitution=0.6)
    m.sensors.add("x", "position", of="cart", component="x")
    m.sensors.add("v", "velocity", of="cart", component="x")
    m.sensors.add("angle", "joint", joint="axle")
    m.sensors.add("rate", "joint", joint="axle", rate=True)
    for k in range(2):
        m.sensors.add(f"blow_{k}", "contact", contact=f"hit_{k}", quantity="normal_impulse")
    return m


def control(x: float, v: float, angle: float, rate: float) -> float:
    """State feedback, by the linear-quadratic regulator of the cart linearised by hand, with weights 100, 1, 100, 1 on the state and 1 on the force."""
    return float(np.clip(10.0 * x + 9.05 * v + 49.67 * angle + 8.75 * rate, -30, 30))


def run(seconds: float = 6.0, controlled: bool = True) -> dict[str, np.ndarray]:
    sim = carom.Simulation(model())
    sensors, inputs = sim.sensors, sim.inputs
    rows = []
    while sim.time < seconds - 0.5 * STEP:
        if controlled:
            inputs["force"] = control(sensors["x"], sensors["v"], sensors["angle"], sensors["rate"])
        sim.step()
        rows.append((sim.time, sensors["x"], sensors["angle"], sensors["blow_0"] + sensors["blow_1"]))
    return dict(zip(("t", "x", "angle", "blow"), np.array(rows).T))


if __name__ == "__main__":
    history = run()
    t, angle, blow = history["t"], history["angle"], history["blow"]
    print(f"{np.count_nonzero(blow)} blows at t = {', '.join(f'{at:.3f} s' for at in t[blow > 0])}, {blow.sum():.4f} N s")
    print(f"largest angle {np.degrees(np.abs(angle).max()):.2f} deg, at the end {np.degrees(abs(angle[-1])):.4f} deg")
