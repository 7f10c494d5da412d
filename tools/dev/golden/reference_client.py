#!/usr/bin/env python3
"""A second opinion on the client: its profile of the depth analysis in plain Python, every operation rounded to f32.

Written from docs/SPECIFICATION.md alone (§12, and the common parts of §4 to §9), with only the standard library. A
product, quotient, sum or root of two f32 numbers that is rounded to f64 and then to f32 equals the f32 result,
because f64 has more than twice the digits plus two. `exp` is rounded from f64, and so can differ by one unit in the
last place from that of a C library (§12).

usage: reference_client.py FILE WIDTH HEIGHT     one JSON object on standard output
"""

from __future__ import annotations

import json
import math
import struct
import sys
from typing import Any, Optional

import reference
from reference import HISTOGRAM_BINS, QUADRANT_MINIMUM_SAMPLES, DepthMap, is_valid, unavailable

PAIR = struct.Struct("<f")
SMALLEST_SIDE = 3


def f32(number: float) -> float:
    return PAIR.unpack(PAIR.pack(number))[0]


def shortest(number: float) -> float:
    """The f64 whose shortest decimal is the shortest one that reads back to an f32."""
    return next(found for digits in range(1, 10) if f32(found := float(f"{number:.{digits}g}")) == number)


def mean_and_standard_deviation(values: list[float]) -> tuple[float, float]:
    count, total = f32(len(values)), 0.0
    for value in values:
        total = f32(total + value)
    mean = f32(total / count)
    squares = 0.0
    for value in values:
        deviation = f32(value - mean)
        squares = f32(squares + f32(deviation * deviation))
    return mean, f32(math.sqrt(f32(squares / count)))


def histogram(valid: list[float], nearest: float, farthest: float) -> list[int]:
    if farthest <= nearest:
        return []
    counts = [0] * HISTOGRAM_BINS
    width = f32(f32(farthest - nearest) / HISTOGRAM_BINS)
    for depth in valid:
        place = math.floor(f32(f32(depth - nearest) / width))
        counts[max(0, min(HISTOGRAM_BINS - 1, place))] += 1
    return counts


def find_layers(counts: list[int], nearest: float, farthest: float) -> list[tuple[int, float]]:
    if not counts:
        return []
    last = HISTOGRAM_BINS - 1
    smoothed = []
    for i in range(HISTOGRAM_BINS):
        total = counts[max(0, i - 1)] + counts[i] + counts[min(last, i + 1)]
        smoothed.append(f32(f32(total) / 3.0))
    threshold = f32(f32(reference.PEAK_PROMINENCE_RATIO) * max(smoothed))
    width = f32(f32(farthest - nearest) / HISTOGRAM_BINS)
    layers = []
    for i, height in enumerate(smoothed):
        if height <= threshold or (i > 0 and height <= smoothed[i - 1]) or (i < last and height <= smoothed[i + 1]):
            continue
        if i == last:
            layers.append((i, f32(farthest - f32(0.5 * width))))
        else:
            layers.append((i, f32(nearest + f32((i + 0.5) * width))))
    return layers


def gradient(before: float, after: float) -> float:
    usable = all(math.isfinite(depth) and depth > reference.MIN_VALID_DEPTH for depth in (before, after))
    return f32(after - before) / 2.0 if usable else 0.0


def count_edges(depth_map: DepthMap) -> tuple[int, int]:
    width, height, samples = depth_map.width, depth_map.height, depth_map.samples
    interior, edges, threshold = 0, 0, f32(reference.GRADIENT_THRESHOLD)
    for y in range(1, height - 1) if depth_map.is_grid else ():
        for i in range(y * width + 1, y * width + width - 1):
            if not is_valid(samples[i]):
                continue
            interior += 1
            gx, gy = gradient(samples[i - 1], samples[i + 1]), gradient(samples[i - width], samples[i + width])
            if f32(math.sqrt(f32(f32(gx * gx) + f32(gy * gy)))) > threshold:
                edges += 1
    return interior, edges


