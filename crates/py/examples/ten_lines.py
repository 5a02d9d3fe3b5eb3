"""A bouncing ball: the model, the run, what came out."""

import carom

m = carom.Model("bouncing ball", gravity=[0, 0, -9.81], simulation={"step": 1e-3, "until": 3})
m.bodies.add("ball", "point_mass", mass=0.1, position=[0, 0, 1], velocity=[0.5, 0, 0])
m.contacts.add("floor", "node_face", point="ball", plane="ground", restitution=0.8, friction=0.1)
m.sensors.add("ball", "position", of="ball")
r = m.run()
print(r.events.of(kind="impact"))
print(f"it rests at x = {r.sensors['ball'][-1, 0]:.4f} m after {r.statistics['steps']} steps")
