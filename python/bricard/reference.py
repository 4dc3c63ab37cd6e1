"""The pages of the reference, which the library makes from its field tables."""
from __future__ import annotations

import difflib
import posixpath

from . import _core


class Page(str):
    """Text that shows itself as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def doc(name: str = "index") -> Page:
    """The page about an element, a section or a method: doc("revolute"), doc("analysis"), doc("integrators")."""
    pages = {posixpath.splitext(posixpath.basename(path))[0]: text for path, text in _core.reference().items()}
    if name not in pages:
        near = difflib.get_close_matches(name, pages, 1)
        raise KeyError(f"there is no page about {name!r}" + (f"; did you mean {near[0]!r}?" if near else '; doc("index") lists them'))
    return Page(pages[name])
