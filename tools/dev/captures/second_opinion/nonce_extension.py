"""The nonce in the leaf's extension 1.2.840.113635.100.8.2, in the many forms that the server's library accepts."""

from __future__ import annotations

from typing import Optional

from . import ber, der
from .der import DerError, Element

IDENTIFIER = bytes.fromhex("2a864886f763640802")
LENGTH = 32
# The elements in which a nonce is searched for: INTEGER, BIT STRING and character strings.
_SEARCHED = (2, 3, 7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30)


def read(extension: bytes) -> Optional[bytes]:
    """The nonce, which may have any length, or None if no element of the extension gives one."""
    try:
        sequence = der.first(extension)
        if not sequence.is_universal(16) or not sequence.is_constructed:
            return None
        elements = ber.all_of(sequence.contents)
        for element in elements:
            ber.check(element, 1)
    except DerError:
        return None
    return next((found for found in map(_given_by, elements) if found is not None), None)


def is_apples(extension: bytes) -> bool:
    """Whether the extension has exactly the form that Apple writes: SEQUENCE { [1] { OCTET STRING of 32 bytes } }."""
    return extension[:-LENGTH] == bytes.fromhex("3024a1220420")


def _given_by(element: Element) -> Optional[bytes]:
    """The nonce that one element gives; None if it is skipped."""
    number = ber.universal(element)
    if number is None:
        inner = _octets_at_start(element.contents)
        return element.contents if inner is None else inner
    if number == 4:
        return element.contents
    contents = element.contents[1:] if number == 3 else element.contents
    return _octets_at_start(contents) if number in _SEARCHED and len(contents) >= LENGTH else None


def _octets_at_start(data: bytes) -> Optional[bytes]:
    """The contents of the OCTET STRING at the start of some bytes, or None."""
    try:
        element = der.first(data)
    except DerError:
        return None
    return element.contents if element.is_universal(4) else None
