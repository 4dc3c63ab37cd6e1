"""A line on a terminal, or in a notebook, that says how far a long run has come."""
from __future__ import annotations

import sys
import time
from typing import Callable, Optional, Union

Progress = Union[None, bool, Callable[[float], object]]

FIRST = 1.0  # seconds that a run takes before it shows a bar
WIDTH = 40  # characters


class Bar:
    """Redrawn in place; erased when the run is over."""

    def __init__(self, at_once: bool) -> None:
        self.began = time.monotonic()
        self.first = 0.0 if at_once else FIRST
        self.is_shown = False

    def __call__(self, fraction: float) -> None:
        passed = time.monotonic() - self.began
        if passed < self.first:
            return
        full = int(fraction * WIDTH)
        left = f"{passed * (1 - fraction) / fraction:.0f} s left" if fraction > 0.01 else ""
        sys.stderr.write(f"\r{'#' * full}{'.' * (WIDTH - full)} {100 * fraction:3.0f} % {left:<12}")
        sys.stderr.flush()
        self.is_shown = True

    def close(self) -> None:
        if self.is_shown:
            sys.stderr.write("\r" + " " * (WIDTH + 20) + "\r")
            sys.stderr.flush()


def in_notebook() -> bool:
    kernel = sys.modules.get("ipykernel")
    return kernel is not None


def asked(progress: Progress) -> Optional[Callable[[float], object]]:
    """What to call with the done fraction; nothing where nobody looks."""
    if callable(progress):
        return progress
    if progress is False or (progress is None and not sys.stderr.isatty() and not in_notebook()):
        return None
    return Bar(at_once=progress is True)
