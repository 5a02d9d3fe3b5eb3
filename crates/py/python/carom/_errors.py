"""What can go wrong: bad models, runs that fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._result import Result


class Problem(NamedTuple):
    """One thing that is wrong with a model."""

    item: str | None
    """The item, such as ``bodies.crank``."""
    place: str
    """``file:line:column``, or the Python call that added the item."""
    message: str
    help: str | None


class ModelError(ValueError):
    """A model that cannot be read or cannot start."""

    problems: tuple[Problem, ...]

    def __init__(self, text: str, problems: list[tuple[Any, ...]] | None = None) -> None:
        super().__init__(text)
        self.problems = tuple(Problem(*problem) for problem in problems or ())

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.args[0], [tuple(problem) for problem in self.problems]))

    def placed(self, sites: dict[str, str]) -> ModelError:
        """The same with the Python calls that added the items."""
        problems = []
        for problem in self.problems:
            site = _site(problem.item, sites)
            problems.append(problem._replace(place=site) if site else problem)
        if problems == list(self.problems):
            return self
        lines = []
        for problem in problems:
            item = f"{problem.item}: " if problem.item else ""
            cure = f" ({problem.help})" if problem.help else ""
            lines.append(f"{problem.place}: {item}{problem.message}{cure}")
        return ModelError("\n".join(lines), [tuple(problem) for problem in problems])


def _site(item: str | None, sites: dict[str, str]) -> str | None:
    while item:
        if item in sites:
            return sites[item]
        item = item.rpartition(".")[0]
    return None


class RunError(RuntimeError):
    """A run, an analysis or a step that failed; a run leaves what it has computed in ``result``."""

    result: Result | None

    def __init__(self, text: str, result: Result | None = None) -> None:
        super().__init__(text)
        self.result = result
