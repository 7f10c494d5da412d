"""The maps of tools/dev/architectures/run: fixtures, and maps by kind and seed, the same on every machine.

The kinds of tools/dev/golden/seeded_maps.py are on thresholds and on the borders of bins; the kinds here have holes,
sizes that are no multiple of a vector, subnormal ranges and other parameters.
"""

from __future__ import annotations

import gzip
import json
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools/dev/golden"))
from seeded_maps import KINDS, Dice, beside, f32  # noqa: E402

# The server's values, in the order of AnalysisParameters.Key.
SERVER = {
    "minValidDepth": 0.1, "maxValidDepth": 20.0, "histogramBins": 50, "peakProminenceRatio": 0.05,
    "gradientThreshold": 0.1, "edgeGain": 30.0, "screenDepthRangeMax": 0.15, "screenBand": 0.05,
    "screenUniformityThreshold": 0.85, "screenDistanceMin": 0.2, "screenDistanceMax": 1.5,
    "minQuadrantVariance": 0.1, "quadrantMinimum": 10, "varianceThreshold": 0.5, "layerThreshold": 3,
    "coherenceThreshold": 0.3,
}  # fmt: skip

NOT_VALID = [0.0, -0.0, -1.0, float("nan"), float("inf"), -float("inf"), 1e-45, 1e-39, 0.05, 20.5, 3e38]


@dataclass(frozen=True)
class Map:
    name: str
    samples: bytes
    # Both 0 to infer them.
    width: int
    height: int
    parameters: list[float] = field(default_factory=list)

    @property
    def packed(self) -> bytes:
        """The map as program.c reads it."""
        count = len(self.samples) // 4
        header = struct.pack("<iiII", self.width, self.height, len(self.parameters), count)
        return header + struct.pack(f"<{len(self.parameters)}d", *self.parameters) + self.samples


def floats(samples: list[float]) -> bytes:
    return struct.pack(f"<{len(samples)}f", *samples)


def share(dice: Dice) -> float:
    """A number from 0 to 1."""
    return dice.below(1 << 24) / (1 << 24)


def scene(dice: Dice, width: int, height: int) -> list[float]:
    """A slope with noise, behind boxes."""
    slope, near, noise = share(dice) * 0.04, 0.3 + share(dice) * 3, share(dice) * 0.1
    boxes = [(dice.below(width), dice.below(height), 0.2 + share(dice) * 4) for _ in range(dice.below(4))]
    samples = []
    for y in range(height):
        for x in range(width):
            depth = next((depth for left, top, depth in boxes if x < left and y < top), near + slope * (x + y))
            samples.append(f32(depth + noise * share(dice)))
    return samples


def size(dice: Dice) -> tuple[int, int]:
    return dice.between(1, 41), dice.between(1, 29)


def holes(seed: int) -> tuple[list[float], int, int, dict]:
    """A scene with samples that are not valid: single ones, rows, or most of the map."""
    dice = Dice(seed)
    width, height = size(dice)
    samples = scene(dice, width, height)
    often = dice.one_of(2, 5, 20)
    for place in range(len(samples)):
        if dice.below(often) == 0 or (place // width) % 9 == often % 9:
            samples[place] = NOT_VALID[dice.below(len(NOT_VALID))]
    return samples, width, height, {}


def borders(seed: int) -> tuple[list[float], int, int, dict]:
    """Depths in even steps, on the borders of the bins."""
    dice = Dice(seed)
    width, height = size(dice)
    near, step, steps = f32(0.3 + share(dice)), f32(0.001 + share(dice) * 0.1), dice.one_of(50, 50, 49, 25, 100)
    return [f32(near + step * dice.below(steps + 1)) for _ in range(width * height)], width, height, {}


def parameters(seed: int) -> tuple[list[float], int, int, dict]:
    """A scene with other parameters."""
    dice = Dice(seed)
    width, height = size(dice)
    near = share(dice)
    changed = {
        "minValidDepth": f32(near), "maxValidDepth": f32(near + 1 + share(dice) * 20),
        "histogramBins": dice.between(2, 121), "peakProminenceRatio": share(dice) * 0.3,
        "gradientThreshold": share(dice) * dice.one_of(0, 1, 1, 1) * 0.4, "edgeGain": share(dice) * 60,
        "screenBand": share(dice) * dice.one_of(0, 1, 1, 1) * 0.3, "screenUniformityThreshold": share(dice),
        "quadrantMinimum": dice.between(1, 40), "varianceThreshold": share(dice) * 2,
        "layerThreshold": dice.below(6), "coherenceThreshold": share(dice),
    }  # fmt: skip
    samples = scene(dice, width, height)
    for _ in range(dice.below(20)):
        samples[dice.below(len(samples))] = NOT_VALID[dice.below(len(NOT_VALID))]
    return samples, width, height, changed


def subnormal(seed: int) -> tuple[list[float], int, int, dict]:
    """Depths around the smallest normal number, all or some of them valid, and thresholds of that size."""
    dice = Dice(seed)
    width, height = size(dice)
    exponent = dice.one_of(-149, -140, -130, -127, -126, -125, -110, -104, -103, -102)
    near, far = 2.0**exponent, 2.0 ** min(exponent + dice.between(1, 24), -100)
    samples = [f32(near + (far - near) * share(dice)) for _ in range(width * height)]
    for _ in range(dice.below(8)):
        samples[dice.below(len(samples))] = NOT_VALID[dice.below(len(NOT_VALID))]
    tiny = (far - near) * share(dice)
    changed = {
        "minValidDepth": near, "maxValidDepth": dice.one_of(0, 1) or far, "gradientThreshold": tiny / 8,
        "screenBand": tiny / 4, "screenDepthRangeMax": far, "screenDistanceMin": near, "varianceThreshold": tiny / 2,
        "minQuadrantVariance": tiny / 16,
    }  # fmt: skip
    return samples, width, height, changed


OWN_KINDS: dict[str, Callable[[int], tuple[list[float], int, int, dict]]] = {
    kind.__name__: kind for kind in (holes, borders, parameters, subnormal)
}


def seeded(count: int) -> Iterator[Map]:
    """At least `count` maps, the same number of each kind."""
    for seed in range(-(-count // (len(KINDS) + len(OWN_KINDS)))):
        for name, kind in KINDS.items():
            samples, width, height = kind(seed)
            yield Map(f"{name} {seed}", floats(samples), width, height)
        for name, own in OWN_KINDS.items():
            samples, width, height, changed = own(seed)
            numbers = [float(number) for number in (SERVER | changed).values()] if changed else []
            yield Map(f"{name} {seed}", floats(samples), width, height, numbers)


def fixtures() -> Iterator[Map]:
    """The fixtures with goldens. Dimensions that the server was given but could not use are inferred, as it does."""
    for path in sorted((ROOT / "golden/server").glob("*.json")):
        given = json.loads(path.read_text(encoding="utf-8"))["input"]
        samples = gzip.decompress((ROOT / "fixtures" / given["file"]).read_bytes())
        width, height = given["given_width"] or 0, given["given_height"] or 0
        if width * height * 4 != len(samples):
            width, height = 0, 0
        yield Map(f"fixtures/{given['file']}", samples, width, height)
