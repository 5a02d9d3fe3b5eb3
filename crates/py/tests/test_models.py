"""Models are values: read, changed, built, saved, compared."""

import copy
import pickle
from pathlib import Path

import carom
import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
BALL = (ROOT / "examples" / "bouncing_ball.toml").read_text()


def test_a_model_with_another_value_is_another_model() -> None:
    text = "parameters = { mu = 0.3, k = '2*mu' }\n[bodies]\na = { type = 'point_mass', mass = 'k' }\n"
    a = carom.loads(text)
    b = a.with_(mu=0.25, **{"simulation.step": 5e-5})
    assert a.parameters == {"mu": 0.3, "k": 0.6} and b.parameters == {"mu": 0.25, "k": 0.5}
    assert (a.step, b.step) == (1e-3, 5e-5)
    assert b == carom.loads(text.replace("0.3", "0.25")).with_({"simulation.step": 5e-5})
    assert a != b and a == a.with_() and hash(a) == hash(carom.loads(text + "# a remark\n"))
    assert a.with_(k="3*mu").parameters["k"] == pytest.approx(0.9, rel=1e-15)
    assert a.with_({"bodies.a.mass": 7}).bodies["a"]["mass"] == 7
    assert a.with_({"bodies.a.velocity": [1, 0, 0]}).with_({"bodies.a.velocity": None}) == a
    for change, message in (({"nu": 1}, "did you mean `mu`?"), ({"bodies.b.mass": 1}, "`bodies` has no `b`")):
        with pytest.raises(carom.ModelError, match="unknown parameter|no `b`") as caught:
            a.with_(change)
        assert message in str(caught.value) and "test_models.py:" in str(caught.value)


def test_a_model_from_nothing_is_the_one_of_the_file() -> None:
    m = carom.Model("ball", gravity=[0, 0, -9.81], parameters={"e": 0.8}, simulation={"until": 0.5})
    assert m.bodies.add("ball", "point_mass", mass=0.1, position=[0, 0, 1]) == "ball"
    m.contacts.add("floor", "node_face", point="ball", plane="ground", restitution="e")
    m.sensors.add("ball", "position", of="ball")
    text = """
    name = "ball"
    gravity = [0, 0, -9.81]
    parameters = { e = 0.8 }
    simulation = { until = 0.5 }
    bodies = { ball = { type = "point_mass", position = [0, 0, 1], mass = 0.1 } }
    contacts = { floor = { type = "node_face", point = "ball", plane = "ground", restitution = "e" } }
    sensors = { ball = { type = "position", of = "ball" } }
    """
    assert m == carom.loads(text)
    assert (m.run().sensors["ball"] == carom.loads(text).run().sensors["ball"]).all()
    assert list(m.bodies) == ["ball"] and m.contacts["floor"]["restitution"] == 0.8 and len(m.joints) == 0
    m.sensors.remove("ball")
    assert len(m.sensors) == 0 and repr(m) == "<carom.Model 'ball': 1 bodies, 1 contacts>"


def test_errors_point_at_the_call_and_the_item() -> None:
    m = carom.Model()
    m.bodies.add("crank", "rigid_body", mass=1)  # here
    with pytest.raises(carom.ModelError) as caught:
        m.run()
    line = next(k for k, text in enumerate(Path(__file__).read_text().splitlines(), 1) if text.endswith("# here"))
    assert f"test_models.py:{line}: bodies.crank: missing key `inertia`" in str(caught.value)
    (problem,) = caught.value.problems
    assert problem.item == "bodies.crank" and problem.place.endswith(f":{line}")
    with pytest.raises(carom.ModelError, match="bodies.crank: there is one already, added at .*test_models"):
        m.bodies.add("crank", "point_mass", mass=1)
    with pytest.raises(TypeError, match="bodies.x.mass: set is nothing that a model can hold"):
        m.bodies.add("x", "point_mass", mass={1})
    with pytest.raises(carom.ModelError, match="model.toml:1:1|no bodies"):
        carom.Model().check()


def test_errors_of_a_file_show_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[bodies.ball]\ntype = 'point_mass'\nmas = 1\n")
    with pytest.raises(carom.ModelError, match="did you mean `mass`") as caught:
        carom.load(path)
    assert f"{path}:3:1" in [problem.place for problem in caught.value.problems]
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems
    with pytest.raises(carom.ModelError, match="cannot read"):
        carom.load(tmp_path / "none.toml")


def test_what_is_a_key_changes_no_more() -> None:
    m = carom.Model()
    m.bodies.add("a", "point_mass", mass=1)
    table = {m: 1}
    with pytest.raises(TypeError, match="copy it by with_"):
        m.bodies.add("b", "point_mass", mass=1)
    other = copy.copy(m)
    other.bodies.add("b", "point_mass", mass=1)
    assert table[carom.loads("[bodies]\na = { type = 'point_mass', mass = 1 }")] == 1 and other != m


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_survive_being_saved_and_pickled(path: Path, tmp_path: Path) -> None:
    m = carom.load(path)
    saved = carom.load(m.save(tmp_path / "copy.toml"))
    assert saved == m and saved.text == m.text
    assert pickle.loads(pickle.dumps(m)) == m
    assert saved.parameters == m.parameters and saved._info["sensors"] == m._info["sensors"]


def test_data_files_go_along(tmp_path: Path) -> None:
    for name in ("bump_stop.toml", "bump_stop.csv"):
        (tmp_path / name).write_bytes((ROOT / "examples" / name).read_bytes())
    m = carom.load(tmp_path / "bump_stop.toml")
    kept = pickle.dumps(m)
    (tmp_path / "bump_stop.csv").unlink()
    again = pickle.loads(kept)
    assert again.run(until=0.01).t[-1] == 0.01
    again.save(tmp_path / "other" / "m.toml") if (tmp_path / "other").mkdir() is None else None
    assert (tmp_path / "other" / "bump_stop.csv").read_bytes() == (ROOT / "examples" / "bump_stop.csv").read_bytes()
    (tmp_path / "other" / "bump_stop.csv").write_text("0 0\n1 1\n")
    with pytest.raises(FileExistsError):
        again.save(tmp_path / "other" / "m.toml")


def test_check_tells_what_the_model_is() -> None:
    check = carom.loads(BALL).check()
    assert check.ok and check.degrees_of_freedom == 3 and check.contacts == 1
    sunk = carom.loads(BALL).with_({"bodies.ball.position": [0, 0, -0.1]}).check()
    assert not sunk.ok and "penetrates" in sunk.errors[0].message
