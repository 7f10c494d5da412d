"""Registrations and signed requests: the order of their rules, and the consequences. From docs/CAPTURE.md,
independent of depthcheck."""

from __future__ import annotations

import base64
import re
from typing import Any

import capture_attestation as attestation
import capture_multipart as multipart
import capture_rules as rules
from capture_endpoints import judge
from capture_json import Shape, Syntax, omissible, required
from capture_rules import Refused

REQUEST_LIMIT = 20_971_520
NESTED = {name: required("string") for name in ("key_id", "attestation_object", "challenge")}
ANDROID = {
    "key_id": omissible("string"), "certificate_chain": required(["string"]), "challenge": required("string"),
}
REGISTRATION = {
    "platform": required("string"), "model": required("string"), "has_lidar": required("boolean"),
    "attestation": omissible(NESTED), "android_attestation": omissible(ANDROID), "device_id": omissible("string"),
    "public_key": omissible("string"), "attestation_object": omissible("string"), "challenge": omissible("string"),
}


def now_of(case: dict[str, Any]) -> tuple[int, int]:
    time = rules.parsed_time(case["now"])
    if time is None:
        raise ValueError(case["now"])
    return time


def content(case: dict[str, Any], files: dict[str, bytes]) -> bytes:
    return rules.content(case["body"], files) + b" " * case["body"].get("spaces", 0)


# --- §4: registrations -----------------------------------------------------------------------------------------------


def read_registration(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    if "body" not in case:
        nested = {name: case[name] for name in NESTED}
        return {name: None for name in REGISTRATION} | {
            "platform": "ios", "model": case.get("model", "iPhone 15 Pro"), "has_lidar": case.get("has_lidar", True),
            "attestation": nested,
        }
    kind = multipart.media_type(case.get("content_type"))
    if kind is None or not kind.is_json:
        raise Refused(415, None, "content_type", "content_type")
    body = content(case, files)
    if len(body) > rules.BODY_LIMIT:
        raise Refused(413, None, "body_size", "body_limit")
    try:
        return rules.read_json(body, REGISTRATION)
    except Syntax:
        raise Refused(400, None, "json_syntax", "syntax") from None
    except Shape as error:
        raise Refused(422, None, "json_data", str(error)) from None


def refused(reason: str, code: str = "VALIDATION_ERROR") -> Refused:
    return Refused(400, code, "registration_field", reason)


def check_android(body: dict[str, Any]) -> None:
    sent = body["android_attestation"]
    if body["has_lidar"]:
        raise refused("has_lidar")
    if sent is None:
        raise refused("missing:android_attestation")
    if len(sent["certificate_chain"]) < 2:
        raise refused("certificate_chain", "INVALID_ATTESTATION_FORMAT")
    if rules.is_blank(sent["challenge"]):
        raise refused("android_challenge")


def sent_texts(body: dict[str, Any]) -> tuple[str | None, str | None, str | None]:
    """Key id, object and challenge; the nested form is used if present."""
    nested = body["attestation"]
    if nested is not None:
        return nested["key_id"], nested["attestation_object"], nested["challenge"]
    return body["device_id"], body["attestation_object"], body["challenge"]


def check_fields(body: dict[str, Any]) -> tuple[str, bytes, bytes | None]:
    platform = body["platform"].lower()
    if platform not in ("ios", "android"):
        raise refused("platform")
    if rules.is_blank(body["model"]):
        raise refused("model")
    if platform == "android":
        check_android(body)
        raise NotImplementedError("the levels of Android are not covered")
    key_id, object_text, challenge_text = sent_texts(body)
    if key_id is None:
        raise refused("missing:key_id")
    if object_text is None:
        raise refused("missing:attestation_object")
    if rules.is_blank(key_id):
        raise refused("key_id")
    data = rules.strict_base64(object_text)
    if data is None:
        raise refused("attestation_object_base64")
    if challenge_text is None:
        return key_id, data, None
    challenge = rules.strict_base64(challenge_text)
    if challenge is None:
        raise refused("challenge_base64")
    if len(challenge) != 32:
        raise Refused(401, "CHALLENGE_INVALID", "challenge", "challenge_length")
    return key_id, data, challenge


def unverified(reason: str, detail: str | None = None) -> dict[str, Any]:
    return {"attestation_level": "unverified", "reason": reason, "detail": detail, "public_key_hex": None}


def verdict(
    case: dict[str, Any], files: dict[str, bytes], data: bytes, challenge: bytes, strict: bool
) -> dict[str, Any]:
    config = case["config"]
    app = f"{config['apple_team_id']}.{config['apple_bundle_id']}"
    root = attestation.certificate(files[case["root_certificate"]["ref"]])
    try:
        key = attestation.verify(data, challenge, app, now_of(case)[0], root, strict)
    except attestation.Unverified as failed:
        return unverified(failed.reason, failed.detail)
    return {
        "attestation_level": "secure_enclave", "reason": None, "detail": None, "public_key_hex": key.hex(),
    }


def judge_registration(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    expected: dict[str, Any] = {"apple_asks_but_server_does_not_check": None}
    try:
        body = read_registration(case, files)
        key_id, data, challenge = check_fields(body)
        state = case.get("challenge_state", "issued")
        expected["challenge_spent"] = challenge is not None and state == "issued"
        for mode in ("permissive", "strict"):
            if challenge is None:
                expected[mode] = unverified("no_challenge")
            elif state != "issued":
                expected[mode] = unverified(f"challenge_{state}")
            else:
                expected[mode] = verdict(case, files, data, challenge, mode == "strict")
        if "body" not in case:
            expected["apple_asks_but_server_does_not_check"] = attestation.unchecked(
                data, key_id, lambda raw: base64.b64encode(raw).decode())
        if case.get("key_registered"):
            raise Refused(409, "DEVICE_ALREADY_REGISTERED", "store", "unique_key_id")
        if "\0" in key_id or "\0" in body["model"]:
            raise Refused(500, "INTERNAL_ERROR", "store", "nul_character")
        answer = {"http_status": 201, "error_code": None, "stage": "registered", "reason": None}
    except Refused as refusal:
        answer = refusal.answer
    return {"answer": answer} | expected


# --- §0: signed requests ---------------------------------------------------------------------------------------------


def header_fields(case: dict[str, Any]) -> list[tuple[str, bytes]]:
    headers = case["headers"]
    pairs = headers.items() if isinstance(headers, dict) else headers
    return [
        (name.lower(), (value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])).strip(b" \t"))
        for name, value in pairs
    ]


