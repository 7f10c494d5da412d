"""The `detection` part of a full capture: whether it can be read, and whether the server stores U+0000 of it."""

from __future__ import annotations

from typing import Any, Iterator

from . import rfc3339
from .json_shapes import Member, anything, integer, nullable, record, text
from .not_modelled import NotModelled

RESULTS = ("moire", "texture", "artifacts", "aggregated_confidence", "cross_validation")
SHAPE = record(
    *(Member(name, nullable(anything), may_be_absent=True) for name in RESULTS),
    Member("computed_at", text),
    Member("total_processing_time_ms", integer(-(2**63), 2**63 - 1)),
)
# The required members of the results whose types are known, with the types of their values, and their map.
_COMMON = {"analysis_time_ms": int, "algorithm_version": str, "computed_at": str, "status": str}
_REQUIRED = {
    "texture": _COMMON | {"classification": str, "confidence": float, "is_likely_recaptured": bool},
    "aggregated_confidence": _COMMON | {
        "overall_confidence": float, "confidence_level": str, "primary_signal_valid": bool,
        "supporting_signals_agree": bool,
    },
}  # fmt: skip
_MAP = {"texture": "all_classifications", "aggregated_confidence": "method_breakdown"}
_WORDS = ("real_scene", "high", "success")
_OF_TIMES = frozenset("0123456789+-\u2212:.TtUuCcZz")


class Unreadable(Exception):
    """The server ignores the detection."""


def stores_nul(detection: dict[str, Any]) -> bool:
    """Whether a stored text or name has U+0000. Raises Unreadable, or NotModelled if unknown types decide that."""
    is_doubtful = _is_doubtful_time(detection["computed_at"])
    has_nul = False
    for name in RESULTS:
        value = detection[name]
        if value is None:
            continue
        if not isinstance(value, (dict, list)):
            raise Unreadable
        if name not in _REQUIRED or isinstance(value, list):
            if isinstance(value, dict) and "computed_at" not in value:
                raise Unreadable
            doubtful, nul = _contains_nul(value), _contains_nul(value)
        else:
            doubtful, nul = _of_known_type(name, value)
        is_doubtful, has_nul = is_doubtful or doubtful, has_nul or nul
    if has_nul and is_doubtful:
        raise NotModelled("a detection with U+0000")
    return has_nul


def _of_known_type(name: str, value: dict[str, Any]) -> tuple[bool, bool]:
    """Whether the effect of a result is doubtful, and whether it has U+0000."""
    for member, kind in _REQUIRED[name].items():
        if not _is_of(kind, value.get(member)):
            raise Unreadable
    reason, entries = value.get("unavailability_reason"), value.get(_MAP[name])
    if not isinstance(reason, str | None) or not isinstance(entries, dict | None):
        raise Unreadable
    entries = entries or {}
    if name == "texture" and not all(_is_of(float, number) for number in entries.values()):
        raise Unreadable
    words = [value[member] for member in ("classification", "confidence_level", "status") if member in _REQUIRED[name]]
    inner = _contains_nul(list(entries.values()))
    doubtful = _is_doubtful_time(value["computed_at"]) or any(word not in _WORDS for word in words) or inner
    return doubtful, inner or _contains_nul([*words, value["algorithm_version"], reason, *entries])


def _is_of(kind: type, value: Any) -> bool:
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(value) is kind


def _is_doubtful_time(moment: str) -> bool:
    """Whether the server's library may read a text that is no time by the rules. Raises Unreadable if it cannot."""
    if rfc3339.parse(moment) is not None:
        return False
    if not all(character in _OF_TIMES or character.isspace() for character in moment):
        raise Unreadable
    return True


def _contains_nul(value: Any) -> bool:
    return any("\0" in each for each in _texts(value))


def _texts(value: Any) -> Iterator[str]:
    """The texts and the names in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _texts(list(value.values()))
    elif isinstance(value, list):
        for element in value:
            yield from _texts(element)
