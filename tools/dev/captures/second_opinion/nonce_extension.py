"""The nonce in the leaf's extension 1.2.840.113635.100.8.2, in the many forms that the server's library accepts."""

from __future__ import annotations

import re
from typing import Optional

from . import der
from .der import DerError, Element

IDENTIFIER = bytes.fromhex("2a864886f763640802")
LENGTH = 32
_OPAQUE = (8, 9, 11, 14, 15, 29)
# The character strings whose characters are checked, by tag.
_CHARACTERS = {
    18: rb"[0-9 ]*",
    19: rb"[A-Za-z0-9 '()+,\-./:=?]*",
    22: rb"[\x00-\x7f]*",
    26: rb"[\x20-\x7f]*",
}
# The only string of any bytes.
_UNIVERSAL_STRING = 28
_TEXTS = (7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30)


def read(extension: bytes) -> Optional[bytes]:
    """The nonce, which may have any length, or None if no element of the extension gives one."""
    try:
        sequence = der.first(extension)
        if not sequence.is_universal(16) or not sequence.is_constructed:
            return None
        rest = sequence.contents
        while rest:
            element = der.first(rest)
            found = _given_by(element)
            if found is not None:
                return found
            rest = rest[len(element.encoded) :]
    except DerError:
        pass
    return None


def is_apples(extension: bytes) -> bool:
    """Whether the extension has exactly the form that Apple writes: SEQUENCE { [1] { OCTET STRING of 32 bytes } }."""
    return extension[:-LENGTH] == bytes.fromhex("3024a1220420")


def _given_by(element: Element) -> Optional[bytes]:
    """The nonce that one element gives; None if it is skipped. Raises DerError if it is ill-formed."""
    if element.tag_class != der.UNIVERSAL or element.number in _OPAQUE:
        inner = _octets_at_start(element.contents)
        return element.contents if inner is None else inner
    if element.is_universal(4):
        return element.contents
    _check(element)
    contents = element.contents[1:] if element.is_universal(3) else element.contents
    return _octets_at_start(contents) if element.number in (2, 3, *_TEXTS) and len(contents) >= LENGTH else None


def _octets_at_start(data: bytes) -> Optional[bytes]:
    """The contents of the OCTET STRING at the start of some bytes, or None."""
    try:
        element = der.first(data)
    except DerError:
        return None
    return element.contents if element.is_universal(4) else None


def _check(element: Element) -> None:
    """Raises DerError if an element with a universal tag is ill-formed, or one inside it."""
    number, contents = element.number, element.contents
    if number in (16, 17):
        is_good = element.is_constructed
        for inner in der.all_of(contents):
            if inner.tag_class == der.UNIVERSAL:
                _check(inner)
    elif number == 1:
        is_good = contents in (b"\x00", b"\xff")
    elif number == 2:
        is_good = contents != b""
    elif number == 3:
        is_good = contents != b"" and contents[0] <= 7
    elif number == 5:
        is_good = contents == b""
    elif number in _CHARACTERS:
        is_good = re.fullmatch(_CHARACTERS[number], contents) is not None
    else:
        is_good = number not in _TEXTS or number == _UNIVERSAL_STRING or _is_utf8(contents)
    if not is_good:
        raise DerError(f"an ill-formed element with the tag {number}")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
