"""Arguments of callers: lists, flags, tables, paths and times. Each becomes plain values or an :class:`InputError`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from datetime import datetime, timezone
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ._errors import InputError, invalid_argument

__all__ = ["Columns", "arrays_of", "column_of", "columns_of", "flag", "listed", "string"]


class Columns(Protocol):
    """A mapping of names to columns, or a DataFrame."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """The names and their columns."""


def flag(name: str, value: Any) -> bool:
    """A Boolean."""
    if not isinstance(value, (bool, np.bool_)):
        raise invalid_argument(name, value, "True or False")
    return bool(value)


def string(name: str, value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise invalid_argument(name, value, "a string")
    return value


def listed(name: str, values: Any, expected: str) -> list[Any]:
    """The elements of a list or another iterable that is no text."""
    if isinstance(values, (str, bytes, bytearray, memoryview)) or not isinstance(values, Iterable):
        raise invalid_argument(name, values, expected)
    try:
        return list(values)
    except TypeError:
        # An array without dimensions.
        raise invalid_argument(name, values, expected) from None


def columns_of(table: Columns, what: str, dtype: Any = None) -> dict[Any, list[Any]]:
    """The columns of a table as lists of the same length."""
    return {name: array.tolist() for name, array in arrays_of(table, what, dtype).items()}


def arrays_of(
    table: Columns, what: str, dtype: Any = None, only: Collection[str] | None = None
) -> dict[Any, npt.NDArray[Any]]:
    """The columns of a table as arrays of one dimension and the same length; those named in ``only`` if it is given."""
    if isinstance(table, type) or not callable(getattr(table, "items", None)):
        raise InputError(
            "wrong_type", f"found {type(table).__name__} for {what}; expected a table, such as a DataFrame"
        )
    pairs = [(name, column) for name, column in table.items() if only is None or name in only]
    names = [name for name, _ in pairs]
    for name in names:
        # In a DataFrame.
        if names.count(name) > 1:
            raise InputError(
                "wrong_shape",
                f"found {names.count(name)} columns named {name} in the {what}; expected one of each name; remove the "
                "others",
            )
    arrays = {name: column_of(column, f"column {name} of the {what}", dtype) for name, column in pairs}
    if len({len(array) for array in arrays.values()}) > 1:
        raise InputError("wrong_shape", f"found columns of different lengths in the {what}; expected one value per row")
    return arrays


#: Types of cells that are no values.
_NO_VALUES = (bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, np.ndarray)


def column_of(values: Any, what: str, dtype: Any = None) -> npt.NDArray[Any]:
    """An array of one value per row: text, numbers or Booleans."""
    try:
        array = np.asarray(values, dtype=dtype)
    except (TypeError, ValueError, OverflowError):
        # Lists of different lengths.
        array = np.empty(0)[None]
    if array.ndim != 1:
        raise InputError("wrong_shape", f"found lists, or a single value, for the {what}; expected one value per row")
    if array.dtype.kind in "OSUV":
        for place, value in enumerate(array.tolist()):
            if isinstance(value, _NO_VALUES) or isinstance(value, str) and not is_unicode(value):
                raise InputError(
                    "wrong_type",
                    f"found {value!r} in the {what}, row {place}; expected Unicode text, numbers or Booleans; decode "
                    "bytes",
                )
    return array


def is_unicode(text: str) -> bool:
    """Whether text is Unicode, or the name of a file of any bytes: nothing has half a surrogate pair."""
    try:
        return text.isascii() or text.encode(errors="surrogateescape") is not None
    except UnicodeEncodeError:
        return False


def path_text(path: str | bytes | os.PathLike[Any]) -> str:
    """A path as text.

    Raises
    ------
    InputError
        For what is no path, and for a path that no file has: with a null character, or with half a surrogate pair.
    """
    try:
        found = os.fsdecode(path)
        os.fsencode(found)
    except (TypeError, UnicodeError):
        raise invalid_argument("a path", path, "text, bytes or a path object") from None
    if "\0" in found:
        raise InputError(
            "invalid_argument", f"found a null character in the path {found!r}; expected none; correct the path"
        )
    return found


def paths_of(corpus: Any) -> list[str]:
    """The paths of a corpus, which can be one path."""
    if isinstance(corpus, (str, bytes, os.PathLike)):
        return [path_text(corpus)]
    return [path_text(path) for path in listed("the corpus", corpus, "a path, or some paths")]


def c_text(path: str | bytes | os.PathLike[Any]) -> bytes:
    """A path as a C string."""
    return os.fsencode(path_text(path))


def is_path(value: Any) -> bool:
    """Whether an argument is a path and not a table."""
    return isinstance(value, (str, os.PathLike))


def time_text(at: str | datetime | None) -> str | None:
    """A time as the library reads it.

    Raises
    ------
    InputError
        For a datetime without a time zone.
    """
    if not isinstance(at, datetime):
        return at
    if at.tzinfo is None:
        raise InputError("invalid_argument", f"found {at!r} for at, without a time zone; expected one; add tzinfo")
    try:
        return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except OverflowError:
        raise invalid_argument("at", at, "a time after year 1 and before year 9999") from None
