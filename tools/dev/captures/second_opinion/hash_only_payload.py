"""The payload of a hash-only capture: its shape, the checks of its members in order, and the text that is signed."""

from __future__ import annotations

import json
from typing import Any, Optional

from . import rfc3339, strict_base64
from .json_numbers import written
from .json_shapes import Member, array, boolean, f32, f64, integer, nullable, record, text
from .metadata import is_hexadecimal
from .mistakes import planted
from .white_space import is_blank

_I32 = integer(-(2**31), 2**31 - 1)
_ANALYSIS = record(
    Member("depth_variance", f32), Member("depth_layers", _I32), Member("edge_coherence", f32),
    Member("min_depth", f32), Member("max_depth", f32), Member("is_likely_real_scene", boolean),
    Member("algorithm_version", text),
)  # fmt: skip
_LOCATION = record(
    Member("latitude", f64), Member("longitude", f64),
    Member("altitude", nullable(f64), may_be_absent=True), Member("accuracy", nullable(f64), may_be_absent=True),
)  # fmt: skip
_METADATA = record(
    Member("location", nullable(_LOCATION), may_be_absent=True),
    Member("timestamp", nullable(text), may_be_absent=True),
    Member("device_model", nullable(text), may_be_absent=True),
)
_FLAGS = record(
    Member("location_included", boolean), Member("location_level", text),
    Member("timestamp_included", boolean), Member("timestamp_level", text),
    Member("device_info_included", boolean), Member("device_info_level", text),
)  # fmt: skip
_CHAIN = record(
    Member("final_hash", text), Member("chain_length", _I32),
    Member("version", text, may_be_absent=True, ends_array=True),
    Member("checkpoint_count", _I32, may_be_absent=True, ends_array=True),
)  # fmt: skip
_TEMPORAL = record(
    Member("keyframe_analyses", array(_ANALYSIS), may_be_absent=True, ends_array=True),
    Member("mean_variance", f32), Member("variance_stability", f32), Member("temporal_coherence", f32),
    Member("is_likely_real_scene", boolean), Member("keyframe_count", _I32), Member("algorithm_version", text),
)  # fmt: skip
PAYLOAD = record(
    Member("capture_mode", text), Member("media_hash", text), Member("media_type", text),
    Member("depth_analysis", _ANALYSIS), Member("metadata", _METADATA), Member("metadata_flags", _FLAGS),
    Member("captured_at", text), Member("assertion", text),
    Member("hash_chain", nullable(_CHAIN), may_be_absent=True),
    Member("temporal_depth_analysis", nullable(_TEMPORAL), may_be_absent=True),
    Member("frame_count", nullable(_I32), may_be_absent=True),
    Member("duration_ms", nullable(_I32), may_be_absent=True),
)  # fmt: skip


def fault(payload: dict[str, Any]) -> Optional[str]:
    """The first rule that a member breaks."""
    analysis = payload["depth_analysis"]
    if payload["capture_mode"] != "hash_only":
        return "capture_mode"
    if len(payload["media_hash"].encode()) != 64:
        return "media_hash_length"
    if not is_hexadecimal(payload["media_hash"]):
        return "media_hash_characters"
    if payload["media_type"] not in ("photo", "video"):
        return "media_type"
    if payload["media_type"] == "video":
        video = _video_fault(payload)
        if video is not None:
            return video
    if not analysis["algorithm_version"]:
        return "algorithm_version"
    if analysis["depth_layers"] < 0:
        return "depth_layers"
    if not 0 <= analysis["edge_coherence"] <= 1:
        return "edge_coherence"
    if rfc3339.parse(payload["captured_at"]) is None:
        return "captured_at"
    if is_blank(payload["assertion"]):
        return "assertion_empty"
    return "assertion_base64" if strict_base64.decode(payload["assertion"]) is None else None


def _video_fault(payload: dict[str, Any]) -> Optional[str]:
    for name in ("hash_chain", "frame_count", "duration_ms"):
        if payload[name] is None:
            return f"video_requires:{name}"
    for name in ("frame_count", "duration_ms"):
        if payload[name] <= 0:
            return f"{name}_not_positive"
    return None


def signed_json(payload: dict[str, Any], body: bytes) -> str:
    """The signed text: certain members, those at the top by name, those inside in the order of their shapes."""
    names = ("capture_mode", "captured_at", "depth_analysis", "media_hash", "media_type", "metadata", "metadata_flags")
    sent = json.loads(body) if planted("payload-signed-as-sent") else None
    if isinstance(sent, dict):
        return json.dumps({name: sent[name] for name in names}, ensure_ascii=False, separators=(",", ":"))
    return _written({name: payload[name] for name in names})


def _written(value: Any) -> str:
    """JSON without white space; an absent member of an object is left out."""
    if isinstance(value, dict):
        members = (f"{_written(name)}:{_written(member)}" for name, member in value.items() if member is not None)
        return "{" + ",".join(members) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return written(value)
    return json.dumps(value, ensure_ascii=False)
