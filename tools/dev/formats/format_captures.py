"""Record3D captures, packed by the LZFSE library of PyPI: a family of tools/dev/formats/make."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

import lzfse
import numpy

from format_arrays import Family, scene

WIDTH, HEIGHT = 24, 32


def confidence(frame: int) -> numpy.ndarray:
    """Rows of low, medium and high confidence, more of the first two in later frames."""
    levels = numpy.full((HEIGHT, WIDTH), 2, "u1")
    levels[: 4 + frame] = 1
    levels[:, : 2 + frame] = 0
    return levels


def packed(members: list[tuple[str, bytes]]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, contents in members:
            archive.writestr(zipfile.ZipInfo(name), contents)
    return target.getvalue()


def digest(samples: numpy.ndarray) -> str:
    return hashlib.sha256(samples.astype("<f4").tobytes()).hexdigest()


def record3d() -> Family:
    metadata = json.dumps({"w": 1440, "h": 1920, "dw": WIDTH, "dh": HEIGHT, "fps": 60}).encode()
    frames = {number: scene(HEIGHT, WIDTH, 10 + number) for number in (0, 1, 2, 10)}

    def capture(metadata: bytes, *, levels: bool = True, cut: int = 0) -> list[tuple[str, bytes]]:
        members = [("metadata", metadata)]
        # Not in chronological order, which is given by the numbers.
        for number in (10, 2, 1, 0):
            samples = frames[number].tobytes()
            members.append((f"rgbd/{number}.jpg", b"\xff\xd8\xff\xe0"))
            members.append((f"rgbd/{number}.depth", lzfse.compress(samples[: len(samples) - cut])))
            if levels:
                members.append((f"rgbd/{number}.conf", lzfse.compress(confidence(number).tobytes())))
        return members

    expected = {}
    for number, samples in frames.items():
        shares = {}
        for name, least in {"low": 0, "medium": 1, "high": 2}.items():
            kept = samples.copy()
            kept[confidence(number) < least] = numpy.nan
            shares[name] = digest(kept)
        expected[f"rgbd/{number}.depth"] = {"width": WIDTH, "height": HEIGHT, "by_confidence": shares}
    strange = [
        (name, lzfse.compress(b"\x07" * (WIDTH * HEIGHT)) if name.endswith("1.conf") else contents)
        for name, contents in capture(metadata)
    ]
    files = {
        "capture.r3d": packed(capture(metadata)),
        "without-confidence.r3d": packed(capture(metadata, levels=False)),
        "without-size.r3d": packed(capture(b'{"w": 1440, "h": 1920}')),
        "without-json.r3d": packed(capture(b"w=1440")),
        "few-samples.r3d": packed(capture(metadata, cut=4)),
        "strange-confidence.r3d": packed(strange),
    }
    return files, expected


FAMILIES = {"record3d": record3d}
