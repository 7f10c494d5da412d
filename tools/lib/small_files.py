"""Writes files in foreign formats byte by byte, for seeds and for files that no other writer makes."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterable


def chunk(name: bytes, data: bytes, length: int | None = None) -> bytes:
    """A chunk of a PNG, which can claim another length."""
    length = len(data) if length is None else length
    return struct.pack(">I", length) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    width: int, height: int, packed: bytes, before: bytes = b"", depth: int = 16, colour: int = 0, interlaced: int = 0
) -> bytes:
    """A PNG of rows with their filters, packed by zlib, and chunks before them."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    pixels = chunk(b"IDAT", packed)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + pixels + chunk(b"IEND", b"")


def npy(kind: str, shape: str, data: bytes, columns_first: bool = False, version: int = 1) -> bytes:
    header = f"{{'descr': '{kind}', 'fortran_order': {columns_first}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY" + struct.pack("<BBH" if version == 1 else "<BBI", version, 0, len(header)) + header + data


def tar_header(name: bytes, size: bytes, kind: bytes = b"0") -> bytes:
    """The block before a member of a tar archive, with the size as it is written there."""
    block = name.ljust(124, b"\0") + size.ljust(12, b"\0") + bytes(12) + b" " * 8 + kind + bytes(100)
    block = (block + b"ustar\x0000").ljust(512, b"\0")
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def tiff(entries: Iterable[tuple[int, int, int, int]], before: bytes = b"") -> bytes:
    """A TIFF of one directory, behind the bytes at offset 8. An entry has a tag, a type, a count and a value."""
    sorted_entries = sorted(entries)
    directory = b"".join(struct.pack("<HHII", *entry) for entry in sorted_entries)
    head = b"II*\0" + struct.pack("<I", 8 + len(before))
    return head + before + struct.pack("<H", len(sorted_entries)) + directory + bytes(4)


def zip_of(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A stored archive. A name can occur twice."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for name, contents in members:
            archive.writestr(zipfile.ZipInfo(name), contents)
    return buffer.getvalue()
