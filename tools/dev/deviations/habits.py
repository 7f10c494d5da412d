"""Habits of ports, by rule: the peaks of a library, other neighbours, other sides, other answers.

Listed as in variants.py.
"""

from __future__ import annotations

import math
from typing import Any, Optional

import numpy as np
from variant import Same, cause, value
from variant_analysis import SERVER, in_order, inferred, interior_only
from variant_analysis import peaks as strict_peaks
from variant_analysis import smooth as smooth_three

WELL_KNOWN = (49152, 76800, 307200)
SINGLE = np.float32


# §10: dimensions and samples.
def given_except(*counts: int) -> dict[str, Any]:
    """Dimensions are always inferred for these numbers of samples."""
    return {"dimensions": lambda n, g, infer: SERVER.dimensions(n, (0, 0) if n in counts else g, infer)}


def exchanged(width: int, height: int) -> tuple[int, int]:
    return height, width


def millimetres_above(limit: float, every: bool) -> Any:
    def decode(samples: np.ndarray) -> np.ndarray:
        with np.errstate(invalid="ignore"):
            far = np.isfinite(samples) & (samples > limit)
        return np.where(far.any() if every else far, samples / SINGLE(1000), samples)

    return decode


cause("dimensions inferred though some are given", "§10",
      *((f"of {count} samples", given_except(count)) for count in WELL_KNOWN),
      ("of 49152, 76800 and 307200 samples", given_except(*WELL_KNOWN)))
