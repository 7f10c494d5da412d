"""Attestations of App Attest as the capture server verifies them, computed from docs/CAPTURE.md and independent of
depthcheck: CBOR by cbor2, signatures by cryptography, DER by the few lines here."""

from __future__ import annotations

import datetime
import io
import re
from dataclasses import dataclass
from typing import Any, Iterator

import cbor2
from capture_rules import CBOR_DEPTH, Failed, cbor_members, nesting, sha256
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NONCE, APPLE_FORMAT = "1.2.840.113635.100.8.2", "apple-appattest"
AAGUIDS = (b"appattestdevelop", b"appattest" + bytes(7))


class Unverified(Exception):
    """An attestation that does not verify, with the reason and the failing link of the chain."""

    def __init__(self, reason: str, detail: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


# --- DER -------------------------------------------------------------------------------------------------------------


class NoDER(Exception):
    pass


@dataclass(frozen=True)
class Element:
    """One value: its class (0 universal), tag, whether it is constructed, its content and all its bytes."""

    tag_class: int
    tag: int
    constructed: bool
    content: bytes
    whole: bytes

    @property
    def inner(self) -> list[Element]:
        return list(elements(self.content))


def element(data: bytes) -> Element:
    try:
        place, tag = 1, data[0] & 31
        if tag == 31:
            tag = 0
            while True:
                tag, place = tag << 7 | data[place] & 127, place + 1
                if data[place - 1] < 128:
                    break
        length, place = data[place], place + 1
        if length == 128:
            raise NoDER
        if length > 128:
            size = length & 127
            length, place = int.from_bytes(data[place:place + size], "big"), place + size
    except IndexError:
        raise NoDER from None
    if place + length > len(data):
        raise NoDER
    content = data[place:place + length]
    return Element(data[0] >> 6, tag, bool(data[0] & 32), content, data[:place + length])


def elements(data: bytes) -> Iterator[Element]:
    while data:
        first = element(data)
        yield first
        data = data[len(first.whole):]


def object_identifier(content: bytes) -> str:
    numbers, number = [], 0
    for byte in content:
        number = number << 7 | byte & 127
        if byte < 128:
            numbers.append(number)
            number = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]]))


# --- certificates ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Certificate:
    signed: bytes
    issuer: bytes
    subject: bytes
    first_second: int
    last_second: int
    key: bytes
    algorithm: str
    signature: bytes
    extensions: list[tuple[str, bytes]]


def certificate(data: bytes) -> Certificate:
    """Parses a certificate; bytes after it are ignored."""
    signed, algorithm, signature = element(data).inner
    members = signed.inner
    if members[0].tag_class == 2:
        members = members[1:]
    _, _, issuer, validity, subject, key, *rest = members
    first, last = (seconds(time) for time in validity.inner)
    extensions = []
    for wrapper in rest:
        if (wrapper.tag_class, wrapper.tag) == (2, 3):
            for extension in element(wrapper.content).inner:
                name, *_, value = extension.inner
                extensions.append((object_identifier(name.content), value.content))
    if (signature.tag_class, signature.tag) != (0, 3):
        raise NoDER
    return Certificate(
        signed.whole, issuer.whole, subject.whole, first, last, key.whole,
        object_identifier(algorithm.inner[0].content), signature.content[1:], extensions)


def readable(data: bytes) -> Certificate | None:
    try:
        return certificate(data)
    except (NoDER, ValueError, IndexError):
        return None


def seconds(time: Element) -> int:
    text = time.content.decode("ascii")
    if time.tag == 23:
        text = ("19" if int(text[:2]) >= 50 else "20") + text
    moment = datetime.datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    return int(moment.timestamp())


HASHES = {"1.2.840.10045.4.3.2": hashes.SHA256(), "1.2.840.10045.4.3.3": hashes.SHA384()}


def is_signed(lower: Certificate, by: Certificate) -> bool:
    try:
        key = serialization.load_der_public_key(by.key)
        key.verify(lower.signature, lower.signed,
        ec.ECDSA(HASHES[lower.algorithm]))  # type: ignore[union-attr,call-arg]
    except (InvalidSignature, ValueError, KeyError, UnsupportedAlgorithm):
        return False
    return True


# --- §4.4: the nonce -------------------------------------------------------------------------------------------------


OPAQUE = (8, 9, 11, 14, 15, 29)
STRINGS = (7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30)
ALPHABETS = {
    18: rb"[0-9 ]*", 19: rb"[A-Za-z0-9 '()+,\-./:=?]*", 22: rb"[\x00-\x7f]*", 26: rb"[\x20-\x7f]*", 28: rb"(?s:.*)",
}


