"""Compares tables of measurements, row by row and cell by cell."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path

# These can differ in a copy of the same bytes, and are empty for bytes without a file.
FILE_SYSTEM = {"file_modified", "file_changed", "file_number"}
Row = dict[str, object]


def read_csv(*paths: Path) -> list[Row]:
    """The rows of concatenated tables, whose headers are repeated."""
    rows: list[Row] = []
    for path in paths:
        with path.open(newline="", encoding="utf-8") as file:
            rows += ({**row} for row in csv.DictReader(file) if row["file"] != "file")
    return rows


def read_ndjson(paths: Iterable[Path]) -> list[Row]:
    """Keeps numbers as text."""
    return [
        json.loads(line, parse_float=str, parse_int=str)
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def read_parquet(folder: Path) -> list[Row]:
    import pyarrow.parquet as pq

    rows: list[Row] = pq.read_table(folder).to_pylist()
    return sorted(rows, key=lambda row: str(row["file"]))


def differences(expected: list[Row], found: list[Row]) -> list[str]:
    """Describes the differences. The order of rows matters, so lost, duplicated and moved rows are found."""
    if not expected:
        return ["the expected table has no rows"]
    names = [[str(row["file"]) for row in rows] for rows in (expected, found)]
    if names[0] != names[1]:
        missing, extra = set(names[0]) - set(names[1]), set(names[1]) - set(names[0])
        return [f"{len(names[0])} rows expected, {len(names[1])} found; {len(missing)} missing {sorted(missing)[:3]}, "
                f"{len(extra)} unexpected {sorted(extra)[:3]}, or a different order"]
    return [
        f"{row['file']}: {column}: {row[column]!r} expected, {other.get(column)!r} found"
        for row, other in zip(expected, found, strict=True)
        for column in row
        if column not in FILE_SYSTEM and not is_same(str(row[column]), other.get(column))
    ]


def is_same(text: str, cell: object) -> bool:
    """Whether a cell of any type equals the text in a CSV, numbers to the last bit."""
    match cell:
        case str():
            return cell == text
        case bool():
            return text == str(cell).lower()
        case int():
            return text == str(cell)
        case float():
            return text != "" and float(text).hex() == cell.hex()
        case None:
            return text == ""
    return False
