"""Registrations by their attestation object: one case for each rule or edge case."""

from __future__ import annotations

from typing import Any

import cbor2
from capture_attestation_material import (
    CHALLENGE, DEVELOPMENT, INTERMEDIATE_KEY, NONCE, OTHER_KEY, ROOT, ROOT_KEY, ROOT_NAME, SHA384_ALGORITHM, SMALL_KEY,
    attestation, authenticator_data, context, der, extension, integer, intermediate, key_bytes, name,
    nonce_extension, octets, register, sequence, sha256, text,
)


def add_all() -> None:
    add_valid()
    add_requests()
    add_object()
    add_data()
    add_chain()
    add_nonce()
    add_key()
    add_order()


def map_behind(version: str = "42", category: int = 4) -> bytes:
    """What iOS 27 appends."""
    return cbor2.dumps({
        "apple_bundle_version_01": version, "apple_validation_category_01": category.to_bytes(4, "little")})


def add_valid() -> None:
    register("verified", "Everything as a phone makes it; production.")
    register("development", "The server accepts the sandbox in production too.", attestation(aaguid=DEVELOPMENT))
    register("flags-80", "The flags are not checked.", attestation(flags=0x80))
    register("ios-27", "The map of iOS 27 after the key.", attestation(behind=map_behind(), flags=0xC0))
    register("first-second", "The first second of the leaf.", now="2026-05-03T07:15:00.000Z")
    register("before-first-second", "A nanosecond before it.", now="2026-05-03T07:14:59.999999999Z")
    register("last-second", "Within the last second of the leaf.", now="2026-05-06T07:15:00.999Z")
    register("after-last-second", "One second after it.", now="2026-05-06T07:15:01Z")
    for label, changes in {
        "aaguid": {"aaguid": bytes(16)}, "credential-id": {"credential": sha256(b"another")},
        "credential-id-empty": {"credential": b""}, "credential-id-300": {"credential": bytes(300)},
    }.items():
        register(f"unchecked-{label}", "Apple requires the check; the server does not make it.", attestation(**changes))
    register("unchecked-key-id", "Another key id.", key_id=text(sha256(b"another")))
    register("unchecked-key-id-text", "No base64 at all.", key_id="the key of somebody")
    register(
        "unchecked-leaf-key", "The leaf certifies another key; the nonce alone binds the two.",
        attestation(leaf_changes={"key": OTHER_KEY}))
    register(
        "off-curve", "The point is not on the curve: registered, and all signatures fail.",
        attestation(key=key_bytes(y=bytes(31) + b"\5")))


def add_requests() -> None:
    register("challenge-31", "31 bytes.", challenge=text(CHALLENGE[:31]))
    register("challenge-33", "33 bytes.", challenge=text(CHALLENGE + b"\0"))
    register("challenge-empty", "No bytes are base64 of no bytes.", challenge="")
    register("challenge-unpadded", "No strict base64.", challenge=text(CHALLENGE).rstrip("="))
    for state in ("unknown", "used", "expired"):
        register(f"challenge-{state}", "The challenge is checked before the object.", challenge_state=state)
    register("challenge-unknown-and-no-object", "The same without an object.", b"", challenge_state="unknown")
    register("known-key", "409 after the verification, so the challenge is spent.", key_registered=True)
    register("known-key-used-challenge", "The challenge cannot be spent again.", key_registered=True,
             challenge_state="used")
    register("known-key-nul", "The database finds U+0000 before it searches for the key.", key_id="a\0b",
             key_registered=True)
    register("known-key-nul-model", "The same in the model.", model="iPhone\0", key_registered=True)
    register("known-key-challenge-31", "The length is checked before.", key_registered=True,
             challenge=text(CHALLENGE[:31]))
    register("nul-in-key-id", "The database does not accept U+0000 in the key id.", key_id="a\0b")
    register("nul-in-model", "The database does not accept U+0000 in the model.", model="iPhone\0")
    register("model-blank", "U+2003 is white space.", model="\u2003 ")
    register("model-zero-width", "U+200B is not white space.", model="\u200b")
    register("model-unit-separator", "U+001F is not white space.", model="\x1f")
    register("key-id-blank", "Blank.", key_id="\t\u3000")
    register("object-blank-inside", "No strict base64.", text(attestation())[:80] + "\n" + text(attestation())[80:])
    register("object-url-alphabet", "No strict base64.", text(attestation()).replace("+", "-").replace("/", "_"))
    register("object-and-challenge-bad", "The object is read before the challenge.", "?", challenge="?")


