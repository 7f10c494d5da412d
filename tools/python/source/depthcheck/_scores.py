"""Evaluation of the scores of any detector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arguments import column_of
from ._classes import bona_fide_of, kinds_of
from ._errors import InputError, invalid_argument
from ._evaluation import report_of
from ._labels import csv_bytes
from ._report_results import EvaluationReport
from ._requests import request

__all__ = ["evaluate_scores"]


def evaluate_scores(
    scores: Any,
    labels: Any,
    *,
    species: Any = None,
    groups: Any = None,
    decisions: Any = None,
    matrix: Any = None,
    development: tuple[Any, ...] | None = None,
    bona_fide: Any = None,
    lower_is_real: bool = False,
    tables: bool = False,
    figures: bool = False,
    confidence: float | None = None,
) -> EvaluationReport:
    """Evaluates the scores of one or several detectors: ``evaluate_scores(scores, is_real, species=kinds)``.

    Parameters
    ----------
    scores : array_like of float, or mapping of str to array_like
        The scores, or those of each system by name; a higher score means bona fide. NaN is no verdict.
    labels : array_like
        Two labels, such as 1 and 0, or ``bona_fide`` and ``attack``.
    species, groups : array_like, optional
        The species of each attack, and what presentations that are not independent have in common.
    decisions : array_like, or mapping of str to array_like, optional
        The decisions, with the labels; by default a threshold is chosen where the errors are equal: on the development
        set, or on the evaluated data, which is optimistic.
    matrix : array_like, optional
        The part of each presentation, such as a data set: thresholds are chosen on one part and tested on another.
    development : tuple, optional
        The scores, labels and optionally species of a development set.
    bona_fide : label, optional
        The label of bona fide presentations, as for ``depthcheck.sklearn.ThresholdRule``.
    lower_is_real : bool
        Whether a lower score means bona fide.
    tables, figures, confidence
        As for :func:`evaluate`.

    Returns
    -------
    EvaluationReport
        The report of ``depthcheck evaluate`` with score files.

    Raises
    ------
    InputError
        ``invalid_argument``, ``wrong_shape``, ``too_little_data``.

    Examples
    --------
    >>> found = evaluate_scores([0.9, 0.8, 0.3, 0.1], [1, 1, 0, 0], species=["", "", "print", "screen"])
    >>> found["given"]["score"]["worst_species"]["eer"], found["given"]["operating_point"]["source"]
    (0.0, 'evaluated_data')
    """
    given, real_label = _labels(labels, species, {"group": groups, "matrix": matrix}, bona_fide)
    members: dict[str, Any] = {
        "lower_is_real": lower_is_real,
        "tables": tables,
        "figures": figures,
        "confidence": confidence,
        "matrix": None if matrix is None else "matrix",
    }
    systems = _by_name("scores", scores)
    decided = {} if decisions is None else _by_name("decisions", decisions)
    if decided and list(decided) != list(systems):
        raise invalid_argument("decisions", list(decided), f"those of {', '.join(systems)}")
    files = [_scores(name, numbers, given["file"]) for name, numbers in systems.items()]
    for name, decision in decided.items():
        accepted = _column(decision, f"the decisions of {name}", len(given["file"])) == real_label
        file = files[list(systems).index(name)]
        # A presentation without a score has no decision.
        file["decision"] = np.where(np.isnan(file["score"]), "", np.where(accepted, "bona_fide", "attack"))
    inputs = [files[0], given, *files[1:]]
    names = list(systems)
    members |= {"name": names[0], "others": list(range(2, len(inputs))), "other_names": names[1:]}
    if development is not None:
        if not isinstance(development, (tuple, list)) or not 2 <= len(development) <= 3:
            raise invalid_argument("development", development, "scores, labels and optionally species")
        held = _by_name("development", development[0])
        if list(held) != names:
            raise invalid_argument("development", list(held), f"the scores of {', '.join(names)}")
        # Other names than those of the evaluated set, because these presentations are others.
        held_species = development[2] if len(development) == 3 else None
        held_labels, _ = _labels(development[1], held_species, {}, bona_fide, "development ")
        members["development"] = list(range(len(inputs), len(inputs) + len(names)))
        inputs += [_scores(name, numbers, held_labels["file"]) for name, numbers in held.items()]
        members["development_labels"] = len(inputs)
        inputs.append(held_labels)
    return report_of(request("evaluate", members, map(csv_bytes, inputs)))


def _by_name(argument: str, scores: Any) -> dict[str, Any]:
    if not isinstance(scores, Mapping):
        return {"scores": scores}
    if not scores:
        raise invalid_argument(argument, scores, "those of at least one system")
    return {str(name): numbers for name, numbers in scores.items()}


def _column(values: Any, what: str, count: int) -> npt.NDArray[Any]:
    column = column_of(values, what)
    if len(column) != count:
        raise InputError("wrong_shape", f"found {len(column)} values for {what}; expected {count}, one for each label")
    return column


def _scores(name: str, scores: Any, files: list[str]) -> dict[str, Any]:
    """A score file of one system."""
    numbers = _column(scores, f"the scores of {name}", len(files))
    try:
        numbers = numbers.astype(np.float64)
    except (TypeError, ValueError):
        raise invalid_argument(f"the scores of {name}", scores, "numbers, with NaN for no verdict") from None
    infinite = np.flatnonzero(np.isinf(numbers))
    if len(infinite):
        what = f"row {infinite[0]} of the scores of {name}"
        raise invalid_argument(what, numbers[infinite[0]], "a finite score, or NaN for no verdict")
    return {"file": files, "score": numbers}


def _labels(
    labels: Any, species: Any, others: Mapping[str, Any], bona_fide: Any, prefix: str = ""
) -> tuple[dict[str, Any], Any]:
    """The columns of a table of labels, and the label of bona fide presentations."""
    values = column_of(labels, "labels")
    try:
        classes = np.unique(values)
    except TypeError:
        raise invalid_argument("labels", labels, "values of one type") from None
    if len(classes) != 2:
        raise InputError("invalid_argument", f"found {len(classes)} kinds of labels; expected bona fide and attack")
    real_label = bona_fide_of(classes, bona_fide)
    real = values == real_label
    columns: dict[str, Any] = {
        "file": [f"{prefix}{number}" for number in range(len(values))],
        "label": np.where(real, "bona_fide", "attack"),
    }
    if species is not None:
        columns["species"] = np.where(real, "", kinds_of(species, real))
    for name, column in others.items():
        if column is not None:
            columns[name] = _column(column, name, len(values))
    return columns, real_label
