"""The same formulas in other arithmetic: each product, quotient, sum and comparison of the specification in forms
that a port can use. The forms are equal on paper; each rounds differently, or not, which proofs.md then proves.

Listed as in variants.py, which has the deviations that also differ on paper.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import sums
from habits import in_one_copy, signs
from variant import Same, cause
from variant_analysis import SERVER, Rules, central, in_order, inferred, peak_depth
from variant_analysis import peaks as strict_peaks
from variant_analysis import smooth as smooth_three

SINGLE = np.float32


def single(x: Any) -> Any:
    """Rounds to f32, keeping the type."""
    return type(x)(SINGLE(x)) if np.isscalar(x) else x.astype(SINGLE).astype(x.dtype)


def fused(a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""
    a, b, c = np.broadcast_arrays(a, b, c)
    if a.dtype == SINGLE:  # The product is exact in f64, and the sum nearly always in the wider type.
        return (a.astype(np.longdouble) * b + c).astype(SINGLE)
    function = sums.FUSED[np.float64][0]
    flat = [function(*three) for three in zip(a.ravel().tolist(), b.ravel().tolist(), c.ravel().tolist())]
    return np.array(flat, a.dtype).reshape(a.shape)


# §4: the mean.
def shifted_mean(v: np.ndarray, r: Rules) -> Any:
    low = v.min()
    return low + r.total(v - low) / v.dtype.type(len(v))


def running_mean(v: np.ndarray, r: Rules) -> Any:
    mean = v.dtype.type(0)
    for count, depth in enumerate(v, start=1):
        mean += (depth - mean) / v.dtype.type(count)
    return mean


def everywhere(words: str, *spellings: tuple[Any, ...], only: str = "") -> None:
    """Spellings of §4, each for all samples and the quadrants, for all samples only, and for the quadrants only."""
    cause(words, "§4", *spellings, only=only)
    cause(words + " in one of two copies", "§4", *in_one_copy(*spellings), only=only)


MEANS = (
    ("multiplied by 1 / n", {"mean": lambda v, r: r.total(v) * (v.dtype.type(1) / v.dtype.type(len(v)))}),
    ("kept running", {"mean": running_mean}),
    ("counted from the nearest sample", {"mean": shifted_mean}),
    ("each sample divided by n", {"mean": lambda v, r: r.total(v / v.dtype.type(len(v)))}),
)
everywhere("a mean rounded otherwise", *MEANS)
everywhere("a mean rounded otherwise",
           ("f32 at the end", {"mean": lambda v, r: single(r.total(v) / len(v))}),
           ("its sum in f32", {"mean": lambda v, r: v.dtype.type(in_order(v.astype(SINGLE))) / len(v)}),
           ("to whole millimetres", {"mean": lambda v, r: np.round(r.total(v) / len(v) * 1000) / 1000}),
           only="server")  # fmt: skip
everywhere("a mean rounded otherwise",
           ("its sum in f64", {"mean": lambda v, r: SINGLE(in_order(v.astype(float))) / SINGLE(len(v))}),
           ("its sum and quotient in f64", {"mean": lambda v, r: SINGLE(in_order(v.astype(float)) / len(v))}),
           only="client")


# §4: the standard deviation.
def with_shift(v: np.ndarray) -> tuple[Any, Any]:
    """One pass, about the first sample."""
    n, d = v.dtype.type(len(v)), v - v[0]
    first, second = in_order(d), in_order(d * d)
    return v[0] + first / n, np.sqrt(max(v.dtype.type(0), (second - first * first / n) / n))


def corrected(v: np.ndarray) -> tuple[Any, Any]:
    """Two passes, the second corrected by the sum of deviations, which is 0 on paper."""
    n = v.dtype.type(len(v))
    mean = in_order(v) / n
    d = v - mean
    rest = in_order(d)
    return mean, np.sqrt(max(v.dtype.type(0), in_order(d * d) - rest * rest / n) / n)


def sum_less_mean(v: np.ndarray) -> tuple[Any, Any]:
    n = v.dtype.type(len(v))
    mean = in_order(v) / n
    return mean, np.sqrt(max(v.dtype.type(0), (in_order(v * v) - n * mean * mean) / n))


def sum_of_both(v: np.ndarray) -> tuple[Any, Any]:
    """n times the sum of squares minus the squared sum, over n squared."""
    n = v.dtype.type(len(v))
    total = in_order(v)
    return total / n, np.sqrt(max(v.dtype.type(0), n * in_order(v * v) - total * total)) / n


def by_hypot(d: np.ndarray) -> Any:
    length = d.dtype.type(0)
    for deviation in d:
        length = np.hypot(length, deviation)
    return length


def wide_deviations(v: np.ndarray) -> tuple[Any, Any]:
    mean = in_order(v) / SINGLE(len(v))
    d = (v.astype(float) - float(mean)).astype(float)
    return mean, np.sqrt(SINGLE(in_order(d * d)) / SINGLE(len(v)))


NARROW_SQUARES = lambda d: in_order((d * d).astype(SINGLE).astype(d.dtype))  # noqa: E731
ONE_PASS = (
    ("in one pass about the first sample", {"moments": with_shift}),
    ("in one pass, n times the squared mean taken off", {"moments": sum_less_mean}),
    ("in one pass, over n squared", {"moments": sum_of_both}),
    ("in one pass, as mean of squares less square of mean", {"moments": sums.mean_of_squares}),
    ("in one pass, as Welford", {"moments": sums.running}),
    ("in two passes, corrected", {"moments": corrected}),
)
everywhere("a standard deviation rounded otherwise", *ONE_PASS[:4], *ONE_PASS[5:])
cause("a standard deviation in one pass in one of two copies", "§4", *in_one_copy(*ONE_PASS[3:5]))
everywhere("a standard deviation rounded otherwise",
           ("the squares multiplied by 1 / n", {"deviation_of": lambda s, n,
                  r: np.sqrt(s * (type(s)(1) / type(s)(n)))}),
           ("a quotient of two roots", {"deviation_of": lambda s, n, r: np.sqrt(s) / np.sqrt(type(s)(n))}),
           ("each square divided by n",
            {"squares": lambda d: in_order(d * d / d.dtype.type(len(d))), "deviation_of": lambda s, n, r: np.sqrt(s)}),
           ("each deviation divided by the root of n",
            {"squares": lambda d: in_order(np.square(d / np.sqrt(d.dtype.type(len(d))))),
             "deviation_of": lambda s, n, r: np.sqrt(s)}),
           ("hypot of all deviations",
            {"squares": by_hypot, "deviation_of": lambda s, n, r: s / np.sqrt(type(s)(n))}),
           ("fused multiply-add", {"squares": sums.fused_squares}))
everywhere("a standard deviation rounded otherwise",
           ("deviations in f32", {"deviations": lambda v, m: single(v - m)}),
           ("deviations of an f32 mean", {"deviations": lambda v, m: v - single(m)}),
           ("squares in f32", {"squares": NARROW_SQUARES}),
           ("the sum of squares in f32", {"squares": lambda d: np.float64(in_order((d * d).astype(SINGLE)))}),
           ("the mean square in f32", {"deviation_of": lambda s, n, r: np.sqrt(single(s / n))}),
           ("f32 at the end", {"deviation_of": lambda s, n, r: single(np.sqrt(s / n))}), only="server")
everywhere("a standard deviation rounded otherwise",
           ("deviations in f64", {"moments": wide_deviations}),
           ("squares in f64", {"squares": lambda d: SINGLE(in_order(np.square(d.astype(float))))}),
           ("the sum of squares in f64", {"squares": lambda d: SINGLE(in_order((d * d).astype(float)))}),
           ("quotient and root in f64", {"deviation_of": lambda s, n, r: SINGLE(np.sqrt(float(s) / n))}),
           only="client")


# §4: orders of summation. In f64 the order of the depths makes no difference; variants.py has it for the client.
COLUMNS = {"walk": lambda grid, mask: (grid.T, mask.T)}
everywhere("another order of summation",
           ("column by column", COLUMNS),
           ("each row by itself", {"by_row": True}),
           ("each column by itself", {**COLUMNS, "by_row": True}),
           ("from the last row", {"walk": lambda grid, mask: (grid[::-1], mask[::-1])}),
           ("sorted", {"squares": lambda d: in_order(np.sort(d) * np.sort(d))}),
           ("from the smallest square", {"squares": lambda d: in_order(np.sort(d * d))}))
cause("another order of summation in one of two copies", "§4", *in_one_copy(
    ("backwards", {"squares": lambda d: in_order((d * d)[::-1])}),
    *((detail, {"total": total, "squares": sums.of_squares(total)}) for detail, total in (
        ("in pairs, as NumPy", np.sum), ("in halves", sums.halves),
        *((f"in {n} lanes", sums.lanes(n)) for n in (2, 4, 8)), ("compensated", sums.compensated)))))
cause("the order of the depths' sum", "§4",
      *((detail, changes, Same("the order of the depths' sum", ("server",))) for detail, changes in (
          ("backwards", {"total": lambda v: in_order(v[::-1])}), ("in pairs", {"total": np.sum}),
          ("sorted", {"total": lambda v: in_order(np.sort(v))}), ("compensated", {"total": sums.compensated}))),
      only="server")
cause("a share of valid samples rounded otherwise", "§4",
      ("multiplied by 1 / N", {"coverage": lambda n, total, number: number(n) * (number(1) / number(total))}),
      ("what is missing taken from 1",
       {"coverage": lambda n, total, number: number(1) - number(total - n) / number(total)}))
cause("a share of valid samples rounded otherwise", "§4",
      ("in f32", {"coverage": lambda n, total, number: number(SINGLE(n) / SINGLE(total))}), only="server")
cause("a share of valid samples rounded otherwise", "§4",
      ("in f64, then f32", {"coverage": lambda n, total, number: number(n / total)},
       Same("quotients of counts by way of f64", ("client",))), only="client")


# §5: the bin of a sample.
def bins(words: str, *spellings: tuple[Any, ...], only: str = "") -> None:
    """Spellings of the position of a sample, from value, nearest, farthest, the type and the number of bins."""
    def places(position: Any) -> Any:
        return lambda v, a, b, r: np.clip(
            np.floor(position(v, a, b, r.number, r.number(r.bins))).astype(int), 0, r.bins - 1)

    cause(words, "§5", *((d, {"places": places(p)}, *more) for d, p, *more in spellings), only=only)


def by_edges(edge: Any, side: str = "right") -> Any:
    def position(v: np.ndarray, a: Any, b: Any, t: type, n: Any) -> np.ndarray:
        edges = np.array([edge(t(i), a, b, t, n) for i in range(int(n) + 1)], t)
        return np.searchsorted(edges, v, side=side) - 1

    return position


def whole_millimetres(x: Any) -> Any:
    return np.rint(x * 1000)


bins("a histogram bin rounded otherwise",
     ("(d - near) * (bins / range)", lambda v, a, b, t, n: (v - a) * (n / (b - a))),
     ("(d - near) * bins / range", lambda v, a, b, t, n: (v - a) * n / (b - a)),
     ("bins * ((d - near) / range)", lambda v, a, b, t, n: n * ((v - a) / (b - a))),
     ("d / width - near / width", lambda v, a, b, t, n: v / ((b - a) / n) - a / ((b - a) / n)),
     ("d * inverse - near * inverse", lambda v, a, b, t, n: v * (t(1) / ((b - a) / n)) - a * (t(1) / ((b - a) / n))),
     ("fused: d * inverse - near * inverse",
      lambda v, a, b, t, n: fused(v, t(1) / ((b - a) / n), -(a * (t(1) / ((b - a) / n))))),
     ("the width as a difference of quotients", lambda v, a, b, t, n: (v - a) / (b / n - a / n)),
     ("the width as range * 0.02", lambda v, a, b, t, n: (v - a) / ((b - a) * t(0.02))),
     ("the width as range * (1 / bins)", lambda v, a, b, t, n: (v - a) / ((b - a) * (t(1) / n))),
     ("a little added, 1e-9", lambda v, a, b, t, n: (v - a) / ((b - a) / n) + t(1e-9),
            Same("an addend below half a unit", ("client",))),
     ("a little added, 1e-6", lambda v, a, b, t, n: (v - a) / ((b - a) / n) + t(1e-6)),
     ("a little added to the width, 1e-9", lambda v, a, b, t, n: (v - a) / ((b - a) / n + t(1e-9))),
     ("a little added to the range, 1e-6", lambda v, a, b, t, n: (v - a) / ((b - a + t(1e-6)) / n)),
     ("the next lower number", lambda v, a, b, t, n: np.nextafter((v - a) / ((b - a) / n), t(-1))),
     ("the next higher number", lambda v, a, b, t, n: np.nextafter((v - a) / ((b - a) / n), t(99))),
     ("rounded to six digits first", lambda v, a, b, t, n: np.round((v - a) / ((b - a) / n), 6)),
     ("compared with edges near + i * width", by_edges(lambda i, a, b, t, n: a + i * ((b - a) / n))),
     ("compared with edges near + i * range / bins", by_edges(lambda i, a, b, t, n: a + i * (b - a) / n)),
     ("compared with edges added up", lambda v, a, b, t, n: np.searchsorted(
         np.cumsum(np.array([a] + [(b - a) / n] * int(n), t)), v, side="right") - 1),
     ("edges that belong to the bin below", by_edges(lambda i, a, b, t, n: a + i * ((b - a) / n), side="left")),
     ("the remainder taken off", lambda v, a, b, t, n: ((v - a) - np.fmod(v - a, (b - a) / n)) / ((b - a) / n)),
     ("floor division", lambda v, a, b, t, n: np.floor_divide(v - a, (b - a) / n)),
     ("in whole millimetres", lambda v, a, b, t, n: np.floor(
         whole_millimetres(v - a) * n / max(t(1), whole_millimetres(b - a)))),
     ("cut off instead of rounded down", lambda v, a, b, t, n: np.trunc((v - a) / ((b - a) / n)),
      Same("a position is not negative")))
bins("a histogram bin rounded otherwise",
     ("the difference in f32", lambda v, a, b, t, n: single(v - a) / ((b - a) / n)),
     ("the range in f32", lambda v, a, b, t, n: (v - a) / (single(b - a) / n)),
     ("the width in f32", lambda v, a, b, t, n: (v - a) / single((b - a) / n)),
     ("the quotient in f32", lambda v, a, b, t, n: single((v - a) / ((b - a) / n))), only="server")
bins("a histogram bin rounded otherwise",
     ("the difference in f64", lambda v, a, b, t, n: ((v.astype(float) - float(a)) / float((b - a) / n)).astype(t)),
     ("the difference in f64, not rounded", lambda v, a, b, t, n: (v.astype(float) - float(a)) / float((b - a) / n)),
     ("the range in f64", lambda v, a, b, t, n: (v - a) / t((float(b) - float(a)) / float(n))),
     ("the width in f64", lambda v, a, b, t, n: (v - a).astype(float) / ((float(b) - float(a)) / float(n))),
     ("the quotient in f64", lambda v, a, b, t, n: (v - a).astype(float) / float((b - a) / n)), only="client")
cause("layers only where nearest and farthest differ by more", "§5",
      ("by 1e-6", {"places": lambda v, a, b, r: SERVER.places(v, a, b, r) if b - a > 1e-6 else np.full(len(v), -1)}),
      ("by 1 mm", {"places": lambda v, a, b, r: SERVER.places(v, a, b, r) if b - a > 1e-3 else np.full(len(v), -1)}))


# §5: smoothing, threshold, peaks.
def thirds(c: np.ndarray, n: type) -> np.ndarray:
    return three(c / n(3)).astype(n)


def three(c: np.ndarray) -> np.ndarray:
    padded = np.concatenate([c[:1], c, c[-1:]])
    return padded[:-2] + padded[1:-1] + padded[2:]


def running_window(c: np.ndarray, n: type) -> np.ndarray:
    """A running sum."""
    padded = np.concatenate([c[:1], c, c[-1:]]).astype(n) / n(3)
    total, found = padded[0] + padded[1] + padded[2], []
    for i in range(len(c)):
        if i:
            total = total + padded[i + 2] - padded[i - 1]
        found.append(total)
    return np.array(found, n)


cause("smoothed bins rounded otherwise", "§5",
      ("multiplied by 1 / 3", {"smooth": lambda c, n: three(c).astype(n) * (n(1) / n(3))},
       Same("sums of bins multiplied by a third")),
      ("not divided", {"smooth": lambda c, n: three(c).astype(n)},
       Same("§5 sums are divided by 3")),
      ("each count divided by 3", {"smooth": lambda c, n: thirds(c.astype(n), n)}),
      ("each count multiplied by 1 / 3", {"smooth": lambda c, n: three(c.astype(n) * (n(1) / n(3)))}),
      ("a running sum of thirds", {"smooth": running_window}),
      ("0.25, 0.5, 0.25", {"smooth": lambda c, n: (three(c) + c).astype(n) / n(4)}),
      ("as shares of the samples", {"smooth": lambda c, n: three(c.astype(n) / n(c.sum())) / n(3)}),
      ("sums of shares", {"smooth": lambda c, n: three(c).astype(n) / n(c.sum())}))
cause("smoothed bins rounded otherwise", "§5",
      ("in f32", {"smooth": lambda c, n: smooth_three(c, SINGLE).astype(n)}), only="server")
cause("smoothed bins rounded otherwise", "§5",
      ("in f64", {"smooth": lambda c, n: smooth_three(c, np.float64), "prominence": 0.05,
                  "peaks": lambda s, t: strict_peaks(s, np.float64(0.05) * s.max())},
       Same("§5 sums are divided by 3")), only="client")


def prominent(holds: Any) -> dict[str, Any]:
    """Peaks by another comparison of a smoothed bin with the tallest one."""
    return {"peaks": lambda s, t: [i for i in strict_peaks(s, s.dtype.type(-1)) if holds(s[i], s.max(), s.dtype.type)]}


cause("the prominence threshold rounded otherwise", "§5",
      ("as a quotient: s / tallest > 0.05", prominent(lambda s, m, t: s / m > t(0.05))),
      ("tallest / 20", prominent(lambda s, m, t: s > m / t(20))),
      ("20 s > tallest", prominent(lambda s, m, t: t(20) * s > m)),
      ("s / 0.05 > tallest", prominent(lambda s, m, t: s / t(0.05) > m), Same("§5 sums are divided by 3", ("server",))),
      ("tallest * 5 / 100", prominent(lambda s, m, t: s > m * t(5) / t(100))),
      ("s - 0.05 tallest > 0", prominent(lambda s, m, t: s - t(0.05) * m > 0), Same("a difference and a comparison")),
      ("the tallest of the inner bins", {"tallest": lambda s, c: s[1:-1].max()}),
      ("of the sum of all bins", {"tallest": lambda s, c: s.sum()}))
cause("the prominence threshold rounded otherwise", "§5",
      ("0.05 as f32", prominent(lambda s, m, t: s > float(SINGLE(0.05)) * m), Same("prominence with 0.05 as f32")),
      ("the product in f32", prominent(lambda s, m, t: s > single(t(0.05) * m))), only="server")
cause("the prominence threshold rounded otherwise", "§5",
      ("0.05 as f64", prominent(lambda s, m, t: float(s) > 0.05 * float(m))),
      only="client")


def depths(spelling: Any, last: Any = None) -> dict[str, Any]:
    """Another depth of all bins except the last, and of the last."""
    def depth(i: int, a: Any, b: Any, w: Any, r: Rules) -> Any:
        if i == r.bins - 1:
            return last(i, a, b, w, r.number) if last else peak_depth(i, a, b, w, r)
        return spelling(i, a, b, w, r.number)

    return {"peak_depth": depth}


cause("the depth of a layer rounded otherwise", "§5",
      ("near + i * width + 0.5 * width", depths(lambda i, a, b, w, t: a + t(i) * w + t(0.5) * w)),
      ("near + (i * width + width / 2)", depths(lambda i, a, b, w, t: a + (t(i) * w + w / t(2)))),
      ("the mean of the bin's edges", depths(lambda i, a, b, w, t: ((a + t(i) * w) + (a + t(i + 1) * w)) / t(2))),
      ("near + (i + 0.5) / bins * range", depths(lambda i, a, b, w, t: a + (t(i) + t(0.5)) / t(50) * (b - a))),
      ("near + (i + 0.5) * range / bins", depths(lambda i, a, b, w, t: a + (t(i) + t(0.5)) * (b - a) / t(50))),
      ("between near and far by share", depths(
          lambda i, a, b, w, t: a * (t(1) - (t(i) + t(0.5)) / t(50)) + b * ((t(i) + t(0.5)) / t(50)))),
      ("fused multiply-add", depths(lambda i, a, b, w, t: fused(t(i) + t(0.5), w, a)[()])),
      ("near + (2 i + 1) * (width / 2)", depths(lambda i, a, b, w, t: a + t(2 * i + 1) * (w / t(2))),
       Same("products with powers of two")),
      ("the last: far - width / 2", depths(lambda i, a, b, w, t: a + (t(i) + t(0.5)) * w,
                                           lambda i, a, b, w, t: b - w / t(2)), Same("products with powers of two")),
      ("the last: far - range / 100", depths(lambda i, a, b, w, t: a + (t(i) + t(0.5)) * w,
                                             lambda i, a, b, w, t: b - (b - a) / t(100)),
                                                    Same("products with powers of two")),
      ("the last: fused multiply-add", depths(lambda i, a, b, w, t: a + (t(i) + t(0.5)) * w,
                                              lambda i, a, b, w, t: fused(t(-0.5), w, b)[()]),
       Same("products with powers of two")))
cause("the depth of a layer rounded otherwise", "§5",
      ("in f32", {"peak_depth": lambda i, a, b, w, r: single(peak_depth(i, a, b, w, r))}), only="server")
cause("the depth of a layer rounded otherwise", "§5",
      ("in f64", {"peak_depth": lambda i, a, b, w, r: SINGLE(
          float(b) - 0.5 * float(w) if i == 49 else float(a) + (i + 0.5) * float(w))}), only="client")


# §6: gradients.
def squared(compare: Any) -> dict[str, Any]:
    return {"magnitude": lambda x, y: x * x + y * y, "is_edge": compare}


cause("gradients rounded otherwise", "§6",
      ("hypot", {"magnitude": np.hypot}, Same("gradients are multiples of 2^-28", ("server",))),
      ("squares compared with 0.01", squared(lambda g, t: g > g.dtype.type(0.01)),
       Same("gradients are multiples of 2^-28", ("server",))),
      ("squares compared with the squared threshold", squared(lambda g, t: g > t * t),
             Same("gradients are multiples of 2^-28")),
      ("fused multiply-add, x first", {"magnitude": lambda x, y: np.sqrt(fused(x, x, y * y))},
             Same("gradients are multiples of 2^-28", ("server",))),
      ("fused multiply-add, y first", {"magnitude": lambda x, y: np.sqrt(fused(y, y, x * x))},
             Same("gradients are multiples of 2^-28", ("server",))),
      ("the root of the sum of absolute products", {"magnitude": lambda x, y: np.sqrt(np.abs(x * x) + np.abs(y * y))},
       Same("squares are not negative")),
      ("differences not halved, compared with 0.2",
       {"difference": lambda a, c, b: b - a, "is_edge": lambda g, t: g > g.dtype.type(0.2)},
       Same("products with powers of two")),
      ("the length halved", {"difference": lambda a, c, b: b - a, "is_edge": lambda g, t: g / g.dtype.type(2) > t},
       Same("products with powers of two")),
      ("squares not halved, compared with 0.04",
       {"difference": lambda a, c, b: b - a, **squared(lambda g, t: g > g.dtype.type(0.04))},
       Same("gradients are multiples of 2^-28", ("server",))),
      ("each neighbour halved", {"difference": lambda a, c, b: b / 2 - a / 2}, Same("products with powers of two")),
      ("multiplied by 0.5", {"difference": lambda a, c, b: (b - a) * b.dtype.type(0.5)},
       Same("products with powers of two")),
      ("the mean of both one-sided differences", {"difference": lambda a, c, b: ((b - c) + (c - a)) / 2},
       Same("gradients are multiples of 2^-28", ("server",))),
      ("the length compared by its difference to 0.1", {"is_edge": lambda g, t: g - t > 0},
       Same("a difference and a comparison")),
      ("the length as a share of 0.1", {"is_edge": lambda g, t: g / t > 1}, Same("gradients are multiples of 2^-28")),
      ("1e-9 above the threshold", {"is_edge": lambda g, t: g > t + g.dtype.type(1e-9)},
             Same("an addend below half a unit", ("client",))),
      ("1e-6 above the threshold", {"is_edge": lambda g, t: g > t + g.dtype.type(1e-6)}),
      ("1e-6 below the threshold", {"is_edge": lambda g, t: g > t - g.dtype.type(1e-6)}))
cause("gradients rounded otherwise", "§6",
      ("differences in f32", {"difference": lambda a, c, b: central(a.astype(SINGLE), c,
             b.astype(SINGLE)).astype(float)}),
      ("squares in f32", {"magnitude": lambda x, y: np.sqrt(single(x * x) + single(y * y))}),
      ("the sum of squares in f32", {"magnitude": lambda x, y: np.sqrt(single(x * x + y * y))}),
      ("the length in f32", {"magnitude": lambda x, y: single(np.sqrt(x * x + y * y))}),
      ("the threshold as f32", {"is_edge": lambda g, t: g > single(t)}),
      ("the length and the threshold as f32", {"is_edge": lambda g, t: g.astype(SINGLE) > SINGLE(t)}),
      ("f32 up to the length", {"difference": lambda a, c, b: central(a.astype(SINGLE), c, b.astype(SINGLE)),
                                "magnitude": lambda x, y: np.sqrt(x.astype(SINGLE) ** 2 + y.astype(SINGLE) ** 2)
                                .astype(float)}), only="server")
cause("gradients rounded otherwise", "§6",
      ("differences in f64", {"difference": lambda a, c, b: central(a.astype(float), c, b.astype(float)),
                              "magnitude": lambda x, y: np.sqrt(x * x + y * y).astype(SINGLE)}),
      ("squares in f64", {"magnitude": lambda x, y: np.sqrt(SINGLE(x.astype(float) ** 2 + y.astype(float) ** 2))}),
      ("squares and root in f64",
       {"magnitude": lambda x, y: np.sqrt(x.astype(float) ** 2 + y.astype(float) ** 2).astype(SINGLE)}),
      ("the length in f64", {"magnitude": lambda x, y: np.sqrt((x * x + y * y).astype(float))}),
      ("the threshold as f64", {"is_edge": lambda g, t: g.astype(float) > 0.1}), only="client")


# §6: the coherence.
def of_counts(spelling: Any) -> dict[str, Any]:
    """From edges e, interior m, gain and type; computed in f64, and rounded once for the client."""
    return {"coherence_of_counts": lambda e, m, g, t: t(spelling(e, m, g, t))}


def exp(x: Any) -> float:
    return math.exp(float(x))


cause("the share of edges rounded otherwise", "§6",
      ("multiplied by 1 / m", {"ratio": lambda e, m, t: t(e) * (t(1) / t(m))}),
      ("times 30 before it is divided", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(e) * t(g) / t(m)))))),
      ("edges times 30 / m", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(e) * (t(g) / t(m))))))),
      ("edges divided by m / 30", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(e) / (t(m) / t(g))))))),
      ("in per cent", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(100) * t(e) / t(m)) * t(g) / t(100))))),
      ("1 less the share of others", {"ratio": lambda e, m, t: t(1) - t(m - e) / t(m)}))
cause("the share of edges rounded otherwise", "§6",
      ("in f32", {"ratio": lambda e, m, t: t(SINGLE(e) / SINGLE(m))}),
      ("its product with 30 in f32", of_counts(lambda e, m, g, t: 1 - exp(-single(t(e) / t(m) * g)))), only="server")
cause("the share of edges rounded otherwise", "§6",
      ("in f64, then f32", {"ratio": lambda e, m, t: t(e / m)}, Same("quotients of counts by way of f64", ("client",))),
      ("in f64", of_counts(lambda e, m, g, t: t(1) - t(exp(-(e / m) * g)))), only="client")
cause("an exponential rounded otherwise", "§6",
      ("expm1", of_counts(lambda e, m, g, t: -math.expm1(-(t(e) / t(m) * t(g))))),
      ("1 over exp", of_counts(lambda e, m, g, t: t(1) - t(1) / t(exp(t(e) / t(m) * t(g))))),
      ("(exp - 1) / exp", of_counts(lambda e, m, g,
             t: (t(exp(t(e) / t(m) * t(g))) - t(1)) / t(exp(t(e) / t(m) * t(g))))),
      ("the 30th power", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(e) / t(m))) ** g))),
      ("by tanh", of_counts(lambda e, m, g, t: 2 * math.tanh(float(t(e) / t(m) * t(g)) / 2)
                            / (1 + math.tanh(float(t(e) / t(m) * t(g)) / 2)))))
cause("an exponential rounded otherwise", "§6",
      ("a power of e", of_counts(lambda e, m, g, t: 1 - math.e ** (-(e / m) * g))),
      ("a power of 2", of_counts(lambda e, m, g, t: 1 - 2.0 ** (-(e / m) * g * math.log2(math.e)))),
      ("in f32", of_counts(lambda e, m, g, t: 1 - single(t(exp(SINGLE(-(e / m) * g)))))),
      ("its value in f32", of_counts(lambda e, m, g, t: 1 - single(t(exp(-(e / m) * g))))),
      ("the coherence in f32", of_counts(lambda e, m, g, t: single(t(1 - exp(-(e / m) * g))))), only="server")
cause("an exponential rounded otherwise", "§6",
      ("in f64, as the difference", of_counts(lambda e, m, g, t: 1 - exp(-(t(e) / t(m)) * t(g)))), only="client")
cause("the coherence is not limited", "§6",
      ("", of_counts(lambda e, m, g, t: t(1) - t(exp(-(t(e) / t(m)) * t(g)))),
             Same("§6 a coherence is at most 1, at least 0")))


# §7: the screen.
def number(s: Any) -> type:
    return type(s.mean)


cause("the screen's band rounded otherwise", "§7",
      ("median - 0.05 < d < median + 0.05", {"in_band": lambda d, m, b: (d > m - b) & (d < m + b)},
       Same("differences are multiples of 2^-27", ("server",))),
      ("squares compared with the squared band", {"in_band": lambda d, m, b: (d - m) * (d - m) < b * b},
       Same("differences are multiples of 2^-27")),
      ("squares compared with 0.0025", {"in_band": lambda d, m, b: (d - m) * (d - m) < type(b)(0.0025)},
       Same("differences are multiples of 2^-27")),
      ("the farther less the nearer", {"in_band": lambda d, m, b: np.maximum(d, m) - np.minimum(d, m) < b},
       Same("a difference and a comparison")),
      ("the difference less 0.05", {"in_band": lambda d, m, b: np.abs(d - m) - b < 0},
             Same("a difference and a comparison")),
      ("1e-9 wider", {"in_band": lambda d, m, b: np.abs(d - m) < b + type(b)(1e-9)},
             Same("differences are multiples of 2^-27")),
      ("1e-6 wider", {"in_band": lambda d, m, b: np.abs(d - m) < b + type(b)(1e-6)}),
      ("1e-6 narrower", {"in_band": lambda d, m, b: np.abs(d - m) < b - type(b)(1e-6)}))
cause("the screen's band rounded otherwise", "§7",
      ("differences in f32", {"in_band": lambda d, m, b: single(np.abs(d - m)) < b},
             Same("differences are multiples of 2^-27")),
      ("0.05 as f32", {"in_band": lambda d, m, b: np.abs(d - m) < single(b)},
             Same("differences are multiples of 2^-27")),
      ("differences and 0.05 in f32", {"in_band": lambda d, m, b: np.abs(d - m).astype(SINGLE) < SINGLE(b)},
       Same("differences are multiples of 2^-27")), only="server")
cause("the screen's band rounded otherwise", "§7",
      ("differences in f64", {"in_band": lambda d, m, b: np.abs(d.astype(float) - float(m)) < float(b)},
       Same("differences near the band are exact in f32", ("client",))),
      ("differences and 0.05 in f64", {"in_band": lambda d, m, b: np.abs(d.astype(float) - float(m)) < 0.05},
       Same("differences are multiples of 2^-27")),
      ("0.05 as f64", {"in_band": lambda d, m, b: np.abs(d - m).astype(float) < 0.05},
             Same("differences are multiples of 2^-27")),
      only="client")
cause("the screen's share rounded otherwise", "§7",
      ("multiplied by 1 / n", {"uniform_share": lambda c, n, t: t(c) * (t(1) / t(n))}),
      ("1 less the share outside", {"uniform_share": lambda c, n, t: t(1) - t(n - c) / t(n)}),
      ("count > 0.85 n", signs(share=lambda s: number(s)(s.band_count) > s.limits[1] * number(s)(len(s.values))),
             Same("shares near 0.85")),
      ("100 count > 85 n", signs(share=lambda s: 100 * s.band_count > 85 * len(s.values)), Same("shares near 0.85")),
      ("20 count > 17 n", signs(share=lambda s: 20 * s.band_count > 17 * len(s.values)), Same("shares near 0.85")),
      ("the share outside below 0.15", signs(
          share=lambda s: number(s)(len(s.values) - s.band_count) / number(s)(len(s.values)) < number(s)(0.15)),
       Same("shares near 0.85")))
cause("the screen's share rounded otherwise", "§7",
      ("in f32", {"uniform_share": lambda c, n, t: t(SINGLE(c) / SINGLE(n))}),
      ("compared in f32", signs(share=lambda s: SINGLE(s.share) > SINGLE(0.85)), Same("shares near 0.85")),
      ("0.85 as f32", signs(share=lambda s: s.share > float(SINGLE(0.85))), Same("shares near 0.85")), only="server")
cause("the screen's share rounded otherwise", "§7",
      ("0.85 as f64", signs(share=lambda s: float(s.share) > 0.85)),
      ("in f64", signs(share=lambda s: s.band_count / len(s.values) > 0.85), Same("shares near 0.85")), only="client")
cause("the screen's range rounded otherwise", "§7",
      ("far < near + 0.15", signs(range=lambda s: s.far < s.near + s.limits[0]),
             Same("differences are multiples of 2^-27", ("server",))),
      ("far - 0.15 < near", signs(range=lambda s: s.far - s.limits[0] < s.near),
             Same("differences are multiples of 2^-27", ("server",))),
      ("0.15 itself taken in", signs(range=lambda s: s.range <= s.limits[0]),
             Same("differences are multiples of 2^-27", ("server",))),
      ("in whole millimetres", signs(range=lambda s: whole_millimetres(s.far) - whole_millimetres(s.near) < 150)))
cause("the screen's range rounded otherwise", "§7",
      ("in f32", signs(range=lambda s: SINGLE(s.range) < SINGLE(0.15))),
      ("the difference in f32", signs(range=lambda s: float(SINGLE(s.range)) < 0.15)),
      ("0.15 as f32", signs(range=lambda s: s.range < float(SINGLE(0.15))),
             Same("differences are multiples of 2^-27")), only="server")
cause("the screen's range rounded otherwise", "§7",
      ("in f64", signs(range=lambda s: float(s.far) - float(s.near) < 0.15)),
      ("0.15 as f64", signs(range=lambda s: float(s.range) < 0.15), Same("no f32 number lies between")), only="client")
cause("the screen's distance rounded otherwise", "§7",
      ("sum >= 0.2 n", signs(near=lambda s: in_order(s.values) >= s.low * number(s)(len(s.values))),
             Same("sums are multiples of 2^-27", ("server",))),
      ("sum <= 1.5 n", signs(far=lambda s: in_order(s.values) <= s.high * number(s)(len(s.values))),
             Same("sums are multiples of 2^-27")),
      ("1e-9 nearer and farther", signs(near=lambda s: s.mean >= s.low - number(s)(1e-9),
                                       far=lambda s: s.mean <= s.high + number(s)(1e-9)),
                                              Same("an addend below half a unit", ("client",))))
cause("the screen's distance rounded otherwise", "§7",
      ("compared in f32, near", signs(near=lambda s: SINGLE(s.mean) >= SINGLE(0.2))),
      ("compared in f32, far", signs(far=lambda s: SINGLE(s.mean) <= SINGLE(1.5))),
      ("0.2 as f32", signs(near=lambda s: s.mean >= float(SINGLE(0.2)))), only="server")
cause("the screen's distance rounded otherwise", "§7",
      ("0.2 as f64", signs(near=lambda s: float(s.mean) >= 0.2), Same("0.2 as f32 is above 0.2", ("client",))),
      ("1.5 as f64", signs(far=lambda s: float(s.mean) <= 1.5), Same("1.5 is one number", ("client",))), only="client")
cause("another median", "§7",
      ("n / 2 rounded", {"median": lambda v: np.sort(v)[min(len(v) - 1, round(len(v) / 2))]}),
      ("the one below n / 2", {"median": lambda v: np.sort(v)[max(0, len(v) // 2 - 1)]}),
      ("the mean of the middle pair, in f32", {"median": lambda v: v.dtype.type(np.median(v.astype(SINGLE)))}),
      ("of distinct depths", {"median": lambda v: np.unique(v)[len(np.unique(v)) // 2]}))

# §8 and §9: thresholds.
cause("the quadrants' threshold rounded otherwise", "§8",
      ("squares compared with 0.01", {"quadrant_passes": lambda d, t: d * d > type(t)(0.01)}),
      ("squares compared with the squared threshold", {"quadrant_passes": lambda d, t: d * d > t * t},
       Same("squares of neighbouring numbers at 0.1")),
      ("1e-9 above", {"quadrant_passes": lambda d, t: d > t + type(t)(1e-9)}, Same("an addend below half a unit",
             ("client",))),
      ("1e-6 above", {"quadrant_passes": lambda d, t: d > t + type(t)(1e-6)}))
cause("the quadrants' threshold rounded otherwise", "§8",
      ("compared in f32", {"quadrant_passes": lambda d, t: SINGLE(d) > SINGLE(t)}),
      ("0.1 as f32", {"quadrant_passes": lambda d, t: d > float(SINGLE(t))}), only="server")
cause("the quadrants' threshold rounded otherwise", "§8",
      ("0.1 as f64", {"quadrant_passes": lambda d, t: float(d) > 0.1}), only="client")


def check(name: str, holds: Any) -> dict[str, Any]:
    """One check of the verdict in another form."""
    return {"checks": lambda v: [(n, bool(holds(v)) if n == name else h) for n, h in SERVER.checks(v)]}


cause("a threshold of the verdict rounded otherwise", "§9",
      ("squares compared with 0.25", check("standard_deviation", lambda v: v.deviation * v.deviation > 0.25),
       Same("a square compared with a quarter", ("server", "client"))),
      ("1e-9 above 0.5", check("standard_deviation", lambda v: v.deviation > type(v.deviation)(0.5 + 1e-9)),
             Same("an addend below half a unit", ("client",))),
      ("1e-6 above 0.5", check("standard_deviation", lambda v: v.deviation > type(v.deviation)(0.5 + 1e-6))),
      ("0.3 itself passes", check("edge_coherence", lambda v: v.coherence >= v.limits[2]),
       Same("§9 the coherence is above its threshold", ("server",))),
      ("1e-6 above 0.3", check("edge_coherence", lambda v: v.coherence > v.limits[2] + type(v.coherence)(1e-6))),
      ("the exponential below 0.7", check("edge_coherence", lambda v: v.interior_count > 0 and type(v.coherence)(
          exp(-(type(v.coherence)(v.edge_count) / type(v.coherence)(v.interior_count)) * type(v.coherence)(30)))
          < type(v.coherence)(0.7)), Same("the exponential and its complement")),
      ("the share above -ln(0.7) / 30", check("edge_coherence", lambda v: v.interior_count > 0 and
                                              v.edge_count / v.interior_count > -math.log(0.7) / 30),
       Same("no share lies at 0.3", ("server",))),
      ("more than 2 layers", check("layers", lambda v: v.layers > 2), Same("whole numbers above 2")))
cause("a threshold of the verdict rounded otherwise", "§9",
      ("the standard deviation compared in f32", check("standard_deviation",
             lambda v: SINGLE(v.deviation) > SINGLE(0.5))),
      ("the coherence compared in f32", check("edge_coherence", lambda v: SINGLE(v.coherence) > SINGLE(0.3))),
      ("0.3 as f32", check("edge_coherence", lambda v: v.coherence > float(SINGLE(0.3)))), only="server")
cause("a threshold of the verdict rounded otherwise", "§9",
      ("0.3 as f64", check("edge_coherence", lambda v: float(v.coherence) > 0.3)), only="client")


# §10: inferred dimensions.
def height_of(spelling: Any, width: Any = lambda n, h: n // h) -> dict[str, Any]:
    """Another height, and another width, of maps without one of the three well-known sizes."""
    def infer(n: int) -> tuple[int, int]:
        height = max(1, int(spelling(n)))
        return inferred(n) if n in (49152, 76800, 307200) else (max(1, int(width(n, height))), height)

    return {"infer": infer}


def plain_height(n: int) -> float:
    return math.sqrt(n / (4.0 / 3.0))


cause("dimensions inferred otherwise", "§10",
      ("the square root of 0.75 n", height_of(lambda n: math.sqrt(0.75 * n)),
             Same("an inferred height in exact arithmetic")),
      ("the square root of 3 n / 4", height_of(lambda n: math.sqrt(3 * n / 4)),
             Same("an inferred height in exact arithmetic")),
      ("the whole root of 3 n / 4", height_of(lambda n: math.isqrt(3 * n // 4)),
             Same("an inferred height in exact arithmetic")),
      ("the root in f32", height_of(lambda n: np.sqrt(SINGLE(n) / SINGLE(4 / 3))), Same("an inferred height in f32")),
      ("n / 1.33", height_of(lambda n: math.sqrt(n / 1.33))),
      ("the height rounded, not cut off", height_of(lambda n: round(math.sqrt(n * 0.75)))),
      ("the height rounded up", height_of(lambda n: math.ceil(plain_height(n)))),
      ("the width rounded", height_of(plain_height, lambda n, h: round(n / h))),
      ("the width rounded up", height_of(plain_height, lambda n, h: -(-n // h))),
      ("the width as 4 / 3 of the height", height_of(plain_height, lambda n, h: h * 4 // 3)),
      ("the width as the root of 4 n / 3", height_of(plain_height, lambda n, h: math.sqrt(n * 4 / 3))),
      ("the width first, the height by it", {"infer": lambda n: inferred(n) if n in (49152, 76800, 307200) else
                                              (max(1, int(math.sqrt(n * 4 / 3))),
                                               max(1, n // max(1, int(math.sqrt(n * 4 / 3)))))}),
      ("the well-known sizes by the formula, too", {"infer": lambda n: (
          max(1, n // max(1, int(plain_height(n)))), max(1, int(plain_height(n))))},
       Same("the well-known sizes follow from the formula")),
      ("only a product too small is replaced",
       {"dimensions": lambda n, g, infer: g if g[0] and g[0] * g[1] >= n else infer(n)}),
      ("only a product too large is replaced",
       {"dimensions": lambda n, g, infer: g if g[0] and g[0] * g[1] <= n else infer(n)}), only="server")
