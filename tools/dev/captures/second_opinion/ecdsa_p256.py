"""ECDSA on P-256: stored keys, the two forms of a signature, and the verification."""

from __future__ import annotations

from typing import Optional

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from .mistakes import planted

FIELD = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
Key = ec.EllipticCurvePublicKey
Signature = tuple[int, int]


def read_key(stored: bytes) -> Optional[Key]:
    """A key in 65 bytes (04), 33 bytes (02, 03), or 33 bytes with x alone (05, the smaller y); None if invalid."""
    sizes = {2: 33, 3: 33, 4: 65, 5: 33}
    if not stored or len(stored) != sizes.get(stored[0]):
        return None
    if planted("compressed-key-refused") and stored[0] != 4:
        return None
    try:
        if stored[0] != 5:
            return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), stored)
        even = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\x02" + stored[1:])
        y = even.public_numbers().y
        return even if y <= FIELD - y else _other_y(even)
    except ValueError:
        return None


def _other_y(key: Key) -> Key:
    numbers = key.public_numbers()
    return ec.EllipticCurvePublicNumbers(numbers.x, FIELD - numbers.y, ec.SECP256R1()).public_key()


def read_signature(data: bytes) -> Optional[Signature]:
    """r and s of strict DER or of 64 bytes, both from 1 to the order of the curve - 1; None for any other form."""
    pair = _read_der(data)
    if pair is None and len(data) == 64 and not planted("raw-signature-refused"):
        pair = int.from_bytes(data[:32], "big"), int.from_bytes(data[32:], "big")
    if pair is None or not all(1 <= number < ORDER for number in pair):
        return None
    return pair


def _read_der(data: bytes) -> Optional[Signature]:
    """The numbers of strict DER: a SEQUENCE of two INTEGERs in their shortest forms, and nothing after it."""
    if planted("der-trailing-accepted"):
        data = data[: 2 + int.from_bytes(data[1:2], "big")]
    try:
        return decode_dss_signature(data)
    except ValueError:
        return None


def verifies(key: Key, signature: Signature, signed: bytes) -> bool:
    """Whether a signature covers SHA-256 of some bytes. Either of the two possible s is accepted."""
    r, s = signature
    if planted("high-s-refused") and s > ORDER // 2:
        return False
    try:
        key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True
