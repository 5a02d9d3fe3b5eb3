"""FMUs: valid, the same numbers as the wheel to the last digit, states saved and restored."""

import os
import subprocess
import sys
from pathlib import Path

import carom
import numpy as np
import pytest

fmpy = pytest.importorskip("fmpy")

LIBRARY = os.environ.get("CAROM_FMU_LIBRARY")
pytestmark = pytest.mark.skipif(not LIBRARY, reason="CAROM_FMU_LIBRARY names no library; `check` builds one")

MODEL = """
name = "pushed ball"
gravity = [0, 0, -10]
parameters = { m = 0.1, e = 0.8, w = "m*10" }
inputs = { push = { default = 0, unit = "N" }, pull = 0 }
simulation = { step = 1e-3, until = 1 }
[bodies]
ball = { type = "point_mass", mass = "m", position = [0, 0, 0.5] }
[forces]
push = { type = "force", on = "ball", force = ["push - pull", 0, 0] }
[contacts]
floor = { type = "node_face", point = "ball", plane = "ground", restitution = "e", friction = 0.1 }
[sensors]
ball = { type = "position", of = "ball" }
push = { type = "expression", value = "push" }
"""
SIZE = 0.01


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fmu")
    model = carom.loads(MODEL).save(folder / "ball.toml")
    command = [sys.executable, "-m", "carom", "fmu", str(model), "--out", str(folder / "ball.fmu")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "2 inputs, 4 outputs, 3 parameters" in told
    return folder / "ball.fmu"


def push(t: float) -> float:
    return 0.3 if 0.1 <= t < 0.4 else 0.0


def stepped(model: carom.Model) -> np.ndarray:
    sim, t, rows = carom.Simulation(model), 0.0, []
    for k in range(100):
        t = k * SIZE
        sim.inputs["push"] = push(t)
        sim.advance_to(t + SIZE)
        rows.append(sim.sensors["ball"])
    return np.array(rows)


class Slave:
    """The FMU as another simulator uses it."""

    def __init__(self, archive: Path, **parameters: float) -> None:
        from fmpy.fmi2 import FMU2Slave

        self.description = fmpy.read_model_description(str(archive), validate=True)
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.fmu = FMU2Slave(
            guid=self.description.guid,
            unzipDirectory=fmpy.extract(str(archive)),
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="ball",
        )
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        for name, value in parameters.items():
            self.fmu.setReal([self.references[name]], [value])
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def run(self, first: int, last: int) -> np.ndarray:
        rows = []
        outputs = [self.references[f"ball.{axis}"] for axis in "xyz"]
        for k in range(first, last):
            t = k * SIZE
            self.fmu.setReal([self.references["push"]], [push(t)])
            self.fmu.doStep(currentCommunicationPoint=t, communicationStepSize=SIZE)
            rows.append(self.fmu.getReal(outputs))
        return np.array(rows)

    def end(self) -> None:
        self.fmu.terminate()
        self.fmu.freeInstance()


def test_it_is_valid(archive: Path) -> None:
    assert fmpy.validation.validate_fmu(str(archive)) == []
    description = fmpy.read_model_description(str(archive))
    kinds = {v.name: (v.causality, v.unit) for v in description.modelVariables}
    assert kinds["push"] == ("input", "N") and kinds["ball.z"] == ("output", "m") and kinds["e"][0] == "parameter"
    assert kinds["sensors.push"] == ("output", None)


def test_it_computes_what_the_wheel_computes_to_the_last_digit(archive: Path) -> None:
    slave = Slave(archive)
    assert (slave.run(0, 100) == stepped(carom.loads(MODEL))).all()
    slave.end()
    other = Slave(archive, m=0.2, e=0.5)
    assert (other.run(0, 100) == stepped(carom.loads(MODEL).with_(m=0.2, e=0.5))).all()
    # Reset, it is new.
    other.fmu.reset()
    other.fmu.setupExperiment(startTime=0.0)
    other.fmu.enterInitializationMode()
    other.fmu.exitInitializationMode()
    assert (other.run(0, 100) == stepped(carom.loads(MODEL))).all()
    other.end()


def test_states_are_gone_on_from_to_the_last_digit(archive: Path) -> None:
    slave = Slave(archive)
    slave.run(0, 30)
    state = slave.fmu.getFMUState()
    bytes_ = slave.fmu.serializeFMUState(state)
    first = slave.run(30, 80)
    slave.fmu.setFMUState(state)
    assert (slave.run(30, 80) == first).all()
    slave.fmu.freeFMUState(state)
    again = slave.fmu.deSerializeFMUState(bytes_)
    slave.fmu.setFMUState(again)
    assert (slave.run(30, 80) == first).all()
    slave.fmu.freeFMUState(again)
    slave.end()


def test_fmpy_simulates_it_by_itself(archive: Path) -> None:
    result = fmpy.simulate_fmu(str(archive), stop_time=0.3, output_interval=0.01, output=["ball.z"])
    free = result["time"] < 0.29
    assert np.abs(result["ball.z"] - (0.5 - 5 * result["time"] ** 2))[free].max() < 1e-12


def test_what_cannot_be_is_refused(archive: Path, tmp_path: Path) -> None:
    slave = Slave(archive)
    slave.run(0, 1)
    for name in ("m", "ball.z"):
        with pytest.raises(Exception, match="setReal|fmi2"):
            slave.fmu.setReal([slave.references[name]], [1.0])
    slave.end()
    model = carom.loads(MODEL).save(tmp_path / "ball.toml")
    command = [sys.executable, "-m", "carom", "fmu", str(model), "--out", str(tmp_path / "b.fmu"), "--library", "none.so"]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 2 and "cannot read the library" in told.stderr and not (tmp_path / "b.fmu").exists()