def changed(**changes: Any) -> bytes:
    """An object with changed members; None omits one."""
    return attestation(members=lambda members: {
        name: value for name, value in (members | changes).items() if value is not None})


def statement(**changes: Any) -> bytes:
    return attestation(members=lambda members: members | {"attStmt": {
        name: value for name, value in (members["attStmt"] | changes).items() if value is not None}})


def indefinite(members: dict[str, Any]) -> bytes:
    """Map and byte strings of indefinite length, the authenticator data in chunks."""
    data = members["authData"]
    chunked = b"\x5f" + cbor2.dumps(data[:40]) + cbor2.dumps(data[40:]) + b"\xff"
    certificates = b"\x9f" + b"".join(map(cbor2.dumps, members["attStmt"]["x5c"])) + b"\xff"
    return (b"\xbf" + cbor2.dumps("fmt") + cbor2.dumps(members["fmt"]) + cbor2.dumps("authData") + chunked
            + cbor2.dumps("attStmt") + b"\xbf" + cbor2.dumps("x5c") + certificates + b"\xff\xff")


def twice(first: Any) -> bytes:
    """fmt twice, first with another value."""
    def members(usual: dict[str, Any]) -> bytes:
        encoded = cbor2.dumps(usual)
        return bytes([encoded[0] + 1]) + cbor2.dumps("fmt") + cbor2.dumps(first) + encoded[1:]
    return attestation(members=members)


def add_object() -> None:
    register("cbor-empty", "No bytes.", b"")
    register("cbor-text", "A text.", cbor2.dumps("attestation"))
    register("cbor-array", "An array.", attestation(members=lambda members: cbor2.dumps(list(members.items()))))
    register("cbor-tag", "A tag around the map.", b"\xd9\xd9\xf7" + attestation())
    register("cbor-cut", "One byte is missing.", attestation()[:-1])
    register("cbor-behind", "Bytes after the map are ignored.", attestation() + b"\xff\0")
    register("cbor-indefinite", "Without lengths, in chunks.", attestation(members=indefinite))
    register("cbor-ill-formed-text", "A text that is no UTF-8.", changed(other=b"") .replace(b"eother", b"eo\xffher"))
    register("member-twice", "Two with one name: the first is used.", twice("apple-appattest"))
    register("member-twice-first-bad", "Two members with one name: the first is used, even if it has another type.",
             twice(7))
    register("member-order", "Any order.", attestation(members=lambda m: dict(reversed(m.items()))))
    register("member-more", "Other members are ignored.", changed(more={"a": [1, None]}))
    register("fmt-missing", "The required value is missing.", changed(fmt=None))
    register("fmt-bytes", "Bytes are no text.", changed(fmt=b"apple-appattest"))
    register("fmt-packed", "Another format.", changed(fmt="packed"))
    register("fmt-capitals", "The name must match exactly.", changed(fmt="Apple-appattest"))
    register("fmt-nul-behind", "The name must match exactly.", changed(fmt="apple-appattest\0"))
    register("auth-data-missing", "The required value is missing.", changed(authData=None))
    register("auth-data-text", "Text is no bytes.", changed(authData="x" * 164))
    register("statement-missing", "The required value is missing.", changed(attStmt=None))
    register("statement-bytes", "Bytes are no map.", changed(attStmt=b"x5c"))
    register("x5c-missing", "The required value is missing.", statement(x5c=None))
    register("x5c-map", "A map is no array.", statement(x5c={0: b""}))
    register("x5c-empty", "No certificate.", statement(x5c=[]))
    register("x5c-texts", "No byte string among them.", statement(x5c=["leaf", 5]))
    register("x5c-text-between", "What is no byte string is dropped.",
             attestation(chain=lambda chain: ["a text", chain[0], None, chain[1]]))
    register("receipt-missing", "The receipt is not used.", statement(receipt=None))
    register("receipt-number", "The type of the receipt is not checked.", statement(receipt=7))
    register("receipt-garbage", "The content of the receipt is not checked.", statement(receipt=b"\x30\x80\x30"))


