"""The two endpoints: the order in which the rules of capture_rules.py are applied, and the recorded values."""

from __future__ import annotations

import re
from typing import Any

import capture_charsets as charsets
import capture_multipart as multipart
import capture_rules as rules
from capture_json import I64, Shape, Syntax, optional, required

PARTS = ("photo", "depth_map", "metadata")
NOTHING = {
    "answer": None, "assertion": None, "depth_status": None, "confidence": None, "metadata_evidence": None,
    "client_data_hash": None, "bindings": [],
}
# The members of the nested objects are not specified and can have any type.
DETECTION = {
    **{name: optional("anything") for name in (
        "moire", "texture", "artifacts", "aggregated_confidence", "cross_validation")},
    "computed_at": required("string"), "total_processing_time_ms": required(I64),
}
RESOLUTIONS = ((256, 192), (320, 240), (640, 480), (384, 288))


def judge(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """The answer to a case, in the format of expected.json; files are those named by the case."""
    return (judge_full if case["endpoint"] == "captures" else judge_hash_only)(case, files)


def validation(stage: str, reason: str) -> rules.Refused:
    return rules.Refused(400, "VALIDATION_ERROR", stage, reason)


def accepted() -> dict[str, Any]:
    return {"http_status": 202, "error_code": None, "stage": "processed", "reason": None}


def check_storable(case: dict[str, Any], texts: list[str | None]) -> None:
    """Applies the database's rules: no U+0000 in values stored as JSON, then no hash that is already stored."""
    if any("\0" in (text or "") for text in texts):
        raise rules.Refused(500, "INTERNAL_ERROR", "store", "nul_character")
    if case.get("media_hash_already_stored"):
        raise rules.Refused(500, "INTERNAL_ERROR", "store", "unique_media_hash")


# --- full captures ---------------------------------------------------------------------------------------------------


MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def text_of(data: bytes, content_type: str | None) -> str:
    """A byte order mark is removed and overrides the charset; ill-formed text becomes U+FFFD."""
    for mark, codec in MARKS:
        if data.startswith(mark):
            return data[len(mark):].decode(codec, "replace")
    kind = multipart.media_type(content_type)
    return charsets.decoded(data, (kind and kind.parameter("charset")) or "utf-8")


def metadata_of(part: dict[str, Any], data: bytes) -> dict[str, Any]:
    return rules.read_json(text_of(data, part.get("content_type")).encode(), rules.METADATA)


def detection_texts(part: dict[str, Any], data: bytes) -> list[str] | None:
    """The stored strings of a detection; None for one that cannot be read, which is ignored."""
    try:
        read = rules.read_json(text_of(data, part.get("content_type")).encode(), DETECTION)
    except (Syntax, Shape):
        return None

    def texts(value: Any) -> list[str]:
        if isinstance(value, str):
            return [value]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [text for one in inner for text in texts(one)]

    return texts(read)


def check_metadata(metadata: dict[str, Any]) -> None:
    digits = rules.trimmed(metadata["photo_hash"])
    size = metadata["depth_map_dimensions"].values()
    location = metadata["location"] or {"latitude": 0, "longitude": 0}
    for holds, name in (
        (rules.parsed_time(metadata["captured_at"]) is not None, "captured_at"),
        (not rules.is_blank(metadata["device_model"]), "device_model"),
        (len(digits.encode()) == 64, "photo_hash_length"),
        (re.fullmatch("[0-9a-fA-F]*", digits) is not None, "photo_hash_characters"),
        (all(side > 0 for side in size), "dimensions_zero"),
        (all(side <= 1000 for side in size), "dimensions_large"),
        (abs(location["latitude"]) <= 90, "latitude"),
        (abs(location["longitude"]) <= 180, "longitude"),
    ):
        if not holds:
            raise validation("metadata_field", name)


def sent_parts(case: dict[str, Any], files: dict[str, bytes]) -> tuple[list[dict[str, Any]], bool]:
    """The parts of a case or of its body, and whether they are complete."""
    if "parts" in case:
        return case["parts"], True
    kind = multipart.media_type(case.get("content_type"))
    if kind is None or kind.boundary is None:
        raise rules.Refused(400, None, "content_type", "content_type")
    return multipart.read(rules.content(case["body"], files), kind.boundary)


def read_parts(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """The contents of the parts, each checked after it is read; of two with the same name, the last one."""
    parts: dict[str, Any] = {}
    sent, is_whole = sent_parts(case, files)
    for part in sent:
        name, data = part.get("name"), rules.content(part, files)
        if name in ("photo", "depth_map") and not data:
            raise validation("part_size", f"{name}_empty")
        if name == "metadata":
            try:
                data = metadata_of(part, data)
            except Syntax:
                raise validation("metadata_json", "syntax") from None
            except Shape as error:
                raise validation("metadata_json", f"data: {error}") from None
            check_metadata(data)
        if name == "detection":
            data = detection_texts(part, data)
            if data is None:
                continue
        parts[name] = data
    if not is_whole:
        raise validation("multipart", "incomplete")
    for name in PARTS:
        if name not in parts:
            raise validation("multipart", f"missing_part:{name}")
    return parts


def readable_parts(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """The readable parts of a capture, even if it is refused."""
    parts: dict[str, Any] = {}
    try:
        sent, _ = sent_parts(case, files)
    except rules.Refused:
        return parts
    for part in sent:
        name, data = part.get("name"), rules.content(part, files)
        if name == "metadata":
            try:
                data = metadata_of(part, data)
            except (Syntax, Shape):
                parts.pop(name, None)
                continue
        parts[name] = data
    return parts


def judge_full(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    expected = dict(NOTHING)
    try:
        parts = read_parts(case, files)
        record_full(parts, case, expected)
        expected["answer"] = accepted()
    except rules.Refused as refused:
        expected["answer"] = refused.answer
    parts = readable_parts(case, files)
    metadata = parts.get("metadata")
    expected["client_data"] = metadata and f"{metadata['photo_hash']}|{metadata['captured_at']}"
    if metadata is not None:
        by_name = {"server-full": rules.sha256(expected["client_data"].encode())}
        by_name |= rules.request_hash(case, None)
        if "photo" in parts:
            if "depth_map" in parts:
                by_name["jpeg-depth"] = rules.sha256(parts["photo"] + parts["depth_map"])
                by_name["jpeg-depth-twice"] = rules.sha256(by_name["jpeg-depth"])
            by_name["jpeg"] = rules.sha256(parts["photo"])
        expected["client_data_hash"] = by_name["server-full"].hex()
        expected["bindings"] = rules.satisfied(metadata["assertion"], by_name, case)
    return expected


def record_full(parts: dict[str, Any], case: dict[str, Any], expected: dict[str, Any]) -> None:
    """Checks hash and assertion, and computes the recorded values of an accepted capture."""
    metadata = parts["metadata"]
    digits = metadata["photo_hash"]
    claimed = bytes.fromhex(digits) if re.fullmatch("[0-9a-fA-F]*", digits) else None
    if claimed is None:
        raise validation("photo_hash_encoding", "photo_hash")
    if claimed != rules.sha256(parts["photo"]):
        raise validation("photo_hash_mismatch", "photo_hash")
    text = metadata["assertion"]
    if text is None or rules.is_blank(text):
        expected["assertion"] = {
            "status": "unavailable", "reason": None, "assertion_verified": False, "counter_valid": False,
            "new_counter": None,
        }
    else:
        client_data = f"{metadata['photo_hash']}|{metadata['captured_at']}".encode()
        try:
            expected["assertion"] = rules.judge_assertion(text, client_data, case)
        except rules.Failed as failed:
            expected["assertion"] = failed.flags
    check_storable(case, [metadata["device_model"], *parts.get("detection", [])])
    size = metadata["depth_map_dimensions"]
    expected["depth_status"] = rules.depth_status(parts["depth_map"], size["width"], size["height"])
    expected["metadata_evidence"] = full_evidence(metadata, case)
    expected["confidence"] = rules.confidence(
        expected["assertion"]["status"], expected["depth_status"], capped=not case.get("request_verified", False))


def full_evidence(metadata: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    now, taken = rules.parsed_time(case["now"]), rules.parsed_time(metadata["captured_at"])
    delta = rules.seconds_between(now, taken)
    model = metadata["device_model"].lower().replace(" ", "")
    size, location = metadata["depth_map_dimensions"], metadata["location"]
    return {
        "timestamp_valid": abs(delta) <= 900, "timestamp_delta_seconds": delta,
        "model_verified": any(f"iphone{number}pro" in model for number in range(12, 18)),
        "model_name": metadata["device_model"],
        "resolution_valid": any(
            abs(size["width"] - width) <= 10 and abs(size["height"] - height) <= 10 for width, height in RESOLUTIONS),
        "location_available": location is not None, "location_opted_out": location is None,
        "location_coarse": location and rules.coarse_text(location, "%.2f", 0.01),
    }


# --- hash-only captures ----------------------------------------------------------------------------------------------


def check_payload(payload: dict[str, Any]) -> None:
    video = payload["media_type"] == "video"
    analysis = payload["depth_analysis"]
    for holds, name in (
        (payload["capture_mode"] == "hash_only", "capture_mode"),
        (len(payload["media_hash"].encode()) == 64, "media_hash_length"),
        (re.fullmatch("[0-9a-fA-F]*", payload["media_hash"]) is not None, "media_hash_characters"),
        (payload["media_type"] in ("photo", "video"), "media_type"),
        *((not video or payload[name] is not None, f"video_requires:{name}")
          for name in ("hash_chain", "frame_count", "duration_ms")),
        *((not video or (payload[name] or 0) > 0, f"{name}_not_positive") for name in ("frame_count", "duration_ms")),
        (analysis["algorithm_version"] != "", "algorithm_version"),
        (analysis["depth_layers"] >= 0, "depth_layers"),
        (0 <= analysis["edge_coherence"] <= 1, "edge_coherence"),
        (rules.parsed_time(payload["captured_at"]) is not None, "captured_at"),
        (not rules.is_blank(payload["assertion"]), "assertion_empty"),
        (rules.strict_base64(payload["assertion"]) is not None, "assertion_base64"),
    ):
        if not holds:
            raise validation("payload_field", name)


def read_payload(case: dict[str, Any], body: bytes) -> dict[str, Any]:
    kind = multipart.media_type(case.get("content_type"))
    if kind is None or not kind.is_json:
        raise rules.Refused(415, None, "content_type", "content_type")
    if len(body) > rules.BODY_LIMIT:
        raise rules.Refused(413, None, "body_size", "body_too_large")
    try:
        return rules.read_json(body, rules.PAYLOAD)
    except Syntax:
        raise rules.Refused(400, None, "json_syntax", "syntax") from None
    except Shape as error:
        raise rules.Refused(422, None, "json_data", str(error)) from None


def judge_hash_only(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    expected = dict(NOTHING) | {"signed_json": None}
    body = rules.content(case["body"], files)
    try:
        payload = read_payload(case, body)
        signed = rules.signed_json(payload)
        emptied = re.sub(rb'("assertion"\s*:\s*)"[^"]*"', rb'\1""', body)
        by_name = {"server-hash-only": rules.sha256(signed)} | rules.request_hash(case, body)
        by_name["body-empty-assertion-twice"] = rules.sha256(rules.sha256(emptied))
        by_name["body-empty-assertion"] = rules.sha256(emptied)
        expected |= {
            "signed_json": signed.decode(), "client_data_hash": by_name["server-hash-only"].hex(),
            "bindings": rules.satisfied(payload["assertion"], by_name, case),
        }
        check_payload(payload)
        record_hash_only(payload, signed, case, expected)
        expected["answer"] = accepted()
    except rules.Refused as refused:
        expected["answer"] = refused.answer
    return expected


def record_hash_only(
    payload: dict[str, Any], signed: bytes, case: dict[str, Any], expected: dict[str, Any]
) -> None:
    try:
        expected["assertion"] = rules.judge_assertion(payload["assertion"], signed, case)
    except rules.Failed as failed:
        expected["assertion"] = failed.flags
        raise rules.Refused(401, "ATTESTATION_FAILED", "assertion", str(failed)) from None
    flags, metadata = payload["metadata_flags"], payload["metadata"]
    check_storable(case, [
        metadata["device_model"], flags["location_level"], flags["timestamp_level"], flags["device_info_level"]])
    location, shown = metadata["location"], flags["location_included"]
    forms = {"coarse": "~%.1f", "precise": "%.4f"}
    coarse = None
    if shown and location is not None:
        form = forms.get(flags["location_level"])
        coarse = rules.coarse_text(location, form) if form else "Location available"
    expected["depth_status"] = "pass" if payload["depth_analysis"]["is_likely_real_scene"] else "fail"
    expected["metadata_evidence"] = {
        "timestamp_valid": flags["timestamp_included"], "timestamp_delta_seconds": 0,
        "model_verified": flags["device_info_included"],
        "model_name": "Unknown" if metadata["device_model"] is None else metadata["device_model"],
        "resolution_valid": True, "location_available": shown, "location_opted_out": not shown,
        "location_coarse": coarse,
    }
    expected["confidence"] = rules.confidence("pass", expected["depth_status"], capped=False)
