"""Assertions beside the bounds of each rule, and with two faults at once, in full captures and in hash-only ones."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any

import cbor2
from capture_cases import FIELD
from capture_material import (
    BUNDLE, KEY, ORDER, OTHER_KEY, STORED_COUNTER, TEAM, assertion, authenticator_data, cbor, full, hash_only, high_s,
    point, raw, sha256, sign_payload, signature, text,
)
from cryptography.hazmat.primitives.asymmetric import utils

Make = Callable[[bytes, bytes], bytes]


def guard(rules: str, name: str, notes: str, sign: Callable[[bytes], str] = assertion, **options: Any) -> None:
    full(f"full-guard-{name}", notes, sign=sign, rules=rules.split(), **options)


def made(rules: str, name: str, notes: str, make: Make, data: bytes | None = None, **options: Any) -> None:
    """make takes the signature in DER and the authenticator data, and returns the assertion in CBOR."""
    def sign(client_data: bytes) -> str:
        authenticator = authenticator_data() if data is None else data
        return text(make(signature(authenticator, sha256(client_data)), authenticator))
    guard(rules, name, notes, sign, **options)


def base64_texts() -> None:
    for count, name in ((1, "one-sign"), (2, "no-sign")):
        # One to three bytes more, until the text has the padding wanted.
        def sign(client_data: bytes, wanted: int = 2 - count) -> str:
            for more in range(1, 4):
                longer = authenticator_data() + bytes(more)
                content = cbor(signature(longer, sha256(client_data)), longer)
                if -len(content) % 3 == wanted:
                    return text(content)
            raise ValueError("no length gives this padding")
        guard("AST-001 AST-012", f"base64-{name}", "Text with this padding.", sign)
    for name, notes, change in (
        ("line", "A line end inside.", lambda t: t[:76] + "\n" + t[76:]),
        ("one-letter-less", "A letter is missing.", lambda t: t[:-1]),
        ("inner-sign", "Padding in the middle.", lambda t: t[:40] + "==" + t[40:]),
        ):
        guard("AST-001", f"base64-{name}", notes, lambda data, change=change: change(assertion(data)))


def items() -> None:
    made("AST-003", "cbor-before", "A byte before the map.", lambda der, data: b"\0" + cbor(der, data))
    made("AST-003", "cbor-map-behind", "A second map after the first.",
         lambda der, data: cbor(der, data) + cbor(b"", b""))
    made("AST-008", "cbor-umlaut", "Text beyond ASCII in an unknown member.",
         lambda der, data: b"\xa3\x62\xc3\xa9\x00" + cbor(der, data)[1:])
    made("AST-008", "cbor-overlong", "An overlong form of a character.",
         lambda der, data: b"\xa3\x62\xc0\xaf\x00" + cbor(der, data)[1:])
    made("AST-002", "cbor-bytes-around", "The map inside a byte string.",
         lambda der, data: cbor2.dumps(cbor(der, data)))
    guard("AST-002", "json", "JSON instead of CBOR.", lambda data: text(b'{"signature":"","authenticatorData":""}'))
    made("AST-004", "cbor-capital", "`Signature` is another name.",
         lambda der, data: cbor2.dumps({"Signature": der, "authenticatorData": data}))
    made("AST-004", "cbor-snake-case", "`authenticator_data` is another name.",
         lambda der, data: cbor2.dumps({"signature": der, "authenticator_data": data}))
    made("AST-006", "cbor-data-text", "Authenticator data as text.",
         lambda der, data: cbor2.dumps({"signature": der, "authenticatorData": text(data)}))
    made("AST-006", "cbor-signature-null", "A signature that is null.",
         lambda der, data: cbor2.dumps({"signature": None, "authenticatorData": data}))
    for count in (0, 32, 36):
        made("AST-011", f"data-{count}", f"{count} bytes of authenticator data.", cbor, authenticator_data()[:count])
    made("AST-011 AST-012", "data-38", "One byte more than 37.", cbor, authenticator_data() + b"\0")
    made("AST-012", "data-unsigned-byte", "The byte after the 37 has to be signed.",
         lambda der, data: cbor(der, data + b"\0"))


def names_twice() -> None:
    """The first of two members with one name is invalid, and the last would verify. A server can refuse such a map,
    which gives the same answer, but must not use the last."""
    name = b"\x71authenticatorData"
    made("AST-011 AST-005", "cbor-data-twice-short", "Two authenticator data: the first, which has 36 bytes, is used.",
         lambda der, data: b"\xa3" + name + b"\x58\x24" + data[:36] + cbor(der, data)[1:])
    made("AST-006 AST-005", "cbor-data-twice-null", "Two authenticator data: the first, which is null, is used.",
         lambda der, data: b"\xa3" + name + b"\xf6" + cbor(der, data)[1:])
    hash_only("hash-only-guard-signature-twice", "Two signatures: the first, which is null, is used.",
              sign=lambda body: text(b"\xa3\x69signature\xf6" + b64decode(sign_payload(body))[1:]),
              rules=["AST-006", "AST-005", "CAP-167"])


def keys() -> None:
    usual = point(KEY)
    for name, rules, notes, key in (
        ("65-bytes-02", "AST-021", "65 bytes with 02.", "02" + usual[2:]),
        ("33-bytes-04", "AST-021", "33 bytes with 04.", usual[:66]), ("66-bytes", "AST-021", "66 bytes.", usual + "00"),
        ("64-bytes", "AST-024", "64 bytes without a tag.", usual[2:]), ("empty", "AST-021", "No bytes.", ""),
        ("hybrid-07", "AST-024", "The other hybrid form.", "07" + usual[2:]),
        ("zero", "AST-023", "x and y are 0.", "04" + "00" * 64),
        ("prime", "AST-023", "x is the prime.", "02" + f"{FIELD:064x}"),
        ("exchanged", "AST-023", "y before x.", "04" + usual[66:] + usual[2:66]),
        ("other", "AST-034", "The key of another device.", point(OTHER_KEY)),
        ("other-sign", "AST-034 AST-021", "The same x, the other y.",
         ("02" if point(KEY, "CompressedPoint")[:2] == "03" else "03") + usual[2:66]),
    ):
        guard(rules, f"key-{name}", notes, device={"public_key_hex": key})


def integer(number: int) -> bytes:
    content = number.to_bytes(number.bit_length() // 8 + 1, "big")
    return bytes([2, len(content)]) + content


def signatures() -> None:
    def changed(rules: str, name: str, notes: str, change: Callable[[bytes], bytes]) -> None:
        made(rules, name, notes, lambda der, data: cbor(change(der), data))

    changed("AST-028", "low-s", "The smaller of both s.",
            lambda der: high_s(der) if utils.decode_dss_signature(der)[1] > ORDER // 2 else der)
    changed("AST-028 AST-026", "raw-high-s", "The larger s in 64 bytes.", lambda der: raw(high_s(der)))
    changed("AST-026", "raw-0", "No bytes.", lambda der: b"")
    changed("AST-026 AST-034", "raw-exchanged", "s before r.", lambda der: raw(der)[32:] + raw(der)[:32])
    changed("AST-026 AST-034", "raw-little-endian", "Both numbers little-endian.",
            lambda der: raw(der)[31::-1] + raw(der)[:31:-1])
    changed("AST-027 AST-026", "raw-r-order", "r is n, in 64 bytes.",
            lambda der: ORDER.to_bytes(32, "big") + raw(der)[32:])
    changed("AST-027 AST-026", "raw-s-below-order", "s is n - 1, which is in range, in 64 bytes.",
            lambda der: raw(der)[:32] + (ORDER - 1).to_bytes(32, "big"))
    changed("AST-027 AST-034", "r-1-s-1", "Both are 1, which is in range.",
            lambda der: bytes.fromhex("3006020101020101"))
    changed("AST-025", "der-inside-octets", "DER inside an OCTET STRING.", lambda der: bytes([4, len(der)]) + der)
    changed("AST-025", "der-cut", "The last byte is missing.", lambda der: der[:-1])
    changed("AST-025", "der-indefinite", "An indefinite length.", lambda der: b"\x30\x80" + der[2:] + b"\0\0")
    changed("AST-025", "der-integer-long-length", "A long length of r.",
            lambda der: bytes([0x30, der[1] + 1]) + b"\x02\x81" + der[3:])
    changed("AST-034", "s-other", "Another s.", lambda der: utils.encode_dss_signature(
        utils.decode_dss_signature(der)[0], utils.decode_dss_signature(der)[1] ^ 1))


def apps() -> None:
    for name, app in (
        ("bundle-alone", BUNDLE), ("team-alone", TEAM), ("exchanged", f"{BUNDLE}.{TEAM}"),
        ("colon", f"{TEAM}:{BUNDLE}"),
        ("case", f"{TEAM}.{BUNDLE.upper()}"), ("longer", f"{TEAM}.{BUNDLE}.clip"),
        ("default", "XXXXXXXXXX.com.realitycam.app"),
    ):
        guard("AST-030", f"app-{name}", "An identifier that is not the server's.",
              lambda data, app=app: assertion(data, app=app))
    twice = sha256(sha256(f"{TEAM}.{BUNDLE}".encode())) + authenticator_data()[32:]
    made("AST-030", "app-hashed-twice", "The identifier hashed twice.", cbor, twice)
    for flags in (0x01, 0xFF):
        guard("AST-031", f"flags-{flags:02x}", "Flags of any value.",
              lambda data, flags=flags: assertion(data, flags=flags))


def counters() -> None:
    for name, rules, notes, stored, counter in (
        ("above-by-1", "AST-032", "One above the stored counter.", 41, 42),
        ("below-by-1", "AST-032", "One below it.", 41, 40), ("0-stored-0", "AST-032", "0 is not above 0.", 0, 0),
        ("1-stored-0", "AST-032", "1 is above 0.", 0, 1),
        ("0-stored-minus-1", "AST-032", "A stored -1 is below 0.", -1, 0),
        ("signed-32", "AST-032 AST-033", "2³¹ is above 41: the number has no sign.", 41, 2**31),
        ("largest-stored-below", "AST-032", "The largest number, one above the stored one.", 2**32 - 2, 2**32 - 1),
        ("largest-stored", "AST-032", "The largest number, stored already.", 2**32 - 1, 2**32 - 1),
        ("stored-largest", "AST-032", "The largest stored counter.", 2**63 - 1, 2**32 - 1),
        ("little-endian-1", "AST-033", "1 is below 41, and above it little-endian.", 41, 1),
        ("little-endian-2-24", "AST-033", "2²⁴ is above 41, and 1 little-endian.", 41, 2**24),
        ("little-endian-256", "AST-033", "256 is below 257, and above it little-endian.", 257, 256),
        ("little-endian-258", "AST-033", "258 is above 257, also little-endian.", 257, 258),
        ):
        guard(rules, f"counter-{name}", notes, lambda data, counter=counter: assertion(data, counter=counter),
              device={"assertion_counter": stored})


def orders() -> None:
    def small(counter: int = STORED_COUNTER, app: str = "another", **options: Any) -> Callable[[bytes], str]:
        return lambda data: assertion(data, counter=counter, app=app, **options)

    bad = cbor(b"\0", authenticator_data(counter=STORED_COUNTER))
    for name, notes, sign, device in (
        ("app-counter", "The app before the counter.", small(), {}),
        ("app-signature", "The app before the signature.", small(counter=42, nonce=True), {}),
        ("counter-format", "The counter before the form of the signature.", lambda _: text(bad), {}),
        ("counter-signature", "The counter before the signature.",
         lambda data: assertion(data, counter=41, nonce=True), {}),
        ("counter-invalid-key", "The counter before the form of the key.",
         lambda data: assertion(data, counter=41), {"public_key_hex": "06" + "00" * 64}),
        ("no-key-signature", "No key before the signature.", lambda data: assertion(data, nonce=True),
         {"public_key_hex": None}),
        ("cbor-key", "The CBOR before the key.", lambda _: text(b"\x80"), {"public_key_hex": None}),
    ):
        guard("AST-037", f"order-{name}", notes, sign, device=device)
    made("AST-037 AST-006", "order-signature-short", "A missing signature before data that are too short.",
         lambda der, data: cbor2.dumps({"authenticatorData": data[:36]}))


def hash_only_orders() -> None:
    """The checks of an assertion come in the same order for hash-only captures: all are a 401."""
    for name, rules, notes, options, device in (
        ("app", "AST-030 CAP-167", "Another app.", {"app": "another"}, {}),
        ("app-counter", "AST-037 CAP-167", "The app before the counter.", {"app": "another", "counter": 41}, {}),
        ("counter-key", "AST-037 CAP-167", "The counter before the key.", {"counter": 41}, {"public_key_hex": None}),
        ("key", "AST-020 CAP-167", "No key stored.", {}, {"public_key_hex": None}),
        ("key-off-curve", "AST-023 CAP-167", "The key is no point.", {}, {"public_key_hex": "04" + "11" * 64}),
        ("other-key", "AST-034 CAP-167", "Another key.", {"key": OTHER_KEY}, {}),
        ("little-endian", "AST-033 CAP-167", "A counter that is above the stored one little-endian only.",
         {"counter": 1}, {}),
    ):
        hash_only(f"hash-only-guard-{name}", notes, sign=lambda body, options=options: sign_payload(body, **options),
                  device=device, rules=rules.split())
    for name, rules, notes, content in (
        ("no-map", "AST-002 CAP-167", "No map.", b"\x80"), ("no-data", "AST-006 CAP-167", "No member.", b"\xa0"),
        ("36-bytes", "AST-011 CAP-167", "36 bytes.", cbor(b"", authenticator_data()[:36])),
        ("format", "AST-025 CAP-167", "No form of a signature.", cbor(b"\0", authenticator_data())),
        ("zeros", "AST-027 CAP-167", "r and s are 0.", cbor(bytes(64), authenticator_data())),
    ):
        hash_only(f"hash-only-guard-{name}", notes, sign=lambda _, content=content: text(content), rules=rules.split())
    for level in ("tee", "strongbox", "unverified"):
        hash_only(f"hash-only-guard-level-{level}", "The key of a device of another level serves for its captures.",
                  device={"attestation_level": level}, rules=["SES-006", "CAP-170"])


def add_all() -> None:
    for group in (base64_texts, items, names_twice, keys, signatures, apps, counters, orders, hash_only_orders):
        group()
