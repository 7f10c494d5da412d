"""Building blocks of the registrations and signed requests of make_captures.py: our own root, leaves, attestation
objects."""

from __future__ import annotations

import base64
import datetime
from collections.abc import Callable
from typing import Any

import cbor2
from capture_material import BUNDLE, CURVE, KEY, OTHER_KEY, TEAM, Case, sha256
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

APP = f"{TEAM}.{BUNDLE}"
NOW = "2026-05-04T07:15:00Z"
# Guessable numbers, like those of the captures: the keys have no value.
ROOT_KEY = ec.derive_private_key(0x5EED + 2, ec.SECP384R1())
INTERMEDIATE_KEY = ec.derive_private_key(0x5EED + 3, ec.SECP384R1())
SMALL_KEY = ec.derive_private_key(0x5EED + 4, CURVE)
EDWARDS_KEY = ed25519.Ed25519PrivateKey.from_private_bytes((0x5EED + 5).to_bytes(32, "big"))
CHALLENGE = sha256(b"a challenge of depthcheck")
PRODUCTION, DEVELOPMENT = b"appattest" + bytes(7), b"appattestdevelop"
NONCE, APP_ID, SYSTEM = "1.2.840.113635.100.8.2", "1.2.840.113635.100.8.5", "1.2.840.113635.100.8.7"
CONSTRAINTS = "2.5.29.19"

# --- DER -------------------------------------------------------------------------------------------------------------


def der(tag: int, *contents: bytes) -> bytes:
    """Encodes a value; tag is its first byte."""
    content = b"".join(contents)
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 128 + len(length)]) + length + content


def sequence(*contents: bytes) -> bytes:
    return der(0x30, *contents)


def octets(content: bytes) -> bytes:
    return der(0x04, content)


def context(number: int, *contents: bytes) -> bytes:
    """A constructed context tag, which has several bytes from 31 on."""
    if number < 31:
        return der(0xA0 + number, *contents)
    digits = [number & 127]
    while number := number >> 7:
        digits.insert(0, 128 | number & 127)
    return b"\xbf" + bytes(digits) + der(0, *contents)[1:]


def oid(text: str) -> bytes:
    first, second, *rest = (int(number) for number in text.split("."))
    content = b""
    for number in (40 * first + second, *rest):
        digits = [number & 127]
        while number := number >> 7:
            digits.insert(0, 128 | number & 127)
        content += bytes(digits)
    return der(0x06, content)


def integer(number: int) -> bytes:
    return der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def name(common_name: str, kind: int = 0x0C) -> bytes:
    """A name with only a common name, UTF-8 unless kind is another string type."""
    return sequence(der(0x31, sequence(oid("2.5.4.3"), der(kind, common_name.encode()))))


# --- certificates ----------------------------------------------------------------------------------------------------

ROOT_NAME, INTERMEDIATE_NAME = name("depthcheck test root, NOT APPLE"), name("depthcheck test CA, NOT APPLE")
SHA256_ALGORITHM, SHA384_ALGORITHM = "1.2.840.10045.4.3.2", "1.2.840.10045.4.3.3"
HASHES = {SHA256_ALGORITHM: hashes.SHA256(), SHA384_ALGORITHM: hashes.SHA384()}
RSA_ALGORITHMS = {256: "1.2.840.113549.1.1.11", 384: "1.2.840.113549.1.1.12", 512: "1.2.840.113549.1.1.13"}
RSA_HASHES = dict(zip(RSA_ALGORITHMS.values(), (hashes.SHA256(), hashes.SHA384(), hashes.SHA512())))
EDWARDS_ALGORITHM = "1.3.101.112"


def rsa_key(bits: int) -> rsa.RSAPrivateKey:
    """A key of a number of bits, whose primes are the first after numbers that are made from it."""
    def prime(seed: bytes, size: int) -> int:
        digits = b"".join(sha256(seed + bytes([index])) for index in range(5))
        number = int.from_bytes(digits, "big") >> (len(digits) * 8 - size) | 3 << (size - 2) | 1
        while pow(2, number - 1, number) != 1 or pow(3, number - 1, number) != 1 or number % 65537 == 1:
            number += 2
        return number

    p, q = prime(b"p", bits - bits // 2), prime(b"q", bits // 2)
    d = pow(65537, -1, (p - 1) * (q - 1))
    return rsa.RSAPrivateNumbers(
        p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), rsa.RSAPublicNumbers(65537, p * q)).private_key()


