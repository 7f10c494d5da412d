"""Registrations beside the bounds of each rule, and with two faults at once.
Each case names the rules that it guards."""

from __future__ import annotations

from typing import Any

import cbor2
from capture_attestation_material import (
    CHALLENGE, EDWARDS_ALGORITHM, EDWARDS_KEY, INTERMEDIATE_KEY, KEY, KEY_ID, NONCE, NOW, OTHER_KEY,
    ROOT_KEY, RSA_ALGORITHMS, SHA256_ALGORITHM, SMALL_KEY,
    attestation, authenticator_data, context, cose, der, extension, intermediate, key_bytes, name, nonce_extension, oid,
    octets, register, register_http, rsa_key, sequence, sha256, text, uncompressed,
)
from capture_cases_registration import changed, statement
from capture_cases_registration_bodies import body, flat


def guard(rules: str, case_name: str, notes: str, sent: bytes | str | None = None, **members: Any) -> None:
    register(f"guard-{case_name}", notes, sent, rules=rules.split(), **members)


def guard_http(rules: str, case_name: str, notes: str, sent: Any, *arguments: Any, **members: Any) -> None:
    register_http(f"guard-{case_name}", notes, sent, *arguments, rules=rules.split(), **members)


def bodies() -> None:
    for case_name, notes, platform in (
        ("dotted", "A dotted capital I is another letter in lower case.", "\u0130OS"),
        ("empty", "No platform.", ""),
    ):
        guard_http("REG-005", f"platform-{case_name}", notes, body(platform=platform))
    guard_http("CAP-107 REG-004", "lidar-null", "null for a required member.",
               body().replace('"has_lidar": true', '"has_lidar": null'))
    guard_http("CAP-108 REG-004", "attestation-text", "A text for the attestation.", body(attestation="x"))
    guard_http("REG-007 REG-008", "no-form", "Neither form.", body(attestation=None))
    guard_http("REG-010", "flat-blank-key-id", "A blank key id.", flat(device_id="\u00a0\t"))
    guard_http("REG-010", "flat-zero-width-key-id", "U+200B is not white space.", flat(device_id="\u200b"))
    guard_http("REG-011 REG-014", "flat-bad-object-no-challenge", "The object is decoded even without a challenge.",
               flat(attestation_object="?", challenge=None))
    guard_http("REG-014", "flat-no-object-bytes-no-challenge", "Without a challenge the object may be empty.",
               flat(attestation_object="", challenge=None))
    guard_http("REG-002 REG-001", "type-before-size", "The content type before the size.",
               {"text": "{}", "spaces": 2_097_152}, "text/plain")
    guard_http("REG-002 REG-003", "size-before-syntax", "The size before the JSON.", {"text": "{", "spaces": 2_097_152})
    guard_http("REG-004 REG-005", "shape-before-platform", "The shape before the platform.",
               body(platform="web", model=5))
    guard_http("REG-023", "platform-before-key-id", "The platform before the key id.",
               flat(platform="web", device_id=None))
    guard_http("REG-023 REG-020", "length-before-known-key", "The length of the challenge before a registered key.",
               flat(challenge="AAAA"), key_registered=True)
    for case_name, notes, challenge in (
        ("url", "The alphabet of URLs.", text(b"\xfb" * 32).replace("+", "-").replace("/", "_")),
        ("line", "A line end after the value.", text(CHALLENGE) + "\n"),
    ):
        guard("REG-012 REG-013", f"challenge-{case_name}", notes, challenge=challenge)
    guard("REG-013", "challenge-32-zeros", "32 other bytes: the nonce covers another challenge.",
          challenge=text(bytes(32)))
    guard("REG-011 REG-030", "object-empty", "No bytes are base64 of no bytes, and no CBOR.", "")


