"""Signed requests and chains beside the bounds of each rule, and with two faults at once."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import capture_material as captures
from capture_attestation_material import REQUESTS
from capture_cases_requests import (
    BODY, ID, MILLISECONDS, chain, client_data, full_body, hash_only_body, headers, request,
)
from capture_material import (
    KEY, OTHER_KEY, PHOTO_HASH, STORED_COUNTER, assertion, authenticator_data, cbor, point, sha256, signature, text,
)


def guard(rules: str, name: str, notes: str, signed: str | None = None, **members: Any) -> None:
    request(f"guard-{name}", notes, signed, rules=rules.split(), **members)


def at(name: str, now: str) -> None:
    """Another clock for a request."""
    REQUESTS[f"request-guard-{name}"]["now"] = now


def header_forms() -> None:
    good = assertion(client_data())
    usual = headers(good)
    guard("REQ-001 REQ-003", "id-empty-time-missing", "An empty identifier is malformed, before a time is required.",
          sent={"X-Device-Id": "", "X-Device-Signature": good})
    guard("REQ-001", "time-and-signature-missing", "The first of two missing headers is named.",
          sent={"X-Device-Id": ID})
    guard("REQ-002", "first-time-counts", "Two times: the first is used.",
          sent=[*usual.items(), ("X-Device-Timestamp", "0")])
    guard("REQ-002", "first-time-old", "The first time is used, even if it is too old.",
          sent=[("x-device-timestamp", "0"), *usual.items()])
    guard("REQ-003", "time-nul", "U+0000 in a time.", sent=usual | {"X-Device-Timestamp": {"base64": text(
        usual["X-Device-Timestamp"].encode() + b"\0")}})
    guard("REQ-003 REQ-007", "signature-delete", "U+007F in a signature.",
          sent=usual | {"X-Device-Signature": {"base64": text(good.encode() + b"\x7f")}})
    for name, device in (("urn-braces", "urn:uuid:{" + ID + "}"), ("nil", "0" * 32),
                         ("hyphens-all", ID[:18] + ID[19:]),
    ):
        guard("REQ-005" if name in ("urn-braces", "nil") else "REQ-004", f"id-{name}", "A form of the identifier.",
              device_id=device)
    for name, signed in (("nonsense", "AAAA"), ("url-padded", "-_8="), ("tab-inside", good[:8] + "\t" + good[8:])):
        guard("REQ-007", f"signature-{name}", "A form of the assertion's text.", signed)
    guard("REQ-017 AST-005", "signature-twice", "Two signatures: the first, which is null, is used.",
          text(b"\xa3\x69signature\xf6" + b64decode(good)[1:]))


def clocks() -> None:
    now = "2026-03-01T12:00:20.2509Z"
    for name, rules, notes, milliseconds in (
        ("past-fraction", "REQ-010", "A fraction of a millisecond of the clock is dropped: 300,000 ms.",
         MILLISECONDS - 300_000),
        ("past-fraction-more", "REQ-010", "300,001 ms.", MILLISECONDS - 300_001),
        ("future-fraction", "REQ-011", "60,000 ms ahead.", MILLISECONDS + 60_000),
        ("future-fraction-more", "REQ-011", "60,001 ms ahead.", MILLISECONDS + 60_001),
    ):
        guard(rules, name, notes, milliseconds=milliseconds)
        at(name, now)
    for name, rules, notes, milliseconds in (
        ("past-301000", "REQ-010", "301 s ago.", MILLISECONDS - 301_000),
        ("future-61000", "REQ-011", "61 s ahead.", MILLISECONDS + 61_000),
        ("now", "REQ-010 REQ-011", "This millisecond.", MILLISECONDS),
        ("seconds", "REQ-010", "Seconds in place of milliseconds are long ago.", MILLISECONDS // 1000),
        ("microseconds", "REQ-011", "Microseconds are far ahead.", MILLISECONDS * 1000),
    ):
        guard(rules, f"time-{name}", notes, milliseconds=milliseconds)
    guard("REQ-006", "time-minus-0", "-0 is 0.", assertion(client_data(milliseconds=0)), milliseconds="-0")
    guard("REQ-006", "time-many-zeros", "Any number of zeros.", milliseconds="0" * 40 + str(MILLISECONDS - 1000))
    guard("REQ-006", "time-smallest", "The smallest number of 64 bits, with zeros.", assertion(client_data()),
          milliseconds="-009223372036854775808")


def bodies() -> None:
    limit = 20_971_520
    at_limit = b"{}" + b" " * (limit - 2)
    guard("REQ-015 REQ-024", "body-at-limit", "20,971,520 bytes.", assertion(client_data(at_limit)), body=b"{}")
    REQUESTS["request-guard-body-at-limit"]["body"]["spaces"] = limit - 2
    guard("REQ-015", "body-above-limit", "One byte more.", assertion(client_data(at_limit + b" ")),
          body_bytes=limit + 1)
    spaced = b'{ "a" : 1 }'
    guard("REQ-024 REQ-022", "body-rewritten", "The body was signed as other code writes it.",
          assertion(client_data(json.dumps(json.loads(spaced), separators=(",", ":")).encode())), body=spaced)
    guard("REQ-024 REQ-022", "body-trimmed", "The body was signed without its last line end.",
          assertion(client_data(b"{}")), body=b"{}\n")
    guard("REQ-024", "body-line", "A line end belongs to the body.", assertion(client_data(b"{}\r\n")), body=b"{}\r\n")
    guard("REQ-022", "hash-bytes", "The bytes of the hash in place of its digits.",
          assertion(f"{MILLISECONDS - 1000}|".encode() + sha256(BODY)))
    guard("REQ-022", "hash-twice", "The body hashed twice.",
          assertion(f"{MILLISECONDS - 1000}|{sha256(sha256(BODY)).hex()}".encode()))
    guard("REQ-022 REQ-023", "signed-seconds", "The time signed in seconds.",
          assertion(f"{(MILLISECONDS - 1000) // 1000}|{sha256(BODY).hex()}".encode()))
    guard("REQ-022", "client-data-itself", "The text signed without hashing it.", itself())
    guard("REQ-022", "client-data-twice", "The text hashed twice.", assertion(sha256(client_data())))
    guard("REQ-023", "plus-signed", "The plus signed as it was sent.",
          assertion(f"+{MILLISECONDS - 1000}|{sha256(BODY).hex()}".encode()), milliseconds=f"+{MILLISECONDS - 1000}")


def itself() -> str:
    data = authenticator_data()
    return text(cbor(signature(data, client_data()), data))


def devices() -> None:
    for name, stored, counter in (
        ("little-endian-1", 41, 1), ("little-endian-2-24", 41, 2**24), ("signed-32", 41, 2**31),
        ("0-stored-minus-1", -1, 0), ("stored-2-32", 2**32, 2**32 - 1),
    ):
        guard("REQ-018 AST-033" if "little" in name or "signed" in name else "REQ-018", f"counter-{name}",
              "The counter, big-endian and without a sign, against the stored one.",
              assertion(client_data(), counter=counter), device={"assertion_counter": stored})
    for jump in (1000, 1001):
        guard("REQ-019 REQ-018", f"counter-jump-{jump}", f"A counter {jump} above the stored one.",
              assertion(client_data(), counter=STORED_COUNTER + jump))
    for level in ("", "SECURE_ENCLAVE", "secure-enclave"):
        guard("REQ-016 REQ-014", f"level-{level.lower().replace('_', '-') or 'empty'}"
              + ("-capitals" if level.isupper() else ""), "Only one text is that level.",
              device={"attestation_level": level})
    guard("AST-022 REQ-020", "key-compact", "A key of x alone, whose y is the larger.", device={
        "public_key_hex": "05" + point(KEY, "CompressedPoint")[2:]})
    guard("REQ-020", "key-empty", "A key without bytes.", device={"public_key_hex": ""})


def orders() -> None:
    good = assertion(client_data())
    future = MILLISECONDS + 60_001
    for name, notes, signed, members in (
        ("future-unknown", "The clock before the device.", good, {"milliseconds": future, "device_known": False}),
        ("past-large", "The clock before the size.", good, {"milliseconds": 0, "body_bytes": 20_971_521}),
        ("unknown-level", "The device before its level.", good,
         {"device_known": False, "device": {"attestation_level": "unverified"}}),
        ("large-cbor", "The size before the assertion.", "AAAA", {"body_bytes": 20_971_521}),
        ("cbor-counter", "The CBOR before the counter.", text(b"\x80"), {"device": {"assertion_counter": 2**40}}),
        ("member-short", "A missing member before the length.", text(b"\xa1" + cbor(b"", bytes(36))[12:]), {}),
        ("counter-format", "The counter before the form of the signature.",
         text(cbor(b"\0", authenticator_data(counter=STORED_COUNTER))), {}),
        ("counter-signature", "The counter before the signature.",
         assertion(client_data(), counter=STORED_COUNTER, key=OTHER_KEY), {}),
        ("key-format", "A missing key before the form of the signature.", text(cbor(b"\0", authenticator_data())),
         {"device": {"public_key_hex": None}}),
        ("past-level", "The clock before the level.", good,
         {"milliseconds": 0, "device": {"attestation_level": "tee"}}),
    ):
        guard("REQ-028", f"order-{name}", notes, signed, **members)


def chains() -> None:
    captured = f"{PHOTO_HASH}|{captures.TAKEN}".encode()
    next_counter = STORED_COUNTER + 1

    def full(counter: int | None, **options: Any) -> bytes:
        return full_body(None if counter is None else assertion(captured, counter=counter, **options))

    for name, rules, notes, body, options in (
        ("stored-photo", "SES-004 CAP-044", "A stored photo: the capture's counter is stored all the same.",
         full(next_counter + 1), {"counter": next_counter, "media_hash_already_stored": True}),
        ("capture-fails", "SES-005 SES-002", "A capture that fails leaves the request's counter.",
         full(next_counter + 5, nonce=True), {"counter": next_counter}),
        ("far-above", "SES-001", "The capture's counter far above the request's.", full(2**32 - 1),
         {"counter": next_counter}),
        ("replayed", "SES-001 REQ-018", "A request sent again: its counter is stored already.", full(next_counter + 1),
         {"counter": next_counter, "device": {"assertion_counter": next_counter}}),
        ("replayed-behind-capture", "SES-001 REQ-018", "Sent again after its capture stored a higher counter.",
         full(next_counter + 1), {"counter": next_counter, "device": {"assertion_counter": next_counter + 1}}),
        ("tee", "SES-006 REQ-016", "A device of level tee.", full(next_counter),
         {"counter": next_counter, "device": {"attestation_level": "tee"}}),
        ("no-assertion-other-key", "SES-003 CAP-081", "Neither request nor capture is signed by the device.",
         full(None), {"counter": next_counter, "key": OTHER_KEY}),
        ("refused-unverified", "SES-003 SES-007", "A request that fails, of a capture that is refused.",
         b"--edge--\r\n",
         {"counter": next_counter, "key": OTHER_KEY}),
    ):
        chain(f"guard-{name}", notes, body, rules=rules.split(), **options)
    for name, rules, notes, capture, request_, options in (
        ("same-counter", "SES-001 CAP-167", "Both with one counter: 401.", next_counter, next_counter, {}),
        ("stored", "SES-004 CAP-169", "A stored hash: the counter is stored all the same.", next_counter + 1,
         next_counter,
         {"media_hash_already_stored": True}),
        ("strongbox", "SES-006 CAP-170", "A device of level strongbox.", next_counter, next_counter,
         {"device": {"attestation_level": "strongbox"}}),
        ("below", "SES-001 CAP-167", "The capture's counter below the request's.", next_counter, next_counter + 9, {}),
    ):
        chain(f"guard-hash-only-{name}", notes, hash_only_body(capture), counter=request_, hash_only=True,
              rules=rules.split(), **options)


def add_all() -> None:
    for group in (header_forms, clocks, bodies, devices, orders, chains):
        group()
