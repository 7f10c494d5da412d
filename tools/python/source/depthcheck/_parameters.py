"""The constants of the analysis."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from ctypes import c_double
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ._arguments import path_text
from ._errors import ParameterError
from ._library import description, library
from ._writing import write_text

__all__ = ["Parameters"]


_SERVER: dict[str, Any] = {parameter["key"]: parameter["value"] for parameter in description.parameters}


@dataclass(frozen=True)
class Parameters:
    """The constants of the analysis: ``Parameters(varianceThreshold=0.4)``.

    Names and defaults are the server's, as in parameter files; docs/SPECIFICATION.md defines them. Lengths are
    metres.

    Raises
    ------
    ParameterError
        For an invalid number (code ``invalid_parameter``), or an unknown name (``unknown_parameter``).

    Examples
    --------
    >>> Parameters(layerThreshold=4).layerThreshold
    4
    """

    minValidDepth: float = _SERVER["minValidDepth"]
    maxValidDepth: float = _SERVER["maxValidDepth"]
    histogramBins: int = _SERVER["histogramBins"]
    peakProminenceRatio: float = _SERVER["peakProminenceRatio"]
    gradientThreshold: float = _SERVER["gradientThreshold"]
    edgeGain: float = _SERVER["edgeGain"]
    screenDepthRangeMax: float = _SERVER["screenDepthRangeMax"]
    screenBand: float = _SERVER["screenBand"]
    screenUniformityThreshold: float = _SERVER["screenUniformityThreshold"]
    screenDistanceMin: float = _SERVER["screenDistanceMin"]
    screenDistanceMax: float = _SERVER["screenDistanceMax"]
    minQuadrantVariance: float = _SERVER["minQuadrantVariance"]
    quadrantMinimum: int = _SERVER["quadrantMinimum"]
    varianceThreshold: float = _SERVER["varianceThreshold"]
    layerThreshold: int = _SERVER["layerThreshold"]
    coherenceThreshold: float = _SERVER["coherenceThreshold"]

    def __new__(cls, *numbers: Any, **values: Any) -> Parameters:
        # Before __init__, which raises TypeError for an unknown name.
        cls._require_known(values)
        return super().__new__(cls)

    @classmethod
    def _require_known(cls, names: Iterable[str]) -> None:
        known = [field.name for field in fields(cls)]
        folded = {name.lower(): name for name in known}
        for name in names:
            if name in known:
                continue
            import difflib

            similar = difflib.get_close_matches(str(name).replace("_", "").lower(), folded, n=1)
            meant = f"did you mean {folded[similar[0]]}?" if similar else "correct its name"
            raise ParameterError(
                "unknown_parameter",
                f'found the parameter "{name}"; expected one of {", ".join(sorted(known))}; {meant}',
            )

    def __post_init__(self) -> None:
        for parameter in description.parameters:
            key = parameter["key"]
            value = getattr(self, key)
            if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
                raise self._error(parameter)
            try:
                float(value)
            except OverflowError:
                raise self._error(parameter) from None
            object.__setattr__(self, key, value.item() if isinstance(value, np.generic) else value)
        numbers = (c_double * len(description.parameters))(*self.numbers)
        found = library.meaningless_parameter(numbers, len(numbers))
        if found >= 0:
            raise self._error(description.parameters[found])

    @property
    def numbers(self) -> list[float]:
        """The parameters in the order of the library."""
        return [float(getattr(self, parameter["key"])) for parameter in description.parameters]

    def _error(self, parameter: dict[str, Any]) -> ParameterError:
        key = parameter["key"]
        value = getattr(self, key)
        return ParameterError(
            "invalid_parameter", f"found {value!r} for {key}; expected {parameter['expectation']}; correct it"
        )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Parameters:
        """Makes parameters from any subset. Omitted ones have the server's values; ``tuning``, which says how
        ``depthcheck tune`` found the others, is skipped.

        Raises
        ------
        ParameterError
            Also for an unknown name, with the code ``unknown_parameter``.
        """
        if not isinstance(values, Mapping):
            found = type(values).__name__
            raise ParameterError("invalid_parameter", f"found {found}; expected a mapping from names to values")
        values = {name: value for name, value in values.items() if name != "tuning"}
        cls._require_known(values)
        return cls(**values)

    @classmethod
    def from_json(cls, path: str | os.PathLike[str]) -> Parameters:
        """Reads a parameter file, such as one that ``depthcheck tune -o tuned.json`` wrote.

        Raises
        ------
        ParameterError
            Also for a file that is not a JSON object, with the code ``invalid_parameter``.
        OSError
            For a file that cannot be read.
        """
        name = path_text(path)
        with open(name, encoding="utf-8-sig") as file:
            try:
                values = json.load(file, object_pairs_hook=_without_repetition)
            except (ValueError, RecursionError) as error:
                raise ParameterError(
                    "invalid_parameter",
                    f"{name}: found invalid JSON: {error}; expected an object with each parameter at most once",
                ) from None
        if not isinstance(values, dict):
            raise ParameterError(
                "invalid_parameter", f"{name}: found JSON that is not an object; expected an object of parameters"
            )
        try:
            return cls.from_dict(values)
        except ParameterError as error:
            raise ParameterError(error.code, f"{name}: {error.message}") from None

    def to_dict(self) -> dict[str, float]:
        """All parameters, by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The parameters as JSON, as ``depthcheck tune -o`` writes them.

        Parameters
        ----------
        path : path-like, optional
            A file to write the JSON to as well, for :meth:`from_json` and ``depthcheck analyze --parameters``.

        Examples
        --------
        >>> _ = Parameters(layerThreshold=4).to_json("parameters.json")
        >>> Parameters.from_json("parameters.json").layerThreshold
        4
        """
        whole = {parameter["key"] for parameter in description.parameters if isinstance(parameter["value"], int)}
        values = {name: value if name in whole else float(value) for name, value in self.to_dict().items()}
        text = json.dumps(values, indent=2)
        if path is not None:
            write_text(text + "\n", path)
        return text

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in self.to_dict().items())
        return f"<table><tbody>{rows}</tbody></table>"


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice")
    return found
