"""Measurements beside the server's."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from ._analyzer import SomeParameters, as_parameters
from ._arrays import map_request
from ._requests import request
from ._results import Members

__all__ = ["Planarity", "planarity"]


class Planarity(Members):
    """The additional measurements of a map, returned by :func:`depthcheck.planarity`.

    Attributes
    ----------
    measurements : dict of str to float or None
        The measurements of docs/CANDIDATES.md by name; None if one is not possible.
    absence : str or None
        The reason why none is possible.

    Examples
    --------
    >>> planarity(np.ones((2, 2), np.float32)).absence
    'the map has fewer than 3 rows or columns'
    """

    def __init__(self, measurements: dict[str, float | None], absence: str | None) -> None:
        self.measurements = measurements
        self.absence = absence

    def to_dict(self) -> dict[str, Any]:
        """The measurements by name."""
        return dict(self.measurements)

    def _rows(self) -> list[dict[str, Any]]:
        return [self.to_dict()]

    def __getitem__(self, name: str) -> float | None:
        return self.measurements[name]

    def __repr__(self) -> str:
        return f"Planarity({self.measurements!r}, {self.absence!r})"


def planarity(
    array: npt.ArrayLike, *, parameters: SomeParameters = None, valid: npt.ArrayLike | None = None
) -> Planarity:
    """Measures how planar a map is: ``planarity(array)["plane_distance_median"]``.

    Parameters and errors are those of :func:`depthcheck.analyze`; only the two parameters of the valid range matter.

    Returns
    -------
    Planarity
        The same as from ``depthcheck measure --candidates``.

    Examples
    --------
    >>> flat = planarity(np.full((48, 64), 0.5, np.float32))
    >>> flat["plane_share_1_percent"], flat["planes_for_90_percent"]
    (1.0, 1.0)
    """
    members, samples = map_request(array, valid)
    options = {"parameters": as_parameters(parameters).to_dict()}
    found = request("measure_candidates", {**members, **options}, [samples])
    return Planarity(found["candidates"], found["absence"])