def add_data() -> None:
    data = authenticator_data()
    register("data-54", "54 bytes.", attestation(data=data[:54]))
    register("data-55", "Nothing after an empty credential id.", attestation(data=data[:53] + b"\0\0"))
    register("data-56", "One byte after an empty credential id is enough here, and is no key.",
             attestation(data=data[:53] + b"\0\0\xa0"))
    register("data-no-key", "The data ends with the credential id.", attestation(data=data[:87]))
    register("data-credential-length", "The length is big-endian.", attestation(data=data[:53] + b"\x20\0" + data[55:]))
    register("data-credential-too-long", "One byte longer than the data.",
             attestation(data=data[:53] + (len(data) - 54).to_bytes(2, "big") + data[55:]))
    register("data-app", "Data of another app.", attestation(app="ABCDE12345.org.example.other"))
    register("data-app-case", "Capitals count.", attestation(app="ABCDE12345.org.example.Depthcheck"))
    register("data-counter-1", "The counter is 1.", attestation(counter=1))
    register("data-counter-high", "Big-endian: the first byte counts.", attestation(counter=1 << 24))


def add_chain() -> None:
    early = {"first": "2026-04-01T00:00:00Z", "last": "2026-05-04T07:14:59Z"}
    register("one-certificate", "Only the leaf.", attestation(chain=lambda chain: chain[:1]))
    register("leaf-garbage", "No certificate.", attestation(chain=lambda chain: [b"leaf", chain[1]]))
    register("leaf-cut", "The last byte is missing.", attestation(chain=lambda chain: [chain[0][:-1], chain[1]]))
    register("leaf-behind", "Bytes after the certificate are ignored.",
             attestation(chain=lambda c: [c[0] + b"\0\xff", c[1]]))
    register("intermediate-behind", "Bytes after the second certificate are ignored.",
             attestation(chain=lambda c: [c[0], c[1] + b"PEM"]))
    register("third-garbage", "All must be readable.", attestation(chain=lambda c: [*c, b"\x30\x03\2\1\1"]))
    register("third-root", "The root may come too.", attestation(chain=lambda c: [*c, ROOT]))
    register("third-early", "All must be in time.", attestation(chain=lambda c: [*c, intermediate(**early)]))
    register("leaf-early", "The leaf expired a second ago.", attestation(leaf_changes=early))
    register("leaf-late", "Begins in a second.", attestation(
        leaf_changes={"first": "2026-05-04T07:15:01Z", "last": "2026-05-05T00:00:00Z"}))
    register("leaf-long", "To a year that needs the other kind of time.", attestation(
        leaf_changes={"last": "2051-02-03T04:05:06Z"}))
    register("leaf-times-exchanged", "It ends before it begins, which is now.", attestation(
        leaf_changes={"first": "2026-05-04T07:15:00Z", "last": "2026-05-03T07:15:00Z"}))
    register("leaf-unique-identifier", "A unique identifier is before the extensions.", attestation(
        leaf_changes={"unique": der(0x82, b"\0\1")}))
    register("intermediate-early", "Over.", attestation(chain=lambda c: [c[0], intermediate(**early)]))
    register("issuer-other", "The issuer has another name.", attestation(leaf_changes={"issuer": name("another")}))
    register("issuer-printable", "The same name as another kind of string.", attestation(
        leaf_changes={"issuer": name("depthcheck test CA, NOT APPLE", 0x13)}))
    register("chain-reversed", "The leaf must come first.", attestation(chain=lambda c: c[::-1]))
    register("strict-root-name", "Signed by a root with another name.", attestation(
        chain=lambda c: [c[0], intermediate(issuer=name("Apple"))]))
    register("strict-root-key", "Signed by a root with the right name and another key.", attestation(
        chain=lambda c: [c[0], intermediate(signer=INTERMEDIATE_KEY)]))
    register("strict-leaf-key", "The leaf is signed by another key.", attestation(leaf_changes={"signer": ROOT_KEY}))
    register("strict-leaf-changed", "A bit of the serial number was changed.", attestation(
        chain=lambda c: [c[0].replace(b"\2\1\3", b"\2\1\4", 1), c[1]]))
    register("leaf-sha384", "SHA-384 as well.", attestation(leaf_changes={"algorithm": SHA384_ALGORITHM}))
    register("intermediate-p256", "An intermediate of P-256.", attestation(
        chain=lambda c: [c[0], intermediate(key=SMALL_KEY)], leaf_changes={"signer": SMALL_KEY}))
    register("leaf-authority", "A leaf that may certify is accepted.", attestation(leaf_changes={"extensions": [
        extension("2.5.29.19", sequence(der(0x01, b"\xff"))), *plain_nonce(sha256(authenticator_data() + sha256(
            CHALLENGE)))]}))
    register("root-as-intermediate", "The leaf is signed by the root itself, whose issuer has the root's name.",
             attestation(chain=lambda c: [c[0], ROOT], leaf_changes={"issuer": ROOT_NAME, "signer": ROOT_KEY}))