def signature_of(signed: bytes, signer: Any, algorithm: str) -> bytes:
    if isinstance(signer, rsa.RSAPrivateKey):
        return signer.sign(signed, padding.PKCS1v15(), RSA_HASHES[algorithm])
    if isinstance(signer, ed25519.Ed25519PrivateKey):
        return signer.sign(signed)
    return signer.sign(signed, ec.ECDSA(HASHES.get(algorithm, hashes.SHA256()), deterministic_signing=True))


def time(text: str) -> bytes:
    moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")
    if moment.year < 2050:
        return der(0x17, moment.strftime("%y%m%d%H%M%SZ").encode())
    return der(0x18, moment.strftime("%Y%m%d%H%M%SZ").encode())


def key_info(key: Any) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def extension(identifier: str, value: bytes, critical: bool = False) -> bytes:
    return sequence(oid(identifier), *([der(0x01, b"\xff")] if critical else []), octets(value))


def certificate(
    *, issuer: bytes, subject: bytes, key: Any, signer: Any,
    first: str, last: str, extensions: list[bytes], algorithm: str = SHA384_ALGORITHM, serial: int = 1,
    unique: bytes = b"",
) -> bytes:
    signed = sequence(
        context(0, integer(2)), integer(serial), sequence(oid(algorithm)), issuer, sequence(time(first), time(last)),
        subject, key_info(key), unique, context(3, sequence(*extensions)))
    signature = signature_of(signed, signer, algorithm)
    return sequence(signed, sequence(oid(algorithm)), der(0x03, b"\0" + signature))


AUTHORITY = extension(CONSTRAINTS, sequence(der(0x01, b"\xff")), critical=True)
NO_AUTHORITY = extension(CONSTRAINTS, sequence(), critical=True)
ROOT = certificate(
    issuer=ROOT_NAME, subject=ROOT_NAME, key=ROOT_KEY, signer=ROOT_KEY, first="2026-01-01T00:00:00Z",
    last="2056-01-01T00:00:00Z", extensions=[AUTHORITY])


def intermediate(**changes: Any) -> bytes:
    return certificate(**{
        "issuer": ROOT_NAME, "subject": INTERMEDIATE_NAME, "key": INTERMEDIATE_KEY, "signer": ROOT_KEY,
        "first": "2026-01-01T00:00:00Z", "last": "2040-01-01T00:00:00Z", "extensions": [AUTHORITY], "serial": 2,
        **changes})


INTERMEDIATE = intermediate()


def nonce_extension(nonce: bytes) -> bytes:
    """The extension value in the form of genuine attestations."""
    return sequence(context(1, octets(nonce)))


def leaf(nonce: list[bytes], *, app: str = APP, **changes: Any) -> bytes:
    """nonce: the extensions that contain it."""
    system = sequence(context(1400, octets(b"18.4")), context(1403, octets(b"22E240")))
    return certificate(**{
        "issuer": INTERMEDIATE_NAME, "subject": name(sha256(uncompressed(KEY)).hex()), "key": KEY,
        "signer": INTERMEDIATE_KEY, "first": "2026-05-03T07:15:00Z", "last": "2026-05-06T07:15:00Z",
        "extensions": [
            NO_AUTHORITY, extension(APP_ID, sequence(context(1204, octets(app.encode())))), *nonce,
            extension(SYSTEM, system),
        ], "serial": 3, "algorithm": SHA256_ALGORITHM, **changes})


# --- objects ---------------------------------------------------------------------------------------------------------


def uncompressed(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def cose(key: ec.EllipticCurvePrivateKey = KEY, **changes: Any) -> dict[Any, Any]:
    point = uncompressed(key)
    return {1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]}


def key_bytes(without: tuple[Any, ...] = (), **changes: Any) -> bytes:
    """Encodes the key in COSE; changes are named by label: kty, kid, alg, ops, iv, crv, x, y."""
    labels = {"kty": 1, "kid": 2, "alg": 3, "ops": 4, "iv": 5, "crv": -1, "x": -2, "y": -3}
    members = cose() | {labels[label]: value for label, value in changes.items()}
    return cbor2.dumps({label: value for label, value in members.items() if label not in without})


CREDENTIAL = sha256(uncompressed(KEY))
KEY_ID = base64.b64encode(CREDENTIAL).decode()


