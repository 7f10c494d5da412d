"""The reports of ``depthcheck tune``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

import numpy as np

from ._analyze import in_order, job_count
from ._analyzer import SomeParameters, as_parameters
from ._arguments import path_text
from ._errors import invalid_argument
from ._labels import LabelMap, Labels, labelled
from ._measure import Measurements
from ._parameters import Parameters
from ._printed import json_text
from ._progress import Progress, advancing
from ._report_results import TuningReport, fold_table, table_of
from ._requests import request
from ._tuning import Objective

__all__ = ["tuning_report"]

#: The values of a parameter to try: numbers, or a range such as "0.05:0.3:0.05".
Values = Union[str, Iterable[float]]


def tuning_report(
    measurements: Measurements,
    labels: Labels,
    *,
    objective: Objective | str = "bpcer20",
    parameters: SomeParameters = None,
    replicates: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    folds: int | None = None,
    repeats: int | None = None,
    leave_out: str | None = None,
    operating_points: int = 0,
    label_map: LabelMap = None,
    ignore_unlabelled: bool = False,
    sweep: Mapping[str, Values] | None = None,
    refine: int = 0,
    corpus: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: Progress = False,
) -> TuningReport:
    """Tunes with everything that ``depthcheck tune`` reports: ``tuning_report(frame, "labels.csv")["advice"]``.

    Intervals over groups, nested cross-validation, curves and advice. For the thresholds alone, :func:`tune` is faster.

    Numbers that are not given have the defaults of ``depthcheck tune``.

    Parameters
    ----------
    measurements : table or path-like
        The result of :func:`measure`, or the path of a file with it.
    labels : table or path-like
        The columns ``file`` and ``label``, optionally ``species`` and ``group``.
    objective : Objective or str
        As for :func:`tune`.
    parameters : Parameters or mapping, optional
        The present parameters, with which the maps were measured.
    replicates : int, optional
        The number of bootstrap replicates over groups; 0 needs no OpenBLAS.
    seed : int, optional
        The random seed; the same seed gives the same report.
    confidence : float, optional
        The confidence level of all intervals.
    folds : int, optional
        The number of folds of the cross-validation.
    repeats : int, optional
        The number of cross-validations, each with other folds.
    leave_out : str, optional
        Cross-validates on unknown species (``"species"``), or on unknown values of this column of the labels, such as a
        device: each fold leaves one out.
    operating_points : int
        The maximum number of operating points to list.
    label_map : mapping of str to str, optional
        Other names of columns and labels: ``{"species": "pai_species", "1": "attack", "0": "bona_fide"}``.
    ignore_unlabelled : bool
        Whether to skip files that are unlabelled, unknown or labelled twice; the report lists them.
    sweep : mapping of str to values, optional
        Values to try of parameters that are not thresholds: numbers, or a range ``"first:last:step"``.
    refine : int
        After the sweep, the number of times to try the values halfway between the best one and its neighbours.
    corpus : path-like, optional
        The folder to which the names of the files are relative, which a sweep measures again: the one that was
        measured, or its ``root``. Each file is read as its row states. Tar archives cannot be measured again.
    jobs : int, optional
        The number of threads; by default one per available processor. Results do not depend on it.
    progress : bool or function
        As for :func:`measure`, for the measurements of a sweep.

    Returns
    -------
    TuningReport
        The same numbers as from the command, bit for bit.

    Raises
    ------
    InputError
        ``labels_do_not_match``, ``invalid_table``, ``too_little_data``, ``invalid_argument``.
    OSError
        Also if OpenBLAS or a cryptography library is missing.

    Examples
    --------
    >>> labels = {"file": ["room.bin.gz", "screen.bin.gz"], "label": ["bona_fide", "screen"]}
    >>> report = tuning_report(measure("captures"), labels, replicates=0)
    >>> report["tuned"]["rates"]["bpcer"]["value"]
    0.0
    """
    if sweep is not None and not isinstance(sweep, Mapping):
        raise invalid_argument("sweep", sweep, "a mapping from names of parameters to values")
    if sweep and corpus is None:
        raise invalid_argument("corpus", corpus, "the folder that was measured, which a sweep measures again")
    labels_members, inputs = labelled(measurements, labels, label_map, ignore_unlabelled)
    chosen = Objective.named(objective)
    costs = {"cost_apcer": chosen.apcer_cost, "cost_bpcer": chosen.bpcer_cost, "prior": chosen.prior}
    goals: dict[str, dict[str, Any]] = {
        "bpcer": {"max_apcer": chosen.limit},
        "apcer": {"max_bpcer": chosen.limit},
        "cost": costs,
    }
    members = {
        **goals.get(chosen.kind, {"objective": chosen.kind}),
        **labels_members,
        "parameters": as_parameters(parameters).to_dict(),
        "replicates": replicates,
        "seed": seed,
        "confidence": confidence,
        "folds": folds,
        "repeats": repeats,
        "leave_out": leave_out,
        "jobs": job_count(jobs),
        "point_limit": operating_points,
        "sweep": [f"{key}={_values(key, values)}" for key, values in (sweep or {}).items()],
        "refine": refine,
    }
    tables = [*inputs]
    measured: list[Any] = []
    while "to_measure" in (answer := request("tune", members, tables)):
        for values in answer["to_measure"]:
            if values in measured:
                raise invalid_argument("measurements", "rows that measuring again does not give", "rows of measure()")
            measured.append(values)
            again = {**labels_members, "parameters": members["parameters"], "variant": values,
                     "corpus": None if corpus is None else path_text(corpus)}  # fmt: skip
            tables.append(_measured_again(again, inputs, answer["count"], job_count(jobs), progress))
    names = ("curves", "operating_points", "sweep_table")
    return TuningReport(
        report=answer["report"],
        parameters=Parameters.from_dict(answer["parameters"]),
        objection=answer["objection"],
        folds=fold_table(answer["folds"]),
        **{name: table_of(answer[name]) for name in names},
    )


def _values(key: str, values: Values) -> str:
    if isinstance(values, str):
        return values
    if not isinstance(values, Iterable) or isinstance(values, bytes):
        raise invalid_argument(key, values, "numbers, or a range such as '0.05:0.3:0.05'")
    return ",".join(str(value.item() if isinstance(value, np.generic) else value) for value in values)


def _measured_again(members: dict[str, Any], inputs: list[Any], count: int, jobs: int, progress: Progress) -> bytes:
    """The table of the labelled maps, measured with the parameters of a variant."""
    # At most 64 requests: each reads the tables again, but threads and the progress need several.
    size = max(16, -(-count // 64))

    def rows(first: int) -> list[dict[str, Any]]:
        part = {**members, "first": first, "count": size}
        found: list[dict[str, Any]] = request("measure_again", part, inputs)["rows"]
        return found

    lines: list[str] = []
    with advancing(progress, count) as advance:
        for part in in_order(rows, range(0, count, size), jobs):
            lines += [json_text(row) + "\n" for row in part]
            advance(len(part))
    return "".join(lines).encode()