def octets(data: bytes) -> bytes | None:
    """The content of the OCTET STRING at the start of the bytes."""
    try:
        first = element(data)
    except NoDER:
        return None
    return first.content if (first.tag_class, first.tag, first.constructed) == (0, 4, False) else None


def is_opaque(one: Element) -> bool:
    return one.tag_class != 0 or one.tag in OPAQUE


def check_well_formed(one: Element) -> None:
    if is_opaque(one):
        return
    content, tag = one.content, one.tag
    holds = True
    if tag == 1:
        holds = content in (b"\0", b"\xff")
    elif tag == 2:
        holds = content != b""
    elif tag == 3:
        holds = content != b"" and content[0] <= 7
    elif tag == 5:
        holds = content == b""
    elif tag in (16, 17):
        holds = one.constructed
        if holds:
            for inner in one.inner:
                check_well_formed(inner)
    elif tag in ALPHABETS:
        holds = re.fullmatch(ALPHABETS[tag], content) is not None
    elif tag in STRINGS:
        try:
            content.decode("utf-8")
        except UnicodeDecodeError:
            holds = False
    if not holds:
        raise NoDER


def nonce_of(one: Element) -> bytes | None:
    if is_opaque(one):
        found = octets(one.content)
        return one.content if found is None else found
    if one.tag == 4:
        return one.content
    content = one.content[1:] if one.tag == 3 else one.content
    holds_text = one.tag in (2, 3, *STRINGS) and len(content) >= 32
    return octets(content) if holds_text else None


def nonce(value: bytes) -> bytes:
    try:
        sequence = element(value)
        if (sequence.tag_class, sequence.tag, sequence.constructed) != (0, 16, True):
            raise NoDER
        for one in elements(sequence.content):
            check_well_formed(one)
            found = nonce_of(one)
            if found is not None:
                return found
    except NoDER:
        pass
    raise Unverified("invalid_nonce_format")


# --- §4.4: the key ---------------------------------------------------------------------------------------------------

ALGORITHMS = {
    *range(-260, -256), *range(-47, -24), *range(-18, -9), *range(-8, -2), *range(8), *range(10, 16), 24, 25, 26,
    *range(30, 35), -65535,
}


def key_pairs(data: bytes) -> tuple[list[tuple[Any, Any]], int]:
    """The members of the map at the start of a key, in order, and its length in bytes."""
    if not data or data[0] >> 5 != 5:
        raise ValueError("no map")
    # Read as an array of twice the length, so that duplicate members are not lost.
    form = data[0] & 31
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(form, 0)
    pairs = int.from_bytes(data[1:1 + size], "big") if size else form
    head = b"\x9f" if form == 31 else b"\x9b" + (2 * pairs).to_bytes(8, "big")
    stream = io.BytesIO(head + data[1 + size:])
    values = cbor2.CBORDecoder(stream, read_size=1).decode()
    if nesting(values) > CBOR_DEPTH:
        raise ValueError("too deep")
    return list(zip(values[::2], values[1::2])), stream.tell() - len(head) + 1 + size