def states() -> None:
    for state in ("unknown", "used", "expired"):
        guard("REG-020 REG-018", f"known-key-{state}", "A registered key, whatever the challenge.",
              key_registered=True, challenge_state=state)
        guard("REG-021 REG-018", f"nul-{state}", "U+0000, whatever the challenge.", key_id="\0", challenge_state=state)
    guard("REG-020 REG-019", "known-key-unverified", "A registered key, and an attestation that fails.",
          changed(fmt="packed"), key_registered=True)


def objects() -> None:
    guard("REG-030", "cbor-assertion", "An assertion in place of an attestation.",
          cbor2.dumps({"signature": b"", "authenticatorData": b""}))
    guard("REG-032", "fmt-apple", "The format of another attestation of Apple.", changed(fmt="apple"))
    guard("REG-035", "x5c-bytes", "One certificate without an array.", statement(x5c=b"\x30\0"))
    guard("REG-036 REG-039", "x5c-one-and-text", "One certificate beside a text is one certificate.",
          attestation(chain=lambda chain: [chain[0], "a text"]))
    data = authenticator_data()
    guard("REG-038", "data-0", "No bytes of data.", attestation(data=b""))
    guard("REG-038", "data-credential-all-but-1", "A credential id that leaves one byte.",
          attestation(data=data[:53] + (len(data) - 56).to_bytes(2, "big") + data[55:]))
    guard("REG-038", "data-credential-all", "A credential id that leaves none.",
          attestation(data=data[:53] + (len(data) - 55).to_bytes(2, "big") + data[55:]))
    for counter in (256, (1 << 32) - 1):
        guard("REG-054", f"counter-{counter}", "Each of the four bytes counts.", attestation(counter=counter))
    for case_name, app in (("bundle", "org.example.depthcheck"), ("exchanged", "org.example.depthcheck.ABCDE12345"),
                           ("default", "XXXXXXXXXX.com.realitycam.app")):
        guard("REG-052", f"app-{case_name}", "Another identifier.", attestation(app=app))


def chains() -> None:
    def third(**changes: Any) -> bytes:
        return attestation(chain=lambda c: [*c, intermediate(**changes)])

    def second(**changes: Any) -> bytes:
        return attestation(chain=lambda c: [c[0], intermediate(**changes)])

    second_before = "2026-05-04T07:14:59Z"
    for case_name, notes, changes in (
        ("begins-now", "It begins in this second.", {"first": NOW}),
        ("ends-now", "It ends in this second.", {"last": NOW}),
        ("ended", "It ended in the second before.", {"last": second_before}),
    ):
        guard("REG-041", f"second-{case_name}", f"The second certificate: {notes}", second(**changes))
        guard("REG-047 REG-041", f"third-{case_name}", f"A third certificate: {notes}", third(**changes))
    guard("REG-041", "leaf-one-second", "A leaf that is valid for this second only.",
          attestation(leaf_changes={"first": NOW, "last": NOW}))
    guard("REG-040 REG-039", "second-empty", "A second certificate without bytes.",
          attestation(chain=lambda c: [c[0], b""]))
    guard("REG-042", "issuer-case", "The issuer in other capitals.",
          attestation(leaf_changes={"issuer": name("Depthcheck test CA, NOT APPLE")}))
    guard("REG-044 REG-046", "second-self-signed", "The second signed itself.", second(signer=INTERMEDIATE_KEY))
    guard("REG-045 REG-046", "leaf-self-signed", "The leaf signed itself.", attestation(
        leaf_changes={"signer": KEY}))
    guard("REG-047", "third-unrelated", "A third certificate of another issuer and key.",
          third(issuer=name("another"), signer=OTHER_KEY, key=SMALL_KEY))
    guard("REG-042", "leaf-twice", "The leaf twice: it did not issue itself.",
          attestation(chain=lambda c: [c[0], c[0]]))


