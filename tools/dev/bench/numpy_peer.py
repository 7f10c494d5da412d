#!/usr/bin/env python3
"""The server profile as a researcher would write it with NumPy: a peer for benchmarks, not a reference.

usage: numpy_peer.py FILE.f32 WIDTH HEIGHT            one JSON line
       numpy_peer.py --bench FILE.f32 WIDTH HEIGHT N  median nanoseconds of one analysis, out of N

Sums are NumPy's pairwise sums: mean and standard deviations agree with the server's to about 1e-12, not bit for bit.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "golden"))
import reference as server  # noqa: E402

BINS = server.HISTOGRAM_BINS
NEAREST, FARTHEST = np.float32(server.MIN_VALID_DEPTH), np.float32(server.MAX_VALID_DEPTH)


def spread(values):
    return float(values.mean()), float(values.std())


def peaks(values, near, far):
    if far <= near:
        return []
    counts, _ = np.histogram(values, bins=BINS, range=(near, far))
    width = (far - near) / BINS
    padded = np.concatenate([counts[:1], counts, counts[-1:]])
    smooth = (padded[:-2] + padded[1:-1] + padded[2:]) / 3
    above_left = np.concatenate([[True], smooth[1:] > smooth[:-1]])
    above_right = np.concatenate([smooth[:-1] > smooth[1:], [True]])
    found = np.flatnonzero((smooth > server.PEAK_PROMINENCE_RATIO * smooth.max()) & above_left & above_right)
    return [far - 0.5 * width if i == BINS - 1 else near + (float(i) + 0.5) * width for i in found]


def coherence(depth, valid):
    height, width = depth.shape
    if width < 3 or height < 3:
        return 0.0
    wide = depth.astype(np.float64)
    usable = np.isfinite(depth) & (depth > NEAREST)
    gx = np.where(usable[1:-1, 2:] & usable[1:-1, :-2], (wide[1:-1, 2:] - wide[1:-1, :-2]) / 2, 0)
    gy = np.where(usable[2:, 1:-1] & usable[:-2, 1:-1], (wide[2:, 1:-1] - wide[:-2, 1:-1]) / 2, 0)
    centre = valid[1:-1, 1:-1]
    interior = int(centre.sum())
    edges = int(((np.sqrt(gx * gx + gy * gy) > server.GRADIENT_THRESHOLD) & centre).sum())
    return float(np.clip(1 - np.exp(-(edges / interior) * server.EDGE_GAIN), 0, 1)) if interior else 0.0


def analyse(depth):
    height, width = depth.shape
    valid = np.isfinite(depth) & (depth >= NEAREST) & (depth <= FARTHEST)
    values = depth[valid].astype(np.float64)
    if values.size == 0:
        return {"status": "unavailable"}
    mean, deviation = spread(values)
    near, far = float(values.min()), float(values.max())
    layers = peaks(values, near, far)
    edge_coherence = coherence(depth, valid)
    median = np.partition(values, values.size // 2)[values.size // 2]
    uniformity = float((np.abs(values - median) < server.SCREEN_BAND).mean())
    screen = far - near < server.SCREEN_DEPTH_RANGE_MAX and uniformity > server.SCREEN_UNIFORMITY_THRESHOLD
    screen = screen and server.SCREEN_DISTANCE_MIN <= mean <= server.SCREEN_DISTANCE_MAX
    quadrant, passes = 0.0, False
    if width >= 4 and height >= 4:
        h, w = height // 2, width // 2
        corners = [(0, 0), (0, w), (h, 0), (h, w)]
        parts = [depth[y : y + h, x : x + w][valid[y : y + h, x : x + w]] for y, x in corners]
        parts = [part for part in parts if part.size >= server.QUADRANT_MINIMUM_SAMPLES]
        quadrant = min((spread(part.astype(np.float64))[1] for part in parts), default=sys.float_info.max)
        passes = quadrant > server.MIN_QUADRANT_VARIANCE
    real = deviation > server.VARIANCE_THRESHOLD and len(layers) >= server.LAYER_THRESHOLD
    real = real and edge_coherence > server.COHERENCE_THRESHOLD and not screen
    return {
        "status": "pass" if real else "fail", "depth_variance": deviation, "depth_layers": len(layers),
        "edge_coherence": edge_coherence, "min_depth": near, "max_depth": far, "is_likely_real_scene": bool(real),
        "coverage": values.size / depth.size, "valid_count": int(values.size), "total_count": depth.size,
        "peak_depths": layers, "is_screen_like": bool(screen), "uniformity_ratio": uniformity,
        "quadrant_passes": bool(passes), "min_quadrant_variance": quadrant,
    }  # fmt: skip


def main():
    arguments = sys.argv[1:]
    bench = arguments[:1] == ["--bench"]
    if bench:
        arguments = arguments[1:]
    if len(arguments) != (4 if bench else 3):
        sys.exit(__doc__)
    depth = np.fromfile(arguments[0], dtype="<f4").reshape(int(arguments[2]), int(arguments[1]))
    if not bench:
        print(json.dumps(analyse(depth)))
        return
    taken = []
    for _ in range(int(arguments[3])):
        start = time.perf_counter_ns()
        analyse(depth)
        taken.append(time.perf_counter_ns() - start)
    print(sorted(taken)[len(taken) // 2])


if __name__ == "__main__":
    main()
