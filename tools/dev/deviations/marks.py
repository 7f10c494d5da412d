"""Short marks for the difference between two answers, described in golden/README.md."""

from __future__ import annotations

import re
import struct
from typing import Any, Iterator, Optional

import numpy as np


def rank(number: float, profile: str) -> int:
    """The rank of a number among all representable numbers, with -0 directly below 0."""
    if profile == "client":
        bits = struct.unpack("<i", struct.pack("<f", number))[0]
        return bits if bits >= 0 else ~(bits & 0x7FFFFFFF)
    bits = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits if bits >= 0 else ~(bits & 0x7FFFFFFFFFFFFFFF)


def mark(stored: Any, answer: Any, profile: str) -> Optional[str]:
    """The difference of an answer: in representable numbers or integers, and in which element; None if equal."""
    if isinstance(stored, list):
        return list_mark(stored, answer, profile)
    if isinstance(stored, tuple):
        if stored[0] != answer[0] or (stored[1] is None) != (answer[1] is None):
            return "!"
        return None if stored[1] is None else mark(stored[1], answer[1], profile)
    if isinstance(stored, (str, bool)) or isinstance(answer, bool):
        return None if stored == answer else "!"
    if isinstance(stored, int):
        return None if stored == answer else rounded(answer - stored)
    if not (np.isfinite(stored) and np.isfinite(answer)):
        return None if stored == answer else "!"
    distance = rank(float(answer), profile) - rank(float(stored), profile)
    return rounded(distance) if distance else None


def rounded(distance: int) -> str:
    """Exact up to a million; larger ones have three digits, because further ones carry no information."""
    return f"{distance:+d}" if abs(distance) < 1_000_000 else f"{distance:+.2e}".replace("e+", "e")


def list_mark(stored: list, answer: list, profile: str) -> Optional[str]:
    marks = [(i, mark(*pair, profile)) for i, pair in enumerate(zip(stored, answer))]
    different = [(i, found) for i, found in marks if found]
    if len(stored) != len(answer):
        first = different[0][0] if different else min(len(stored), len(answer))
        return f"[{first}]#{len(answer) - len(stored):+d}"
    return f"[{different[0][0]}]{different[0][1]}*{len(different)}" if different else None


def within(found: str, limit: int) -> bool:
    return limit > 0 and re.fullmatch("[+-][0-9]{1,6}", found) is not None and abs(int(found)) <= limit


def changes(
    stored: dict[str, Any], answer: dict[str, Any], profile: str, limits: dict[str, int]
) -> Iterator[tuple[str, str]]:
    for field, value in stored.items():
        found = mark(value, answer[field], profile) if field in answer else None
        if found and not within(found, limits.get(field, 0)):
            yield field, found
