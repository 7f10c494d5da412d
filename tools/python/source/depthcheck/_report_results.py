"""The results of tuning and evaluation: the report of the command, and its tables."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arguments import path_text
from ._paper import Figure, PaperTable
from ._parameters import Parameters
from ._printed import json_text
from ._results import Report
from ._writing import write_text

__all__ = ["EvaluationReport", "TuningReport"]

#: A table as columns.
Table = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class TuningReport(Report):
    """The report of ``depthcheck tune``, returned by :func:`depthcheck.tuning_report`.

    Attributes
    ----------
    report : dict
        The object of ``depthcheck tune --format json``, described in docs/TUNING.md.
    parameters : Parameters
        The tuned parameters.
    objection : str or None
        The reason why ``depthcheck tune`` does not write the parameters without ``--force``; None if it does.
    curves, operating_points, sweep_table, folds : dict of str to ndarray
        The tables of ``--curves``, ``--operating-points``, ``--sweep-table`` and ``--save-folds``.

    Examples
    --------
    >>> report = tuning_report("corpus.ndjson", "labels.csv", replicates=0)
    >>> report["advice_code"], report.parameters.layerThreshold
    ('too_little_data', 3)
    >>> report.to_frame().query("setting == 'tuned'")["value"].tolist()
    [0.0, 0.0]
    """

    report: dict[str, Any]
    parameters: Parameters
    objection: str | None
    curves: Table
    operating_points: Table
    sweep_table: Table
    folds: Table

    def _rows(self) -> list[dict[str, Any]]:
        parts = {name: self.report[name] for name in ("present", "tuned", "expected_on_new_scenes")}
        return [row for name, part in parts.items() if part for row in _rate_rows(name, part["rates"])]


@dataclass(frozen=True, eq=False)
class EvaluationReport(Report):
    """The report of ``depthcheck evaluate``, returned by :func:`depthcheck.evaluate`.

    Attributes
    ----------
    report : dict
        The object of ``depthcheck evaluate --format json``.
    tables : dict of str to PaperTable
        The tables of ``--tables``; empty unless requested.
    figures : dict of str to Figure
        The figures of ``--figures``; empty unless requested.
    absences : dict of str to str
        The reasons for requested tables and figures that cannot be made, by name.

    Examples
    --------
    >>> found = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4})
    >>> found.answer, found["maps"]
    ('identical', 2)
    """

    report: dict[str, Any]
    tables: dict[str, PaperTable] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    absences: dict[str, str] = field(default_factory=dict)

    def save(self, folder: str | os.PathLike[str]) -> list[str]:
        """Writes all tables, figures and their provenance to a folder, as the files of ``depthcheck evaluate``.

        Returns
        -------
        list of str
            The paths of the files. Existing ones were replaced. Unlike the command, this removes no documents of an
            earlier evaluation.
        """
        folder = path_text(folder)
        os.makedirs(folder, exist_ok=True)
        paths: list[str] = []
        for name, table in self.tables.items():
            for ending in ("csv", "md", "tex"):
                paths.append(os.path.join(folder, f"{name}.{ending}"))
                table.save(paths[-1])
        for name, figure in self.figures.items():
            paths.append(os.path.join(folder, f"{name}.svg"))
            figure.save(paths[-1])
        paths.append(os.path.join(folder, "provenance.json"))
        write_text(json_text(self.report["provenance"], indent=2) + "\n", paths[-1])
        return paths

    @property
    def answer(self) -> str:
        """``better``, ``worse``, ``mixed``, ``not_told_apart`` or ``identical``."""
        return str(self.report["answer"])

    def _rows(self) -> list[dict[str, Any]]:
        return [row for side in ("given", "against") for row in _rate_rows(side, self.report[side])]


def _rate_rows(setting: str, rates: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for real scenes and for each species."""
    classes = [("bona_fide", None, rates["bpcer"])]
    classes += [("attack", species, rate) for species, rate in rates["apcer"].items()]
    for kind, species, rate in classes:
        lower, upper = rate.get("interval") or (None, None)
        yield {
            "setting": setting,
            "class": kind,
            "species": species,
            **{name: rate[name] for name in ("errors", "total", "value")},
            "interval_lower": lower,
            "interval_upper": upper,
            **{name: rate.get(name) for name in ("interval_level", "groups", "groups_with_errors")},
        }


def table_of(rows: list[dict[str, Any]]) -> Table:
    """Rows as columns; in columns of numbers, None becomes NaN."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: _column([row.get(name) for row in rows]) for name in names}


def _column(values: list[Any]) -> npt.NDArray[Any]:
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return np.array(values, dtype=np.int64)
    if all(value is None or isinstance(value, (int, float)) for value in values):
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return np.array(["" if value is None else value for value in values], dtype=np.str_)


def fold_table(text: str) -> Table:
    import csv

    rows = list(csv.DictReader(io.StringIO(text)))
    types: dict[str, Any] = {"group": np.str_, "fold": np.int64, "left_out": np.str_}
    return {name: np.array([row[name] for row in rows], dtype=kind) for name, kind in types.items()}
