"""A reader of JSON that gets the expected shape, and stops at the first fault, as the server's does.

A fault is of the *syntax* or of the *data* (well-formed JSON of another shape). The order matters: a member of the
wrong type before a comma too many is a fault of the data.
"""

from __future__ import annotations

from typing import Any, NoReturn, Optional

from . import json_numbers

_ESCAPES = {34: '"', 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}
_DIGITS = range(48, 58)
MOST_NESTED = 127


class JsonError(Exception):
    """The first fault: its category, `syntax` or `data`, and for the data what was expected."""

    def __init__(self, category: str, reason: str) -> None:
        super().__init__(reason)
        self.category = category
        self.reason = reason


def syntax() -> NoReturn:
    raise JsonError("syntax", "syntax")


def data(reason: str) -> NoReturn:
    raise JsonError("data", reason)


class Reader:
    """A position in the bytes of a JSON text."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.position = 0
        self.nested = 0

    def peek(self) -> int:
        """The next byte, or -1 at the end."""
        return self.text[self.position] if self.position < len(self.text) else -1

    def next_token(self) -> int:
        """Skips white space; the next byte, or -1 at the end."""
        while self.peek() in (9, 10, 13, 32):
            self.position += 1
        return self.peek()

    def expect(self, wanted: bytes) -> None:
        for byte in wanted:
            if self.peek() != byte:
                syntax()
            self.position += 1

    def end(self) -> None:
        """Only white space may follow the value."""
        if self.next_token() != -1:
            syntax()

    def enter(self) -> None:
        self.position += 1
        self.nested += 1
        if self.nested > MOST_NESTED:
            syntax()

    def leave(self, closing: bytes) -> None:
        self.next_token()
        self.expect(closing)
        self.nested -= 1

    def more(self, closing: int, is_first: bool) -> bool:
        """Whether another element or member follows; reads the comma in front of it."""
        token = self.next_token()
        if token == closing:
            return False
        if not is_first:
            if token != 44:
                syntax()
            self.position += 1
            if self.next_token() == closing:
                syntax()
        elif token == -1:
            syntax()
        return True

    def name(self) -> str:
        """The name of a member, up to but not including the colon."""
        if self.next_token() != 34:
            syntax()
        return self.string()

    def colon(self) -> None:
        self.next_token()
        self.expect(b":")

    def other_type(self, expected: str) -> NoReturn:
        """A value of another type than expected. Scalars are read first, and their grammar decides first."""
        token = self.peek()
        if token == 34:
            self.string()
        elif token in _DIGITS or token == 45:
            self.number()
        elif token in (110, 116, 102):
            self.word()
        elif token not in (91, 123):
            syntax()
        data(f"expected {expected}")

    def word(self) -> Optional[bool]:
        word, value = {110: (b"null", None), 116: (b"true", True), 102: (b"false", False)}[self.peek()]
        self.expect(word)
        return value

    def string(self) -> str:
        """A string in quotes. It must be UTF-8 without lone surrogates."""
        self.position += 1
        collected = bytearray()
        while True:
            byte = self.peek()
            if byte < 32:
                syntax()
            self.position += 1
            if byte == 34:
                break
            collected += self.escape().encode() if byte == 92 else bytes([byte])
        try:
            return collected.decode("utf-8")
        except UnicodeDecodeError:
            syntax()

    def escape(self) -> str:
        byte = self.peek()
        self.position += 1
        if byte in _ESCAPES:
            return _ESCAPES[byte]
        if byte != 117:
            syntax()
        unit = self.four_digits()
        if 0xDC00 <= unit < 0xE000:
            syntax()
        if not 0xD800 <= unit < 0xDC00:
            return chr(unit)
        self.expect(b"\\u")
        trailing = self.four_digits()
        if not 0xDC00 <= trailing < 0xE000:
            syntax()
        return chr(0x10000 + ((unit - 0xD800) << 10) + (trailing - 0xDC00))

    def four_digits(self) -> int:
        digits = self.text[self.position : self.position + 4]
        self.position += 4
        if len(digits) < 4 or any(byte not in b"0123456789abcdefABCDEF" for byte in digits):
            syntax()
        return int(digits, 16)

    def number(self) -> int | float:
        """An integer that fits in 64 bits, else an f64. -0 is an f64."""
        is_negative = self.peek() == 45
        self.position += is_negative
        if self.peek() not in _DIGITS:
            syntax()
        if self.peek() == 48 and self.text[self.position + 1 : self.position + 2].isdigit():
            syntax()
        significand, is_full = self.digits(0)
        exponent = self.skip_digits() if is_full else 0
        is_integer = not is_full
        if self.peek() == 46:
            is_integer = False
            self.position += 1
            start = self.position
            significand, is_full = self.digits(significand)
            exponent -= self.position - start
            if is_full:
                self.skip_digits()
            elif self.position == start:
                syntax()
        if self.peek() in (101, 69):
            is_integer = False
            shift = self.exponent(significand == 0)
            if shift is None:
                return -0.0 if is_negative else 0.0
            exponent += shift
        if is_integer and not is_negative:
            return significand
        if is_integer and 0 < significand <= 2**63:
            return -significand
        value = json_numbers.scaled(significand, exponent)
        if value is None:
            syntax()
        return -value if is_negative else value

    def digits(self, significand: int) -> tuple[int, bool]:
        """Appends digits while 64 bits hold them; whether a digit found no room."""
        while self.peek() in _DIGITS:
            longer = significand * 10 + self.peek() - 48
            if longer > json_numbers.LARGEST:
                return significand, True
            significand = longer
            self.position += 1
        return significand, False

    def skip_digits(self) -> int:
        start = self.position
        while self.peek() in _DIGITS:
            self.position += 1
        return self.position - start

    def exponent(self, is_zero: bool) -> Optional[int]:
        """The exponent; None if it is so small, or the digits so few, that the number is 0."""
        self.position += 1
        is_negative = self.peek() == 45
        self.position += self.peek() in (43, 45)
        start = self.position
        if self.skip_digits() == 0:
            syntax()
        digits = self.text[start : self.position].lstrip(b"0")[:11]
        exponent = int(digits or b"0")
        if exponent > 2**31 - 1:
            if not is_zero and not is_negative:
                syntax()
            return None
        return -exponent if is_negative else exponent


def read(text: bytes, shape: Any) -> Any:
    """The value of a whole JSON text. Raises JsonError."""
    reader = Reader(text)
    reader.next_token()
    value = shape(reader)
    reader.end()
    return value
