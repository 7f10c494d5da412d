"""Edge cases of the assertion: base64, CBOR, signatures, keys, and the order of the checks."""

from __future__ import annotations

from collections.abc import Callable

from capture_material import (
    KEY, ORDER, OTHER_KEY, STORED_COUNTER, assertion, authenticator_data, cbor, full, high_s, point, raw, sha256,
    signature, text,
)
from cryptography.hazmat.primitives.asymmetric import utils

# The encoding of both members begins 15 bytes after the head of the map.
Make = Callable[[bytes, bytes], bytes]


def encoded(name: str, notes: str, make: Make) -> None:
    """make takes signature and authenticator data and returns the bytes that replace their CBOR."""
    def sign(data: bytes) -> str:
        authenticator = authenticator_data()
        return text(make(signature(authenticator, sha256(data)), authenticator))
    full(f"full-{name}", notes, sign=sign)


def with_member(name: str, notes: str, member: bytes) -> None:
    """A valid map with an additional first member."""
    encoded(f"cbor-{name}", notes, lambda der, data: b"\xa3" + member + cbor(der, data)[1:])


def base64() -> None:
    full("full-base64-three-signs", "Three signs of padding.", sign=lambda _: "A===")
    full("full-base64-inner-padding", "Padding in the middle.", sign=lambda _: "QQ==QQ==")
    full("full-base64-spaces", "Four spaces at the end.", sign=lambda data: assertion(data) + "    ")


def items() -> None:
    encoded("cbor-array", "An array of the same is no map.", lambda der, data: b"\x82" + cbor(der, data)[1:])
    encoded("cbor-empty", "The first of two missing members is reported.", lambda der, data: b"\xa0")
    encoded("cbor-no-signature-short", "A missing member before data that is too short.",
            lambda der, data: b"\xa1" + cbor(der, data[:-1])[len(der) + 13:])
    encoded("cbor-names-bytes", "Names that are bytes are other names.",
            lambda der, data: b"\xa2\x49" + cbor(der, data)[2:])
    encoded("cbor-eight-bytes", "A length in eight bytes.", lambda der, data: b"\xa2\x69signature\x5b"
            + len(der).to_bytes(8, "big") + cbor(der, data)[13:])
    encoded("cbor-wrong-chunk", "A chunk of text in bytes.", lambda der, data: b"\xa2\x69signature\x5f\x58\x20"
            + der[:32] + bytes([0x58, len(der) - 32]) + der[32:] + b"\x60\xff" + cbor(der, data)[len(der) + 13:])
    with_member("not-utf8", "A name that is no UTF-8.", b"\x61\xff\x00")
    for name, notes, item in (
        ("form-28", "A form that is reserved.", b"\x1c" + bytes(16)), ("number-31", "An indefinite number.", b"\x1f"),
        ("tag-31", "An indefinite tag.", b"\xdf\x00\xff"), ("break", "An end of nothing.", b"\xff"),
        ("simple-19", "An unknown simple value.", b"\xf3"),
        ("simple-24", "One in two bytes that is reserved.", b"\xf8\x18"),
        ("nested-257", "257 values inside each other.", b"\x81" * 255 + b"\x81\x00"),
        ("bignum-below", "A negative bignum below the lowest.", b"\xc3\x50\x80" + bytes(15)),
        ("bignum-longer", "A bignum of 17 bytes.", b"\xc2\x51\x01" + bytes(16)),
        ("bignum-text", "A tag of bignums around a text.", b"\xc2\x61x"),
    ):
        with_member(name, notes, b"\x61x" + item)
    for name, notes, item in (
        ("simple", "false, true, null, undefined.", b"\x84\xf4\xf5\xf6\xf7"),
        ("floats", "Floats of two, four and eight bytes.", b"\x83\xf9\0\0\xfa\0\0\0\0\xfb" + bytes(8)),
        ("numbers", "Numbers of every length, and a tag.",
         b"\x86\x01\x18\x18\x19\1\0\x3a\0\1\0\0\x1b" + bytes(8) + b"\xc1\x00"),
        ("bytes", "256 bytes.", b"\x59\1\0" + bytes(256)),
        ("map", "A map, and one without a length.", b"\x82\xa1\x01\x02\xbf\x61y\x9f\xff\xff"),
        ("bignum-lowest", "The lowest negative bignum.", b"\xc3\x50\x7f" + b"\xff" * 15),
        ("bignum-zeros", "The highest bignum, behind a zero.", b"\xc2\x51\0" + b"\xff" * 16),
        ("bignum-chunks", "A bignum of no bytes in chunks.", b"\xc2\x5f\x40\xff"),
        ("nested-256", "256 values inside each other.", b"\x81" * 254 + b"\x81\x00"),
    ):
        with_member(name, notes, b"\x61x" + item)


