"""The `metadata` and `detection` parts of a full capture: shapes, and the checks of the members in order."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from . import rfc3339
from .json_shapes import Member, anything, f64, integer, nullable, record, text
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
DETECTION = record(
    Member("moire", nullable(anything), may_be_absent=True),
    Member("texture", nullable(anything), may_be_absent=True),
    Member("artifacts", nullable(anything), may_be_absent=True),
    Member("aggregated_confidence", nullable(anything), may_be_absent=True),
    Member("cross_validation", nullable(anything), may_be_absent=True),
    Member("computed_at", text),
    Member("total_processing_time_ms", integer(-(2**63), 2**63 - 1)),
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


def texts(value: Any) -> Iterator[str]:
    """Each text among the values of a detection; names of members are no values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from texts(member)
    elif isinstance(value, list):
        for element in value:
            yield from texts(element)
