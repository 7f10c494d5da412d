"""Signed requests, and captures in them: one case per rule or edge case of §0."""

from __future__ import annotations

import base64
import json
from typing import Any

import capture_material as captures
import cbor2
from capture_attestation_material import REQUESTS, case_of
from capture_material import (
    DEPTH, KEY, ORDER, OTHER_KEY, PHOTO, PHOTO_HASH, STORED_COUNTER, assertion, authenticator_data, cbor, high_s, point,
    raw, sha256, signature, text,
)

NOW, MILLISECONDS = "2026-03-01T12:00:20.250Z", 1_772_366_420_250
DEVICE = {"attestation_level": "secure_enclave", "public_key_hex": point(KEY), "assertion_counter": STORED_COUNTER}
ID = "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162"
BODY = b'{"a body of":"a request"}'


def client_data(body: bytes = BODY, milliseconds: int = MILLISECONDS - 1000) -> bytes:
    return f"{milliseconds}|{sha256(body).hex()}".encode()


def headers(signed: str, milliseconds: int | str = MILLISECONDS - 1000, device: str = ID) -> dict[str, Any]:
    return {"X-Device-Id": device, "X-Device-Timestamp": str(milliseconds), "X-Device-Signature": signed}


def request(
    name: str, notes: str, signed: str | None = None, *, body: bytes = BODY, device: dict[str, Any] | None = None,
    milliseconds: int | str = MILLISECONDS - 1000, device_id: str = ID, sent: Any = None, **members: Any,
) -> None:
    """sent: replaces the usual three headers."""
    if signed is None:
        number = int(milliseconds) if str(milliseconds).lstrip("+-").isdigit() else 0
        signed = assertion(client_data(body, number))
    if "body_bytes" not in members:
        members["body"] = {"text": body.decode()} if body.isascii() else {"base64": base64.b64encode(body).decode()}
    case_of(
        REQUESTS, f"request-{name}", notes, endpoint="request-authentication", now=NOW, device=DEVICE | (device or {}),
        device_known=members.pop("device_known", True),
        headers=headers(signed, milliseconds, device_id) if sent is None else sent, **members)


def add_all() -> None:
    add_verified()
    add_headers()
    add_times()
    add_devices()
    add_assertions()
    add_order()
    add_chains()


def add_verified() -> None:
    good = assertion(client_data())
    request("verified", "Everything as it should be.")
    request("bytes", "The body is bytes.", body=bytes(range(128, 256)))
    request("no-body", "An empty body has a hash too.", body=b"")
    request("other-app", "The app is not checked here.", assertion(client_data(), app="another"))
    request("flags", "The flags are not checked.", assertion(client_data(), flags=0))
    request("counter-jump", "A jump is only logged.", assertion(client_data(), counter=2**32 - 1))
    request("raw-signature", "64 bytes.", text(cbor(raw(signature(authenticator_data(), sha256(client_data()))),
                                                    authenticator_data())))
    request("high-s", "The higher s.", text(cbor(high_s(signature(authenticator_data(), sha256(client_data()))),
                                                 authenticator_data())))
    longer = authenticator_data() + cbor2.dumps({"apple_bundle_version_01": "42"})
    request("ios-27", "What iOS 27 appends.", text(cbor(signature(longer, sha256(client_data())), longer)))
    request("name-case", "Names in any case.", sent={name.upper(): value for name, value in headers(good).items()})
    request("blanks", "Blanks around values.", sent={name: f" \t{value}\t " for name, value in headers(good).items()})
    request("first-counts", "Two with one name: the first is used.",
            sent=[*headers(good).items(), *headers("?", "?", "?").items()])
    request("first-bad", "The first is used, even if it is invalid.",
            sent=[("x-device-id", "?"), *headers(good).items()])


def add_headers() -> None:
    good = assertion(client_data())
    for name in ("X-Device-Id", "X-Device-Timestamp", "X-Device-Signature"):
        rest = {header: value for header, value in headers(good).items() if header != name}
        request(f"without-{name[9:].lower()}", "The required value is missing.", sent=rest)
        request(f"no-ascii-{name[9:].lower()}", "A byte that is no text.",
                sent=rest | {name: {"base64": text(headers(good)[name].encode() + b"\x80")}})
    request("without-any", "The first is missed.", sent={})
    request("no-ascii-elsewhere", "Other headers are not read.",
            sent=headers(good) | {"X-Other": {"base64": text(b"\xff")}})
    digits = ID.replace("-", "")
    for label, device in {
        "simple": digits, "capitals": ID.upper(), "braces": "{" + ID + "}", "urn": "urn:uuid:" + ID,
        "urn-capitals": "URN:UUID:" + ID, "braces-simple": "{" + digits + "}", "brace": "{" + ID,
        "brace-other": "{" + ID + ")",
        "31-digits": digits[:-1], "33-digits": digits + "0", "hyphens-elsewhere": digits[:4] + "-" + ID[4:8] + ID[9:],
        "letter": ID[:-1] + "g", "empty": "", "tab-inside": ID[:8] + "\t" + ID[9:], "urn-simple": "urn:uuid:" + digits,
    }.items():
        request(f"id-{label}", "A form of the identifier.", device_id=device)
    for label, signed in {
        "unpadded": good.rstrip("="), "space": good[:20] + " " + good[20:], "url": "-_" + good[2:], "empty": "",
        "padding-more": good + "=", "unused-bits": good[:-2] + chr(ord(good[-2]) + 1) + "=",
    }.items():
        request(f"signature-{label}", "A form of the assertion's text.", signed)


