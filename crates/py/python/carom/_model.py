"""Models: values that are read from files, changed, built from nothing, run."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _carom, _progress
from ._errors import ModelError, Problem, RunError
from ._toml import toml

if TYPE_CHECKING:
    from ._analysis import Equilibrium, Modes
    from ._result import Result

_SINGLES = ("name", "plane", "gravity", "simulation", "static", "modes", "ground", "reference")
_TABLES = ("tables", "materials", "moving", "bodies", "joints", "forces", "contacts", "sensors", "post")


class Items(Mapping[str, Any]):
    """The items of one table of a model: a mapping from names to what they are, with numbers in the place of expressions."""

    def __init__(self, model: Model, table: str) -> None:
        self._model, self._table = model, table

    def add(self, name: str, type: str | None = None, /, **keys: Any) -> str:
        """Adds an item with the keys that it has in a model file; its name, to refer to it."""
        item = dict(keys) if type is None else {"type": type, **keys}
        self._model._add(self._table, name, item)
        return name

    def remove(self, name: str) -> None:
        """Removes an item."""
        self._model._remove(self._table, name)

    def _all(self) -> dict[str, Any]:
        found: dict[str, Any] = self._model._info["model"].get(self._table, {})
        return found

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"{self._table}: {', '.join(self) or 'none'}"


class Check:
    """What ``carom check`` tells of a model."""

    def __init__(self, facts: dict[str, Any], errors: list[Problem], warnings: list[Problem]) -> None:
        self.facts, self.errors, self.warnings = facts, errors, warnings

    @property
    def ok(self) -> bool:
        """Whether the model can run."""
        return bool(self.facts["ok"])

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(name)

    def __repr__(self) -> str:
        lines = [f"{key}: {value}" for key, value in self.facts.items() if value not in (None, [])]
        lines += [f"error: {p.place}: {p.message}" for p in self.errors]
        lines += [f"warning: {p.place}: {p.message}" for p in self.warnings]
        return "\n".join(lines)


class Model:
    """A model. From nothing, it is built by the same keys as in a file::

        m = carom.Model(gravity=[0, 0, -9.81], simulation={"until": 2})
        m.bodies.add("ball", "point_mass", mass=0.1, position=[0, 0, 1])
        m.contacts.add("floor", "node_face", point="ball", plane="ground", restitution=0.8)
        m.sensors.add("ball", "position", of="ball")

    Models are values: they compare by what they say, can be pickled, and can be keys of dictionaries, after which they no longer change.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        plane: str | None = None,
        gravity: Sequence[float | str] | None = None,
        parameters: Mapping[str, float | str] | None = None,
        inputs: Mapping[str, Any] | None = None,
        simulation: Mapping[str, Any] | None = None,
        static: Mapping[str, Any] | None = None,
        modes: Mapping[str, Any] | None = None,
        ground: Mapping[str, Any] | None = None,
        reference: Mapping[str, Any] | None = None,
    ) -> None:
        self._start(([("<carom.Model>", "")], [], []))
        site = _caller()
        for key, single in (("name", name), ("plane", plane), ("gravity", gravity)):
            if single is not None:
                self._set(key, toml(single, key), site)
        for table, items in (("parameters", parameters), ("inputs", inputs)):
            for item, value in (items or {}).items():
                self._set(f"{table}.{item}", toml(value, item), site)
        blocks = (("simulation", simulation), ("static", static), ("modes", modes), ("ground", ground))
        for block, keys in (*blocks, ("reference", reference)):
            for key, value in (keys or {}).items():
                self._set(f"{block}.{key}", toml(value, key), site)

    @classmethod
    def _of(cls, document: _carom.Document, sites: dict[str, str] | None = None) -> Model:
        model = cls.__new__(cls)
        model._start(document.parts(), sites)
        model._made = document
        return model

    def _start(self, parts: tuple[Any, Any, Any], sites: dict[str, str] | None = None) -> None:
        self._sources, self._sets, self._data = parts
        self._sites = dict(sites or {})
        self._made: _carom.Document | None = None
        self._known: dict[str, Any] | None = None
        self._written: str | None = None
        self._frozen = False

    # What it is.

    @property
    def _document(self) -> _carom.Document:
        if self._made is None:
            made = _carom.Document.of_parts(self._sources, self._sets, self._data)
            self._made = self._call(made.with_set, [])
        return self._made

    def _call(self, function: Any, *arguments: Any) -> Any:
        """Calls into Rust; errors of items that Python added point there."""
        try:
            return function(*arguments)
        except ModelError as error:
            placed = error.placed(self._sites)
        raise placed from None

    @property
    def _info(self) -> dict[str, Any]:
        if self._known is None:
            self._known = json.loads(self._document.info())
        return self._known

    @property
    def name(self) -> str:
        """Its name."""
        return str(self._info["name"])

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters with their values."""
        return dict(self._info["model"].get("parameters", {}))

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs with the values that they start with."""
        return {entry["name"]: entry["value"] for entry in self._info["inputs"]}

    @property
    def until(self) -> float:
        """The end of a run, s."""
        return float(self._info["until"])

    @property
    def step(self) -> float:
        """The size of a step, s."""
        return float(self._info["step"])

    @property
    def text(self) -> str:
        """The model as the text of a file."""
        if self._written is None:
            self._written = str(self._call(self._document.text))
        return self._written

    def __repr__(self) -> str:
        try:
            info = self._info["model"]
        except ModelError:
            return "<carom.Model with errors>"
        counts = ", ".join(f"{len(info[table])} {table}" for table in _TABLES if info.get(table))
        return f"<carom.Model {self.name!r}: {counts}>"

    def _key(self) -> tuple[str, tuple[Any, ...]]:
        return self.text, tuple(sorted(data for _, data in self._document.parts()[2]))

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Model) else NotImplemented

    def __hash__(self) -> int:
        self._frozen = True
        return hash(self._key())

    def __getstate__(self) -> dict[str, Any]:
        return {"parts": self._document.parts(), "sites": self._sites}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._start(state["parts"], state["sites"])

    def __copy__(self) -> Model:
        copy = Model.__new__(Model)
        copy._start((list(self._sources), list(self._sets), list(self._data)), self._sites)
        return copy

    # Changing it.

    def with_(self, changes: Mapping[str, Any] | None = None, /, **more: Any) -> Model:
        """Another model with other values: parameters by their names, settings and keys of items by their places
        (``**{"simulation.step": 5e-5}``, ``"bodies.crank.mass"``). ``None`` removes."""
        site = _caller()
        sets, sites = [], dict(self._sites)
        for name, value in {**(changes or {}), **more}.items():
            # A text by itself is an expression or a word.
            text = "" if value is None else value if isinstance(value, str) and "." not in name else toml(value, name)
            sets.append((name, text))
            sites[name] = site
        made = _carom.Document.of_parts(self._sources, self._sets, self._data if self._made is None else self._made.parts()[2])
        try:
            return Model._of(made.with_set(sets), sites)
        except ModelError as error:
            placed = error.placed(sites)
        raise placed from None

    def _set(self, path: str, text: str, site: str) -> None:
        if self._frozen:
            raise TypeError("the model is the key of a dictionary or in a set, and can no longer change: copy it by with_()")
        self._sets = [*self._sets, (path, text)]
        self._sites[path] = site
        self._made = self._known = self._written = None

    def _add(self, table: str, name: str, item: dict[str, Any]) -> None:
        site = _caller()
        path = f"{table}.{name}"
        known = self._made is not None and name in Items(self, table)._all()
        if known or any(other == path for other, _ in self._sets):
            place = self._sites.get(path)
            raise ModelError(f"{site}: {path}: there is one already{f', added at {place}' if place else ''}")
        if "." in name:
            raise ModelError(f"{site}: {path}: a name has no dots")
        self._set(path, toml(item, path), site)

    def _remove(self, table: str, name: str) -> None:
        if name not in Items(self, table)._all():
            raise KeyError(name)
        self._set(f"{table}.{name}", "", _caller())

    @property
    def tables(self) -> Items:
        """Functions through points."""
        return Items(self, "tables")

    @property
    def materials(self) -> Items:
        """What shapes are made of."""
        return Items(self, "materials")

    @property
    def moving(self) -> Items:
        """Grounds that move."""
        return Items(self, "moving")

    @property
    def bodies(self) -> Items:
        """Bodies."""
        return Items(self, "bodies")

    @property
    def joints(self) -> Items:
        """Joints."""
        return Items(self, "joints")

    @property
    def forces(self) -> Items:
        """Forces, springs, loads."""
        return Items(self, "forces")

    @property
    def contacts(self) -> Items:
        """Contacts."""
        return Items(self, "contacts")

    @property
    def sensors(self) -> Items:
        """Sensors."""
        return Items(self, "sensors")

    @property
    def post(self) -> Items:
        """What is computed when a run has ended."""
        return Items(self, "post")

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the model as one file, with the data files that it reads beside it."""
        path = Path(path)
        home = Path(self._sources[-1][0]).parent
        for name, data in self._document.parts()[2]:
            relative = Path(os.path.relpath(name, home))
            if Path(name).is_absolute() and relative.parts[:1] == ("..",):
                continue
            target = path.parent / relative
            if not (target.exists() and target.read_bytes() == bytes(data)):
                if target.exists():
                    raise FileExistsError(f"{target} is another file than the one that the model reads")
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(bytes(data))
        path.write_text(self.text, encoding="utf-8")
        return path

    # What it does.

    def check(self) -> Check:
        """Degrees of freedom, redundant joints, violations at the start, warnings; as ``carom check``."""
        facts, errors, warnings = self._call(self._document.check)
        told = [[Problem(*p) for p in problems] for problems in (errors, warnings)]
        return Check(json.loads(facts), *told)

    def _for_run(self, until: float | None, every: float | None) -> tuple[Model, bool]:
        changes: dict[str, Any] = {}
        if until is not None:
            changes["simulation.until"] = until
        all_steps = False
        if every is not None:
            step = self.step
            count = round(every / step)
            if count < 1 or abs(count * step - every) > 1e-6 * every:
                raise ValueError(f"every={every} s is no multiple of the step of {step} s")
            changes["simulation.record_every"] = count
        return (self.with_(changes) if changes else self), all_steps

    def run(
        self,
        until: float | None = None,
        every: float | None = None,
        out: str | os.PathLike[str] | None = None,
        progress: bool | None = None,
    ) -> Result:
        """Runs the model: to another end, with a row every so many seconds. The results are in memory, or with ``out`` in a directory, as
        ``carom run`` leaves them. Other threads go on meanwhile, and Ctrl-C ends it. Raises :class:`RunError`, with what was computed, where no
        further step can be taken."""
        from . import _result

        model, all_steps = self._for_run(until, every)
        document = model._document
        with _progress.display(progress, model.name) as show:
            if out is None:
                raw = model._call(document.run, show, all_steps)
                result = _result.of_memory(model, raw)
            else:
                _, _, notes = model._call(document.record, os.fspath(out), show)
                result = _result.open(out)
                result.notes = notes
        if result.outcome == "failed":
            raise RunError(result.error or "the run failed", result)
        return result

    def static(self, out: str | os.PathLike[str] | None = None) -> Equilibrium:
        """The static equilibrium, as ``carom static`` finds it."""
        from . import _analysis

        with _directory(out) as directory:
            return _analysis.equilibrium(self, json.loads(self._call(self._document.static_, directory)), directory)

    def modes(self, count: int | None = None, *, static: bool | None = None, out: str | os.PathLike[str] | None = None) -> Modes:
        """Small vibrations: frequencies, damping ratios, shapes; about the start, or the equilibrium."""
        from . import _analysis

        wanted = {"modes.count": count, "modes.about": None if static is None else "static" if static else "initial"}
        changes = {key: value for key, value in wanted.items() if value is not None}
        model = self.with_(changes) if changes else self
        with _directory(out) as directory:
            return _analysis.Modes(model._call(model._document.modes, directory))


class _directory:
    """A directory for results, or one that goes again."""

    def __init__(self, out: str | os.PathLike[str] | None) -> None:
        self._out = out
        self._passing: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> str:
        if self._out is not None:
            return os.fspath(self._out)
        self._passing = tempfile.TemporaryDirectory(prefix="carom-")
        return str(Path(self._passing.name) / "results")

    def __exit__(self, *_: object) -> None:
        if self._passing is not None:
            self._passing.cleanup()


def _caller() -> str:
    """The place in the program of the user that called us."""
    home = os.path.dirname(os.path.abspath(__file__))
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == home:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def load(path: str | os.PathLike[str]) -> Model:
    """Reads a model file in TOML or JSON."""
    return Model._of(_carom.Document.read(os.fspath(path)))


def loads(text: str, name: str = "<text>") -> Model:
    """Reads a model from a text; includes and data files are relative to the folder of ``name``."""
    return Model._of(_carom.Document.of_text(text, name))
