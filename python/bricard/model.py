"""A model: read from a file, built in Python, or both; its numbers can be changed, and its analyses run."""
from __future__ import annotations

import json
import os
from typing import Any, Iterator, Mapping, Union

import numpy as np

from . import _core
from .equations import Equations, StateLike, state_of
from .errors import Error, Interrupted, RunFailed
from .places import caller, warn
from .progress import Bar, Progress, asked
from .run import Run, load
from .summary import Facts
from .tables import Tables

Value = Union[float, str]
Addition = tuple[str, str, Any, str, int]

EMPTY = "bricard: 1\n"


class Model(Tables):
    """Model("a pendulum", gravity=[0, 0, -9.81], units={"length": "mm"}, dimension=3) is empty; body, joint, force, .. fill it.
    bricard.read(path) gives that of a file.

    model["UBJ.z"] = 310 sets a number by the name that --set has for it: a parameter, a coordinate of a point, a key of an element;
    in the units of the model, or as a text with its unit. model["UBJ.z"] is its value, model.unit("UBJ.z") its unit.

    It is plain data until it is used. Threads may run one model at once.
    """

    def __init__(self, name: str = "", *, _text: _core.ModelText | None = None, _path: str = "", _allow_code: bool = False, **keys: Any) -> None:
        self._text = _core.ModelText(EMPTY) if _text is None else _text
        self._path = _path
        self._allow_code = _allow_code
        self._additions: list[Addition] = []
        self._settings: dict[str, str] = {}
        self._read: _core.ReadModel | None = None
        self._equations: dict[str, _core.Equations] = {}
        for key, value in {"name": name or None, **keys}.items():
            if value is not None:
                self._additions.append((key, "", value, *caller()))

    # ---- what it is made of

    def _add(self, section: str, name: str, value: Any) -> None:
        self._additions.append((section, name, value, *caller()))
        self._forget()

    def _forget(self) -> None:
        self._read, self._equations = None, {}

    def _with(self, analysis: Mapping[str, Any]) -> _core.ReadModel:
        """As it is read with these keys of `analysis`."""
        if not analysis:
            if self._read is None:
                self._read = self._compile([])
            return self._read
        return self._compile([("analysis", key, value, *caller()) for key, value in analysis.items() if value is not None])

    def _compile(self, analysis: list[Addition]) -> _core.ReadModel:
        settings = list(self._settings.items())
        return _core.ReadModel(self._text, self._path, self._additions + analysis, settings, self._allow_code)

    def __setitem__(self, name: str, value: Value) -> None:
        self.update({name: value})

    def update(self, values: Mapping[str, Value]) -> None:
        """Sets many numbers at once, which is faster than one by one. Where one of them is wrong none is set."""
        for name in values:
            if not isinstance(name, str):
                raise TypeError(f"numbers of a model have names, which {name!r} is not")
        before = self._settings
        self._settings = {name: text for name, text in before.items() if name not in values}  # what is set last stands last
        self._settings |= {name: value if isinstance(value, str) else repr(float(value)) for name, value in values.items()}
        self._forget()
        try:
            self._with({})
        except Error as error:
            wrong = [each for each in error.faults if each.where in {f'model["{name}"]' for name in values}]
            if not wrong:
                return  # of what is not yet there: told when the model is used
            self._settings = before
            self._forget()
            raise Error(wrong) from None

    def __getitem__(self, name: str) -> float:
        value: float = self._with({}).number(name)[0]
        return value

    def unit(self, name: str) -> str:
        """Of a number of the model; "" of a plain one."""
        unit: str = self._with({}).number(name)[1]
        return unit

    @property
    def numbers(self) -> dict[str, float]:
        """All that can be set, with its value."""
        return {name: value for name, (value, unit, section) in self._with({}).numbers().items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __contains__(self, name: object) -> bool:
        return name in self.numbers

    @property
    def name(self) -> str:
        return self._with({}).name

    @property
    def units(self) -> dict[str, str]:
        """The base units that it counts in: length, mass, time, angle, force."""
        return self._with({}).units

    @property
    def elements(self) -> dict[str, list[str]]:
        """Names by section: model.elements["joints"]."""
        return self._with({}).elements

    @property
    def notes(self) -> list[str]:
        """What was decided where a file of another program leaves something open."""
        return list(self._text.notes)

    @property
    def text(self) -> str:
        """It as a model file, with everything that was set and added worked in."""
        return self._with({}).text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file in the format of its ending. What the format cannot hold is warned of by name."""
        for note in self._with({}).write(os.fspath(path)):
            warn(note)

    def copy(self) -> Model:
        """Of its own: what is set or added there does not change this one."""
        other = Model(_text=self._text, _path=self._path, _allow_code=self._allow_code)
        other._additions, other._settings = list(self._additions), dict(self._settings)
        other._read = self._read
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Model:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self._with({}) == other._with({})

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_read": None, "_equations": {}}

    def __repr__(self) -> str:
        try:
            read = self._with({})
        except Error as error:
            return f"<bricard.Model with {len(error.faults)} faults: {error.faults[0]}>"
        counts = ", ".join(f"{len(names)} {section}" for section, names in read.elements.items() if names)
        return f"<bricard.Model {read.name!r}: {counts}>"

    # ---- what it does

    def check(self) -> Facts:
        """Mobility, redundant constraints by name, what is odd; without a run. print(model.check().words) tells it in words."""
        words, summary = self._with({}).check()
        return Facts({"words": words, **json.loads(summary)})

    def at(self, state: StateLike = None, coordinates: str = "auto") -> Equations:
        """The equations of motion at a state, in SI: M, c, J, Phi, gamma, a, lambda_, inverse_dynamics(a). `state`: nothing, the design
        position; a Run, its end; {"main.angle": 0.5} over the design position; a State, also of many states at once."""
        read = self._with({})
        if coordinates not in self._equations:
            self._equations[coordinates] = _core.Equations(read, coordinates)
        equations = self._equations[coordinates]
        return Equations(equations, state_of(equations, state))

    def _simulation(self, keys: dict[str, Any], *, from_run: Any) -> _core.Simulation:
        if keys and not self._with({}).has_analysis:
            keys = {"type": "dynamics", **keys}
        simulation = _core.Simulation(self._with(keys), state_text(from_run))
        for each in simulation.warnings:
            warn(each)
        return simulation

    def _run(self, keys: dict[str, Any], *, from_run: Any, sweep: Any, keep: str, certify: bool, progress: Progress) -> Run:
        read = self._with(keys)
        show = asked(progress)
        sweeps = [(name, np.asarray(values, dtype=float).ravel().tolist()) for name, values in (sweep or {}).items()]
        try:
            data, raised = read.run(show, state_text(from_run), sweeps, keep, certify)
        finally:
            if isinstance(show, Bar):
                show.close()
        run = self._result(data, self._source(keys, sweeps, keep)) if data else None
        if raised is not None:
            raise Interrupted(run) if isinstance(raised, KeyboardInterrupt) and run else raised
        assert run is not None
        for each in run.warnings:
            warn(each)
        if run.status == "failed":
            raise RunFailed(run.message, run)
        return run

    def _result(self, data: dict[str, Any], source: dict[str, Any] | None) -> Run:
        texts = {**data.pop("files"), "state.json": data.pop("state") or "{}\n", "model.bricard.yaml": data.pop("model")}
        run = Run({**data, "texts": texts}, os.path.dirname(self._path))
        source = source or {"file": "model.bricard.yaml", "text": texts["model.bricard.yaml"], "set": {}, "options": {}}
        texts["source.json"] = json.dumps({**source, "analysis": run.analysis}, indent=1) + "\n"
        return run

    def _source(self, keys: dict[str, Any], sweeps: list[tuple[str, list[float]]], keep: str) -> dict[str, Any] | None:
        """The text of the file and what was asked with it, where that says all: source.json, from which a run can be done again."""
        options = {key: value for key, value in keys.items() if key != "type"}
        if not self._path or self._additions or not all(isinstance(value, (int, float, str)) for value in options.values()):
            return None
        source: dict[str, Any] = {"file": os.path.basename(self._path), "text": self._text.text, "set": self._settings}
        source["options"] = {key: str(value) for key, value in options.items()}
        if sweeps:
            source["sweep"] = [f"{name}=" + ",".join(map(repr, values)) for name, values in sweeps]
            source["keep"] = keep
        return source


def state_text(from_run: Any) -> str | None:
    """state.json of a Run or of its folder."""
    if from_run is None:
        return None
    return (from_run if isinstance(from_run, Run) else load(from_run)).state


def read(path: str | os.PathLike[str], *, allow_code: bool = False, orientation: str = "", angles: str = "", axes: str = "", base: str = "", limits: str = "") -> Model:
    """The model of a file: *.bricard.yaml, a workbook, a model of ROBOTRAN, a robot. Throws Error with all its faults at their places.

    allow_code                 the code that the model names under `functions` may run
    orientation, angles, axes  of a workbook, where it leaves them open
    base, limits               of a robot: fixed or floating, told or stops
    """
    path = os.fspath(path)
    text = _core.read_text(path, orientation, angles, axes, base, limits)
    model = Model(_text=text, _path=os.path.abspath(path), _allow_code=allow_code)
    model._with({})
    return model
