"""Shapes of JSON values: each is a function that reads one value of its type from a reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from .json_numbers import f32_of_float, f32_of_integer
from .json_reader import Reader, data, syntax

Shape = Callable[[Reader], Any]
_NUMBER_START = frozenset(b"-0123456789")
_ESCAPED = frozenset(b'"\\/bfnrt')


@dataclass(frozen=True)
class Member:
    """A member of a record. `may_be_absent`: an object may lack it. `ends_array`: an array may end before it."""

    name: str
    shape: Shape
    may_be_absent: bool = False
    ends_array: bool = False
    value_if_absent: Any = None


def text(reader: Reader) -> str:
    return reader.string() if reader.next_token() == 34 else reader.other_type("string")


def boolean(reader: Reader) -> Optional[bool]:
    return reader.word() if reader.next_token() in (116, 102) else reader.other_type("boolean")


def _any_number(reader: Reader) -> int | float:
    token = reader.next_token()
    return reader.number() if token in _NUMBER_START else reader.other_type("number")


def f64(reader: Reader) -> float:
    return float(_any_number(reader))


def f32(reader: Reader) -> float:
    """An integer is rounded once; any other number is an f64 first."""
    number = _any_number(reader)
    return f32_of_integer(number) if isinstance(number, int) else f32_of_float(number)


def integer(lowest: int, highest: int) -> Shape:
    def shape(reader: Reader) -> int:
        number = _any_number(reader)
        if isinstance(number, int) and lowest <= number <= highest:
            return number
        data(f"expected integer {lowest}...{highest}")

    return shape


def nullable(inner: Shape) -> Shape:
    return lambda reader: reader.word() if reader.next_token() == 110 else inner(reader)


def array(inner: Shape) -> Shape:
    def shape(reader: Reader) -> list[Any]:
        if reader.next_token() != 91:
            reader.other_type("array")
        reader.enter()
        elements: list[Any] = []
        while reader.more(93, not elements):
            elements.append(inner(reader))
        reader.leave(b"]")
        return elements

    return shape


def record(*members: Member) -> Shape:
    """An object with known members, or an array of them in order. Unknown members are skipped. The value has the
    members in the order of the shape."""

    def shape(reader: Reader) -> dict[str, Any]:
        token = reader.next_token()
        if token == 91:
            return _record_of_array(reader, members)
        return _record_of_object(reader, members) if token == 123 else reader.other_type("object")

    return shape


def _record_of_array(reader: Reader, members: tuple[Member, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    reader.enter()
    for index, member in enumerate(members):
        if reader.more(93, index == 0):
            values[member.name] = member.shape(reader)
        elif member.ends_array:
            values[member.name] = member.value_if_absent
        else:
            data("invalid length")
    reader.leave(b"]")
    return values


def _record_of_object(reader: Reader, members: tuple[Member, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    shapes = {member.name: member.shape for member in members}
    reader.enter()
    is_first = True
    while reader.more(125, is_first):
        is_first = False
        name = reader.name()
        if name in values:
            data(f"duplicate field `{name}`")
        reader.colon()
        if name in shapes:
            values[name] = shapes[name](reader)
        else:
            skip(reader)
    for member in members:
        if member.name not in values:
            if not member.may_be_absent:
                data(f"missing field `{member.name}`")
            values[member.name] = member.value_if_absent
    reader.leave(b"}")
    return {member.name: values[member.name] for member in members}


def anything(reader: Reader) -> Any:
    """Any value, with the same limits on texts and numbers as known members."""
    token = reader.next_token()
    if token == 34:
        return reader.string()
    if token == 91:
        return array(anything)(reader)
    if token == 123:
        reader.enter()
        values: dict[str, Any] = {}
        is_first = True
        while reader.more(125, is_first):
            is_first = False
            name = reader.name()
            reader.colon()
            values[name] = anything(reader)
        reader.leave(b"}")
        return values
    if token in _NUMBER_START:
        return reader.number()
    return reader.word() if token in (110, 116, 102) else syntax()


def skip(reader: Reader) -> None:
    """Skips an unknown value: its numbers can overflow, its surrogates can be alone, and it can nest without limit."""
    closings: list[int] = []
    is_first = True
    while True:
        if not closings or reader.more(closings[-1], is_first):
            is_first = False
            if closings and closings[-1] == 125:
                if reader.next_token() != 34:
                    syntax()
                _skip_string(reader)
                reader.colon()
            token = reader.next_token()
            if token in (91, 123):
                reader.position += 1
                closings.append(93 if token == 91 else 125)
                is_first = True
            else:
                _skip_scalar(reader)
        else:
            reader.position += 1
            closings.pop()
            is_first = False
        if not closings:
            return


def _skip_scalar(reader: Reader) -> None:
    token = reader.next_token()
    if token == 34:
        _skip_string(reader)
    elif token in _NUMBER_START:
        _skip_number(reader)
    elif token in (110, 116, 102):
        reader.word()
    else:
        syntax()


def _skip_string(reader: Reader) -> None:
    reader.position += 1
    while reader.peek() != 34:
        if reader.peek() < 32:
            syntax()
        if reader.peek() == 92:
            reader.position += 1
            if reader.peek() == 117:
                reader.position += 1
                reader.four_digits()
                continue
            if reader.peek() not in _ESCAPED:
                syntax()
        reader.position += 1
    reader.position += 1


def _skip_number(reader: Reader) -> None:
    reader.position += reader.peek() == 45
    is_zero = reader.peek() == 48
    count = reader.skip_digits()
    if count == 0 or (is_zero and count > 1):
        syntax()
    if reader.peek() == 46:
        reader.position += 1
        if reader.skip_digits() == 0:
            syntax()
    if reader.peek() in (101, 69):
        reader.exponent(True)
