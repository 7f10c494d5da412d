"""Writes a file of the sources that a script of this folder makes, or compares it with the file that is there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path


def main(file: Path, usage: str, text: Callable[..., str], argument_count: int = 0) -> int:
    """Handles `[--check] ARGUMENT...`; `text` gets the arguments and makes the contents."""
    arguments = sys.argv[1:]
    is_check = arguments[:1] == ["--check"]
    arguments = arguments[is_check:]
    if len(arguments) != argument_count or any(argument.startswith("-") for argument in arguments):
        print(usage, file=sys.stderr)
        return 64
    try:
        contents = text(*arguments)
    except ImportError as error:
        print(f"error: {error.name} was not found; install it with: pip install {error.name}", file=sys.stderr)
        return 69
    except FileNotFoundError as error:
        print(f"error: {error.filename} was not found; name the folder that has it", file=sys.stderr)
        return 69
    if not is_check:
        file.write_text(contents, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != contents:
        print(f"error: {file} is not what {sys.argv[0]} writes; expected the same; run it without --check")
        return 1
    return 0
