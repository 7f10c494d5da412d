"""Small files that the server reads or refuses, one for each rule of docs/SPECIFICATION.md, §10: name, rule, bytes.

boundary-fixtures writes them to fixtures/containers, second-opinion writes their goldens. The names have no extension
by which depthcheck would recognise them as maps when it scans a folder.
"""

from __future__ import annotations

import struct
import zlib
from typing import Optional

GIVEN = (8, 6)
MILLIMETRES = [(300 + (i * i * 37 + i * 911) % 4700) for i in range(48)]
# 0.06 m from the median: a wider or narrower band of a screen (§7) would include it.
MILLIMETRES[MILLIMETRES.index(2848)] = 2826
TRUE_SAMPLES = [struct.unpack("<f", struct.pack("<f", value / 1000))[0] for value in MILLIMETRES]
BYTES = struct.pack("<48f", *TRUE_SAMPLES)
OTHER = struct.pack("<48f", *([1.0] * 24 + [2.5] * 24))

STANDARD_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
# A complete code: all literals, the end of a block, and the lengths 3 and 4.
LITERALS = [9] * 256 + [2, 3, 3]


def deflated(data: bytes, level: int = 9, window: int = -15) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, window)
    return packer.compress(data) + packer.flush()


def gzip(stream: bytes, content: bytes, flags: int = 0, fields: bytes = b"", method: int = 8,
         checksum: Optional[int] = None, length: Optional[int] = None, time: int = 0, extra_flags: int = 0,
         system: int = 255, magic: bytes = b"\x1f\x8b") -> bytes:  # fmt: skip
    crc = zlib.crc32(content) if checksum is None else checksum
    size = len(content) if length is None else length
    return (magic + struct.pack("<BBIBB", method, flags, time, extra_flags, system) + fields + stream
            + struct.pack("<II", crc, size))  # fmt: skip


def packed(content: bytes, **how: object) -> bytes:
    return gzip(deflated(content), content, **how)  # type: ignore[arg-type]


def with_header_checksum(fields: bytes, flags: int, wrong: int = 0) -> bytes:
    start = b"\x1f\x8b" + bytes([8, flags | 2, 0, 0, 0, 0, 0, 255]) + fields
    crc = zlib.crc32(start) & 0xFFFF ^ wrong
    return start + struct.pack("<H", crc) + deflated(BYTES) + struct.pack("<II", zlib.crc32(BYTES), len(BYTES))


class BitWriter:
    def __init__(self) -> None:
        self.all: list[int] = []

    def bits(self, value: int, count: int) -> None:
        self.all += [value >> place & 1 for place in range(count)]

    def code(self, code: tuple[int, int]) -> None:
        value, length = code
        self.all += [value >> place & 1 for place in reversed(range(length))]

    @property
    def bytes(self) -> bytes:
        padded = self.all + [0] * (-len(self.all) % 8)
        return bytes(sum(bit << place for place, bit in enumerate(padded[at : at + 8]))
                     for at in range(0, len(padded), 8))  # fmt: skip


def canonical(lengths: list[int]) -> dict[int, tuple[int, int]]:
    codes, code, last = {}, 0, 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(lengths) if length):
        code <<= length - last
        codes[symbol], code, last = (code, length), code + 1, length
    return codes


def dynamic(literals: list[int], distances: list[int], size: int = 4) -> BitWriter:
    """The last block up to its content; each code length is written in four bits or more."""
    writer = started(len(literals), len(distances), [size] * 16 + [0] * 3)
    for length in literals + distances:
        writer.code((length, size))
    return writer


def started(literal_count: int, distance_count: int, sizes: list[int]) -> BitWriter:
    """The last block up to the lengths of its codes."""
    writer = BitWriter()
    writer.bits(1, 1)
    writer.bits(2, 2)
    writer.bits(literal_count - 257, 5)
    writer.bits(distance_count - 1, 5)
    writer.bits(15, 4)
    for symbol in STANDARD_ORDER:
        writer.bits(sizes[symbol], 3)
    return writer


def repeating(literals: list[int], distances: list[int], places: tuple[int, ...]) -> BitWriter:
    """The last block up to its content; in some places three lengths are written as a repeat of the previous one."""
    sizes = [0] * 19
    for symbol, size in ((9, 1), (2, 3), (3, 3), (16, 3), (0, 4), (1, 4)):
        sizes[symbol] = size
    codes, lengths, at = canonical(sizes), literals + distances, 0
    writer = started(len(literals), len(distances), sizes)
    while at < len(lengths):
        writer.code(codes[16 if at in places else lengths[at]])
        if at in places:
            writer.bits(0, 2)
        at += 3 if at in places else 1
    return writer


