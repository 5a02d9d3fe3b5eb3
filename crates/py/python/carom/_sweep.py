"""Sweeps: one model with many values of its parameters, on any executor."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import ModelError, RunError
from ._model import Model
from ._result import Result

if TYPE_CHECKING:
    import xarray

Metric = Callable[[Result], Any]
Metrics = Metric | Mapping[str, Metric] | None
Point = dict[str, float]

# Runs that a task has at first; then as many as take about this long.
_SECONDS = 0.5
# How often a task is given to other workers when its own dies.
_TRIALS = 3


class Design:
    """Points of a random design: columns of equal length."""

    def __init__(self, columns: dict[str, Any]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


def design(ranges: Mapping[str, tuple[float, float]], count: int, *, kind: str = "sobol", seed: int = 0) -> Design:
    """Points spread over ranges: ``sobol`` (best with a power of 2), ``lhs`` (Latin hypercube) or ``random``; the same for a seed.
    Needs SciPy, but for ``random``."""
    low = np.array([bounds[0] for bounds in ranges.values()], dtype=float)
    high = np.array([bounds[1] for bounds in ranges.values()], dtype=float)
    if kind == "random":
        unit = np.random.default_rng(seed).random((count, len(low)))
    else:
        from scipy.stats import qmc

        kinds = {"sobol": qmc.Sobol, "lhs": qmc.LatinHypercube}
        if kind not in kinds:
            raise ValueError(f"unknown design {kind!r}: expected 'sobol', 'lhs' or 'random'")
        unit = kinds[kind](d=len(low), seed=np.random.default_rng(seed)).random(count)
    points = low + (high - low) * unit
    return Design({name: points[:, k] for k, name in enumerate(ranges)})


def sweep(
    model: Model,
    over: Mapping[str, Any] | Design,
    metrics: Metrics = None,
    executor: Any = None,
    *,
    until: float | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> xarray.Dataset:
    """Runs a model with every combination of values, or at the points of a :func:`design`.

    ``over`` has parameters and dotted names, as :meth:`Model.with_` takes them, with their values. ``metrics`` makes numbers (or arrays of one
    shape) of a result: a function that returns a dictionary, or a dictionary of functions; by itself the last values of all sensors.
    ``executor`` is anything with ``submit`` that returns futures: threads, processes, loky of joblib, ``client.get_executor()`` of Dask; by
    itself the runs follow each other here. The numbers are the same on each.

    ``store`` is a file that keeps each run as it ends: the same sweep goes on from it. A run that fails is kept with its message, in the
    variable ``error``, and has no numbers.
    """
    names, points, dims, shape = _points(over)
    changes = {} if until is None else {"simulation.until": until}
    base = model.with_(changes) if changes else model
    keep = _Store(store, base, names)
    rows: list[dict[str, Any] | None] = [keep.known.get(_key(point)) for point in points]
    left = [k for k, row in enumerate(rows) if row is None]
    done = len(points) - len(left)
    for k, row in _computed(base, [(k, points[k]) for k in left], metrics, executor):
        rows[k] = row
        keep.add(points[k], row)
        done += 1
        if progress is not None:
            progress(done, len(points))
    return _dataset(model, rows, dims, shape)


def _points(over: Mapping[str, Any] | Design) -> tuple[list[str], list[Point], dict[str, Any], tuple[int, ...]]:
    columns = over.columns if isinstance(over, Design) else over
    values = {str(name): np.atleast_1d(np.asarray(value)) for name, value in columns.items()}
    for name, value in values.items():
        if value.ndim != 1 or value.size == 0:
            raise ValueError(f"{name}: expected a list of values")
    names = list(values)
    if isinstance(over, Design):
        points = [{name: values[name][k].item() for name in names} for k in range(len(over))]
        dims: dict[str, Any] = {"sample": np.arange(len(over))}
        dims.update({name: ("sample", values[name]) for name in names})
        return names, points, dims, (len(points),)
    combined = itertools.product(*(value.tolist() for value in values.values()))
    points = [dict(zip(names, combination)) for combination in combined]
    return names, points, dict(values), tuple(value.size for value in values.values())


def _key(point: Point) -> str:
    return json.dumps(point, sort_keys=True)


class _Store:
    """A file with a line for each run that has ended. The first line says which sweep it is of."""

    def __init__(self, path: str | os.PathLike[str] | None, model: Model, names: Sequence[str]) -> None:
        self.path = None if path is None else Path(path)
        self.known: dict[str, dict[str, Any]] = {}
        if self.path is None:
            return
        of = {"carom sweep": hashlib.sha256(repr(model._key()).encode()).hexdigest(), "over": sorted(names)}
        if not self.path.exists() or self.path.stat().st_size == 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(of) + "\n", encoding="utf-8")
            return
        text = self.path.read_bytes()
        # A line that was cut off when the program was killed.
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            self.path.write_bytes(whole)
        head, *lines = whole.decode("utf-8").splitlines()
        if json.loads(head) != of:
            raise ValueError(f"{self.path} is the store of another sweep: choose another file, or remove it")
        for line in lines:
            entry = json.loads(line)
            self.known[_key(entry["point"])] = entry["row"]

    def add(self, point: Point, row: dict[str, Any]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"point": point, "row": row}) + "\n")


def _computed(
    model: Model, work: list[tuple[int, Point]], metrics: Metrics, executor: Any
) -> Iterator[tuple[int, dict[str, Any]]]:
    if executor is None:
        for k, point in work:
            yield k, _run(model, point, metrics)
        return
    start, size = 0, 1
    workers = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    running: dict[Future[Any], tuple[list[tuple[int, Point]], int]] = {}

    def submit(batch: list[tuple[int, Point]], trial: int) -> None:
        points = [point for _, point in batch]
        running[executor.submit(_batch, model, points, metrics)] = (batch, trial)

    while start < len(work) or running:
        # Not more than are soon needed: what a worker has not got, no worker can lose.
        while start < len(work) and len(running) < 3 * workers:
            submit(work[start : start + size], 1)
            start += size
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            batch, trial = running.pop(future)
            try:
                seconds, rows = future.result()
            except Exception as error:  # The worker died, or could not be reached: others may do it.
                if trial < _TRIALS and _is_lost(error):
                    submit(batch, trial + 1)
                    continue
                rows, seconds = [_failure(error)] * len(batch), 0.0
            if seconds > 0:
                size = max(1, min(int(_SECONDS * len(batch) / seconds), -(-len(work) // (4 * workers))))
            yield from ((k, row) for (k, _), row in zip(batch, rows))


def _is_lost(error: Exception) -> bool:
    """Whether an error is one of the engine and not of the run."""
    return type(error).__name__ in ("KilledWorker", "CommClosedError", "CancelledError", "FutureCancelledError", "LostWorkerError")


def _batch(model: Model, points: list[Point], metrics: Metrics) -> tuple[float, list[dict[str, Any]]]:
    start = time.perf_counter()
    rows = [_run(model, point, metrics) for point in points]
    return time.perf_counter() - start, rows


def _run(model: Model, point: Point, metrics: Metrics) -> dict[str, Any]:
    try:
        return {"values": _measured(model.with_(point).run(progress=False), metrics), "error": None}
    except (ModelError, RunError, ArithmeticError, LookupError, ValueError) as error:
        return _failure(error)


def _failure(error: BaseException) -> dict[str, Any]:
    return {"values": {}, "error": f"{type(error).__name__}: {error}"}


def _measured(result: Result, metrics: Metrics) -> dict[str, Any]:
    if metrics is None:
        found: Mapping[str, Any] = {name: result.sensors[name][-1] for name in result.sensors}
    elif callable(metrics):
        found = metrics(result)
        if not isinstance(found, Mapping):
            found = {getattr(metrics, "__name__", "value").replace("<lambda>", "value"): found}
    else:
        found = {name: metric(result) for name, metric in metrics.items()}
    return {name: np.asarray(value, dtype=float).tolist() for name, value in found.items()}


def _dataset(model: Model, rows: list[dict[str, Any] | None], dims: dict[str, Any], shape: tuple[int, ...]) -> xarray.Dataset:
    import xarray

    names = [name for name, value in dims.items() if not isinstance(value, tuple)]
    variables: dict[str, Any] = {}
    kinds: dict[str, tuple[int, ...]] = {}
    for row in rows:
        for name, value in (row or {"values": {}})["values"].items():
            kinds.setdefault(name, np.shape(value))
    for name, inner in kinds.items():
        # A result may have the name of what is swept.
        shown = f"{name}_result" if name in dims else name
        values = np.full((len(rows), *inner), np.nan)
        for k, row in enumerate(rows):
            value = (row or {"values": {}})["values"].get(name)
            if value is not None:
                values[k] = value
        extra = tuple(f"{name}_{k}" for k in range(len(inner)))
        variables[shown] = (tuple(names) + extra, values.reshape(*shape, *inner))
    errors = np.array([(row or {}).get("error") or "" for row in rows], dtype=object).reshape(shape)
    variables["error"] = (tuple(names), errors)
    coordinates = {name: (value if isinstance(value, tuple) else (name, value)) for name, value in dims.items()}
    return xarray.Dataset(variables, coordinates, {"model": model.name})