def add_times() -> None:
    usual = MILLISECONDS - 1000
    for label, written in {"plus": f"+{usual}", "zeros": f"000{usual}"}.items():
        request(f"time-{label}", "The number counts, not how it is written.", milliseconds=written)
    for label, written in {
        "fraction": f"{usual}.0", "exponent": "1e12", "two-signs": f"--{usual}", "sign": "+", "empty": "",
        "hexadecimal": "0x10", "space": "17 72", "underscore": "1_772", "too-large": str(2**63),
        "too-small": str(-(2**63) - 1), "arabic-digit": "\u0661",
    }.items():
        request(f"time-{label}", "No number of 64 bits.", assertion(client_data()), milliseconds=written)
    for label, number in {
        "past-300000": MILLISECONDS - 300_000, "past-300001": MILLISECONDS - 300_001,
        "future-60000": MILLISECONDS + 60_000, "future-60001": MILLISECONDS + 60_001, "zero": 0, "minus-1": -1,
        "largest": 2**63 - 1, "smallest": -(2**63), "last-that-wraps": MILLISECONDS - 2**63,
        "first-that-does-not": MILLISECONDS - 2**63 + 1,
    }.items():
        request(f"time-{label}", "Compared with the server's clock.", milliseconds=number)
    padded = f"0{usual}|{sha256(BODY).hex()}".encode()
    request("time-as-written", "The number is printed anew before it is hashed.", assertion(padded),
            milliseconds=f"0{usual}")


def add_devices() -> None:
    request("unknown", "Not registered.", device_known=False)
    for level in ("unverified", "tee", "strongbox", "Secure_Enclave", "secure_enclave "):
        request(f"level-{level.strip().lower().replace('_', '-')}" + ("-blank" if level.endswith(" ") else ""),
                "Only one text is that level.", device={"attestation_level": level})
    request("level-unverified-garbage", "The signature is not checked.", text(b"?"),
            device={"attestation_level": "unverified"})
    request("body-20-mib", "More than 2 MiB is hashed all the same; only the length is given here.",
            body_bytes=20_971_521)
    request("body-20-mib-unverified", "The same from an unverified device, which strict mode refuses before.",
            body_bytes=20_971_521, device={"attestation_level": "unverified"})


def add_assertions() -> None:
    data = authenticator_data()
    der = signature(data, sha256(client_data()))
    for label, signed in {
        "cbor-text": cbor2.dumps("x"), "cbor-array": cbor2.dumps([der, data]), "cbor-cut": cbor(der, data)[:-1],
        "cbor-behind": cbor(der, data) + b"\xff", "cbor-tag": b"\xc1" + cbor(der, data),
        "cbor-bignum-below": b"\xa3\x61x\xc3\x50" + b"\xff" * 16 + cbor(der, data)[1:],
        "no-data": cbor2.dumps({"signature": der}), "no-signature": cbor2.dumps({"authenticatorData": data}),
        "neither": b"\xa0", "text-signature": cbor2.dumps({"authenticatorData": data, "signature": "x"}),
        "36-bytes": cbor(der, data[:36]), "no-number": cbor(b"\x30\x00", data),
        "zero": cbor(bytes(64), data), "order": cbor(raw(der)[:32] + ORDER.to_bytes(32, "big"), data),
        "63-bytes": cbor(raw(der)[:63], data),
    }.items():
        request(f"assertion-{label}", "A form of the assertion.", text(signed))
    request("counter-equal", "Not above the stored one.", assertion(client_data(), counter=STORED_COUNTER))
    request("counter-0", "Not above the stored one.", assertion(client_data(), counter=0),
            device={"assertion_counter": 0})
    request("counter-1", "Above 0.", assertion(client_data(), counter=1), device={"assertion_counter": 0})
    request("counter-of-64-bits", "A stored counter no assertion can be above.",
            assertion(client_data(), counter=2**32 - 1), device={"assertion_counter": 2**32 - 1})
    request("no-key", "None stored.", device={"public_key_hex": None})
    request("key-off-curve", "No point.", device={"public_key_hex": point(KEY)[:-2] + "00"})
    request("key-compressed", "33 bytes.", device={"public_key_hex": point(KEY, "CompressedPoint")})
    request("key-64-bytes", "Without a tag.", device={"public_key_hex": point(KEY)[2:]})
    request("other-key", "By another key.", assertion(client_data(), key=OTHER_KEY))
    request("nonce", "Hashed once more, as Apple's hardware does.", assertion(client_data(), nonce=True))
    request("other-body", "The body was changed.", assertion(client_data(b"another")))
    request("other-time", "Another time.", assertion(client_data(milliseconds=MILLISECONDS)))
    request("body-alone", "The hash of the body without the time.", assertion(BODY))
    request("hash-capitals", "The hexadecimal digits are lower-case.",
            assertion(client_data().upper()))
    request("phone", "What the app sends: a text in base64.", text(
        f"POST\n/api/v1/captures\n{MILLISECONDS - 1000}\n{ID}".encode()))