def edge_coherence(interior: int, edges: int) -> float:
    ratio = f32(f32(edges) / f32(interior)) if interior > 0 else 0.0
    exponential = f32(math.exp(f32(-ratio * f32(reference.EDGE_GAIN))))
    return min(1.0, max(0.0, f32(1.0 - exponential)))


def measure_quadrants(depth_map: DepthMap) -> list[tuple[int, Optional[float]]]:
    width, height, samples = depth_map.width, depth_map.height, depth_map.samples
    if not depth_map.is_grid or width < 4 or height < 4:
        return []
    quadrants: list[tuple[int, Optional[float]]] = []
    for top in (0, height // 2):
        for left in (0, width // 2):
            rows = [y * width + left for y in range(top, top + height // 2)]
            valid = [depth for start in rows for depth in samples[start : start + width // 2] if is_valid(depth)]
            enough = len(valid) >= QUADRANT_MINIMUM_SAMPLES
            quadrants.append((len(valid), mean_and_standard_deviation(valid)[1] if enough else None))
    return quadrants


def analyse(path: str, depth_map: DepthMap) -> dict[str, Any]:
    width, height, total = depth_map.width, depth_map.height, len(depth_map.samples)
    valid = [depth for depth in depth_map.samples if is_valid(depth)]
    if min(width, height) < SMALLEST_SIDE or not valid:
        reason = "map_too_small" if min(width, height) < SMALLEST_SIDE else "no_valid_sample"
        return {**unavailable(path, width, height, total, reason), "profile": "client"}
    mean, deviation = mean_and_standard_deviation(valid)
    nearest, farthest = min(valid), max(valid)
    counts = histogram(valid, nearest, farthest)
    layers = find_layers(counts, nearest, farthest)
    interior, edges = count_edges(depth_map)
    coherence = edge_coherence(interior, edges)
    quadrants = measure_quadrants(depth_map)
    measured = [number for _, number in quadrants if number is not None]
    smallest = min(measured, default=0.0)
    median, band = sorted(valid)[len(valid) // 2], f32(reference.SCREEN_BAND)
    uniform = len([depth for depth in valid if abs(f32(depth - median)) < band])
    uniformity = f32(f32(uniform) / f32(len(valid)))
    screen_like = (
        f32(farthest - nearest) < f32(reference.SCREEN_DEPTH_RANGE_MAX)
        and uniformity > f32(reference.SCREEN_UNIFORMITY_THRESHOLD)
        and f32(reference.SCREEN_DISTANCE_MIN) <= mean <= f32(reference.SCREEN_DISTANCE_MAX)
    )
    checks = [
        ("standard_deviation", deviation > f32(reference.VARIANCE_THRESHOLD)),
        ("layers", len(layers) >= reference.LAYER_THRESHOLD),
        ("edge_coherence", coherence > f32(reference.COHERENCE_THRESHOLD)),
        ("screen_like", not screen_like),
    ]
    reasons = [name for name, holds in checks if not holds]
    return {
        **unavailable(path, width, height, total), "profile": "client",
        "status": "fail" if reasons else "pass", "is_likely_real_scene": not reasons, "reasons": reasons,
        "depth_variance": shortest(deviation), "depth_layers": len(layers), "edge_coherence": shortest(coherence),
        "min_depth": shortest(nearest), "max_depth": shortest(farthest), "mean_depth": shortest(mean),
        "median_depth": shortest(median), "coverage": shortest(f32(f32(len(valid)) / f32(total))),
        "valid_count": len(valid), "peak_depths": [shortest(depth) for _, depth in layers],
        "is_screen_like": screen_like, "uniformity_ratio": shortest(uniformity),
        "quadrant_passes": not measured and bool(quadrants) or smallest > f32(reference.MIN_QUADRANT_VARIANCE),
        "min_quadrant_variance": shortest(smallest),
        "stages": {
            "histogram_counts": counts, "peak_bins": [place for place, _ in layers],
            "interior_count": interior, "edge_count": edges,
            "quadrants": [{"valid_count": count, "standard_deviation": number if number is None else shortest(number)}
                          for count, number in quadrants],
        },
    }  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    shape = [int(side) for side in sys.argv[2:]]
    print(json.dumps(analyse(sys.argv[1], reference.read_depth_map(sys.argv[1], *shape))))