def plain_nonce(nonce: bytes) -> list[bytes]:
    return [extension(NONCE, nonce_extension(nonce))]


def with_nonce(make: Any) -> bytes:
    """An object whose extension value is made from the nonce."""
    return attestation(nonce=lambda nonce: [extension(NONCE, make(nonce))])


def add_nonce() -> None:
    register("nonce-missing", "No such extension.", attestation(nonce=lambda nonce: []))
    register("nonce-twice", "Two extensions: the first is used.", attestation(
        nonce=lambda nonce: plain_nonce(nonce) + plain_nonce(bytes(32))))
    register("nonce-twice-first-bad", "The first is used, even if it is invalid.", attestation(
        nonce=lambda nonce: plain_nonce(bytes(32)) + plain_nonce(nonce)))
    register("nonce-bit", "A bit is another.", attestation(nonce=lambda n: plain_nonce(n[:31] + bytes([n[31] ^ 1]))))
    register("nonce-31", "31 bytes of it.", with_nonce(lambda nonce: nonce_extension(nonce[:31])))
    register("nonce-33", "One more.", with_nonce(lambda nonce: nonce_extension(nonce + b"\0")))
    for label, make in {
        "context-0": lambda nonce: sequence(context(0, octets(nonce))),
        "primitive-tag": lambda nonce: sequence(der(0x81, octets(nonce))),
        "tag-alone": lambda nonce: sequence(der(0x81, nonce)),
        "application-tag": lambda nonce: sequence(der(0x61, octets(nonce))),
        "octets": lambda nonce: sequence(octets(nonce)),
        "after-integer": lambda nonce: sequence(integer(7), context(1, octets(nonce))),
        "after-null-and-true": lambda n: sequence(der(5), der(1, b"\xff"), context(1, octets(n))),
        "after-sequence": lambda nonce: sequence(sequence(octets(bytes(32))), context(1, octets(nonce))),
        "after-set": lambda nonce: sequence(der(0x31, der(5)), context(1, octets(nonce))),
        "after-short-text": lambda n: sequence(der(0x0C, octets(b"x" * 29)), context(1, octets(n))),
        "real": lambda nonce: sequence(der(0x09, octets(nonce))),
        "universal-15": lambda nonce: sequence(der(0x0F, octets(nonce))),
        "in-integer": lambda nonce: sequence(der(0x02, octets(nonce))),
        "in-bits": lambda nonce: sequence(der(0x03, b"\0" + octets(nonce))),
        "in-universal-string": lambda nonce: sequence(der(0x1C, octets(nonce))),
        "behind": lambda nonce: nonce_extension(nonce) + b"\0\xff",
        "two-in-tag": lambda nonce: sequence(context(1, octets(nonce), octets(bytes(32)))),
        "not-first-in-tag": lambda nonce: sequence(context(1, der(5), octets(nonce))),
        "tag-of-nothing": lambda nonce: sequence(context(1), context(1, octets(nonce))),
        "first-octets-short": lambda nonce: sequence(octets(b""), octets(nonce)),
        "octets-in-octets": lambda nonce: sequence(octets(octets(nonce))),
        "empty": lambda nonce: sequence(),
        "set": lambda nonce: der(0x31, context(1, octets(nonce))),
        "bare-octets": lambda nonce: octets(nonce),
        "primitive-sequence": lambda nonce: der(0x10, context(1, octets(nonce))),
        "integer-alone": lambda nonce: sequence(integer(5)),
        "cut": lambda nonce: nonce_extension(nonce)[:-1],
        "tag-cut": lambda nonce: sequence(context(1, octets(nonce))[:-1]),
        "indefinite": lambda nonce: b"\x30\x80" + context(1, octets(nonce)) + b"\0\0",
        "boolean-1": lambda nonce: sequence(der(1, b"\1"), context(1, octets(nonce))),
        "boolean-two-bytes": lambda nonce: sequence(der(1, b"\0\0"), context(1, octets(nonce))),
        "integer-empty": lambda nonce: sequence(der(2), context(1, octets(nonce))),
        "bits-unused-8": lambda nonce: sequence(der(3, b"\x08\0"), context(1, octets(nonce))),
        "null-full": lambda nonce: sequence(der(5, b"\0"), context(1, octets(nonce))),
        "digits": lambda nonce: sequence(der(0x12, b"12a"), context(1, octets(nonce))),
        "printable": lambda nonce: sequence(der(0x13, b"a*b"), context(1, octets(nonce))),
        "printable-all": lambda n: sequence(der(0x13, b"aZ09 '()+,-./:=?"), context(1, octets(n))),
        "ascii": lambda nonce: sequence(der(0x16, b"\x80"), context(1, octets(nonce))),
        "visible": lambda nonce: sequence(der(0x1A, b"\x1f"), context(1, octets(nonce))),
        "utf-8": lambda nonce: sequence(der(0x0C, b"\xff"), context(1, octets(nonce))),
        "sequence-ill-formed": lambda n: sequence(sequence(der(1, b"\1")), context(1, octets(n))),
        "sequence-primitive-inside": lambda n: sequence(der(0x10), context(1, octets(n))),
    }.items():
        register(f"nonce-form-{label}", "A form of the extension.", with_nonce(make))
    for label, covered in {
        "challenge-itself": CHALLENGE, "twice": sha256(sha256(CHALLENGE)), "base64": sha256(text(CHALLENGE).encode()),
        "hexadecimal": sha256(CHALLENGE.hex().encode()), "nothing": sha256(b""), "other": sha256(b"another"),
    }.items():
        register(f"nonce-of-{label}", "It covers another hash.", attestation(client_data_hash=covered))
    register("nonce-of-hash-alone", "Without the authenticator data.", attestation(
        nonce_of=lambda data: sha256(sha256(CHALLENGE))))
    register("nonce-hashed-twice", "Hashed once more.", attestation(
        nonce_of=lambda data: sha256(sha256(data + sha256(CHALLENGE)))))


