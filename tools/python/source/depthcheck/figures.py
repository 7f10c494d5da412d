"""Figures of an evaluation in matplotlib: ``depthcheck.figures.draw(report.figures["det"], ax=axes)``.

matplotlib is an optional dependency: ``pip install 'depthcheck[figures]'``.
"""

from __future__ import annotations

import os
from statistics import NormalDist
from typing import Any, Literal, Union

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
from ._figure_data import Axis, Histograms, Plot, Series, figure_data

__all__ = ["draw"]

#: The size of names and notes in points.
_SMALL = 6.6
#: The SVG of a figure, or its path.
Figure = Union[str, "os.PathLike[str]"]


def draw(figure: Figure, *, ax: Axes | None = None, legend: bool = True, notes: bool = True) -> Axes:
    """Draws a figure of :func:`depthcheck.evaluate`: ``draw(report.figures["det"], ax=axes)``.

    The evaluation computes the data of a figure once and writes them as SVG; this draws the same data, without
    calculating anything again. Their values are within 1/20000 of the length of an axis.

    Parameters
    ----------
    figure : str or path-like
        The SVG of a figure (``det``, ``roc``, ``scores``, ``trade-off`` or ``epc``), or the path of one, such as a file
        of ``depthcheck evaluate --figures``.
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
        For a file that is not such a figure.

    Examples
    --------
    >>> report = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4}, figures=True)
    >>> axes = draw(report.figures["roc"])
    >>> axes.get_xlabel(), len(axes.get_lines()) > 0
    ('APCER (%)', True)
    """
    data = figure_data(_svg(figure))
    axes = _new_axes(data) if ax is None else ax
    if isinstance(data, Plot):
        _draw_plot(axes, data)
    else:
        _draw_histograms(axes, data)
    _write_below(axes, data.series if legend and isinstance(data, Plot) else [], data.notes if notes else [])
    return axes


def _write_below(axes: Axes, series: list[Series], notes: list[str]) -> None:
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
            text.set(parse_math=False, text=each.name)
        place = (0, 0)
    axes.annotate("\n".join(notes), place, (0, -2), xycoords=above, textcoords="offset points", va="top",
                  fontsize=_SMALL, color="#333333", parse_math=False)  # fmt: skip


def _svg(figure: Figure) -> str:
    if isinstance(figure, str) and "<svg" in figure:
        return str(figure)
    if not isinstance(figure, (str, os.PathLike)):
        raise InputError("wrong_type", f"found {type(figure).__name__} for a figure; expected its SVG, or its path")
    with open(figure, encoding="utf-8") as file:
        return file.read()


def _new_axes(data: Plot | Histograms) -> Axes:
    """Axes of a new figure, for one column of a page."""
    lines = len(data.notes) + (len(data.series) if isinstance(data, Plot) else 0)
    aspect = data.aspect if isinstance(data, Plot) else 0.18 * len(data.rows)
    _, axes = plt.subplots(figsize=(3.5, 0.75 + 2.9 * aspect + 0.145 * lines), layout="constrained")
    axes.set_box_aspect(aspect)
    axes.set_anchor("N")
    return axes


def _draw_plot(axes: Axes, data: Plot) -> None:
    _set_axis(axes, "x", data.horizontal)
    _set_axis(axes, "y", data.vertical)
    axes.grid(color="#d9d9d9", linewidth=0.4)
    axes.set_axisbelow(True)
    if data.band:
        axes.add_patch(Polygon(np.array(data.band), closed=True, facecolor="black", alpha=0.13, linewidth=0))
    for place, name in data.guides:
        axes.axvline(place, color="#555555", linewidth=0.6, linestyle=":")
        axes.text(place, 0.985, f"{name} ", rotation=90, ha="right", va="top", color="#555555", fontsize=_SMALL,
                  transform=axes.get_xaxis_transform())  # fmt: skip
    for colour, start, end in data.bars:
        axes.plot(*zip(start, end), color=colour, linewidth=0.9)
    for series in data.series:
        if series.points:
            line = _line(series)
            line.set_data(*zip(*series.points))
            line.set_marker("none")
            axes.add_line(line)
        if series.marks:
            marks = _line(series)
            marks.set_data(*zip(*series.marks))
            marks.set(linestyle="none", clip_on=False, zorder=3)
            axes.add_line(marks)


def _draw_histograms(axes: Axes, data: Histograms) -> None:
    _set_axis(axes, "x", data.axis)
    axes.grid(axis="x", color="#d9d9d9", linewidth=0.4)
    axes.set_axisbelow(True)
    for number, row in enumerate(data.rows):
        base = len(data.rows) - 1 - number
        left, right, heights = (np.array(column) for column in zip(*row.bins))
        axes.bar(left, 0.66 * heights, right - left, bottom=base, align="edge", color=row.colour)
        axes.axhline(base, color="black", linewidth=0.6)
        axes.text(0.995, base + 0.7, row.text, ha="right", va="bottom", fontsize=_SMALL, parse_math=False,
                  transform=axes.get_yaxis_transform())  # fmt: skip
    axes.axvline(data.threshold, color="black", linewidth=1, linestyle="--")
    axes.text(data.threshold, 1.01, "threshold", ha="center", va="bottom", fontsize=_SMALL,
              transform=axes.get_xaxis_transform())  # fmt: skip
    axes.set_ylim(0, len(data.rows))
    axes.set_yticks([])
    axes.spines[["left", "top", "right"]].set_visible(False)


#: Markers of matplotlib, with their sizes in points.
_MARKERS = {"disc": ("o", 4.2), "ring": ("o", 4.2), "square": ("s", 4.0), "triangle": ("^", 4.8), "diamond": ("D", 3.8),
            "cross": ("x", 4.2)}  # fmt: skip


def _line(series: Series) -> Line2D:
    """A line in the style of a series, also for the legend."""
    marker, size = _MARKERS[series.marker] if series.marker else ("none", 4.0)
    # matplotlib multiplies dashes by the width of the line.
    dashes = [length / series.width for length in series.dashes]
    line = Line2D(
        [], [], color=series.colour, linewidth=series.width, linestyle="solid" if series.points else "none",
        marker=marker, markersize=size, markeredgewidth=1.0,
        markerfacecolor="white" if series.marker == "ring" else series.colour, label=series.name,
    )  # fmt: skip
    if dashes and series.points:
        line.set_linestyle((0, dashes))
    return line


def _set_axis(axes: Axes, which: Literal["x", "y"], axis: Axis) -> None:
    if axis.is_probit:
        getattr(axes, f"set_{which}scale")("function", functions=(_deviates, _shares))
    getattr(axes, f"set_{which}lim")(*axis.range)
    getattr(axes, f"set_{which}label")(axis.title, fontsize=8)
    axes.tick_params(which, labelsize=7.5)
    getattr(axes, f"set_{which}ticks")([value for value, _ in axis.ticks], [text for _, text in axis.ticks])
    getattr(axes, f"{which}axis").set_minor_locator(NullLocator())


def _deviates(shares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Normal deviates; shares of 0 and 1 are far beyond the axis."""
    inside = np.clip(np.asarray(shares, dtype=np.float64), 1e-9, 1 - 1e-9)
    return np.array([NormalDist().inv_cdf(share) for share in inside.ravel()]).reshape(inside.shape)


def _shares(deviates: npt.ArrayLike) -> npt.NDArray[np.float64]:
    given = np.asarray(deviates, dtype=np.float64)
    return np.array([NormalDist().cdf(deviate) for deviate in given.ravel()]).reshape(given.shape)
