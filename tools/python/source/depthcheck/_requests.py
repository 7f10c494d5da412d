"""Requests to the library: JSON in, JSON out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._arrays import as_samples, dimensions
from ._errors import InputError, ParameterError, ReadingError
from ._files import address_of
from ._library import CBytes, json_object, library
from ._measure import Columns, ndjson

__all__ = ["read_confidence", "request"]

#: A table of measurements, or the path of one.
Measurements = Union[Columns, str, "os.PathLike[str]"]


def request(kind: str, members: dict[str, Any], inputs: Iterable[Any] = ()) -> dict[str, Any]:
    """Carries out a request of depthcheck.h. Members that are None are omitted."""
    given = {name: value for name, value in members.items() if value is not None}
    try:
        text = json.dumps({"request": kind, **given}, default=_plain, allow_nan=False)
    except ValueError:
        raise InputError("invalid_argument", "found a number that is not finite; expected finite ones") from None
    held = [address_of(each) for each in inputs]
    arguments = (CBytes * len(held))(*(CBytes(address, size) for address, size, _ in held))
    answer = json_object(library.request(text.encode(), arguments, len(held)))
    if "error_code" in answer:
        raise _error(answer["error_code"], answer["error"])
    return answer


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise InputError("wrong_type", f"found {value!r}; expected a plain value")


def _error(code: str, message: str) -> Exception:
    if code == "not_enough_memory":
        return MemoryError(message)
    if code in ("no_cryptography", "no_openblas"):
        return OSError(message)
    if code in ("invalid_parameter", "unknown_parameter"):
        return ParameterError(code, message)
    return InputError(code, message)


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
        For confidence that cannot be read.

    Examples
    --------
    >>> read_confidence("room.bin.gz") is None
    True
    """
    name = os.fspath(path)
    try:
        found = request("read_confidence", {"path": name})
    except InputError as error:
        raise ReadingError(error.code, error.message, name) from None
    if not found:
        return None
    levels = np.frombuffer(found["levels"].encode(), np.uint8) - np.uint8(ord("0"))
    return levels.reshape(found["height"], found["width"])


def map_request(array: Any, valid: Any) -> tuple[dict[str, int], npt.NDArray[np.float32]]:
    """The members and the input for a map."""
    samples = as_samples(array, valid)
    width, height = dimensions(samples)
    return {"width": width, "height": height}, samples


def is_path(value: Any) -> bool:
    """Whether an argument is a path and not a table."""
    return isinstance(value, (str, os.PathLike))


def table_bytes(table: Measurements) -> bytes:
    """The bytes of a table of measurements."""
    if isinstance(table, (str, os.PathLike)):
        with open(table, "rb") as file:
            return file.read()
    if not hasattr(table, "items"):
        raise InputError(
            "wrong_type", f"found {type(table).__name__} for measurements; expected a table of measure(), or its path"
        )
    return ndjson(table).encode()
