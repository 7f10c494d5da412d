"""Tables of measurements, like those of ``depthcheck measure``."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Sequence
from ctypes import byref, c_char_p, c_void_p
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._analysis import shortest_binary32 as shortest
from ._analyze import in_order, job_count
from ._analyzer import Engine, Profile, SomeParameters, analyzer
from ._arguments import Columns, c_text, columns_of, flag, listed, path_text, paths_of
from ._errors import InputError, SkippedWarning
from ._files import require_file
from ._library import Handle, description, json_object, library, text
from ._printed import json_text, printed
from ._progress import Progress, tracked
from ._reading import Reading, as_reading
from ._reading_error import ReadingError
from ._requests import address_of
from ._writing import write_text

__all__ = ["measure", "measure_bytes", "write_measurements"]

#: A table as columns.
Table = dict[str, npt.NDArray[Any]]
_Path = Union[str, "os.PathLike[str]"]

#: A table of measurements, or the path of one.
Measurements = Union[Columns, str, "os.PathLike[str]"]


def measure(
    corpus: _Path | Iterable[_Path],
    *,
    root: _Path | None = None,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
    candidates: bool = False,
    shards: bool = False,
    jobs: int | None = None,
    progress: Progress = False,
) -> Table:
    """Measures a corpus of depth files: ``pandas.DataFrame(depthcheck.measure("captures"))``.

    Parameters
    ----------
    corpus : path-like or iterable of path-like
        Folders and depth files. Files in folders are named by their path relative to the folder, other files by their
        last path component. Each map in an archive is a row.
    root : path-like, optional
        A folder that contains all paths; names are then relative to it.
    profile, parameters, engine, reading
        As for :func:`depthcheck.analyze_file`. Confidence beside maps is read if ``reading`` has a minimum.
    candidates : bool
        Whether to make the additional measurements of docs/CANDIDATES.md too; one that is not possible is NaN.
    shards : bool
        Whether the paths are tar archives, as those of ``depthcheck measure --tar``.
    jobs : int, optional
        The number of threads; by default one per available processor. Results do not depend on it.
    progress : bool or function
        True for a bar of tqdm, or a function that gets the number of measured files and their total.

    Returns
    -------
    dict of str to ndarray
        The columns of ``depthcheck measure``, with the same rows in the same order, for :func:`write_measurements`. A
        file that cannot be read is a row with its error.

    Raises
    ------
    ReadingError
        ``no_depth_files`` if no depth file is found; ``missing`` if a path does not exist.
    InputError
        For two files with the same name, or a path outside ``root``.
    OSError, MemoryError
        If the system is the cause, for example because of too many open files.

    Warns
    -----
    SkippedWarning
        For each skipped path in a folder: one that cannot be listed, a pipe or a device.

    Examples
    --------
    >>> frame = pd.DataFrame(measure("captures"))
    >>> frame[["file", "status", "depth_layers"]].values.tolist()
    [['room.bin.gz', 'pass', 7], ['screen.bin.gz', 'fail', 1]]
    """
    named, shards = paths_of(corpus), flag("shards", shards)
    if shards:
        for path in named:
            require_file(path, reading)
    found = _Corpus(named, root, profile, parameters, engine, reading, candidates, shards)
    for error in found.listed["missing"]:
        # As a row, the caller's mistake would be overlooked.
        raise ReadingError(error["error_code"], error["error"], error["path"])
    skipped = [(each["path"], os.strerror(each["error_number"])) for each in found.listed["skipped"]]
    for path, why in skipped + [(path, "not a regular file") for path in found.listed["not_files"]]:
        warnings.warn(f"{printed(path)}: skipped: {why}", SkippedWarning, stacklevel=2)
    count = found.listed["count"]
    if not count and named:
        raise ReadingError(
            "no_depth_files",
            "found no depth file in it or below; expected files that end in " + ", ".join(description.extensions),
            ", ".join(named),
        )
    return found.table(tracked(in_order(found.rows_of_file, range(count), job_count(jobs)), progress, count))


def measure_bytes(
    names: Sequence[str],
    blobs: Sequence[Any],
    *,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
    candidates: bool = False,
    jobs: int | None = None,
    progress: Progress = False,
) -> Table:
    """Measures depth files in memory: ``depthcheck.measure_bytes(names, blobs, jobs=1)``.

    Parameters
    ----------
    names : sequence of str
        The names of the files in the rows.
    blobs : sequence of bytes-like
        The bytes of the files.
    profile, parameters, engine, reading, candidates, jobs, progress
        As for :func:`measure`.

    Returns
    -------
    dict of str to ndarray
        The rows of ``depthcheck measure --tar``, without times and file numbers.

    Examples
    --------
    >>> with open("room.bin.gz", "rb") as file:
    ...     measure_bytes(["room.bin.gz"], [file.read()])["status"].tolist()
    ['pass']
    """
    names, blobs = listed("names", names, "a list of names"), listed("blobs", blobs, "a list of bytes")
    if len(names) != len(blobs):
        raise InputError("wrong_shape", f"found {len(names)} names for {len(blobs)} files; expected one for each")
    found = _Corpus([], None, profile, parameters, engine, reading, candidates)
    measured = in_order(found.rows_of_bytes, zip(names, blobs), job_count(jobs))
    return found.table(tracked(measured, progress, len(names)))


def write_measurements(table: Columns, path: str | os.PathLike[str]) -> None:
    """Writes a table of measurements as NDJSON, the input of ``depthcheck tune`` and ``evaluate``.

    Parameters
    ----------
    table : mapping of str to sequence, or DataFrame
        The result of :func:`measure`, or some rows of it.
    path : path-like
        The file, which is written completely or not at all. Replaces an existing file.

    Raises
    ------
    InputError
        For columns of different lengths and for values that JSON cannot represent.

    Examples
    --------
    >>> frame = pd.DataFrame(measure("captures"))
    >>> write_measurements(frame[frame["error"] == ""], "measurements.ndjson")
    """
    write_text(ndjson(table), path)


def ndjson(table: Columns) -> str:
    """A table of measurements as NDJSON."""
    columns = columns_of(table, "measurements")
    for name in description.candidates:
        # A measurement that was not possible is null.
        if name in columns:
            columns[name] = [None if value is None or value != value else value for value in columns[name]]
    for name in _WORDS & columns.keys():
        # pandas reads empty cells as NaN.
        columns[name] = ["" if value is None or value != value else value for value in columns[name]]
    for name in _WHOLE & columns.keys():
        # pandas converts whole numbers to floats in joins.
        columns[name] = [int(value) if _is_whole(value) else value for value in columns[name]]
    lines = []
    for place, values in enumerate(zip(*columns.values())):
        row = dict(zip(columns, values))
        if row.get("profile") == "client":
            row = {name: shortest(value) if _is_binary32(name, value) else value for name, value in row.items()}
        try:
            lines.append(json_text(row, separators=(",", ":")) + "\n")
        except (TypeError, ValueError):
            raise _unwritable(row, place) from None
    return "".join(lines)


#: Columns of text that may be empty.
_WORDS = {"reading", "note_codes", "server_code", "error", "error_code"}
#: Columns of whole numbers.
_WHOLE = {"file_bytes"} | {field["name"] for field in description.fields if field["kind"] == "whole"}


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def _is_binary32(name: str, value: Any) -> bool:
    """Whether a value of the client is binary32. Candidates are binary64 in both profiles."""
    return isinstance(value, float) and name not in description.candidates


def _unwritable(row: dict[str, Any], place: int) -> InputError:
    """The error for a value that JSON cannot represent."""
    known = set(description.measured) | set(_Corpus([], None, "server", None, "kernel", Reading()).sample)
    for name, value in row.items():
        try:
            json_text(value)
        except (TypeError, ValueError):
            if name not in known:
                advice = f"remove columns without measurements, such as labels: table.drop(columns=[{str(name)!r}])"
            else:
                advice = "measure the maps again"
            return InputError(
                "wrong_type",
                f"found {value!r} in the column {name}, row {place}; expected strings, numbers and Booleans; {advice}",
            )
    return InputError("wrong_type", f"found column names that are not strings in row {place}; expected strings")


class _Corpus:
    """A handle of the library for files and for the settings of measuring."""

    def __init__(
        self, paths: Sequence[_Path], root: _Path | None, profile: str, parameters: SomeParameters, engine: str,
        reading: Reading, candidates: bool = False, shards: bool = False,
    ) -> None:  # fmt: skip
        address = c_void_p()
        options, has_candidates = as_reading(reading).c_reading, flag("candidates", candidates)
        names = (c_char_p * len(paths))(*map(c_text, paths))
        above = None if root is None else c_text(root)
        chosen = analyzer(profile, parameters, engine)
        self.listed = json_object(
            library.corpus(
                chosen.address, options, names, len(paths), above, shards, has_candidates, byref(address)
            )
        )
        if "no_cryptography" in self.listed:
            raise OSError(self.listed["no_cryptography"])
        if "outside_root" in self.listed:
            path, base = self.listed["outside_root"]
            raise InputError(
                "invalid_argument", f"found {path} outside the root {base}; expected a path below it; correct root"
            )
        if "same_name" in self.listed:
            name, first, second = self.listed["same_name"]
            raise InputError(
                "invalid_argument",
                f"found {first} and {second}, both named {name}; expected one file per name; give a root above both",
            )
        self._handle = Handle(address.value or 0, library.release_corpus)

    @property
    def sample(self) -> dict[str, Any]:
        """A sample row with the names and types of the columns."""
        return self.rows_of_bytes(("", b""))[0]

    def rows_of_file(self, place: int) -> list[dict[str, Any]]:
        return _rows(text(library.measure(self._handle.address, place)))

    def rows_of_bytes(self, named: tuple[str, Any]) -> list[dict[str, Any]]:
        name, data = named
        if not isinstance(name, str) or "\0" in name:
            raise InputError(
                "invalid_argument", f"found {name!r} for the name of a file; expected a string without null characters"
            )
        address, size, _kept = address_of(data)
        return _rows(text(library.measure_bytes(self._handle.address, c_text(name), address, size)))

    def table(self, rows_of_files: Iterable[list[dict[str, Any]]]) -> Table:
        """Converts rows to columns."""
        rows = [row for rows in rows_of_files for row in rows]
        return {
            name: np.array([row[name] for row in rows], dtype=_type(name, value))
            for name, value in self.sample.items()
        }


def _type(name: str, value: Any) -> Any:
    """The type of a column, from the value of a row. A candidate that was not measured is None, in the table NaN."""
    return np.float64 if name in description.candidates else np.array(value).dtype.type


def _rows(measured: str) -> list[dict[str, Any]]:
    """Parses the rows that the library returns as JSON."""
    found = json.loads(measured)
    if isinstance(found, dict):
        # The cause is the system, not the file.
        if found["error_code"] == "not_enough_memory":
            raise MemoryError(printed(f"{found['path']}: {found['error']}"))
        raise OSError(found["error_number"], os.strerror(found["error_number"]), found["path"])
    for row in found:
        if row["profile"] == "client":
            # The library writes the shortest decimals of binary32.
            row.update({name: float(np.float32(value)) for name, value in row.items() if _is_binary32(name, value)})
    return list(found)


def table_bytes(table: Measurements) -> bytes:
    """The bytes of a table of measurements."""
    if isinstance(table, (str, os.PathLike)):
        with open(path_text(table), "rb") as file:
            return file.read()
    if not hasattr(table, "items"):
        raise InputError(
            "wrong_type", f"found {type(table).__name__} for measurements; expected a table of measure(), or its path"
        )
    return ndjson(table).encode()