def with_key(encoded: bytes) -> bytes:
    return attestation(key=encoded)


def add_key() -> None:
    usual = key_bytes()
    for label, encoded in {
        "more-members": key_bytes()[:1].replace(b"\xa5", b"\xa6") + usual[1:] + cbor2.dumps(-70000) + cbor2.dumps("x"),
        "text-label": b"\xa6" + usual[1:] + cbor2.dumps("note") + cbor2.dumps(5),
        "order": cbor2.dumps(dict(reversed(cbor2.loads(usual).items()))),
        "indefinite": b"\xbf" + usual[1:] + b"\xff",
        "long-numbers": usual.replace(b"\x01\x02", b"\x18\x01\x19\0\x02", 1),
        "no-algorithm": key_bytes(without=(3,)),
        "algorithm-es384": key_bytes(alg=-35), "algorithm-private": key_bytes(alg=-65537),
        "algorithm-text": key_bytes(alg="any"), "operations": key_bytes(ops=[1, "sign", 10]),
        "bignums": usual.replace(
            b"\x01\x02\x03\x26\x20\x01", b"\xc2\x41\x01\xc2\x42\0\x02\x03\xc3\x41\x06\xc3\x40\xc2\x41\x01"),
        "kid": key_bytes(kid=b"x"), "iv": key_bytes(iv=b"x"), "zero-point": key_bytes(x=bytes(32), y=bytes(32)),
    }.items():
        register(f"key-{label}", "A key that the server accepts.", with_key(encoded))
    for label, encoded in {
        "byte-behind": usual + b"\0", "cut": usual[:-1], "tag": b"\xc1" + usual, "array": b"\x85" + usual[1:],
        "sec1": b"\4" + cbor2.loads(usual)[-2] + cbor2.loads(usual)[-3],
        "type-1": key_bytes(kty=1), "type-text": key_bytes(kty="EC2"), "type-missing": key_bytes(without=(1,)),
        "curve-2": key_bytes(crv=2), "curve-text": key_bytes(crv="P-256"), "curve-missing": key_bytes(without=(-1,)),
        "x-missing": key_bytes(without=(-2,)), "y-missing": key_bytes(without=(-3,)), "y-sign": key_bytes(y=True),
        "x-31": key_bytes(x=bytes(31)), "y-33": key_bytes(y=bytes(33)), "x-text": key_bytes(x="x" * 32),
        "algorithm-8": key_bytes(alg=8), "algorithm-65536": key_bytes(alg=-65536),
        "algorithm-bytes": key_bytes(alg=b""),
        "operations-empty": key_bytes(ops=[]), "operations-twice": key_bytes(ops=[1, 2, 1]),
        "operations-0": key_bytes(ops=[0]), "operations-11": key_bytes(ops=[11]),
        "operations-text-twice": key_bytes(ops=["a", "a"]), "operations-number": key_bytes(ops=1),
        "kid-empty": key_bytes(kid=b""), "kid-text": key_bytes(kid="x"), "iv-empty": key_bytes(iv=b""),
        "label-twice": b"\xa6" + usual[1:] + b"\x01\x02",
        "text-label-twice": b"\xa7" + usual[1:] + b"\x61a\0\x61a\0",
        "label-bytes": b"\xa6" + usual[1:] + b"\x41a\0",
        "bignum-below": b"\xa6" + usual[1:] + b"\x61a\xc3\x50\x80" + bytes(15),
        "curve-bignum-2": usual.replace(b"\x20\x01", b"\x20\xc2\x41\x02"),
        "label-bignum-twice": b"\xa6" + usual[1:] + b"\xc2\x41\x01\x02",
        "label-too-large": b"\xa6" + usual[1:] + b"\x1b" + b"\xff" * 8 + b"\0",
    }.items():
        register(f"no-key-{label}", "No key to the server.", with_key(encoded))


