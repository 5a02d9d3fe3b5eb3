"""Equilibria and vibrations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._result import Array, Channel, Channels, Table

if TYPE_CHECKING:
    from ._model import Model


class Equilibrium:
    """A static equilibrium: values of the sensors there, and along the way of the load."""

    def __init__(self, path: list[dict[str, Any]], notes: list[str], unstable: bool, table: Table) -> None:
        self.path, self.notes, self.unstable = path, notes, unstable
        self.load = table.t
        """Factors of the load on the way."""
        self.sensors_on_the_way = Channels(table)

    @property
    def sensors(self) -> dict[str, Any]:
        """Values of the sensors at rest."""
        return {name: self.sensors_on_the_way[name][-1] for name in self.sensors_on_the_way}


class Modes:
    """Small vibrations, from the lowest."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.frequency: Array = raw["frequency"]
        """Hz."""
        self.growth: Array = raw["growth"]
        """1/s, of unstable motions."""
        self.damping: Array = raw["damping"]
        """Shares of critical damping."""
        self.modal_mass: Array = raw["modal_mass"]
        self.effective_mass: Array = raw["effective_mass"]
        """kg, along x, y and z."""
        self.shape: Array = raw["shape"]
        """One row a mode, over the degrees of freedom."""
        self.notes: list[str] = raw["notes"]

    def __len__(self) -> int:
        return len(self.frequency)

    def __repr__(self) -> str:
        return "<carom.Modes " + ", ".join(f"{f:.6g} Hz" for f in self.frequency) + ">"


def equilibrium(model: Model, found: dict[str, Any], directory: str) -> Equilibrium:
    """Reads what the analysis left."""
    channels = [Channel(c["name"], c["unit"], c["kind"]) for _, own in model._info["sensors"] for c in own]
    path = Path(directory) / "sensors.npz"
    columns: list[Array] = []
    load: Array = np.array([step["load"] for step in found["path"]])
    if channels and path.is_file():
        with np.load(path) as stored:
            load, columns = stored["load"], [stored[c.name] for c in channels]
    notes = found["notes"]
    run = json.loads((Path(directory) / "run.json").read_text(encoding="utf-8"))
    return Equilibrium(run.get("path", found["path"]), notes, found["unstable"], Table(load, channels if columns else [], columns))
