"""Depth maps as NumPy arrays and portable float maps, written by NumPy and OpenCV: families of
tools/dev/formats/make. A family returns files by name, with the expected result of each."""

from __future__ import annotations

import hashlib
import io

import cv2
import numpy

Family = tuple[dict[str, bytes], dict[str, object]]


def scene(height: int, width: int, seed: int) -> numpy.ndarray:
    """A slanted wall with a box in front of it and some holes, in metres."""
    random = numpy.random.RandomState(seed)
    rows, columns = numpy.mgrid[0:height, 0:width]
    depth = 1.5 + 0.01 * columns + 0.02 * rows + 0.004 * random.random_sample((height, width))
    depth[height // 3 : height // 2, width // 4 : width // 2] = 0.75
    depth[random.random_sample((height, width)) < 0.03] = 0
    return depth.astype("<f4")


class Collection:
    """The files of one family."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.expected: dict[str, object] = {}

    def add(self, name: str, contents: bytes, stored: numpy.ndarray, units: int | None = None) -> None:
        """Adds a file with the map `stored`; integers are divided by `units` as float32."""
        samples = stored.astype("<f4")
        if units:
            samples = (samples / numpy.float32(units)).astype("<f4")
        self.files[name] = contents
        height, width = samples.shape
        digest = hashlib.sha256(samples.tobytes()).hexdigest()
        self.expected[name] = {"width": width, "height": height, "samples_sha256": digest}

    def refuse(self, name: str, contents: bytes, code: str) -> None:
        """Adds a file that is refused with an error of this code."""
        self.files[name] = contents
        self.expected[name] = {"error_code": code}

    def family(self) -> Family:
        return self.files, self.expected


def saved(array: numpy.ndarray, version: tuple[int, int] | None = None) -> bytes:
    file = io.BytesIO()
    numpy.lib.format.write_array(file, array, version=version)
    return file.getvalue()


def numpy_arrays() -> Family:
    found = Collection()
    depth = scene(24, 32, 1)
    steps = numpy.round(depth * 1000)
    for order, name in (("<", "little"), (">", "big")):
        for kind in ("f2", "f4", "f8"):
            stored = depth.astype(order + kind)
            found.add(f"{kind}-{name}.npy", saved(stored), stored)
        found.add(f"u2-{name}.npy", saved(steps.astype(order + "u2")), steps, units=1000)
    exact = depth.astype("<f8") + 1e-9
    found.add("f8-rounded.npy", saved(exact), exact)
    found.add("f4-fortran.npy", saved(numpy.asfortranarray(depth)), depth)
    found.add("u2-fortran.npy", saved(numpy.asfortranarray(steps.astype("<u2"))), steps, units=1000)
    found.add("version-2.npy", saved(depth, version=(2, 0)), depth)
    found.add("version-3.npy", saved(depth, version=(3, 0)), depth)
    found.add("axes-of-one.npy", saved(depth[None, :, :, None]), depth)
    found.add("one-row.npy", saved(depth[:1]), depth[:1])
    odd = depth.copy()
    odd[0, :4] = [numpy.nan, numpy.inf, -numpy.inf, -1]
    found.add("f2-special.npy", saved(odd.astype("<f2")), odd.astype("<f2"))
    found.add("f4-special.npy", saved(odd), odd)
    refused = {
        "int64": steps.astype("<i8"),
        "uint8": numpy.minimum(steps, 255).astype("u1"),
        "complex": depth.astype("<c8"),
        "structure": numpy.zeros((2, 3), [("depth", "<f4"), ("sure", "u1")]),
        "one-axis": depth.ravel(),
        "three-axes": numpy.stack([depth[:4], depth[:4]]),
        "no-rows": depth[:0],
        "no-axes": numpy.array(depth[0, 0]),
    }
    for name, array in refused.items():
        found.refuse(f"{name}.npy", saved(array), "npy_not_depth")
    return found.family()


def portable_float_maps() -> Family:
    found = Collection()
    depth = scene(21, 30, 2)
    rows = depth[::-1].tobytes()
    found.add("opencv.pfm", bytes(cv2.imencode(".pfm", depth)[1]), depth)
    found.add("big.pfm", b"Pf\n30 21\n1.0\n" + depth[::-1].astype(">f4").tobytes(), depth)
    found.add("spaces.pfm", b"Pf 30  21\t-1.0\n" + rows, depth)
    found.add("remark.pfm", b"Pf\n# metres\n30 21\n-1\n" + rows, depth)
    found.add("windows.pfm", b"Pf\r\n30 21\r\n-1\r\n" + rows, depth)
    found.add("scaled.pfm", b"Pf\n30 21\n-0.5\n" + rows, depth)
    colour = numpy.stack([depth] * 3, axis=2)
    found.refuse("colour.pfm", bytes(cv2.imencode(".pfm", colour)[1]), "pfm_not_depth")
    found.refuse("no-width.pfm", b"Pf\n9999999999 21\n-1\n" + rows, "pfm_damaged")
    found.refuse("no-scale.pfm", b"Pf\n30 21\n0\n" + rows, "pfm_damaged")
    found.refuse("words.pfm", b"Pf\n1x 21\n-1\n" + rows, "pfm_damaged")
    return found.family()


def headed() -> Family:
    """Portable grey maps, written from the description of their header."""
    found = Collection()
    depth = scene(21, 30, 7)
    steps = numpy.round(depth * 1000).astype("<u2")
    pixels = steps.astype(">u2").tobytes()
    for name, header in [
        ("lines", b"P5\n30 21\n65535\n"), ("one-line", b"P5 30 21 65535\n"), ("tabs", b"P5\t30\t21\t4095\t"),
        ("remark", b"P5\n# made by hand\n30 21\n65535\n"), ("windows", b"P5\r\n30 21\r\n65535\r\n"),
        ("blanks", b"P5  30\n\n21   10000 "),
    ]:  # fmt: skip
        found.add(f"{name}.pgm", header + pixels, steps, units=1000)
    found.refuse("8-bit.pgm", b"P5\n30 21\n255\n" + bytes(30 * 21), "pgm_not_depth")
    found.refuse("cut.pgm", b"P5\n30 21\n65535\n" + pixels[:-1], "pgm_truncated")
    found.refuse("no-number.pgm", b"P5\n3o 21\n65535\n" + pixels, "pgm_damaged")
    return found.family()


FAMILIES = {"npy": numpy_arrays, "pfm": portable_float_maps, "headers": headed}
