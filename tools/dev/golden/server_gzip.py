"""Reads the first gzip member like the server: docs/SPECIFICATION.md, §10. Each rule can be replaced.

    samples = read(data)                                        # raises Refused
    samples = read(data, replace(STRICT, checksum=False))       # as a port that ignores the checksum

Written from the specification alone, with the standard library. The server inflates everything that zlib does, to the
same bytes; streams that zlib refuses are decided here, bit by bit.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

MAGIC = b"\x1f\x8b"
WINDOW = 32768
TEXT_LIMIT = 65535
MOST_BYTES = 256 * 1024 * 1024


class Refused(Exception):
    """The server refuses the data; `output` is what was inflated before."""

    output = b""


class CutOff(Refused):
    """The data ends before the member does."""


@dataclass(frozen=True)
class Reading:
    """The rules of §10; the defaults are the server's."""

    # Which bytes of the magic number are checked, and what can precede it: nothing, "zeros" or "anything".
    magic: tuple[bool, bool] = (True, True)
    leading: str = ""
    method: bool = True
    reserved_flags: bool = True
    # Whether the first ten bytes are refused for another reason, and the flags whose field is not skipped.
    header_refused: Callable[[bytes], bool] = lambda header: False
    unread_flags: int = 0
    extra_order: str = "little"
    extra_start: int = 2
    header_checksum: bool = True
    header_sum: Callable[[bytes], bytes] = lambda header: zlib.crc32(header).to_bytes(4, "little")[:2]
    text_limit: int = TEXT_LIMIT
    limited_texts: int = 8 | 16
    # Whether a distance before the start of the output reads zeros, and a lone code can be longer than a bit.
    zero_window: bool = True
    long_lone_codes: bool = True
    # The number of zeros of a lone code after which another bit reads as symbol 0, and the codes that can have one
    # symbol.
    lone_path: int = 10
    lone_codes: tuple[str, ...] = ("literal code", "distance code")
    # The codes that can be incomplete, and whether a block needs a distance code.
    incomplete: tuple[str, ...] = ()
    needs_distances: bool = False
    most_codes: tuple[int, int] = (286, 30)
    repeats_need_a_length: bool = True
    repeats_past_the_end: bool = False
    complement: bool = True
    # Whether length symbols 286 and 287 are refused; otherwise they mean 258.
    large_symbols: bool = True
    checksum: bool = True
    length: bool = True
    trailer_order: str = "little"
    # The number of trailer bytes that must be present; those present are compared.
    trailer_bytes: int = 8
    # Data after the first member: "ignored"; "joined", as far as it consists of members; or "refused".
    trailing: str = "ignored"
    padding: bool = True
    # Whether truncated or damaged members count as far as they inflate.
    cut_off: bool = False
    damaged: bool = False
    # Other accepted formats: zlib, deflate, none.
    others: tuple[str, ...] = ()
    # Formats that are unpacked inside gzip: gzip, zlib, npy.
    inside: tuple[str, ...] = ()
    # Whether an incomplete last sample is dropped, or padded with zeros.
    odd_bytes: bool = False
    filled: bool = False

    @property
    def accepts_as_zlib(self) -> bool:
        """Whether everything that zlib inflates is accepted."""
        return "distance code" in self.lone_codes and not self.needs_distances


STRICT = Reading()