def add_order() -> None:
    """If two checks fail, the first in the server's order is the reason."""
    expired = {"first": "2026-04-01T00:00:00Z", "last": "2026-04-04T00:00:00Z"}
    register("order-format-data", "Format before data.", changed(fmt="packed", authData=None))
    register("order-data-statement", "Data before statement.", changed(authData=None, attStmt=None))
    register("order-chain-short-data", "x5c before the length of the data.", attestation(
        data=bytes(54), members=lambda members: members | {"attStmt": {}}))
    register("order-no-certificate-short-data", "A certificate before the length of the data.", attestation(
        data=bytes(54), chain=lambda chain: []))
    register("order-short-data-one", "The data before the number of certificates.", attestation(
        data=bytes(54), chain=lambda chain: chain[:1]))
    register("order-one-garbage", "The number before they are read.", attestation(chain=lambda chain: [b"x"]))
    register("order-garbage-expired", "All are read before one is found over.", attestation(
        chain=lambda c: [*c, b"x"], leaf_changes=expired))
    register("order-expired-issuer", "Time before issuer.", attestation(
        leaf_changes={**expired, "issuer": name("another")}))
    register("order-issuer-nonce", "Issuer before nonce.", attestation(
        leaf_changes={"issuer": name("another")}, nonce=lambda nonce: []))
    register("order-strict-issuer-signature", "The root's name before signatures.", attestation(
        chain=lambda c: [c[0], intermediate(issuer=name("Apple"), signer=INTERMEDIATE_KEY)]))
    register("order-strict-signatures", "The intermediate's signature before the leaf's.", attestation(
        chain=lambda c: [c[0], intermediate(signer=INTERMEDIATE_KEY)], leaf_changes={"signer": ROOT_KEY}))
    register("order-strict-nonce", "Chain before nonce where the server is strict.", attestation(
        leaf_changes={"signer": ROOT_KEY}, client_data_hash=sha256(b"another")))
    register("order-nonce-app", "Nonce before app.", attestation(
        app="another", client_data_hash=sha256(b"another")))
    register("order-app-key", "App before key.", attestation(app="another", key=b"\xa0"))
    register("order-key-counter", "Key before counter.", attestation(key=b"\xa0", counter=1))
