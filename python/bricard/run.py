"""What an analysis has computed: columns with units, and a summary that explains itself."""
from __future__ import annotations

import csv
import difflib
import html
import json
import os
import tempfile
from typing import Any, Iterator, Sequence

import numpy as np

from . import _core
from .places import warn
from .summary import Facts, shown

PAGE_HEIGHT = 620  # pixels, in a notebook
LARGEST_PAGE = 4_500_000  # bytes of one page in a notebook: rows are thinned to stay below


class Run:
    """Columns by name, in the units of the model: run["camber"], run.unit("camber"), run.columns. They are read only, and no copies.

    The keys of summary.json are attributes: run.status, run.mobility.actual, run.warnings, run.events, run.methods.
    In a notebook a run shows itself as the page, with its motion and plots.
    """

    def __init__(self, data: dict[str, Any], meshes: str = "") -> None:
        self._columns: dict[str, np.ndarray[Any, np.dtype[np.float64]]] = dict(zip(data["names"], data["columns"]))
        self._summary: str = data["summary"]
        self._texts: dict[str, str] = data["texts"]  # the other files of its folder
        self._meshes = meshes
        self._facts: dict[str, Any] = json.loads(self._summary)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for column in self._columns.values():
            column.setflags(write=False)

    @property
    def columns(self) -> list[str]:
        """Names in the order of results.csv."""
        return list(self._columns)

    def __getitem__(self, column: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        if column in self._columns:
            return self._columns[column]
        near = difflib.get_close_matches(column, self._columns, 1)
        raise KeyError(f"there is no column {column!r}" + (f"; did you mean {near[0]!r}?" if near else "; run.columns lists them"))

    def __contains__(self, column: object) -> bool:
        return column in self._columns

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()), ()))

    def unit(self, column: str) -> str:
        """As the columns have it: "deg", "N*mm"; "1" of a plain number."""
        self[column]
        return str(self._facts["units"]["columns"][column])

    @property
    def summary(self) -> Facts:
        """summary.json, its keys as attributes."""
        return Facts(self._facts)

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name in facts:
            return shown(facts[name])
        raise AttributeError(f"a run has no {name!r}; run.summary has {', '.join(facts)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._facts]

    @property
    def state(self) -> str:
        """state.json: where the run ended, for from_run and model.at."""
        return self._texts["state.json"]

    @property
    def files(self) -> dict[str, str]:
        """What the analysis has left beside its columns, by name: modes.csv, linear.json, .."""
        return dict(self._texts)

    def table(self, name: str) -> dict[str, np.ndarray[Any, Any]]:
        """The columns of such a file: run.table("mode_shapes.csv")["amplitude"]."""
        header, *rows = csv.reader(self._texts[name].splitlines())
        return {each: numbers(values) for each, values in zip(header, zip(*rows))} if rows else {each: np.empty(0) for each in header}

    @property
    def linear(self) -> dict[str, Any]:
        """The linear model that `modes` leaves, its matrices as arrays: run.linear["A"]; with the names of states, inputs, outputs."""
        facts: dict[str, Any] = json.loads(self._texts["linear.json"])
        count = {"A": "states", "B": "inputs", "C": "states", "D": "inputs"}  # columns, also of a matrix without rows
        for name in ("A", "B", "C", "D", "M", "G", "K"):
            if name in facts:
                columns = len(facts[count[name]]) if name in count else -1
                rows = np.array(facts[name], dtype=float)
                facts[name] = rows if rows.size else rows.reshape(len(facts[name]), max(columns, 0))
        return facts

    def __eq__(self, other: object) -> bool:
        """Whether every number is the same; times of computing do not count."""
        if not isinstance(other, Run):
            return NotImplemented
        return self.columns == other.columns and all(np.array_equal(self[each], other[each], equal_nan=True) for each in self.columns)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        facts = self._facts
        return f"<bricard.Run {facts['model']!r}: {facts['analysis']}, {facts['status']}, {len(self)} rows of {len(self._columns)} columns>"

    def save(self, folder: str | os.PathLike[str], force: bool = False) -> None:
        """Leaves the folder that `bricard run --out` leaves, for view, report, plot and render. force: it may hold other files."""
        _core.save(os.fspath(folder), self.columns, list(self._columns.values()), self._summary, self._texts, force)

    def page(self, *others: Run, largest: int = LARGEST_PAGE) -> str:
        """The page with this run inside, and others to compare it with: one HTML text that works from disk."""
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for i, run in enumerate((self, *others)):
                names.append(os.path.join(folder, str(i), f"{run._facts['model'] or 'run'}.out".replace(os.sep, " ")))
                os.makedirs(os.path.dirname(names[-1]))
                run.save(names[-1])
            text, note = _core.page(names, self._meshes, largest)
        if note:
            warn(note)
        return text

    def _repr_html_(self) -> str:
        page = html.escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: {PAGE_HEIGHT}px; border: 0"></iframe>'

    def frame(self) -> Any:
        """A DataFrame of pandas over the first column; units in frame.attrs["units"]."""
        import pandas

        first, *rest = self.columns
        frame = pandas.DataFrame({each: self[each] for each in rest}, index=pandas.Index(self[first], name=first))
        frame.attrs["units"] = {each: self.unit(each) for each in self.columns}
        return frame

    def plot(self, *columns: str, over: str | None = None, ax: Any = None, label: str | None = None, **style: Any) -> Any:
        """Draws columns over the first one, or over another, with matplotlib; returns the axes. Further runs can be drawn into them:
        stiff.plot("camber", ax=soft.plot("camber")). `label` goes before the names; `style` to matplotlib's plot."""
        if not columns:
            raise TypeError('which columns? run.plot("camber")')
        if ax is None:
            import matplotlib.pyplot

            ax = matplotlib.pyplot.figure(layout="constrained").add_subplot()
        x = self.columns[0] if over is None else over
        for each in columns:
            words = [label or "", each if len(columns) > 1 or not label else ""]
            ax.plot(self[x], self[each], label=" ".join(filter(None, words)), **style)
        ax.set_xlabel(self._axis([x]))
        ax.set_ylabel(self._axis(columns))
        if len(ax.lines) > 1:
            ax.legend()
        return ax

    def _axis(self, columns: Sequence[str]) -> str:
        """camber [deg]; of columns with one unit their names with it, else each with its own."""
        units = {self.unit(each) for each in columns}
        if len(units) > 1:
            return ", ".join(self._axis([each]) for each in columns)
        unit = units.pop()
        return ", ".join(columns) + (f" [{unit}]" if unit != "1" else "")


def numbers(texts: Sequence[str]) -> np.ndarray[Any, Any]:
    """Numbers where all are, else the texts."""
    try:
        return np.array(texts, dtype=float)
    except ValueError:
        return np.array(texts)


def load(folder: str | os.PathLike[str]) -> Run:
    """The folder that a run has left, also one of `bricard run`."""
    data = _core.load(os.fspath(folder))
    data["texts"] = {name: content.decode() for name, content in data.pop("files").items()}
    return Run(data, os.path.dirname(os.path.abspath(folder)))
