"""JSON as the capture server reads and writes it, written from docs/CAPTURE.md and independent of depthcheck.

A schema gives the expected type, so that the first problem in reading order decides, whether of grammar or of shape.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, NoReturn


class Syntax(Exception):
    """Invalid JSON."""


class Shape(Exception):
    """Valid JSON of another shape than expected."""


@dataclass(frozen=True)
class Member:
    schema: Any
    # The value of an absent member; REQUIRED if it must be present.
    default: Any
    # Whether it can be omitted at the end of an array that replaces the object.
    may_end: bool = False


REQUIRED = object()


def required(schema: Any) -> Member:
    return Member(schema, REQUIRED)


def optional(schema: Any, default: Any = None) -> Member:
    """A member that can be null or absent, or has a default of the server's type; only the latter can be omitted from
    an array."""
    return Member(("optional", schema) if default is None else schema, default, default is not None)


def omissible(schema: Any) -> Member:
    """A member that can be null or absent, also in an array."""
    return Member(("optional", schema), None, True)


I32 = ("integer", -(2**31), 2**31 - 1)
U32 = ("integer", 0, 2**32 - 1)
I64 = ("integer", -(2**63), 2**63 - 1)


def float32(number: float) -> float:
    """Rounds once: converting a 64-bit integer directly would round it to binary64 first."""
    if isinstance(number, int):
        magnitude, step = abs(number), 1 << max(0, abs(number).bit_length() - 24)
        whole, rest = divmod(magnitude, step)
        whole += 2 * rest > step or (2 * rest == step and whole % 2 == 1)
        number = float(whole * step) * (1 if number >= 0 else -1)
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


class Reader:
    """Reads the text in one pass; schemas are "string", "boolean", "anything", "f32", "f64", integers, lists and
    dictionaries."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def document(self, schema: Any) -> Any:
        value = self.value(schema)
        if self.peek() is not None:
            raise Syntax("text after the value")
        return value

    def peek(self) -> str | None:
        """The next character that is not white space."""
        while self.place < len(self.data) and self.data[self.place] in b" \t\r\n":
            self.place += 1
        return chr(self.data[self.place]) if self.place < len(self.data) else None

    def take(self, character: str) -> bool:
        if self.peek() != character:
            return False
        self.place += 1
        return True

    def value(self, schema: Any) -> Any:
        if self.peek() is None:
            raise Syntax("end of text")
        if isinstance(schema, dict):
            return self.object(schema)
        if isinstance(schema, tuple) and schema[0] == "optional":
            return self.word() if self.peek() == "n" else self.value(schema[1])
        if isinstance(schema, list):
            return self.array(schema[0])
        if schema == "anything":
            start = self.place
            self.skip()
            return json.loads(self.data[start:self.place].decode("utf-8", "replace"))
        if schema == "string":
            return self.string() if self.peek() == '"' else self.wrong("expected string")
        if schema == "boolean":
            return self.word() if self.peek() in ("t", "f") else self.wrong("expected boolean")
        return self.number_of(schema)

    def wrong(self, reason: str) -> NoReturn:
        """The error for a value of another type; invalid JSON if no value begins here. A number is read first."""
        character = self.peek()
        if character in ("t", "f", "n"):
            self.word()
        elif character == '"':
            self.string()
        elif character is not None and character in "-0123456789":
            self.number()
        elif character is None or character not in "{[":
            raise Syntax("no value")
        raise Shape(reason)

    def number_of(self, schema: Any) -> Any:
        if self.peek() not in tuple("-0123456789"):
            self.wrong("expected number")
        number = self.number()
        if schema == "f64":
            return float(number)
        if schema == "f32":
            return float32(number)
        if not isinstance(number, int) or not schema[1] <= number <= schema[2]:
            raise Shape(f"expected integer {schema[1]}...{schema[2]}")
        return number

    def word(self) -> Any:
        for text, value in (("true", True), ("false", False), ("null", None)):
            if self.data.startswith(text.encode(), self.place):
                self.place += len(text)
                return value
        raise Syntax("unknown word")

    def string(self, strict: bool = True) -> str:
        start = self.place
        self.place += 1
        while self.place < len(self.data) and self.data[self.place] != ord('"'):
            if self.data[self.place] < 0x20:
                raise Syntax("control character")
            self.place += 2 if self.data[self.place] == ord("\\") else 1
        self.place += 1
        text = self.data[start:self.place]
        if len(text) < 2 or not text.endswith(b'"'):
            raise Syntax("end of text")
        return decoded(text, strict)

    def digits(self) -> str:
        start = self.place
        while self.place < len(self.data) and chr(self.data[self.place]).isdigit() and self.data[self.place] < 128:
            self.place += 1
        return self.data[start:self.place].decode()

    def number(self, strict: bool = True) -> int | float:
        """Computes a number like the server: digits in 64 bits, then one multiplication or division by a power of
        ten."""
        negative = self.data[self.place] == ord("-")
        self.place += negative
        whole = self.digits()
        if not whole or (whole[0] == "0" and len(whole) > 1):
            raise Syntax("number")
        fraction, exponent, is_real = "", 0, False
        if self.data[self.place:self.place + 1] == b".":
            self.place += 1
            is_real, fraction = True, self.digits()
            if not fraction:
                raise Syntax("number")
        if self.data[self.place:self.place + 1] in (b"e", b"E"):
            self.place += 1
            is_real = True
            sign = -1 if self.data[self.place:self.place + 1] == b"-" else 1
            self.place += self.data[self.place:self.place + 1] in (b"-", b"+")
            text = self.digits()
            if not text:
                raise Syntax("number")
            exponent = sign * int(text)
        value = scaled(whole, fraction, exponent, is_real, negative)
        if strict and isinstance(value, float) and value in (float("inf"), float("-inf")):
            raise Syntax("number too large")
        return value

    def array(self, schema: Any) -> list[Any]:
        if not self.take("["):
            self.wrong("expected array")
        values: list[Any] = []
        if self.take("]"):
            return values
        while True:
            values.append(self.value(schema))
            if self.take("]"):
                return values
            if not self.take(","):
                raise Syntax("comma or end")

    def object(self, schema: dict[str, Member]) -> dict[str, Any]:
        if self.peek() == "[":
            return self.positional(schema)
        if not self.take("{"):
            self.wrong("expected object")
        values: dict[str, Any] = {}
        if not self.take("}"):
            while True:
                self.member(schema, values)
                if self.take("}"):
                    break
                if not self.take(","):
                    raise Syntax("comma or end")
        for name, member in schema.items():
            if name not in values:
                if member.default is REQUIRED:
                    raise Shape(f"missing field `{name}`")
                values[name] = member.default
        return values

    def member(self, schema: dict[str, Member], values: dict[str, Any]) -> None:
        if self.peek() != '"':
            raise Syntax("member name")
        name = self.string()
        if name in values:
            raise Shape(f"duplicate field `{name}`")
        if not self.take(":"):
            raise Syntax("colon")
        if name in schema:
            values[name] = self.value(schema[name].schema)
        else:
            self.skip()

    def positional(self, schema: dict[str, Member]) -> dict[str, Any]:
        """Reads an array of the members in the order of the type; trailing members with a default can be omitted if
        none without one follows."""
        self.take("[")
        values: dict[str, Any] = {}
        for index, (name, member) in enumerate(schema.items()):
            if self.peek() == "]":
                if not member.may_end:
                    raise Shape("invalid length")
                values[name] = member.default
                continue
            if index and not self.take(","):
                raise Syntax("comma or end")
            values[name] = self.value(member.schema)
        if not self.take("]"):
            raise Syntax("comma or end")
        return values

    def skip(self) -> None:
        """Skips an unexpected member: its numbers can overflow, its strings can contain lone surrogates."""
        character = self.peek()
        if character == '"':
            self.string(strict=False)
        elif character in ("t", "f", "n"):
            self.word()
        elif character is not None and character in "-0123456789":
            self.number(strict=False)
        elif self.take("["):
            self.skip_all("]", lambda: self.skip())
        elif self.take("{"):
            self.skip_all("}", self.skip_member)
        else:
            raise Syntax("no value")

    def skip_member(self) -> None:
        if self.peek() != '"':
            raise Syntax("member name")
        self.string(strict=False)
        if not self.take(":"):
            raise Syntax("colon")
        self.skip()

    def skip_all(self, end: str, one: Any) -> None:
        if self.take(end):
            return
        while True:
            one()
            if self.take(end):
                return
            if not self.take(","):
                raise Syntax("comma or end")


