"""summary.json as attributes: run.summary.mobility.actual."""
from __future__ import annotations

import difflib
from typing import Any, Iterator


class Facts:
    """Keys of a part of the summary as attributes; as items too, where a key is no name of Python."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name in facts:
            return shown(facts[name])
        near = difflib.get_close_matches(name, facts, 1)
        raise AttributeError(f"there is no {name!r} here" + (f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(facts)}"))

    def __getitem__(self, name: str) -> Any:
        return shown(self._facts[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._facts]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._facts == other._facts

    def __repr__(self) -> str:
        return f"Facts({self._facts!r})"

    def as_dict(self) -> dict[str, Any]:
        return self._facts


def shown(fact: Any) -> Any:
    if isinstance(fact, dict):
        return Facts(fact)
    return [shown(each) for each in fact] if isinstance(fact, list) else fact
