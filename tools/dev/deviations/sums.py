"""Summations other than sequential ones: each rounds differently, and changes some last bits."""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from typing import Any

import numpy as np
from variant_analysis import in_order

_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
FUSED = {np.float64: (_LIBM.fma, ctypes.c_double), np.float32: (_LIBM.fmaf, ctypes.c_float)}
for _function, _kind in FUSED.values():
    _function.restype, _function.argtypes = _kind, [_kind] * 3


def halves(values: np.ndarray) -> Any:
    """Pairwise down to single values: the first half plus the second."""
    size = 1 << max(0, len(values) - 1).bit_length()
    # Splits at the middle of the list, not at a power of two, like a recursion over an array.
    if size == len(values):
        while len(values) > 1:
            values = values[0::2] + values[1::2]
        return values[0]
    stack = [(0, len(values))]
    order: list[tuple[int, int]] = []
    while stack:
        start, end = stack.pop()
        order.append((start, end))
        if end - start > 1:
            middle = (start + end) // 2
            stack += [(start, middle), (middle, end)]
    sums: dict[tuple[int, int], Any] = {}
    for start, end in reversed(order):
        if end - start == 1:
            sums[start, end] = values[start]
        else:
            middle = (start + end) // 2
            sums[start, end] = sums.pop((start, middle)) + sums.pop((middle, end))
    return sums[0, len(values)]


def blocks(size: int) -> Any:
    """Sums of blocks in order, then the sum of those."""

    def add(values: np.ndarray) -> Any:
        return in_order(np.array([in_order(values[i : i + size]) for i in range(0, len(values), size)], values.dtype))

    return add


def lanes(count: int) -> Any:
    """Like vector code: every count-th value in a separate sum, these sums then in order, the rest at the end."""

    def add(values: np.ndarray) -> Any:
        whole = len(values) // count * count
        parts = np.cumsum(values[:whole].reshape(-1, count), axis=0)[-1] if whole else values[:0]
        return in_order(np.concatenate([parts, values[whole:]]))

    return add


def compensated(values: np.ndarray) -> Any:
    """Rounded once, like fsum and, nearly always, Kahan's and Neumaier's sums."""
    return values.dtype.type(math.fsum(values.tolist()))


def fused_squares(deviations: np.ndarray) -> Any:
    """Adds the unrounded product, like compilers that contract a * a + b for newer processors."""
    fused, kind = FUSED[deviations.dtype.type]
    total = 0.0
    for deviation in deviations.tolist():
        total = fused(deviation, deviation, total)
    return deviations.dtype.type(kind(total).value)


def of_squares(add: Any) -> Any:
    return lambda deviations: add(deviations * deviations)


def mean_of_squares(values: np.ndarray) -> tuple[Any, Any]:
    """One pass: the mean of the squares less the square of the mean."""
    number = values.dtype.type
    mean = in_order(values) / number(len(values))
    spread = in_order(values * values) / number(len(values)) - mean * mean
    return mean, np.sqrt(max(number(0), spread))


def running(values: np.ndarray) -> tuple[Any, Any]:
    """One pass: Welford's running mean."""
    number = values.dtype.type
    if number is np.float64:
        mean, squares = 0.0, 0.0
        for count, value in enumerate(values.tolist(), start=1):
            delta = value - mean
            mean += delta / count
            squares += delta * (value - mean)
        return number(mean), np.sqrt(number(squares / len(values)))
    mean, squares = number(0), number(0)
    for count, value in enumerate(values, start=1):
        delta = value - mean
        mean += delta / number(count)
        squares += delta * (value - mean)
    return mean, np.sqrt(squares / number(len(values)))