def decoded(text: bytes, strict: bool) -> str:
    """A string with its quotes; Python's json module decodes the escapes."""
    try:
        value = json.loads(text.decode("utf-8", "strict" if strict else "replace"))
        value.encode("utf-8", "strict" if strict else "replace")
    except ValueError as error:
        raise Syntax("string") from error
    return value


def scaled(whole: str, fraction: str, exponent: int, is_real: bool, negative: bool) -> int | float:
    significand, dropped = 0, 0
    for index, digit in enumerate(whole):
        larger = significand * 10 + int(digit)
        if larger >= 2**64:
            dropped = len(whole) - index
            break
        significand = larger
    for digit in fraction:
        larger = significand * 10 + int(digit)
        if larger >= 2**64:
            break
        significand, exponent = larger, exponent - 1
    exponent += dropped
    # -0 and integers below the 64-bit range are floating-point numbers.
    if not is_real and not dropped and not (negative and not 0 < significand <= 2**63):
        return -significand if negative else significand
    value = float(significand)
    while exponent < -308 and value:
        value, exponent = value / 1e308, exponent + 308
    if value and exponent > 308:
        return float("-inf") if negative else float("inf")
    if value:
        value = value * float(f"1e{exponent}") if exponent >= 0 else value / float(f"1e{-exponent}")
    return -value if negative else value


def written_number(number: float) -> str:
    """Formats a number with the fewest digits, in the server's notation."""
    if number != number or number in (float("inf"), float("-inf")):
        return "null"
    sign, text = ("-", repr(number)[1:]) if repr(number).startswith("-") else ("", repr(number))
    if number == 0:
        return sign + "0.0"
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = int(power or 0) + len(whole) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if 0 < point <= 16:
        plain = digits.ljust(point, "0")
        return f"{sign}{plain[:point]}.{plain[point:] or '0'}"
    if -5 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if len(digits) > 1 else ''}e{point - 1}"


ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def written_string(text: str) -> str:
    escaped = (ESCAPES.get(c, f"\\u{ord(c):04x}" if ord(c) < 0x20 else c) for c in text)
    return f'"{"".join(escaped)}"'


def written(value: Any) -> str:
    """Writes objects in the order of their members, without those that are None."""
    if isinstance(value, dict):
        members = (f"{written_string(k)}:{written(v)}" for k, v in value.items() if v is not None)
        return "{" + ",".join(members) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return written_number(value)
    return written_string(value)