cause("dimensions inferred otherwise", "§10", ("16 to 9", {"infer": lambda n: inferred(n) if n in WELL_KNOWN else (
    max(1, n // max(1, int(math.sqrt(n * 9 / 16)))), max(1, int(math.sqrt(n * 9 / 16))))}), only="server")
cause("width and height exchanged", "§10",
      ("of the grid, not in the answer", {"edge_sides": exchanged, "quadrant_sides": exchanged}),
      ("of the edges' grid only", {"edge_sides": exchanged}),
      ("of the quadrants' grid only", {"quadrant_sides": exchanged}),
      ("in the answer only", {"answer": lambda r: {**r, "width": r["height"], "height": r["width"]}}),
      ("and the map transposed", {"dimensions": lambda n, g, infer: SERVER.dimensions(n, g, infer)[::-1],
                                  "order": lambda g: g.reshape(g.shape[::-1]).T}))
cause("rows read in another order", "§10",
      ("bottom row first and from the right", {"order": lambda g: g[::-1, ::-1]}),
      ("column by column", {"order": lambda g: g.reshape(g.shape[::-1]).T}))
cause("samples read in millimetres", "§10",
      *((f"where one is above {limit} m", {"decode": millimetres_above(limit, True)}) for limit in (25, 65.535, 100)),
      *((f"those above {limit} m", {"decode": millimetres_above(limit, False)}) for limit in (25, 65.535, 100)))
cause("a map without a valid sample answered otherwise", "§1",
      *((words, {"answer": lambda r, change=change: {**r, **change} if r["status"] == "unavailable" else r})
        for words, change in (("as a fail", {"status": "fail"}), ("with another reason", {"reasons": ["unavailable"]}),
                              ("without a reason", {"reasons": []}))))

# §3 and §6: ends.
cause("another near end of the valid range", "§3", *value("near", 0.25, 0.3, 0.5, 1.0),
      ("of samples, not of neighbours, 0 itself not valid",
       {"valid": lambda d, a, b: np.isfinite(d) & (d > 0) & (d <= b)}))
cause("another far end of the valid range", "§3", *value("far", 65.535, 30.0, 50.0))
cause("a far end of neighbours", "§6", *(
    (f"{limit} m", {"usable": lambda d, a, b, limit=limit: np.isfinite(d) & (d > a) & (d <= SINGLE(limit))})
    for limit in (25, 30, 50, 65.535, 100, 200, 655.35, 1000, 65535, 1e6)))


# §4: copies of a port, and powers of the C library, which round differently from a product and a root.
def in_one_copy(*variants: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Each variant of the statistics for all samples only, and for the quadrants only."""
    return [
        (f"{detail}, {where}", {key: changes}, *more)
        for detail, changes, *more in variants
        for key, where in (("of_all", "of all samples"), ("of_quadrants", "of the quadrants"))
    ]


def power(values: np.ndarray, exponent: float) -> np.ndarray:
    return np.array([math.pow(value, exponent) for value in values.ravel().tolist()]).reshape(values.shape)


def about_median(v: np.ndarray) -> tuple[Any, Any]:
    d = v - np.sort(v)[len(v) // 2]
    return in_order(v) / v.dtype.type(len(v)), np.sqrt(in_order(d * d) / v.dtype.type(len(v)))


POWERS = (
    ("squares by pow", {"squares": lambda d: in_order(power(d, 2.0))}),
    ("the root by pow", {"deviation_of": lambda s, n, r: np.float64(math.pow(s / n, 0.5))}),
    ("squares and root by pow", {"squares": lambda d: in_order(power(d, 2.0)),
                                 "deviation_of": lambda s, n, r: np.float64(math.pow(s / n, 0.5))}),
)
LESS_ONE = {"divisor": lambda n: n - 1}
cause("a standard deviation by pow", "§4", *POWERS, only="server")
cause("a standard deviation by pow in one of two copies", "§4",
      *in_one_copy(*POWERS), only="server")
cause("gradients by pow", "§6",
      ("squares", {"magnitude": lambda x, y: np.sqrt(power(x, 2.0) + power(y, 2.0))}, Same("powers of the C library")),
      ("the root", {"magnitude": lambda x, y: power(x * x + y * y, 0.5)}, Same("powers of the C library")),
      ("squares and root", {"magnitude": lambda x, y: power(power(x, 2.0) + power(y, 2.0), 0.5)},
       Same("powers of the C library")), only="server")
cause("the sample's standard deviation in one of two copies", "§4",
      ("of all samples", {"of_all": LESS_ONE}), ("of the quadrants", {"of_quadrants": LESS_ONE}))
cause("the standard deviation about another point than the mean", "§4", ("the median", {"moments": about_median}))
cause("the coverage is a share of other samples", "§4",
      ("of width times height", {"covered": lambda n, w, h: w * h}), only="server")

# §5: bins and smoothing.
def rounded_up_place(v: np.ndarray, a: Any, b: Any, r: Any) -> np.ndarray:
    return np.clip(np.ceil((v - a) / ((b - a) / r.number(r.bins))).astype(int), 0, r.bins - 1)


cause("bins rounded, not cut off", "§5", ("up", {"places": rounded_up_place}))
WEIGHTS = np.exp(-0.5 * np.arange(-4, 5) ** 2)


def gaussian(c: np.ndarray, n: type) -> np.ndarray:
    return np.convolve(np.pad(c, 4, mode="symmetric"), WEIGHTS / WEIGHTS.sum(), "valid").astype(n)


def twice(c: np.ndarray, n: type) -> np.ndarray:
    s = smooth_three(c, n)
    padded = np.concatenate([s[:1], s, s[-1:]])
    return (padded[:-2] + padded[1:-1] + padded[2:]) / n(3)


def medians(c: np.ndarray, n: type) -> np.ndarray:
    padded = np.concatenate([c[:1], c, c[-1:]])
    return np.median([padded[:-2], padded[1:-1], padded[2:]], axis=0).astype(n)


cause("smoothed over other bins", "§5", ("a Gaussian of one bin", {"smooth": gaussian}),
      ("three bins, twice", {"smooth": twice}), ("the median of three bins", {"smooth": medians}))


# §5: peaks.
cause("another prominence of peaks", "§5", *value("prominence", 0.02, 0.03, 0.08, 0.15, 0.25, 0.5))


def maxima(s: np.ndarray, at: str = "middle", ends: bool = False) -> list[int]:
    """Bins above both neighbours; a plateau counts once."""
    found, i = [], 0
    while i < len(s):
        j = i
        while j + 1 < len(s) and s[j + 1] == s[i]:
            j += 1
        above_left = s[i] > s[i - 1] if i > 0 else ends
        above_right = s[i] > s[j + 1] if j + 1 < len(s) else ends
        if above_left and above_right:
            found.append({"middle": (i + j) // 2, "left": i, "right": j}[at])
        i = j + 1
    return found


def prominence(s: np.ndarray, i: int) -> Any:
    """The height of a peak above the higher of the lowest points between it and higher ones."""
    bases = []
    for side in (s[: i + 1][::-1], s[i:]):
        higher = np.flatnonzero(side > s[i])
        bases.append(side[: higher[0]].min() if len(higher) else side.min())
    return s[i] - max(bases)


def found(condition: Any, at: str = "middle", ends: bool = False) -> dict[str, Any]:
    return {"peaks": lambda s, t: [i for i in maxima(s, at, ends) if condition(s, i, t)]}


def high(s: np.ndarray, i: int, t: Any) -> bool:
    return s[i] > t


def above_surroundings(s: np.ndarray, i: int, t: Any) -> bool:
    return prominence(s, i) >= t


def framed(condition: Any) -> dict[str, Any]:
    """With an empty bin before the first and after the last."""
    def peaks(s: np.ndarray, t: Any) -> list[int]:
        wide = np.concatenate([[0], s, [0]]).astype(s.dtype)
        return [i - 1 for i in maxima(wide) if condition(wide, i, t)]

    return {"peaks": peaks}


cause("plateaus taken for peaks", "§5",
      ("once, at their left end", found(high, "left", ends=True)),
      ("once, at their right end", found(high, "right", ends=True)),
      ("once, at their middle", found(high, ends=True)),
      ("once, at their left end, the ends left out", found(high, "left")),
      ("once, at their right end, the ends left out", found(high, "right")))
cause("peaks found as SciPy's find_peaks", "§5",
      ("by height", found(lambda s, i, t: s[i] >= t)), ("by prominence", found(above_surroundings)),
      ("by height, an empty bin at either end", framed(lambda s, i, t: s[i] >= t)),
      ("above the height, an empty bin at either end", framed(high)),
      ("by prominence, an empty bin at either end", framed(above_surroundings)))


def with_ends(first: Optional[Any], last: Optional[Any]) -> dict[str, Any]:
    """Inner peaks as specified; the first and the last bin by a condition on the bin, its neighbour and the
    threshold."""
    def peaks(s: np.ndarray, t: Any) -> list[int]:
        kept = [i for i in strict_peaks(s, t) if not (i == 0 and first) and not (i == len(s) - 1 and last)]
        return sorted(kept + [0] * bool(first and first(s[0], s[1], t))
                      + [len(s) - 1] * bool(last and last(s[-1], s[-2], t)))

    return {"peaks": peaks}


for words, holds in (("not below its neighbour", lambda s, beside, t: s > t and s >= beside),
                     ("whatever its neighbour", lambda s, beside, t: s > t),
                     ("whatever the threshold", lambda s, beside, t: s > beside)):  # fmt: skip
    cause("a peak at an end compared otherwise", "§5", (f"the first {words}", with_ends(holds, None)),
          (f"the last {words}", with_ends(None, holds)), (f"both, {words}", with_ends(holds, holds)))
cause("the depth of a layer is another point of its bin", "§5", *(
    (f"{words}, the first and the last bin excepted", {"peak_depth": lambda i, a, b, w, r, step=step: (
        a + r.number(i + step) * w if 0 < i < r.bins - 1 else SERVER.peak_depth(i, a, b, w, r))})
    for words, step in (("the near edge", 0), ("the far edge", 1))))
LEFT_OF_TALLEST = Same("what is left of the tallest", ("server",))
cause("the prominence threshold rounded otherwise", "§5", *(
    (words, {"peaks": lambda s, t, holds=holds: [
        i for i in strict_peaks(s, s.dtype.type(-1)) if holds(s[i], s.max(), s.dtype.type)]}, LEFT_OF_TALLEST)
    for words, holds in (
        ("tallest - 0.95 tallest", lambda s, m, t: s > m - t(0.95) * m),
        ("tallest - s < 0.95 tallest", lambda s, m, t: m - s < t(0.95) * m),
        ("(1 - 0.95) tallest", lambda s, m, t: s > (t(1) - t(0.95)) * m))), only="server")


# §6: gradients.
SIDES = (slice(1, -1), slice(0, -2), slice(2, None))


def replaced(scale: float, one_sided: float) -> Any:
    """Replaces an unusable neighbour by the centre, which makes the difference one-sided."""
    def gradients(wide: np.ndarray, usable: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        middle, before, after = SIDES
        found = []
        for left, right in (((middle, before), (middle, after)), ((before, middle), (after, middle))):
            a = np.where(usable[left], wide[left], wide[middle, middle])
            b = np.where(usable[right], wide[right], wide[middle, middle])
            kind = wide.dtype.type
            found.append((b - a) * np.where(usable[left] & usable[right], kind(scale), kind(one_sided)))
        return found[0], found[1]

    return gradients


def kernel(centre: int, divisor: float) -> Any:
    """Differences over three rows or columns: 1 CENTRE 1."""
    def gradients(wide: np.ndarray, usable: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        middle, before, after = SIDES
        samples = np.where(np.isfinite(wide), wide, wide.dtype.type(0))
        x = sum(weight * (samples[rows, after] - samples[rows, before])
                for rows, weight in ((before, 1), (middle, centre), (after, 1)))
        y = sum(weight * (samples[after, columns] - samples[before, columns])
                for columns, weight in ((before, 1), (middle, centre), (after, 1)))
        zero = wide.dtype.type(0)
        return (np.where(usable[middle, before] & usable[middle, after], x / wide.dtype.type(divisor), zero),
                np.where(usable[before, middle] & usable[after, middle], y / wide.dtype.type(divisor), zero))

    return gradients


def with_usable_neighbours(valid: np.ndarray, usable: np.ndarray) -> np.ndarray:
    wide = np.pad(usable, 1)
    return interior_only(valid & wide[1:-1, :-2] & wide[1:-1, 2:] & wide[:-2, 1:-1] & wide[2:, 1:-1])


cause("gradients over more than two neighbours", "§6",
      ("Sobel", {"gradients": kernel(2, 1)}), ("Sobel, divided by 8", {"gradients": kernel(2, 8)}),
      ("Sobel, divided by 4", {"gradients": kernel(2, 4)}), ("Prewitt, divided by 6", {"gradients": kernel(1, 6)}))
cause("a neighbour that is not usable replaced by the centre", "§6",
      ("", {"gradients": replaced(0.5, 0.5)}), ("and the difference not halved", {"gradients": replaced(0.5, 1.0)}))
cause("another gradient threshold", "§6", *value("gradient", 0.03, 0.075, 0.15, 0.5))
cause("another gain of the coherence", "§6", *value("gain", 15.0, 40.0, 60.0, 100.0))
cause("only pixels with usable neighbours counted as interior", "§6", ("", {"interior": with_usable_neighbours}))


# §7: the screen.
def signs(**exchanged: Any) -> dict[str, Any]:
    """A screen by its four signs, some of them in another form."""
    known = {
        "range": lambda s: s.range < s.limits[0], "share": lambda s: s.share > s.limits[1],
        "near": lambda s: s.mean >= s.low, "far": lambda s: s.mean <= s.high,
    }  # fmt: skip
    return {"is_screen": lambda s: all(holds(s) for holds in {**known, **exchanged}.values())}


def signs_of(s: Any) -> list[bool]:
    return [s.range < s.limits[0], s.share > s.limits[1], s.low <= s.mean <= s.high]


cause("another width of the screen's band", "§7", *value("band", 0.03, 0.06, 0.075))
cause("a screen by some of its signs", "§7", ("one of them", {"is_screen": lambda s: any(signs_of(s))}),
      ("two of them", {"is_screen": lambda s: sum(signs_of(s)) >= 2}),
      ("range or uniformity", {"is_screen": lambda s: any(signs_of(s)[:2]) and signs_of(s)[2]}))


# §8: quadrants.
def flat_quadrants(half_of: Any, height_of: Any = None) -> Any:
    """Rectangles of rounded halves in the flat list of samples: samples beyond a row belong to the next row."""
    def corners(width: int, height: int) -> list[tuple[np.ndarray, np.ndarray]]:
        w, h = half_of(width), (height_of or half_of)(height)
        found = []
        for top in (0, h):
            for left in (0, w):
                y, x = np.mgrid[top : top + h, left : left + w]
                places = (y * width + x).ravel()
                found.append(np.divmod(places[places < width * height], width))
        return found

    return corners


def of_halves(half_of: Any) -> Any:
    """Rectangles that meet at the rounded half and extend to the end of the map."""
    return lambda w, h: [(y, x) for y in (slice(0, half_of(h)), slice(half_of(h), h))
                         for x in (slice(0, half_of(w)), slice(half_of(w), w))]


def rounded_up(side: int) -> int:
    return (side + 1) // 2


def rounded_to_even(side: int) -> int:
    return round(side / 2)


def behind_middle(columns: bool, rows: bool) -> Any:
    """The second half of odd columns, of odd rows, or of both, begins after the middle."""
    return lambda w, h: [(slice(y, y + h // 2), slice(x, x + w // 2))
                         for y in (0, h - h // 2 if rows else h // 2) for x in (0, w - w // 2 if columns else w // 2)]


def zero_of_skipped(result: dict[str, Any]) -> dict[str, Any]:
    skipped = any(deviation is None for _, deviation in result["stages.quadrants"])
    return {**result, "min_quadrant_variance": 0.0, "quadrant_passes": False} if skipped else result


cause("quadrants of odd sides cut otherwise", "§8",
      ("rounded up, running on into the next row", {"corners": flat_quadrants(rounded_up)}),
      ("rounded up from left to right, running on into the next row",
       {"corners": flat_quadrants(rounded_up, lambda side: side // 2)}),
      ("rounded up from top to bottom", {"corners": flat_quadrants(lambda side: side // 2, rounded_up)}),
      ("rounded to even, running on into the next row", {"corners": flat_quadrants(rounded_to_even)}),
      ("rounded to even", {"corners": of_halves(rounded_to_even)}),
      ("the second column begins behind the middle", {"corners": behind_middle(True, False)}),
      ("the second row begins behind the middle", {"corners": behind_middle(False, True)}),
      ("overlapping", {"corners": lambda w, h: [
          (y, x) for y in (slice(0, rounded_up(h)), slice(h // 2, h)) for x in (slice(0, rounded_up(w)),
                                                                               slice(w // 2, w))]}))
cause("another minimum of samples in a quadrant", "§8",
      *value("quadrant_minimum", 3, 4, 5, 8, 12, 16, 20, 25, 50, 100))
cause("another threshold of the quadrants", "§8", *value("quadrant_threshold", 0.01, 0.08, 0.15, 0.25, 0.5))
cause("a skipped quadrant counted as 0", "§8", ("", {"answer": zero_of_skipped}))


# §9: the verdict and its reasons.
cause("another threshold of the coherence", "§9", *value("coherence_threshold", 0.1, 0.25, 0.35, 0.4, 0.6))
cause("another threshold of the standard deviation", "§9", *value("deviation", 0.1, 0.3, 0.4, 0.6, 0.75))
cause("the quadrants decide too", "§9",
      ("as a reason of their own", {"checks": lambda v: [*SERVER.checks(v), ("quadrants", v.quadrants)]}))


def reasons(change: Any) -> dict[str, Any]:
    return {"answer": lambda r: r if r["status"] == "unavailable" else {**r, "reasons": change(r["reasons"])}}


NAMES = ("standard_deviation", "layers", "edge_coherence", "screen_like")
cause("reasons in another order", "§9",
      ("the last check first", reasons(lambda names: names[::-1])), ("by the alphabet", reasons(sorted)),
      ("the screen first", reasons(lambda names: sorted(names, key=lambda name: name != NAMES[3]))))
cause("not all reasons listed", "§9",
      ("the first only", reasons(lambda names: names[:1])), ("the last only", reasons(lambda names: names[-1:])),
      ("none", reasons(lambda names: [])))
cause("a reason by another name", "§9", *(
    (name, reasons(lambda names, name=name: ["another" if it == name else it for it in names])) for name in NAMES),
      ("all of them", reasons(lambda names: ["another" for _ in names])))