def signers() -> None:
    """Keys of the second certificate, and the algorithms with which they sign the leaf."""
    usual, short = rsa_key(2048), rsa_key(2040)
    for case_name, notes, key, signer, algorithm in (
        *((f"rsa-{bits}", f"RSA with SHA-{bits}.", usual, usual, each) for bits, each in RSA_ALGORITHMS.items()),
        ("ed25519", "Ed25519.", EDWARDS_KEY, EDWARDS_KEY, EDWARDS_ALGORITHM),
        ("rsa-short", "An RSA key of 2040 bits.", short, short, RSA_ALGORITHMS[256]),
        ("rsa-other-key", "RSA with another key.", usual, short, RSA_ALGORITHMS[256]),
        ("rsa-other-hash", "RSA with another hash than stated.", usual, usual, RSA_ALGORITHMS[384]),
        ("ed25519-other-key", "Ed25519 in the name of another key.", usual, EDWARDS_KEY, EDWARDS_ALGORITHM),
        ("ed25519-as-ecdsa", "Ed25519 stated as ECDSA.", EDWARDS_KEY, EDWARDS_KEY, SHA256_ALGORITHM),
        ("ecdsa-as-rsa", "ECDSA stated as RSA.", SMALL_KEY, SMALL_KEY, RSA_ALGORITHMS[256]),
    ):
        sent = attestation(
            chain=lambda c, key=key: [c[0], intermediate(key=key)],
            leaf_changes={"signer": signer, "algorithm": algorithm})
        if case_name == "rsa-other-hash":
            stated, found = (oid(RSA_ALGORITHMS[bits]) for bits in (384, 256))
            sent = sent.replace(stated, found)
        guard("REG-058 REG-045", f"signer-{case_name}", notes, sent)


def nested(count: int, innermost: bytes) -> bytes:
    return nested(count - 1, sequence(innermost)) if count else sequence(innermost)


