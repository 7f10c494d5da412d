"""Writes files completely or not at all."""

from __future__ import annotations

import contextlib
import os

from ._arguments import path_text

__all__ = ["write_text"]


def write_text(text: str, path: str | os.PathLike[str]) -> None:
    """Writes a regular file completely or not at all; writes a pipe or a device directly."""
    target = os.path.realpath(path_text(path))
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "w", encoding="utf-8") as stream:
            stream.write(text)
        return
    unfinished = os.path.join(os.path.dirname(target), f".depthcheck-{os.urandom(8).hex()}")
    try:
        with open(unfinished, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(unfinished, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        if isinstance(error, OSError) and error.filename == unfinished:
            raise type(error)(error.errno, error.strerror, path_text(path)) from None
        raise
