"""Elements of BER as the server's library reads them: REG-075 to REG-077."""

from __future__ import annotations

import re
from typing import Optional

from . import der
from .der import DerError, Element

MOST_NESTED = 50
_TEXTS = (7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30)
# The tags whose content the library reads; it looks into no other.
_READ = frozenset([*range(8), 10, 12, 13, *range(16, 29), 30])
# The character strings whose characters are checked, by tag.
_CHARACTERS = {
    18: rb"[0-9 ]*",
    19: rb"[A-Za-z0-9 '()+,\-./:=?]*",
    22: rb"[\x00-\x7f]*",
    26: rb"[\x20-\x7f]*",
}
_ZONE = rb"(Z|[+-][0-9]{4})"
_DAY = rb"[0-9]{2}(0[0-9]|1[0-2])([0-2][0-9]|3[01])([01][0-9]|2[0-3])[0-5][0-9]"
_UTC_TIME = _DAY + rb"([0-5][0-9]" + _ZONE + rb"|Z)"
_FRACTION = rb"([.,][0-9]{1,3})?" + _ZONE + rb"?|[.,]" + _ZONE
_GENERALIZED_TIME = rb"[0-9]{2}" + _DAY + rb"([0-5][0-9](" + _FRACTION + rb")|Z)"


def all_of(data: bytes) -> list[Element]:
    """The elements that fill some bytes. Raises DerError if one of them cannot be read."""
    elements = []
    while data:
        element, data = _first(data, 0)
        elements.append(element)
    return elements


def _first(data: bytes, nested: int) -> tuple[Element, bytes]:
    """The first element, without the end of an indefinite length, and the bytes after it."""
    if nested >= MOST_NESTED:
        raise DerError("nested too deeply")
    identifier = re.match(rb"[^\x1f\x3f\x5f\x7f\x9f\xbf\xdf\xff]|.[\x80-\xff]{0,4}[\x00-\x7f]", data, re.DOTALL)
    if identifier is None:
        raise DerError("no tag, or one of too many bytes")
    start = identifier.end()
    if data[start : start + 1] != b"\x80":
        element = der.first(data)
        return element, data[len(element.encoded) :]
    head = der.first(identifier[0] + b"\0")
    if not head.is_constructed:
        raise DerError("a primitive element of indefinite length")
    rest = data[start + 1 :]
    while True:
        inner, behind = _first(rest, nested + 1)
        if inner.number == 0 and inner.contents == b"" and inner.is_definite:
            contents = data[start + 1 : len(data) - len(rest)]
            encoded = data[: len(data) - len(behind)]
            return Element(head.tag_class, True, head.number, contents, encoded, False), behind
        rest = behind


def universal(element: Element) -> Optional[int]:
    """The tag of an element that the library looks into, 32 bits of it, or None."""
    number = element.number & 0xFFFFFFFF
    return number if element.tag_class == der.UNIVERSAL and number in _READ else None


def check(element: Element, nested: int) -> None:
    """Raises DerError if the library cannot read an element, which is inside `nested` others."""
    number, contents = universal(element), element.contents
    is_good = nested < MOST_NESTED
    if number in (16, 17):
        is_good = is_good and element.is_constructed
        for inner in all_of(contents) if is_good else ():
            check(inner, nested + 1)
    elif number == 1:
        is_good = is_good and len(contents) == 1 and element.is_definite
    elif number == 3:
        is_good = is_good and not element.is_constructed and contents != b""
    elif number == 10:
        is_good = is_good and not element.is_constructed and int.from_bytes(contents, "big") < 1 << 32
    elif number == 23:
        is_good = is_good and re.fullmatch(_UTC_TIME, contents) is not None
    elif number == 24:
        is_good = is_good and re.fullmatch(_GENERALIZED_TIME, contents) is not None
    elif number in _TEXTS:
        is_good = is_good and not element.is_constructed and _is_text(number, contents)
    if not is_good:
        raise DerError(f"an element with the tag {number} that is not read")


def _is_text(number: int, contents: bytes) -> bool:
    if number in _CHARACTERS:
        return re.fullmatch(_CHARACTERS[number], contents) is not None
    encodings = {28: (), 30: ("utf-16-be", "utf-8")}.get(number, ("utf-8",))
    try:
        for encoding in encodings:
            contents.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
