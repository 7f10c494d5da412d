"""Tables of labels."""

from __future__ import annotations

import io
import os
from typing import Any, Union

import numpy as np

from ._errors import InputError
from ._measure import Columns, columns_of
from ._requests import is_path, table_bytes

__all__ = ["Labels"]

#: Labels as a table, or the path of one.
Labels = Union[Columns, str, "os.PathLike[str]"]


def label_bytes(labels: Labels) -> bytes:
    """Labels as CSV."""
    if isinstance(labels, (str, os.PathLike)):
        with open(labels, "rb") as file:
            return file.read()
    if not hasattr(labels, "items"):
        raise InputError(
            "wrong_type",
            f"found {type(labels).__name__} for labels; expected a table with the columns file and label, or its path",
        )
    import csv

    columns = {str(name): column for name, column in columns_of(labels, "labels", object).items()}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_cell(value) for value in row] for row in zip(*columns.values()))
    # Names of files that are not UTF-8 keep their bytes.
    return text.getvalue().encode(errors="surrogateescape")


def _cell(value: Any) -> str:
    """A cell of a label; missing values are empty.

    pandas converts whole numbers to floats if a column has missing values.
    """
    if isinstance(value, (float, np.floating)) and value.is_integer():
        return str(int(value))
    return "" if value is None or str(value) in ("nan", "<NA>", "NaT") else str(value)


def label_or_measurement_bytes(table: Any) -> bytes:
    """The bytes of measurements or labels."""
    if is_path(table) or (hasattr(table, "items") and "file_sha256" in dict(table.items())):
        return table_bytes(table)
    return label_bytes(table)
