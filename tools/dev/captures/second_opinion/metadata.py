"""The `metadata` part of a full capture: its shape, and the checks of the members in order."""

from __future__ import annotations

from typing import Any, Optional

from . import rfc3339
from .json_shapes import Member, f64, integer, nullable, record, text
from .mistakes import planted
from .white_space import WHITE_SPACE, is_blank

_SIDE = integer(0, 2**32 - 1)
LARGEST_SIDE = 1000

LOCATION = record(
    Member("latitude", f64),
    Member("longitude", f64),
    Member("altitude", nullable(f64), may_be_absent=True, ends_array=True),
    Member("accuracy", nullable(f64), may_be_absent=True, ends_array=True),
)
METADATA = record(
    Member("captured_at", text),
    Member("device_model", text),
    Member("photo_hash", text),
    Member("depth_map_dimensions", record(Member("width", _SIDE), Member("height", _SIDE))),
    Member("assertion", nullable(text), may_be_absent=True),
    Member("location", nullable(LOCATION), may_be_absent=True),
)


def is_hexadecimal(digits: str) -> bool:
    allowed = "0123456789abcdef" if planted("capital-digits-refused") else "0123456789abcdefABCDEF"
    return all(digit in allowed for digit in digits)


def fault(metadata: dict[str, Any]) -> Optional[str]:
    """The first rule that a member breaks."""
    # Length and digits are those of the trimmed text; the untrimmed one is decoded later.
    photo_hash = metadata["photo_hash"].strip(WHITE_SPACE)
    sides = metadata["depth_map_dimensions"].values()
    location = metadata["location"]
    if rfc3339.parse(metadata["captured_at"]) is None:
        return "captured_at"
    if is_blank(metadata["device_model"]):
        return "device_model"
    if len(photo_hash.encode()) != 64:
        return "photo_hash_length"
    if not is_hexadecimal(photo_hash):
        return "photo_hash_characters"
    if 0 in sides:
        return "dimensions_zero"
    if max(sides) > LARGEST_SIDE:
        return "dimensions_large"
    if location is not None and not -90 <= location["latitude"] <= 90:
        return "latitude"
    if location is not None and not -180 <= location["longitude"] <= 180:
        return "longitude"
    return None
