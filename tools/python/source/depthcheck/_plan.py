"""The number of groups that an evaluation needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
        return [{"size": size, **self.report[size]} for size in sizes if self.report[size] is not None]


def plan(
    species: int,
    limit: float,
    *,
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
    species : int
        The number of species of attack.
    limit : float
        The APCER that no species may exceed, as a share.
    expected : float, optional
        The true APCER of every species, below the limit; by default a fifth of it.
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
    """
    members = {
        "species": species,
        "limit": limit,
        "expected": expected,
        "captures_per_group": captures_per_group,
        "correlation": correlation,
        "probability": probability,
        "confidence": confidence,
        "seed": seed,
    }
    return Plan(request("plan", members)["plan"])
