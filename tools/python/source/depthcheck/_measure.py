"""Tables of measurements, as ``depthcheck measure`` makes them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ._analysis import shortest_binary32 as shortest
from ._analyze import in_order, job_count
from ._analyzer import Analyzer, Engine, Profile, SomeParameters, analyzer
from ._errors import InputError, ReadingError
from ._files import FileAnalysis, analyze_inaccessible, analyze_packed, content
from ._folders import Entry, entries, table_name
from ._library import description, library, text
from ._reading import Reading

__all__ = ["measure", "measure_bytes", "write_measurements"]

#: The columns that are no measurements.
_COLUMNS_BESIDE = (
    "file", "file_sha256", "file_bytes", "file_modified", "file_changed", "file_number", "parameters_sha256",
    "measuring_sha256", "reading", "depth_range", "note_codes", "server_code", "error", "error_code",
)  # fmt: skip

#: A table by its columns.
Table = dict[str, npt.NDArray[Any]]


def measure(
    corpus: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    root: str | os.PathLike[str] | None = None,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
    jobs: int | None = None,
) -> Table:
    """Measures a corpus of depth files, ``pandas.DataFrame(depthcheck.measure("captures"))``.

    Parameters
    ----------
    corpus : path-like or iterable of path-like
        Folders of depth files, named relative to them, and depth files, named by their last part.
    root : path-like, optional
        A folder above all of them, relative to which files are named instead.
    profile, parameters, engine, reading
        As for :func:`depthcheck.analyze_file`.
    jobs : int, optional
        How many threads work at once; by default one for each processor that may be used. No result depends on it.

    Returns
    -------
    dict of str to ndarray
        The columns of ``depthcheck measure``, with the same rows in the same order; :func:`write_measurements` makes a
        file of them. A file that cannot be read is a row with its error.

    Raises
    ------
    ReadingError
        ``no_depth_files``, where there is none; ``missing``, where a path leads to nothing.
    InputError
        Two files of one name, or a path outside of ``root``.
    OSError, MemoryError
        Where the state of the system is in the way and not a file, such as too many files open.

    Warns
    -----
    SkippedWarning
        For what was left out of a folder: what cannot be listed, pipes and devices.
    """
    run = _Run.of(profile, parameters, engine, reading)
    named = [corpus] if isinstance(corpus, (str, os.PathLike)) else list(corpus)
    for path in named:
        _require_present(run, os.fspath(path))
    found = entries([os.fspath(path) for path in named], None if root is None else os.fspath(root))
    if not found and named:
        raise ReadingError(
            "no_depth_files",
            "found no depth file in it or below; expected files that end in " + ", ".join(description.extensions),
            ", ".join(map(str, named)),
        )
    return run.table(in_order(run.measured_file, found, job_count(jobs)))


def _require_present(run: _Run, path: str) -> None:
    """Refuses a path that leads to nothing: a row would hide a slip of the caller."""
    try:
        os.stat(path)
    except FileNotFoundError as error:
        found, _ = analyze_inaccessible(run.analyzer, error, run.reading, path)
        raise ReadingError(str(found.error_code), str(found.error), path) from None
    except OSError:
        # A row of the table says what is in the way.
        return


def measure_bytes(
    names: Sequence[str],
    blobs: Sequence[Any],
    *,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
    jobs: int | None = None,
) -> Table:
    """Measures depth files that are in memory, ``depthcheck.measure_bytes(names, blobs, jobs=1)``.

    Parameters
    ----------
    names : sequence of str
        What rows call them.
    blobs : sequence of bytes-like
        Their bytes.
    profile, parameters, engine, reading, jobs
        As for :func:`measure`.

    Returns
    -------
    dict of str to ndarray
        The rows that ``depthcheck measure --tar`` makes of them: without times and numbers of files.
    """
    if len(names) != len(blobs):
        raise InputError("wrong_shape", f"found {len(names)} names of {len(blobs)} files; expected one for each")
    run = _Run.of(profile, parameters, engine, reading)
    return run.table(in_order(run.measured_bytes, zip(names, blobs), job_count(jobs)))


class Columns(Protocol):
    """A mapping of names to columns, or a DataFrame."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Each name with its column."""


