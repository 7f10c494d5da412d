"""A hash-only capture, `POST /api/v1/captures/hash-only`: JSON, members, assertion, store, confidence."""

from __future__ import annotations

from typing import Any, Optional

from . import assertion, bindings, bodies, confidence, evidence, strict_base64
from .answers import Answer, invalid, refusal, store_failure, success
from .assertion import Device
from .hash_only_payload import PAYLOAD, fault, signed_json
from .hashing import sha256
from .mistakes import planted


def answer(case: dict[str, Any], device: Device) -> dict[str, Any]:
    """The answer to a hash-only capture, with everything that the server records and hides."""
    body = bodies.bytes_of(case["body"])
    result: dict[str, Any] = {
        "answer": None, "assertion": None, "depth_status": None, "confidence": None, "metadata_evidence": None,
        "client_data_hash": None, "bindings": [], "signed_json": None,
    }  # fmt: skip
    payload = bodies.read_json(case.get("content_type"), body, PAYLOAD, "body_too_large")
    if bodies.is_refusal(payload):
        return {**result, "answer": payload}
    text = signed_json(payload, body)
    hashes = bindings.of_hash_only(text.encode(), body, payload["assertion"])
    result["client_data_hash"] = sha256(text.encode()).hex()
    result["signed_json"] = text
    result["bindings"] = bindings.satisfied(payload["assertion"], device.public_key, hashes)
    broken = fault(payload)
    if broken is not None:
        return {**result, "answer": invalid("payload_field", broken)}
    config = case["config"]
    app = f"{config['apple_team_id']}.{config['apple_bundle_id']}"
    verified = assertion.verify(strict_base64.decode(payload["assertion"]), device, app, sha256(text.encode()))
    result["assertion"] = verified.answer()
    if verified.status != "pass" and not planted("hash-only-hides-failure"):
        assert verified.reason is not None
        return {**result, "answer": refusal(401, "ATTESTATION_FAILED", "assertion", verified.reason)}
    refused = _store_fault(case, payload)
    if refused is not None:
        return {**result, "answer": refused}
    result["answer"] = success(200 if planted("status-200") else 202, "processed")
    result["depth_status"] = "pass" if payload["depth_analysis"]["is_likely_real_scene"] else "fail"
    # A request that did not verify does not cap a hash-only capture.
    result["confidence"] = confidence.of(verified.status, result["depth_status"], True)
    result["metadata_evidence"] = evidence.of_hash_only(payload)
    result["location_coarse"] = result["metadata_evidence"]["location_coarse"]
    return result


def _store_fault(case: dict[str, Any], payload: dict[str, Any]) -> Optional[Answer]:
    """The database refuses U+0000 in the model and in a level, then media that are stored."""
    flags = payload["metadata_flags"]
    levels = (flags["location_level"], flags["timestamp_level"], flags["device_info_level"])
    if any("\0" in text for text in (payload["metadata"]["device_model"] or "", *levels)):
        return store_failure("nul_character")
    return store_failure("unique_media_hash") if case.get("media_hash_already_stored", False) else None
