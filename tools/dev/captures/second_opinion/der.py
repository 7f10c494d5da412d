"""Elements of DER: tag, length and contents. Indefinite lengths and lengths beyond the bytes are refused."""

from __future__ import annotations

from dataclasses import dataclass

UNIVERSAL = 0


class DerError(Exception):
    """The bytes are no element."""


@dataclass(frozen=True)
class Element:
    """One element. `encoded` are all of its bytes, `contents` those after the length."""

    tag_class: int
    is_constructed: bool
    number: int
    contents: bytes
    encoded: bytes
    is_definite: bool = True

    def is_universal(self, number: int) -> bool:
        return self.tag_class == UNIVERSAL and self.number == number


def first(data: bytes) -> Element:
    """The first element of some bytes; what follows is not read."""
    if len(data) < 2:
        raise DerError("too few bytes")
    number, position = data[0] & 31, 1
    if number == 31:
        number = 0
        while True:
            if position >= len(data):
                raise DerError("a tag without an end")
            number = number << 7 | data[position] & 127
            position += 1
            if data[position - 1] < 128:
                break
    length, start = _length(data, position)
    if length > len(data) - start:
        raise DerError("an element longer than the bytes")
    end = start + length
    return Element(data[0] >> 6, bool(data[0] & 32), number, data[start:end], data[:end])


def _length(data: bytes, position: int) -> tuple[int, int]:
    """The length, and where the contents start."""
    if position >= len(data):
        raise DerError("no length")
    if data[position] < 128:
        return data[position], position + 1
    count = data[position] & 127
    if count in (0, 127) or position + count >= len(data):
        raise DerError("no definite length")
    return int.from_bytes(data[position + 1 : position + 1 + count], "big"), position + 1 + count


def all_of(data: bytes) -> list[Element]:
    """The elements that fill some bytes."""
    elements = []
    while data:
        elements.append(first(data))
        data = data[len(elements[-1].encoded) :]
    return elements


def sequence(data: bytes) -> list[Element]:
    """The elements of a SEQUENCE at the start of some bytes; what follows it is not read."""
    element = first(data)
    if not element.is_universal(16) or not element.is_constructed:
        raise DerError("no sequence")
    return all_of(element.contents)
