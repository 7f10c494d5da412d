"""Numbers of JSON as the server reads and writes them.

The reader collects digits in 64 bits and scales by a power of ten, so that the result is not always the nearest f64.
The writer writes the shortest digits that give the same f64, with an exponent outside 1e-5 ..< 1e16.
"""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from typing import Optional

from .mistakes import planted

LARGEST = 2**64 - 1


def scaled(significand: int, exponent: int) -> Optional[float]:
    """significand x 10^exponent in the server's steps; None if it is beyond f64."""
    if planted("numbers-to-nearest"):
        nearest = float(f"{significand}e{exponent}")
        return None if math.isinf(nearest) else nearest
    value = float(significand)
    while abs(exponent) > 308:
        if value == 0.0:
            return value
        if exponent > 0:
            return None
        value /= 1e308
        exponent += 308
    value = value * float(f"1e{exponent}") if exponent >= 0 else value / float(f"1e{-exponent}")
    return None if math.isinf(value) else value


def f32_of_integer(number: int) -> float:
    """The f32 nearest to an integer, rounded once, ties to even."""
    size = abs(number)
    shift = size.bit_length() - 24
    if shift > 0:
        quotient, rest = divmod(size, 1 << shift)
        half = 1 << (shift - 1)
        size = (quotient + (rest > half or (rest == half and quotient & 1))) << shift
    return math.copysign(float(size), number)


def f32_of_float(number: float) -> float:
    """The f32 nearest to an f64; an infinity beyond the range."""
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def written(number: float) -> str:
    """A number as the server writes it; null if it is not finite."""
    if not math.isfinite(number):
        return "null"
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    minus = "-" if sign else ""
    if number == 0:
        return minus + "0.0"
    text = "".join(map(str, digits))
    point = len(text) + int(exponent)
    if 0 < point <= 16:
        whole = text[:point].ljust(point, "0")
        return f"{minus}{whole}.{text[point:] or '0'}"
    if -5 < point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    return f"{minus}{text[0]}{'.' + text[1:] if len(text) > 1 else ''}e{point - 1}"
