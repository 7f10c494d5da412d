"""Evaluation of the scores of any detector."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._classes import bona_fide_of, kinds_of
from ._errors import InputError, invalid_argument
from ._evaluation import report_of
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
    label_table, real_label = _label_table(labels, species, groups, matrix, bona_fide)
    members: dict[str, Any] = {
        "lower_is_real": lower_is_real,
        "tables": tables,
        "figures": figures,
        "confidence": confidence,
        "matrix": None if matrix is None else "matrix",
    }
    systems = _by_name(scores)
    decided = {} if decisions is None else _by_name(decisions)
    if decided and list(decided) != list(systems):
        raise invalid_argument("decisions", list(decided), f"those of {', '.join(systems)}")
    count = len(np.asarray(labels))
    files = [
        _score_table(name, numbers, count, None if not decided else np.asarray(decided[name]) == real_label)
        for name, numbers in systems.items()
    ]
    inputs = [files[0], label_table, *files[1:]]
    names = list(systems)
    members |= {"name": names[0], "others": list(range(2, len(inputs))), "other_names": names[1:]}
    if development is not None:
        if not 2 <= len(development) <= 3:
            raise invalid_argument("development", development, "scores, labels and optionally species")
        held, held_labels = _by_name(development[0]), development[1]
        if list(held) != names:
            raise invalid_argument("development", list(held), f"the scores of {', '.join(names)}")
        members["development"] = list(range(len(inputs), len(inputs) + len(names)))
        held_count = len(np.asarray(held_labels))
        # Other names than those of the evaluated set, because these presentations are others.
        inputs += [_score_table(name, held[name], held_count, None, "development ") for name in names]
        members["development_labels"] = len(inputs)
        held_species = development[2] if len(development) == 3 else None
        inputs.append(_label_table(held_labels, held_species, None, None, bona_fide, "development ")[0])
    return report_of(request("evaluate", members, inputs))


def _by_name(scores: Any) -> dict[str, Any]:
    if not isinstance(scores, Mapping):
        return {"scores": scores}
    if not scores:
        raise invalid_argument("scores", scores, "the scores of at least one system")
    return {str(name): numbers for name, numbers in scores.items()}


def _table(header: list[str], rows: Any) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode()


def _score_table(
    name: str, scores: Any, count: int, accepted: npt.NDArray[np.bool_] | None, prefix: str = ""
) -> bytes:
    numbers = np.asarray(scores, dtype=np.float64)
    if numbers.shape != (count,):
        raise InputError(
            "wrong_shape", f"found {name} of shape {numbers.shape}; expected {(count,)}, one score for each label"
        )
    if np.isinf(numbers).any():
        row = int(np.flatnonzero(np.isinf(numbers))[0])
        raise invalid_argument(name, f"an infinite score in row {row}", "finite scores, or NaN for no verdict")
    if accepted is not None and accepted.shape != numbers.shape:
        raise InputError("wrong_shape", f"found decisions of shape {accepted.shape}; expected {numbers.shape}")
    cells = ["" if np.isnan(number) else repr(float(number)) for number in numbers]
    files = [f"{prefix}{number}" for number in range(count)]
    if accepted is None:
        return _table(["file", "score"], zip(files, cells))
    words = ["" if not cell else "bona_fide" if real else "attack" for cell, real in zip(cells, accepted)]
    return _table(["file", "score", "decision"], zip(files, cells, words))


def _label_table(
    labels: Any, species: Any, groups: Any, matrix: Any, bona_fide: Any, prefix: str = ""
) -> tuple[bytes, Any]:
    """The labels as a table, and the label of bona fide presentations."""
    values = np.asarray(labels)
    classes = np.unique(values)
    if values.ndim != 1 or len(classes) != 2:
        raise InputError(
            "invalid_argument",
            f"found labels of shape {values.shape} with {len(classes)} values; expected two, bona fide and attack",
        )
    real_label = bona_fide_of(classes, bona_fide)
    real = values == real_label
    columns: dict[str, Any] = {
        "file": [f"{prefix}{number}" for number in range(len(values))],
        "label": np.where(real, "bona_fide", "attack"),
    }
    if species is not None:
        columns["species"] = np.where(real, "", kinds_of(species, real))
    for name, column in (("group", groups), ("matrix", matrix)):
        if column is None:
            continue
        columns[name] = np.asarray(column).astype(str)
        if columns[name].shape != values.shape:
            raise InputError("wrong_shape", f"found {name} of shape {columns[name].shape}; expected {values.shape}")
    return _table(list(columns), zip(*columns.values())), real_label
