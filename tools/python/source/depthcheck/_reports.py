"""The reports of ``depthcheck tune`` and ``depthcheck evaluate``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

import numpy as np

from ._analyze import job_count
from ._analyzer import SomeParameters, as_parameters
from ._errors import invalid_argument
from ._labels import Labels, label_bytes, label_or_measurement_bytes
from ._measure import measure, ndjson
from ._parameters import Parameters
from ._progress import Progress
from ._reading import Reading
from ._report_results import EvaluationReport, RuleReport, TuningReport, fold_table, table_of
from ._requests import Measurements, is_path, request, table_bytes
from ._rules import Rule
from ._tuning import Objective

__all__ = ["evaluate", "tune_rule", "tuning_report"]

#: The values of a parameter to try: numbers, or a range such as "0.05:0.3:0.05".
Values = Union[str, Iterable[float]]


def tuning_report(
    measurements: Measurements,
    labels: Labels,
    *,
    objective: Objective | str = "bpcer20",
    parameters: SomeParameters = None,
    replicates: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
    folds: int = 5,
    grid: int | None = None,
    operating_points: int = 0,
    ignore_unlabelled: bool = False,
    sweep: Mapping[str, Values] | None = None,
    refine: int = 0,
    corpus: str | os.PathLike[str] | None = None,
    reading: Reading = Reading(),
    jobs: int | None = None,
    progress: Progress = False,
) -> TuningReport:
    """Tunes with everything that ``depthcheck tune`` reports: ``tuning_report(frame, "labels.csv")["advice"]``.

    Intervals over groups, nested cross-validation, curves and advice. For the thresholds alone, :func:`tune` is faster.

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
    replicates : int
        The number of bootstrap replicates over groups; 0 needs no OpenBLAS.
    seed : int
        The random seed; the same seed gives the same report.
    confidence : float
        The confidence level of all intervals.
    folds : int
        The number of folds of the cross-validation.
    grid : int, optional
        Searches a grid of this many values per threshold instead of exactly.
    operating_points : int
        The maximum number of operating points to list.
    ignore_unlabelled : bool
        Whether to skip files that are unlabelled, unknown or labelled twice; the report lists them.
    sweep : mapping of str to values, optional
        Values to try of parameters that are not thresholds: numbers, or a range ``"first:last:step"``.
    refine : int
        After the sweep, the number of times to try the values halfway between the best one and its neighbours.
    corpus : path-like, optional
        The folder that was measured, without ``root`` and ``shards``, which a sweep measures again.
    reading : Reading
        How that folder was read; it must be the same as for ``measurements``, which do not record it.
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
    if not isinstance(operating_points, (int, np.integer)) or not 0 <= operating_points <= 1_000_000:
        raise invalid_argument("operating_points", operating_points, "a whole number from 0 to 1000000")
    if sweep is not None and not isinstance(sweep, Mapping):
        raise invalid_argument("sweep", sweep, "a mapping from names of parameters to values")
    if sweep and corpus is None:
        raise invalid_argument("corpus", corpus, "the folder that was measured, which a sweep measures again")
    members = {
        **_options(objective, parameters, replicates, seed, confidence, folds, ignore_unlabelled, jobs),
        **_names(measurements, labels),
        "grid": grid,
        "point_limit": operating_points,
        "sweep": [f"{key}={_values(key, values)}" for key, values in (sweep or {}).items()],
        "refine": refine,
    }
    inputs = [table_bytes(measurements), label_bytes(labels)]
    measured: list[Any] = []
    while "to_measure" in (answer := request("tune", members, inputs)):
        for values in answer["to_measure"]:
            if values in measured:
                raise invalid_argument("measurements", "rows of another processor", "rows measured on this one")
            measured.append(values)
            # A sweep is only possible with a corpus.
            table = measure(corpus or "", parameters=values, profile=answer["profile"], reading=reading, jobs=jobs,
                            progress=progress)  # fmt: skip
            inputs.append(ndjson(table).encode())
    tables = ("curves", "operating_points", "sweep_table")
    return TuningReport(
        report=answer["report"],
        parameters=Parameters.from_dict(answer["parameters"]),
        objection=answer["objection"],
        folds=fold_table(answer["folds"]),
        **{name: table_of(answer[name]) for name in tables},
    )


