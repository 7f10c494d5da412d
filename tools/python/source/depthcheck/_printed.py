"""External text in messages and JSON, with escapes as in docs/NAMES.md."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["json_text", "printed"]

#: Characters that displays may omit, although Python counts them as printable: those with the property
#: Default_Ignorable_Code_Point.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def is_printable(character: str) -> bool:
    """Whether a terminal shows a character in place and does nothing else."""
    return character.isprintable() and not _IGNORABLE.match(character)


def printed(text: str) -> str:
    """Text with escapes for characters that are not printable: ``\\u{1B}``, and ``\\xFF`` for bytes that are not UTF-8.

    Escapes that it contains are unchanged, because messages of the library have them.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if is_printable(each) else _escape(ord(each)) for each in text)


def _escape(scalar: int) -> str:
    return f"\\x{scalar - 0xDC00:02X}" if 0xDC80 <= scalar <= 0xDCFF else f"\\u{{{scalar:X}}}"


def json_text(value: Any, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """A value as JSON, as the command writes it: with JSON's escapes for what is not printable."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    if text.isascii() and "\x7f" not in text:
        return text
    # Line feeds are between the members.
    return "".join(each if each == "\n" or is_printable(each) else _json_escape(each) for each in text)


def _json_escape(character: str) -> str:
    """JSON's escape; for a byte that is not UTF-8, which JSON cannot represent, the printed form."""
    is_byte = "\udc80" <= character <= "\udcff"
    return json.dumps(_escape(ord(character)) if is_byte else character)[1:-1]
