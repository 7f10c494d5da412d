"""The depth analysis in NumPy, with replaceable rules: variants.py has the deviations of other implementations.

    result, classes = analyse(samples, (256, 192), SERVER)
    result, classes = analyse(samples, (256, 192), replace(SERVER, divisor=lambda count: count - 1))

`result` has the fields of docs/JSON.md by path (`stages.edge_count`); `classes` has the classification of each
sample: valid, interior, an edge, in the band, the bin, the quadrant. With SERVER and CLIENT the results equal those
of the golden set, bit for bit, which fingerprints checks first. Section numbers (§) are those of
docs/SPECIFICATION.md.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional

import numpy as np
import reference
from reference import infer_dimensions as inferred
from server_gzip import STRICT, Reading


def in_order(values: np.ndarray) -> Any:
    """The sequential sum from 0: cumsum does not add in pairs."""
    return np.cumsum(values)[-1] if len(values) else values.dtype.type(0)


def plain_mean(values: np.ndarray, rules: "Rules") -> Any:
    return rules.total(values) / values.dtype.type(len(values))


def plain_deviation(squares: Any, count: int, rules: "Rules") -> Any:
    return rules.root(squares / type(squares)(max(1, rules.divisor(count))))


def quotient(part: int, whole: int, number: type) -> Any:
    return number(part) / number(whole)


def central(before: np.ndarray, centre: np.ndarray, after: np.ndarray) -> np.ndarray:
    return (after - before) / 2


def plain_counts(values: np.ndarray, near: Any, far: Any, rules: "Rules") -> np.ndarray:
    width = (far - near) / rules.number(rules.bins)
    places = np.minimum(np.floor((values - near) / width), rules.bins - 1).astype(int)
    return np.maximum(places, 0)


def smooth(counts: np.ndarray, number: type) -> np.ndarray:
    padded = np.concatenate([counts[:1], counts, counts[-1:]])
    return (padded[:-2] + padded[1:-1] + padded[2:]).astype(number) / number(3)


def peaks(smoothed: np.ndarray, threshold: Any) -> list[int]:
    left = np.concatenate([[True], smoothed[1:] > smoothed[:-1]])
    right = np.concatenate([smoothed[:-1] > smoothed[1:], [True]])
    return [int(i) for i in np.flatnonzero(left & right & (smoothed > threshold))]


def peak_depth(place: int, near: Any, far: Any, width: Any, rules: "Rules") -> Any:
    number = rules.number
    return far - number(0.5) * width if place == rules.bins - 1 else near + (number(place) + number(0.5)) * width


def interior_only(mask: np.ndarray) -> np.ndarray:
    inner = np.zeros_like(mask)
    inner[1:-1, 1:-1] = mask[1:-1, 1:-1]
    return inner


def corners(width: int, height: int) -> list[tuple[slice, slice]]:
    h, w = height // 2, width // 2
    return [(slice(y, y + h), slice(x, x + w)) for y in (0, h) for x in (0, w)]


def exponential(x: Any, number: type) -> Any:
    return number(math.exp(float(x)))


@dataclass(frozen=True)
class Rules:
    """The rules in the order of the specification; the defaults are the server's."""

    number: type = np.float64  # §1
    smallest_side: int = 1
    without_quadrants: float = sys.float_info.max
    # §10: whole files, bytes and dimensions.
    reading: Reading = STRICT
    decode: Callable = lambda samples: samples
    infer: Callable = inferred
    dimensions: Callable = lambda count, given, infer: given if given[0] * given[1] == count else infer(count)
    order: Callable = lambda grid: grid
    # The columns and rows of the grid for the edges and for the quadrants.
    edge_sides: Callable = lambda width, height: (width, height)
    quadrant_sides: Callable = lambda width, height: (width, height)
    # §3
    near: float = reference.MIN_VALID_DEPTH
    far: float = reference.MAX_VALID_DEPTH
    valid: Callable = lambda d, near, far: np.isfinite(d) & (d >= near) & (d <= far)
    # §4: the number type of statistics, the sums, and the divisor.
    sums: Optional[type] = None
    # The valid samples of a grid in summation order, and whether each row is summed separately.
    walk: Callable = lambda grid, mask: (grid, mask)
    by_row: bool = False
    total: Callable = in_order
    mean: Callable = plain_mean
    deviations: Callable = lambda values, mean: values - mean
    squares: Callable = lambda deviations: in_order(deviations * deviations)
    divisor: Callable = lambda count: count
    root: Callable = np.sqrt
    deviation_of: Callable = plain_deviation
    moments: Optional[Callable] = None
    # Replaced rules for all samples only, and for the quadrants only.
    of_all: Optional[dict[str, Any]] = None
    of_quadrants: Optional[dict[str, Any]] = None
    coverage: Callable = quotient
    covered: Callable = lambda total, width, height: total
    range_of: Callable = lambda values, samples: (values.min(), values.max())
    # §5
    bins: int = reference.HISTOGRAM_BINS
    places: Callable = plain_counts
    flat_has_bins: bool = False
    smooth: Callable = smooth
    prominence: float = reference.PEAK_PROMINENCE_RATIO
    tallest: Callable = lambda smoothed, counts: smoothed.max()
    peaks: Callable = peaks
    peak_depth: Callable = peak_depth
    # §6
    edge_number: Optional[type] = None
    usable: Callable = lambda d, near, far: np.isfinite(d) & (d > near)
    both_usable: Callable = lambda before, after: before & after
    difference: Callable = central
    # Both gradients of all samples at once, from the samples and which of them are usable, with a border.
    gradients: Optional[Callable] = None
    magnitude: Callable = lambda gx, gy: np.sqrt(gx * gx + gy * gy)
    is_edge: Callable = lambda gradient, threshold: gradient > threshold
    gradient: float = reference.GRADIENT_THRESHOLD
    smallest_edges: tuple[int, int] = (3, 3)
    interior: Callable = lambda valid, usable: interior_only(valid)
    borders: bool = False
    share: Callable = lambda edges, interior, valid, total: (edges, interior)
    ratio: Callable = quotient
    gain: float = reference.EDGE_GAIN
    # From the counts and the gain directly, without a ratio.
    coherence_of_counts: Optional[Callable] = None
    coherence: Callable = lambda ratio, gain, number: number(1) - exponential(-ratio * number(gain), number)
    # §7
    median: Callable = lambda values: np.sort(values)[len(values) // 2]
    band: float = reference.SCREEN_BAND
    in_band: Callable = lambda d, median, band: np.abs(d - median) < band
    band_centre: Callable = lambda median, mean: median
    share_of: Callable = lambda valid, total: valid
    uniform_share: Callable = quotient
    screen_range: float = reference.SCREEN_DEPTH_RANGE_MAX
    uniformity: float = reference.SCREEN_UNIFORMITY_THRESHOLD
    distances: tuple[float, float] = (reference.SCREEN_DISTANCE_MIN, reference.SCREEN_DISTANCE_MAX)
    is_screen: Callable = lambda s: s.range < s.limits[0] and s.share > s.limits[1] and s.low <= s.mean <= s.high
    # §8
    smallest_quadrants: tuple[int, int] = (4, 4)
    corners: Callable = corners
    quadrant_minimum: int = reference.QUADRANT_MINIMUM_SAMPLES
    quadrant_threshold: float = reference.MIN_QUADRANT_VARIANCE
    smallest_of: Callable = min
    quadrant_passes: Callable = lambda deviation, threshold: deviation > threshold
    skipped_pass: bool = True
    no_quadrants_pass: bool = False
    # §9
    deviation: float = reference.VARIANCE_THRESHOLD
    layers: int = reference.LAYER_THRESHOLD
    coherence_threshold: float = reference.COHERENCE_THRESHOLD
    checks: Callable = lambda v: [
        ("standard_deviation", v.deviation > v.limits[0]), ("layers", v.layers >= v.limits[1]),
        ("edge_coherence", v.coherence > v.limits[2]), ("screen_like", not v.screen)]  # fmt: skip
    # §11: the answer, by field.
    answer: Callable = lambda result: result


SERVER = Rules()
CLIENT = Rules(number=np.float32, smallest_side=3, without_quadrants=0.0)


@dataclass
class ScreenSigns:
    range: Any
    share: Any
    mean: Any
    median: Any
    low: Any
    high: Any
    limits: tuple[Any, Any]
    near: Any
    far: Any
    band_count: int
    values: np.ndarray


@dataclass
class Decisive:
    deviation: Any
    layers: int
    coherence: Any
    screen: bool
    quadrants: bool
    limits: tuple[Any, int, Any]
    edge_count: int
    interior_count: int


def nothing(width: int, height: int, total: int, reason: str) -> dict[str, Any]:
    return {
        "status": "unavailable", "is_likely_real_scene": False, "reasons": [reason], "width": width, "height": height,
        "total_count": total, "valid_count": 0, "depth_layers": 0, "depth_variance": 0.0, "edge_coherence": 0.0,
        "min_depth": 0.0, "max_depth": 0.0, "coverage": 0.0, "mean_depth": 0.0, "median_depth": 0.0, "peak_depths": [],
        "is_screen_like": False, "uniformity_ratio": 0.0, "quadrant_passes": False, "min_quadrant_variance": 0.0,
        "stages.histogram_counts": [], "stages.peak_bins": [], "stages.interior_count": 0, "stages.edge_count": 0,
        "stages.quadrants": [],
    }  # fmt: skip


def sum_of_rows(add: Callable, ends: np.ndarray) -> Callable:
    """The sum of each row, then of these sums."""

    def total(values: np.ndarray) -> Any:
        return add(np.array([add(row) for row in np.split(values, ends)], values.dtype))

    return total


def moments(grid: np.ndarray, mask: np.ndarray, rules: Rules) -> tuple[Any, Any]:
    """The mean and standard deviation of at least one value; a map that is not a grid is one row."""
    number = rules.sums or rules.number
    grid, mask = rules.walk(grid, mask)
    values = grid[mask].astype(number)
    if rules.by_row:
        total = sum_of_rows(rules.total, np.cumsum(mask.sum(axis=1))[:-1])
        rules = replace(rules, total=total, squares=lambda deviations: total(deviations * deviations))
    if rules.moments:
        mean, deviation = rules.moments(values)
    else:
        mean = rules.mean(values, rules)
        deviation = rules.deviation_of(rules.squares(rules.deviations(values, mean)), len(values), rules)
    return rules.number(mean), rules.number(deviation)


def layers(values: np.ndarray, near: Any, far: Any, rules: Rules) -> tuple[np.ndarray, np.ndarray, list[int], list]:
    """The bin of each value, the samples per bin, and the bins and depths of the peaks."""
    if far <= near and not rules.flat_has_bins:
        return np.zeros(0, int), np.zeros(0, int), [], []
    with np.errstate(all="ignore"):
        places = rules.places(values, near, far, rules) if far > near else np.zeros(len(values), int)
    counts = np.bincount(places[places >= 0], minlength=rules.bins)[: rules.bins]
    smoothed = rules.smooth(counts, rules.number)
    found = rules.peaks(smoothed, rules.number(rules.prominence) * rules.tallest(smoothed, counts))
    width = (far - near) / rules.number(rules.bins)
    return places, counts, found, [rules.peak_depth(place, near, far, width, rules) for place in found]


def edges(grid: np.ndarray, valid: np.ndarray, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Which samples are interior, and which of these are edges."""
    height, width = grid.shape
    if width < rules.smallest_edges[0] or height < rules.smallest_edges[1]:
        return np.zeros_like(valid), np.zeros_like(valid)
    number = rules.edge_number or rules.number
    usable = rules.usable(grid, np.float32(rules.near), np.float32(rules.far))
    with np.errstate(invalid="ignore"):
        wide = np.pad(grid.astype(number), 1, mode="edge")
    near_usable = np.pad(usable, 1, mode="edge" if rules.borders else "constant")
    middle, before, after = slice(1, -1), slice(0, -2), slice(2, None)
    with np.errstate(all="ignore"):
        if rules.gradients:
            gx, gy = rules.gradients(wide, near_usable)
        else:
            gx = rules.difference(wide[middle, before], wide[middle, middle], wide[middle, after])
            gy = rules.difference(wide[before, middle], wide[middle, middle], wide[after, middle])
            gx = np.where(rules.both_usable(near_usable[middle, before], near_usable[middle, after]), gx, number(0))
            gy = np.where(rules.both_usable(near_usable[before, middle], near_usable[after, middle]), gy, number(0))
        steep = rules.is_edge(rules.magnitude(gx, gy), number(rules.gradient))
    interior = rules.interior(valid, usable)
    return interior, interior & steep


def quadrants(grid: np.ndarray, valid: np.ndarray, rules: Rules) -> tuple[list, np.ndarray]:
    """The count and deviation of each quadrant, and the quadrant of each sample."""
    height, width = grid.shape
    member = np.full(grid.shape, -1)
    if width < rules.smallest_quadrants[0] or height < rules.smallest_quadrants[1]:
        return [], member
    found = []
    if rules.of_quadrants:
        rules = replace(rules, **rules.of_quadrants)
    for number, (rows, columns) in enumerate(rules.corners(width, height)):
        member[rows, columns] = number
        part, mask = grid[rows, columns], valid[rows, columns]
        count = int(mask.sum())
        enough = count >= max(1, rules.quadrant_minimum)
        found.append((count, float(moments(part, mask, rules)[1]) if enough else None))
    return found, member


def analyse(samples: np.ndarray, given: tuple[int, int], rules: Rules) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The result by field, and the class of each sample by kind."""
    result, classes = measured(samples, given, rules)
    return rules.answer(result), classes


def measured(samples: np.ndarray, given: tuple[int, int], rules: Rules) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    samples = rules.decode(samples)
    total = len(samples)
    width, height = rules.dimensions(total, given, rules.infer)
    if total == 0:
        return nothing(width, height, total, "no_samples"), {}
    if min(width, height) < rules.smallest_side:
        return nothing(width, height, total, "map_too_small"), {}
    is_grid = width * height == total
    if is_grid:
        samples = rules.order(samples.reshape(height, width)).ravel()
    number = rules.number
    valid = rules.valid(samples, np.float32(rules.near), np.float32(rules.far))
    classes: dict[str, np.ndarray] = {"valid": valid}
    if not valid.any():
        return nothing(width, height, total, "no_valid_sample"), classes
    raw = samples[valid]
    values = raw.astype(number)
    shape = (height, width) if is_grid else (1, total)
    summing = replace(rules, **rules.of_all) if rules.of_all else rules
    mean, deviation = moments(samples.reshape(shape), valid.reshape(shape), summing)
    near, far = (number(end) for end in rules.range_of(raw, samples))
    places, counts, peak_bins, depths = layers(values, near, far, rules)
    classes["bin"] = np.full(total, -1)
    if len(places):
        classes["bin"][valid] = places

    interior_count, edge_count, coherence = 0, 0, number(0)
    quarters: list = []
    if is_grid:
        shape = rules.edge_sides(width, height)[::-1]
        interior, edge = edges(samples.reshape(shape), valid.reshape(shape), rules)
        classes["interior"], classes["edge"] = interior.ravel(), edge.ravel()
        interior_count, edge_count = int(interior.sum()), int(edge.sum())
        shape = rules.quadrant_sides(width, height)[::-1]
        quarters, member = quadrants(samples.reshape(shape), valid.reshape(shape), rules)
        classes["quadrant"] = member.ravel()
    part, whole = rules.share(edge_count, interior_count, len(values), total)
    if rules.coherence_of_counts and whole > 0:
        coherence = rules.coherence_of_counts(part, whole, rules.gain, number)
    else:
        ratio = rules.ratio(part, whole, number) if whole > 0 else number(0)
        coherence = rules.coherence(ratio, rules.gain, number)
    coherence = min(number(1), max(number(0), coherence))

    median = number(rules.median(values))
    band = rules.in_band(values, rules.band_centre(median, mean), number(rules.band))
    classes["band"] = np.zeros(total, bool)
    classes["band"][valid] = band
    share = rules.uniform_share(int(band.sum()), rules.share_of(len(values), total), number)
    signs = ScreenSigns(
        far - near, share, mean, median, number(rules.distances[0]), number(rules.distances[1]),
        (number(rules.screen_range), number(rules.uniformity)), near, far, int(band.sum()), values)  # fmt: skip
    screen = bool(rules.is_screen(signs))

    spreads = [value for _, value in quarters if value is not None]
    smallest = rules.smallest_of(spreads) if spreads else 0.0 if not quarters else rules.without_quadrants
    if spreads:
        passes = bool(rules.quadrant_passes(number(smallest), number(rules.quadrant_threshold)))
    else:
        passes = rules.skipped_pass if quarters else rules.no_quadrants_pass
    decisive = Decisive(
        deviation, len(peak_bins), coherence, screen, passes,
        (number(rules.deviation), rules.layers, number(rules.coherence_threshold)),
        edge_count, interior_count)  # fmt: skip
    reasons = [name for name, holds in rules.checks(decisive) if not holds]
    result = {
        **nothing(width, height, total, ""), "status": "fail" if reasons else "pass",
        "is_likely_real_scene": not reasons, "reasons": reasons, "valid_count": len(values),
        "depth_layers": len(peak_bins), "depth_variance": float(deviation), "edge_coherence": float(coherence),
        "min_depth": float(near), "max_depth": float(far), "mean_depth": float(mean), "median_depth": float(median),
        "coverage": float(rules.coverage(len(values), rules.covered(total, width, height), number)),
        "peak_depths": [float(depth) for depth in depths],
        "is_screen_like": screen, "uniformity_ratio": float(share), "quadrant_passes": passes,
        "min_quadrant_variance": float(smallest), "stages.histogram_counts": counts.tolist(),
        "stages.peak_bins": peak_bins, "stages.interior_count": interior_count, "stages.edge_count": edge_count,
        "stages.quadrants": quarters,
    }  # fmt: skip
    return result, classes
