"""The data of the figures that ``depthcheck evaluate --figures`` writes as SVG.

The command computes and draws each figure once; this reads the places in its SVG back to values. Coordinates have two
decimals, so a value is within 1/20000 of the length of its axis.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, linear_regression
from typing import Literal

from ._errors import InputError

__all__ = ["Axis", "Histograms", "Plot", "Row", "Series", "figure_data"]

Point = tuple[float, float]
Marker = Literal["disc", "ring", "square", "triangle", "diamond", "cross"]


@dataclass(frozen=True)
class Axis:
    """An axis: shares on the scale of ``probit`` axes are normal deviates."""

    title: str
    is_probit: bool
    #: The values at both ends.
    range: tuple[float, float]
    ticks: list[tuple[float, str]]


@dataclass
class Series:
    """A curve, marked points, or both. Dashes are lengths in points."""

    name: str
    colour: str
    width: float
    dashes: tuple[float, ...]
    marker: Marker | None
    points: list[Point] = field(default_factory=list)
    marks: list[Point] = field(default_factory=list)


@dataclass(frozen=True)
class Plot:
    """A figure with two axes. Values are shares."""

    title: str
    #: The height of the frame divided by its width.
    aspect: float
    horizontal: Axis
    vertical: Axis
    #: Vertical lines with their names.
    guides: list[tuple[float, str]]
    #: The outline of the confidence band.
    band: list[Point]
    #: The colour and both ends of each confidence interval.
    bars: list[tuple[str, Point, Point]]
    series: list[Series]
    notes: list[str]


@dataclass(frozen=True)
class Row:
    """The histogram of one class: both edges of each bin, and its count divided by that of the highest bin."""

    text: str
    colour: str
    bins: list[tuple[float, float, float]]


@dataclass(frozen=True)
class Histograms:
    """The score of each class."""

    title: str
    axis: Axis
    threshold: float
    rows: list[Row]
    notes: list[str]


def figure_data(svg: str) -> Plot | Histograms:
    """Reads a figure."""
    try:
        shapes = _Shapes(svg)
        return _plot(shapes) if shapes.frame else _histograms(shapes)
    except (ElementTree.ParseError, KeyError, IndexError, StopIteration, ValueError) as error:
        raise InputError(
            "invalid_argument",
            f"found no figure of depthcheck evaluate --figures ({type(error).__name__}: {error}); expected its SVG",
        ) from None


@dataclass(frozen=True)
class _Line:
    """The outline of a path."""

    style: tuple[str, float, tuple[float, ...]]
    points: list[Point]
    is_clipped: bool


@dataclass(frozen=True)
class _Text:
    text: str
    place: Point
    size: float
    anchor: str
    colour: str
    is_vertical: bool


@dataclass(frozen=True)
class _Mark:
    marker: Marker
    colour: str
    centre: Point


class _Shapes:
    """The shapes of a figure by kind, each in the order of drawing."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.title = _child_text(root, "title")
        self.lines: list[_Line] = []
        self.texts: list[_Text] = []
        self.marks: list[_Mark] = []
        #: Filled polygons with their colours; a band is transparent.
        self.areas: list[tuple[str, list[Point]]] = []
        self.band: list[Point] = []
        self.frame: list[Point] = []
        for element in root.iter():
            name = element.tag.rpartition("}")[2]
            if name == "clipPath":
                self.frame = _polygon(next(iter(element)).attrib["d"])
            elif name == "text":
                self._add_text(element)
            elif name == "circle":
                self._add_circle(element.attrib)
            elif name == "path" and len(element.attrib) > 1:
                self._add_path(element.attrib)

    def _add_text(self, element: ElementTree.Element) -> None:
        given = element.attrib
        # A child is the title of a shortened text. matplotlib draws characters that isolate the direction as boxes.
        text = (element.text or "") + "".join(child.tail or "" for child in element)
        text = re.sub("[\u2066-\u2069]", "", text)
        place = float(given["x"]), float(given["y"])
        self.texts.append(
            _Text(text, place, float(given["font-size"]), given["text-anchor"], given["fill"], "transform" in given)
        )

    def _add_circle(self, given: dict[str, str]) -> None:
        marker: Marker = "ring" if "stroke" in given else "disc"
        centre = float(given["cx"]), float(given["cy"])
        self.marks.append(_Mark(marker, given.get("stroke", given["fill"]), centre))

    def _add_path(self, given: dict[str, str]) -> None:
        parts = [_polygon(part) for part in given["d"].split("M")[1:]]
        if given["fill"] == "none" and len(parts) == 2:
            self.marks.append(_Mark("cross", given["stroke"], _middle(parts[0])))
        elif given["fill"] == "none":
            dashes = tuple(map(float, given.get("stroke-dasharray", "").split()))
            style = given["stroke"], float(given["stroke-width"]), dashes
            self.lines.append(_Line(style, parts[0], "clip-path" in given))
        elif "fill-opacity" in given:
            self.band = parts[0]
        elif "h" not in given["d"]:
            self.areas.append((given["fill"], parts[0]))


