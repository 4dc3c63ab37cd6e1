"""The line of Python that called this package: there faults of what it wrote, and warnings, are told."""
from __future__ import annotations

import sys
import warnings
from types import FrameType

from .errors import ModelWarning


def calling() -> tuple[FrameType, int]:
    """The frame outside of this package, and how far up it is from who asks."""
    frame, level = sys._getframe(1), 0
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("bricard."):
        frame, level = frame.f_back, level + 1
    return frame, level


def caller() -> tuple[str, int]:
    frame, _ = calling()
    return frame.f_code.co_filename, frame.f_lineno


def warn(message: str) -> None:
    _, level = calling()
    warnings.warn(message, ModelWarning, stacklevel=level + 1)
