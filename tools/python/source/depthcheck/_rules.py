"""Rules that use other measurements than the server's."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._analyzer import Profile, SomeParameters, as_parameters
from ._errors import InputError
from ._reading import path_text
from ._requests import Measurements, is_path, json_bytes, map_request, request, table_bytes
from ._results import Members, Result
from ._writing import write_text

__all__ = ["Planarity", "Rule", "planarity"]


class Rule(Result):
    """A rule: measurements compared with thresholds, as ``depthcheck tune --use`` writes it.

    Parameters
    ----------
    values : mapping
        The JSON of a rule file, described in docs/JSON.md.

    Raises
    ------
    InputError
        For an invalid rule, with the code ``invalid_rule``.

    Examples
    --------
    >>> rule = Rule({"rule": [{"measurement": "depth_layers", "at_least": 3}]})
    >>> rule.answer(read("room.bin.gz").depth)["verdict"]
    'pass'
    >>> _ = rule.to_json("rule.json")
    >>> Rule.from_json("rule.json") == rule
    True
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        if not isinstance(values, Mapping):
            raise InputError(
                "wrong_type",
                f"found {type(values).__name__} for a rule; expected a mapping; Rule.from_json reads a file",
            )
        # The library's error names the place of a number that is not finite.
        self._values = _checked(json_bytes(dict(values), allow_nan=True), "rule")

    @classmethod
    def from_json(cls, path: str | os.PathLike[str]) -> Rule:
        """Reads a rule file, such as one that ``depthcheck tune --use … -o`` wrote."""
        name = path_text(path)
        with open(name, "rb") as file:
            data = file.read()
        rule = cls.__new__(cls)
        rule._values = _checked(data, name)
        return rule

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the rule file."""
        copy: dict[str, Any] = json.loads(self._bytes)
        return copy

    def decide(self, measurements: Measurements) -> dict[str, npt.NDArray[np.str_]]:
        """Applies the rule to a table of measurements.

        Parameters
        ----------
        measurements : table or path-like
            The result of :func:`depthcheck.measure`, or the path of a file with it. Some rules need
            ``candidates=True``.

        Returns
        -------
        dict of str to ndarray
            The columns ``rule_verdict`` and ``rule_failed`` of ``depthcheck analyze --rule --format csv``.

        Raises
        ------
        InputError
            ``rule_mismatch`` if the thresholds were chosen for measurements of another kind.
        """
        name = path_text(measurements) if is_path(measurements) else None  # type: ignore[arg-type]
        columns = request(
            "decide_by_rule", {"measurements_name": name}, [self._bytes, table_bytes(measurements)]
        )
        return {name: np.array(values, dtype=np.str_) for name, values in columns.items()}

    def answer(
        self,
        array: npt.ArrayLike,
        *,
        name: str = "rule",
        profile: Profile = "server",
        parameters: SomeParameters = None,
        valid: npt.ArrayLike | None = None,
    ) -> dict[str, Any]:
        """Applies the rule to a map; returns the member ``rule`` of ``depthcheck analyze --rule``.

        Parameters
        ----------
        array, profile, parameters, valid
            As for :func:`depthcheck.analyze`.
        name : str
            The name of the rule in the answer.
        """
        members, samples = map_request(array, valid)
        options = {"name": name, "profile": profile, "parameters": as_parameters(parameters).to_dict()}
        found: dict[str, Any] = request("apply_rule", {**members, **options}, [self._bytes, samples])["rule"]
        return found

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The rule as JSON. If a path is given, also writes it there, for ``--rule`` and :meth:`from_json`."""
        text = json.dumps(self._values, indent=2)
        if path is not None:
            write_text(text + "\n", path)
        return text

    @property
    def _bytes(self) -> bytes:
        return json.dumps(self._values).encode()

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for comparison in self._values["rule"]:
            relation = next(name for name in comparison if name != "measurement")
            rows.append(
                {
                    "measurement": comparison["measurement"],
                    "relation": relation,
                    "threshold": comparison[relation],
                }
            )
        return rows

    def __repr__(self) -> str:
        return f"Rule({self._values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._bytes)


def _checked(data: bytes, name: str) -> dict[str, Any]:
    found: dict[str, Any] = request("read_rule", {"name": name}, [data])["rule"]
    return found


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