def add_order() -> None:
    good = assertion(client_data())
    request("order-id-time", "The identifier is read before the time is required.",
            sent={"X-Device-Id": "?", "X-Device-Signature": good})
    request("order-time-signature", "The time is read before the signature is required.",
            sent={"X-Device-Id": ID, "X-Device-Timestamp": "?"})
    request("order-signature-past", "The signature's text before the clock.", "?", milliseconds=0)
    request("order-past-unknown", "The clock before the device.", good, milliseconds=0, device_known=False)
    request("order-data-counter", "The length before the counter.", text(cbor(b"", bytes(36))))
    request("order-counter-key", "The counter before the key.", assertion(client_data(), counter=1),
            device={"public_key_hex": None})
    request("order-key-signature", "The key before the signature's form.", text(cbor(b"", authenticator_data())),
            device={"public_key_hex": "04"})


# --- chains ----------------------------------------------------------------------------------------------------------


def full_body(signed: str | None) -> bytes:
    members = captures.metadata() | ({} if signed is None else {"assertion": signed})
    parts = (
        ("photo", "image/jpeg", PHOTO), ("depth_map", "application/octet-stream", DEPTH),
        ("metadata", "application/json", json.dumps(members).encode()))
    body = b""
    for name, kind, content in parts:
        body += (f'--edge\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
                 f"Content-Type: {kind}\r\n\r\n").encode() + content + b"\r\n"
    return body + b"--edge--\r\n"


def hash_only_body(counter: int) -> bytes:
    body = captures.payload()
    return json.dumps(body | {"assertion": captures.sign_payload(body, counter=counter)}).encode()


def chain(
    name: str, notes: str, body: bytes, *, counter: int, hash_only: bool = False, device: dict[str, Any] | None = None,
    signed_body: bytes | None = None, device_known: bool = True, rules: list[str] | None = None,
    media_hash_already_stored: bool = False, **options: Any,
) -> None:
    """A capture in a request signed with a counter."""
    signed = assertion(client_data(body if signed_body is None else signed_body), counter=counter, **options)
    members: dict[str, Any] = {} if device_known else {"device_known": False}
    members |= {"rules": rules} if rules else {}
    members |= {"media_hash_already_stored": True} if media_hash_already_stored else {}
    sent: dict[str, Any] = {"text": body.decode()} if hash_only else {"base64": base64.b64encode(body).decode()}
    case_of(
        REQUESTS, f"chain-{name}", notes, endpoint="captures/hash-only" if hash_only else "captures", now=NOW,
        device=DEVICE | (device or {}), headers=headers(signed),
        content_type="application/json" if hash_only else "multipart/form-data; boundary=edge", body=sent, **members)


def add_chains() -> None:
    captured = f"{PHOTO_HASH}|{captures.TAKEN}".encode()
    next_counter = STORED_COUNTER + 1

    def full(counter: int | None) -> bytes:
        return full_body(None if counter is None else assertion(captured, counter=counter))

    chain("high", "The request counts below its capture, which only a software key can: high.",
          full(next_counter + 1), counter=next_counter)
    chain("counter-order", "As one key counts: the request is signed after its capture, and stored before.",
          full(next_counter), counter=next_counter + 1)
    chain("same-counter", "Both with one counter.", full(next_counter), counter=next_counter)
    chain("no-assertion", "A capture without an assertion.", full(None), counter=next_counter)
    chain("other-key", "The request by another key: the capture still verifies, and is medium at most.",
          full(next_counter), counter=next_counter + 1, key=OTHER_KEY)
    chain("other-body", "The body was changed after it was signed.", full(next_counter), counter=next_counter + 1,
          signed_body=b"")
    chain("unverified-device", "Without a key.", full(next_counter), counter=next_counter,
          device={"attestation_level": "unverified", "public_key_hex": None})
    chain("strongbox", "Android's key serves for the capture's assertion, not for the request.", full(next_counter),
          counter=next_counter, device={"attestation_level": "strongbox"})
    chain("unknown-device", "The capture is not read.", b"?", counter=next_counter, device_known=False)
    chain("refused-capture", "The counter of the request is stored though the capture is refused.", b"--edge--\r\n",
          counter=next_counter)
    chain("hash-only-high", "Hash-only, the request below.", hash_only_body(next_counter + 1), counter=next_counter,
          hash_only=True)
    chain("hash-only-counter-order", "Hash-only, as one key counts: 401.", hash_only_body(next_counter),
          counter=next_counter + 1, hash_only=True)
    chain("hash-only-unverified", "A request that is not verified does not cap a hash-only capture.",
          hash_only_body(next_counter), counter=next_counter, hash_only=True, key=OTHER_KEY)
