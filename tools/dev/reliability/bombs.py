"""Small files that demand much memory or time, as a hostile sender would write them.

    python3 tools/dev/reliability/bombs.py FOLDER [--megabytes 8]

writes one file for each bomb and ``bombs.json``, which lists for each its format, the arguments of depthcheck that
read it, and the number of bytes it can count as: its own, or those it unpacks to, as far as the limit allows.
"""

from __future__ import annotations

import argparse
import gzip
import json
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2]
sys.path += [str(TOOLS / "lib"), str(TOOLS / "dev/golden")]
import small_files  # noqa: E402
from container_files import STANDARD_ORDER, BitWriter  # noqa: E402
from small_files import chunk, png, zip_of  # noqa: E402

# The default of --max-bytes: the limit of unpacked bytes.
LIMIT = 256 << 20
# The golden set; the files it names are beside it.
GOLDEN = TOOLS.parent / "golden"
MEASUREMENTS_HEADER = "file,status\n"
LABELS = "file,label\na,real\n"
# Larger parameters and labels are refused unread.
SHORT = 1_000_000


@dataclass(frozen=True)
class Bomb:
    format: str
    name: str
    contents: bytes
    # The arguments of depthcheck; FILE is the bomb.
    arguments: tuple[str, ...] = ("analyze", "FILE")
    # The bytes it really unpacks to.
    unpacked: int = 0
    # For a bomb read several times concurrently: the bytes allowed for all readings together.
    at_once: int | None = None


