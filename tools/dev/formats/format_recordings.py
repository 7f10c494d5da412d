"""Recordings in the form of the Scoop data set, written from the description of its format: a family of
tools/dev/formats/make. The expected results are by the name of each map in each file."""

from __future__ import annotations

import hashlib
import struct

import numpy

Family = tuple[dict[str, bytes], dict[str, object]]

WIDTH, HEIGHT = 16, 12


def frame(number: int) -> numpy.ndarray:
    """A slanted wall that comes nearer, with a box in front of it and samples without a reading, as float16 metres."""
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    depth = 2 - 0.25 * number + columns / 64 + rows / 32
    depth[3:6, 4 + number : 9 + number] = 0.75
    depth[(rows * 7 + columns * 3 + number) % 29 == 0] = numpy.nan
    return depth.astype("<f2")


def header(*, platform: int = 1, width: int = WIDTH, height: int = HEIGHT, size: int = 2, rate: int = 60) -> bytes:
    return struct.pack("<B4I", platform, width, height, size, rate)


def stored(number: int) -> bytes:
    return struct.pack("<4f", 13.5, 13.5, WIDTH / 2, HEIGHT / 2) + frame(number).tobytes()


def outcome(number: int) -> dict[str, object]:
    digest = hashlib.sha256(frame(number).astype("<f4").tobytes()).hexdigest()
    return {"width": WIDTH, "height": HEIGHT, "samples_sha256": digest}


def recordings() -> Family:
    frames = [stored(number) for number in range(3)]
    whole = header() + b"".join(frames)
    files = {"walk.idep": whole, "one-frame.idep": header() + frames[0], "UPPER.IDEP": header(rate=0) + frames[1]}
    expected: dict[str, object] = {
        "walk.idep": {f"walk.idep/{number}": outcome(number) for number in range(3)},
        "one-frame.idep": {"one-frame.idep/0": outcome(0)},
        "UPPER.IDEP": {"UPPER.IDEP/0": outcome(1)},
    }
    # Bytes after the last whole frame are an incomplete frame.
    for name, count in {"cut.idep": len(whole) - 2, "more.idep": len(header()) + 2 * len(frames[0]) + 1}.items():
        files[name] = whole[:count]
        expected[name] = {f"{name}/{number}": outcome(number) for number in range(2)}
        expected[name][f"{name}/2"] = {"error_code": "idep_truncated"}
    refused = {
        "empty-recording": (header(), "idep_truncated"),
        "short-header": (header()[:9], "idep_truncated"),
        "no-width": (header(width=0) + frames[0], "idep_damaged"),
        "no-height": (header(height=0) + frames[0], "idep_damaged"),
        "absurd-width": (header(width=16_385) + frames[0], "idep_damaged"),
        "absurd-height": (header(height=0xFFFF_FFFF) + frames[0], "idep_damaged"),
        "platform-0": (header(platform=0) + frames[0], "idep_damaged"),
        "platform-3": (header(platform=3) + frames[0], "idep_damaged"),
        "four-bytes": (header(size=4) + frames[0] * 2, "idep_not_depth"),
        "android": (header(platform=2) + frames[0], "is_adep"),
    }
    for name, (contents, code) in refused.items():
        files[f"{name}.idep"] = contents
        expected[f"{name}.idep"] = {f"{name}.idep": {"error_code": code}}
    files["phone.adep"] = b"\0" * 40
    expected["phone.adep"] = {"phone.adep": {"error_code": "is_adep"}}
    files["cut-first.idep"] = header() + frames[0][:-1]
    expected["cut-first.idep"] = {"cut-first.idep/0": {"error_code": "idep_truncated"}}
    return files, expected


FAMILIES = {"scoop": recordings}
