"""Results of runs, in memory or in a directory."""

from __future__ import annotations

import builtins
import csv
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _carom

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas
    import polars
    import xarray

    from ._model import Model

Array = NDArray[np.float64]


class Channel(NamedTuple):
    """A column of a history."""

    name: str
    unit: str
    kind: str


class Table:
    """Columns over the time."""

    def __init__(self, t: Array, channels: list[Channel], columns: list[Array]) -> None:
        self.t, self.channels, self.columns = t, channels, columns
        self._place = {channel.name: place for place, channel in enumerate(channels)}

    def column(self, name: str) -> Array:
        return self.columns[self._place[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._place


class Channels(Mapping[str, Array]):
    """Histories by name: ``["x"]`` of a scalar, ``["tip"]`` with a column for each of its components, ``["tip.x"]`` of one."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._groups: dict[str, list[int]] = {}
        for place, channel in enumerate(table.channels):
            self._groups.setdefault(channel.name.partition(".")[0], []).append(place)
        self._stacked: dict[str, Array] = {}

    def __getitem__(self, name: str) -> Array:
        if name in self._table:
            return self._table.column(name)
        if name not in self._groups:
            raise KeyError(f"{name!r}; there are: {', '.join(self) or 'none'}")
        if name not in self._stacked:
            self._stacked[name] = np.column_stack([self._table.columns[k] for k in self._groups[name]])
        return self._stacked[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def components(self, name: str) -> list[str]:
        """The channels of a history."""
        return [self._table.channels[k].name for k in self._groups[name]]

    def unit(self, name: str) -> str:
        """The unit of a history or of one of its components; several where they differ."""
        own = [c.unit for c in self._table.channels if name in (c.name, c.name.partition(".")[0])]
        return ", ".join(dict.fromkeys(own))

    def __repr__(self) -> str:
        return ", ".join(f"{name} [{self.unit(name) or '-'}]" for name in self)


class Contact:
    """The history of a contact of the model. Vectors are along its normal and its two tangents."""

    def __init__(self, name: str, table: Table, places: Table | None, steps: Array) -> None:
        self.name = name
        self._table, self._places, self._steps = table, places, steps

    def _vector(self, quantity: str) -> Array:
        return np.column_stack([self._table.column(f"{self.name}.{quantity}_{axis}") for axis in ("n", "t1", "t2")])

    @property
    def gap(self) -> Array:
        """Distance, m; positive when open."""
        return self._table.column(f"{self.name}.gap")

    @property
    def status(self) -> NDArray[np.int64]:
        """0 open, 1 sticks, 2 slips."""
        return self._table.column(f"{self.name}.status").astype(np.int64)

    @property
    def velocity(self) -> Array:
        """Relative velocity, m/s."""
        return self._vector("velocity")

    @property
    def impulse(self) -> Array:
        """Impulse since the row before, N s."""
        return self._vector("impulse")

    @property
    def force(self) -> Array:
        """Mean force since the row before, N: the impulse over the time. Where something hits it says how much of an impulse fell into that
        time, and not how hard the blow was; forces of blows are what ``carom forces`` recovers."""
        return self.impulse / self._steps[:, None]

    @property
    def point(self) -> Array:
        """Where it acts, in space, m; not numbers where it does not act."""
        if self._places is None:
            raise ValueError("points of contacts are in memory only: run without `out`, or read contact_points.npz")
        return np.column_stack([self._places.column(f"{self.name}.{axis}") for axis in "xyz"])


class Events(Mapping[str, Any]):
    """Impacts, sticking, slipping and release of contacts: columns by name."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = {key: np.asarray(value) for key, value in columns.items()}

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns["time"])

    def of(self, contact: str | None = None, kind: str | None = None) -> Events:
        """Those of a contact, or of a kind: ``impact``, ``stick``, ``slip``, ``release``, ``limit``."""
        keep = np.ones(len(self), dtype=bool)
        if contact is not None:
            keep &= self._columns["contact"] == contact
        if kind is not None:
            keep &= self._columns["kind"] == kind
        return Events({key: value[keep] for key, value in self._columns.items()})

    def __repr__(self) -> str:
        kinds, counts = np.unique(self._columns["kind"], return_counts=True)
        return f"{len(self)} events: " + ", ".join(f"{n} {kind}" for kind, n in zip(kinds, counts))


class Page:
    """A report as HTML, shown in a cell of a notebook."""

    def __init__(self, html: str, path: Path | None) -> None:
        self.html, self.path = html, path

    def _repr_html_(self) -> str:
        import html

        return f'<iframe srcdoc="{html.escape(self.html)}" style="width:100%;height:720px;border:0"></iframe>'


class Result:
    """What a run gave."""

    def __init__(self, run: dict[str, Any], tables: dict[str, Table], events: Events, model: Model | None) -> None:
        self.name: str = run["name"]
        self.outcome: str = run["outcome"]
        """``finished``, ``interrupted`` or ``failed``."""
        self.error: str | None = run.get("error")
        self.warnings: list[str] = run.get("warnings") or []
        self.notes: list[str] = []
        self.statistics: dict[str, Any] = run["statistics"]
        self.directory: Path | None = run.get("directory")
        self.model = model
        self.tables = tables
        self.sensors = Channels(tables["sensors"])
        self.energy = Channels(tables["energy"])
        self.events = events
        self._names: list[str] = run["contacts"]

    @property
    def t(self) -> Array:
        """Times of the rows, s."""
        return self.tables["energy"].t

    @property
    def contacts(self) -> dict[str, Contact]:
        """Contacts by name."""
        table = self.tables["contacts"]
        steps = np.diff(table.t, prepend=np.nan)
        return {name: Contact(name, table, self.tables.get("places"), steps) for name in self._names}

    @property
    def units(self) -> dict[str, str]:
        """Units of all channels."""
        return {c.name: c.unit for key in ("sensors", "contacts", "energy") for c in self.tables[key].channels}

    def to_pandas(self, table: str = "sensors") -> pandas.DataFrame:
        """``sensors``, ``contacts``, ``energy`` over the time, or ``events``."""
        import pandas

        if table == "events":
            return pandas.DataFrame(self._flat_events())
        wanted = self.tables[table]
        columns = {c.name: column for c, column in zip(wanted.channels, wanted.columns)}
        frame = pandas.DataFrame(columns, index=pandas.Index(wanted.t, name="time"))
        frame.attrs["units"] = {c.name: c.unit for c in wanted.channels}
        return frame

    def to_polars(self, table: str = "sensors") -> polars.DataFrame:
        """The same for polars, with the time as a column."""
        import polars

        if table == "events":
            return polars.DataFrame({key: list(value) for key, value in self._flat_events().items()})
        wanted = self.tables[table]
        return polars.DataFrame({"time": wanted.t, **{c.name: v for c, v in zip(wanted.channels, wanted.columns)}})

    def to_xarray(self) -> xarray.Dataset:
        """Sensors as variables over ``time``, vectors with a dimension of their components; energies beside them."""
        import xarray

        data: dict[str, Any] = {}
        for channels, prefix in ((self.sensors, ""), (self.energy, "energy_")):
            for name in channels:
                values, attributes = channels[name], {"units": channels.unit(name)}
                if values.ndim == 1:
                    data[prefix + name] = ("time", values, attributes)
                else:
                    parts = [part.partition(".")[2] for part in channels.components(name)]
                    axes = f"{name}_component"
                    data[prefix + name] = xarray.DataArray(values, {axes: parts}, ("time", axes), attrs=attributes)
        times = xarray.DataArray(self.t, dims="time", attrs={"units": "s"})
        return xarray.Dataset(data, {"time": times}, {"name": self.name, "outcome": self.outcome})

    def _flat_events(self) -> dict[str, Any]:
        flat: dict[str, Any] = {}
        for key in self.events:
            values = self.events[key]
            if values.ndim == 1:
                flat[key] = values
            else:
                flat.update({f"{key}_{axis}": values[:, k] for k, axis in enumerate(("n", "t1", "t2"))})
        return flat

    def plot(self, *names: str, figure: matplotlib.figure.Figure | None = None) -> matplotlib.figure.Figure:
        """Sensors over the time, those of one unit in one picture; all, or some."""
        from matplotlib.figure import Figure

        wanted = list(names) or list(self.sensors)
        channels = [c for name in wanted for c in self.tables["sensors"].channels if name in (c.name, c.name.partition(".")[0])]
        missing = [name for name in names if not any(name in (c.name, c.name.partition(".")[0]) for c in channels)]
        if missing:
            raise KeyError(f"{missing[0]!r}; there are: {', '.join(self.sensors)}")
        units = list(dict.fromkeys(c.unit for c in channels)) or [""]
        figure = figure or Figure(figsize=(8, 1 + 2 * len(units)), layout="constrained")
        axes = figure.subplots(len(units), 1, sharex=True, squeeze=False)[:, 0]
        for unit, axis in zip(units, axes):
            for channel in (c for c in channels if c.unit == unit):
                axis.plot(self.t, self.tables["sensors"].column(channel.name), label=channel.name, linewidth=1)
            axis.set_ylabel(f"[{unit or '-'}]")
            axis.grid(alpha=0.3)
            axis.legend(loc="upper right", fontsize="small")
        axes[-1].set_xlabel("t [s]")
        return figure

    def report(self, path: str | os.PathLike[str] | None = None) -> Page:
        """The run as one HTML page with its animation. A run in memory is run once more, into a directory that goes again."""
        if self.directory is not None:
            return _report(self.directory, path)
        if self.model is None:
            raise ValueError("the result does not know its model")
        with tempfile.TemporaryDirectory(prefix="carom-") as folder:
            directory = Path(folder) / "results"
            self.model.run(out=directory, progress=False)
            return _report(directory, path)

    def __repr__(self) -> str:
        end = self.t[-1] if len(self.t) else float("nan")
        return f"<carom.Result {self.name!r}: {self.outcome} at t = {end:g} s, {len(self.t)} rows, sensors {self.sensors!r}>"


def _report(directory: Path, path: str | os.PathLike[str] | None) -> Page:
    with tempfile.TemporaryDirectory(prefix="carom-") as folder:
        target = Path(folder) / "report.html" if path is None else Path(path)
        code = _carom.command(["carom", "report", str(directory), "--out", str(target), "--quiet"])
        if code != 0:
            raise RuntimeError(f"no report of {directory} could be written")
        return Page(target.read_text(encoding="utf-8"), None if path is None else target)


def of_memory(model: Model, raw: dict[str, Any]) -> Result:
    """A result from what Rust hands over."""
    tables: dict[str, Table] = {}
    for key in ("sensors", "contacts", "energy", "places"):
        channels, columns = raw[key]
        if channels or key == "energy":
            tables[key] = Table(columns[0], [Channel(*c) for c in channels], columns[1:])
    for key in ("sensors", "contacts"):
        tables.setdefault(key, Table(tables["energy"].t, [], []))
    run = {
        "name": model.name,
        "outcome": raw["outcome"],
        "error": raw["error"],
        "warnings": raw["warnings"],
        "statistics": json.loads(raw["statistics"]),
        "contacts": model._info["contacts"],
    }
    return Result(run, tables, Events(raw["events"]), model)


def open(directory: str | os.PathLike[str]) -> Result:
    """Results that ``carom run`` or ``model.run(out=…)`` left."""
    directory = Path(directory)
    path = directory / "run.json"
    if not path.is_file():
        raise FileNotFoundError(f"{directory} holds no result of carom: there is no run.json")
    run = json.loads(path.read_text(encoding="utf-8"))
    if "channels" not in run:
        raise ValueError(f"{directory} holds the results of `carom {run.get('analysis', '?')}`, not of a run")
    run["directory"] = directory
    run.setdefault("statistics", {})
    tables: dict[str, Table] = {}
    for key in ("energy", "sensors", "contacts"):
        channels = [Channel(c["name"], c["unit"], c["kind"]) for c in run["channels"][key]]
        tables[key] = _read(directory / f"{key}.npz", directory / f"{key}.csv", channels, tables.get("energy"))
    return Result(run, tables, _read_events(directory / "events.csv"), None)


def _read(npz: Path, text: Path, channels: list[Channel], other: Table | None) -> Table:
    if not channels:
        return Table(other.t if other else np.empty(0), [], [])
    if npz.is_file():
        with np.load(npz) as stored:
            return Table(stored["time"], channels, [stored[c.name] for c in channels])
    # Of a run that goes on.
    rows = np.loadtxt(text, delimiter=",", skiprows=1, ndmin=2)
    return Table(rows[:, 0], channels, [rows[:, k + 1] for k in range(len(channels))])


def _read_events(path: Path) -> Events:
    names = ("velocity_before", "velocity_after", "impulse")
    columns: dict[str, Any] = {"time": [], "kind": [], "contact": [], **{name: [] for name in names}, "energy": []}
    if path.is_file():
        with builtins.open(path, newline="", encoding="utf-8") as file:
            for row in list(csv.reader(file))[1:]:
                numbers = [float(x) for x in row[5:]]
                columns["time"].append(float(row[0]))
                columns["kind"].append(row[1])
                columns["contact"].append(row[2])
                for k, name in enumerate(names):
                    columns[name].append(numbers[3 * k : 3 * k + 3])
                columns["energy"].append(numbers[9])
    for name in names:
        columns[name] = np.asarray(columns[name], dtype=float).reshape(-1, 3)
    return Events(columns)
