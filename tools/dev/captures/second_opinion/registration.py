"""A registration, `POST /api/v1/devices/register`: body, challenge, attestation, store. Failures of the attestation do
not change the answer, only the stored level."""

from __future__ import annotations

import base64
from typing import Any, Optional

from . import apple_checks, attestation, bodies, certificate, rfc3339
from .answers import Answer, invalid, refusal, store_failure, success
from .attestation import Circumstances, Failure
from .hashing import sha256
from .mistakes import planted
from .not_modelled import NotModelled
from .registration_body import REGISTRATION, Fields, fields

USUAL_MODEL = "iPhone 15 Pro"


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a registration and what the server stores, permissive and strict."""
    asked = None
    if "body" in case:
        body = bodies.bytes_of(case["body"])
        registration = bodies.read_json(case.get("content_type"), body, REGISTRATION, "body_limit")
    else:
        registration = _of_members(case)
    if bodies.is_refusal(registration):
        return {"answer": registration, "apple_asks_but_server_does_not_check": asked}
    read = fields(registration)
    if not isinstance(read, Fields):
        return {"answer": read, "apple_asks_but_server_does_not_check": asked}
    if "body" not in case:
        asked = apple_checks.failing(read.attestation_object, read.key_id)
    spent = read.challenge is not None and case.get("challenge_state", "issued") == "issued"
    try:
        permissive, strict = (_level(case, read, is_strict) for is_strict in (False, True))
    except NotModelled:
        # The level does not change the answer of the database.
        if (refused := _refusal(case, read)) is None:
            raise
        return {"answer": refused, "apple_asks_but_server_does_not_check": asked, "challenge_spent": spent}
    return {
        "answer": _answer(case, read, permissive),
        "apple_asks_but_server_does_not_check": asked,
        "challenge_spent": spent,
        "permissive": permissive,
        "strict": strict,
    }


def _of_members(case: dict[str, Any]) -> dict[str, Any]:
    """A case without a body is a well-formed registration of an iPhone in the nested form."""
    nested = {name: case[name] for name in ("key_id", "attestation_object", "challenge")}
    return {
        "platform": "ios", "model": case.get("model", USUAL_MODEL), "has_lidar": True, "attestation": nested,
        "android_attestation": None, "device_id": None, "attestation_object": None, "challenge": None,
    }  # fmt: skip


def _level(case: dict[str, Any], read: Fields, is_strict: bool) -> dict[str, Any]:
    """The level that the server stores, the hidden reason, and the key."""
    state = case.get("challenge_state", "issued")
    if planted("challenge-replayed") and state == "used":
        state = "issued"
    if read.challenge is None:
        verified: bytes | Failure = Failure("no_challenge")
    elif state != "issued":
        verified = Failure(f"challenge_{state}")
    else:
        now = rfc3339.parse(case["now"])
        assert now is not None
        root = certificate.read(bodies.bytes_of(case["root_certificate"])) if "root_certificate" in case else None
        app = f"{case['config']['apple_team_id']}.{case['config']['apple_bundle_id']}"
        circumstances = Circumstances(app, now.unix_second, read.challenge, root)
        verified = attestation.verify(read.attestation_object, circumstances, is_strict)
    if planted("key-id-checked") and isinstance(verified, bytes):
        if base64.b64encode(sha256(verified)).decode() != read.key_id:
            verified = Failure("key_id")
    if isinstance(verified, Failure):
        return {
            "attestation_level": "unverified", "reason": verified.reason, "detail": verified.detail,
            "public_key_hex": None,
        }  # fmt: skip
    key: Optional[str] = verified.hex()
    return {"attestation_level": "secure_enclave", "reason": None, "detail": None, "public_key_hex": key}


def _answer(case: dict[str, Any], read: Fields, permissive: dict[str, Any]) -> Answer:
    if planted("failed-attestation-refused") and permissive["reason"] is not None:
        return invalid("registration_field", permissive["reason"])
    return _refusal(case, read) or success(201, "registered")


def _refusal(case: dict[str, Any], read: Fields) -> Optional[Answer]:
    """The database refuses U+0000 before it searches for the key id."""
    if "\0" in read.key_id + read.model:
        return store_failure("nul_character")
    if case.get("key_registered", False):
        return refusal(409, "DEVICE_ALREADY_REGISTERED", "store", "unique_key_id")
    return None
