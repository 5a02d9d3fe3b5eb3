"""What stepping from Python costs: a step alone, with a sensor and an input, beside a run of the same steps in Rust; small runs a second."""

import time

import carom

PUSHED = """
inputs = { push = 0 }
simulation = { step = 1e-4, until = 20, record_every = 1000000 }
[bodies]
a = { type = "point_mass", mass = 2, velocity = [1, 0, 0] }
[forces]
f = { type = "force", on = "a", force = ["push - 50*x", 0, 0] }
[sensors]
x = { type = "position", of = "a", component = "x" }
"""
SMALL = PUSHED.replace("until = 20, record_every = 1000000", "until = 0.01")
N = 200_000


def best(action, rounds: int = 5) -> float:
    """The least processor time of several, s."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    model = carom.loads(PUSHED)
    inside = best(lambda: model.run(progress=False)) / N
    sim = carom.Simulation(model)
    together = best(lambda: sim.step(N)) / N

    def one_by_one() -> None:
        step = sim.step
        for _ in range(N):
            step()

    def controlled() -> None:
        step, sensors, inputs = sim.step, sim.sensors, sim.inputs
        for _ in range(N):
            inputs["push"] = -0.1 * sensors["x"]
            step()

    alone, closed = best(one_by_one) / N, best(controlled) / N
    small = carom.loads(SMALL)
    runs = best(lambda: [small.with_({"simulation.until": 0.01}).run(progress=False) for _ in range(200)]) / 200
    print(f"a step in Rust, in a run           {1e6 * inside:8.3f} us")
    print(f"a step in Rust, step(n)            {1e6 * together:8.3f} us")
    print(f"a step from Python                 {1e6 * alone:8.3f} us, overhead {1e6 * (alone - together):.3f} us")
    print(f"with a sensor read and an input set{1e6 * closed:8.3f} us, overhead {1e6 * (closed - together):.3f} us")
    print(f"small runs (100 steps) a second    {1 / runs:8.0f}")


if __name__ == "__main__":
    main()