def _child_text(root: ElementTree.Element, name: str) -> str:
    return next(child.text or "" for child in root if child.tag.rpartition("}")[2] == name)


def _polygon(commands: str) -> list[Point]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", commands)]
    return list(zip(numbers[::2], numbers[1::2]))


def _middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _mark_of(colour: str, corners: list[Point]) -> _Mark:
    """A filled shape as a mark."""
    x, y = _middle(corners)
    if len(corners) == 3:
        # The top of a triangle is 1.1 above its centre, the base 0.75 below.
        bottom = max(corner[1] for corner in corners)
        return _Mark("triangle", colour, (x, bottom - (bottom - corners[0][1]) * 0.75 / 1.85))
    return _Mark("square" if corners[0][1] == corners[1][1] else "diamond", colour, (x, y))


#: The styles of lines that are not data.
_GRID = ("#d9d9d9", 0.4, ())
_FRAME = ("#000000", 0.6, ())
_GUIDE = ("#555555", 0.6, (1.0, 2.0))
#: The sizes of texts.
_TITLE, _NOTE = 8.0, 7.0


def _axis(
    title: str, ticks: list[tuple[float, str]], ends: tuple[float, float]
) -> tuple[Axis, Callable[[float], float]]:
    """The axis with these ticks at these places, and the value at a place."""
    divisor = 100.0 if "(%)" in title else 1.0
    places = [place for place, _ in ticks]
    values = [float(text) / divisor for _, text in ticks]
    scales: list[tuple[float, bool, float, float]] = []
    for is_probit in (False, True):
        if is_probit and not all(0 < value < 1 for value in values):
            continue
        scaled = [NormalDist().inv_cdf(value) for value in values] if is_probit else values
        slope, start = linear_regression(places, scaled)
        miss = max(abs(start + slope * place - value) for place, value in zip(places, scaled)) / abs(slope)
        scales.append((miss, is_probit, slope, start))
    miss, is_probit, slope, start = min(scales)
    if miss > 0.1:
        raise ValueError(f"the ticks {', '.join(text for _, text in ticks)} are on no known scale")

    def value_at(place: float) -> float:
        scaled = start + slope * place
        return NormalDist().cdf(scaled) if is_probit else scaled

    named = [(value, text) for value, (_, text) in zip(values, ticks)]
    return Axis(title, is_probit, (value_at(ends[0]), value_at(ends[1])), named), value_at


