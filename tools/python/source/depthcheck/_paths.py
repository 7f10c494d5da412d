"""Paths that callers give."""

from __future__ import annotations

import os
from typing import Any

from ._arguments import listed
from ._errors import InputError, invalid_argument


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
