"""Depth files: their maps, and the server's answers to them."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from ctypes import byref, c_int32, c_size_t
from dataclasses import dataclass, fields, replace
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._analysis import FileAnalysis, decoded
from ._analyzer import Engine, Profile, SomeParameters, analyzer
from ._arguments import c_text, path_text, string
from ._errors import InputError
from ._library import Doubles, Floats, Handle, filled, json_object, library, numbers
from ._reading import Reading, as_reading
from ._reading_error import ReadingError
from ._requests import address_of, request

__all__ = ["DepthFile", "analyze_bytes", "analyze_file", "read", "read_bytes", "read_confidence"]


@dataclass(frozen=True, eq=False)
class DepthFile:
    """The map in a file, returned by :func:`depthcheck.read`.

    Attributes
    ----------
    samples : ndarray of float32, shape (count,)
        Metres, row by row.
    width, height : int
        Given, stored in the file, or inferred from the number of samples as on the server.
    container, format : str
        The container and the storage format.
    notes, note_codes : tuple of str
        Notes on how the file was read.
    name : str
        The path; for a map in an archive, with the name of the map.

    Notes
    -----
    A file of several maps, or an archive, has only ``name``. Iterate over it to read its maps one by one; a map that
    cannot be read raises :class:`ReadingError` when it is reached, and ``next`` continues after it.

    Examples
    --------
    >>> file = read("room.bin.gz")
    >>> file.depth.shape, file.container, file.format
    ((192, 256), 'gzip', 'float32')
    >>> [(frame.name, frame.depth.shape) for frame in read("maps.npz")]
    [('maps.npz/far', (48, 64)), ('maps.npz/near', (48, 64))]
    """

    samples: npt.NDArray[np.float32]
    width: int
    height: int
    container: str
    format: str
    notes: tuple[str, ...]
    note_codes: tuple[str, ...]
    name: str = ""

    def __iter__(self) -> Iterator[DepthFile]:
        """The maps: only this one."""
        return iter([self])

    @property
    def depth(self) -> npt.NDArray[np.float32]:
        """The samples as rows and columns, shape (height, width).

        Raises
        ------
        InputError
            If the number of samples differs, which can happen with inferred dimensions.
        """
        if self.samples.size != self.width * self.height:
            raise InputError(
                "wrong_shape",
                f"found {self.samples.size} samples in a map of {self.width}x{self.height}; "
                f"expected {self.width * self.height}; give its width and height, or use its samples",
            )
        return self.samples.reshape(self.height, self.width)


class _SeveralMapsError(InputError, AttributeError):
    """Also an AttributeError, so that ``hasattr`` is False."""


class SeveralMaps(DepthFile):
    """A file or an archive of several maps, returned by :func:`depthcheck.read`."""

    def __init__(self, path: str, reading: Reading) -> None:
        object.__setattr__(self, "name", path)
        object.__setattr__(self, "reading", reading)

    def __iter__(self) -> Iterator[DepthFile]:
        """Reads the maps in order."""
        return _Maps(self.name, self.reading)

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in ("depth", *(field.name for field in fields(DepthFile))):
            raise AttributeError(attribute)
        raise _SeveralMapsError(
            "wrong_shape",
            f"found several maps in {self.name}, and a request for the {attribute} of one; expected a file of one map; "
            "iterate over it: for file in depthcheck.read(…)",
        )

    def __repr__(self) -> str:
        return f"SeveralMaps({self.name!r}, {self.reading!r})"


class _Maps(Iterator[DepthFile]):
    """Reads the maps at a path, one after another."""

    def __init__(self, path: str, reading: Reading) -> None:
        self._path = path
        # The library reads it only while it opens the maps.
        is_archive = c_int32()
        is_tar = path.lower().endswith(".tar") and os.path.isfile(path)
        address = library.open_maps(reading.c_reading, c_text(path), is_tar, byref(is_archive))
        self._handle = Handle(address, library.release_maps)
        self.is_archive = is_archive.value != 0
        # Only one thread at a time may use the handle.
        self._lock = threading.Lock()
        #: Whether the file of the last map has further ones.
        self.has_more = False

    def __next__(self) -> DepthFile:
        samples, count = Floats(), c_size_t()
        with self._lock:
            address = library.next_map(self._handle.address, byref(samples), byref(count))
        if not address:
            raise StopIteration
        answer = json_object(address)
        if "error" in answer:
            name = answer["name"] if self.is_archive else self._path
            raise ReadingError(answer["error_code"], answer["error"], name)
        self.has_more = answer.pop("more")
        return _depth_file(samples, count.value, answer)


def _depth_file(samples: Any, count: int, answer: dict[str, Any]) -> DepthFile:
    answer["notes"], answer["note_codes"] = tuple(answer["notes"]), tuple(answer["note_codes"])
    return DepthFile(samples=filled(np.empty(count, np.float32), samples), **answer)


def analyze_bytes(
    data: Any,
    *,
    name: str = "",
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
) -> FileAnalysis:
    """Analyses the bytes of a depth file, compressed or not: ``analyze_bytes(body).server_answer``.

    Parameters
    ----------
    data : bytes-like
        The file, in any format of docs/FORMATS.md for a single map.
    name : str
        The name in results and errors.
    profile, parameters, engine
        As for :func:`depthcheck.analyze`.
    reading : Reading
        Options for reading the file.

    Returns
    -------
    FileAnalysis
        The same as from the command ``depthcheck analyze``.

    Raises
    ------
    ReadingError
        With the code of docs/JSON.md; its ``result`` is the :class:`FileAnalysis`, with the server's answer.

    Examples
    --------
    >>> try:
    ...     analyze_bytes(b"")
    ... except ReadingError as error:
    ...     print(error.code, error.result.server_answer)
    empty unavailable
    """
    chosen = analyzer(profile, parameters, engine)
    return _checked(_analyze_content(chosen, data, as_reading(reading), string("name", name)))


def analyze_file(
    path: str | os.PathLike[str],
    *,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
    reading: Reading = Reading(),
) -> FileAnalysis:
    """Analyses a depth file: ``analyze_file("depth.bin").analysis.status``. Otherwise like :func:`analyze_bytes`.

    Raises
    ------
    ReadingError
        Also for a file that cannot be opened.

    Examples
    --------
    >>> analyze_file("room.bin.gz").analysis.status
    'pass'
    """
    chosen = analyzer(profile, parameters, engine)
    name = path_text(path)
    try:
        data = content(name, as_reading(reading))
    except OSError as error:
        return _checked(_analyze_inaccessible(chosen, error, reading, name))
    return _checked(_analyze_content(chosen, data, reading, name))


def read(path: str | os.PathLike[str], *, reading: Reading = Reading()) -> DepthFile:
    """Reads a depth file or an archive: ``depthcheck.read("depth.bin").depth``.

    Parameters
    ----------
    path : path-like
        A file in any format of docs/FORMATS.md, an archive (``.npz``, ``.r3d``, ``.idep``, ``.zip``, ``.tar``), or one
        map in an archive, such as ``capture.r3d/rgbd/0.depth``. Confidence and descriptions beside it are read too, as
        by the command.
    reading : Reading
        Options for reading the file.

    Raises
    ------
    ReadingError
        With the code of docs/JSON.md.

    Returns
    -------
    DepthFile
        The map. For a file of several maps or an archive, iterate over it.

    Examples
    --------
    >>> float(read("room.bin.gz").depth[0, 0])
    3.184000253677368
    >>> [frame.samples.size for frame in read("maps.npz")]
    [3072, 3072]
    """
    name = path_text(path)
    maps = _Maps(name, as_reading(reading))
    if maps.is_archive:
        require_file(name, reading)
        return SeveralMaps(name, reading)
    file = next(maps)
    return SeveralMaps(name, reading) if maps.has_more else replace(file, name=name)


def require_file(path: str | os.PathLike[str], reading: Reading) -> None:
    """Raises an error for an archive that does not exist, which is otherwise read lazily."""
    try:
        os.stat(path_text(path))
    except OSError as error:
        _checked(_analyze_inaccessible(analyzer(), error, as_reading(reading), os.fsdecode(path)))


def read_bytes(data: Any, *, name: str = "", reading: Reading = Reading()) -> DepthFile:
    """Reads the bytes of a depth file. Otherwise like :func:`read`.

    Examples
    --------
    >>> read_bytes(np.ones(12, np.float32).tobytes(), reading=Reading(width=4, height=3)).depth.shape
    (3, 4)
    """
    samples, count = Floats(), c_size_t()
    address, size, _kept = address_of(data)
    options, name = as_reading(reading).c_reading, string("name", name)
    answer = json_object(library.read_file(options, address, size, byref(samples), byref(count)))
    if "error" in answer:
        raise ReadingError(answer["error_code"], answer["error"], name or None)
    return _depth_file(samples, count.value, {**answer, "name": name})


#: The result of a file, and the error as Python raises it, if there is one.
_Analyzed = tuple[FileAnalysis, Union[str, None]]


def _analyze_content(chosen: Handle, data: Any, reading: Reading, name: str) -> _Analyzed:
    """Analyses the bytes of a file. If they cannot be read, the result has the error."""
    address, size, _kept = address_of(data)
    return _result(lambda record: library.analyze_file(chosen.address, reading.c_reading, address, size, record), name)


def _analyze_inaccessible(chosen: Handle, error: OSError, reading: Reading, name: str) -> _Analyzed:
    """The result for a file that cannot be opened or read."""
    number = error.errno or errno.EIO
    return _result(
        lambda record: library.analyze_inaccessible(chosen.address, reading.c_reading, number, record), name
    )


def _result(analyze: Callable[[Any], int], name: str) -> _Analyzed:
    record = Doubles()
    answer = json_object(analyze(byref(record)))
    answer["notes"], answer["note_codes"] = tuple(answer["notes"]), tuple(answer["note_codes"])
    found: dict[str, Any] = {field.name: answer.get(field.name) for field in fields(FileAnalysis)}
    found |= {"input": name, "analysis": decoded(numbers(record))}
    return FileAnalysis(**found), answer["message"]


def _checked(analyzed: _Analyzed) -> FileAnalysis:
    result, message = analyzed
    if message is not None and result.error_code is not None:
        raise ReadingError(result.error_code, message, result.input or None, result)
    return result


#: The number of attempts to read a file that is being changed.
_ATTEMPTS = 3


def content(path: str, reading: Reading) -> bytes:
    """Reads a file in a consistent state.

    Raises
    ------
    OSError
        Also if the file is larger than ``reading`` allows (EFBIG), or changed during every attempt (EBUSY).
    """
    for _ in range(_ATTEMPTS):
        with open(path, "rb", buffering=0) as file:
            before = os.fstat(file.fileno())
            if before.st_size > reading.byte_limit:
                raise OSError(errno.EFBIG, "too large", path)
            parts = []
            size = 0
            while size <= reading.byte_limit and (part := file.read(reading.byte_limit - size + 1)):
                parts.append(part)
                size += len(part)
            if size > reading.byte_limit:
                raise OSError(errno.EFBIG, "too large", path)
            after = os.fstat(file.fileno())
        is_unchanged = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        # A pipe can be read only once.
        if is_unchanged or not stat.S_ISREG(before.st_mode):
            return b"".join(parts)
    raise OSError(errno.EBUSY, "changed while it was read", path)


def read_confidence(path: str | os.PathLike[str]) -> npt.NDArray[np.uint8] | None:
    """Reads the confidence that an app stored beside a map: ``read_confidence("capture.r3d/rgbd/0.depth")``.

    Parameters
    ----------
    path : path-like
        The map: a file, or the name of a frame of :func:`depthcheck.read`.

    Returns
    -------
    ndarray of uint8, shape (height, width), or None
        0 is low, 1 medium and 2 high. The shape can differ from that of the map. None if there is no confidence.

    Raises
    ------
    ReadingError
        For confidence that cannot be read, or a file that does not exist.

    Examples
    --------
    >>> read_confidence("room.bin.gz") is None
    True
    """
    name = path_text(path)
    try:
        found = request("read_confidence", {"path": name})
    except (InputError, ReadingError) as error:
        raise ReadingError(error.code, error.message, name) from None
    if not found:
        existing = name
        while existing and not os.path.lexists(existing) and os.path.dirname(existing) != existing:
            existing = os.path.dirname(existing)
        if existing != name and not os.path.isfile(existing):
            require_file(name, Reading())
        return None
    levels = np.frombuffer(found["levels"].encode(), np.uint8) - np.uint8(ord("0"))
    return levels.reshape(found["height"], found["width"])
