"""Deviations of other implementations, by rule: other constants, comparisons, bounds and formulas. spellings.py has
the same formulas in other arithmetic.

(cause, rule, detail, replaced rules). Variants of one cause differ in how, or how far, they deviate. A cause
completes the sentence "this looks like: …".
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import sums
from habits import behind_middle, found, high, of_halves, rounded_up, signs
from variant import Same, cause, value
from variant_analysis import SERVER, Rules, corners, in_order, inferred, interior_only
from variant_analysis import peaks as strict_peaks
from variant_analysis import smooth as smooth_three

# §10: bytes and dimensions. With the wrong samples, the answers differ from the first field on.
cause("samples read big-endian", "§10", ("", {"decode": lambda s: s.byteswap()}))
cause("samples read in millimetres", "§10", ("", {"decode": lambda s: s / np.float32(1000)}))
cause("rows read in another order", "§10",
      ("bottom row first", {"order": lambda g: g[::-1]}), ("each row from the right", {"order": lambda g: g[:, ::-1]}),
      ("columns for rows", {"order": lambda g: g.T.reshape(g.shape)}))
cause("width and height exchanged", "§10",
      ("", {"dimensions": lambda n, g, infer: (g[1], g[0]) if g[0] * g[1] == n else infer(n)}),
      ("only of inferred ones", {"infer": lambda n: inferred(n)[::-1]}))
cause("given dimensions used though they do not fit", "§10",
      ("", {"dimensions": lambda n, g, infer: g if g[0] else infer(n)}))
cause("dimensions inferred though some are given", "§10", ("", {"dimensions": lambda n, g, infer: infer(n)}))
cause("dimensions inferred otherwise", "§10",
      ("49152 samples are 192 x 256", {"infer": lambda n: (192, 256) if n == 49152 else inferred(n)}),
      ("76800 samples are 240 x 320", {"infer": lambda n: (240, 320) if n == 76800 else inferred(n)}),
      ("307200 samples are 480 x 640", {"infer": lambda n: (480, 640) if n == 307200 else inferred(n)}),
      ("3 to 4", {"infer": lambda n: inferred(n) if n in (49152, 76800, 307200) else
                  (max(1, n // max(1, int(math.sqrt(n / 0.75)))), max(1, int(math.sqrt(n / 0.75))))}),
      ("a square", {"infer": lambda n: (math.isqrt(n), max(1, n // max(1, math.isqrt(n))))}))

# §1
cause("small maps refused", "§1",
      ("below 3 samples", {"smallest_side": 3}),
      ("below 4 samples", {"smallest_side": 4}), only="server")
cause("small maps analysed", "§1",
      ("from 2 samples on", {"smallest_side": 2}),
      ("of any size", {"smallest_side": 1}), only="client")
cause("maps of 3 samples refused", "§1",
      ("", {"smallest_side": 4}), only="client")
cause("f32 instead of f64", "§1", ("throughout", {"number": np.float32}),
      ("in mean and standard deviation", {"sums": np.float32}),
      ("in gradients", {"edge_number": np.float32}), only="server")
cause("f64 instead of f32", "§12", ("throughout", {"number": np.float64}),
      ("in mean and standard deviation", {"sums": np.float64}),
      ("in gradients", {"edge_number": np.float64}), only="client")

# §3: valid samples.
cause("the near end of the valid range taken for invalid", "§3",
      ("", {"valid": lambda d, a, b: np.isfinite(d) & (d > a) & (d <= b)}))
cause("the far end of the valid range taken for invalid", "§3",
      ("", {"valid": lambda d, a, b: np.isfinite(d) & (d >= a) & (d < b)}))
cause("another near end of the valid range", "§3",
      *value("near", 0.101, 0.099, 0.05, 0.2, 0.15))
cause("another far end of the valid range", "§3", *value("far", 20.2, 19.8, 5.0, 8.0, 10.0, 15.0, 25.0, 100.0))
cause("every sample above 0 taken for valid", "§3", ("", {"valid": lambda d, a, b: np.isfinite(d) & (d > 0)}))
cause("no far end of the valid range", "§3", ("", {"valid": lambda d, a, b: np.isfinite(d) & (d >= a)}))
cause("holes counted as depth 0", "§3", ("", {"valid": lambda d, a, b: np.isfinite(d) & (d <= b) & (d >= 0)}))

# §4: statistics.
cause("another order of summation", "§4",
      ("in pairs, as NumPy", {"total": np.sum, "squares": sums.of_squares(np.sum)}),
      ("in halves, down to single values", {"total": sums.halves, "squares": sums.of_squares(sums.halves)}),
      ("backwards", {"total": lambda v: in_order(v[::-1]), "squares": lambda d: in_order((d * d)[::-1])}),
      ("only of the squares, backwards", {"squares": lambda d: in_order((d * d)[::-1])}),
      *((f"in {n} lanes, as vector code", {"total": sums.lanes(n), "squares": sums.of_squares(sums.lanes(n))})
        for n in (2, 4, 8, 16)),
      ("in blocks of 128", {"total": sums.blocks(128), "squares": sums.of_squares(sums.blocks(128))}),
      ("row by row of 256", {"total": sums.blocks(256), "squares": sums.of_squares(sums.blocks(256))}))
cause("the sum of the mean in another order", "§4",
      ("backwards", {"total": lambda v: in_order(v[::-1])}),
      ("in pairs, as NumPy", {"total": np.sum}), only="client")
cause("compensated summation", "§4",
      ("Kahan, Neumaier or fsum", {"total": sums.compensated, "squares": sums.of_squares(sums.compensated)}))
cause("fused multiply-add", "§4", ("in the sum of squares", {"squares": sums.fused_squares}))
cause("the standard deviation in one pass", "§4",
      ("mean of squares less square of mean", {"moments": sums.mean_of_squares}),
      ("Welford", {"moments": sums.running}))
cause("the sample's standard deviation, divided by n - 1", "§4",
      ("", {"divisor": lambda n: n - 1}),
      ("with pairwise sums", {"divisor": lambda n: n - 1, "total": np.sum, "squares": sums.of_squares(np.sum)}))
cause("the variance, without the root", "§4", ("", {"root": lambda v: v}))
cause("the mean absolute deviation", "§4",
      ("", {"squares": lambda d: in_order(np.abs(d)), "root": lambda v: v}),
      ("with the root", {"squares": lambda d: in_order(np.abs(d))}))
cause("nearest and farthest of all samples, not of the valid ones", "§4",
      ("", {"range_of": lambda v, s: (np.nanmin(s[np.isfinite(s)]), np.nanmax(s[np.isfinite(s)]))}))
cause("nearest and farthest exchanged", "§4", ("", {"range_of": lambda v, s: (v.max(), v.min())}))


# §5: the histogram.
def by(place: Any) -> Any:
    """Bins from a function of value, nearest, farthest and rules."""
    return lambda v, a, b, r: np.clip(place(v, a, b, r).astype(int), 0, r.bins - 1)


def numpy_places(v: np.ndarray, a: Any, b: Any, r: Rules) -> np.ndarray:
    """Like numpy.histogram: multiplied, then corrected at the edges."""
    edges = np.linspace(a, b, r.bins + 1, dtype=v.dtype)
    place = ((v - a) * (r.number(r.bins) / (b - a))).astype(int)
    place[place == r.bins] -= 1
    place[v < edges[place]] -= 1
    place[(v >= edges[place + 1]) & (place != r.bins - 1)] += 1
    return place


def places_in(number: type, v: np.ndarray, a: Any, b: Any, r: Rules) -> np.ndarray:
    return (v.astype(number) - number(a)) / ((number(b) - number(a)) / number(r.bins))


def without_far_end(v: np.ndarray, a: Any, b: Any, r: Rules) -> np.ndarray:
    place = np.floor((v - a) / ((b - a) / r.number(r.bins))).astype(int)
    place[place >= r.bins] = -1
    return place


cause("another number of histogram bins", "§5",
      *value("bins", 49, 51, 10, 20, 32, 64, 100, 256))
cause("bins calculated otherwise", "§5",
      ("by the edges, as NumPy's histogram", {"places": numpy_places}),
      ("multiplied by the inverse width",
       {"places": by(lambda v, a, b, r: (v - a) * (r.number(1) / ((b - a) / r.number(r.bins))))}),
      ("as a share of the range", {"places": by(lambda v, a, b, r: (v - a) / (b - a) * r.number(r.bins))}))
cause("bins calculated otherwise", "§5",
      ("in f32", {"places": by(lambda v, a, b, r: places_in(np.float32, v, a, b, r))}), only="server")
cause("bins calculated otherwise", "§5",
      ("in f64", {"places": by(lambda v, a, b, r: places_in(np.float64, v, a, b, r))}), only="client")
cause("bins rounded, not cut off", "§5",
      ("", {"places": by(lambda v, a, b, r: np.rint((v - a) / ((b - a) / r.number(r.bins))))}))
cause("a bin without its lower edge", "§5",
      ("", {"places": by(lambda v, a, b, r: np.ceil((v - a) / ((b - a) / r.number(r.bins))) - 1)}))
cause("the farthest sample left out of the last bin", "§5", ("", {"places": without_far_end}))
cause("the width divided by 49, not 50", "§5",
      ("", {"places": by(lambda v, a, b, r: (v - a) / ((b - a) / r.number(r.bins - 1)))}))
cause("bins over the valid range, not from nearest to farthest", "§5",
      ("0.1 m to 20 m", {"places": by(lambda v, a, b, r: (v - r.number(0.1)) / r.number(19.9 / r.bins))}),
      ("from 0", {"places": by(lambda v, a, b, r: v / (b / r.number(r.bins)))}))
cause("layers in a flat map", "§5", ("", {"flat_has_bins": True}))

# §5: smoothing and peaks.
def ends(first: Any, last: Any) -> Any:
    """Smoothing with other bins beyond the first and the last."""
    return lambda c, n: smooth_three(np.concatenate([[first(c)], c, [last(c)]]), n)[1:-1]


cause("no smoothing", "§5", ("", {"smooth": lambda c, n: c.astype(n)}))
cause("smoothed otherwise at the ends", "§5",
      ("0 beyond them", {"smooth": ends(lambda c: 0, lambda c: 0)}),
      ("the ends left as they are", {"smooth": lambda c, n: np.concatenate(
          [[n(c[0])], smooth_three(c, n)[1:-1], [n(c[-1])]])}),
      ("two bins averaged", {"smooth": lambda c, n: np.concatenate(
          [[n(c[0] + c[1]) / n(2)], smooth_three(c, n)[1:-1], [n(c[-2] + c[-1]) / n(2)]])}),
      ("mirrored about the end", {"smooth": ends(lambda c: c[1], lambda c: c[-2])}),
      ("the first bin's second twice", {"smooth": ends(lambda c: c[1], lambda c: c[-1])}),
      ("the last bin's neighbour twice", {"smooth": ends(lambda c: c[0], lambda c: c[-2])}))
cause("smoothed over other bins", "§5",
      ("the two neighbours only", {"smooth": lambda c, n: smooth_three(c, n) - c.astype(n) / n(3)}),
      ("1 2 1", {"smooth": lambda c, n: (smooth_three(c, n) * n(3) + c.astype(n)) / n(3)}),
      ("five bins", {"smooth": lambda c, n: np.convolve(
          np.pad(c, 2, mode="edge"), np.ones(5), "valid").astype(n) / n(5)}))
cause("smoothed with whole numbers", "§5", ("", {"smooth": lambda c, n: np.floor(smooth_three(c, n))}))
cause("another prominence of peaks", "§5",
      *value("prominence", 0.0505, 0.0495, 0.01, 0.1, 0.2),
      ("none", {"peaks": lambda s, t: strict_peaks(s, 0)}))
cause("prominence of the raw counts, not the smoothed ones", "§5",
      ("", {"tallest": lambda s, c: s.dtype.type(c.max())}))
cause("a peak may equal the prominence threshold", "§5",
      ("", {"peaks": lambda s, t: strict_peaks(s, np.nextafter(t, s.dtype.type(0)))}))


def steps(left: Any, right: Any, first: bool = True, last: bool = True) -> Any:
    """Peaks with other comparisons with the left and right neighbour, and whether the ends can be peaks."""

    def find(s: np.ndarray, t: Any) -> list[int]:
        over_left = np.concatenate([[first], left(s[1:], s[:-1])])
        over_right = np.concatenate([right(s[:-1], s[1:]), [last]])
        return [int(i) for i in np.flatnonzero(over_left & over_right & (s > t))]

    return find


cause("plateaus taken for peaks", "§5",
      ("at their right end", {"peaks": steps(np.greater_equal, np.greater)}),
      ("at their left end", {"peaks": steps(np.greater, np.greater_equal)}),
      ("all of them", {"peaks": steps(np.greater_equal, np.greater_equal)}),
      ("at their middle, as SciPy's find_peaks", found(high)))
cause("first or last bin never a peak", "§5",
      ("the first", {"peaks": steps(np.greater, np.greater, first=False)}),
      ("the last", {"peaks": steps(np.greater, np.greater, last=False)}),
      ("neither", {"peaks": steps(np.greater, np.greater, False, False)}))
cause("the depth of a layer is another point of its bin", "§5",
      ("the near edge", {"peak_depth": lambda i, a, b, w, r: a + r.number(i) * w}),
      ("the far edge", {"peak_depth": lambda i, a, b, w, r: a + r.number(i + 1) * w}))
cause("the last layer's depth counted from the near end", "§5",
      ("", {"peak_depth": lambda i, a, b, w, r: a + (r.number(i) + r.number(0.5)) * w}))

# §6: edges.
cause("neighbours held to the valid range", "§6",
      ("", {"usable": lambda d, a, b: np.isfinite(d) & (d >= a) & (d <= b)}),
      ("the near end excepted", {"usable": lambda d, a, b: np.isfinite(d) & (d > a) & (d <= b)}))
cause("a neighbour at the near end used", "§6",
      ("", {"usable": lambda d, a, b: np.isfinite(d) & (d >= a)}))
cause("every neighbour used", "§6",
      ("that is finite", {"usable": lambda d, a, b: np.isfinite(d)}),
      ("above 0", {"usable": lambda d, a, b: np.isfinite(d) & (d > 0)}),
      ("whatever it is", {"usable": lambda d, a, b: np.isfinite(d) | True}))
cause("infinite neighbours used", "§6", ("", {"usable": lambda d, a, b: d > a}))
cause("one usable neighbour thought to be enough", "§6",
      ("the one before", {"both_usable": lambda a, b: a}),
      ("the one after", {"both_usable": lambda a, b: b}),
      ("either", {"both_usable": lambda a, b: a | b}))
cause("another gradient threshold", "§6",
      *value("gradient", 0.101, 0.099, 0.01, 0.02, 0.05, 0.2, 0.25))
cause("differences not halved", "§6", ("", {"difference": lambda a, c, b: b - a}))
cause("differences to one side", "§6",
      ("to the sample after", {"difference": lambda a, c, b: b - c}),
      ("from the sample before", {"difference": lambda a, c, b: c - a}),
      ("to the sample after, halved", {"difference": lambda a, c, b: (b - c) / 2}),
      ("from the sample before, halved", {"difference": lambda a, c, b: (c - a) / 2}))
cause("another length of the gradient", "§6",
      ("the larger part", {"magnitude": lambda x, y: np.maximum(np.abs(x), np.abs(y))}),
      ("the sum of its parts", {"magnitude": lambda x, y: np.abs(x) + np.abs(y)}),
      ("squared", {"magnitude": lambda x, y: x * x + y * y}))
cause("one direction of the gradient only", "§6",
      ("along rows", {"magnitude": lambda x, y: np.abs(x)}),
      ("along columns", {"magnitude": lambda x, y: np.abs(y)}))
cause("a gradient at its threshold taken for an edge", "§6",
      ("", {"is_edge": np.greater_equal},
       Same("gradients are multiples of 2^-28", ("server",))))
cause("border pixels counted as interior", "§6",
      ("without gradients", {"interior": lambda v, u: v}),
      ("with the border repeated", {"interior": lambda v, u: v, "borders": True}))
cause("a row or column too few or too many is interior", "§6",
      ("from the third row on", {"interior": lambda v, u: np.pad(v[2:-1, 1:-1], ((2, 1), (1, 1)))}),
      ("to the last row but two", {"interior": lambda v, u: np.pad(v[1:-2, 1:-1], ((1, 2), (1, 1)))}),
      ("from the third column on", {"interior": lambda v, u: np.pad(v[1:-1, 2:-1], ((1, 1), (2, 1)))}),
      ("to the last column but two", {"interior": lambda v, u: np.pad(v[1:-1, 1:-2], ((1, 1), (1, 2)))}),
      ("two rows and columns left out",
       {"interior": lambda v, u: np.pad(v[2:-2, 2:-2], 2) if min(v.shape) > 4 else v & False}))
cause("small maps have no edges", "§6",
      ("below 4 columns", {"smallest_edges": (4, 3)}),
      ("below 4 rows", {"smallest_edges": (3, 4)}))
cause("the centre held to the neighbours' bounds", "§6",
      ("", {"interior": lambda v, u: interior_only(u)}))
cause("invalid centres counted as interior", "§6",
      ("", {"interior": lambda v, u: interior_only(v | True)}))
cause("the share of edges is of other pixels", "§6",
      ("of all valid samples", {"share": lambda e, i, v, n: (e, v)}),
      ("of all samples", {"share": lambda e, i, v, n: (e, n)}))
cause("another gain of the coherence", "§6", *value("gain", 30.3, 29.7, 10.0, 20.0, 25.0, 50.0))
cause("another formula of the coherence", "§6",
      ("the share itself", {"coherence": lambda r, g, n: r}),
      ("the share times the gain", {"coherence": lambda r, g, n: r * n(g)}),
      ("tanh", {"coherence": lambda r, g, n: n(math.tanh(float(r * n(g))))}))

# §7: the screen.
cause("another median", "§7",
      ("the lower one", {"median": lambda v: np.sort(v)[(len(v) - 1) // 2]}),
      ("the mean of the middle pair", {"median": np.median}),
      ("of samples that are not sorted", {"median": lambda v: v[len(v) // 2]}))
cause("the band around the mean, not the median", "§7", ("", {"band_centre": lambda median, mean: mean}))
cause("another width of the screen's band", "§7", *value("band", 0.0505, 0.0495, 0.025, 0.1))
cause("the ends of the screen's band taken in", "§7", ("", {"in_band": lambda d, m, b: np.abs(d - m) <= b},
       Same("differences are multiples of 2^-27")))
cause("the share in the band is of all samples", "§7", ("", {"share_of": lambda v, n: n}))
cause("another limit of the screen's range", "§7",
      *value("screen_range", 0.1515, 0.1485, 0.1, 0.2))


def not_asked(sign: Any) -> bool:
    return True


cause("another limit of the screen's uniformity", "§7",
      *value("uniformity", 0.8585, 0.8415, 0.8, 0.9),
      ("0.85 itself taken in", signs(share=lambda s: s.share >= s.limits[1])))
cause("other distances of a screen", "§7",
      ("from 0.202", {"distances": (0.202, 1.5)}),
      ("from 0.198", {"distances": (0.198, 1.5)}),
      ("to 1.515", {"distances": (0.2, 1.515)}),
      ("to 1.485", {"distances": (0.2, 1.485)}),
      ("above 0.2", signs(near=lambda s: s.mean > s.low)),
      ("below 1.5", signs(far=lambda s: s.mean < s.high)),
      ("of the median, near", signs(near=lambda s: s.median >= s.low)),
      ("of the median, far", signs(far=lambda s: s.median <= s.high)),
      ("of the median", signs(near=lambda s: s.median >= s.low, far=lambda s: s.median <= s.high)))
cause("a sign of a screen not asked for", "§7",
      ("the range", signs(range=not_asked)),
      ("the uniformity", signs(share=not_asked)),
      ("the near distance", signs(near=not_asked)),
      ("the far distance", signs(far=not_asked)))

# §8: quadrants.
cause("quadrants of odd sides cut otherwise", "§8",
      ("the middle belongs to the second", {"corners": of_halves(lambda side: side // 2)}),
      ("the middle belongs to the first", {"corners": of_halves(rounded_up)}),
      ("the second begins behind the middle", {"corners": behind_middle(True, True)}))
cause("quadrants in another order", "§8",
      ("down, then right", {"corners": lambda w, h: [corners(w, h)[i] for i in (0, 2, 1, 3)]}))
cause("another minimum of samples in a quadrant", "§8",
      *value("quadrant_minimum", 9, 11, 1, 2))
cause("another threshold of the quadrants", "§8",
      *value("quadrant_threshold", 0.101, 0.099, 0.05, 0.2),
      ("0.1 itself passes", {"quadrant_passes": lambda d, t: d >= t}))
cause("another quadrant than the flattest", "§8",
      ("the first", {"smallest_of": lambda d: d[0]}),
      ("the one that varies most", {"smallest_of": max}),
      ("the mean of them", {"smallest_of": lambda d: sum(d) / len(d)}))
cause("skipped quadrants answered otherwise", "§8",
      ("0", {"without_quadrants": 0.0}),
      ("0, and not passing", {"without_quadrants": 0.0, "skipped_pass": False}),
      ("not passing", {"skipped_pass": False}),
      ("infinity", {"without_quadrants": math.inf}), only="server")
cause("skipped quadrants answered otherwise", "§8",
      ("the largest number", {"without_quadrants": float(np.finfo(np.float32).max)}),
      ("not passing", {"skipped_pass": False}), only="client")
cause("small maps without quadrants pass", "§8",
      ("", {"no_quadrants_pass": True}))
cause("other sides a map needs for quadrants", "§8",
      ("5 columns", {"smallest_quadrants": (5, 4)}),
      ("5 rows", {"smallest_quadrants": (4, 5)}),
      ("3 columns", {"smallest_quadrants": (3, 4)}),
      ("3 rows", {"smallest_quadrants": (4, 3)}),
      ("2 of each", {"smallest_quadrants": (2, 2)}))

# §9: the verdict.
cause("another threshold of the standard deviation", "§9",
      *value("deviation", 0.505, 0.495, 0.25, 1.0))
cause("another number of layers asked for", "§9", *value("layers", 2, 4, 1, 5))
cause("another threshold of the coherence", "§9",
      *value("coherence_threshold", 0.303, 0.297, 0.2, 0.5))


def without(*names: str) -> Any:
    return {"checks": lambda v: [check for check in SERVER.checks(v) if check[0] not in names]}


cause("a check left out of the verdict", "§9",
      ("the screen", without("screen_like")),
      ("the layers", without("layers")),
      ("the coherence", without("edge_coherence")),
      ("the standard deviation", without("standard_deviation")))
cause("a value at its threshold passes", "§9",
      ("the standard deviation", {"checks": lambda v: [
          (n, h or (n == "standard_deviation" and v.deviation == v.limits[0])) for n, h in SERVER.checks(v)]}))
cause("the quadrants decide too", "§9",
      ("", {"checks": lambda v: [(n, h and (n != "screen_like" or v.quadrants)) for n, h in SERVER.checks(v)]}))
