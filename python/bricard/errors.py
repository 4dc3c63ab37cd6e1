"""What goes wrong: in what was written (Error), and in what was computed (RunFailed, Interrupted, ModelWarning)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

if TYPE_CHECKING:
    from ._core import Fault
    from .run import Run


class Error(ValueError):
    """What is wrong in a model, all faults at once. `faults` has of each the place (file, line, column), where, what and hint."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class RunFailed(RuntimeError):
    """The computation failed. `run` holds what was computed until then; a simulation has none, and stays where it was."""

    def __init__(self, message: str, run: Run | None) -> None:
        super().__init__(message, run)
        self.run = run

    def __str__(self) -> str:
        return str(self.args[0])


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. `run` holds what was computed until then."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.run = run

    def __str__(self) -> str:
        return "interrupted; what was computed until then is in .run"


class ModelWarning(UserWarning):
    """What the program warns of: it has computed, and says what to think of."""
