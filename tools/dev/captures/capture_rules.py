"""The capture server's answer to a case, computed from docs/CAPTURE.md and independent of depthcheck.

judge() takes a case and returns the answer in the format of expected.json. cbor2 reads CBOR, cryptography verifies
signatures, and tools/dev/golden/reference.py analyses depth maps.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import math
import re
import struct
import sys
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "golden"))
import reference  # noqa: E402
from capture_json import I32, U32, Reader, omissible, optional, required, written  # noqa: E402

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BODY_LIMIT = 2_097_152
CBOR_DEPTH = 256

# Each in the order of the server's type, which is also the order of an array that replaces the object.
LOCATION = {
    "latitude": required("f64"), "longitude": required("f64"), "altitude": optional("f64"), "accuracy": optional("f64"),
}
FULL_LOCATION = LOCATION | {"altitude": omissible("f64"), "accuracy": omissible("f64")}
METADATA = {
    "captured_at": required("string"), "device_model": required("string"), "photo_hash": required("string"),
    "depth_map_dimensions": required({"width": required(U32), "height": required(U32)}),
    "assertion": optional("string"), "location": optional(FULL_LOCATION),
}
ANALYSIS = {
    "depth_variance": required("f32"), "depth_layers": required(I32), "edge_coherence": required("f32"),
    "min_depth": required("f32"), "max_depth": required("f32"), "is_likely_real_scene": required("boolean"),
    "algorithm_version": required("string"),
}
FLAGS = {
    "location_included": required("boolean"), "location_level": required("string"),
    "timestamp_included": required("boolean"), "timestamp_level": required("string"),
    "device_info_included": required("boolean"), "device_info_level": required("string"),
}
PAYLOAD = {
    "capture_mode": required("string"), "media_hash": required("string"), "media_type": required("string"),
    "depth_analysis": required(ANALYSIS),
    "metadata": required({
        "location": optional(LOCATION), "timestamp": optional("string"), "device_model": optional("string"),
    }),
    "metadata_flags": required(FLAGS), "captured_at": required("string"), "assertion": required("string"),
    "hash_chain": optional({
        "final_hash": required("string"), "chain_length": required(I32), "version": optional("string", "1.0"),
        "checkpoint_count": optional(I32, 0),
    }),
    "temporal_depth_analysis": optional({
        "keyframe_analyses": optional([ANALYSIS], []), "mean_variance": required("f32"),
        "variance_stability": required("f32"), "temporal_coherence": required("f32"),
        "is_likely_real_scene": required("boolean"), "keyframe_count": required(I32),
        "algorithm_version": required("string"),
    }),
    "frame_count": optional(I32), "duration_ms": optional(I32),
}
# The signed members, in the server's order.
SIGNED = ("capture_mode", "captured_at", "depth_analysis", "media_hash", "media_type", "metadata", "metadata_flags")
ANALYSIS_ORDER = (
    "depth_variance", "depth_layers", "edge_coherence", "min_depth", "max_depth", "is_likely_real_scene",
    "algorithm_version",
)
FLAGS_ORDER = (
    "location_included", "location_level", "timestamp_included", "timestamp_level", "device_info_included",
    "device_info_level",
)


class Refused(Exception):
    def __init__(self, status: int, code: str | None, stage: str, reason: str) -> None:
        super().__init__(reason)
        self.answer = {"http_status": status, "error_code": code, "stage": stage, "reason": reason}


class Failed(Exception):
    """An assertion that does not verify: reason, assertion_verified, counter_valid."""

    def __init__(self, reason: str, verified: bool = False, counter: bool = False) -> None:
        super().__init__(reason)
        self.flags = {
            "status": "fail", "reason": reason, "assertion_verified": verified, "counter_valid": counter,
            "new_counter": None,
        }


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def trimmed(text: str) -> str:
    """Without white space at both ends. Python also treats four separators as white space, which the property
    White_Space excludes."""
    white = "".join(chr(code) for code in (
        *range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000))
    return text.strip(white)


def is_blank(text: str) -> bool:
    return trimmed(text) == ""


def strict_base64(text: str) -> bytes | None:
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (ValueError, binascii.Error):
        return None
    # Padding and unused bits must be canonical.
    return data if base64.b64encode(data).decode() == text else None


def seconds_between(later: tuple[int, int], earlier: tuple[int, int]) -> int:
    """Whole seconds, rounded towards zero. A leap second between the two times counts; which of them is later in the
    day decides where it is looked for."""
    nanoseconds = (later[0] - earlier[0]) * 10**9 + later[1] - earlier[1]
    times = later[0] % 86_400 - earlier[0] % 86_400
    if times > 0 and earlier[1] >= 10**9:
        nanoseconds += 10**9
    if times < 0 and later[1] >= 10**9:
        nanoseconds -= 10**9
    return abs(nanoseconds) // 10**9 * (1 if nanoseconds >= 0 else -1)


def parsed_time(text: str) -> tuple[int, int] | None:
    """Seconds since 1970 and nanoseconds, with a billion added in second 60."""
    match = re.fullmatch(
        r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+\-\u2212])(\d\d):(\d\d))", text, re.ASCII
    )
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(group) for group in match.groups()[:6])
    fraction, sign, east_hours, east_minutes = match.groups()[6:]
    if second > 60 or int(east_hours or 0) > 23 or int(east_minutes or 0) > 59:
        return None
    try:
        moment = datetime.datetime(year, month, day, hour, minute, min(second, 59), tzinfo=datetime.timezone.utc)
    except ValueError:
        return None
    east = (int(east_hours or 0) * 3600 + int(east_minutes or 0) * 60) * (1 if sign in (None, "+") else -1)
    seconds = int((moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds()) - east
    return seconds, int((fraction or "0")[:9].ljust(9, "0")) + (10**9 if second == 60 else 0)


# --- §2: the assertion -----------------------------------------------------------------------------------------------


def nesting(value: Any) -> float:
    """The nesting depth; above any limit for simple values that the server does not support."""
    if isinstance(value, cbor2.CBORSimpleValue):
        return float("inf")
    if isinstance(value, cbor2.CBORTag):
        return 1 + nesting(value.value)
    if isinstance(value, dict):
        return 1 + max((nesting(item) for pair in value.items() for item in pair), default=0)
    return 1 + max(map(nesting, value), default=0) if isinstance(value, (list, tuple)) else 0


def cbor_members(data: bytes) -> dict[str, Any]:
    """The members of a map with text keys. Read as an array, because of two with the same name the first one
    counts."""
    if not data or data[0] >> 5 != 5:
        raise Failed("invalid_cbor")
    form = data[0] & 31
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(form, 0)
    pairs = int.from_bytes(data[1:1 + size], "big") if size else form
    array = b"\x9f" if form == 31 else b"\x9b" + (2 * pairs).to_bytes(8, "big")
    try:
        values = cbor2.loads(array + data[1 + size:])
    except (cbor2.CBORDecodeError, ValueError, MemoryError) as error:
        raise Failed("invalid_cbor") from error
    if nesting(values) > CBOR_DEPTH:
        raise Failed("invalid_cbor")
    members: dict[str, Any] = {}
    for key, value in zip(values[::2], values[1::2]):
        if isinstance(key, str):
            members.setdefault(key, value)
    return members


def signature_numbers(signature: bytes) -> bytes | None:
    """r and s, 32 bytes each, from strict DER or from 64 bytes."""
    numbers = None
    try:
        r, s = utils.decode_dss_signature(signature)
        if utils.encode_dss_signature(r, s) == signature:
            numbers = (r, s)
    except ValueError:
        pass
    if numbers is None or not all(0 < number < ORDER for number in numbers):
        if len(signature) != 64:
            return None
        numbers = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        if not all(0 < number < ORDER for number in numbers):
            return None
    return b"".join(number.to_bytes(32, "big") for number in numbers)


def public_key(device: dict[str, Any]) -> ec.EllipticCurvePublicKey | None:
    data = bytes.fromhex(device.get("public_key_hex") or "")
    if (len(data), data[:1]) not in [(65, b"\4"), (33, b"\2"), (33, b"\3"), (33, b"\5")]:
        return None
    try:
        if data[:1] == b"\5":
            # Only x: of the two points, the one with the smaller y.
            keys = [ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sign + data[1:])
                    for sign in (b"\2", b"\3")]
            return min(keys, key=lambda key: key.public_numbers().y)
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return None


def verifies(key: ec.EllipticCurvePublicKey, numbers: bytes, message: bytes) -> bool:
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    try:
        key.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def read_assertion(text: str) -> tuple[bytes, bytes]:
    """Signature and authenticator data."""
    data = strict_base64(text)
    if data is None:
        raise Failed("invalid_base64")
    members = cbor_members(data)
    for name in ("authenticatorData", "signature"):
        if not isinstance(members.get(name), bytes):
            raise Failed(f"missing_field:{name}")
    if len(members["authenticatorData"]) < 37:
        raise Failed("invalid_auth_data")
    return members["signature"], members["authenticatorData"]


def judge_assertion(text: str, client_data: bytes, case: dict[str, Any]) -> dict[str, Any]:
    device, config = case["device"], case["config"]
    signature, data = read_assertion(text)
    if data[:32] != sha256(f"{config['apple_team_id']}.{config['apple_bundle_id']}".encode()):
        raise Failed("rp_id_mismatch", counter=True)
    counter = int.from_bytes(data[33:37], "big")
    if counter <= device["assertion_counter"]:
        raise Failed("counter_not_increasing", verified=True)
    if device.get("public_key_hex") is None:
        raise Failed("missing_public_key")
    key = public_key(device)
    if key is None:
        raise Failed("invalid_public_key")
    numbers = signature_numbers(signature)
    if numbers is None:
        raise Failed("signature_format", counter=True)
    if not verifies(key, numbers, data + sha256(client_data)):
        raise Failed("signature_invalid", counter=True)
    return {
        "status": "pass", "reason": None, "assertion_verified": True, "counter_valid": True, "new_counter": counter,
    }


def satisfied(text: str | None, hashes_by_name: dict[str, bytes], case: dict[str, Any]) -> list[str]:
    """The definitions of the signed data, in both forms, that the signature satisfies."""
    key = public_key(case["device"])
    try:
        signature, data = read_assertion(text or "")
    except Failed:
        return []
    numbers = signature_numbers(signature)
    if key is None or numbers is None:
        return []
    return [
        f"{name}/{form}" for name, client_hash in hashes_by_name.items()
        for form, message in (("plain", data + client_hash), ("nonce", sha256(data + client_hash)))
        if verifies(key, numbers, message)
    ]


def request_hash(case: dict[str, Any], body: bytes | None) -> dict[str, bytes]:
    request = case.get("request")
    if request is None or (body is None and "body_sha256" not in request):
        return {}
    digest = request.get("body_sha256") or sha256(body or b"").hex()
    return {"request": sha256(f"{request['timestamp_ms']}|{digest}".encode())}


# --- §1 and §5: depth, evidence, confidence --------------------------------------------------------------------------


@cache
def depth_status(part: bytes, width: int, height: int) -> str:
    if not part.startswith(b"\x1f\x8b"):
        return "unavailable"
    inflater = zlib.decompressobj(31)
    try:
        data = inflater.decompress(part)
    except zlib.error:
        return "unavailable"
    if not inflater.eof or not data or len(data) % 4:
        return "unavailable"
    samples = list(struct.unpack(f"<{len(data) // 4}f", data))
    if width * height != len(samples):
        width, height = reference.infer_dimensions(len(samples))
    return reference.analyse("", reference.DepthMap(width, height, samples))["status"]


def confidence(hardware: str, depth: str, capped: bool) -> str:
    if "fail" in (hardware, depth):
        return "suspicious"
    passed = [hardware, depth].count("pass")
    return ["low", "medium", "medium" if capped else "high"][passed]


def coarse_text(location: dict[str, Any], form: str, step: float | None = None) -> str:
    def text(degrees: float) -> str:
        if step is not None:
            scaled = abs(degrees) * 100
            whole = int(scaled) + (scaled - int(scaled) >= 0.5)
            # A value rounded to zero keeps its sign.
            degrees = math.copysign(whole / 100, degrees)
        return form % degrees
    return ", ".join(text(location[name]) for name in ("latitude", "longitude"))


def content(part: dict[str, Any], files: dict[str, bytes]) -> bytes:
    if "ref" in part:
        return files[part["ref"]]
    return base64.b64decode(part["base64"]) if "base64" in part else part["text"].encode()


def read_json(data: bytes, schema: Any) -> Any:
    return Reader(data).document(schema)


def signed_json(payload: dict[str, Any]) -> bytes:
    signed = {name: payload[name] for name in SIGNED}
    signed["depth_analysis"] = {name: payload["depth_analysis"][name] for name in ANALYSIS_ORDER}
    signed["metadata_flags"] = {name: payload["metadata_flags"][name] for name in FLAGS_ORDER}
    metadata = payload["metadata"]
    location = metadata["location"] and {name: metadata["location"][name] for name in LOCATION}
    signed["metadata"] = {
        "location": location, "timestamp": metadata["timestamp"], "device_model": metadata["device_model"],
    }
    for name in ("depth_variance", "edge_coherence", "min_depth", "max_depth"):
        signed["depth_analysis"][name] = float(signed["depth_analysis"][name])
    if location:
        signed["metadata"]["location"] = {n: v if v is None else float(v) for n, v in location.items()}
    return written(signed).encode()
