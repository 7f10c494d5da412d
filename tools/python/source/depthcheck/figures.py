"""Figures of an evaluation in matplotlib: ``depthcheck.figures.draw(report.figures["det"], ax=axes)``.

matplotlib is an optional dependency: ``pip install 'depthcheck[figures]'``.
"""

from __future__ import annotations

import textwrap
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

try:
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D
    from matplotlib.patches import Polygon
    from matplotlib.ticker import NullLocator
except ImportError as error:
    raise ImportError("found no matplotlib; expected it to draw figures; pip install 'depthcheck[figures]'") from error

from ._errors import InputError
from ._paper import Figure

__all__ = ["draw"]

#: The size of names and notes in points.
_SMALL = 6.6
#: The number of characters on a line of a note, as in the SVG.
_NOTE_WIDTH = 58
#: An object of :attr:`Figure.data`.
Data = dict[str, Any]


def draw(figure: Figure, *, ax: Axes | None = None, legend: bool = True, notes: bool = True) -> Axes:
    """Draws a figure of :func:`depthcheck.evaluate`: ``draw(report.figures["det"], ax=axes)``.

    The evaluation computes the data of a figure once, for its SVG and for this.

    Parameters
    ----------
    figure : Figure
        One of :attr:`EvaluationReport.figures`: ``det``, ``roc``, ``scores``, ``trade-off`` or ``epc``.
    ax : matplotlib.axes.Axes, optional
        The axes to draw into. By default new ones in a figure 3.5 inches wide.
    legend : bool
        Whether to write the legend below the axes.
    notes : bool
        Whether to write the notes below the legend, such as the meaning of the band. Without them, a caption should
        have them.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. Rates are shares, also on axes that are labelled in per cent. Texts have the sizes of the SVG, which
        are for a width of 3.5 inches.

    Raises
    ------
    InputError
        For anything else, such as the path of an SVG file, which lacks the data.

    Examples
    --------
    >>> report = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4}, figures=True)
    >>> axes = draw(report.figures["roc"])
    >>> axes.get_xlabel(), len(axes.get_lines()) > 0
    ('APCER (%)', True)
    """
    if not isinstance(figure, Figure):
        raise InputError(
            "wrong_type",
            f"found {type(figure).__name__} for a figure; expected one of depthcheck.evaluate(…, figures=True).figures",
        )
    data = figure.data
    lines = _note_lines(data)
    axes = _new_axes(data, len(lines)) if ax is None else ax
    if data["kind"] == "plot":
        _draw_plot(axes, data)
    else:
        _draw_histograms(axes, data)
    _write_below(axes, data.get("series", []) if legend else [], lines if notes else [])
    return axes


def _note_lines(data: Data) -> list[str]:
    wrapper = textwrap.TextWrapper(_NOTE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line for note in data["notes"] for line in wrapper.wrap(note)]


def _write_below(axes: Axes, series: list[Data], notes: list[str]) -> None:
    """Writes the legend below the axes and the notes below it."""
    place = -0.14, -0.17 / (axes.get_box_aspect() or 1)
    above: Any = axes.transAxes
    if series:
        above = axes.legend(
            [_line(each) for each in series], ["name"] * len(series), loc="upper left", bbox_to_anchor=place,
            borderaxespad=0, borderpad=0, frameon=False, fontsize=_SMALL, labelspacing=0.25, handlelength=3,
        )  # fmt: skip
        # Written afterwards, because a legend omits names that begin with an underscore.
        for text, each in zip(above.get_texts(), series):
            text.set(parse_math=False, text=each["label"])
        place = (0, 0)
    axes.annotate("\n".join(notes), place, (0, -2), xycoords=above, textcoords="offset points", va="top",
                  fontsize=_SMALL, color="#333333", parse_math=False)  # fmt: skip


def _new_axes(data: Data, note_count: int) -> Axes:
    """Axes of a new figure, for one column of a page."""
    lines = note_count + len(data.get("series", []))
    aspect = data["aspect"] if data["kind"] == "plot" else 0.18 * len(data["rows"])
    _, axes = plt.subplots(figsize=(3.5, 0.75 + 2.9 * aspect + 0.145 * lines), layout="constrained")
    axes.set_box_aspect(aspect)
    axes.set_anchor("N")
    return axes


