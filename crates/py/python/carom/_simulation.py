"""Stepping a model: controllers, environments, other simulators."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from . import _carom
from ._model import Model


class Inputs(MutableMapping[str, float]):
    """The inputs of a simulation, held over each step."""

    def __init__(self, stepper: _carom.Stepper, names: list[str]) -> None:
        self._set, self._get = stepper.set_input, stepper.input
        self._places = {name: place for place, name in enumerate(names)}

    def __setitem__(self, name: str, value: float) -> None:
        try:
            place = self._places[name]
        except KeyError:
            raise KeyError(_unknown("input", name, self._places)) from None
        self._set(place, value)

    def __getitem__(self, name: str) -> float:
        try:
            place = self._places[name]
        except KeyError:
            raise KeyError(_unknown("input", name, self._places)) from None
        return self._get(place)

    def __delitem__(self, name: str) -> None:
        raise TypeError("an input of the model cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr(dict(self))


class Readings(Mapping[str, Any]):
    """The sensors of a simulation now: a number, or an array of the components."""

    def __init__(self, stepper: _carom.Stepper, sensors: list[Any]) -> None:
        self._one, self._many = stepper.channel, stepper.channels
        self._scalars: dict[str, int] = {}
        self._vectors: dict[str, tuple[int, int]] = {}
        self._names = [name for name, _ in sensors]
        place = 0
        for name, channels in sensors:
            for offset, channel in enumerate(channels):
                self._scalars[channel["name"]] = place + offset
            if len(channels) > 1:
                self._vectors[name] = (place, len(channels))
            place += len(channels)

    def __getitem__(self, name: str) -> Any:
        place = self._scalars.get(name)
        if place is not None:
            return self._one(place)
        vector = self._vectors.get(name)
        if vector is None:
            raise KeyError(_unknown("sensor", name, self._names))
        return self._many(*vector)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))


def _unknown(what: str, name: str, known: Any) -> str:
    return f"unknown {what} {name!r}; the model has: {', '.join(known) or 'none'}"


class Simulation:
    """A model that is stepped::

        sim = carom.Simulation(model)
        while sim.time < 10:
            sim.inputs["torque"] = -3 * sim.sensors["angle"]
            sim.step()

    It has no end of its own. Inputs are held over a step; sensors are read at its end.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._stepper: _carom.Stepper = model._call(_carom.Stepper, model._document)
        info = model._info
        self.inputs = Inputs(self._stepper, [entry["name"] for entry in info["inputs"]])
        self.sensors = Readings(self._stepper, info["sensors"])
        self.step = self._stepper.step
        """Takes a step, or several: ``step(10)``."""
        self.advance_to = self._stepper.advance_to
        """Takes steps to a time, which the last one ends at."""

    @property
    def time(self) -> float:
        """s."""
        return self._stepper.time

    @property
    def steps(self) -> int:
        """Steps taken."""
        return self._stepper.steps

    def advance(self, duration: float) -> None:
        """Takes steps for so many seconds."""
        self._stepper.advance_to(self._stepper.time + duration)

    @property
    def energy(self) -> dict[str, float]:
        """The energy account, J."""
        return dict(self._stepper.energy())

    @property
    def statistics(self) -> dict[str, Any]:
        """What the steps took."""
        found: dict[str, Any] = json.loads(self._stepper.statistics())
        return found

    def save(self) -> bytes:
        """The state, from which this simulation and others of the same model go on bit for bit."""
        return self._stepper.save()

    def restore(self, state: bytes) -> None:
        """Goes on from a saved state."""
        self._stepper.restore(state)

    def __repr__(self) -> str:
        return f"<carom.Simulation {self.model.name!r} at t = {self.time:g} s>"
