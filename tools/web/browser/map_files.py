"""Depth maps in every format that the page reads, and invalid files, for tests."""

import gzip
import io
import pathlib
import struct
import sys
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/lib"))
import small_files  # noqa: E402

FIXTURES = ROOT / "fixtures"


def fixture(name):
    return FIXTURES / f"{name}.bin.gz"


def raw(name):
    """The samples of a fixture as little-endian float32."""
    return gzip.decompress(fixture(name).read_bytes())


def floats(data):
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def zlib_bytes(data):
    return zlib.compress(data, 9)


def deflate_bytes(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def png(width, height, rows, **header):
    """Makes a PNG from rows that begin with their filter bytes."""
    return small_files.png(width, height, zlib.compress(rows), **header)


def filtered(filter, line, above):
    """Encodes a row of 16-bit pixels with one of the five filters of PNG."""

    def predicted(index):
        left = line[index - 2] if index > 1 else 0
        up = above[index]
        corner = above[index - 2] if index > 1 else 0
        if filter == 4:
            estimate = left + up - corner
            return min((left, up, corner), key=lambda byte: abs(estimate - byte))
        return (0, left, up, (left + up) // 2)[filter]

    return bytes([filter]) + bytes((byte - predicted(index)) % 256 for index, byte in enumerate(line))


def grey16(pixels, width, height, interlaced=False):
    """Makes a 16-bit greyscale PNG whose rows use all filters in turn."""
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for first_column, first_row, columns, step in passes:
        above = None
        for number, row in enumerate(range(first_row, height, step)):
            line = b"".join(struct.pack(">H", pixels[row * width + x]) for x in range(first_column, width, columns))
            if not line:
                continue
            rows += filtered(number % 5, line, above or bytes(len(line)))
            above = line
    return png(width, height, rows, interlaced=interlaced)


def photo(width, height, colour=(200, 40, 40)):
    """Makes a single-colour 8-bit RGB PNG."""
    return png(width, height, (b"\0" + bytes(colour) * width) * height, depth=8, colour=2)


def zipped(name, data):
    """Makes a zip archive with one stored member."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, data)
    return buffer.getvalue()


def written(folder, name, data):
    path = pathlib.Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
