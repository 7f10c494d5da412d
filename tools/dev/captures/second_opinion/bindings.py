"""Which known definitions of the signed data a signature satisfies, *plain* or as *nonce*."""

from __future__ import annotations

from typing import Optional

from . import assertion, ecdsa_p256, strict_base64
from .assertion import Assertion
from .hashing import sha256


def satisfied(text: Optional[str], public_key: Optional[bytes], hashes: dict[str, bytes]) -> list[str]:
    """Each binding in `hashes` that the signature of an assertion in base64 covers, with `/plain` or `/nonce`."""
    data = strict_base64.decode(text) if text is not None else None
    read = assertion.read(data) if data is not None else None
    if not isinstance(read, Assertion) or public_key is None:
        return []
    key, signature = ecdsa_p256.read_key(public_key), ecdsa_p256.read_signature(read.signature)
    if key is None or signature is None:
        return []
    found = []
    for name, client_data_hash in hashes.items():
        plain = read.authenticator_data + client_data_hash
        for form, signed in (("plain", plain), ("nonce", sha256(plain))):
            if ecdsa_p256.verifies(key, signature, signed):
                found.append(f"{name}/{form}")
    return found


def of_full(client_data: bytes, photo: bytes, depth_map: bytes, request: Optional[bytes]) -> dict[str, bytes]:
    """The hashes that a full capture may be bound to."""
    hashes = {
        "server-full": sha256(client_data),
        "jpeg-depth": sha256(photo, depth_map),
        "jpeg-depth-twice": sha256(sha256(photo, depth_map)),
        "jpeg": sha256(photo),
    }
    return hashes if request is None else {**hashes, "request": sha256(request)}


def of_hash_only(signed_json: bytes, body: bytes, text: str) -> dict[str, bytes]:
    """The hashes that a hash-only capture may be bound to."""
    emptied = body.replace(f'"{text}"'.encode(), b'""') if text else body
    return {
        "server-hash-only": sha256(signed_json),
        "body-empty-assertion": sha256(emptied),
        "body-empty-assertion-twice": sha256(sha256(emptied)),
    }