def integer(content: bytes, tag: int = 2) -> bytes:
    return bytes([tag, len(content)]) + content


def sequence(*items_: bytes, tag: int = 0x30) -> bytes:
    content = b"".join(items_)
    return bytes([tag, len(content)]) + content


def digits(number: int) -> bytes:
    """The content of an integer, with a leading zero byte if needed to keep it positive."""
    return number.to_bytes(number.bit_length() // 8 + 1, "big")


def signatures() -> None:
    def rewritten(name: str, notes: str, change: Callable[[bytes, bytes], bytes]) -> None:
        """change takes the contents of the integers r and s, of which s is the smaller one."""
        def make(der: bytes, data: bytes) -> bytes:
            r, s = utils.decode_dss_signature(der)
            return cbor(change(digits(r), digits(min(s, ORDER - s))), data)
        encoded(name, notes, make)

    rewritten("der-set", "A set is no sequence.", lambda r, s: sequence(integer(r), integer(s), tag=0x31))
    rewritten("der-more", "A byte more in the sequence.", lambda r, s: sequence(integer(r), integer(s), b"\0"))
    rewritten("der-bits", "Bits are no integer.", lambda r, s: sequence(integer(r), integer(s, tag=3)))
    rewritten("der-padded", "A zero that is not needed.", lambda r, s: sequence(integer(r), integer(b"\0" + s)))
    rewritten("der-33-bytes", "An integer of 33 bytes.",
              lambda r, s: sequence(integer(r), integer(b"\1" + s.rjust(32, b"\0")[-32:])))
    rewritten("der-empty", "An integer without bytes.", lambda r, s: sequence(integer(r), integer(b"")))
    encoded("der-negative", "An integer that is negative without its zero.", lambda der, data: cbor(
        sequence(*(integer(digits(number).lstrip(b"\0")) for number in utils.decode_dss_signature(high_s(der)))), data))
    for name, notes, r, s in (
        ("r-order", "r is n.", ORDER, 1), ("r-below-order", "r is n - 1, which is in range.", ORDER - 1, 1),
        ("s-0", "s is 0.", 1, 0), ("s-order", "s is n.", 1, ORDER),
    ):
        rewritten(f"der-{name}", notes, lambda _, __, r=r, s=s: sequence(integer(digits(r)), integer(digits(s))))
    encoded("raw-zeros", "64 bytes of 0.", lambda der, data: cbor(bytes(64), data))
    encoded("raw-65", "65 bytes are no form.", lambda der, data: cbor(raw(der) + b"\0", data))


def steps() -> None:
    full("full-other-compressed-key", "The other sign of a key in 33 bytes.",
         sign=lambda data: assertion(data, key=OTHER_KEY),
         device={"public_key_hex": point(OTHER_KEY, "CompressedPoint")})
    full("full-counter-64-bits", "A stored counter beyond 32 bits.", device={"assertion_counter": 2**32})
    full("full-counter-equal-no-key", "The counter is checked before the key.", device={"public_key_hex": None},
         sign=lambda data: assertion(data, counter=STORED_COUNTER))
    for name, notes, key in (("missing", "The key is checked before the signature is read.", None),
                             ("hybrid", "The key is read before the signature.", "06" + point(KEY)[2:])):
        full(f"full-key-{name}-no-form", notes, device={"public_key_hex": key},
             sign=lambda data: text(cbor(b"\0", authenticator_data())))
    full("full-fail-unavailable", "A signature that fails and no depth map.", depth="stairs-deflate",
         sign=lambda data: assertion(data, nonce=True))
    full("full-fail-fail", "A signature that fails and a wall.", depth="wall-gzip",
         sign=lambda data: assertion(data, nonce=True))


def add_all() -> None:
    for group in (base64, items, signatures, steps):
        group()
