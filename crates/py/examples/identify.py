"""Friction and restitution of a floor from a measured bounce, by scipy.optimize."""

import carom
import numpy as np
from scipy.optimize import least_squares

TEXT = """
name = "thrown ball"
gravity = [0, 0, -9.81]
parameters = { mu = 0.2, e = 0.5 }
simulation = { step = 5e-4, until = 1.2 }
[bodies]
ball = { type = "point_mass", mass = 0.1, position = [0, 0, 0.5], velocity = [2, 0, 0] }
[contacts]
floor = { type = "node_face", point = "ball", plane = "ground", restitution = "e", friction = "mu" }
[sensors]
ball = { type = "position", of = "ball" }
"""


def measured(mu: float = 0.13, e: float = 0.72, noise: float = 1e-3) -> np.ndarray:
    """What a camera would see: the path of the ball, 100 times a second, with noise of a millimetre."""
    path = carom.loads(TEXT).with_(mu=mu, e=e).run(every=0.01).sensors["ball"][:, [0, 2]]
    return path + noise * np.random.default_rng(1).standard_normal(path.shape)


def identify(curve: np.ndarray) -> tuple[float, float]:
    model = carom.loads(TEXT)

    def residuals(x: np.ndarray) -> np.ndarray:
        run = model.with_(mu=x[0], e=x[1]).run(every=0.01)
        return (run.sensors["ball"][:, [0, 2]] - curve).ravel()

    # The height knows of e, and with e known the length knows of mu. Steps of differences are larger than those of the integrator's noise.
    found = least_squares(residuals, [0.2, 0.6], bounds=([0, 0], [1, 1]), diff_step=1e-3, x_scale=[0.1, 0.1])
    return float(found.x[0]), float(found.x[1])


if __name__ == "__main__":
    mu, e = identify(measured())
    print(f"mu = {mu:.4f} (0.13), e = {e:.4f} (0.72)")
