"""Requests to the library: JSON in, JSON out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._arguments import Columns
from ._arrays import as_samples, dimensions
from ._errors import InputError, ParameterError
from ._files import address_of, require_file
from ._library import CBytes, json_object, library
from ._measure import ndjson
from ._printed import printed
from ._reading import Reading, path_text
from ._reading_error import ReadingError

__all__ = ["read_confidence", "request"]

#: A table of measurements, or the path of one.
Measurements = Union[Columns, str, "os.PathLike[str]"]


def request(kind: str, members: dict[str, Any], inputs: Iterable[Any] = ()) -> dict[str, Any]:
    """Carries out a request of depthcheck.h. Members that are None are omitted."""
    given = {name: value for name, value in members.items() if value is not None}
    text = json_bytes({"request": kind, **given})
    held = [address_of(each) for each in inputs]
    arguments = (CBytes * len(held))(*(CBytes(address, size) for address, size, _ in held))
    answer = json_object(library.request(text, arguments, len(held)))
    if "error_code" in answer:
        raise _error(answer["error_code"], answer["error"], answer["error_path"])
    return answer


#: The bytes of a file name that are not UTF-8: Python's surrogates, and in JSON the two noncharacters that the library
#: uses for each. If a name has such a noncharacter itself, the bytes of its UTF-8 form are escaped.
_ESCAPES = {
    0xDC00 + byte: f"\\u{0xFDD0 + (byte >> 4):x}\\u{0xFDE0 + (byte & 0xF):x}" for byte in range(0x80, 0x100)
}
_ESCAPES |= {
    scalar: "".join(_ESCAPES[0xDC00 + byte] for byte in chr(scalar).encode()) for scalar in range(0xFDD0, 0xFDF0)
}


def json_bytes(value: Any) -> bytes:
    """An argument as JSON for the library.

    Raises
    ------
    InputError
        For values, names and text that JSON cannot represent.
    """
    try:
        text = json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
        return text.translate(_ESCAPES).encode()
    except InputError:
        raise
    except UnicodeEncodeError:
        raise InputError("invalid_argument", "found text with half a surrogate pair; expected Unicode") from None
    except TypeError:
        raise InputError("wrong_type", "found a mapping with names that are not strings; expected strings") from None
    except (ValueError, RecursionError):
        raise InputError(
            "invalid_argument", "found a number that is not finite, or a value that contains itself; expected neither"
        ) from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    raise InputError(
        "wrong_type", f"found {value!r}; expected a string, a number, a Boolean, or a list or mapping of them"
    )


def _error(code: str, message: str, path: str | None) -> Exception:
    if code == "not_enough_memory":
        return MemoryError(printed(message))
    if code in ("no_cryptography", "no_openblas"):
        return OSError(printed(message))
    if code in ("invalid_parameter", "unknown_parameter"):
        return ParameterError(code, message)
    return InputError(code, message) if path is None else ReadingError(code, message, path)


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
        with open(path_text(table), "rb") as file:
            return file.read()
    if not hasattr(table, "items"):
        raise InputError(
            "wrong_type", f"found {type(table).__name__} for measurements; expected a table of measure(), or its path"
        )
    return ndjson(table).encode()
