"""Results of an analysis, with the names of docs/JSON.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ._library import description
from ._results import Result

__all__ = ["Analysis", "Check", "FileAnalysis", "Quadrant", "Stages"]


class Check(NamedTuple):
    """A comparison of the analysis, with its margin.

    Attributes
    ----------
    check : str
        The name: ``standard_deviation``, ``layers``, ``edge_coherence``, ``screen_range`` and so on.
    value : float
        The measured value.
    comparison : str
        ``>``, ``>=``, ``<`` or ``<=``.
    threshold : float
        The value it is compared with.
    margin : float
        ``value`` minus ``threshold``; negated if values must be small.
    holds : bool
        Whether the comparison is true.

    Examples
    --------
    >>> check = analyze(np.full((192, 256), 0.4, np.float32)).check("layers")
    >>> f"{check.value:g} {check.comparison} {check.threshold:g}: {check.holds}"
    '0 >= 3: False'
    """

    check: str
    value: float
    comparison: str
    threshold: float
    margin: float
    holds: bool


class Quadrant(NamedTuple):
    """A quarter of the map: the number of valid samples and their standard deviation in metres; None if too few.

    Examples
    --------
    >>> analyze(np.full((192, 256), 0.5, np.float32)).stages.quadrants[0]
    Quadrant(valid_count=12288, standard_deviation=0.0)
    """

    valid_count: int
    standard_deviation: float | None


class Stages(NamedTuple):
    """Intermediate counts of the analysis.

    Examples
    --------
    >>> stages = analyze_file("room.bin.gz").analysis.stages
    >>> sum(stages.histogram_counts), len(stages.peak_bins)
    (48346, 7)
    """

    histogram_counts: tuple[int, ...]
    peak_bins: tuple[int, ...]
    interior_count: int
    edge_count: int
    quadrants: tuple[Quadrant, ...]


@dataclass(frozen=True)
class Analysis(Result):
    """The analysis of a depth map, returned by :func:`depthcheck.analyze`.

    Attributes have the names of docs/JSON.md, which defines them; lengths are metres. Numbers of the client are
    binary32, stored as floats without change.

    Examples
    --------
    >>> analysis = analyze(np.full((192, 256), 0.4, np.float32))
    >>> analysis.status, analysis.is_screen_like
    ('fail', True)
    >>> analysis.check("layers").margin
    -3.0
    """

    status: str
    depth_variance: float
    depth_layers: int
    edge_coherence: float
    min_depth: float
    max_depth: float
    is_likely_real_scene: bool
    algorithm_version: str
    profile: str
    width: int
    height: int
    coverage: float
    valid_count: int
    total_count: int
    mean_depth: float
    median_depth: float
    peak_depths: tuple[float, ...]
    is_screen_like: bool
    uniformity_ratio: float
    quadrant_passes: bool
    min_quadrant_variance: float
    reasons: tuple[str, ...]
    checks: tuple[Check, ...]
    stages: Stages

    def check(self, name: str) -> Check | None:
        """The check with a name, or None if it was not made."""
        return next((check for check in self.checks if check.check == name), None)

    def to_dict(self) -> dict[str, Any]:
        """The analysis in the JSON format of ``depthcheck analyze``.

        Numbers of the client are the shortest decimals that read back to the same binary32 numbers.
        """
        number = shortest_binary32 if self.profile == "client" else float
        return {name: _plain(value, number) for name, value in vars(self).items()}

    def _rows(self) -> list[dict[str, Any]]:
        row = {name: value for name, value in vars(self).items() if name not in ("checks", "stages")}
        # In the arithmetic of the profile.
        scalar = np.float32 if self.profile == "client" else np.float64
        row["depth_range"] = float(scalar(self.max_depth) - scalar(self.min_depth))
        for name, _ in _CHECKS:
            check = self.check(name)
            for part in ("threshold", "margin", "holds"):
                row[f"{name}_{part}"] = None if check is None else getattr(check, part)
        return [row]


@dataclass(frozen=True)
class FileAnalysis(Result):
    """The analysis of a file, with notes on how it was read.

    Attributes
    ----------
    input : str
        The path as given.
    analysis : Analysis
        The analysis of the map; its status is ``unavailable`` if the file cannot be read.
    server_would_answer, server_answer, server_code
        The server's answer to the same bytes, as a sentence and as codes. The last is None if there is a verdict.
    notes, note_codes : tuple of str
        Notes on how the file was read.
    error, error_code : str or None
        The reason why the file could not be read.

    Examples
    --------
    >>> result = analyze_file("room.bin.gz")
    >>> result.analysis.status, result.server_answer, result.notes
    ('pass', 'pass', ())
    """

    input: str
    analysis: Analysis
    server_would_answer: str
    server_answer: str
    server_code: str | None
    notes: tuple[str, ...]
    note_codes: tuple[str, ...]
    error: str | None
    error_code: str | None

    def to_dict(self) -> dict[str, Any]:
        """The result in the JSON format of ``depthcheck analyze``."""
        around = {name: _plain(value, float) for name, value in vars(self).items() if value is not None}
        del around["analysis"]
        return {"input": around.pop("input"), **self.analysis.to_dict(), **around}

    def _rows(self) -> list[dict[str, Any]]:
        around = {name: value for name, value in vars(self).items() if name != "analysis"}
        return [{"input": around.pop("input"), **self.analysis._rows()[0], **around}]


def _plain(value: Any, number: Callable[[float], float]) -> Any:
    """Converts to JSON types: named tuples become objects, others lists."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (Check, Quadrant, Stages)):
        return {name: _plain(each, number) for name, each in value._asdict().items()}
    return [_plain(each, number) for each in value] if isinstance(value, tuple) else value


