"""The body of a registration: its shape, and the fields of an iOS registration or the refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from . import strict_base64
from .answers import Answer, invalid, refusal
from .json_shapes import Member, array, boolean, nullable, record, text
from .white_space import is_blank

CHALLENGE_LENGTH = 32

_APPLE = record(Member("key_id", text), Member("attestation_object", text), Member("challenge", text))
_ANDROID = record(
    Member("key_id", nullable(text), may_be_absent=True),
    Member("certificate_chain", array(text)),
    Member("challenge", text),
)


def _optional(name: str, shape: Any) -> Member:
    return Member(name, nullable(shape), may_be_absent=True, ends_array=True)


REGISTRATION = record(
    Member("platform", text), Member("model", text), Member("has_lidar", boolean),
    _optional("attestation", _APPLE), _optional("android_attestation", _ANDROID), _optional("device_id", text),
    _optional("public_key", text), _optional("attestation_object", text), _optional("challenge", text),
)  # fmt: skip


@dataclass(frozen=True)
class Fields:
    """An iOS registration that reaches the challenge. The older form may have no challenge."""

    key_id: str
    model: str
    attestation_object: bytes
    challenge: Optional[bytes]


def fields(registration: dict[str, Any]) -> Fields | Answer | None:
    """The fields, the refusal, or None if the rules for Android decide."""
    platform = registration["platform"].lower()
    if platform not in ("ios", "android"):
        return invalid("registration_field", "platform")
    if is_blank(registration["model"]):
        return invalid("registration_field", "model")
    return _of_android(registration) if platform == "android" else _of_apple(registration)


def _of_android(registration: dict[str, Any]) -> Optional[Answer]:
    android = registration["android_attestation"]
    if registration["has_lidar"]:
        return invalid("registration_field", "has_lidar")
    if android is None:
        return invalid("registration_field", "missing:android_attestation")
    if len(android["certificate_chain"]) < 2:
        return refusal(400, "INVALID_ATTESTATION_FORMAT", "registration_field", "certificate_chain")
    return invalid("registration_field", "android_challenge") if is_blank(android["challenge"]) else None


def _of_apple(registration: dict[str, Any]) -> Fields | Answer:
    """The nested form counts if it is there, else the older one."""
    nested = registration["attestation"]
    key_id = nested["key_id"] if nested else registration["device_id"]
    form = nested or registration
    if key_id is None:
        return invalid("registration_field", "missing:key_id")
    if form["attestation_object"] is None:
        return invalid("registration_field", "missing:attestation_object")
    if is_blank(key_id):
        return invalid("registration_field", "key_id")
    attestation_object = strict_base64.decode(form["attestation_object"])
    if attestation_object is None:
        return invalid("registration_field", "attestation_object_base64")
    challenge = None
    if form["challenge"] is not None:
        challenge = strict_base64.decode(form["challenge"])
        if challenge is None:
            return invalid("registration_field", "challenge_base64")
        if len(challenge) != CHALLENGE_LENGTH:
            return refusal(401, "CHALLENGE_INVALID", "challenge", "challenge_length")
    return Fields(key_id, registration["model"], attestation_object, challenge)