def is_integer(value: Any) -> bool:
    """Whether a value is a signed 64-bit integer, as labels and algorithms are."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def cose_point(data: bytes) -> bytes:
    """The bytes 04, x and y of a key that the server accepts."""
    try:
        pairs, end = key_pairs(data)
    except (cbor2.CBORDecodeError, ValueError, MemoryError):
        raise Unverified("invalid_public_key") from None
    labels = [label for label, _ in pairs]
    members = dict(pairs) if all(is_integer(label) or isinstance(label, str) for label in labels) else {}
    operations = members.get(4, [1])
    algorithm = members.get(3, "")
    coordinates = [members.get(-2), members.get(-3)]
    holds = (
        end == len(data)
        and len(members) == len(labels)
        and is_integer(members.get(1)) and members[1] == 2
        and is_integer(members.get(-1)) and members[-1] == 1
        and all(isinstance(one, bytes) and len(one) == 32 for one in coordinates)
        and (isinstance(algorithm, str)
             or (is_integer(algorithm) and (algorithm in ALGORITHMS or algorithm < -65536)))
        and all(isinstance(members.get(label, b"x"), bytes) and members.get(label, b"x") for label in (2, 5))
        and isinstance(operations, (list, tuple)) and len(operations) > 0
        and all(isinstance(one, str) or (is_integer(one) and 1 <= one <= 10) for one in operations)
        and len(set(operations)) == len(operations)
    )
    if not holds:
        raise Unverified("invalid_public_key")
    return b"\4" + coordinates[0] + coordinates[1]  # type: ignore[operator]


def coordinates_of(data: bytes) -> tuple[bytes, bytes] | None:
    """x and y as far as they can be read, even if the server refuses the key."""
    try:
        pairs, _ = key_pairs(data)
    except (cbor2.CBORDecodeError, ValueError, MemoryError):
        return None
    found: dict[int, Any] = {}
    for label, value in pairs:
        if is_integer(label) and label in (-2, -3):
            found.setdefault(label, value)
    x, y = found.get(-2), found.get(-3)
    return (x, y) if isinstance(x, bytes) and isinstance(y, bytes) else None


# --- §4.3: the object ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Object:
    members: dict[str, Any]

    @property
    def statement(self) -> dict[Any, Any] | None:
        value = self.members.get("attStmt")
        return value if isinstance(value, dict) else None

    @property
    def chain(self) -> list[Any] | None:
        value = (self.statement or {}).get("x5c")
        return list(value) if isinstance(value, (list, tuple)) else None

    @property
    def certificates(self) -> list[bytes]:
        return [one for one in self.chain or [] if isinstance(one, bytes)]

    @property
    def data(self) -> bytes | None:
        value = self.members.get("authData")
        return value if isinstance(value, bytes) else None

    @property
    def credential_end(self) -> int | None:
        """The offset of the key; None if the data is too short for one."""
        data = self.data or b""
        end = 55 + int.from_bytes(data[53:55], "big")
        return end if len(data) >= 55 and len(data) > end else None


def read_object(data: bytes) -> Object:
    try:
        return Object(cbor_members(data))
    except Failed:
        raise Unverified("invalid_cbor") from None


def verify(
    data: bytes, challenge: bytes, app: str, now: int, root: Certificate, strict: bool
) -> bytes:
    """The key to store; raises Unverified."""
    read = read_object(data)
    if not isinstance(read.members.get("fmt"), str):
        raise Unverified("missing_field:fmt")
    if read.members["fmt"] != APPLE_FORMAT:
        raise Unverified("invalid_format")
    for absent, name in (
        (read.data is None, "authData"), (read.statement is None, "attStmt"), (read.chain is None, "x5c"),
        (not read.certificates, "x5c certificates"),
    ):
        if absent:
            raise Unverified(f"missing_field:{name}")
    auth_data, end = read.data or b"", read.credential_end
    if end is None:
        raise Unverified("invalid_auth_data")
    leaf = verify_chain(read.certificates, now, root, strict)
    value = next((value for name, value in leaf.extensions if name == NONCE), None)
    if value is None:
        raise Unverified("nonce_missing")
    if nonce(value) != sha256(auth_data + sha256(challenge)):
        raise Unverified("nonce_mismatch")
    if auth_data[:32] != sha256(app.encode()):
        raise Unverified("app_id_mismatch")
    point = cose_point(auth_data[end:])
    if auth_data[33:37] != bytes(4):
        raise Unverified("counter_not_zero")
    return point


def verify_chain(chain: list[bytes], now: int, root: Certificate, strict: bool) -> Certificate:
    """Verifies the chain and returns its leaf."""
    if len(chain) < 2:
        raise Unverified("incomplete_chain")
    certificates = [readable(one) for one in chain]
    if None in certificates:
        raise Unverified("invalid_certificate")
    read = [one for one in certificates if one is not None]
    if not all(one.first_second <= now <= one.last_second for one in read):
        raise Unverified("certificate_expired")
    leaf, intermediate = read[:2]
    if leaf.issuer != intermediate.subject:
        raise Unverified("chain", "leaf_issuer")
    if strict:
        for holds, link in (
            (intermediate.issuer == root.subject, "intermediate_issuer"),
            (is_signed(intermediate, root), "intermediate_signature"),
            (is_signed(leaf, intermediate), "leaf_signature"),
        ):
            if not holds:
                raise Unverified("chain", link)
    return leaf


# --- §4.5: what the server leaves out --------------------------------------------------------------------------------


def unchecked(data: bytes, key_id: str, base64: Any) -> list[str] | None:
    """The failing steps of Apple's procedure; None if the object cannot be read far enough."""
    try:
        read = read_object(data)
    except Unverified:
        return None
    end = read.credential_end
    chain = read.chain
    if read.data is None or end is None or chain is None or (chain and not isinstance(chain[0], bytes)):
        return None
    coordinates = coordinates_of(read.data[end:])
    if coordinates is None:
        return None
    point = b"\4" + coordinates[0] + coordinates[1]
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        on_curve = len(coordinates[0]) == len(coordinates[1]) == 32
    except ValueError:
        on_curve = False
    leaf = readable(chain[0]) if chain else None
    leaf_point = element(leaf.key).inner[1].content[1:] if leaf else None
    holds = {
        "key_id": key_id == base64(sha256(point)), "credential_id": read.data[55:end] == sha256(point),
        "aaguid": read.data[37:53] in AAGUIDS, "leaf_key": leaf_point == point, "point": on_curve,
    }
    return [name for name, kept in holds.items() if not kept]
