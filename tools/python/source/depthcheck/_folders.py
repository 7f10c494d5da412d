"""Which files a corpus has, and what they are called: the rules of ``depthcheck measure``."""

from __future__ import annotations

import errno
import os
import stat
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from ._errors import InputError, SkippedWarning
from ._library import json_object, library


@dataclass(frozen=True)
class Entry:
    """A file of a corpus: its name in tables, and where it is."""

    file: str
    path: str


def entries(paths: list[str], root: str | None) -> list[Entry]:
    """The files at ``paths`` and below those that are folders, each named relative to its folder, or to ``root``."""
    found: dict[str, Entry] = {}
    for path in paths:
        is_folder = os.path.isdir(path)
        base = root if root is not None else path if is_folder else os.path.dirname(path)
        for each in files_below(path) if is_folder else [path]:
            entry = Entry(_relative(each, base), each)
            first = found.setdefault(entry.file, entry)
            if first is not entry:
                raise InputError(
                    "invalid_argument",
                    f"found {first.path} and {each}, both named {entry.file}; expected one file a name; "
                    "give a root above both",
                )
    return list(found.values())


def files_below(folder: str) -> list[str]:
    """The depth files in a folder and in all below, sorted by the bytes of their paths.

    Hidden names and names that depth files do not have are skipped. Links are followed, each folder is listed once.
    What cannot be looked at is left out with a :class:`SkippedWarning`.
    """
    found: list[str] = []
    status = os.stat(folder)
    seen = {(status.st_dev, status.st_ino)}
    waiting = [_names(folder)]
    while waiting:
        path = next(waiting[-1], None)
        if path is None:
            waiting.pop()
            continue
        is_depth_file = is_named_like_depth_file(path)
        try:
            status = os.stat(path)
        except OSError as error:
            # A dangling link that does not claim to be a depth file is not worth a word.
            if error.errno != errno.ENOENT or is_depth_file:
                _skip(path, os.strerror(error.errno or errno.EIO))
            continue
        if stat.S_ISDIR(status.st_mode):
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                waiting.append(_names(path))
        elif stat.S_ISREG(status.st_mode):
            if is_depth_file:
                found.append(path)
        elif is_depth_file:
            _skip(path, "no regular file")
    return sorted(found, key=os.fsencode)


def _names(folder: str) -> Iterator[str]:
    """The paths of what is in a folder, hidden names aside, sorted by their bytes."""
    try:
        names = os.listdir(folder)
    except OSError as error:
        _skip(folder, os.strerror(error.errno or errno.EIO))
        names = []
    prefix = folder if folder.endswith("/") else folder + "/"
    return iter([prefix + name for name in sorted(names, key=os.fsencode) if not name.startswith(".")])


def _skip(path: str, why: str) -> None:
    warnings.warn(f"{path}: left out: {why}", SkippedWarning, stacklevel=5)


def is_named_like_depth_file(path: str) -> bool:
    """Whether a name ends as those of depth files do."""
    return bool(library.is_depth_file(os.fsencode(os.path.basename(path))))


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def _relative(path: str, base: str) -> str:
    """The parts of ``path`` after those of ``base``; texts alone are looked at, neither links nor ``..`` followed."""
    parts, above = _parts(path), _parts(base)
    if path.startswith("/") != base.startswith("/") or len(parts) <= len(above) or parts[: len(above)] != above:
        raise InputError(
            "invalid_argument", f"found {path} outside of the root {base}; expected a path below it; correct root"
        )
    return table_name("/".join(parts[len(above) :]))


def table_name(name: str) -> str:
    """A name as tables have it in JSON: itself, but for what is no UTF-8 or would be taken for another."""
    if not isinstance(name, str) or "\0" in name:
        raise InputError("invalid_argument", f"found {name!r} for the name of a file; expected text without a zero")
    if "\\" not in name and name.isprintable():
        return name
    found: str = json_object(library.file_name(os.fsencode(name)))["file"]
    return found
