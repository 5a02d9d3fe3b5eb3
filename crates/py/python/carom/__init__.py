"""Rigid and flexible bodies with joints, impacts and dry friction."""

from __future__ import annotations

from ._analysis import Equilibrium, Modes
from ._carom import __version__
from ._errors import ModelError, Problem, RunError
from ._model import Check, Items, Model, load, loads
from ._result import Channels, Contact, Events, Page, Result, open
from ._simulation import Simulation
from ._sweep import design, sweep

__all__ = [
    "Channels",
    "Check",
    "Contact",
    "Equilibrium",
    "Events",
    "Items",
    "Model",
    "ModelError",
    "Modes",
    "Page",
    "Problem",
    "Result",
    "RunError",
    "Simulation",
    "__version__",
    "design",
    "load",
    "loads",
    "open",
    "sweep",
]
