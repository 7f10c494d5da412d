"""Tables and figures for papers."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from typing import Any

from ._arguments import path_text
from ._results import Result
from ._writing import write_text

__all__ = ["Figure", "PaperTable"]


@dataclass(frozen=True, eq=False, repr=False)
class Figure:
    """A figure of :func:`depthcheck.evaluate`, which notebooks show.

    Attributes
    ----------
    svg : str
        The text of the file that ``depthcheck evaluate --figures`` writes.
    data : dict
        All that it shows, with exact numbers; rates are shares. ``kind`` is ``"plot"`` (with ``horizontal`` and
        ``vertical`` axes, ``guides``, the outline of the confidence ``band``, ``bars`` and ``series`` with ``points``
        and ``marks``) or ``"histograms"`` (``edges`` of the bins, and ``rows`` with ``counts``).

    Examples
    --------
    >>> found = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4}, figures=True)
    >>> det = found.figures["det"]
    >>> det
    Figure('DET curves of the given')
    >>> det.data["horizontal"]["title"], [series["name"] for series in det.data["series"]]
    ('APCER (%)', ['screen'])
    >>> det.save("det.svg")
    """

    svg: str
    data: dict[str, Any]

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Figure:
        """The figure in an answer of the library."""
        return cls(answer["svg"], answer["data"])

    def __repr__(self) -> str:
        return f"Figure({self.data['title']!r})"

    def _repr_svg_(self) -> str:
        """The figure for notebooks."""
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that ``depthcheck evaluate --figures`` writes, completely or not at all."""
        write_text(self.svg, path)


@dataclass(frozen=True, eq=False)
class PaperTable(Result):
    """A table of :func:`depthcheck.evaluate` in the formats of ``depthcheck evaluate --tables``.

    Attributes
    ----------
    csv : str
        Shares, with all digits.
    markdown, latex : str
        Per cent, rounded; LaTeX needs booktabs.

    Examples
    --------
    >>> found = evaluate("corpus.ndjson", "labels.csv", {"layerThreshold": 4}, tables=True)
    >>> rates = found.tables["rates"]
    >>> rates.to_frame()[["rate", "species", "errors"]].fillna("").values.tolist()[:2]
    [['BPCER', '', 0], ['APCER', 'screen', 0]]
    >>> rates.save("rates.tex")
    """

    csv: str
    markdown: str
    latex: str

    @classmethod
    def of(cls, answer: dict[str, Any]) -> PaperTable:
        """The table in an answer of the library."""
        return cls(answer["csv"], answer["md"], answer["tex"])

    def to_dict(self) -> dict[str, Any]:
        """The columns of the CSV by name."""
        rows = self._rows()
        return {name: [row[name] for row in rows] for name in rows[0]}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file that ``depthcheck evaluate --tables`` writes: Markdown (.md), LaTeX (.tex), or CSV."""
        name = path_text(path)
        write_text(self.markdown if name.endswith(".md") else self.latex if name.endswith(".tex") else self.csv, path)

    def _rows(self) -> list[dict[str, Any]]:
        import csv

        rows = list(csv.DictReader(io.StringIO(self.csv)))
        columns = {name: _values([row[name] for row in rows]) for name in rows[0]}
        return [dict(zip(columns, values)) for values in zip(*columns.values())]


def _values(cells: list[str]) -> list[Any]:
    """The cells of a column as numbers if all that are not empty are; empty cells are None."""
    for kind in (int, float):
        try:
            return [kind(cell) if cell else None for cell in cells]
        except ValueError:
            pass
    return [cell or None for cell in cells]
