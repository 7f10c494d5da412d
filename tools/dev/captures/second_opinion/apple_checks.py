"""The steps of Apple's documentation that the server never checks: which of them fail."""

from __future__ import annotations

import base64
from typing import Optional

from . import attestation, certificate, cose_key, ecdsa_p256
from .attestation import AuthenticatorData
from .cbor import CborMap
from .hashing import sha256
from .not_modelled import NotModelled

_ENVIRONMENTS = (b"appattest".ljust(16, b"\0"), b"appattestdevelop")


def failing(data: bytes, key_id: str) -> Optional[list[str]]:
    """The failing steps in the order of the documentation, or None if the object cannot be read that far."""
    item = attestation.read_map(data)
    statement = item.first("attStmt") if item else None
    chain = statement.first("x5c") if isinstance(statement, CborMap) else None
    encoded = item.first("authData") if item else None
    if not isinstance(chain, list) or (chain and not isinstance(chain[0], bytes)):
        return None
    if not isinstance(encoded, bytes) or not AuthenticatorData(encoded).is_complete:
        return None
    read = AuthenticatorData(encoded)
    point = cose_key.coordinates(read.key)
    if point is None:
        return None
    holds = {
        "key_id": base64.b64encode(sha256(point)).decode() == key_id,
        "credential_id": read.credential_id == sha256(point),
        "aaguid": read.aaguid in _ENVIRONMENTS,
        "leaf_key": bool(chain) and _certified_key(chain[0]) == point,
        "point": ecdsa_p256.read_key(point) is not None,
    }
    return [step for step, does_hold in holds.items() if not does_hold]


def _certified_key(leaf: bytes) -> Optional[bytes]:
    try:
        return certificate.read(leaf).key
    except NotModelled:
        return None