def _draw_plot(axes: Axes, data: Data) -> None:
    horizontal, vertical = data["horizontal"], data["vertical"]
    _set_axis(axes, "x", horizontal)
    _set_axis(axes, "y", vertical)

    def places(points: list[list[float]]) -> npt.NDArray[np.float64]:
        """Columns of x and y."""
        columns = np.array(points, dtype=np.float64).T
        return np.stack([_drawn(values, axis) for values, axis in zip(columns, (horizontal, vertical))])

    axes.grid(color="#d9d9d9", linewidth=0.4)
    axes.set_axisbelow(True)
    if data["band"]:
        axes.add_patch(Polygon(places(data["band"]).T, closed=True, facecolor="black", alpha=0.13, linewidth=0))
    for guide in data["guides"]:
        axes.axvline(guide["value"], color="#555555", linewidth=0.6, linestyle=":")
        axes.text(guide["value"], 0.985, f"{guide['text']} ", rotation=90, ha="right", va="top", color="#555555",
                  fontsize=_SMALL, transform=axes.get_xaxis_transform())  # fmt: skip
    for bar in data["bars"]:
        axes.plot(*places(bar["points"]), color=bar["colour"], linewidth=0.9)
    for series in data["series"]:
        if series["points"]:
            line = _line(series)
            line.set_data(*places(series["points"]))
            line.set_marker("none")
            axes.add_line(line)
        if series["marks"]:
            marks = _line(series)
            marks.set_data(*places(series["marks"]))
            marks.set(linestyle="none", clip_on=False, zorder=3)
            axes.add_line(marks)


def _drawn(values: npt.NDArray[np.float64], axis: Data) -> npt.NDArray[np.float64]:
    """The values where they are drawn: rates beyond the end of a probit axis, such as 0, are at its end."""
    return np.clip(values, *axis["range"]) if axis["scale"] == "probit" else values


def _draw_histograms(axes: Axes, data: Data) -> None:
    _set_axis(axes, "x", data["horizontal"])
    axes.grid(axis="x", color="#d9d9d9", linewidth=0.4)
    axes.set_axisbelow(True)
    edges = np.array(data["edges"])
    for number, row in enumerate(data["rows"]):
        base = len(data["rows"]) - 1 - number
        counts = np.array(row["counts"])
        filled = counts > 0
        axes.bar(edges[:-1][filled], 0.66 * counts[filled] / counts.max(), np.diff(edges)[filled], bottom=base,
                 align="edge", color=row["colour"])  # fmt: skip
        axes.axhline(base, color="black", linewidth=0.6)
        axes.text(0.995, base + 0.7, row["label"], ha="right", va="bottom", fontsize=_SMALL, parse_math=False,
                  transform=axes.get_yaxis_transform())  # fmt: skip
    axes.axvline(data["threshold"], color="black", linewidth=1, linestyle="--")
    axes.text(data["threshold"], 1.01, "threshold", ha="center", va="bottom", fontsize=_SMALL,
              transform=axes.get_xaxis_transform())  # fmt: skip
    axes.set_ylim(0, len(data["rows"]))
    axes.set_yticks([])
    axes.spines[["left", "top", "right"]].set_visible(False)


#: Markers of matplotlib, with their sizes in points.
_MARKERS = {"disc": ("o", 4.2), "ring": ("o", 4.2), "square": ("s", 4.0), "triangle": ("^", 4.8), "diamond": ("D", 3.8),
            "cross": ("x", 4.2)}  # fmt: skip


def _line(series: Data) -> Line2D:
    """A line in the style of a series, also for the legend."""
    marker, size = _MARKERS[series["marker"]] if series["marker"] else ("none", 4.0)
    # matplotlib multiplies dashes by the width of the line.
    dashes = [length / series["width"] for length in series["dashes"]]
    line = Line2D(
        [], [], color=series["colour"], linewidth=series["width"], linestyle="solid" if series["points"] else "none",
        marker=marker, markersize=size, markeredgewidth=1.0,
        markerfacecolor="white" if series["marker"] == "ring" else series["colour"], label=series["label"],
    )  # fmt: skip
    if dashes and series["points"]:
        line.set_linestyle((0, dashes))
    return line


def _set_axis(axes: Axes, which: Literal["x", "y"], axis: Data) -> None:
    if axis["scale"] == "probit":
        getattr(axes, f"set_{which}scale")("function", functions=(_deviates, _shares))
    getattr(axes, f"set_{which}lim")(*axis["range"])
    getattr(axes, f"set_{which}label")(axis["title"], fontsize=8)
    axes.tick_params(which, labelsize=7.5)
    ticks = axis["ticks"]
    getattr(axes, f"set_{which}ticks")([tick["value"] for tick in ticks], [tick["text"] for tick in ticks])
    getattr(axes, f"{which}axis").set_minor_locator(NullLocator())


def _deviates(shares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Normal deviates; shares of 0 and 1 are far beyond the axis."""
    inside = np.clip(np.asarray(shares, dtype=np.float64), 1e-9, 1 - 1e-9)
    return np.array([NormalDist().inv_cdf(share) for share in inside.ravel()]).reshape(inside.shape)


def _shares(deviates: npt.ArrayLike) -> npt.NDArray[np.float64]:
    given = np.asarray(deviates, dtype=np.float64)
    return np.array([NormalDist().cdf(deviate) for deviate in given.ravel()]).reshape(given.shape)