def header(fields: list[tuple[str, bytes]], name: str) -> str:
    value = next((value for found, value in fields if found == name.lower()), None)
    if value is None:
        raise Refused(401, "DEVICE_AUTH_REQUIRED", "headers", name)
    if not re.fullmatch(rb"[\x20-\x7e\t]*", value):
        raise malformed(name)
    return value.decode("ascii")


def malformed(name: str) -> Refused:
    return Refused(400, "VALIDATION_ERROR", "headers", name)


HYPHENS = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
UUID = re.compile(rf"[0-9a-fA-F]{{32}}|(urn:uuid:)?{HYPHENS}|\{{{HYPHENS}\}}", re.ASCII)


def read_headers(case: dict[str, Any]) -> tuple[int, bytes]:
    fields = header_fields(case)
    if UUID.fullmatch(header(fields, "X-Device-Id")) is None:
        raise malformed("X-Device-Id")
    text = header(fields, "X-Device-Timestamp")
    if re.fullmatch("[+-]?[0-9]+", text, re.ASCII) is None or not -(2**63) <= int(text) < 2**63:
        raise malformed("X-Device-Timestamp")
    signature = rules.strict_base64(header(fields, "X-Device-Signature"))
    if signature is None:
        raise malformed("X-Device-Signature")
    return int(text), signature


def wrapped(number: int) -> int:
    """Wraps a number to 64 bits."""
    return (number + 2**63) % 2**64 - 2**63