def write_measurements(table: Columns, path: str | os.PathLike[str]) -> None:
    """Writes a table of measurements as NDJSON, for ``depthcheck tune measurements.ndjson --labels labels.csv``.

    Parameters
    ----------
    table : mapping of str to sequence, or DataFrame
        What :func:`measure` returned, or some rows of it.
    path : path-like
        The file, which appears whole or not at all; one that is there is replaced.

    Raises
    ------
    InputError
        For columns of different lengths, and what JSON cannot say.
    """
    columns = {name: np.asarray(column).tolist() for name, column in table.items()}
    if len({len(column) for column in columns.values()}) > 1:
        raise InputError("wrong_shape", "found columns of different lengths; expected a value of each for every row")
    lines = []
    for place, values in enumerate(zip(*columns.values())):
        row = dict(zip(columns, values))
        if row.get("profile") == "client":
            row = {name: shortest(value) if isinstance(value, float) else value for name, value in row.items()}
        try:
            lines.append(json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n")
        except (TypeError, ValueError):
            raise _unwritable(row, place) from None
    _write("".join(lines), os.path.realpath(os.fspath(path)))


def _unwritable(row: dict[str, Any], place: int) -> InputError:
    """What in a row JSON cannot say."""
    measured = {*description.measured, *_COLUMNS_BESIDE}
    for name, value in row.items():
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            if name not in measured:
                advice = f"leave out what is no measurement, such as labels: table.drop(columns=[{str(name)!r}])"
            elif name in _COLUMNS_BESIDE:
                advice = f'give an empty text where there is none: table[{str(name)!r}].fillna("")'
            else:
                advice = "measure the maps again"
            return InputError(
                "wrong_type",
                f"found {value!r} in the column {name}, row {place}; expected texts, numbers and flags; {advice}",
            )
    return InputError("wrong_type", f"found no texts for the names of columns in row {place}; expected texts")


def _write(text: str, path: str) -> None:
    """Writes a file whole or not at all; what is no file, such as a pipe, as it stands."""
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return
    descriptor, unfinished = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".depthcheck-")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            # As a file that is made in the usual way.
            os.fchmod(descriptor, 0o666 & ~_umask())
            file.write(text)
        os.replace(unfinished, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise


def _umask() -> int:
    for line in open("/proc/self/status", encoding="ascii", errors="replace"):
        if line.startswith("Umask:"):
            return int(line.split()[1], 8)
    return 0o077


@dataclass(frozen=True)
class _Stamp:
    """What tells whether a file may have changed."""

    byte_count: int = 0
    modified: str = ""
    changed: str = ""
    number: str = "0"

    @classmethod
    def of(cls, path: str) -> _Stamp:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return cls()
        return cls(
            status.st_size, _timestamp(status.st_mtime_ns), _timestamp(status.st_ctime_ns), str(status.st_ino)
        )


def _timestamp(nanoseconds: int) -> str:
    seconds, rest = divmod(nanoseconds, 10**9)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest:09}Z"


@dataclass(frozen=True)
class _Run:
    """How all files of a run are measured, and what each row says of it."""

    analyzer: Analyzer
    reading: Reading
    columns: dict[str, str]

    @classmethod
    def of(cls, profile: str, parameters: SomeParameters, engine: str, reading: Reading) -> _Run:
        chosen = analyzer(profile, parameters, engine)
        digests = [_digest(text(library.canonical_parameters(chosen.handle, only)).encode()) for only in (0, 1)]
        return cls(
            chosen,
            reading,
            dict(
                parameters_sha256=digests[0],
                measuring_sha256=digests[1],
                reading=reading.canonical_text,
            ),
        )

    def measured_file(self, entry: Entry) -> dict[str, Any]:
        """The row of a file."""
        stamp = _Stamp()
        try:
            # Asked before reading: a file that changes in between looks changed later.
            stamp = _Stamp.of(entry.path)
            data = content(entry.path, self.reading)
        except OSError as error:
            result, is_transient = analyze_inaccessible(self.analyzer, error, self.reading, entry.file)
            if is_transient:
                raise
            return self._row(result, "", stamp)
        return self._row(analyze_packed(self.analyzer, data, self.reading, entry.file), _digest(data), stamp)

    def measured_bytes(self, named: tuple[str, Any]) -> dict[str, Any]:
        """The row of bytes."""
        name, data = named
        result = analyze_packed(self.analyzer, data, self.reading, table_name(name))
        return self._row(result, _digest(data), _Stamp(memoryview(data).nbytes))

    def _row(self, result: FileAnalysis, digest: str, stamp: _Stamp) -> dict[str, Any]:
        if result.error_code == "not_enough_memory":
            # It says nothing of the file.
            raise MemoryError(f"{result.input}: {result.error}")
        analysis = result.analysis
        measured = vars(analysis) | analysis.stages._asdict()
        real = np.float32 if analysis.profile == "client" else np.float64
        return {
            "file": result.input,
            "file_sha256": digest,
            "file_bytes": stamp.byte_count,
            "file_modified": stamp.modified,
            "file_changed": stamp.changed,
            "file_number": stamp.number,
            **self.columns,
            **{name: measured[name] for name in description.measured},
            # In the arithmetic of the profile.
            "depth_range": float(real(analysis.max_depth) - real(analysis.min_depth)),
            "note_codes": " ".join(result.note_codes),
            "server_code": _code_of_reading(result) if digest else "",
            "error": result.error or "",
            "error_code": result.error_code or "",
        }

    def table(self, rows: Iterable[dict[str, Any]]) -> Table:
        """Rows as columns."""
        listed = list(rows)
        sample = self._row(analyze_packed(self.analyzer, b"", self.reading, ""), "", _Stamp())
        return {
            name: np.array([row[name] for row in listed], dtype=np.array(value).dtype.type)
            for name, value in sample.items()
        }


def _code_of_reading(result: FileAnalysis) -> str:
    """Why the server would get no map; that it would find no valid sample in the one it gets is seen in the row."""
    return "" if result.server_code in (None, "no_valid_sample") else str(result.server_code)


def _digest(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()
