"""Stepping: the same steps as a run, inputs, sensors, saved states."""

import pickle
import sys
import threading
from pathlib import Path

import carom
import numpy as np
import pytest

from test_runs import BALL

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

PUSHED = """
inputs = { push = { default = 1, unit = "N" }, pull = 0 }
simulation = { step = 1e-3 }
[bodies]
a = { type = "point_mass", mass = 2 }
[forces]
f = { type = "force", on = "a", force = ["push - pull", 0, 0] }
[sensors]
a = { type = "position", of = "a" }
v = { type = "velocity", of = "a", component = "x" }
"""


def test_steps_are_those_of_a_run_bit_for_bit() -> None:
    m = carom.loads(BALL)
    run = m.run()
    sim = carom.Simulation(m)
    for k, t in enumerate(run.t[:701]):
        assert sim.time == t and (sim.sensors["ball"] == run.sensors["ball"][k]).all(), t
        assert sim.sensors["vz"] == run.sensors["vz"][k] and sim.sensors["ball.z"] == run.sensors["ball.z"][k]
        sim.step()
    assert sim.steps == 701 and sim.energy["kinetic"] > 0 and sim.statistics["steps"] == 701


def test_a_simulation_has_no_end_and_stops_where_it_is_told() -> None:
    sim = carom.Simulation(carom.loads(BALL))
    sim.advance_to(1.5)
    assert sim.time == 1.5
    sim.advance(0.0123)
    assert sim.time == 1.5 + 0.0123
    sim.step(10)
    assert sim.time == pytest.approx(1.5223, abs=1e-12)
    for bad in (1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="cannot advance"):
            sim.advance_to(bad)


def test_inputs_act() -> None:
    sim = carom.Simulation(carom.loads(PUSHED))
    assert dict(sim.inputs) == {"push": 1, "pull": 0}
    sim.inputs["pull"] = 1
    sim.inputs["push"] = 3
    sim.advance_to(1)
    sim.inputs.update(push=1)
    sim.advance_to(2)
    # 2 N for a second on 2 kg.
    assert sim.sensors["v"] == pytest.approx(1, abs=2e-3) and sim.inputs["push"] == 1
    with pytest.raises(KeyError, match="unknown input 'pusj'; the model has: push, pull"):
        sim.inputs["pusj"] = 1
    with pytest.raises(ValueError, match="finite"):
        sim.inputs["push"] = float("nan")
    with pytest.raises(KeyError, match="unknown sensor 'b'"):
        sim.sensors["b"]
    assert carom.loads(PUSHED).inputs == {"push": 1, "pull": 0}


def test_a_saved_state_is_gone_on_from_bit_for_bit() -> None:
    import balance

    def go(sim: carom.Simulation, steps: int) -> bytes:
        for _ in range(steps):
            sim.inputs["force"] = balance.control(*(sim.sensors[name] for name in ("x", "v", "angle", "rate")))
            sim.step()
        return sim.save()

    m = balance.model()
    sim = carom.Simulation(m)
    # Shortly before the blow at t = 0.988 s.
    middle = go(sim, 980)
    end = go(sim, 100)
    sim.restore(middle)
    first = go(sim, 100)
    other = carom.Simulation(pickle.loads(pickle.dumps(m)))
    other.restore(pickle.loads(pickle.dumps(middle)))
    second = go(other, 100)
    strip = lambda state: [*map(float, carom_state(m, state))]  # noqa: E731
    assert strip(end) == strip(first) == strip(second)
    with pytest.raises(ValueError):
        carom.Simulation(carom.loads(PUSHED)).restore(middle)
    with pytest.raises(ValueError, match="checkpoint|state"):
        sim.restore(b"nonsense")


def carom_state(m: carom.Model, state: bytes) -> list[float]:
    sim = carom.Simulation(m)
    sim.restore(state)
    return [sim.time, *(np.ravel(sim.sensors[name]) for name in ())] + [sim.sensors[name] for name in sim.sensors] + [
        *sim.energy.values(),
        sim.inputs["force"],
    ]


def test_a_controller_in_python_balances_a_pole_that_is_hit() -> None:
    import balance

    history = balance.run()
    assert np.count_nonzero(history["blow"]) == 2 and history["blow"].sum() > 0.02
    assert np.abs(history["angle"]).max() < np.radians(15)
    assert np.abs(history["angle"][-100:]).max() < np.radians(0.2)
    # Without it, the pole falls.
    assert np.abs(balance.run(1.5, controlled=False)["angle"]).max() > np.radians(60)


def test_another_thread_is_refused_and_not_waited_for() -> None:
    sim = carom.Simulation(carom.loads(PUSHED))
    sim.step()
    started = threading.Event()

    def work() -> None:
        started.set()
        sim.step(2_000_000)

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    refused = 0
    while thread.is_alive():
        try:
            sim.time
        except RuntimeError as error:
            assert "give each thread its own" in str(error)
            refused += 1
    thread.join()
    assert refused > 0 and sim.steps == 2_000_001