def repeated_deflated(block: bytes, times: int, rest: bytes = b"") -> bytes:
    """A complete raw stream of a repeated block and a rest; compressed once, because a flush makes each repeat the
    same."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return packed * times + packer.compress(rest) + packer.flush()


def zeros_deflated(count: int) -> bytes:
    return repeated_deflated(bytes(1 << 20), count >> 20, bytes(count & 0xFFFFF))


def zlib_stream(deflated: bytes, checksum: int = 1) -> bytes:
    return b"\x78\xda" + deflated + struct.pack(">I", checksum)


def adler_of_zeros(count: int) -> int:
    return (count % 65521) << 16 | 1


def pngs(size: int) -> Iterator[Bomb]:
    small = zlib.compress(bytes(9 * 4))
    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 16, 0, 0, 0, 0))
    yield Bomb("png", "claims 2 GiB of text", (head + chunk(b"tEXt", b"abc", 0x7FFFFFFF))[:44])
    text = chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(1 << 20), 9))
    yield Bomb("png", "packed texts", png(4, 4, small, text * (size // len(text))))
    profile = chunk(b"iCCP", b"k\0\0" + zlib.compress(bytes(64 << 20), 9))
    yield Bomb("png", "packed colour profile", png(4, 4, small, profile))
    yield Bomb("png", "empty chunks", png(4, 4, small, chunk(b"teXt", b"") * (size // 12)))
    pixels = chunk(b"IDAT", b"")
    yield Bomb("png", "empty chunks of pixels", png(4, 4, small, pixels * (size // 12)))
    rows = zlib_stream(zeros_deflated(300_000_000), adler_of_zeros(300_000_000))
    yield Bomb("png", "one by 100,000,000", png(1, 100_000_000, rows))
    for interlaced in (0, 1):
        rows = zlib_stream(zeros_deflated(3_000_000), adler_of_zeros(3_000_000))
        name = "one by 1,000,000" + (", interlaced" if interlaced else "")
        yield Bomb("png", name, png(1, 1_000_000, rows, interlaced=interlaced), unpacked=2_000_000)
    yield Bomb("png", "claims 11,000 by 11,000", png(11_000, 11_000, small))
    yield Bomb("png", "claims 2^31-1 by 1", png(0x7FFFFFFF, 1, small))
    byte_count = (2 * 11_000 + 1) * 11_000
    all_rows = zlib_stream(zeros_deflated(byte_count), adler_of_zeros(byte_count))
    yield Bomb("png", "11,000 by 11,000 zeros", png(11_000, 11_000, all_rows), unpacked=byte_count)


def dynamic_blocks(size: int) -> bytes:
    """Blocks that contain only the description of their codes, which takes longer to read than its size suggests."""
    writer = BitWriter()
    put = writer.bits
    put(0, 1)
    put(2, 2)
    put(0, 5)  # 257 codes of lengths
    put(0, 5)  # one of distances
    put(14, 4)  # lengths of 18 code-length codes: all but the last
    # Lengths 1, 2 and 2 for the codes 18 (138 zeros), 0 and 1.
    lengths = {18: 1, 0: 2, 1: 2}
    for symbol in STANDARD_ORDER[:18]:
        put(lengths.get(symbol, 0), 3)
    put(0, 1)
    put(138 - 11, 7)
    put(0, 1)
    put(118 - 11, 7)  # 256 zeros
    put(3, 2)  # a code of one bit for the end of the block
    put(3, 2)  # and one for a distance
    put(0, 1)  # the end of the block
    while len(writer.all) % 8:  # a whole number of bytes after eight of them
        writer.all *= 8
    return writer.bytes * (size // len(writer.bytes))


def deflate_streams(size: int) -> Iterator[tuple[str, bytes, int]]:
    last = b"\x01\x00\x00\xff\xff"
    yield "4 GiB of zeros", zeros_deflated(4 << 30), LIMIT
    yield "empty stored blocks", b"\x00\x00\x00\xff\xff" * (size // 5) + last, 0
    # 10 bits: not the last block, fixed codes, end of block.
    five_bytes = sum(2 << (10 * number) for number in range(4)).to_bytes(5, "little")
    yield "empty blocks of fixed codes", five_bytes * (size // 5) + last, 0
    yield "empty blocks of own codes", dynamic_blocks(size) + last, 0


def containers(size: int) -> Iterator[Bomb]:
    gzip_head = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    for name, stream, unpacked in deflate_streams(size):
        yield Bomb("gzip", name, gzip_head + stream + bytes(8), unpacked=unpacked)
        yield Bomb("zlib", name, zlib_stream(stream), unpacked=unpacked)
        yield Bomb("deflate", name, stream, unpacked=unpacked)
    member = gzip_head + b"\x03\0" + bytes(8)
    yield Bomb("gzip", "empty members", member * (size // len(member)))
    yield Bomb("gzip", "claims 4 GiB", gzip_head + b"\x03\0" + bytes(4) + b"\xff\xff\xff\xff")
    yield Bomb("gzip", "name without end", b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"n" * size)


def json_texts(size: int) -> Iterator[tuple[str, bytes]]:
    yield "arrays in arrays", b"[" * size
    yield "objects in objects", b'{"a":' * (size // 5)
    yield "zeros", b"[" + b"0," * (size // 2) + b"0]"
    yield "empty objects", b"[" + b"{}," * (size // 3) + b"{}]"
    yield "digits", b'{"near":' + b"9" * size + b"}"
    yield "keys", b"{" + b",".join(b'"%x":0' % number for number in range(size // 10)) + b"}"
    yield "string without end", b'{"' + b"a" * size
    yield "escapes", b'{"' + b"\\u0041" * (size // 6) + b'":1}'
    yield "spaces", b" " * size


def tables(size: int) -> Iterator[tuple[str, bytes]]:
    yield "commas", b"," * size
    yield "quotes", b'"' * size
    yield "quote without end", b'"' + b"a" * size
    yield "empty lines", b"\n" * size
    yield "columns", ",".join(f"{number:x}" for number in range(size // 7)).encode()


def texts(size: int) -> Iterator[Bomb]:
    for name, contents in json_texts(min(size, SHORT)):
        yield Bomb("parameters", name, contents, ("analyze", "map.bin", "--parameters", "FILE"))
    for name, contents in tables(min(size, SHORT)):
        yield Bomb("labels", name, contents, ("tune", "table.csv", "--labels", "FILE"))
    for name, contents in json_texts(size):
        yield Bomb("ndjson", name, contents, ("tune", "FILE", "--labels", "labels.csv"))
    for name, contents in tables(size):
        yield Bomb("measurements", name, contents, ("tune", "FILE", "--labels", "labels.csv"))
        rows = MEASUREMENTS_HEADER.encode() + contents
        yield Bomb("measurements", f"header and {name}", rows, ("tune", "FILE", "--labels", "labels.csv"))
        yield Bomb("manifest", name, contents, ("analyze", "--manifest", "FILE"))
        yield Bomb("manifest", f"header and {name}", b"file\n" + contents, ("analyze", "--manifest", "FILE"))
    for name, contents in (("empty lines", b"\n" * size), ("NULs", b"\0" * size), ("one name", b"a" * size)):
        yield Bomb("list", name, contents, ("analyze", "--files-from", "FILE"))


def tar_header(name: bytes, size: int, kind: bytes = b"0") -> bytes:
    """Sizes too large for octal digits are written in binary."""
    digits = b"%011o\0" % size if size < 1 << 33 else b"\x80" + size.to_bytes(11, "big")
    return small_files.tar_header(name, digits, kind)


def shards(size: int) -> Iterator[Bomb]:
    analyze = ("analyze", "--tar", "FILE", "--quiet")
    for claim in (250 << 20, 1 << 62):
        yield Bomb("tar", f"claims {claim:,} bytes", tar_header(b"a.bin", claim), analyze)
    yield Bomb("tar", "no headers", b"A" * size, analyze)
    yield Bomb("tar", "names for nothing", (tar_header(b"n", 1, b"L") + bytes(512)) * (size // 1024), analyze)
    record = tar_header(b"x", 1 << 20, b"x") + b"12 path=abc\n" * ((1 << 20) // 12) + bytes((1 << 20) % 12)
    yield Bomb("tar", "records", record * (size // len(record)), analyze)
    for letter, text in ((b"[", "arrays"), (b'{"":', "objects")):
        side = letter * ((1 << 20) // len(letter))
        sample = tar_header(b"a.json", 1 << 20) + side + tar_header(b"a.bin", 0)
        yield Bomb("tar", f"side file of {text} in {text}", sample, analyze)
    yield Bomb("tar", "links of one sample", tar_header(b"a.bin", 0, b"2") * (size // 512), analyze)
    members = (tar_header(b"a.%d.bin" % number, 0) for number in range(size // 512))
    yield Bomb("tar", "empty members of one sample", b"".join(members), analyze)
    gzip_head = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    folders = tar_header(b"a/", 0, b"5") * 2048
    checksum = 0
    for _ in range(512):
        checksum = zlib.crc32(folders, checksum)
    packed = gzip_head + repeated_deflated(folders, 512) + struct.pack("<II", checksum, 512 << 20)
    yield Bomb("tar", "packed folders", packed, analyze, unpacked=512 << 20)
    zeros = zeros_deflated(4 << 30)
    yield Bomb("tar", "4 GiB of zeros, packed", gzip_head + zeros + bytes(8), analyze, unpacked=4 << 30)
    inside = zlib.compressobj(9, zlib.DEFLATED, 31)
    begun = inside.compress(tar_header(b"a.bin", 4 << 30)) + inside.flush(zlib.Z_FULL_FLUSH)
    yield Bomb("tar", "a member of 4 GiB of zeros, packed", begun + zeros + bytes(8), analyze, unpacked=4 << 30)


def tiff(width: int, height: int, strips: list[bytes], compression: int) -> bytes:
    """A TIFF of float32 samples in the given strips."""
    strip = b"".join(strips)
    offsets = [8 + sum(map(len, strips[:number])) for number in range(len(strips))]
    counts = [len(one) for one in strips]
    lists = b""
    place = 8 + len(strip)
    values = []
    for numbers in (offsets, counts):
        if len(numbers) == 1:
            values.append(numbers[0])
        else:
            values.append(place + len(lists))
            lists += struct.pack(f"<{len(numbers)}I", *numbers)
    rows = -(-height // len(strips))
    entries = [
        (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 32), (259, 3, 1, compression), (262, 3, 1, 1),
        (273, 4, len(strips), values[0]), (277, 3, 1, 1), (278, 4, 1, rows), (279, 4, len(strips), values[1]),
        (339, 3, 1, 3),
    ]  # fmt: skip
    return small_files.tiff(entries, strip + lists)


def exr_attribute(name: bytes, kind: bytes, value: bytes) -> bytes:
    return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value


def exr(width: int, height: int, compression: int, blocks: list[bytes], channels: int = 1) -> bytes:
    """Float32 channels in blocks of 16 lines, or of one line without compression."""
    lines = 16 if compression == 3 else 1
    names = b"".join(b"%s\0" % (b"Z" if channels == 1 else b"c%06d" % number) + struct.pack("<4I", 2, 0, 1, 1)
                     for number in range(channels))  # fmt: skip
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    header = b"\x76\x2f\x31\x01\x02\0\0\0" + b"".join(
        exr_attribute(*attribute)
        for attribute in (
            (b"channels", b"chlist", names + b"\0"), (b"compression", b"compression", bytes([compression])),
            (b"dataWindow", b"box2i", window), (b"displayWindow", b"box2i", window),
            (b"lineOrder", b"lineOrder", b"\0"), (b"pixelAspectRatio", b"float", struct.pack("<f", 1)),
            (b"screenWindowCenter", b"v2f", bytes(8)), (b"screenWindowWidth", b"float", struct.pack("<f", 1)),
        )
    ) + b"\0"  # fmt: skip
    table, contents = b"", b""
    for number, block in enumerate(blocks):
        table += struct.pack("<Q", len(header) + 8 * len(blocks) + len(contents))
        contents += struct.pack("<iI", number * lines, len(block)) + block
    return header + table + contents


# The memory budget of all jobs together, and of one job besides; see ByteBudget.swift.
BUDGET = 1 << 30
ALONE = 4 * LIMIT


def library_pictures(size: int) -> Iterator[Bomb]:
    """Pictures for libtiff and OpenEXRCore: claimed sizes without bytes, bytes that unpack to many, long lists."""
    side = 7_500
    byte_count = 4 * side * side
    for name, compression in (("none", 1), ("LZW", 5), ("deflate", 8), ("PackBits", 32773), ("Zstandard", 50000)):
        yield Bomb("tiff", f"claims 225 MB, {name}", tiff(side, side, [bytes(4)], compression))
    zeros = tiff(side, side, [zlib_stream(zeros_deflated(byte_count), adler_of_zeros(byte_count))], 8)
    yield Bomb("tiff", "225 MB of zeros", zeros, unpacked=byte_count)
    rows = zlib_stream(zeros_deflated(4 * side), adler_of_zeros(4 * side))
    yield Bomb("tiff", "225 MB, of which a strip is there", tiff(side, side, [rows] + [bytes(40)] * (side - 1), 8))
    tags = {*range(33_000, 36_000), *range(50_900, 52_000)} - {34665, 34675, 34887}
    yield Bomb("tiff", "unknown tags", small_files.tiff((tag, 4, 1, 1) for tag in tags))
    yield Bomb("exr", "claims 225 MB", exr(side, side, 0, [b"\0"]))
    empty = [b""] * -(-side // 16)
    yield Bomb("exr", "claims 225 MB, with all its blocks", exr(side, side, 3, empty))
    block = zlib_stream(zeros_deflated(64 * side), adler_of_zeros(64 * side))
    last = 4 * side * (side % 16)
    blocks = [block] * (side // 16) + [zlib_stream(zeros_deflated(last), adler_of_zeros(last))]
    packed = exr(side, side, 3, blocks)
    yield Bomb("exr", "225 MB of one number", packed, unpacked=byte_count)
    yield Bomb("exr", "channels", exr(1, 1, 0, [], channels=size // 24))
    jobs = ("analyze", "--jobs", "16", "--quiet", *(["FILE"] * 16))
    yield Bomb("16 jobs", "tiff that claims 225 MB", tiff(side, side, [bytes(4)], 1), jobs)
    yield Bomb("16 jobs", "exr that claims 225 MB", exr(side, side, 3, empty), jobs)
    for name, contents in ("tiff of 225 MB of zeros", zeros), ("exr of 225 MB of one number", packed):
        yield Bomb("16 jobs", name, contents, jobs, 16 * byte_count, BUDGET + ALONE)
    deflated = gzip_of_zeros(byte_count)
    yield Bomb("16 jobs", "gzip of 225 MB of zeros", deflated, jobs, 16 * byte_count, BUDGET + ALONE)
    members = b"".join(tar_header(b"%d.bin" % number, byte_count) for number in range(1))
    whole = gzip_of([(members, 1), (bytes(byte_count + -byte_count % 512), 1)] * 16)
    tar = ("analyze", "--jobs", "16", "--quiet", "--tar", "FILE")
    yield Bomb("16 jobs", "packed tar of maps of zeros", whole, tar, 16 * byte_count, BUDGET + ALONE)
    convert = ("convert", "--jobs", "16", "--quiet", "-o", "all.npz", *(["FILE"] * 16))
    yield Bomb("16 jobs", "gzip of 225 MB of zeros, converted", deflated, convert, 16 * byte_count, BUDGET + ALONE)


def gzip_of_zeros(count: int) -> bytes:
    return gzip_of([(bytes(1 << 20), count >> 20), (bytes(count & 0xFFFFF), 1)])


def gzip_of(blocks: list[tuple[bytes, int]]) -> bytes:
    """A gzip member of repeated blocks."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(block) for block, times in blocks for _ in range(times)) + packer.flush()