def nonces() -> None:
    def form(rules: str, case_name: str, notes: str, make: Any) -> None:
        guard(rules, f"nonce-{case_name}", notes, attestation(nonce=lambda n: [extension(NONCE, make(n))]))

    form("REG-073", "text-32", "32 bytes of text hold 30 bytes, which decide.",
         lambda n: sequence(der(0x0C, octets(b"x" * 30)), context(1, octets(n))))
    form("REG-073 REG-074", "text-32-no-octets", "32 bytes of text without an OCTET STRING are passed over.",
         lambda n: sequence(der(0x0C, b"x" * 32), context(1, octets(n))))
    for rules, case_name, notes, element in (
        ("REG-070 REG-075", "unreadable", "An element that the server cannot read.", der(1, b"\0\0")),
        ("REG-075", "nested-49", "A NULL in 48 sequences and the extension.", nested(47, der(5))),
        ("REG-075", "nested-50", "A NULL in 49 sequences and the extension.", nested(48, der(5))),
        ("REG-075", "boolean-long", "A BOOLEAN with a length in nine bytes.", b"\1\x89" + bytes(8) + b"\1\7"),
        ("REG-075", "bits-unused-9", "Nine unused bits.", der(3, b"\x09x")),
        ("REG-075", "bits-empty", "A BIT STRING without bytes.", der(3)),
        ("REG-075", "bits-constructed", "A constructed BIT STRING.", der(0x23, der(3, b"\0x"))),
        ("REG-075", "enumerated-32", "The largest ENUMERATED.", der(0x0A, b"\0" + b"\xff" * 4)),
        ("REG-075", "enumerated-33", "An ENUMERATED of 33 bits.", der(0x0A, b"\1" + bytes(4))),
        ("REG-075", "enumerated-constructed", "A constructed ENUMERATED.", der(0x2A, b"\1")),
        ("REG-074", "identifier-cut", "An OBJECT IDENTIFIER that is cut off.", der(6, b"\x80")),
        ("REG-074", "end", "The end of contents without an indefinite length.", der(0)),
        ("REG-076", "sequence-indefinite", "A SEQUENCE of indefinite length.", b"\x30\x80" + der(5) + bytes(2)),
        ("REG-076", "octets-indefinite", "A primitive element of indefinite length.", b"\x02\x80" + bytes(2)),
        ("REG-076", "endless", "An indefinite length without an end.", b"\x30\x80" + der(5)),
        ("REG-076", "tag-six-bytes", "A SET whose tag has six bytes.", b"\x3f\x80\x80\x80\x80\x11\0"),
        ("REG-076", "tag-seven-bytes", "A SET whose tag has seven bytes.", b"\x3f" + b"\x80" * 5 + b"\x11\0"),
        ("REG-077", "text-constructed", "A constructed UTF8String.", der(0x2C, der(0x0C, b"x"))),
        ("REG-077", "any-string-constructed", "A constructed UniversalString.", der(0x3C, b"x")),
        ("REG-077", "bmp", "A BMPString.", der(0x1E, b"\0x")),
        ("REG-077", "bmp-odd", "A BMPString of an odd length.", der(0x1E, b"x")),
        ("REG-077", "bmp-surrogate", "A BMPString of half a pair.", der(0x1E, b"\xd8\x80")),
        *(("REG-077", f"utc-{case_name}", f"A UTCTime: {text_}.", der(0x17, text_.encode())) for case_name, text_ in (
            ("usual", "261128080059Z"), ("short", "2611280800Z"), ("offset", "261128080000+0100"),
            ("zero", "260000000000Z"), ("no-zone", "261128080000"), ("second-60", "261128080060Z"),
            ("month-13", "261328080000Z"), ("short-offset", "2611280800+0100"), ("letter", "x"),
            ("offset-short", "261128080000+01"), ("fraction", "261128080000.1Z"))),
        *(("REG-077", f"time-{case_name}", f"A GeneralizedTime: {text_}.", der(0x18, text_.encode()))
          for case_name, text_ in (
            ("usual", "20261128080059Z"), ("no-zone", "20261128080000"), ("fraction-3", "20261128080000.123"),
            ("comma-offset", "20261128080000,1-0130"), ("point-zone", "20261128080000.Z"), ("short", "202611280800Z"),
            ("fraction-4", "20261128080000.1234Z"), ("point", "20261128080000."), ("short-no-zone", "202611280800"),
            ("hour-24", "20261128240000Z"), ("cut", "2026112808Z"), ("offset-short", "20261128080000+01"))),
    ):
        form(rules, f"before-{case_name}", notes, lambda n, element=element: sequence(element, context(1, octets(n))))
    for case_name, notes, element in (
        ("unreadable", "An element that the server cannot read, after the nonce.", der(1, b"\0\0")),
        ("cut", "An element after the nonce that is cut off.", b"\4\2x"),
        ("no-length", "An element after the nonce without a length.", b"\x1f\0"),
        ("null", "A NULL after the nonce.", der(5)),
    ):
        form("REG-070 REG-075", f"after-{case_name}", notes,
             lambda n, element=element: sequence(context(1, octets(n)), element))
    form("REG-076", "length-nine", "A length in nine bytes.",
         lambda n: sequence(b"\xa1\x89" + bytes(8) + b"\x22" + octets(n)))
    form("REG-076 REG-071", "tag-indefinite", "An indefinite length.",
         lambda n: sequence(b"\xa1\x80" + octets(n) + bytes(2)))
    form("REG-071", "octets-constructed", "A constructed OCTET STRING of the bytes.",
         lambda n: sequence(context(1, der(0x24, n))))
    form("REG-071", "octets-length-long", "The OCTET STRING has a length in two bytes.",
         lambda n: sequence(context(1, b"\4\x82\0\x20" + n)))
    form("REG-071", "universal-31", "Universal 31.", lambda n: sequence(b"\x1f\x1f\x22" + octets(n)))
    form("REG-077 REG-073", "any-string-constructed", "In a constructed UniversalString.",
         lambda n: sequence(der(0x3C, octets(n))))
    form("REG-050", "context-2", "Another context tag.", lambda n: sequence(context(2, octets(n))))
    for case_name, covered in {
        "key-id": sha256(KEY_ID.encode()),
        "challenge-and-newline": sha256(CHALLENGE + b"\n"),
    }.items():
        guard("REG-051", f"nonce-of-{case_name}", "It covers another hash.", attestation(client_data_hash=covered))
    guard("REG-051", "nonce-reversed", "The hash of the challenge before the data.", attestation(
        nonce_of=lambda data: sha256(sha256(CHALLENGE) + data)))
    guard("REG-048", "nonce-other-oid", "The extension under another number.", attestation(
        nonce=lambda n: [extension("1.2.840.113635.100.8.3", nonce_extension(n))]))
    guard("REG-048 REG-050", "nonce-critical", "A critical extension is read alike.", attestation(
        nonce=lambda n: [extension(NONCE, nonce_extension(n), critical=True)]))


