"""Certificates of X.509, as far as the server reads them, and the signatures on them."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Optional

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from . import der
from .der import DerError, Element
from .not_modelled import NotModelled

_CURVES = {
    bytes.fromhex("2a8648ce3d030107"): ec.SECP256R1(),
    bytes.fromhex("2b81040022"): ec.SECP384R1(),
}
_ECDSA = {
    bytes.fromhex("2a8648ce3d040302"): hashes.SHA256(),
    bytes.fromhex("2a8648ce3d040303"): hashes.SHA384(),
}
_RSA = {
    bytes.fromhex("2a864886f70d01010b"): hashes.SHA256(),
    bytes.fromhex("2a864886f70d01010c"): hashes.SHA384(),
    bytes.fromhex("2a864886f70d01010d"): hashes.SHA512(),
}
_EC_KEY, _RSA_KEY, _ED25519 = map(bytes.fromhex, ("2a8648ce3d0201", "2a864886f70d010101", "2b6570"))
# RSA with SHA-1 and with PSS.
_OTHER_ALGORITHMS = frozenset(map(bytes.fromhex, ("2a864886f70d010105", "2a864886f70d01010a")))
_VERSIONS = (bytes.fromhex("020101"), bytes.fromhex("020102"))
_TEXTS = (12, 19, 20, 22, 28, 30)


@dataclass(frozen=True)
class Certificate:
    """The members that the checks need. Names are compared as encoded; times are whole seconds since 1970."""

    issuer: bytes
    subject: bytes
    not_before: int
    not_after: int
    key_type: bytes
    curve: bytes
    key: bytes
    extensions: list[tuple[bytes, bytes]]
    signed: bytes
    algorithm: bytes
    signature: bytes

    def extension(self, identifier: bytes) -> Optional[bytes]:
        """The contents of the first extension with an identifier."""
        return next((contents for name, contents in self.extensions if name == identifier), None)


def is_unreadable(data: bytes) -> bool:
    """Whether the server cannot read some bytes either: they do not begin with a SEQUENCE that begins with one."""
    try:
        outer = der.first(data)
        inner = der.first(outer.contents)
    except DerError:
        return True
    return (outer.number, inner.number) != (16, 16)


def read(data: bytes) -> Certificate:
    """The certificate at the start of some bytes; bytes after it are ignored. Raises NotModelled for any form that
    RFC 5280 does not define, because the server reads some of them."""
    try:
        return _certificate(data)
    except (DerError, ValueError) as error:
        raise NotModelled("the form of a certificate") from error


def _certificate(data: bytes) -> Certificate:
    signed, algorithm, signature = _sequence(der.first(data))
    serial, inner_algorithm, issuer, validity, subject, key, *others = _without_version(_sequence(signed))
    not_before, not_after = map(_seconds, _sequence(validity))
    key_algorithm, key_bits = _sequence(key)
    key_type, curve = _algorithm(key_algorithm)
    if key_type not in (_EC_KEY, _RSA_KEY, _ED25519):
        raise DerError("a key of another type")
    if key_type == _EC_KEY:
        if curve is None:
            raise DerError("a key without a curve")
        _identifier(curve)
    contents = serial.contents
    if not serial.is_universal(2) or serial.is_constructed or contents == b"":
        raise DerError("no serial number")
    if contents[0] > 127 or (contents[0] == 0 and len(contents) > 1 and contents[1] < 128):
        raise DerError("a negative or padded serial number")
    for each in (_name(issuer), _name(subject), _algorithm(inner_algorithm)[0], _algorithm(algorithm)[0]):
        if each in _OTHER_ALGORITHMS:
            raise DerError("an algorithm that is not modelled")
    return Certificate(
        issuer.encoded, subject.encoded, not_before, not_after, key_type, curve.contents if curve else b"",
        _bits(key_bits), _extensions(others), signed.encoded, _algorithm(algorithm)[0], _bits(signature),
    )  # fmt: skip


def _sequence(element: Element, number: int = 16) -> list[Element]:
    """The elements in a SEQUENCE or SET, all with lengths of the fewest bytes."""
    if not element.is_universal(number) or not element.is_constructed:
        raise DerError("no sequence")
    return _elements(element)


def _elements(element: Element) -> list[Element]:
    elements = der.all_of(element.contents)
    for each in (element, *elements):
        head = each.encoded[: len(each.encoded) - len(each.contents)]
        size = len(each.contents)
        count = (size.bit_length() + 7) // 8
        length = bytes([size]) if size < 128 else bytes([128 + count]) + size.to_bytes(count, "big")
        if len(head) != 1 + len(length) or not head.endswith(length):
            raise DerError("a length or tag that is not the shortest")
        if each.is_constructed and each is not element:
            _elements(each)
    return elements


def _without_version(members: list[Element]) -> list[Element]:
    if members and members[0].encoded[0] == 0xA0:
        if members[0].contents not in _VERSIONS:
            raise DerError("another version")
        return members[1:]
    return members


def _identifier(element: Element) -> bytes:
    contents = element.contents
    if not element.is_universal(6) or element.is_constructed or contents == b"" or contents[-1] > 127:
        raise DerError("no identifier")
    if re.search(rb"(^|[\x00-\x7f])\x80", contents, re.DOTALL):
        raise DerError("a padded identifier")
    return contents


def _algorithm(element: Element) -> tuple[bytes, Optional[Element]]:
    identifier, *parameters = _sequence(element)
    if len(parameters) > 1:
        raise DerError("two parameters")
    return _identifier(identifier), parameters[0] if parameters else None


def _name(element: Element) -> bytes:
    for attributes in _sequence(element):
        pairs = _sequence(attributes, 17)
        if not pairs:
            raise DerError("an empty set")
        for pair in pairs:
            identifier, value = _sequence(pair)
            _identifier(identifier)
            if value.tag_class != der.UNIVERSAL or value.number not in _TEXTS or value.is_constructed:
                raise DerError("no text")
    return element.encoded


def _bits(element: Element) -> bytes:
    contents = element.contents
    if not element.is_universal(3) or element.is_constructed or contents == b"" or contents[0] > 7:
        raise DerError("no BIT STRING")
    if contents[0] > 0 and (len(contents) == 1 or contents[-1] & ((1 << contents[0]) - 1)):
        raise DerError("unused bits that are not zero")
    return contents[1:]


def _extensions(members: list[Element]) -> list[tuple[bytes, bytes]]:
    """Identifier and contents of each extension, in the member with the tag 3; unique identifiers come before."""
    last, extensions = 0, []
    for member in members:
        if member.tag_class != 2 or not last < member.number <= 3:
            raise DerError("another member")
        last = member.number
        if last < 3 and (member.is_constructed or member.contents[:1] != b"\0"):
            raise DerError("no unique identifier")
        if last == 3:
            if not member.is_constructed:
                raise DerError("no extensions")
            (one,) = _elements(member)
            extensions = [_extension(each) for each in _sequence(one)]
            if not extensions:
                raise DerError("no extension")
    return extensions


def _extension(element: Element) -> tuple[bytes, bytes]:
    identifier, *critical, value = _sequence(element)
    if critical and (len(critical) > 1 or critical[0].encoded not in (b"\1\1\xff", b"\1\1\0")):
        raise DerError("no BOOLEAN")
    if not value.is_universal(4) or value.is_constructed:
        raise DerError("no OCTET STRING")
    return _identifier(identifier), value.contents


def _seconds(time: Element) -> int:
    """UTCTime (years 1950 to 2049) or GeneralizedTime, both in Z."""
    text = time.contents.decode("ascii")
    if time.is_constructed:
        raise DerError("no time")
    if time.is_universal(23) and re.fullmatch("[0-9]{12}Z", text):
        text = ("19" if text >= "50" else "20") + text
    elif not time.is_universal(24) or not re.fullmatch("[0-9]{14}Z", text):
        raise DerError("no time")
    if text.endswith(("60Z", "61Z")):
        raise DerError("a leap second")
    moment = datetime.datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    return int(moment.timestamp())


def has_signed(issuer: Certificate, signed: Certificate) -> bool:
    """Whether the key of one certificate made the signature on another: ECDSA with P-256 or P-384 and SHA-256 or
    SHA-384, RSA of 2048 to 8192 bits with PKCS #1 1.5 and SHA-256 to SHA-512, or Ed25519."""
    try:
        _verify(issuer, signed)
    except (ValueError, KeyError, InvalidSignature):
        return False
    return True


def _verify(issuer: Certificate, signed: Certificate) -> None:
    if issuer.key_type == _EC_KEY:
        point = ec.EllipticCurvePublicKey.from_encoded_point(_CURVES[issuer.curve], issuer.key)
        if issuer.key[0] != 4:
            raise ValueError("a compressed point")
        point.verify(signed.signature, signed.signed, ec.ECDSA(_ECDSA[signed.algorithm]))
    elif issuer.key_type == _RSA_KEY:
        modulus, exponent = (int.from_bytes(each.contents, "big") for each in _sequence(der.first(issuer.key)))
        if not 2040 < modulus.bit_length() <= 8192 or not 3 <= exponent < 1 << 33:
            raise ValueError("a key of a size that is not supported")
        key = rsa.RSAPublicNumbers(exponent, modulus).public_key()
        key.verify(signed.signature, signed.signed, padding.PKCS1v15(), _RSA[signed.algorithm])
    elif signed.algorithm != _ED25519:
        raise ValueError("another algorithm")
    else:
        ed25519.Ed25519PublicKey.from_public_bytes(issuer.key).verify(signed.signature, signed.signed)
