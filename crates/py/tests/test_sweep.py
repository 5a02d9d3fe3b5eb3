"""Sweeps: the same numbers on every engine, nothing lost, nothing computed twice."""

import json
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import carom
import numpy as np
import pytest

xarray = pytest.importorskip("xarray")

SLIDE = """
name = "slide"
parameters = { mu = 0.3, v = 2 }
gravity = [0, 0, -10]
simulation = { step = 1e-3, until = 0.2 }
[bodies]
a = { type = "point_mass", mass = 1, velocity = ["v", 0, 0] }
[contacts]
floor = { type = "node_face", point = "a", plane = "ground", friction = "mu" }
[sensors]
x = { type = "position", of = "a", component = "x" }
v = { type = "velocity", of = "a" }
"""
OVER = {"mu": np.linspace(0, 0.5, 6), "v": [1.0, 2.0]}


def speed(result: carom.Result) -> dict[str, Any]:
    return {"end": result.sensors["v"][-1], "way": result.sensors["x"][-1]}


def test_a_sweep_is_a_dataset() -> None:
    data = carom.sweep(carom.loads(SLIDE), OVER)
    # The sensor `v` is not the parameter.
    assert dict(data.sizes) == {"mu": 6, "v": 2, "v_0": 3} and data["v_result"].dims == ("mu", "v", "v_0")
    mu, v = np.meshgrid(OVER["mu"], OVER["v"], indexing="ij")
    # It slides for the whole time, but with the largest friction.
    exact = v * 0.2 - 0.5 * mu * 10 * 0.04
    assert np.abs(data["x"].values - exact).max() < 1e-9
    assert (data["error"].values == "").all()


def test_engines_agree_to_the_last_bit() -> None:
    m = carom.loads(SLIDE)
    one = carom.sweep(m, OVER, speed)
    for engine in (ThreadPoolExecutor(2), ProcessPoolExecutor(2)):
        with engine as executor:
            assert carom.sweep(m, OVER, speed, executor).equals(one)
    assert one["end"].dims == ("mu", "v", "end_0")


def test_failures_are_kept_with_their_message() -> None:
    data = carom.sweep(carom.loads(SLIDE), {"mu": [0.1, -1.0, 0.2]}, {"x": lambda r: r.sensors["x"][-1]})
    assert np.isnan(data["x"].values).tolist() == [False, True, False]
    assert "friction is" in str(data["error"].values[1]) and data["error"].values[0] == ""


def test_a_sweep_goes_on_from_its_store(tmp_path: Path) -> None:
    m, path = carom.loads(SLIDE), tmp_path / "store.jsonl"
    told: list[int] = []

    class Stop(Exception):
        pass

    def stop(done: int, of: int) -> None:
        told.append(done)
        if done == 5:
            raise Stop

    with pytest.raises(Stop):
        carom.sweep(m, OVER, speed, store=path, progress=stop)
    # A program that is killed leaves half a line.
    path.write_text(path.read_text() + '{"point": {"mu":')
    calls: list[int] = []
    data = carom.sweep(m, OVER, speed, store=path, progress=lambda done, of: calls.append(done))
    assert calls == list(range(6, 13)) and data.equals(carom.sweep(m, OVER, speed))
    assert len(path.read_text().splitlines()) == 13
    with pytest.raises(ValueError, match="another sweep"):
        carom.sweep(m.with_(v=1), OVER, speed, store=path)


def test_designs_follow_their_seed() -> None:
    ranges = {"mu": (0.0, 0.5), "v": (1.0, 2.0)}
    for kind in ("sobol", "lhs", "random"):
        a, b, c = (carom.design(ranges, 8, kind=kind, seed=seed) for seed in (1, 1, 2))
        assert all((a.columns[name] == b.columns[name]).all() for name in ranges)
        assert any((a.columns[name] != c.columns[name]).any() for name in ranges)
        assert all(low <= x <= high for name, (low, high) in ranges.items() for x in a.columns[name])
    data = carom.sweep(carom.loads(SLIDE), carom.design(ranges, 8, seed=3), speed)
    assert data.sizes["sample"] == 8 and data["mu"].dims == ("sample",)
    with pytest.raises(ValueError, match="unknown design"):
        carom.design(ranges, 8, kind="grid")


class Counted:
    """A metric that writes down where and when it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, result: carom.Result) -> dict[str, Any]:
        time.sleep(0.05)
        assert result.model is not None
        with (self.folder / f"{os.getpid()}.txt").open("a") as file:
            file.write(json.dumps(result.model.parameters["mu"]) + "\n")
        return {"x": result.sensors["x"][-1]}


def test_a_worker_of_dask_may_die(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    m, values = carom.loads(SLIDE), np.linspace(0, 0.3, 60)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1", local_directory=str(tmp_path)
    )
    with cluster, distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())
        killed = threading.Event()

        def kill(done: int, of: int) -> None:
            if done >= 12 and not killed.is_set():
                os.kill(pids[0], 9)
                killed.set()

        data = carom.sweep(m, {"mu": values}, Counted(tmp_path), client.get_executor(), progress=kill)
    assert killed.is_set() and (data["error"].values == "").all()
    assert data.equals(carom.sweep(m, {"mu": values}, {"x": lambda r: r.sensors["x"][-1]}))
    computed = [json.loads(line) for path in tmp_path.glob("*.txt") for line in path.read_text().splitlines()]
    assert set(computed) == set(values.tolist())
    # What the dead worker was at is computed again: a batch or two.
    assert len(computed) <= len(values) + 20, len(computed)
