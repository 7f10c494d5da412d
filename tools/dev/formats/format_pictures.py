"""Depth maps as TIFF and OpenEXR files, written by tifffile and the OpenEXR package for Python: families of
tools/dev/formats/make. A family returns files by name, with the expected result of each."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy
import OpenEXR
import tifffile

from format_arrays import Collection, Family

WIDTH, HEIGHT = 43, 29
FLIPS: dict[int, Callable[[numpy.ndarray], numpy.ndarray]] = {
    1: lambda rows: rows,
    2: lambda rows: rows[:, ::-1],
    3: lambda rows: rows[::-1, ::-1],
    4: lambda rows: rows[::-1],
    5: lambda rows: rows.T,
    6: lambda rows: rows.T[:, ::-1],
    7: lambda rows: rows.T[::-1, ::-1],
    8: lambda rows: rows.T[::-1],
}


def room() -> numpy.ndarray:
    """A floor and a step, in metres, with holes, and with numbers that are easily lost."""
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    samples = (1 + rows / 128 + (columns > 20) * 0.5 + columns / 1024).astype(numpy.float32)
    samples += (rows * 7919 + columns * 104729) % 97 / numpy.float32(10_000)
    samples[3:6, 10:14] = numpy.nan
    samples[0, :6] = [0, -0.0, numpy.inf, -numpy.inf, 6e-8, 65504]
    return samples


# TIFF ------------------------------------------------------------------------------------------------------------


def tiff(data: numpy.ndarray, **options: object) -> bytes:
    options = {"photometric": "minisblack", "metadata": None, "software": False} | options
    byte_order = options.pop("byteorder", "<")
    is_big = options.pop("bigtiff", False)
    file = BytesIO()
    with tifffile.TiffWriter(file, byteorder=byte_order, bigtiff=is_big) as writer:
        writer.write(data, **options)
    return file.getvalue()


def tiffs() -> Family:
    found = Collection()
    floats = room()
    halves = floats.astype(numpy.float16)
    millimetres = numpy.where(numpy.isfinite(floats), floats * 1000, 0).clip(0, 65535).astype(numpy.uint16)
    small = floats[:24, :32]
    for name, order in ("little", "<"), ("big", ">"):
        found.add(f"f32-{name}.tif", tiff(floats, byteorder=order), floats)
        found.add(f"f16-{name}.tif", tiff(halves, byteorder=order), halves)
        found.add(f"u16-{name}.tif", tiff(millimetres, byteorder=order), millimetres, units=1000)
        found.add(f"f64-{name}.tif", tiff(small.astype(numpy.float64), byteorder=order), small)
    tile = {"tile": (16, 32)}
    strips = {"rowsperstrip": 10}
    for name, layout in ("tiles", tile), ("strips", strips):
        for packing in "lzw", "deflate", "zstd", "packbits":
            found.add(f"f32-{name}-{packing}.tif", tiff(floats, compression=packing, **layout), floats)
        found.add(f"f32-{name}.tif", tiff(floats, **layout), floats)
        found.add(f"u16-{name}.tif", tiff(millimetres, **layout), millimetres, units=1000)
    for packing in "lzw", "deflate", "zstd":
        for order, byte_order in ("little", "<"), ("big", ">"):
            options = {"compression": packing, "byteorder": byte_order, **tile}
            name = f"{packing}-{order}"
            found.add(f"u16-predictor2-{name}.tif", tiff(millimetres, predictor=2, **options), millimetres, units=1000)
            found.add(f"f32-predictor3-{name}.tif", tiff(floats, predictor=3, **options), floats)
    # The deflate code that Adobe registered later, which is the usual one.
    found.add("f32-zlib.tif", tiff(floats, compression="zlib"), floats)
    found.add("f16-predictor3.tif", tiff(halves, predictor=3, compression="deflate", **strips), halves)
    found.add("f64-predictor3.tif", tiff(small.astype("f8"), predictor=3, compression="deflate"), small)
    found.add("f32-lerc.tif", tiff(small, compression="lerc"), small)
    found.add("one-tile-larger-than-the-map.tif", tiff(small, tile=(64, 64), compression="deflate"), small)
    found.add("big-tiff.tif", tiff(floats, bigtiff=True, compression="deflate"), floats)
    found.add("big-tiff-big-endian.tif", tiff(floats, bigtiff=True, byteorder=">"), floats)
    for orientation, flip in FLIPS.items():
        for layout_name, layout in ("strips", strips), ("tiles", {"tile": (16, 16)}):
            options = layout | {"compression": "lzw", "extratags": [(274, "H", 1, orientation, True)]}
            found.add(f"orientation-{orientation}-{layout_name}.tif", tiff(small, **options), flip(small))
    holes = numpy.where(numpy.isnan(floats), numpy.float32(-9999), floats)
    gdal = [(42113, "s", 0, "-9999", True)]
    found.add("gdal-no-data.tif", tiff(holes, compression="deflate", extratags=gdal), floats)
    zero = [(42113, "s", 0, " 0 ", True)]
    found.add(
        "gdal-no-data-u16.tif", tiff(millimetres, compression="deflate", extratags=zero),
        numpy.where(millimetres == 0, numpy.nan, millimetres), units=1000,
    )  # fmt: skip
    words = [(42113, "s", 0, "nothing", True)]
    found.add("gdal-no-data-in-words.tif", tiff(small, compression="deflate", extratags=words), small)
    found.add("white-is-zero.tif", tiff(millimetres, photometric="miniswhite"), millimetres, units=1000)
    pages = BytesIO()
    with tifffile.TiffWriter(pages) as writer:
        for page in range(3):
            samples = small if page == 0 else small + page
            writer.write(samples, photometric="minisblack", metadata=None, compression="deflate")
    found.add("three-pages.tif", pages.getvalue(), small)
    # A directory that links to itself, as in damaged files.
    ring = bytearray(tiff(small, compression="deflate"))
    (first,) = struct.unpack_from("<I", ring, 4)
    (entries,) = struct.unpack_from("<H", ring, first)
    struct.pack_into("<I", ring, first + 2 + 12 * entries, first)
    found.add("ring-of-directories.tif", bytes(ring), small)

    grey = (millimetres >> 8).astype(numpy.uint8)
    found.refuse("u8.tif", tiff(grey), "tiff_not_depth")
    found.refuse("i16.tif", tiff(millimetres.view(numpy.int16)), "tiff_not_depth")
    found.refuse("u32.tif", tiff(millimetres.astype(numpy.uint32)), "tiff_not_depth")
    found.refuse("i32.tif", tiff(millimetres.astype(numpy.int32)), "tiff_not_depth")
    colours = numpy.dstack([grey] * 3)
    found.refuse("rgb-u8.tif", tiff(colours, photometric="rgb", compression="deflate"), "tiff_not_depth")
    found.refuse("rgb-f32.tif", tiff(numpy.dstack([small] * 3), photometric="rgb"), "tiff_not_depth")
    planes = numpy.stack([small] * 2)
    found.refuse("two-planes.tif", tiff(planes, planarconfig="separate", extrasamples=[0]), "tiff_not_depth")
    found.refuse("complex.tif", tiff(small.astype(numpy.complex64)), "tiff_not_depth")
    found.refuse("lzma.tif", tiff(small, compression="lzma"), "tiff_not_depth")
    found.refuse("jpeg.tif", tiff(grey, compression="jpeg"), "tiff_not_depth")
    found.refuse("huge.tif", huge_tiff(100_000, 100_000), "too_large")
    found.refuse("high.tif", huge_tiff(1, 60_000_000), "too_large")
    return found.family()


def huge_tiff(width: int, height: int) -> bytes:
    """A file of a few bytes that claims to have a picture of that size in one strip."""
    strip = struct.pack("<f", 1)
    entries = [
        (256, 4, width), (257, 4, height), (258, 3, 32), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
        (278, 4, 1 if width == 1 else height), (279, 4, 4), (339, 3, 3),
    ]  # fmt: skip
    directory = struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        directory += struct.pack("<HHII", tag, kind, 1, value)
    return b"II*\0" + struct.pack("<I", 12) + strip + directory + bytes(4)


# OpenEXR ---------------------------------------------------------------------------------------------------------


COMPRESSIONS = ["NO", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A"]


def exr(channels: dict[str, object], **header: object) -> bytes:
    header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage} | header
    return written(OpenEXR.File(header, channels))


def written(file: OpenEXR.File) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.exr"
        file.write(str(path))
        return path.read_bytes()


def decoded(contents: bytes, channel: str) -> numpy.ndarray:
    """Decodes a file with the library of the Python package, for lossy compressions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.exr"
        path.write_bytes(contents)
        return OpenEXR.File(str(path)).channels()[channel].pixels.astype(numpy.float32)


