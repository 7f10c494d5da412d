"""CBOR (RFC 8949) as the server reads it: the first item of some bytes, with duplicate members kept in order."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Optional

MOST_NESTED = 256


class CborError(Exception):
    """The bytes are no CBOR item that the server reads."""


@dataclass(frozen=True)
class CborMap:
    """A map as its pairs in the order of the bytes; names may occur twice."""

    pairs: list[tuple[Any, Any]]

    def first(self, name: str, last: bool = False) -> Any:
        """The first value under a text, or None."""
        for key, value in reversed(self.pairs) if last else self.pairs:
            if isinstance(key, str) and key == name:
                return value
        return None


@dataclass(frozen=True)
class CborTag:
    """A tagged item."""

    number: int
    item: Any


_BREAK = object()
_SIMPLE = {20: False, 21: True, 22: None, 23: None}


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def take(self, count: int) -> bytes:
        if count > len(self.data) - self.position:
            raise CborError("the bytes end inside an item")
        self.position += count
        return self.data[self.position - count : self.position]

    def head(self) -> tuple[int, int, Optional[int]]:
        """Major type, additional information, and the argument; None for an indefinite length."""
        first = self.take(1)[0]
        major, information = first >> 5, first & 31
        if information < 24:
            return major, information, information
        if information < 28:
            return major, information, int.from_bytes(self.take(1 << (information - 24)), "big")
        if information == 31 and major not in (0, 1, 6):
            return major, information, None
        raise CborError("a reserved form")

    def item(self, nested: int) -> Any:
        value = self.item_or_break(nested)
        if value is _BREAK:
            raise CborError("an end of nothing")
        return value

    def item_or_break(self, nested: int) -> Any:
        major, information, argument = self.head()
        if major == 0:
            return argument
        if major == 1:
            return -1 - argument
        if major in (2, 3):
            return self.string(major, argument)
        if major == 7:
            return self.simple(information, argument)
        if major == 6 and argument in (2, 3):
            return self.bignum(argument == 3)
        if nested == MOST_NESTED:
            raise CborError("nested too deeply")
        if major == 4:
            return self.elements(argument, nested + 1)
        if major == 5:
            return self.map(argument, nested + 1)
        return CborTag(argument, self.item(nested + 1))

    def bignum(self, is_negative: bool) -> Any:
        """The integer in the byte string under tag 2 or 3: at most 16 bytes after zeros, and at least -2^127."""
        major, _, length = self.head()
        number = int.from_bytes(self.string(2, length), "big") if major == 2 else 1 << 128
        if number >= 1 << (127 if is_negative else 128):
            raise CborError("a bignum that is not read")
        return -1 - number if is_negative else number

    def string(self, major: int, length: Optional[int]) -> Any:
        if length is not None:
            return self.text(self.take(length)) if major == 3 else self.take(length)
        chunks: list[Any] = []
        open_count = 1
        while open_count > 0:
            chunk_major, _, chunk_length = self.head()
            if chunk_major == 7 and chunk_length is None:
                open_count -= 1
            elif chunk_major != major:
                raise CborError("a chunk of another type")
            elif chunk_length is None:
                open_count += 1
            else:
                chunk = self.take(chunk_length)
                chunks.append(self.text(chunk) if major == 3 else chunk)
        return "".join(chunks) if major == 3 else b"".join(chunks)

    @staticmethod
    def text(data: bytes) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise CborError("a text that is not UTF-8") from error

    def simple(self, information: int, argument: Optional[int]) -> Any:
        if argument is None:
            return _BREAK
        if information in (25, 26, 27):
            form, size = {25: (">e", 2), 26: (">f", 4), 27: (">d", 8)}[information]
            return struct.unpack(form, argument.to_bytes(size, "big"))[0]
        if information == 24 or argument not in _SIMPLE:
            raise CborError("an unknown simple value")
        return _SIMPLE[argument]

    def elements(self, count: Optional[int], nested: int) -> list[Any]:
        elements: list[Any] = []
        while count is None or len(elements) < count:
            element = self.item_or_break(nested)
            if element is _BREAK:
                if count is None:
                    break
                raise CborError("an end inside an array with a length")
            elements.append(element)
        return elements

    def map(self, count: Optional[int], nested: int) -> CborMap:
        pairs: list[tuple[Any, Any]] = []
        while count is None or len(pairs) < count:
            key = self.item_or_break(nested)
            if key is _BREAK:
                if count is None:
                    break
                raise CborError("an end inside a map with a length")
            pairs.append((key, self.item(nested)))
        return CborMap(pairs)


def decode_first(data: bytes) -> tuple[Any, int]:
    """The first item and the number of its bytes; what follows is not read. Raises CborError."""
    reader = _Reader(data)
    value = reader.item(0)
    return value, reader.position