def _plot(shapes: _Shapes) -> Plot:
    (left, top), (right, bottom) = shapes.frame[0], shapes.frame[2]
    below = [text for text in shapes.texts if text.place[1] > bottom]
    across = next(text.text for text in below if text.size == _TITLE)
    upwards = next(text.text for text in shapes.texts if text.size == _TITLE and text.is_vertical)
    grid = [line.points for line in shapes.lines if line.style == _GRID]
    # Each line of the grid is followed by its text, and the vertical ones come first.
    texts = [text.text for text in shapes.texts][: len(grid)]
    columns = [(points[0][0], text) for points, text in zip(grid, texts) if points[0][0] == points[1][0]]
    rows = [(points[0][1], text) for points, text in zip(grid, texts) if points[0][0] != points[1][0]]
    horizontal, x = _axis(across, columns, (left, right))
    vertical, y = _axis(upwards, rows, (bottom, top))

    def values(points: Sequence[Point]) -> list[Point]:
        return [(x(point[0]), y(point[1])) for point in points]

    guides = [line.points[0][0] for line in shapes.lines if line.style == _GUIDE]
    names = [text.text for text in shapes.texts if text.is_vertical and text.size != _TITLE]
    marks = shapes.marks + [_mark_of(*area) for area in shapes.areas]
    series = _legend(shapes, marks, bottom)
    styles = {(each.colour, each.width, each.dashes): each for each in series}
    bars: list[tuple[str, Point, Point]] = []
    for line in shapes.lines:
        if line.is_clipped and line.style in styles:
            styles[line.style].points = values(line.points)
        elif line.is_clipped:
            start, end = values(line.points)
            bars.append((line.style[0], start, end))
    for mark in marks:
        if mark.centre[1] <= bottom + 0.01:
            owner = next(each for each in series if (each.marker, each.colour) == (mark.marker, mark.colour))
            owner.marks += values([mark.centre])
    return Plot(
        shapes.title, (bottom - top) / (right - left), horizontal, vertical,
        [(x(place), name) for place, name in zip(guides, names)], values(shapes.band), bars, series,
        [text.text for text in below if text.size == _NOTE],
    )  # fmt: skip


def _legend(shapes: _Shapes, marks: list[_Mark], bottom: float) -> list[Series]:
    """The series of the legend below the frame: the line or the mark beside each name."""
    lines = {line.points[0][1]: line.style for line in shapes.lines if not line.is_clipped and line.style != _FRAME}
    beside = {mark.centre[1]: mark for mark in marks}
    # The first name is below the title of the axis.
    title = next(text.place[1] for text in shapes.texts if text.size == _TITLE and text.place[1] > bottom)
    series = []
    for text in shapes.texts:
        if text.place[1] <= title or text.size == _NOTE:
            continue
        colour, width, dashes = lines.get(_nearest(text.place[1] - 2.7, lines), ("", 1.0, ()))
        place = _nearest(text.place[1] - 2.7, beside)
        mark = beside.get(place)
        series.append(Series(text.text, mark.colour if mark else colour, width if colour else 1.0, dashes,
                             mark.marker if mark else None))  # fmt: skip
    return series


def _nearest(place: float, places: Iterable[float]) -> float:
    """The place within a third of a point, else none."""
    return next((each for each in places if abs(each - place) < 0.34), float("nan"))


def _histograms(shapes: _Shapes) -> Histograms:
    grid = [line.points[0][0] for line in shapes.lines if line.style == _GRID]
    bases = [line.points[0] for line in shapes.lines if line.style == _FRAME]
    right = next(line.points[1][0] for line in shapes.lines if line.style == _FRAME)
    title = next(text.text for text in shapes.texts if text.size == _TITLE)
    ticks = [text.text for text in shapes.texts if text.anchor == "middle"][: len(grid)]
    axis, x = _axis(title, list(zip(grid, ticks)), (bases[0][0], right))
    threshold = next(line.points[0][0] for line in shapes.lines if line.style[2])
    names = [text.text for text in shapes.texts if text.anchor == "end"]
    rows = []
    for (_, base), name in zip(bases, names):
        bars = [(colour, corners) for colour, corners in shapes.areas if corners[0][1] == base]
        highest = max(base - corners[1][1] for _, corners in bars)
        bins = [(x(corners[0][0]), x(corners[2][0]), (base - corners[1][1]) / highest) for _, corners in bars]
        rows.append(Row(name, bars[0][0], bins))
    notes = [text.text for text in shapes.texts if text.anchor == "start"]
    return Histograms(shapes.title, axis, x(threshold), rows, notes)
