"""Comparison of the profiles."""

from __future__ import annotations

import copy
from ctypes import byref
from dataclasses import dataclass, fields
from typing import Any

import numpy.typing as npt

from ._analysis import Analysis, decoded
from ._analyzer import Engine, SomeParameters, analyzer
from ._arrays import as_samples, map_arguments
from ._library import Doubles, json_object, library, numbers
from ._results import Result

__all__ = ["Parity", "parity"]


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
