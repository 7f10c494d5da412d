#!/usr/bin/env python3
"""A second opinion: the server profile of the depth analysis in plain Python.

Written from the specification alone, with only the standard library, so that it shares no code or assumptions with
the Swift implementation it is compared with. It is slow; its purpose is to be readable and independent.
Section numbers (§) are those of docs/SPECIFICATION.md; the fields printed are those of docs/JSON.md.

usage: reference.py [--as-server] FILE [WIDTH HEIGHT]   one JSON object on standard output
       reference.py --batch                 reads lines PATH<tab>WIDTH<tab>HEIGHT, prints one JSON object per line
       reference.py --serve                 reads requests, answers them: for `golden check --run-once`, see docs/CI.md

WIDTH and HEIGHT absent or 0: the dimensions are inferred from the number of samples (§10).
Containers: gzip (first member only), zlib, raw DEFLATE, none. PNG is not read. --as-server, and --serve except for
unpacked samples (.f32), accept only what the server accepts, and answer "unavailable" to anything else.
Exit codes: 0 analysed, also when no sample was valid, or answered like the server; 2 an input could not be read;
64 wrong usage.

Arithmetic: a Python float is an IEEE binary64. Sums are loops on purpose: sum() compensates its rounding errors since
Python 3.12 and math.fsum always does, and either would change last bits.
"""

from __future__ import annotations

import json
import math
import re
import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Optional

import server_gzip

# §2. The valid range is given in binary32; 0.1 as a binary32, widened, is this number. 20 is the same in both.
MIN_VALID_DEPTH = 0.10000000149011612
MAX_VALID_DEPTH = 20.0
HISTOGRAM_BINS = 50
PEAK_PROMINENCE_RATIO = 0.05
GRADIENT_THRESHOLD = 0.1
EDGE_GAIN = 30.0
SCREEN_DEPTH_RANGE_MAX = 0.15
SCREEN_BAND = 0.05
SCREEN_UNIFORMITY_THRESHOLD = 0.85
SCREEN_DISTANCE_MIN = 0.2
SCREEN_DISTANCE_MAX = 1.5
MIN_QUADRANT_VARIANCE = 0.1
QUADRANT_MINIMUM_SAMPLES = 10
VARIANCE_THRESHOLD = 0.5
LAYER_THRESHOLD = 3
COHERENCE_THRESHOLD = 0.3

ALGORITHM_VERSION = "1.0"
MAX_INFLATED_BYTES = 256 * 1024 * 1024


class Unreadable(Exception):
    """The input is not a depth map; the message names what was found and what was expected."""


@dataclass
class DepthMap:
    """Samples in metres, row by row, each a binary32 widened to binary64."""

    width: int
    height: int
    samples: list[float]

    @property
    def is_grid(self) -> bool:
        return len(self.samples) == self.width * self.height


# --- §10: bytes to a depth map ---------------------------------------------------------------------------------------

def inflate(data: bytes, window_bits: int) -> Optional[tuple[bytes, int]]:
    """The decoded bytes of the first stream in data and the number of bytes after it; None if no stream ends in
    data."""
    decoder = zlib.decompressobj(window_bits)
    try:
        decoded = decoder.decompress(data, MAX_INFLATED_BYTES + 1)
    except zlib.error:
        return None
    if len(decoded) > MAX_INFLATED_BYTES:
        raise Unreadable(f"inflates to more than {MAX_INFLATED_BYTES} bytes")
    if not decoder.eof:
        return None
    return decoded, len(decoder.unused_data)


def decode_container(data: bytes) -> bytes:
    """The sample bytes inside gzip, zlib, raw DEFLATE or nothing."""
    if not data:
        raise Unreadable("an empty file, expected samples")
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        raise Unreadable("a PNG, which this implementation does not read")
    if data.startswith(b"\x1f\x8b"):
        member = inflate(data, zlib.MAX_WBITS | 16)
        if member is None:
            raise Unreadable("a gzip stream that is cut off or damaged")
        return member[0]  # whatever follows the first member is not looked at
    stream = inflate(data, zlib.MAX_WBITS)
    if stream is not None:
        if stream[1] > 0:
            raise Unreadable(f"a zlib stream followed by {stream[1]} other bytes")
        return stream[0]
    stream = inflate(data, -zlib.MAX_WBITS)
    # Almost any bytes are the start of some DEFLATE stream: only one that ends with the file and fits counts.
    if stream is not None and stream[1] == 0 and len(stream[0]) > 0 and len(stream[0]) % 4 == 0:
        return stream[0]
    return data