def tune_rule(
    measurements: Measurements,
    labels: Labels,
    *,
    use: str | Sequence[str],
    objective: Objective | str = "bpcer20",
    parameters: SomeParameters = None,
    replicates: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
    folds: int = 5,
    ignore_unlabelled: bool = False,
    jobs: int | None = None,
) -> RuleReport:
    """Tunes a rule of other measurements: ``tune_rule(frame, "labels.csv", use="best:2").rule``.

    Parameters
    ----------
    measurements, labels, objective, parameters, replicates, seed, confidence, folds, ignore_unlabelled, jobs
        As for :func:`tuning_report`. Some measurements need ``measure(candidates=True)``.
    use : str or sequence of str
        The measurements to use, or ``"best:1"`` to ``"best:3"`` to select them.

    Returns
    -------
    RuleReport
        The same numbers as from ``depthcheck tune --use``, bit for bit.

    Raises
    ------
    InputError, OSError
        As for :func:`tuning_report`.

    Examples
    --------
    >>> found = tune_rule("corpus.ndjson", "labels.csv", use="best:1", replicates=0)
    >>> found["tuned"]["rates"]["bpcer"]["errors"]
    0
    """
    names = [use] if isinstance(use, str) else list(use) if isinstance(use, Iterable) else [use]
    if not all(isinstance(name, str) for name in names):
        raise invalid_argument("use", use, "names of measurements, or best:1 to best:3")
    members = {
        **_options(objective, parameters, replicates, seed, confidence, folds, ignore_unlabelled, jobs),
        **_names(measurements, labels),
        "use": ",".join(names),
    }
    answer = request("tune_rule", members, [table_bytes(measurements), label_bytes(labels)])
    return RuleReport(answer["report"], Rule(answer["rule"]), answer["objection"], fold_table(answer["folds"]))


def evaluate(
    measurements: Measurements,
    labels: Labels,
    parameters: SomeParameters,
    *,
    against: SomeParameters = None,
    against_measurements: Measurements | None = None,
    tuned_on: Sequence[Measurements | Labels] = (),
    name: str = "the given",
    against_name: str = "the server's",
    confidence: float = 0.95,
    ignore_unlabelled: bool = False,
) -> EvaluationReport:
    """Compares parameters with others on held-out maps: ``evaluate(frame, "labels.csv", tuned).answer``.

    Parameters
    ----------
    measurements, labels, confidence, ignore_unlabelled
        As for :func:`tuning_report`. The maps should be ones that the parameters were not tuned on.
    parameters : Parameters or mapping
        The parameters to evaluate.
    against : Parameters or mapping, optional
        The parameters to compare with; by default the server's.
    against_measurements : table or path-like, optional
        The same maps measured with ``against``, if these change the measurements.
    tuned_on : sequence of tables or paths
        Labels or measurements that the parameters were tuned on, to find maps that are not held out.
    name, against_name : str
        The names of the parameters in the report.

    Returns
    -------
    EvaluationReport
        The same numbers as from ``depthcheck evaluate``, bit for bit.

    Raises
    ------
    InputError, OSError
        As for :func:`tuning_report`.

    Examples
    --------
    >>> found = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 9})
    >>> found["sentence"].split(":")[0], found["given"]["bpcer"]["value"]
    ('Inconclusive', 1.0)
    """
    inputs = [table_bytes(measurements), label_bytes(labels)]
    members: dict[str, Any] = {
        **_names(measurements, labels),
        "parameters": as_parameters(parameters).to_dict(),
        "against": as_parameters(against).to_dict(),
        "name": name,
        "against_name": against_name,
        "confidence": confidence,
        "ignore_unlabelled": ignore_unlabelled,
    }
    if against_measurements is not None:
        members["against_measurements"] = len(inputs)
        inputs.append(table_bytes(against_measurements))
    if is_path(tuned_on) or not isinstance(tuned_on, Sequence):
        raise invalid_argument("tuned_on", tuned_on, "a list of tables or paths, such as [labels]")
    if len(tuned_on):
        members["tuned_on"] = list(range(len(inputs), len(inputs) + len(tuned_on)))
        inputs += [label_or_measurement_bytes(each) for each in tuned_on]
    return EvaluationReport(request("evaluate", members, inputs)["report"])


def _options(
    objective: Objective | str, parameters: SomeParameters, replicates: int, seed: int, confidence: float, folds: int,
    ignore_unlabelled: bool, jobs: int | None,
) -> dict[str, Any]:  # fmt: skip
    """The members that the requests for tuning share."""
    chosen = Objective.named(objective)
    costs = {"cost_apcer": chosen.apcer_cost, "cost_bpcer": chosen.bpcer_cost, "prior": chosen.prior}
    goals: dict[str, dict[str, Any]] = {
        "bpcer": {"max_apcer": chosen.limit},
        "apcer": {"max_bpcer": chosen.limit},
        "cost": costs,
    }
    return {
        **goals.get(chosen.kind, {"objective": chosen.kind}),
        "parameters": as_parameters(parameters).to_dict(),
        "replicates": replicates,
        "seed": seed,
        "confidence": confidence,
        "folds": folds,
        "ignore_unlabelled": ignore_unlabelled,
        "jobs": job_count(jobs),
    }


def _names(measurements: Any, labels: Any) -> dict[str, str]:
    """The names of tables in errors."""
    given = {"measurements_name": measurements, "labels_name": labels}
    return {name: os.fsdecode(value) for name, value in given.items() if is_path(value)}


def _values(key: str, values: Values) -> str:
    if isinstance(values, str):
        return values
    if not isinstance(values, Iterable) or isinstance(values, bytes):
        raise invalid_argument(key, values, "numbers, or a range such as '0.05:0.3:0.05'")
    return ",".join(str(value.item() if isinstance(value, np.generic) else value) for value in values)
