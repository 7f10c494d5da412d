"""The key of a registration in COSE (RFC 9052): a CBOR map to the last byte of the data."""

from __future__ import annotations

from typing import Any, Optional

from .cbor import CborError, CborMap, decode_first
from .mistakes import planted

TYPE, IDENTIFIER, ALGORITHM, OPERATIONS, INITIAL_VECTOR, CURVE, X, Y = 1, 2, 3, 4, 5, -1, -2, -3
# https://www.iana.org/assignments/cose, as far as the server's library knows it; below -65536 is private.
_ALGORITHMS = frozenset(
    [-65535, *range(-260, -256), *range(-47, -24), -18, -17, -16, -15, -14, -13, -12, -11, -10, -8, -7, -6, -5, -4, -3]
    + [*range(0, 8), *range(10, 16), 24, 25, 26, *range(30, 35)]
)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_label(value: Any) -> bool:
    return isinstance(value, str) or (_is_integer(value) and -(2**63) <= value < 2**63)


def read(data: bytes) -> Optional[bytes]:
    """The key as 04, x and y, or None. The point need not be on the curve."""
    try:
        item, length = decode_first(data)
    except CborError:
        return None
    if not isinstance(item, CborMap) or (length != len(data) and not planted("key-without-end")):
        return None
    labels = [label for label, _ in item.pairs]
    if not all(map(_is_label, labels)):
        return None
    members = dict(item.pairs)
    if len(members) != len(labels) or not all(_is_integer(members.get(label)) for label in (TYPE, CURVE)):
        return None
    x, y = members.get(X), members.get(Y)
    if (members[TYPE], members[CURVE]) != (2, 1):
        return None
    if not all(isinstance(number, bytes) and len(number) == 32 for number in (x, y)):
        return None
    return b"\x04" + x + y if all(_is_allowed(label, value) for label, value in item.pairs) else None


def _is_allowed(label: Any, value: Any) -> bool:
    """Whether a common parameter has a value that the library accepts; other labels can have any value."""
    if label == ALGORITHM:
        return isinstance(value, str) or (_is_integer(value) and (value in _ALGORITHMS or value < -65536))
    if label == OPERATIONS:
        if not isinstance(value, list) or not value:
            return False
        is_known = all(isinstance(entry, str) or (_is_integer(entry) and 1 <= entry <= 10) for entry in value)
        return is_known and len(set(value)) == len(value)
    if label in (IDENTIFIER, INITIAL_VECTOR):
        return isinstance(value, bytes) and value != b""
    return True


def coordinates(data: bytes) -> Optional[bytes]:
    """04, x and y of a map that has both as byte strings, whatever else it has; None if they cannot be read."""
    try:
        item, _ = decode_first(data)
    except CborError:
        return None
    if not isinstance(item, CborMap):
        return None
    found = {}
    for label, value in item.pairs:
        if _is_integer(label):
            found.setdefault(label, value)
    x, y = found.get(X), found.get(Y)
    return b"\x04" + x + y if isinstance(x, bytes) and isinstance(y, bytes) else None
