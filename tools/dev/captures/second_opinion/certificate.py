"""Certificates of X.509, as far as the server reads them, and the signatures on them."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Optional

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from . import der
from .der import DerError, Element

_CURVES = {
    bytes.fromhex("2a8648ce3d030107"): ec.SECP256R1(),
    bytes.fromhex("2b81040022"): ec.SECP384R1(),
}
_HASHES = {
    bytes.fromhex("2a8648ce3d040302"): hashes.SHA256(),
    bytes.fromhex("2a8648ce3d040303"): hashes.SHA384(),
}


@dataclass(frozen=True)
class Certificate:
    """The members that the checks need. Names are compared as encoded; times are whole seconds since 1970."""

    issuer: bytes
    subject: bytes
    not_before: int
    not_after: int
    curve: bytes
    point: bytes
    extensions: list[tuple[bytes, bytes]]
    signed: bytes
    algorithm: bytes
    signature: bytes

    def extension(self, identifier: bytes) -> Optional[bytes]:
        """The contents of the first extension with an identifier."""
        return next((contents for name, contents in self.extensions if name == identifier), None)


def read(data: bytes) -> Optional[Certificate]:
    """The certificate at the start of some bytes, or None; bytes after it are ignored."""
    try:
        signed, algorithm, signature = der.sequence(data)
        members = der.sequence(signed.encoded)
        if members[0].tag_class == 2:
            members = members[1:]
        _, _, issuer, validity, subject, key, *others = members
        not_before, not_after = map(_seconds, der.sequence(validity.encoded))
        key_algorithm, point = der.sequence(key.encoded)
        curve = der.sequence(key_algorithm.encoded)[-1].contents
        if not signature.is_universal(3) or not point.is_universal(3):
            return None
        return Certificate(
            issuer.encoded, subject.encoded, not_before, not_after, curve, point.contents[1:], _extensions(others),
            signed.encoded, der.sequence(algorithm.encoded)[0].contents, signature.contents[1:],
        )  # fmt: skip
    except (DerError, ValueError, IndexError):
        return None


def _extensions(members: list[Element]) -> list[tuple[bytes, bytes]]:
    """Identifier and contents of each extension, which are in the member with the tag 3."""
    extensions = []
    for member in members:
        if member.tag_class == 2 and member.number == 3:
            for extension in der.sequence(member.contents):
                parts = der.sequence(extension.encoded)
                extensions.append((parts[0].contents, parts[-1].contents))
    return extensions


def _seconds(time: Element) -> int:
    """UTCTime (years 1950 to 2049) or GeneralizedTime, both in Z."""
    text = time.contents.decode("ascii")
    if time.is_universal(23) and re.fullmatch("[0-9]{12}Z", text):
        text = ("19" if text >= "50" else "20") + text
    elif not time.is_universal(24) or not re.fullmatch("[0-9]{14}Z", text):
        raise DerError("no time")
    moment = datetime.datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    return int(moment.timestamp())


def has_signed(issuer: Certificate, signed: Certificate) -> bool:
    """Whether the key of one certificate made the signature on another: P-256 or P-384, SHA-256 or SHA-384."""
    curve, algorithm = _CURVES.get(issuer.curve), _HASHES.get(signed.algorithm)
    if curve is None or algorithm is None:
        return False
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(curve, issuer.point)
        key.verify(signed.signature, signed.signed, ec.ECDSA(algorithm))
    except (ValueError, InvalidSignature):
        return False
    return True