class Bits:
    def __init__(self, data: bytes, start: int) -> None:
        self.data, self.at = data, 8 * start

    def bit(self) -> int:
        if self.at >> 3 >= len(self.data):
            raise CutOff("a block that is cut off")
        self.at += 1
        return self.data[self.at - 1 >> 3] >> (self.at - 1 & 7) & 1

    def bits(self, count: int) -> int:
        return sum(self.bit() << place for place in range(count))

    def align(self) -> int:
        """The next byte."""
        self.at = -(-self.at // 8) * 8
        return self.at // 8


class Code:
    """A canonical code, or one with a single symbol or none."""

    def __init__(self, lengths: list[int], what: str, rules: Reading) -> None:
        used = sorted((length, symbol) for symbol, length in enumerate(lengths) if length)
        space = sum(2 ** (15 - length) for length, _ in used)
        if space > 2**15:
            raise Refused(f"an over-subscribed {what}")
        if not used and what == "distance code" and rules.needs_distances:
            raise Refused(f"no {what}")
        if space < 2**15 and used and what not in (rules.lone_codes if len(used) == 1 else rules.incomplete):
            raise Refused(f"an incomplete {what}")
        if not used and what == "code of code lengths":
            raise Refused(f"no {what}")
        self.what, self.lone, self.symbols = what, used[0] if len(used) == 1 else None, {}
        self.path = rules.lone_path
        if self.lone and self.lone[0] > 1 and not rules.long_lone_codes:
            raise Refused(f"a {what} of one symbol and {self.lone[0]} bits")
        code, last = 0, 0
        for length, symbol in used:
            code <<= length - last
            self.symbols[length, code] = symbol
            code, last = code + 1, length

    def symbol(self, bits: Bits) -> int:
        if self.lone:
            for place in range(1, self.lone[0] + 1):
                if bits.bit() == 1:
                    if place <= self.path:
                        break
                    return 0
            else:
                return self.lone[1]
            raise Refused(f"the other bit of a {self.what} of one symbol")
        code = 0
        for length in range(1, 16):
            code = code << 1 | bits.bit()
            if (length, code) in self.symbols:
                return self.symbols[length, code]
        raise Refused(f"no symbol of the {self.what}")


LENGTH_EXTRA = [0] * 8 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [0]
DISTANCE_EXTRA = [0] * 4 + [extra for extra in range(1, 14) for _ in range(2)]
LENGTHS = [3 + sum(2**extra for extra in LENGTH_EXTRA[:symbol]) for symbol in range(28)] + [258]
DISTANCES = [1 + sum(2**extra for extra in DISTANCE_EXTRA[:symbol]) for symbol in range(30)]
ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
FIXED = ([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8, [5] * 32)


def code_lengths(bits: Bits, rules: Reading) -> tuple[list[int], list[int]]:
    literal_count, distance_count, count = bits.bits(5) + 257, bits.bits(5) + 1, bits.bits(4) + 4
    if literal_count > rules.most_codes[0] or distance_count > rules.most_codes[1]:
        raise Refused(f"{literal_count} literal and length codes, {distance_count} distance codes")
    lengths = [0] * 19
    for symbol in ORDER[:count]:
        lengths[symbol] = bits.bits(3)
    code = Code(lengths, "code of code lengths", rules)
    found: list[int] = []
    while len(found) < literal_count + distance_count:
        symbol = code.symbol(bits)
        if symbol < 16:
            found.append(symbol)
            continue
        if symbol == 16 and not found and rules.repeats_need_a_length:
            raise Refused("a length to repeat with none before it")
        times = {16: 3 + bits.bits(2)} if symbol == 16 else {17: 3 + bits.bits(3)} if symbol == 17 else {
            18: 11 + bits.bits(7)}  # fmt: skip
        found += [found[-1] if symbol == 16 and found else 0] * times[symbol]
    if len(found) > literal_count + distance_count and not rules.repeats_past_the_end:
        raise Refused("repeats beyond the last code")
    return found[:literal_count], found[literal_count : literal_count + distance_count]


def block(bits: Bits, lengths: tuple[list[int], list[int]], output: bytearray, rules: Reading) -> None:
    literals, distances = Code(lengths[0], "literal code", rules), Code(lengths[1], "distance code", rules)
    while True:
        symbol = literals.symbol(bits)
        if symbol < 256:
            output.append(symbol)
            continue
        if symbol == 256:
            return
        if symbol > 285 and rules.large_symbols:
            raise Refused(f"length symbol {symbol}")
        place = min(symbol, 285) - 257
        length = LENGTHS[place] + bits.bits(LENGTH_EXTRA[place])
        symbol = distances.symbol(bits)
        if symbol > 29:
            raise Refused(f"distance symbol {symbol}")
        distance = DISTANCES[symbol] + bits.bits(DISTANCE_EXTRA[symbol])
        if distance > len(output) - WINDOW and not rules.zero_window:
            raise Refused("a distance before the start")
        for _ in range(length):
            output.append(output[-distance])
        if len(output) > MOST_BYTES:
            raise Refused(f"inflates to more than {MOST_BYTES} bytes")


def stored(bits: Bits, output: bytearray, rules: Reading) -> None:
    start = bits.align()
    header = bits.data[start : start + 4]
    if len(header) < 4:
        raise CutOff("a stored block that is cut off")
    length = int.from_bytes(header[:2], "little")
    if length ^ 0xFFFF != int.from_bytes(header[2:], "little") and rules.complement:
        raise Refused("a stored length and complement that differ")
    content = bits.data[start + 4 : start + 4 + length]
    output += content
    if len(content) < length:
        raise CutOff("a stored block that is cut off")
    bits.at = 8 * (start + 4 + length)


def inflate(data: bytes, start: int, rules: Reading) -> tuple[bytes, int]:
    """Inflates the DEFLATE stream at start; returns the output and the end."""
    decoder = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        decoded = decoder.decompress(data[start:], MOST_BYTES)
        if decoder.eof and rules.accepts_as_zlib:
            return decoded, len(data) - len(decoder.unused_data)
    except zlib.error:
        pass
    # The window is initially zero.
    bits, output = Bits(data, start), bytearray(WINDOW)
    try:
        last = False
        while not last:
            last, kind = bits.bit() == 1, bits.bits(2)
            if kind == 3:
                raise Refused("block type 3")
            if kind == 0:
                stored(bits, output, rules)
            else:
                block(bits, FIXED if kind == 1 else code_lengths(bits, rules), output, rules)
    except Refused as error:
        error.output = bytes(output[WINDOW:])
        raise
    return bytes(output[WINDOW:]), bits.align()


def text_end(data: bytes, start: int, limit: int) -> int:
    end = data.find(b"\0", start)
    if end < 0:
        raise CutOff("a header that is cut off")
    if end - start > limit:
        raise Refused(f"a name or comment of {end - start} bytes")
    return end + 1


def starts_member(data: bytes, start: int, rules: Reading) -> bool:
    pairs = zip(data[start : start + 2], MAGIC, rules.magic)
    return len(data) >= start + 2 and all(found == wanted or not checked for found, wanted, checked in pairs)


def header_end(data: bytes, start: int, rules: Reading) -> int:
    if len(data) < start + 10:
        raise CutOff("a header that is cut off")
    if not starts_member(data, start, rules) or (data[start + 2] != 8 and rules.method):
        raise Refused("no gzip member of method 8")
    flags, at = data[start + 3], start + 10
    if (flags & 0xE0 and rules.reserved_flags) or rules.header_refused(data[start:at]):
        raise Refused("a reserved flag")
    read = flags & ~rules.unread_flags
    if read & 4:
        at += rules.extra_start + int.from_bytes(data[at : at + 2], rules.extra_order)  # type: ignore[arg-type]
    for flag in (8, 16):
        if read & flag:
            at = text_end(data, at, rules.text_limit if rules.limited_texts & flag else MOST_BYTES)
    if read & 2:
        if rules.header_checksum and rules.header_sum(data[start:at]) != data[at : at + 2]:
            raise Refused("a wrong checksum of the header")
        at += 2
    if at > len(data):
        raise CutOff("a header that is cut off")
    return at


def member(data: bytes, start: int, rules: Reading) -> tuple[bytes, int]:
    """The content of the member at start, and its end."""
    decoded, end = inflate(data, header_end(data, start, rules), rules)
    trailer = data[end : end + 8]
    checksum = zlib.crc32(decoded).to_bytes(4, rules.trailer_order)  # type: ignore[arg-type]
    length = (len(decoded) % 2**32).to_bytes(4, rules.trailer_order)  # type: ignore[arg-type]
    error: Optional[Refused] = None
    if len(trailer) < rules.trailer_bytes and (rules.checksum or rules.length):
        error = CutOff("a trailer that is cut off")
    elif rules.checksum and not checksum.startswith(trailer[:4]):
        error = Refused("a wrong checksum")
    elif rules.length and not length.startswith(trailer[4:]):
        error = Refused("a wrong length")
    if error:
        error.output = decoded
        raise error
    return decoded, min(len(data), end + 8)


def other(data: bytes, rules: Reading) -> bytes:
    for kind, window in (("zlib", zlib.MAX_WBITS), ("deflate", -zlib.MAX_WBITS)):
        if kind in rules.others:
            decoder = zlib.decompressobj(window)
            try:
                decoded = decoder.decompress(data)
            except zlib.error:
                continue
            if decoder.eof:
                return decoded
    if "none" in rules.others:
        return data
    raise Refused("no gzip")


def first_start(data: bytes, rules: Reading) -> int:
    """The start of the first member; the end of the data if there is none."""
    if starts_member(data, 0, rules):
        return 0
    start = {"zeros": len(data) - len(data.lstrip(b"\0")), "anything": data.find(MAGIC)}.get(rules.leading, -1)
    return start if start >= 0 else len(data)


def members(data: bytes, rules: Reading) -> bytes:
    start = first_start(data, rules)
    if start == len(data):
        return other(data, rules)
    decoded, end = member(data, start, rules)
    while rules.trailing == "joined" and data.startswith(MAGIC, end):
        try:
            more, end = member(data, end, rules)
        except Refused:
            if rules.padding:
                raise
            break
        decoded += more
    rest = data[end:]
    if rules.padding and rules.trailing != "ignored":
        rest = rest.lstrip(b"\0")
    if rest and rules.trailing == "refused" or rest and rules.trailing == "joined" and rules.padding:
        raise Refused(f"{len(rest)} bytes behind the member")
    return decoded


def unpacked_again(data: bytes, rules: Reading) -> bytes:
    """Unpacks data again, for rules that do."""
    if "gzip" in rules.inside and data.startswith(MAGIC):
        return members(data, rules)
    if "zlib" in rules.inside and data.startswith(b"\x78"):
        return other(data, Reading(others=("zlib",)))
    if "npy" in rules.inside and data.startswith(b"\x93NUMPY"):
        return data[10 + int.from_bytes(data[8:10], "little") :]
    return data


def read(data: bytes, rules: Reading = STRICT) -> bytes:
    """The bytes of the samples in a file."""
    try:
        decoded = unpacked_again(members(data, rules), rules)
    except Refused as error:
        if not (rules.cut_off and isinstance(error, CutOff) or rules.damaged):
            raise
        decoded = error.output
        if not decoded:
            raise
        decoded = decoded[: len(decoded) // 4 * 4]
    if len(decoded) % 4:
        if rules.filled:
            return decoded + bytes(-len(decoded) % 4)
        if not rules.odd_bytes:
            raise Refused(f"{len(decoded)} sample bytes, expected a multiple of 4")
        decoded = decoded[: len(decoded) // 4 * 4]
    return decoded
