"""The report of ``depthcheck evaluate``, with its tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._analyzer import SomeParameters, as_parameters
from ._arguments import is_path
from ._errors import invalid_argument
from ._labels import LabelMap, Labels, label_bytes, label_or_measurement_bytes, labelled
from ._measure import Measurements, table_bytes
from ._paper import Figure, PaperTable
from ._report_results import EvaluationReport
from ._requests import request

__all__ = ["evaluate"]


def evaluate(
    measurements: Measurements,
    labels: Labels,
    parameters: SomeParameters,
    *,
    against: SomeParameters = None,
    against_measurements: Measurements | None = None,
    tuned_on: Sequence[Measurements | Labels] = (),
    development: Measurements | None = None,
    development_labels: Labels | None = None,
    per: str | None = None,
    decide: str | None = None,
    tables: bool = False,
    figures: bool = False,
    name: str = "the given",
    against_name: str | None = None,
    confidence: float | None = None,
    label_map: LabelMap = None,
    ignore_unlabelled: bool = False,
) -> EvaluationReport:
    """Compares parameters with others on held-out maps: ``evaluate(frame, "labels.csv", tuned).answer``.

    The confidence level is by default that of ``depthcheck evaluate``.

    Parameters
    ----------
    measurements, labels, confidence, label_map, ignore_unlabelled
        As for :func:`tuning_report`. The maps should be ones that the parameters were not tuned on.
    parameters : Parameters or mapping
        The parameters to evaluate.
    against : Parameters or mapping, optional
        The parameters to compare with; by default the server's.
    against_measurements : table or path-like, optional
        The same maps measured with ``against``, if these change the measurements.
    tuned_on : sequence of tables or paths
        Labels or measurements that the parameters were tuned on, to find maps that are not held out.
    development, development_labels : table or path-like, optional
        A development set and its labels, which chooses the thresholds of HTER and EPC.
    per : str, optional
        Decides per scene or video: maps of a class with the same value of this column of the labels, such as ``group``,
        count as one.
    decide : {"any", "all", "majority", "mean"}, optional
        The rule of ``per``: accepts a unit if any, all or most of its maps are accepted, or if their mean score is
        above 0.
    tables, figures : bool
        Whether to make the tables and figures for a paper, as ``--tables`` and ``--figures``. A class may then be
        missing.
    name, against_name : str
        The names of the parameters in the report. ``against_name`` is by default "the server's", or "the other" if
        ``against`` is given.

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
    >>> found = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4}, tables=True, figures=True)
    >>> list(found.tables), list(found.figures)
    (['rates', 'comparisons', 'curves', 'summary'], ['det', 'roc', 'scores', 'trade-off'])
    >>> found.absences["epc"]
    'there is no development set'
    """
    members, inputs = labelled(measurements, labels, label_map, ignore_unlabelled)
    members |= {
        "parameters": as_parameters(parameters).to_dict(),
        "against": None if against is None else as_parameters(against).to_dict(),
        "name": name,
        "against_name": against_name,
        "per": per,
        "decide": decide,
        "tables": tables,
        "figures": figures,
        "confidence": confidence,
    }

    def add(member: str, data: bytes) -> None:
        members[member] = len(inputs)
        inputs.append(data)

    if against_measurements is not None:
        add("against_measurements", table_bytes(against_measurements))
    if development is not None:
        add("development", table_bytes(development))
    if development_labels is not None:
        add("development_labels", label_bytes(development_labels))
    if is_path(tuned_on) or not isinstance(tuned_on, Sequence):
        raise invalid_argument("tuned_on", tuned_on, "a list of tables or paths, such as [labels]")
    if len(tuned_on):
        members["tuned_on"] = list(range(len(inputs), len(inputs) + len(tuned_on)))
        inputs += [label_or_measurement_bytes(each) for each in tuned_on]
    return report_of(request("evaluate", members, inputs))


def report_of(answer: dict[str, Any]) -> EvaluationReport:
    """The report in an answer of the library."""
    return EvaluationReport(
        answer["report"],
        tables={each["name"]: PaperTable.of(each) for each in answer["tables"] if each["reason"] is None},
        figures={each["name"]: Figure.of(each) for each in answer["figures"] if each["reason"] is None},
        absences={each["name"]: each["reason"] for each in answer["tables"] + answer["figures"] if each["reason"]},
    )
