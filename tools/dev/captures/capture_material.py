"""Building blocks of the captures of make_captures.py: a key, depth maps, a photo, assertions, cases."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from second_opinion import json_reader
from second_opinion.ecdsa_p256 import ORDER
from second_opinion.hash_only_payload import PAYLOAD, signed_json
from second_opinion.hashing import sha256

Case = dict[str, Any]

CURVE = ec.SECP256R1()
# Guessable numbers: the keys have no value.
KEY = ec.derive_private_key(0x5EED, CURVE)
OTHER_KEY = ec.derive_private_key(0x5EED + 1, CURVE)
TEAM, BUNDLE = "ABCDE12345", "org.example.depthcheck"
NOW, TAKEN = "2026-03-01T12:00:20Z", "2026-03-01T12:00:00.250Z"
STORED_COUNTER = 41


def point(key: ec.EllipticCurvePrivateKey, form: str = "UncompressedPoint") -> str:
    format_ = getattr(serialization.PublicFormat, form)
    return key.public_key().public_bytes(serialization.Encoding.X962, format_).hex()


# --- depth maps and the photo ----------------------------------------------------------------------------------------


def floats(samples: list[float]) -> bytes:
    return struct.pack(f"<{len(samples)}f", *samples)


def raw_deflate(data: bytes, window: int = -15) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    return packer.compress(data) + packer.flush()


# Steps to the right, each half a metre farther, and a floor that is nearer below.
STAIRS = floats([0.5 + 0.5 * (x // 24) + (0.25 if y > 96 else 0) for y in range(192) for x in range(256)])
SMALL = floats([0.5 + 0.5 * (x // 3) + 0.25 * (y // 6) for y in range(18) for x in range(24)])


def stripe(row: int) -> float:
    """Pairs of equal rows, so that there are few edges except in a map of three columns."""
    if row in (0, 599):
        return 0.5 if row == 0 else 10.0
    spread = -0.19 if row % 300 < 60 else 0.19 if row % 300 >= 240 else 0.0
    return ((2.0, 4.0) if row < 300 else (6.0, 8.0))[row % 2] + spread


STRIPES = floats([stripe(row) for row in range(600) for _ in range(3)])

# Without extensions of depth files, so that analysing the folder fixtures does not include them.
FILES: dict[str, bytes] = {
    "shared/photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00 no picture \xff\xd9",
    "shared/other.jpg": b"\xff\xd8\xff\xd9",
    "shared/stairs-gzip": gzip.compress(STAIRS, 9, mtime=0),
    "shared/stairs-zlib": raw_deflate(STAIRS, 15),
    "shared/stairs-deflate": raw_deflate(STAIRS),
    "shared/wall-gzip": gzip.compress(floats([2.0] * 49152), 9, mtime=0),
    "shared/nothing-valid-gzip": gzip.compress(floats([float("nan"), 0.0, 0.05, 25.0] * 12288), 9, mtime=0),
    "shared/stripes-gzip": gzip.compress(STRIPES, 9, mtime=0),
    "shared/small-gzip": gzip.compress(SMALL, 9, mtime=0),
}
FILES["shared/stairs-cut-gzip"] = FILES["shared/stairs-gzip"][:-9]
FILES["shared/stairs-changed-gzip"] = FILES["shared/stairs-gzip"][:-8] + bytes(4) + struct.pack("<I", len(STAIRS))
FILES["shared/two-members-gzip"] = FILES["shared/stairs-gzip"] + FILES["shared/wall-gzip"]
FILES["shared/odd-bytes-gzip"] = gzip.compress(SMALL + b"\0", 9, mtime=0)
# The server reads this as samples, whatever the first bytes.
FILES["shared/png-gzip"] = gzip.compress(b"\x89PNG\r\n\x1a\n" + STAIRS, 9, mtime=0)
FILES["shared/packed-gzip"] = gzip.compress(
    FILES["shared/wall-gzip"] + bytes(-len(FILES["shared/wall-gzip"]) % 4), 9, mtime=0)
FILES["shared/no-samples-gzip"] = gzip.compress(b"", 9, mtime=0)

PHOTO, DEPTH = FILES["shared/photo.jpg"], FILES["shared/stairs-gzip"]
PHOTO_HASH = sha256(PHOTO).hex()


# --- assertions ------------------------------------------------------------------------------------------------------


def authenticator_data(counter: int = STORED_COUNTER + 1, app: str = f"{TEAM}.{BUNDLE}", flags: int = 0x40) -> bytes:
    return sha256(app.encode()) + bytes([flags]) + struct.pack(">I", counter)


def signature(
    data: bytes, client_hash: bytes, nonce: bool = False, key: ec.EllipticCurvePrivateKey = KEY
) -> bytes:
    """A deterministic signature in DER (RFC 6979)."""
    message = data + client_hash
    return key.sign(sha256(message) if nonce else message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))


def high_s(der: bytes) -> bytes:
    r, s = utils.decode_dss_signature(der)
    return utils.encode_dss_signature(r, max(s, ORDER - s))


def raw(der: bytes) -> bytes:
    return b"".join(number.to_bytes(32, "big") for number in utils.decode_dss_signature(der))


def cbor(der: bytes, data: bytes) -> bytes:
    """Encodes the members in the order of genuine assertions."""
    return cbor2.dumps({"signature": der, "authenticatorData": data})


def text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def assertion(client_data: bytes, **options: Any) -> str:
    """An assertion for the hash of some data; options are those of authenticator_data and signature."""
    signing = {name: options.pop(name) for name in ("nonce", "key") if name in options}
    data = authenticator_data(**options)
    return text(cbor(signature(data, sha256(client_data), **signing), data))


# --- cases -----------------------------------------------------------------------------------------------------------

CASES: dict[str, Case] = {}


def add(name: str, endpoint: str, notes: str, **members: Any) -> None:
    if name in CASES:
        raise ValueError(f"two cases are named {name}")
    device = {"attestation_level": "secure_enclave", "public_key_hex": point(KEY), "assertion_counter": STORED_COUNTER}
    CASES[name] = {
        "id": name, "endpoint": endpoint, "notes": notes, "now": members.pop("now", NOW),
        "config": {"apple_team_id": TEAM, "apple_bundle_id": BUNDLE}, "device": device | members.pop("device", {}),
        **members,
    }


def metadata(**changes: Any) -> dict[str, Any]:
    """Members of metadata; None omits one."""
    members = {
        "captured_at": TAKEN, "device_model": "iPhone 14 Pro", "photo_hash": PHOTO_HASH,
        "depth_map_dimensions": {"width": 256, "height": 192}, **changes,
    }
    return {name: value for name, value in members.items() if value is not None}


def client_data(members: dict[str, Any]) -> bytes:
    return f"{members['photo_hash']}|{members['captured_at']}".encode()


def part(name: str | None, **content: str) -> dict[str, Any]:
    file, kind = {
        "photo": ("photo.jpg", "image/jpeg"), "depth_map": ("depth.bin", "application/octet-stream"),
        "metadata": ("metadata.json", "application/json"),
    }.get(name or "", ("x", "text/plain"))
    return {"name": name, "filename": file, "content_type": kind, **content}


def full(
    name: str, notes: str, members: dict[str, Any] | str | None = None, *, photo: str = "photo.jpg",
    depth: str = "stairs-gzip", sign: Callable[[bytes], str] | None = assertion,
    parts: Callable[[list[Case]], list[Case]] = lambda parts: parts, **rest: Any,
) -> None:
    """A full capture; sign makes the assertion, None omits it. Metadata given as text are not changed."""
    if not isinstance(members, str):
        members = metadata() if members is None else members
        if sign is not None:
            members = members | {"assertion": sign(client_data(members))}
        members = json.dumps(members, separators=(",", ":"), ensure_ascii=False)
    usual = [part("photo", ref=f"shared/{photo}"), part("depth_map", ref=f"shared/{depth}"),
             part("metadata", text=members)]
    add(name, "captures", notes, request_verified=rest.pop("request_verified", True), parts=parts(usual), **rest)


def payload(**changes: Any) -> dict[str, Any]:
    """Members of a hash-only payload, without its assertion."""
    analysis = {
        "depth_variance": 1.5, "depth_layers": 4, "edge_coherence": 0.625, "min_depth": 0.5, "max_depth": 5.5,
        "is_likely_real_scene": True, "algorithm_version": "1.0",
    }
    flags = {
        "location_included": False, "location_level": "none", "timestamp_included": True, "timestamp_level": "exact",
        "device_info_included": True, "device_info_level": "model_only",
    }
    return {
        "capture_mode": "hash_only", "captured_at": "2026-03-01T12:00:00Z",
        "depth_analysis": analysis | changes.pop("analysis", {}), "media_hash": PHOTO_HASH, "media_type": "photo",
        "metadata": {}, "metadata_flags": flags | changes.pop("flags", {}), **changes,
    }


def signed_text(body: str) -> bytes:
    """The text that the server writes from a body, and that the signature covers."""
    sent = body.encode()
    return signed_json(json_reader.read(sent, PAYLOAD), sent).encode()


def sign_payload(body: dict[str, Any], **options: Any) -> str:
    """An assertion for what the server reads from a body."""
    return assertion(signed_text(json.dumps(body | {"assertion": ""}, ensure_ascii=False)), **options)


def hash_only(
    name: str, notes: str, body: dict[str, Any] | None = None, *, sign: Callable[[dict[str, Any]], str] | None = None,
    edit: Callable[[str], str] = lambda body: body, content_type: str = "application/json", **rest: Any,
) -> None:
    """A hash-only capture; sign makes the assertion, edit changes the text to send."""
    body = payload() if body is None else body
    body = body | {"assertion": (sign or sign_payload)(body)}
    sent = edit(json.dumps(body, separators=(",", ":"), ensure_ascii=False))
    add(name, "captures/hash-only", notes, content_type=content_type, body={"text": sent}, **rest)
