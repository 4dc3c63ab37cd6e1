"""The equations of motion at a state, as arrays: M v' + c = J^T lambda, J v' = gamma, Phi(t, q) = 0. All numbers are in SI."""
from __future__ import annotations

import difflib
from typing import Any, Mapping, Union

import numpy as np

from . import _core
from .run import Run

Array = Any  # what NumPy makes an array of
StateLike = Union[None, Run, "State", Mapping[str, Any]]


class State:
    """t, q, v and z: one state, or tables with a row for each of many. What the numbers are, Equations.names says."""

    def __init__(self, t: Array, q: Array, v: Array, z: Array = ()) -> None:
        self.t = np.asarray(t, dtype=float)
        self.q, self.v, self.z = (np.asarray(each, dtype=float) for each in (q, v, z))

    def __repr__(self) -> str:
        return f"State(t={self.t!r}, q={self.q!r}, v={self.v!r}, z={self.z!r})"


class Equations:
    """What the model's equations are at `state`: M, c, J, Phi, gamma; a and lambda_, the accelerations and multipliers of the motion.
    Where the state is a table every array has its rows first. Of one state also forces, links and sensors, by name."""

    M: np.ndarray[Any, np.dtype[np.float64]]
    c: np.ndarray[Any, np.dtype[np.float64]]
    J: np.ndarray[Any, np.dtype[np.float64]]
    Phi: np.ndarray[Any, np.dtype[np.float64]]
    gamma: np.ndarray[Any, np.dtype[np.float64]]
    a: np.ndarray[Any, np.dtype[np.float64]]
    lambda_: np.ndarray[Any, np.dtype[np.float64]]

    def __init__(self, equations: _core.Equations, state: State) -> None:
        self._equations = equations
        self.state = state
        self._values: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._values is None:
            state = self.state
            self._values = self._equations.at(state.t, state.q, state.v, state.z)
        if name in self._values:
            return self._values[name]
        raise AttributeError(f"there is no {name!r}; there are {', '.join(self._values)}")

    @property
    def coordinates(self) -> str:
        return self._equations.coordinates

    @property
    def names(self) -> dict[str, list[str]]:
        """What q, v, z and the rows are called."""
        return self._equations.names

    def inverse_dynamics(self, a: Array) -> np.ndarray[Any, np.dtype[np.float64]]:
        """What must act along the coordinates besides the forces of the model so that v' = a: M a + c, by a recursion."""
        state = self.state
        return self._equations.inverse_dynamics(state.t, state.q, state.v, state.z, a)


def state_of(equations: _core.Equations, state: StateLike) -> State:
    """The design position where nothing is said; the end of a run; names with numbers over the design position; a State as it is."""
    if isinstance(state, State):
        return state
    if isinstance(state, Run):
        return State(**equations.state_from(state.state))
    values = equations.designed()
    if state is None:
        return State(**values)
    if {"t", "q", "v"} <= set(state):  # Simulation.state
        return State(state["t"], state["q"], state["v"], state.get("z", ()))
    return State(**with_names(equations.names, values, state))


def with_names(names: dict[str, list[str]], values: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    count = max((len(each) for each in given.values() if np.ndim(each)), default=0)
    if count:
        values = {key: np.tile(value, (count, 1)) for key, value in values.items()}
    for name, number in given.items():
        if name == "t":
            values["t"] = number
            continue
        place = next(((key, names[key].index(name)) for key in ("q", "v", "z") if name in names[key]), None)
        if place is None:
            known = [each for key in ("q", "v", "z") for each in names[key]]
            near = difflib.get_close_matches(name, known, 1)
            raise KeyError(f"the state has no {name!r}; " + (f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"))
        values[place[0]][..., place[1]] = number
    return values