def check_request(case: dict[str, Any], expected: dict[str, Any], files: dict[str, bytes]) -> tuple[Any, Any]:
    """The result in the default and in the strict mode."""
    milliseconds, assertion = read_headers(case)
    seconds, nanoseconds = now_of(case)
    difference = wrapped(seconds * 1000 + nanoseconds // 10**6 - milliseconds)
    if difference > 300_000:
        raise Refused(401, "TIMESTAMP_EXPIRED", "timestamp", "past")
    if difference < -60_000:
        raise Refused(401, "TIMESTAMP_INVALID", "timestamp", "future")
    if not case.get("device_known", True):
        raise Refused(404, "DEVICE_NOT_FOUND", "device", "unknown")
    is_verified = case["device"]["attestation_level"] == "secure_enclave"
    strict: Any = None
    if not is_verified:
        strict = Refused(403, "DEVICE_UNVERIFIED", "device", "unverified").answer
    body = content(case, files) if "body" in case else b""
    length = case.get("body_bytes", len(body))
    if length > REQUEST_LIMIT:
        answer = Refused(400, "VALIDATION_ERROR", "body_size", "request_limit").answer
        return answer, strict or answer
    if not is_verified:
        return passing("device_unverified"), strict
    expected["client_data"] = f"{milliseconds}|{rules.sha256(body).hex()}"
    expected["client_data_hash"] = rules.sha256(expected["client_data"].encode()).hex()
    try:
        counter = verified_counter(assertion, case["device"], bytes.fromhex(expected["client_data_hash"]))
    except rules.Failed as failed:
        reason = str(failed)
        status, code = {
            "counter_not_increasing": (401, "REPLAY_DETECTED"), "missing_public_key": (401, "SIGNATURE_INVALID"),
            "invalid_public_key": (401, "SIGNATURE_INVALID"), "signature_invalid": (401, "SIGNATURE_INVALID"),
        }.get(reason, (400, "VALIDATION_ERROR"))
        return passing(reason), Refused(status, code, "assertion", reason).answer
    verified = {"passes": True, "request_verified": True, "new_counter": counter, "reason": None}
    return verified, verified


def passing(reason: str) -> dict[str, Any]:
    return {"passes": True, "request_verified": False, "new_counter": None, "reason": reason}


def verified_counter(data: bytes, device: dict[str, Any], client_hash: bytes) -> int:
    members = rules.cbor_members(data)
    for name in ("authenticatorData", "signature"):
        if not isinstance(members.get(name), bytes):
            raise rules.Failed(f"missing_field:{name}")
    signed = members["authenticatorData"]
    if len(signed) < 37:
        raise rules.Failed("invalid_auth_data")
    counter = int.from_bytes(signed[33:37], "big")
    if counter <= device["assertion_counter"]:
        raise rules.Failed("counter_not_increasing")
    if device.get("public_key_hex") is None:
        raise rules.Failed("missing_public_key")
    key = rules.public_key(device)
    if key is None:
        raise rules.Failed("invalid_public_key")
    numbers = rules.signature_numbers(members["signature"])
    if numbers is None:
        raise rules.Failed("signature_format")
    if not rules.verifies(key, numbers, signed + client_hash):
        raise rules.Failed("signature_invalid")
    return counter


def judge_request(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    expected: dict[str, Any] = {}
    try:
        permissive, strict = check_request(case, expected, files)
    except Refused as refusal:
        permissive = strict = refusal.answer
    return {"strict": strict, "permissive": permissive} | expected


# --- chains ----------------------------------------------------------------------------------------------------------


def judge_chain(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """Judges the request first; its counter is stored before the capture is judged."""
    request = judge_request(case, files)
    expected: dict[str, Any] = {"request": request}
    for mode in ("strict", "permissive"):
        outcome, stored = request[mode], case["device"]["assertion_counter"]
        if "http_status" in outcome:
            expected[mode] = {"answer": outcome, "counter_after": stored}
            continue
        if outcome["request_verified"]:
            stored = outcome["new_counter"]
        capture = case | {
            "device": case["device"] | {"assertion_counter": stored}, "request_verified": outcome["request_verified"]}
        answered = judge(capture, files)
        answered.pop("bindings", None)
        new = (answered.get("assertion") or {}).get("new_counter")
        shape(answered, is_hash_only=case["endpoint"] == "captures/hash-only")
        expected[mode] = answered | {"counter_after": stored if new is None else new}
    return expected


def shape(answered: dict[str, Any], *, is_hash_only: bool) -> None:
    """The members in the form of chains: a location is recorded separately for hash-only captures, and only if
    present."""
    evidence = answered.get("metadata_evidence")
    if is_hash_only and evidence is None:
        answered.pop("assertion", None)
    elif is_hash_only:
        answered["location_coarse"] = evidence.pop("location_coarse")
    elif evidence is not None and evidence["location_coarse"] is None:
        evidence.pop("location_coarse")


def judge_any(case: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """The answer to a case of any kind, in the format of expected.json."""
    if case["endpoint"] == "devices/register":
        return judge_registration(case, files)
    return (judge_request if case["endpoint"] == "request-authentication" else judge_chain)(case, files)