def with_copies(distances: list[int], copy: Optional[tuple[int, int]], first: bool = False, plain: bool = False,
                literals: list[int] = LITERALS, distance: int = 4, start: Optional[BitWriter] = None
                ) -> bytes:  # fmt: skip
    """The samples with the 20th copied from the previous one, or from before the start."""
    codes, writer = canonical(literals), start or dynamic(literals, distances)
    content = bytearray()

    def repeat(before: bytes) -> None:
        writer.code(codes[258])
        if copy:
            writer.code(copy)
        content.extend(before)

    for place in range(48):
        if place == 0 and first:
            repeat(bytes(4))
        elif place == 19 and not first and not plain:
            repeat(bytes(content[-4:]) if distance == 4 else bytes(content[-distance:]) * (4 // distance))
        else:
            sample = BYTES[4 * place : 4 * place + 4]
            for byte in sample:
                writer.code(codes[byte])
            content += sample
    if 256 in codes:
        writer.code(codes[256])
    return gzip(writer.bytes, bytes(content))


def lone_end(size: int, *codes: tuple[int, int]) -> bytes:
    """Samples in a stored block, then a block whose only symbol is its end; each other code is read as a zero byte,
    if at all."""
    writer = dynamic([0] * 256 + [size], [0])
    for code in codes:
        writer.code(code)
    writer.code((0, size))
    content = BYTES[: len(BYTES) - len(codes)]
    first = b"\0" + struct.pack("<HH", len(content), len(content) ^ 0xFFFF) + content
    return gzip(first + writer.bytes, content + bytes(len(codes)))


def with_length(length: int) -> bytes:
    """A member of `length` bytes."""
    room = length - len(packed(OTHER, flags=8, fields=b"\0"))
    return packed(OTHER, flags=8, fields=b"n" * room + b"\0")


def numpy_array(content: bytes, shape: tuple[int, int]) -> bytes:
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)) + text + content


