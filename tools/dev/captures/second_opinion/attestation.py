"""The attestation object and the server's checks of it in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from . import certificate, cose_key, ecdsa_p256, nonce_extension
from .cbor import CborError, CborMap, decode_first
from .certificate import Certificate
from .hashing import sha256
from .mistakes import planted

FORMAT = "apple-appattest"
SHORTEST_DATA = 55


@dataclass(frozen=True)
class AuthenticatorData:
    """The members of the authenticator data of a registration."""

    encoded: bytes

    @property
    def app_hash(self) -> bytes:
        return self.encoded[:32]

    @property
    def counter(self) -> int:
        return int.from_bytes(self.encoded[33:37], "big")

    @property
    def aaguid(self) -> bytes:
        return self.encoded[37:53]

    @property
    def key_start(self) -> int:
        return SHORTEST_DATA + int.from_bytes(self.encoded[53:55], "big")

    @property
    def credential_id(self) -> bytes:
        return self.encoded[SHORTEST_DATA : self.key_start]

    @property
    def key(self) -> bytes:
        return self.encoded[self.key_start :]

    @property
    def is_complete(self) -> bool:
        """55 bytes, the credential id, and at least one byte more."""
        return len(self.encoded) >= SHORTEST_DATA and len(self.encoded) > self.key_start


@dataclass(frozen=True)
class Failure:
    """The first check that fails, and for the chain which of its checks."""

    reason: str
    detail: Optional[str] = None


@dataclass(frozen=True)
class Circumstances:
    """What the server knows besides the object. `root` is the certificate that strict servers require."""

    app: str
    unix_second: int
    challenge: bytes
    root: Optional[Certificate]


def verify(data: bytes, circumstances: Circumstances, is_strict: bool) -> bytes | Failure:
    """The key that is stored, or the failure."""
    read = _read(data)
    if isinstance(read, Failure):
        return read
    authenticator_data, encoded = read
    certificates = _certificates(encoded, circumstances.unix_second)
    if isinstance(certificates, Failure):
        return certificates
    chain = _chain_fault(certificates, circumstances.root, is_strict)
    if chain is not None:
        return Failure("chain", chain)
    nonce = _nonce_fault(certificates[0], authenticator_data, circumstances.challenge)
    if nonce is not None:
        return Failure(nonce)
    if authenticator_data.app_hash != sha256(circumstances.app.encode()) and not planted("registered-app-unchecked"):
        return Failure("app_id_mismatch")
    key = cose_key.read(authenticator_data.key)
    if key is None:
        return Failure("invalid_public_key")
    if authenticator_data.counter != 0 and not planted("registered-counter-unchecked"):
        return Failure("counter_not_zero")
    if planted("off-curve-refused") and ecdsa_p256.read_key(key) is None:
        return Failure("invalid_public_key")
    return key


def _read(data: bytes) -> tuple[AuthenticatorData, list[bytes]] | Failure:
    """Step 1: the members. If two have one name, the first is used; bytes after the map are ignored."""
    item = read_map(data)
    if item is None:
        return Failure("invalid_cbor")
    if not isinstance(item.first("fmt"), str):
        return Failure("missing_field:fmt")
    if item.first("fmt") != FORMAT:
        return Failure("invalid_format")
    authenticator_data = item.first("authData")
    if not isinstance(authenticator_data, bytes):
        return Failure("missing_field:authData")
    statement = item.first("attStmt")
    if not isinstance(statement, CborMap):
        return Failure("missing_field:attStmt")
    chain = statement.first("x5c")
    if not isinstance(chain, list):
        return Failure("missing_field:x5c")
    encoded = [element for element in chain if isinstance(element, bytes)]
    if not encoded:
        return Failure("missing_field:x5c certificates")
    read = AuthenticatorData(authenticator_data)
    return (read, encoded) if read.is_complete else Failure("invalid_auth_data")


def read_map(data: bytes) -> Optional[CborMap]:
    try:
        item: Any = decode_first(data)[0]
    except CborError:
        return None
    return item if isinstance(item, CborMap) else None


def _certificates(encoded: list[bytes], unix_second: int) -> list[Certificate] | Failure:
    """Step 2, the first half: at least two, all readable, all valid at the server's time, both ends included."""
    if len(encoded) < 2:
        return Failure("incomplete_chain")
    encoded = encoded[:1] if planted("first-certificate-only") else encoded
    if any(map(certificate.is_unreadable, encoded)):
        return Failure("invalid_certificate")
    certificates = [certificate.read(each) for each in encoded]
    if not planted("chain-without-time"):
        if not all(each.not_before <= unix_second <= each.not_after for each in certificates):
            return Failure("certificate_expired")
    return certificates


def _chain_fault(certificates: list[Certificate], root: Optional[Certificate], is_strict: bool) -> Optional[str]:
    """Step 2, the second half, and for strict servers step 3."""
    if planted("first-certificate-only"):
        return None
    leaf, intermediate = certificates[:2]
    if leaf.issuer != intermediate.subject:
        return "leaf_issuer"
    if not is_strict or planted("strict-chain-unchecked"):
        return None
    if root is None or intermediate.issuer != root.subject:
        return "intermediate_issuer"
    if not certificate.has_signed(root, intermediate):
        return "intermediate_signature"
    return None if certificate.has_signed(intermediate, leaf) else "leaf_signature"


def _nonce_fault(leaf: Certificate, data: AuthenticatorData, challenge: bytes) -> Optional[str]:
    """Step 4."""
    extension = leaf.extension(nonce_extension.IDENTIFIER)
    if extension is None:
        return "nonce_missing"
    nonce = nonce_extension.read(extension)
    if planted("apple-nonce-form-only") and not nonce_extension.is_apples(extension):
        nonce = None
    if nonce is None:
        return "invalid_nonce_format"
    covered = challenge if planted("raw-challenge") else sha256(challenge)
    return None if nonce == sha256(data.encoded, covered) else "nonce_mismatch"