def keys() -> None:
    usual = key_bytes()
    point = uncompressed(KEY)
    for rules, case_name, notes, key in (
        ("REG-060", "ios-27-empty-map", "An empty map after the key.", usual + b"\xa0"),
        ("REG-061", "type-3", "A key of RSA.", key_bytes(kty=3)),
        ("REG-061", "curve-3", "Another curve of 66 bytes.", key_bytes(crv=3)),
        ("REG-062", "x-33", "An x of 33 bytes.", key_bytes(x=b"\0" + point[1:33])),
        ("REG-062", "y-31", "A y of 31 bytes.", key_bytes(y=point[33:64])),
        ("REG-064", "algorithm-es256k", "A registered algorithm.", key_bytes(alg=-47)),
        ("REG-066", "exchanged", "x and y exchanged: a point that is not on the curve.",
         key_bytes(x=point[33:], y=point[1:33])),
        ("REG-053 REG-063", "labels-text", "Labels as texts.", cbor2.dumps(
            {"kty": 2, "crv": 1, "x": point[1:33], "y": point[33:]})),
        ("REG-063", "labels-more", "Unknown labels.", cbor2.dumps({**cose(), 99: [], -99: {}, "z": None})),
        ("REG-063", "labels-64-bits", "The largest and the smallest label.",
         cbor2.dumps({**cose(), 2**63 - 1: 0, -(2**63): 0})),
        ("REG-063", "label-above-64-bits", "A label above the largest.", cbor2.dumps({**cose(), 2**63: 0})),
        ("REG-063", "label-below-64-bits", "A label below the smallest.", cbor2.dumps({**cose(), -(2**63) - 1: 0})),
    ):
        guard(rules, f"key-{case_name}", notes, attestation(key=key))


def orders() -> None:
    bad = {"first": "2026-04-01T00:00:00Z", "last": "2026-04-04T00:00:00Z"}
    for case_name, notes, sent in (
        ("cbor-format", "The members before the format.", cbor2.dumps({"fmt": "packed"})[:-1]),
        ("statement-short", "The statement before the length of the data.", changed(attStmt=None, authData=b"")),
        ("expired-nonce", "The dates before the nonce.", attestation(leaf_changes=bad, nonce=lambda n: [])),
        ("nonce-missing-app", "A missing nonce before the app.", attestation(nonce=lambda n: [], app="another")),
        ("nonce-form-app", "The form of the nonce before the app.",
         attestation(nonce=lambda n: [extension(NONCE, b"\x04\0")], app="another")),
        ("app-counter", "The app before the counter.", attestation(app="another", counter=1)),
        ):
        guard("REG-056", f"order-{case_name}", notes, sent)
    guard("REG-056 REG-046", "order-strict-leaf-app", "The chain before the app, where the server is strict.",
          attestation(app="another", leaf_changes={"signer": ROOT_KEY}))


def add_all() -> None:
    for group in (bodies, states, objects, chains, signers, nonces, keys, orders):
        group()