def infer_dimensions(count: int) -> tuple[int, int]:
    height = max(1, int(math.sqrt(count / (4.0 / 3.0))))
    well_known = {49152: (256, 192), 76800: (320, 240), 307200: (640, 480)}
    return well_known.get(count, (max(1, count // height), height))


def read_depth_map(path: str, width: int, height: int, as_server: bool = False) -> DepthMap:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    try:
        decoded = server_gzip.read(data) if as_server else decode_container(data)
    except server_gzip.Refused as error:
        raise Unreadable(str(error)) from error
    if len(decoded) % 4 != 0:
        raise Unreadable(f"{len(decoded)} sample bytes, expected a multiple of 4")
    samples = list(struct.unpack(f"<{len(decoded) // 4}f", decoded))
    if width * height != len(samples) or not samples:
        width, height = infer_dimensions(len(samples))
    return DepthMap(width, height, samples)


# --- §3 and §4: valid samples and their statistics -------------------------------------------------------------------

def is_valid(depth: float) -> bool:
    # Comparing widened binary32 numbers is the same as comparing them in binary32. NaN fails both comparisons.
    return math.isfinite(depth) and depth >= MIN_VALID_DEPTH and depth <= MAX_VALID_DEPTH


def mean_and_standard_deviation(values: list[float]) -> tuple[float, float]:
    total = 0.0
    for value in values:
        total += value
    mean = total / len(values)
    squares = 0.0
    for value in values:
        deviation = value - mean
        squares += deviation * deviation
    return mean, math.sqrt(squares / len(values))


# --- §5: layers ------------------------------------------------------------------------------------------------------

def histogram(valid: list[float], nearest: float, farthest: float) -> list[int]:
    """Samples per bin; empty if there is no range to divide."""
    if farthest <= nearest:
        return []
    counts = [0] * HISTOGRAM_BINS
    bin_width = (farthest - nearest) / HISTOGRAM_BINS
    for depth in valid:
        counts[min(HISTOGRAM_BINS - 1, math.floor((depth - nearest) / bin_width))] += 1
    return counts


def find_layers(counts: list[int], nearest: float, farthest: float) -> list[tuple[int, float]]:
    """Bin and depth of each peak of the smoothed histogram, nearest first."""
    if not counts:
        return []
    last = HISTOGRAM_BINS - 1
    smoothed = []
    for i in range(HISTOGRAM_BINS):
        left = counts[i - 1] if i > 0 else counts[i]
        right = counts[i + 1] if i < last else counts[i]
        smoothed.append(float(left + counts[i] + right) / 3.0)
    threshold = PEAK_PROMINENCE_RATIO * max(smoothed)
    bin_width = (farthest - nearest) / HISTOGRAM_BINS

    layers = []
    if smoothed[0] > threshold and smoothed[0] > smoothed[1]:
        layers.append((0, nearest + 0.5 * bin_width))
    for i in range(1, last):
        if smoothed[i] > smoothed[i - 1] and smoothed[i] > smoothed[i + 1] and smoothed[i] > threshold:
            layers.append((i, nearest + (i + 0.5) * bin_width))
    if smoothed[last] > threshold and smoothed[last] > smoothed[last - 1]:
        layers.append((last, farthest - 0.5 * bin_width))
    return layers


# --- §6: edge coherence ----------------------------------------------------------------------------------------------

def half_difference(before: float, after: float) -> float:
    """The gradient along one axis, 0 unless both neighbours are usable. Neighbours have no upper bound."""
    for neighbour in (before, after):
        if not (math.isfinite(neighbour) and neighbour > MIN_VALID_DEPTH):
            return 0.0
    return (after - before) / 2.0


def count_edges(depth_map: DepthMap) -> tuple[int, int]:
    """The numbers of interior pixels with a valid centre, and of edges among them."""
    width, height, samples = depth_map.width, depth_map.height, depth_map.samples
    if not depth_map.is_grid or width < 3 or height < 3:
        return 0, 0
    interior, edges = 0, 0
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            i = y * width + x
            if not is_valid(samples[i]):
                continue
            interior += 1
            gx = half_difference(samples[i - 1], samples[i + 1])
            gy = half_difference(samples[i - width], samples[i + width])
            if math.sqrt(gx * gx + gy * gy) > GRADIENT_THRESHOLD:
                edges += 1
    return interior, edges


def edge_coherence(interior: int, edges: int) -> float:
    ratio = edges / interior if interior > 0 else 0.0
    return min(1.0, max(0.0, 1.0 - math.exp(-ratio * EDGE_GAIN)))


# --- §8: quadrants ---------------------------------------------------------------------------------------------------

def measure_quadrants(depth_map: DepthMap) -> list[tuple[int, Optional[float]]]:
    """The valid samples and standard deviation of the top left, top right, bottom left and bottom right quadrant."""
    width, height, samples = depth_map.width, depth_map.height, depth_map.samples
    if not depth_map.is_grid or width < 4 or height < 4:
        return []
    half_width, half_height = width // 2, height // 2
    quadrants: list[tuple[int, Optional[float]]] = []
    for top in (0, half_height):
        for left in (0, half_width):
            rows = [y * width + left for y in range(top, top + half_height)]
            valid = [depth for start in rows for depth in samples[start : start + half_width] if is_valid(depth)]
            enough = len(valid) >= QUADRANT_MINIMUM_SAMPLES
            quadrants.append((len(valid), mean_and_standard_deviation(valid)[1] if enough else None))
    return quadrants


def judge_quadrants(quadrants: list[tuple[int, Optional[float]]]) -> tuple[bool, float]:
    """Whether the check passes, and the smallest standard deviation of a quadrant."""
    if not quadrants:
        return False, 0.0
    deviations = [deviation for _, deviation in quadrants if deviation is not None]
    smallest = min(deviations, default=sys.float_info.max)  # every quadrant skipped: the largest number, which passes
    return smallest > MIN_QUADRANT_VARIANCE, smallest


# --- §7, §9 and §11: screen pattern, verdict, result -----------------------------------------------------------------

def unavailable(path: str, width: int, height: int, total: int, *reasons: str) -> dict[str, Any]:
    """The result of a map without an answer: all fields, in the order of printing."""
    return {
        "input": path, "status": "unavailable",
        "depth_variance": 0.0, "depth_layers": 0, "edge_coherence": 0.0, "min_depth": 0.0, "max_depth": 0.0,
        "is_likely_real_scene": False, "algorithm_version": ALGORITHM_VERSION, "profile": "server",
        "width": width, "height": height, "coverage": 0.0, "valid_count": 0, "total_count": total,
        "mean_depth": 0.0, "median_depth": 0.0, "peak_depths": [], "is_screen_like": False, "uniformity_ratio": 0.0,
        "quadrant_passes": False, "min_quadrant_variance": 0.0, "reasons": list(reasons),
        "stages": {"histogram_counts": [], "peak_bins": [], "interior_count": 0, "edge_count": 0, "quadrants": []},
        "notes": [],
    }  # fmt: skip


def analyse(path: str, depth_map: DepthMap) -> dict[str, Any]:
    total = len(depth_map.samples)
    valid = [depth for depth in depth_map.samples if is_valid(depth)]
    if not valid:
        nothing = "no_samples" if total == 0 else "no_valid_sample"
        return unavailable(path, depth_map.width, depth_map.height, total, nothing)

    mean, deviation = mean_and_standard_deviation(valid)
    nearest, farthest = min(valid), max(valid)
    counts = histogram(valid, nearest, farthest)
    layers = find_layers(counts, nearest, farthest)
    interior, edges = count_edges(depth_map)
    coherence = edge_coherence(interior, edges)
    quadrants = measure_quadrants(depth_map)
    quadrants_pass, smallest_quadrant = judge_quadrants(quadrants)

    median = sorted(valid)[len(valid) // 2]
    uniformity = len([depth for depth in valid if abs(depth - median) < SCREEN_BAND]) / len(valid)
    screen_like = (
        farthest - nearest < SCREEN_DEPTH_RANGE_MAX
        and uniformity > SCREEN_UNIFORMITY_THRESHOLD
        and SCREEN_DISTANCE_MIN <= mean <= SCREEN_DISTANCE_MAX
    )

    checks = [
        ("standard_deviation", deviation > VARIANCE_THRESHOLD),
        ("layers", len(layers) >= LAYER_THRESHOLD),
        ("edge_coherence", coherence > COHERENCE_THRESHOLD),
        ("screen_like", not screen_like),
    ]
    reasons = [name for name, holds in checks if not holds]

    return {
        **unavailable(path, depth_map.width, depth_map.height, total),
        "status": "fail" if reasons else "pass", "is_likely_real_scene": not reasons, "reasons": reasons,
        "depth_variance": deviation, "depth_layers": len(layers), "edge_coherence": coherence,
        "min_depth": nearest, "max_depth": farthest, "mean_depth": mean, "median_depth": median,
        "coverage": len(valid) / total, "valid_count": len(valid), "peak_depths": [depth for _, depth in layers],
        "is_screen_like": screen_like, "uniformity_ratio": uniformity,
        "quadrant_passes": quadrants_pass, "min_quadrant_variance": smallest_quadrant,
        "stages": {
            "histogram_counts": counts, "peak_bins": [peak_bin for peak_bin, _ in layers],
            "interior_count": interior, "edge_count": edges,
            "quadrants": [{"valid_count": count, "standard_deviation": value} for count, value in quadrants],
        },
    }  # fmt: skip


# --- command ---------------------------------------------------------------------------------------------------------

def result_of(path: str, width: int, height: int, as_server: bool = False) -> tuple[dict[str, Any], int]:
    """The result of one file, and the exit code for it."""
    try:
        return analyse(path, read_depth_map(path, width, height, as_server)), 0
    except Unreadable as error:
        print(f"reference.py: {path}: {error}", file=sys.stderr)
        return {**unavailable(path, 0, 0, 0, "unreadable"), "error": str(error)}, 2


def print_line(result: dict[str, Any]) -> None:
    """json writes floats with repr, the shortest round trip. Flushed, because a reader waits for each line."""
    print(json.dumps(result, allow_nan=False), flush=True)


def print_result(path: str, width: int, height: int, as_server: bool = False) -> int:
    result, code = result_of(path, width, height, as_server)
    print_line(result)
    return 0 if as_server else code


def serve() -> int:
    """Answers one request per line until the end of input, each with its name."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["profile"] != "server":
            print_line({"name": request["name"], "error": f"no answers as {request['profile']}, only as server"})
            continue
        path, as_server = request["file"], not request["file"].endswith(".f32")
        result, _ = result_of(path, request["given_width"], request["given_height"], as_server)
        print_line({"name": request["name"], **result})
    return 0


def usage(finding: str) -> NoReturn:
    print(f"reference.py: {finding}\n{__doc__[__doc__.index('usage:') : __doc__.index('Arithmetic')]}", file=sys.stderr)
    sys.exit(64)


def side(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]+", text) else usage(f"'{text}' is not a width or height")


def main(arguments: list[str]) -> int:
    if arguments == ["--batch"]:
        code = 0
        for line in sys.stdin:
            fields = line.rstrip("\n").rsplit("\t", 2)
            if len(fields) != 3:
                usage(f"{line!r} is not PATH<tab>WIDTH<tab>HEIGHT")
            code = max(code, print_result(fields[0], side(fields[1]), side(fields[2])))
        return code
    if arguments == ["--serve"]:
        return serve()
    as_server = arguments[:1] == ["--as-server"]
    arguments = arguments[as_server:]
    if len(arguments) == 1 and not arguments[0].startswith("--"):
        return print_result(arguments[0], 0, 0, as_server)
    if len(arguments) == 3:
        return print_result(arguments[0], side(arguments[1]), side(arguments[2]), as_server)
    usage("expected FILE, FILE WIDTH HEIGHT, --batch or --serve")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
