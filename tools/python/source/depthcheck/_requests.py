"""Requests to the library: JSON in, JSON out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._errors import InputError, ParameterError
from ._library import CBytes, json_object, library
from ._printed import printed
from ._reading_error import ReadingError

__all__ = ["address_of", "json_bytes", "request"]


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


def address_of(data: Any) -> tuple[int, int, Any]:
    """The address and the number of bytes, and an object that keeps them alive."""
    try:
        view = memoryview(data)
        view = view.cast("B") if view.c_contiguous and view.nbytes else memoryview(view.tobytes())
    except (TypeError, ValueError, BufferError, NotImplementedError):
        raise InputError(
            "wrong_type", f"found {type(data).__name__}; expected the bytes of a file; read or encode it"
        ) from None
    if not len(view):
        return 1, 0, view
    array = np.frombuffer(view, np.uint8)
    return array.ctypes.data, array.size, array
