"""The number of groups that an evaluation needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._arguments import listed
from ._requests import request
from ._results import Report

__all__ = ["Plan", "plan"]


@dataclass(frozen=True, eq=False)
class Plan(Report):
    """The number of groups of each species that an evaluation needs, returned by :func:`depthcheck.plan`.

    Attributes
    ----------
    report : dict
        The object of ``depthcheck plan --format json``, described in docs/TUNING.md.

    Examples
    --------
    >>> found = plan(species=6, limit=0.05)
    >>> found.to_frame()["size"].tolist()
    ['possible', 'likely', 'steady']
    """

    report: dict[str, Any]

    @property
    def groups(self) -> int | None:
        """The groups of each species to collect; None if more are needed than a plan can have."""
        likely = self.report["likely"]
        return None if likely is None else int(likely["groups"])

    def _rows(self) -> list[dict[str, Any]]:
        sizes = ("possible", "likely", "steady")
        return [{"size": size, **self.report[size]} for size in sizes if self.report.get(size)]


def plan(
    species: int | None = None,
    limit: float | None = None,
    *,
    rate: str | None = None,
    difference: float | None = None,
    sizes: Iterable[int] | None = None,
    expected: float | None = None,
    captures_per_group: int | None = None,
    correlation: float | None = None,
    probability: float | None = None,
    confidence: float | None = None,
    seed: int | None = None,
) -> Plan:
    """Plans how many groups of each species show that APCER is within a limit: ``plan(6, 0.05).groups``.

    Numbers that are not given have the defaults of ``depthcheck plan``.

    Parameters
    ----------
    species : int, optional
        The number of species of attack; none for BPCER, except in a comparison.
    limit : float, optional
        The rate that no species may exceed, as a share; none for a comparison.
    rate : str, optional
        ``"apcer"`` or ``"bpcer"``.
    difference : float, optional
        Plans a comparison of two systems on the same captures: the difference of their rates to detect.
    sizes : iterable of int, optional
        The captures of each group of a pilot, if groups are unequal.
    expected : float, optional
        The true rate of every species, below the limit; by default a fifth of it. That of the better system in a
        comparison.
    captures_per_group : int, optional
        The number of captures of each group.
    correlation : float, optional
        The intra-group correlation of errors: 0 if captures are independent, 1 if those of a group agree.
    probability : float, optional
        The wanted probability that the limit is shown to hold.
    confidence : float, optional
        The confidence level of the intervals.
    seed : int, optional
        The random seed, for simulated captures.

    Returns
    -------
    Plan
        The same numbers as from ``depthcheck plan``, bit for bit.

    Raises
    ------
    InputError
        ``invalid_argument``.

    Examples
    --------
    >>> found = plan(species=6, limit=0.05)
    >>> found.groups, found["required_groups"]["each_species"]
    (219, 59)
    >>> plan(rate="bpcer", limit=0.1).groups
    64
    >>> plan(6, difference=0.05, expected=0.02).groups
    475
    """
    members = {
        "species": species,
        "limit": limit,
        "rate": rate,
        "difference": difference,
        "sizes": None if sizes is None else listed("sizes", sizes, "whole numbers"),
        "expected": expected,
        "captures_per_group": captures_per_group,
        "correlation": correlation,
        "probability": probability,
        "confidence": confidence,
        "seed": seed,
    }
    return Plan(request("plan", members)["plan"])
