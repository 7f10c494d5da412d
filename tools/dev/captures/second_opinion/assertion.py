"""The assertion: what it holds, and the server's checks of it in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from . import ecdsa_p256
from .cbor import CborError, CborMap, decode_first
from .hashing import sha256
from .mistakes import planted

SHORTEST_DATA = 37


@dataclass(frozen=True)
class Device:
    """What the server has stored about a device."""

    level: str
    public_key: Optional[bytes]
    counter: int

    @staticmethod
    def of(case: dict[str, Any]) -> "Device":
        key = case["public_key_hex"]
        return Device(case["attestation_level"], None if key is None else bytes.fromhex(key), case["assertion_counter"])


@dataclass(frozen=True)
class Assertion:
    """A decoded assertion."""

    signature: bytes
    authenticator_data: bytes

    @property
    def counter(self) -> int:
        order = "little" if planted("little-endian-counter") else "big"
        return int.from_bytes(self.authenticator_data[33:37], order)


@dataclass(frozen=True)
class Unreadable:
    """Why the bytes are no assertion."""

    reason: str


@dataclass(frozen=True)
class Result:
    """The outcome that the evidence records. The flags stay true for checks that were skipped after the failed one."""

    status: str
    reason: Optional[str] = None
    is_verified: bool = False
    is_counter_valid: bool = False
    new_counter: Optional[int] = None

    def answer(self) -> dict[str, Any]:
        return {
            "status": self.status, "reason": self.reason, "assertion_verified": self.is_verified,
            "counter_valid": self.is_counter_valid, "new_counter": self.new_counter,
        }  # fmt: skip


ABSENT = Result("unavailable")


def read(data: bytes) -> Assertion | Unreadable:
    """The members of a CBOR map. If two have one name, the first is used; bytes after the map are ignored."""
    try:
        item, length = decode_first(data)
    except CborError:
        return Unreadable("invalid_cbor")
    if not isinstance(item, CborMap) or (planted("cbor-trailing-refused") and length < len(data)):
        return Unreadable("invalid_cbor")
    last = planted("last-member-counts")
    authenticator_data, signature = item.first("authenticatorData", last), item.first("signature", last)
    if not isinstance(authenticator_data, bytes):
        return Unreadable("missing_field:authenticatorData")
    if not isinstance(signature, bytes):
        return Unreadable("missing_field:signature")
    if len(authenticator_data) < SHORTEST_DATA:
        return Unreadable("invalid_auth_data")
    if planted("longer-data-refused") and len(authenticator_data) > SHORTEST_DATA:
        return Unreadable("invalid_auth_data")
    return Assertion(signature, authenticator_data)


def has_increased(counter: int, stored: int) -> bool:
    return counter >= stored if planted("equal-counter-accepted") else counter > stored


def signed_bytes(authenticator_data: bytes, client_data_hash: bytes) -> bytes:
    """What the server expects the signature to cover: *plain*, the two one after the other."""
    if planted("double-hash"):
        client_data_hash = sha256(client_data_hash)
    if planted("nonce-for-plain"):
        return sha256(authenticator_data, client_data_hash)
    return authenticator_data + client_data_hash


def signature_fault(assertion: Assertion, public_key: Optional[bytes], client_data_hash: bytes) -> Optional[str]:
    """The first of the last four checks that fails: key stored, key valid, form of the signature, signature."""
    if public_key is None:
        return "missing_public_key"
    key = ecdsa_p256.read_key(public_key)
    if key is None:
        return "invalid_public_key"
    signature = ecdsa_p256.read_signature(assertion.signature)
    if signature is None:
        return "signature_format"
    signed = signed_bytes(assertion.authenticator_data, client_data_hash)
    return None if ecdsa_p256.verifies(key, signature, signed) else "signature_invalid"


def app_fault(data: bytes, app: str) -> Optional[str]:
    """The check of the app alone, which the server does not make for signed requests."""
    read_data = read(data)
    is_same = isinstance(read_data, Assertion) and read_data.authenticator_data[:32] == sha256(app.encode())
    return None if is_same else "rp_id_mismatch"


def verify(data: Optional[bytes], device: Device, app: str, client_data_hash: bytes) -> Result:
    """The checks of a capture's assertion. `data` is None if the base64 could not be read."""
    assertion = Unreadable("invalid_base64") if data is None else read(data)
    if isinstance(assertion, Unreadable):
        return Result("fail", assertion.reason)
    if assertion.authenticator_data[:32] != sha256(app.encode()) and not planted("app-unchecked"):
        return Result("fail", "rp_id_mismatch", is_counter_valid=True)
    if not has_increased(assertion.counter, device.counter):
        return Result("fail", "counter_not_increasing", is_verified=True)
    fault = signature_fault(assertion, device.public_key, client_data_hash)
    if fault is not None:
        return Result("fail", fault, is_counter_valid=fault in ("signature_format", "signature_invalid"))
    return Result("pass", None, True, True, assertion.counter)
