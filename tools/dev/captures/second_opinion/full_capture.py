"""A full capture, `POST /api/v1/captures`: parts, metadata, photo hash, assertion, depth, store, confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Optional

from . import assertion, bindings, bodies, confidence, content_type, depth_status, detection, evidence
from . import json_reader, metadata, multipart, rfc3339, strict_base64, text_decoding
from .answers import Answer, invalid, refusal, store_failure, success
from .assertion import Device
from .hashing import sha256
from .mistakes import planted
from .not_modelled import NotModelled
from .multipart import Part
from .white_space import is_blank


_NOTHING = {"assertion": None, "depth_status": None, "confidence": None, "metadata_evidence": None}


@dataclass
class Collected:
    """What was read of the parts, up to the first fault."""

    photo: Optional[bytes] = None
    depth_map: Optional[bytes] = None
    metadata: Optional[dict[str, Any]] = None
    stores_nul: bool | NotModelled = False
    fault: Optional[Answer] = None


def answer(case: dict[str, Any], device: Device, is_request_verified: bool) -> dict[str, Any]:
    """The answer to a full capture, with everything that the server records and hides."""
    collected = _collect(_parts(case))
    read = collected.metadata
    signed = None if read is None else _client_data(read)
    result: dict[str, Any] = {
        "answer": collected.fault, **_NOTHING, "client_data_hash": None if signed is None else sha256(signed).hex(),
        "bindings": _bindings(case, collected, device, signed),
        "client_data": None if signed is None else signed.decode(),
    }  # fmt: skip
    if collected.fault is not None:
        return result
    assert read is not None and signed is not None and collected.photo is not None and collected.depth_map is not None
    result["answer"] = _photo_hash_fault(read, collected.photo)
    if result["answer"] is not None:
        return result
    verified = _assertion_result(read["assertion"], device, case["config"], signed)
    result["assertion"] = verified.answer()
    if planted("full-failure-refused") and verified.reason is not None:
        return {**result, "answer": refusal(401, "ATTESTATION_FAILED", "assertion", verified.reason)}
    result["answer"] = _store_fault(case, read, collected.stores_nul)
    if result["answer"] is not None:
        return result
    size = read["depth_map_dimensions"]
    now = rfc3339.parse(case["now"])
    assert now is not None
    result["answer"] = success(200 if planted("status-200") else 202, "processed")
    result["depth_status"] = depth_status.of(collected.depth_map, size["width"], size["height"])
    result["confidence"] = confidence.of(verified.status, result["depth_status"], is_request_verified)
    result["metadata_evidence"] = evidence.of_full(read, now)
    if planted("captured-at-window") and not result["metadata_evidence"]["timestamp_valid"]:
        return {**result, **_NOTHING, "answer": invalid("metadata_field", "captured_at")}
    return result


def _client_data(read: dict[str, Any]) -> bytes:
    """The text that is signed: photo hash and time, both as sent."""
    photo_hash, captured_at = read["photo_hash"], read["captured_at"]
    if planted("photo-hash-rewritten"):
        photo_hash = photo_hash.lower()
    if planted("time-rewritten"):
        captured_at = rfc3339.rewritten(captured_at)
    return f"{photo_hash}|{captured_at}".encode()


def _parts(case: dict[str, Any]) -> Iterable[Part] | Answer:
    """The parts of a case: as a list, or in a body with its content type."""
    if "parts" in case:
        return [Part(part["name"], part.get("content_type"), bodies.bytes_of(part)) for part in case["parts"]]
    parsed = content_type.parse(case.get("content_type"))
    boundary = parsed.boundary if parsed else None
    if boundary is None:
        return refusal(400, None, "content_type", "content_type")
    body = bodies.bytes_of(case["body"])
    if len(body) > bodies.LARGEST_BODY:
        return invalid("multipart", "body_too_large")
    return multipart.parts(body, boundary)


def _collect(parts: Iterable[Part] | Answer) -> Collected:
    """Reads the parts in order; a part that is empty or no metadata is a fault at once."""
    collected = Collected()
    if isinstance(parts, dict):
        collected.fault = parts
        return collected
    try:
        for part in parts:
            fault = _take(part, collected)
            collected.fault = collected.fault or fault
    except multipart.IllFormed:
        collected.fault = collected.fault or invalid("multipart", "ill_formed")
    for name in ("photo", "depth_map", "metadata"):
        if getattr(collected, name) is None and collected.fault is None:
            collected.fault = invalid("multipart", f"missing_part:{name}")
    return collected


def _take(part: Part, collected: Collected) -> Optional[Answer]:
    """Takes a part of a known name, replacing an earlier one, and returns its fault."""
    if part.name in ("photo", "depth_map"):
        if not part.data:
            return invalid("part_size", f"{part.name}_empty")
        if not (planted("first-part-counts") and getattr(collected, part.name) is not None):
            setattr(collected, part.name, part.data)
    elif part.name == "metadata":
        try:
            read = json_reader.read(_text(part), metadata.METADATA)
        except NotModelled:
            collected.metadata = None
            if collected.fault is None:
                raise
            return None
        except json_reader.JsonError as error:
            collected.metadata = None
            prefix = "data: " if error.category == "data" else ""
            return invalid("metadata_json", prefix + error.reason)
        if not (planted("first-part-counts") and collected.metadata is not None):
            collected.metadata = read
        if (broken := metadata.fault(read)) is not None:
            return invalid("metadata_field", broken)
    elif part.name == "detection":
        try:
            collected.stores_nul = detection.stores_nul(json_reader.read(_text(part), detection.SHAPE))
        except (json_reader.JsonError, detection.Unreadable):
            pass
        except NotModelled as reason:
            collected.stores_nul = reason
    return None


def _text(part: Part) -> bytes:
    return text_decoding.decode(part.data, part.content_type).encode("utf-8")


def _photo_hash_fault(read: dict[str, Any], photo: bytes) -> Optional[Answer]:
    stated = read["photo_hash"]
    if len(stated) != 64:
        return invalid("photo_hash_encoding", "photo_hash")
    if bytes.fromhex(stated) != sha256(photo) and not planted("photo-hash-unchecked"):
        return invalid("photo_hash_mismatch", "photo_hash")
    return None


def _assertion_result(
    text: Optional[str], device: Device, config: dict[str, str], signed: bytes
) -> assertion.Result:
    if text is None or is_blank(text):
        return assertion.ABSENT
    app = f"{config['apple_team_id']}.{config['apple_bundle_id']}"
    return assertion.verify(strict_base64.decode(text), device, app, sha256(signed))


def _store_fault(
    case: dict[str, Any], read: dict[str, Any], stores_nul: bool | NotModelled
) -> Optional[Answer]:
    """The database refuses U+0000 in stored texts, then a photo that is stored."""
    if "\0" in read["device_model"]:
        return store_failure("nul_character")
    if isinstance(stores_nul, NotModelled):
        raise stores_nul
    if stores_nul:
        return store_failure("nul_character")
    if case.get("media_hash_already_stored", False):
        return store_failure("unique_media_hash")
    return None


def _bindings(case: dict[str, Any], collected: Collected, device: Device, signed: Optional[bytes]) -> list[str]:
    if collected.metadata is None or signed is None:
        return []
    request = case.get("request")
    text = None if request is None else f"{request['timestamp_ms']}|{request['body_sha256']}".encode()
    hashes = bindings.of_full(signed, collected.photo or b"", collected.depth_map or b"", text)
    return bindings.satisfied(collected.metadata["assertion"], device.public_key, hashes)
