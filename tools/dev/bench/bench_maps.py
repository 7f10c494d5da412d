"""The maps for analysis and instructions, the same on every machine.

    for width, height, depths in maps("irregular"):
        file.write_bytes(packed(depths))

Kinds with one map have it in 256x192 (`smooth` in all sizes); `irregular` has 24 seeded families, `real` the frames
in the folder `real` of the one named by DEPTHCHECK_SHARED, or of ../shared beside the package. DEPTHCHECK names the
command that reads these; by default tools/depthcheck builds it.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("DEPTHCHECK") or ROOT / "tools/depthcheck"
SIMPLE_KINDS = ["smooth", "holes", "noise", "constant", "edges"]
KINDS = [*SIMPLE_KINDS, "millimetres", "irregular", "real"]
SIZES = [(64, 48), (256, 192), (640, 480), (1920, 1440)]
USUAL_SIZE = (256, 192)
FAMILY_COUNT = 24


def room(width, height, rng):
    """A room: floor, walls, two boxes and a far door, with 4 mm of noise."""
    depths = []
    for row in range(height):
        y = row / height
        for column in range(width):
            x = column / width
            depth = 1.2 + (1 - y) * 4 if y > 0.6 else 2.5 + 1.2 * x + 0.8 * y
            if 0.2 < x < 0.4 and 0.3 < y < 0.8:
                depth = 1.4 + 0.3 * x
            if 0.6 < x < 0.85 and 0.45 < y < 0.9:
                depth = 1.9 + 0.2 * y
            if 0.45 < x < 0.55 and y < 0.4:
                depth = 4.5
            depths.append(depth + rng.gauss(0, 0.004))
    return depths


def irregular(width, height, family):
    """Intersecting planes, steps, noise and holes, in amounts drawn at random for the family."""
    rng = random.Random(f"irregular {family}")
    planes = [(rng.uniform(0.3, 6), rng.uniform(-3, 3), rng.uniform(-3, 3)) for _ in range(rng.randint(2, 6))]
    noise = rng.choice([0, 0.001, 0.004, 0.02, 0.1])
    holes = rng.choice([0, 0.001, 0.01, 0.05, 0.2])
    steps = [(rng.random(), rng.random(), rng.uniform(-1, 2)) for _ in range(rng.randint(0, 5))]
    depths = []
    for row in range(height):
        y = row / height
        for column in range(width):
            x = column / width
            depth = min(max(near + across * x + down * y, 0.15) for near, across, down in planes)
            depth += sum(height for left, top, height in steps if x > left and y > top)
            depths.append(0 if rng.random() < holes else rng.gauss(depth, noise))
    return depths


def real_frames():
    """The frames in the shared folder: width, height and depths of each; none if the folder is missing."""
    shared = Path(os.environ.get("DEPTHCHECK_SHARED") or ROOT.parent / "shared") / "real"
    if not (shared / "reference.json").exists():
        return []
    frames = []
    for entry in json.loads((shared / "reference.json").read_text()):
        units = ["--units-per-metre", str(entry["units_per_metre"])]
        command = [COMMAND, "convert", shared / entry["input"], *units, "--to", "bin", "--output", "-", "--quiet"]
        depths = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        if hashlib.sha256(depths).hexdigest() != entry["sha256_f32le"]:
            sys.exit(f"error: {entry['input']} is not the frame that reference.json describes")
        frames.append((entry["width"], entry["height"], struct.unpack(f"<{len(depths) // 4}f", depths)))
    return frames


def maps(kind):
    """The maps of a kind: width, height and depths of each."""
    if kind == "real":
        return real_frames()
    if kind == "irregular":
        return [(*USUAL_SIZE, irregular(*USUAL_SIZE, family)) for family in range(FAMILY_COUNT)]
    return [(*size, samples(kind, *size)) for size in (SIZES if kind == "smooth" else [USUAL_SIZE])]


def samples(kind, width, height):
    rng = random.Random(f"{kind} {width} {height}")
    count = width * height
    if kind == "smooth":
        return room(width, height, rng)
    if kind == "holes":
        return [0 if rng.random() < 0.03 else depth for depth in room(width, height, rng)]
    if kind == "noise":
        return [rng.uniform(0.2, 8) for _ in range(count)]
    if kind == "millimetres":
        return [round(1000 * depth) / 1000 for depth in room(width, height, rng)]
    if kind == "constant":
        return [1.5] * count
    return [0.5 + 0.1 * rng.randrange(51) for _ in range(count)]


def packed(depths):
    return struct.pack(f"<{len(depths)}f", *depths)
