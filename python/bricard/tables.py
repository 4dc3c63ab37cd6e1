"""What is written of a model and of an analysis. Which keys there are, the field tables of the library say: tables.pyi is made from
them, and the reader checks every key with its nearest right name. Nothing is described here a second time."""
from __future__ import annotations

from typing import Any


class Tables:
    """Adds elements to a model: one method for each section of a model file, with the keys of the file. A key that is a word of Python
    has an underscore behind it: from_. What is wrong is told when the model is used, all faults at once, each at its line of Python."""

    def _add(self, section: str, name: str, value: Any) -> None:
        raise NotImplementedError

    def body(self, name: str, **keys: Any) -> None:
        """A rigid body; `ground` is always there. bricard.doc("bodies")"""
        self._add("bodies", name, written(keys))

    def joint(self, name: str, type: str, **keys: Any) -> None:
        """A joint between two bodies, or a coupling of joints. bricard.doc("revolute")"""
        self._add("joints", name, written({"type": type, **keys}))

    def constraint(self, name: str, type: str, **keys: Any) -> None:
        """A basic constraint. bricard.doc("distance")"""
        self._add("constraints", name, written({"type": type, **keys}))

    def driver(self, name: str, **keys: Any) -> None:
        """A coordinate as a function of time. bricard.doc("drivers")"""
        self._add("drivers", name, written(keys))

    def force(self, name: str, type: str, **keys: Any) -> None:
        """A force element. bricard.doc("spring_damper")"""
        self._add("forces", name, written({"type": type, **keys}))

    def sensor(self, name: str, **keys: Any) -> None:
        """Columns of a point of a body. bricard.doc("point")"""
        self._add("sensors", name, written(keys))

    def state(self, name: str, **keys: Any) -> None:
        """A differential equation of the user. bricard.doc("states")"""
        self._add("states", name, written(keys))

    def event(self, name: str, **keys: Any) -> None:
        """What happens when a condition turns true. bricard.doc("events")"""
        self._add("events", name, written(keys))

    def function(self, name: str, **keys: Any) -> None:
        """A function in C that expressions call. bricard.doc("functions")"""
        self._add("functions", name, written(keys))

    def table(self, name: str, **keys: Any) -> None:
        """A curve or a surface. bricard.doc("tables")"""
        self._add("tables", name, written(keys))

    def subsystem(self, name: str, **keys: Any) -> None:
        """Another model file as a part of this one. bricard.doc("subsystems")"""
        self._add("subsystems", name, written(keys))

    def parameter(self, name: str, value: Any) -> None:
        """A number with a name, for every expression of the model."""
        self._add("parameters", name, value)

    def point(self, name: str, at: Any) -> None:
        """A hard point: global, in the design position."""
        self._add("points", name, at)

    def input(self, name: str, value: Any) -> None:
        """A signal of time, for forces and states."""
        self._add("inputs", name, value)

    def output(self, name: str, value: Any, **keys: Any) -> None:
        """A derived column: an expression of all columns."""
        self._add("outputs", name, {"value": value, **written(keys)} if keys else value)

    def _run(self, keys: dict[str, Any], **wishes: Any) -> Any:
        raise NotImplementedError

    def _simulation(self, keys: dict[str, Any], **wishes: Any) -> Any:
        raise NotImplementedError

    def run(
        self,
        analysis: str | None = None,
        *,
        from_run: Any = None,
        sweep: Any = None,
        keep: str = "last",
        certify: bool = False,
        progress: Any = None,
        **keys: Any,
    ) -> Any:
        """Computes an analysis and returns a Run. Keys of the section `analysis` (duration, tolerance, integrator, ..; see
        bricard.doc("analysis")) stand over those of the model, and so does the kind of analysis.

        from_run   a Run or its folder: starts from its last state, with the parameters it found
        sweep      {"UBJ.z": [300, 310, 320], ..}: runs for all combinations; `keep` says what is kept of each: "last", "curves", or
                   numbers such as "max(camber)"
        certify    estimates the error of dynamics by a second, finer run
        progress   True, False, or a function of the done fraction; by itself a bar shows on a terminal where a run is long

        Other threads go on meanwhile. Ctrl-C raises Interrupted, a computation that fails RunFailed: both hold what was computed.
        """
        if analysis is not None:
            keys["type"] = analysis
        return self._run(written(keys), from_run=from_run, sweep=sweep, keep=keep, certify=certify, progress=progress)

    def simulation(self, *, from_run: Any = None, **keys: Any) -> Any:
        """A motion that goes on step by step, with inputs on the way. Keys are those of `analysis`; duration is needed there or here."""
        return self._simulation(written(keys), from_run=from_run)


def written(keys: dict[str, Any]) -> dict[str, Any]:
    """As a file has them: from_ is from."""
    return {key.rstrip("_"): value for key, value in keys.items()}
