"""Tables of labels."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

import numpy as np

from ._arguments import Columns, columns_of, is_path, path_text
from ._errors import InputError, invalid_argument
from ._measure import Measurements, table_bytes

__all__ = ["LabelMap", "Labels"]

#: Labels as a table, or the path of one.
Labels = Union[Columns, str, "os.PathLike[str]"]
#: Other names of columns and labels in a table of labels.
LabelMap = Union[Mapping[Any, str], None]


def labelled(
    measurements: Measurements, labels: Labels, label_map: LabelMap, ignore_unlabelled: bool
) -> tuple[dict[str, Any], list[bytes]]:
    """The members and inputs of requests about labelled measurements."""
    names = {"measurements_name": measurements, "labels_name": labels}
    members: dict[str, Any] = {
        name: path_text(value) for name, value in names.items() if isinstance(value, (str, os.PathLike))
    }
    members |= {"label_map": label_mapping(label_map), "ignore_unlabelled": ignore_unlabelled}
    return members, [table_bytes(measurements), label_bytes(labels)]


def label_mapping(label_map: LabelMap) -> dict[str, str] | None:
    """The pairs of a mapping as text. Labels can be numbers."""
    if label_map is None:
        return None
    if not isinstance(label_map, Mapping) or not all(isinstance(meaning, str) for meaning in label_map.values()):
        raise invalid_argument(
            "label_map", label_map, "a mapping of strings, such as {'group': 'subject'} or {'1': 'attack'}"
        )
    pairs = {_cell(name): meaning for name, meaning in label_map.items()}
    if len(pairs) < len(label_map):
        raise invalid_argument("label_map", label_map, "each name once, as a number or as text")
    return pairs


def label_bytes(labels: Labels) -> bytes:
    """Labels as CSV."""
    if isinstance(labels, (str, os.PathLike)):
        with open(path_text(labels), "rb") as file:
            return file.read()
    if not hasattr(labels, "items"):
        raise InputError(
            "wrong_type",
            f"found {type(labels).__name__} for labels; expected a table with the columns file and label, or its path",
        )
    return csv_bytes(columns_of(labels, "labels", object))


def csv_bytes(columns: Mapping[Any, Iterable[Any]]) -> bytes:
    """Columns as CSV."""
    import csv

    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(map(str, columns))
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
