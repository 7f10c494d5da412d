"""The methods that all results have."""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._printed import json_text, printed
from ._writing import write_text

if TYPE_CHECKING:
    import pandas

__all__ = ["Members", "Result", "finite"]

class Result:
    """A result as a dictionary, JSON, a DataFrame, or HTML in notebooks.

    Results of the same contents are equal and have the same hash, so that they survive pickling and can be keys.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _frozen(vars(self)) == _frozen(vars(other))

    def __hash__(self) -> int:
        return hash((type(self), _frozen(vars(self))))

    def to_dict(self) -> dict[str, Any]:
        """The result as dictionaries, lists and plain values."""
        raise NotImplementedError

    def _rows(self) -> list[dict[str, Any]]:
        """The rows of :meth:`to_frame`."""
        raise NotImplementedError

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The result of :meth:`to_dict` as JSON; numbers that are not finite are null.

        Parameters
        ----------
        path : path-like, optional
            A file to write the JSON to as well, completely or not at all.
        """
        text = json_text(finite(self.to_dict()), indent=2)
        if path is not None:
            write_text(text + "\n", path)
        return text

    def to_frame(self) -> pandas.DataFrame:
        """The result as a DataFrame, with the column names of the command's tables. Needs pandas."""
        import pandas

        return pandas.DataFrame(self._rows())

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        rows = self._rows()
        names = list(dict.fromkeys(name for row in rows for name in row))
        if len(rows) == 1:
            # One row is easier to read as a column.
            cells = [[name, rows[0][name]] for name in names]
            head = ""
        else:
            cells = [[row.get(name) for name in names] for row in rows]
            head = "<thead>" + _html_row("th", names) + "</thead>"
        body = "".join(_html_row("td", row) for row in cells)
        return f"<table>{head}<tbody>{body}</tbody></table>"


class Members(Result):
    """A result whose members are read by name, as in ``report["advice"]``."""

    def __getitem__(self, member: str) -> Any:
        raise NotImplementedError

    def __iter__(self) -> Iterator[str]:
        """The names of the members."""
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())

    def __contains__(self, member: object) -> bool:
        return member in self.to_dict()


class Report(Members):
    """A report in the JSON format of the command."""

    report: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The report in the JSON format of the command."""
        return copy.deepcopy(self.report)

    def __getitem__(self, member: str) -> Any:
        return self.report[member]


def _html_row(tag: str, values: list[Any]) -> str:
    from html import escape

    return "<tr>" + "".join(f"<{tag}>{escape(_text(value))}</{tag}>" for value in values) + "</tr>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else printed(str(value))


#: Replaces NaN, which is not equal to itself.
_NAN = object()


def _frozen(value: Any) -> Any:
    """A value that can be compared and hashed."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return frozenset((name, _frozen(each)) for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(each) for each in value)
    return _NAN if isinstance(value, float) and math.isnan(value) else value


def finite(value: Any) -> Any:
    """Replaces numbers that JSON cannot represent by None."""
    if isinstance(value, dict):
        return {name: finite(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
