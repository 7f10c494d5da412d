"""Comparison of the profiles over many files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Union

from ._analyze import job_count
from ._analyzer import SomeParameters, as_parameters
from ._paths import paths_of
from ._reading import Reading, as_reading
from ._requests import request
from ._results import Report

__all__ = ["ParityReport", "parity_report"]

_Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True, eq=False)
class ParityReport(Report):
    """The results of both profiles over many files, returned by :func:`depthcheck.parity_report`.

    Attributes
    ----------
    report : dict
        The object of ``depthcheck parity --format json``, described in docs/PARITY.md.
    csv : str
        The table of ``depthcheck parity --format csv``, a row for each map; :meth:`to_frame` has its columns.

    Examples
    --------
    >>> found = parity_report("captures")
    >>> found.to_frame()[["outcome", "server_status", "client_status"]].values.tolist()
    [['compared', 'pass', 'pass'], ['compared', 'fail', 'fail']]
    """

    report: dict[str, Any]
    csv: str

    @property
    def holds(self) -> bool:
        """Whether no map breaks a promise."""
        return bool(self.report["holds"])

    def _rows(self) -> list[dict[str, Any]]:
        import csv

        return [
            {name: _number(value) if name.endswith("_difference") else value for name, value in row.items()}
            for row in csv.DictReader(io.StringIO(self.csv))
        ]


def _number(cell: str) -> float | None:
    return float(cell) if cell else None


def parity_report(
    corpus: _Path | Iterable[_Path],
    *,
    parameters: SomeParameters = None,
    reading: Reading = Reading(),
    shards: bool = False,
    jobs: int | None = None,
) -> ParityReport:
    """Compares both profiles over files, folders and archives: ``parity_report("captures").holds``.

    Parameters
    ----------
    corpus : path-like or iterable of path-like
        Folders, depth files and archives.
    parameters, reading
        As for :func:`depthcheck.analyze_file`.
    shards : bool
        Whether the paths are tar archives, as those of ``depthcheck parity --tar``.
    jobs : int, optional
        The number of threads; by default one per available processor. Results do not depend on it.

    Returns
    -------
    ParityReport
        The same numbers as from ``depthcheck parity``, bit for bit. Files that cannot be read are its ``unreadable``.

    Raises
    ------
    ParameterError, InputError
        For invalid arguments.

    Examples
    --------
    >>> found = parity_report(["captures", "room.bin.gz"])
    >>> found.holds, found["compared"]
    (True, 3)
    """
    members = {
        "paths": paths_of(corpus),
        "shards": shards,
        "parameters": as_parameters(parameters).to_dict(),
        "jobs": job_count(jobs),
    }
    answer = request("compare_profiles", {**as_reading(reading).members, **members})
    return ParityReport(answer["report"], answer["csv"])