def captures(size: int) -> Iterator[Bomb]:
    size = min(size, 2 << 20)
    part = b'--B\r\nContent-Disposition: form-data; name="p%d"\r\n\r\n\r\n'
    parts = b"".join(part % number for number in range(size // 60))
    yield Bomb("capture", "parts", parts + b"--B--\r\n", ("capture", "inspect", "FILE"))


def answers(size: int) -> Iterator[Bomb]:
    size = min(size, 2_000_000)
    check = ("golden", "check", "golden", "--answers", "FILE")
    # Each answer fails, so the whole set is read too, with its maps and fingerprints.
    maps = sum(len(gzip.decompress(path.read_bytes())) for path in GOLDEN.parent.glob("fixtures/*.bin.gz"))
    whole_set = sum(path.stat().st_size for path in GOLDEN.rglob("*.json")) + maps
    names = b"".join(b'{"name":"%d"}\n' % number for number in range(size // 17))
    for name, contents in [
        ("empty objects", b"{}\n" * (size // 3)), ("one name", b'{"name":"a"}\n' * (size // 13)), ("names", names),
    ]:  # fmt: skip
        yield Bomb("answers", name, contents, check, unpacked=whole_set)


def archives(size: int) -> Iterator[Bomb]:
    analyze = ("analyze", "--quiet", "FILE")
    count = min(size, 2_000_000) // 90
    yield Bomb("npz", "empty members", zip_of((f"{number}.npy", b"") for number in range(count)), analyze)
    yield Bomb("npz", "members of one name", zip_of(("a.npy", b"") for _ in range(count)), analyze)
    member = b"PK\3\4" + struct.pack("<HHHHHIIIHH", 20, 8, 8, 0, 33, 0, 0, 0, 1, 0) + b"a\3\0"
    member += b"PK\7\x08" + struct.pack("<III", 0, 2, 0)
    yield Bomb("npz", "members without a directory", member * (min(size, 2_000_000) // len(member)), analyze)


SOURCES: tuple[Callable[[int], Iterator[Bomb]], ...] = (
    pngs, containers, texts, shards, library_pictures, captures, answers, archives,
)  # fmt: skip


def write(folder: Path, size: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.bin").write_bytes(struct.pack("<4096f", *[1.0] * 4096))
    (folder / "golden").symlink_to(GOLDEN)
    (folder / "fixtures").symlink_to(GOLDEN.parent / "fixtures")
    (folder / "labels.csv").write_text(LABELS)
    (folder / "table.csv").write_text(MEASUREMENTS_HEADER)
    listed = []
    for number, bomb in enumerate(bomb for source in SOURCES for bomb in source(size)):
        # The name of a map does not determine its format; that of a table does.
        ending = {"ndjson": "ndjson", "npz": "npz"}.get(bomb.format, "csv")
        file = f"{number:03}.{ending}"
        (folder / file).write_bytes(bomb.contents)
        arguments = [file if argument == "FILE" else argument for argument in bomb.arguments]
        byte_count = len(bomb.contents)
        listed.append(
            {"format": bomb.format, "name": bomb.name, "arguments": arguments, "byte_count": byte_count,
             "unpacked": bomb.unpacked, "at_once": bomb.at_once})  # fmt: skip
    (folder / "bombs.json").write_text(json.dumps(listed, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--megabytes", type=int, default=8, help="the size of bombs that can have any size [8]")
    arguments = parser.parse_args()
    write(arguments.folder, arguments.megabytes * 1_000_000)


if __name__ == "__main__":
    main()