def tiles(width: int, height: int, mode: object = OpenEXR.ONE_LEVEL) -> dict[str, object]:
    description = OpenEXR.TileDescription()
    description.xSize, description.ySize, description.mode = width, height, mode
    return {"type": OpenEXR.tiledimage, "tiles": description}


def open_exrs() -> Family:
    found = Collection()
    floats = room()
    halves = floats.astype(numpy.float16)
    small = floats[:24, :32].copy()
    for name in COMPRESSIONS:
        compression = getattr(OpenEXR, f"{name}_COMPRESSION")
        label = name.lower() if name != "NO" else "none"
        for layout, header in ("lines", {}), ("tiles", tiles(16, 32)):
            for kind, samples in ("f32", floats), ("f16", halves):
                contents = exr({"Z": samples}, compression=compression, **header)
                found.add(f"{kind}-{layout}-{label}.exr", contents, decoded(contents, "Z"))
    # The library decodes these since version 3.2, not to the same bits on all machines.
    for name in "DWAA", "DWAB":
        contents = exr({"Z": halves}, compression=getattr(OpenEXR, f"{name}_COMPRESSION"))
        found.refuse(f"f16-lines-{name.lower()}.exr", contents, "exr_not_depth")
    found.add("depth-beside-colours.exr", exr({"RGB": numpy.dstack([halves] * 3), "Z": floats}), floats)
    found.add("brightness.exr", exr({"A": halves, "Y": floats}), floats)
    found.add("depth-and-brightness.exr", exr({"Y": halves, "Z": floats}), floats)
    found.add("one-channel-of-another-name.exr", exr({"left.depth": floats}), floats)
    both = {"mask": numpy.zeros((HEIGHT, WIDTH), numpy.uint32), "Z": floats}
    found.add("whole-numbers-beside.exr", exr(both), floats)
    window = (numpy.array([10, -5], numpy.int32), numpy.array([9 + WIDTH, HEIGHT - 6], numpy.int32))
    for name, header in ("lines", {}), ("tiles", tiles(16, 16)):
        found.add(f"window-elsewhere-{name}.exr", exr({"Z": floats}, dataWindow=window, **header), floats)
    found.add("last-line-first.exr", exr({"Z": floats}, lineOrder=OpenEXR.DECREASING_Y), floats)
    found.add("last-tile-first.exr", exr({"Z": floats}, lineOrder=OpenEXR.DECREASING_Y, **tiles(16, 16)), floats)
    found.add("levels.exr", exr({"Z": floats}, **tiles(16, 16, OpenEXR.MIPMAP_LEVELS)), floats)
    found.add("tile-larger-than-the-map.exr", exr({"Z": small}, **tiles(64, 64)), small)
    header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
    parts = [
        OpenEXR.Part(header | {"name": name}, {"Z": samples})
        for name, samples in (("first", small), ("second", small + 1))
    ]
    found.add("two-parts.exr", written(OpenEXR.File(parts)), small)

    found.add("colours.exr", exr({"RGB": numpy.dstack([halves] * 3)}), halves)
    found.refuse("whole-numbers.exr", exr({"Z": both["mask"]}), "exr_not_depth")
    deep = numpy.empty((3, 4), object)
    for place in range(12):
        deep.flat[place] = numpy.ones(place % 3, numpy.float32)
    contents = exr({"Z": deep}, type=OpenEXR.deepscanline, compression=OpenEXR.ZIPS_COMPRESSION)
    found.refuse("deep.exr", contents, "exr_not_depth")
    found.refuse("huge.exr", huge_exr(), "too_large")
    return found.family()


def huge_exr() -> bytes:
    """A small file that claims to have 100,000 rows of 100,000 samples."""
    contents = bytearray(exr({"Z": room()}))
    place = contents.index(b"dataWindow\0box2i\0") + len(b"dataWindow\0box2i\0") + 4
    struct.pack_into("<4i", contents, place, 0, 0, 99_999, 99_999)
    return bytes(contents)


FAMILIES = {"tiff": tiffs, "exr": open_exrs}