def shortest_binary32(number: float) -> float:
    """The shortest decimal that reads back to the same binary32 number, as in the command's output for the client."""
    return float(str(np.float32(number)))


_CHECKS = [(each["check"], each["comparison"]) for each in description.checks]


def _checks(numbers: list[float]) -> tuple[Check, ...]:
    return tuple(
        Check(_CHECKS[int(check)][0], value, _CHECKS[int(check)][1], threshold, margin, holds != 0)
        for check, value, threshold, margin, holds in zip(*[iter(numbers)] * 5)
    )


def _quadrants(numbers: list[float]) -> tuple[Quadrant, ...]:
    return tuple(
        Quadrant(int(count), None if deviation != deviation else deviation)
        for count, deviation in zip(*[iter(numbers)] * 2)
    )


#: Converts the number of a field to its value, by kind.
_FROM_NUMBER: dict[str, Callable[[float, list[str]], Any]] = {
    "flag": lambda number, words: number != 0,
    "whole": lambda number, words: int(number),
    "real": lambda number, words: number,
    "text": lambda number, words: words[int(number)],
}

#: Converts the numbers of a list, by kind, with the count of numbers per element.
_FROM_LIST: dict[str, tuple[int, Callable[[list[float], list[str]], Any]]] = {
    "wholes": (1, lambda numbers, words: tuple(map(int, numbers))),
    "reals": (1, lambda numbers, words: tuple(numbers)),
    "texts": (1, lambda numbers, words: tuple(words[int(number)] for number in numbers)),
    "quadrants": (2, lambda numbers, words: _quadrants(numbers)),
    "checks": (5, lambda numbers, words: _checks(numbers)),
}


def decoded(numbers: list[float]) -> Analysis:
    """Decodes the record of an analysis."""
    fields: dict[str, Any] = {}
    stages: dict[str, Any] = {}
    place = 0
    for field in description.fields:
        name, kind = field["name"], field["kind"]
        into = stages if field["isInStages"] else fields
        if "constant" in field:
            into[name] = field["constant"]
        elif kind in _FROM_LIST:
            width, made = _FROM_LIST[kind]
            start = place + 1
            place = start + int(numbers[place]) * width
            into[name] = made(numbers[start:place], field.get("words", []))
        else:
            into[name] = _FROM_NUMBER[kind](numbers[place], field.get("words", []))
            place += 1
    return Analysis(stages=Stages(**stages), **fields)
