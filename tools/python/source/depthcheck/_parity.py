"""Comparison of the profiles: of one map, and over many files."""

from __future__ import annotations

import copy
import io
import os
from collections.abc import Iterable
from ctypes import byref
from dataclasses import dataclass, fields
from typing import Any, Union

import numpy.typing as npt

from ._analysis import Analysis, decoded
from ._analyze import job_count
from ._analyzer import Engine, SomeParameters, analyzer, as_parameters
from ._arguments import paths_of
from ._arrays import as_samples, map_arguments
from ._library import Doubles, json_object, library, numbers
from ._reading import Reading, as_reading
from ._requests import request
from ._results import Report, Result

__all__ = ["Parity", "ParityReport", "parity", "parity_report"]


@dataclass(frozen=True, eq=False)
class Parity(Result):
    """The results of both profiles for one map, returned by :func:`depthcheck.parity`.

    Attributes
    ----------
    server, client : Analysis
        The two analyses.
    coverage : {"compared", "server_only", "unavailable"}
        Which profiles analysed the map: both, only the server, or neither.
    broken_promises : tuple of str
        The fields whose difference exceeds the limit in docs/PARITY.md.
    verdict_flips : bool
        Whether the verdicts differ.
    differences : dict of str to float
        The difference between the client and the server, by field; for ``peak_depths`` only if the numbers of layers
        are equal.
    checks : list of dict
        The checks with different outcomes, with causes and sentences as in ``depthcheck parity``.
    layer_difference : str or None
        The reason why the layers differ.

    Examples
    --------
    >>> found = parity(read("room.bin.gz").depth)
    >>> found.coverage, found.verdict_flips, found.broken_promises
    ('compared', False, ())
    """

    server: Analysis
    client: Analysis
    coverage: str
    broken_promises: tuple[str, ...]
    verdict_flips: bool
    differences: dict[str, float]
    checks: list[dict[str, Any]]
    layer_difference: str | None

    @property
    def holds(self) -> bool:
        """Whether no promise is broken."""
        return not self.broken_promises

    def to_dict(self) -> dict[str, Any]:
        """The comparison, with both analyses in the JSON format of ``depthcheck analyze``."""
        found = {**copy.deepcopy(vars(self)), "server": self.server.to_dict(), "client": self.client.to_dict()}
        return {"holds": self.holds, **found, "broken_promises": list(self.broken_promises)}

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"field": name, "difference": value, "is_broken": name in self.broken_promises}
            for name, value in self.differences.items()
        ]


def parity(
    array: npt.ArrayLike,
    *,
    parameters: SomeParameters = None,
    valid: npt.ArrayLike | None = None,
    engine: Engine = "kernel",
) -> Parity:
    """Compares the results of both profiles for a depth map: ``depthcheck.parity(array).holds``.

    Parameters and errors are those of :func:`depthcheck.analyze`.

    Examples
    --------
    >>> parity(read("room.bin.gz").depth).holds
    True
    """
    server, client = (analyzer(profile, parameters, engine) for profile in ("server", "client"))
    samples = as_samples(array, valid)
    records = Doubles(), Doubles()
    answer = json_object(
        library.parity(server.address, client.address, *map_arguments(samples), *map(byref, records))
    )
    answer["broken_promises"] = tuple(answer["broken_promises"])
    answer["differences"] = {name: value for name, value in answer["differences"].items() if value is not None}
    found: dict[str, Any] = {field.name: answer.get(field.name) for field in fields(Parity)}
    found["server"], found["client"] = (decoded(numbers(record)) for record in records)
    return Parity(**found)


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