def fixed(symbol: int, distance: int, length: int) -> bytes:
    """Eight samples, then a copy with a length and a distance symbol of the fixed codes, up to the end of the
    block."""
    writer = BitWriter()
    writer.bits(1, 1)
    writer.bits(1, 2)
    codes = canonical([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8)
    for byte in BYTES[:34]:
        writer.code(codes[byte])
    writer.code(codes[symbol])
    writer.code((distance, 5))
    writer.code(codes[256])
    content = bytearray(BYTES[:34])
    for _ in range(length):
        content.append(content[-4])
    return gzip(writer.bytes, bytes(content))


def stored(content: bytes, complement: int = 0xFFFF) -> bytes:
    return b"\x01" + struct.pack("<HH", len(content), len(content) ^ complement) + content


EXTRA = struct.pack("<H", 5) + b"extra"
# A single distance code: symbol 3 is a distance of 4.
LONE_2, LONE_1, PAIR = [0, 0, 0, 2], [0, 0, 0, 1], [0, 0, 1, 1]
LONE_10, LONE_11, LONE_15 = [0, 0, 0, 10], [0, 0, 0, 11], [0, 0, 0, 15]
# No code for the bytes 0 to 2, which no sample contains; complete with three more lengths.
WITHOUT_FIRST = [0] * 3 + [9] * 253 + [2, 3, 3, 9, 9, 9]
WHOLE = packed(BYTES)

FILES: dict[str, tuple[str, bytes]] = {
    "gzip-whole": ("a gzip member of samples is read", WHOLE),
    "gzip-stored": ("a stored block is read", gzip(stored(BYTES), BYTES)),
    "gzip-fields": ("extra field, name, comment and header checksum are read over",
                    with_header_checksum(EXTRA + b"name\0comment\0", 1 | 4 | 8 | 16)),
    "gzip-header-checksum-wrong": ("the checksum of the header is checked", with_header_checksum(b"", 0, 0x0100)),
    "gzip-reserved-flag": ("reserved flags are refused", packed(BYTES, flags=0x20)),
    "gzip-method-7": ("methods other than 8 are refused", packed(BYTES, method=7)),
    "gzip-name-65535": ("a name of 65,535 bytes is read over", packed(BYTES, flags=8, fields=b"n" * 65535 + b"\0")),
    "gzip-name-65536": ("a name of 65,536 bytes is refused", packed(BYTES, flags=8, fields=b"n" * 65536 + b"\0")),
    "gzip-two-members": ("only the first member is read", WHOLE + packed(OTHER)),
    "gzip-second-member-damaged": ("what follows the first member is not looked at",
                                   WHOLE + packed(OTHER, checksum=1)),
    "gzip-padded": ("zeros behind the first member are ignored", WHOLE + bytes(16)),
    "gzip-garbage-behind": ("bytes behind the first member are ignored", WHOLE + b"not a member"),
    "gzip-empty": ("an empty member is no map", packed(b"")),
    "gzip-empty-then-whole": ("an empty first member is no map, whatever follows", packed(b"") + WHOLE),
    "gzip-checksum-wrong": ("the checksum is checked", packed(BYTES, checksum=zlib.crc32(BYTES) ^ 1)),
    "gzip-length-wrong": ("the length is checked", packed(BYTES, length=len(BYTES) + 4)),
    "gzip-cut-length": ("a member without its length is refused", WHOLE[:-4]),
    "gzip-cut-trailer": ("a member without its trailer is refused", WHOLE[:-8]),
    "gzip-cut-stored": ("what inflates before a cut is not used", gzip(stored(BYTES), BYTES)[: 15 + 132]),
    "gzip-cut-codes": ("what inflates before a cut is not used", WHOLE[: len(WHOLE) * 3 // 4]),
    "gzip-cut-header": ("a header that is cut off is refused", WHOLE[:9]),
    "gzip-odd-bytes": ("the bytes are a multiple of four", packed(BYTES + b"\0\0")),
    "gzip-three-bytes": ("the bytes are a multiple of four", packed(BYTES[:3])),
    # Fields besides the content that a reader can check.
    "gzip-magic-first-byte": ("both bytes of the magic number are checked", packed(BYTES, magic=b"\x1e\x8b")),
    "gzip-magic-second-byte": ("both bytes of the magic number are checked", packed(BYTES, magic=b"\x1f\x9e")),
    "gzip-behind-zeros": ("a member begins with the file", bytes(4) + WHOLE),
    "gzip-behind-text": ("a member begins with the file", b"depth map\n" + WHOLE),
    "gzip-text-flag": ("the flag for text is ignored", packed(BYTES, flags=1)),
    "gzip-time": ("the time is ignored", packed(BYTES, time=1_700_000_000)),
    "gzip-extra-flags": ("the extra flags are ignored", packed(BYTES, extra_flags=1)),
    "gzip-system": ("the operating system is ignored", packed(BYTES, system=3)),
    "gzip-extra-field": ("an extra field is read over, its length little-endian",
                         packed(BYTES, flags=4, fields=EXTRA)),
    "gzip-name": ("a name is read over", packed(BYTES, flags=8, fields=b"depth.bin\0")),
    "gzip-comment": ("a comment is read over", packed(BYTES, flags=16, fields=b"depth map\0")),
    "gzip-comment-65535": ("a comment of 65,535 bytes is read over",
                           packed(BYTES, flags=16, fields=b"c" * 65535 + b"\0")),
    "gzip-comment-65536": ("a comment of 65,536 bytes is refused",
                           packed(BYTES, flags=16, fields=b"c" * 65536 + b"\0")),
    "gzip-header-checksum": ("the checksum of the header is the low half of its CRC-32",
                             with_header_checksum(b"", 0)),
    "gzip-header-checksum-low-byte": ("both bytes of the checksum of the header are checked",
                                      with_header_checksum(b"", 0, 1)),
    "gzip-header-checksum-of-fields": ("the checksum of the header covers its fields",
                                       with_header_checksum(b"name\0", 8)),
    "gzip-cut-length-1-byte": ("a member without all of its length is refused", WHOLE[:-3]),
    "gzip-cut-length-2-bytes": ("a member without all of its length is refused", WHOLE[:-2]),
    "gzip-cut-length-3-bytes": ("a member without all of its length is refused", WHOLE[:-1]),
    # The content is samples, whatever it resembles.
    "gzip-in-gzip": ("a member is inflated once", packed(with_length(len(BYTES)))),
    "gzip-in-gzip-odd": ("a member is inflated once", packed(with_length(len(BYTES) - 2))),
    "gzip-zlib-inside": ("a member is inflated once", packed(deflated(BYTES, window=15))),
    "gzip-numpy-inside": ("a header inside is samples like any others", packed(numpy_array(BYTES[:64], (4, 4)))),
    "gzip-distance-before-start": ("the window begins as zeros", with_copies(PAIR, (1, 1), first=True)),
    "gzip-lone-distance-1-bit": ("a lone distance code of one bit is read", with_copies(LONE_1, (0, 1))),
    "gzip-lone-distance-2-bits": ("a lone distance code of two bits is read", with_copies(LONE_2, (0, 2))),
    "gzip-lone-distance-unused": ("a lone distance code of two bits is read, used or not",
                                  with_copies(LONE_2, None, plain=True)),
    "gzip-lone-distance-other-bit": ("the other bit of a lone distance code is refused", with_copies(LONE_1, (1, 1))),
    "gzip-lone-distance-10-bits": ("a lone distance code of ten bits is read", with_copies(LONE_10, (0, 10))),
    "gzip-lone-distance-10-other": ("the tenth bit beside a lone code is refused",
                                    with_copies(LONE_10, (1, 10), distance=1)),
    "gzip-lone-distance-11-bits": ("a lone distance code of eleven bits is read", with_copies(LONE_11, (0, 11))),
    "gzip-lone-distance-11-other": ("the tenth bit beside a lone code is refused, also of a longer one",
                                    with_copies(LONE_11, (1, 10), distance=1)),
    "gzip-lone-distance-11-last": ("the eleventh bit beside a lone code reads as symbol 0",
                                   with_copies(LONE_11, (1, 11), distance=1)),
    "gzip-lone-distance-15-bits": ("a lone distance code of fifteen bits is read", with_copies(LONE_15, (0, 15))),
    "gzip-lone-distance-15-twelfth": ("the twelfth bit beside a lone code reads as symbol 0, and takes twelve bits",
                                      with_copies(LONE_15, (1, 12), distance=1)),
    "gzip-lone-literal-12-bits": ("a lone literal code is read", lone_end(12)),
    "gzip-lone-literal-other": ("the other bits of a lone literal code are refused", lone_end(12, *[(1, 3)] * 4)),
    "gzip-lone-literal-zeros": ("the eleventh bit beside a lone literal code reads as a zero byte",
                                lone_end(12, *[(1, 11)] * 4)),
    "gzip-code-lengths-incomplete": ("an incomplete code of code lengths is refused",
                                     with_copies(PAIR, (1, 1), start=dynamic(LITERALS, PAIR, size=5))),
    "gzip-repeat-first": ("a length to repeat with none before it is refused",
                          with_copies(PAIR, (1, 1), literals=WITHOUT_FIRST,
                                      start=repeating(WITHOUT_FIRST, PAIR, (0,)))),
    "gzip-repeat-past-end": ("repeats beyond the last code are refused",
                             with_copies(PAIR, (1, 1), start=repeating(LITERALS, PAIR, (len(LITERALS) + 3,)))),
    "gzip-no-end-of-block": ("a block without a code for its end is refused",
                             with_copies(PAIR, None, plain=True, literals=[8] * 256 + [0])),
    "gzip-no-distance-code": ("a block without distance code is read", with_copies([0], None, plain=True)),
    "gzip-no-distance-code-met": ("a distance without a distance code is refused", with_copies([0], (0, 1))),
    "gzip-distances-incomplete": ("an incomplete distance code is refused", with_copies([0, 0, 2, 2], (1, 2))),
    "gzip-literals-incomplete": ("an incomplete literal code is refused",
                                 with_copies(PAIR, (1, 1), literals=[9] * 256 + [3, 3, 3])),
    "gzip-literals-oversubscribed": ("an over-subscribed code is refused",
                                     with_copies(PAIR, (1, 1), literals=[9] * 256 + [2, 2, 3])),
    "gzip-287-literal-codes": ("more than 286 literal and length codes are refused",
                               with_copies(PAIR, (1, 1), literals=LITERALS + [0] * 28)),
    "gzip-31-distance-codes": ("more than 30 distance codes are refused", with_copies(PAIR + [0] * 27, (1, 1))),
    "gzip-length-symbol-286": ("length symbol 286 is refused", fixed(286, 3, 258)),
    "gzip-distance-symbol-30": ("distance symbol 30 is refused", fixed(258, 30, 4)),
    "gzip-block-type-3": ("block type 3 is refused", gzip(b"\x07" + deflated(BYTES), BYTES)),
    "gzip-stored-complement": ("a stored length and complement have to agree", gzip(stored(BYTES, 0xFFFE), BYTES)),
    "zlib": ("zlib is refused", deflated(BYTES, window=15)),
    "deflate": ("a bare DEFLATE stream is refused", deflated(BYTES)),
    "float32": ("bare samples are refused", BYTES),
    "empty": ("an empty file is refused", b""),
    "text": ("anything else is refused", b"depth map\n"),
}  # fmt: skip