def authenticator_data(
    *, app: str = APP, flags: int = 0x40, counter: int = 0, aaguid: bytes = PRODUCTION, credential: bytes = CREDENTIAL,
    key: bytes | None = None, behind: bytes = b"",
) -> bytes:
    return (
        sha256(app.encode()) + bytes([flags]) + counter.to_bytes(4, "big") + aaguid
        + len(credential).to_bytes(2, "big") + credential + (key_bytes() if key is None else key) + behind)


def receipt(client_data_hash: bytes, *, environment: str = "production", app: str = APP) -> bytes:
    """A receipt in the format of genuine ones, with indefinite lengths and chunks, but not signed."""
    fields = {
        2: app.encode(), 4: client_data_hash, 6: b"ATTEST", 7: environment.encode(), 12: b"2026-05-04T07:14:58.250Z",
        21: b"2026-08-02T07:14:58.250Z",
    }
    content = der(0x31, *(
        sequence(integer(number), integer(1), octets(value)) for number, value in fields.items()))
    half = len(content) // 2
    chunks = b"\x24\x80" + octets(content[:half]) + octets(content[half:]) + b"\0\0"
    inner = b"\x30\x80" + oid("1.2.840.113549.1.7.1") + b"\xa0\x80" + chunks + b"\0\0" + b"\0\0"
    signed = b"\x30\x80" + integer(1) + der(0x31) + inner + der(0x31) + b"\0\0"
    return b"\x30\x80" + oid("1.2.840.113549.1.7.2") + b"\xa0\x80" + signed + b"\0\0" + b"\0\0"


def attestation(
    *, data: bytes | None = None, nonce_of: Callable[[bytes], bytes] | None = None,
    nonce: Callable[[bytes], list[bytes]] = lambda nonce: [extension(NONCE, nonce_extension(nonce))],
    chain: Callable[[list[bytes]], list[Any]] = lambda chain: chain, leaf_changes: dict[str, Any] | None = None,
    members: Callable[[dict[str, Any]], Any] = lambda members: members, client_data_hash: bytes = sha256(CHALLENGE),
    **data_changes: Any,
) -> bytes:
    """An object in CBOR. nonce makes the extensions from the hash that nonce_of computes from the authenticator
    data."""
    data = authenticator_data(**data_changes) if data is None else data
    covered = sha256(data + client_data_hash) if nonce_of is None else nonce_of(data)
    certificates = chain([leaf(nonce(covered), **(leaf_changes or {})), INTERMEDIATE])
    sent = members({
        "fmt": "apple-appattest",
        "attStmt": {"x5c": certificates, "receipt": receipt(client_data_hash)},
        "authData": data,
    })
    return sent if isinstance(sent, bytes) else cbor2.dumps(sent)


# --- cases -----------------------------------------------------------------------------------------------------------

REGISTRATIONS: dict[str, Case] = {}
REQUESTS: dict[str, Case] = {}
FILES = {"shared/test-root.der": ROOT}


def text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def case_of(kept: dict[str, Case], case_name: str, notes: str, **members: Any) -> None:
    if case_name in kept:
        raise ValueError(f"two cases are named {case_name}")
    kept[case_name] = {
        "id": case_name, "endpoint": members.pop("endpoint"), "notes": notes, "now": members.pop("now", NOW),
        "config": {"apple_team_id": TEAM, "apple_bundle_id": BUNDLE}, **members,
    }


def register(case_name: str, notes: str, sent: bytes | str | None = None, **members: Any) -> None:
    """A registration in the nested form; a string replaces the object's base64."""
    sent = attestation() if sent is None else sent
    case_of(
        REGISTRATIONS, f"register-{case_name}", notes, endpoint="devices/register",
        root_certificate={"ref": "shared/test-root.der"}, **{
            "key_id": KEY_ID, "challenge": text(CHALLENGE),
            "attestation_object": sent if isinstance(sent, str) else text(sent), **members})


def register_http(
    case_name: str, notes: str, body: str | dict[str, Any], content_type: str | None = "application/json",
    **members: Any,
) -> None:
    """A registration as an HTTP body: text, or text or base64 followed by spaces."""
    body = {"text": body} if isinstance(body, str) else body
    case_of(
        REGISTRATIONS, f"register-http-{case_name}", notes, endpoint="devices/register",
        root_certificate={"ref": "shared/test-root.der"}, content_type=content_type, body=body, **members)


__all__ = ["KEY", "OTHER_KEY"]
