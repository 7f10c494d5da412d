"""The evidence of time, model, size and location, which is recorded and has no effect."""

from __future__ import annotations

import math
from typing import Any, Optional

from . import rfc3339
from .rfc3339 import Moment

LONGEST_DELTA = 900
SIDE_TOLERANCE = 10
KNOWN_SIZES = ((256, 192), (320, 240), (384, 288), (640, 480))
KNOWN_MODELS = tuple(f"iphone{number}pro" for number in range(12, 18))


def _members(
    is_timely: bool, delta: int, is_model_known: bool, model: str, is_size_known: bool, has_location: bool,
    coarse: Optional[str],
) -> dict[str, Any]:  # fmt: skip
    return {
        "timestamp_valid": is_timely, "timestamp_delta_seconds": delta, "model_verified": is_model_known,
        "model_name": model, "resolution_valid": is_size_known, "location_available": has_location,
        "location_opted_out": not has_location, "location_coarse": coarse,
    }  # fmt: skip


def of_full(metadata: dict[str, Any], now: Moment) -> dict[str, Any]:
    """The evidence of a full capture."""
    captured_at = rfc3339.parse(metadata["captured_at"])
    assert captured_at is not None
    delta = rfc3339.whole_seconds(now, captured_at)
    model = metadata["device_model"]
    size = metadata["depth_map_dimensions"]
    location = metadata["location"]
    return _members(
        abs(delta) <= LONGEST_DELTA, delta, _has_lidar(model), model, _is_known_size(size["width"], size["height"]),
        location is not None, None if location is None else _hundredths(location),
    )  # fmt: skip


def of_hash_only(payload: dict[str, Any]) -> dict[str, Any]:
    """The evidence of a hash-only capture: what the flags say is included."""
    flags, metadata = payload["metadata_flags"], payload["metadata"]
    model, has_location = metadata["device_model"], flags["location_included"]
    location = metadata["location"] if has_location else None
    coarse = None if location is None else _by_level(location, flags["location_level"])
    return _members(
        flags["timestamp_included"], 0, flags["device_info_included"], "Unknown" if model is None else model, True,
        has_location, coarse,
    )  # fmt: skip


def _has_lidar(model: str) -> bool:
    """Whether the name, without spaces and in any case, contains that of an iPhone 12 Pro to 17 Pro."""
    name = model.lower().replace(" ", "")
    return any(known in name for known in KNOWN_MODELS)


def _is_known_size(width: int, height: int) -> bool:
    return any(abs(width - w) <= SIDE_TOLERANCE and abs(height - h) <= SIDE_TOLERANCE for w, h in KNOWN_SIZES)


def _hundredths(location: dict[str, Any]) -> str:
    """Both coordinates rounded to a hundredth, halves away from zero."""
    return ", ".join(f"{_round_away(location[name] * 100) / 100:.2f}" for name in ("latitude", "longitude"))


def _round_away(number: float) -> float:
    return math.copysign(math.floor(abs(number) + 0.5), number)


def _by_level(location: dict[str, Any], level: str) -> str:
    """Coordinates in exact decimal digits, halves to even: one decimal if coarse, four if precise."""
    latitude, longitude = location["latitude"], location["longitude"]
    if level == "coarse":
        return f"~{latitude:.1f}, ~{longitude:.1f}"
    return f"{latitude:.4f}, {longitude:.4f}" if level == "precise" else "Location available"
