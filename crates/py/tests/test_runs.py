"""Runs: in memory and in directories, their results, what ends them."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import carom
import numpy as np
import pytest

BALL = """
name = "ball"
gravity = [0, 0, -10]
simulation = { step = 1e-3, until = 1 }
[bodies]
ball = { type = "point_mass", mass = 0.1, position = [0, 0, 1.25], velocity = [0.5, 0, 0] }
[contacts]
floor = { type = "node_face", point = "ball", plane = "ground", restitution = 0.8, friction = 0.1 }
[sensors]
ball = { type = "position", of = "ball" }
vz = { type = "velocity", of = "ball", component = "z" }
"""

SLOW = """
simulation = { step = 1e-6, until = 1000, record_every = 1000000 }
[bodies]
a = { type = "point_mass", mass = 1, velocity = [1, 0, 0] }
[sensors]
a = { type = "position", of = "a" }
"""


def test_a_run_gives_histories() -> None:
    r = carom.loads(BALL).run()
    assert r.outcome == "finished" and len(r.t) == 1001 and r.t[-1] == 1
    z = r.sensors["ball"][:, 2]
    assert z is not r.sensors["ball.z"] and (z == r.sensors["ball.z"]).all()
    # Constant accelerations are exact.
    fall = r.t < 0.5
    assert np.abs(z - (1.25 - 5 * r.t**2))[fall].max() < 1e-12
    # It hits with 5 m/s at t = 0.5 s.
    (impact,) = r.events.of("floor", "impact")["time"]
    assert abs(impact - 0.5) < 1e-3
    impulse = r.contacts["floor"].impulse
    assert impulse[:, 0].sum() == pytest.approx(0.1 * 5 * 1.8, rel=4e-3)
    hit = int(np.argmax(impulse[:, 0]))
    assert r.contacts["floor"].force[hit, 0] == pytest.approx(impulse[hit, 0] / 1e-3, rel=1e-9)
    # At the end of the step, in which the ball has risen by up to 4 m/s times its size.
    x, y, height = r.contacts["floor"].point[hit]
    assert abs(x - 0.25) < 5e-4 and y == 0 and 0 <= height <= 4e-3
    assert np.isnan(r.contacts["floor"].point[0]).all() and r.contacts["floor"].gap[0] == 1.25
    energy = r.energy["kinetic"] + r.energy["potential"]
    assert energy[0] == pytest.approx(0.1 * (0.125 + 12.5)) and energy[-1] < energy[0]
    assert r.units["ball.x"] == "m" and r.units["kinetic"] == "J" and r.sensors.unit("vz") == "m/s"
    assert r.statistics["steps"] == 1000 and "finished at t = 1 s" in repr(r)
    with pytest.raises(KeyError, match="there are: ball, vz"):
        r.sensors["bal"]


def test_ends_and_rows_are_as_asked_for() -> None:
    m = carom.loads(BALL)
    r = m.run(until=0.6, every=0.01)
    assert len(r.t) == 61 and np.allclose(r.t, np.arange(61) * 0.01, atol=1e-12)
    whole = m.run()
    assert (r.sensors["ball"] == whole.sensors["ball"][:601:10]).all()
    # Impulses between rows are not lost.
    assert r.contacts["floor"].impulse.sum() == pytest.approx(whole.contacts["floor"].impulse[:601].sum(), rel=1e-14)
    with pytest.raises(ValueError, match="no multiple of the step"):
        m.run(every=0.0015)


def test_a_run_in_memory_is_the_one_in_files_bit_for_bit(tmp_path: Path) -> None:
    m = carom.loads(BALL)
    a, b = m.run(), m.run(out=tmp_path / "results")
    again = carom.open(tmp_path / "results")
    command = [sys.executable, "-m", "carom", "run", str(m.save(tmp_path / "m.toml")), "--out", str(tmp_path / "cli"), "--quiet"]
    subprocess.run(command, check=True)
    for other in (b, again, carom.open(tmp_path / "cli")):
        for key in ("sensors", "contacts", "energy"):
            mine, theirs = a.tables[key], other.tables[key]
            assert mine.channels == theirs.channels
            assert all((x == y).all() for x, y in zip(mine.columns, theirs.columns)), key
        assert (other.events["kind"] == a.events["kind"]).all()
        assert np.allclose(other.events["impulse"], a.events["impulse"], rtol=0, atol=0)
        assert other.outcome == "finished" and other.statistics["steps"] == 1000
    with pytest.raises(FileNotFoundError):
        carom.open(tmp_path)
    with pytest.raises(ValueError, match="in memory only"):
        again.contacts["floor"].point


def test_results_go_to_other_libraries(tmp_path: Path) -> None:
    r = carom.loads(BALL).run(every=0.1)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pytest.importorskip("xarray")
    frame = r.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame) == ["ball.x", "ball.y", "ball.z", "vz"]
    assert frame.attrs["units"]["vz"] == "m/s" and frame.index.name == "time"
    assert set(r.to_pandas("events")["kind"]) >= {"impact"}
    assert r.to_polars().columns == ["time", "ball.x", "ball.y", "ball.z", "vz"]
    assert isinstance(r.to_polars("energy"), polars.DataFrame)
    data = r.to_xarray()
    assert data["ball"].dims == ("time", "ball_component") and list(data["ball_component"].values) == ["x", "y", "z"]
    assert float(data["ball"].sel(ball_component="z")[0]) == 1.25 and data["vz"].attrs["units"] == "m/s"
    pytest.importorskip("matplotlib")
    figure = r.plot()
    assert [axis.get_ylabel() for axis in figure.axes] == ["[m]", "[m/s]"]
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 10_000
    with pytest.raises(KeyError):
        r.plot("none")
    page = r.report(tmp_path / "report.html")
    assert "<html" in page.html.lower() and page.path is not None and "iframe" in page._repr_html_()


def test_a_run_that_fails_leaves_what_it_has() -> None:
    text = BALL.replace("[sensors]", "[forces]\nf = { type = 'force', on = 'ball', force = ['1/(0.3 - t)^0.5', 0, 0] }\n[sensors]")
    with pytest.raises(carom.RunError, match="force of `f`|not a finite|`f`") as caught:
        carom.loads(text).run()
    result = caught.value.result
    assert result is not None and result.outcome == "failed" and 0.29 < result.t[-1] < 0.31


def test_ctrl_c_ends_a_run() -> None:
    timer = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        carom.loads(SLOW).run()
    assert time.monotonic() - start < 5
    timer.join()


def test_other_threads_go_on_and_progress_is_told() -> None:
    seen: list[tuple[float, float]] = []
    count = 0

    class Enough(Exception):
        pass

    def watch(t: float, until: float) -> None:
        seen.append((t, until))
        if len(seen) == 5:
            raise Enough

    done = threading.Event()

    def work() -> None:
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(1e-3)

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(Enough):
        carom.loads(SLOW)._document.run(watch)
    done.set()
    thread.join()
    assert count > 20 and seen == sorted(seen) and seen[0][1] == 1000


def test_equilibria_and_modes() -> None:
    text = """
    gravity = [0, 0, -10]
    [bodies]
    a = { type = "point_mass", mass = 2 }
    [forces]
    x = { type = "force", on = "a", force = ["-50*x", "-200*y", "-800*z"] }
    [sensors]
    z = { type = "position", of = "a", component = "z" }
    """
    m = carom.loads(text)
    assert m.static().sensors["z"] == pytest.approx(-20 / 800, rel=1e-9)
    modes = m.modes(2)
    assert len(modes) == 2 and np.allclose(modes.frequency, np.sqrt([25, 100]) / (2 * np.pi), rtol=1e-9)
    assert modes.shape.shape == (2, 3) and np.allclose(np.abs(modes.shape[0]), [1 / np.sqrt(2), 0, 0], atol=1e-8)
