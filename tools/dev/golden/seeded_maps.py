"""Small maps by kind and seed, with the same samples on every machine. Many are at points where rounding decides.

    samples, width, height = KINDS["dense"](11)

Depths are integer millimetres as f32, unless the kind needs the numbers beside them.
tools/dev/deviations/search-fixtures looks for maps that show what no fixture shows, and boundary-fixtures writes
those that were found.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

Shape = tuple[list[float], int, int]


def f32(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


def beside(value: float, steps: int) -> float:
    """The f32 number `places` representable numbers above a positive one."""
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    return struct.unpack("<f", struct.pack("<i", bits + steps))[0]


class Dice:
    """The high bits of Knuth's MMIX generator."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2862933555777941757 + 3037000493) % 2**64

    def below(self, limit: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def one_of(self, *choices: int) -> int:
        return choices[self.below(len(choices))]


def metres(millimetres: int) -> float:
    return f32(millimetres / 1000)


def dense(seed: int) -> Shape:
    """Uniformly distributed depths in a range of integer millimetres."""
    dice = Dice(seed)
    low = dice.between(100, 3000)
    spread = dice.one_of(50, 100, 200, 500, 1000, 2500, 3000)
    return [metres(low + dice.below(spread + 1)) for _ in range(192)], 16, 12


def edges(seed: int) -> Shape:
    """Steps, many of which have a gradient of 0.1 m, some of them by Pythagoras: 0.06 and 0.08."""
    dice = Dice(seed)
    low = dice.between(101, 4000)
    steps = [(0, 200), (0, 120, 160, 200), (0, 40, 160, 200), (0, 56, 192, 200), (0, 199, 200, 201)][dice.below(5)]
    return [metres(low + dice.one_of(*steps)) for _ in range(192)], 16, 12


def screen(seed: int) -> Shape:
    """A screen's range of 0.15 m, a band of 0.05 m around the median and a share of 0.85, each just met or just
    missed."""
    dice = Dice(seed)
    low, count = dice.between(101, 1600), 20 * dice.between(1, 9)
    spread, inside = dice.one_of(100, 149, 150), count * 17 // 20 + dice.between(-1, 1)
    middle = dice.one_of(50, 75, spread - 50)
    outside = dice.one_of(0, middle - 50, spread, min(spread, middle + 50))
    depths = [middle] * inside + [outside] * (count - inside)
    depths[:4] = [0, spread, max(0, middle - 50), min(spread, middle + 50)]
    for i in range(4, inside):
        depths[i] = min(spread, max(0, middle + dice.one_of(-50, -49, 0, 0, 0, 0, 49, 50)))
    samples = [metres(low + depth) for depth in depths]
    return mixed(dice, samples), 4, count // 4


def distance(seed: int) -> Shape:
    """A mean that differs from 0.2 m or 1.5 m only in the last bits."""
    dice = Dice(seed)
    limit = f32(dice.one_of(2, 15) / 10)
    count = dice.between(16, 64) // 4 * 4
    reach = dice.one_of(1, 1, 2, 5, 40)
    return [beside(limit, dice.between(-reach, reach)) for _ in range(count)], 4, count // 4


def tenths(seed: int) -> Shape:
    """164 depths around 0.2 m, a count for which the product with 0.2 as f32 is rounded."""
    dice = Dice(seed)
    return [beside(f32(0.2), dice.between(-40, 40)) for _ in range(164)], 4, 41


def mixed(dice: Dice, samples: list[float]) -> list[float]:
    for index in range(len(samples) - 1, 0, -1):
        other = dice.below(index + 1)
        samples[index], samples[other] = samples[other], samples[index]
    return samples


def halves(seed: int) -> Shape:
    """A standard deviation of half the difference of two depths: 0.5 m or 0.1 m except for the last bits."""
    dice = Dice(seed)
    low, apart = dice.between(200, 3000), dice.one_of(1000, 200)
    samples = [metres(low + apart * (i % 2)) for i in range(144)]
    for _ in range(dice.between(0, 3)):
        place = dice.below(144)
        samples[place] = beside(samples[place], dice.one_of(-2, -1, 1, 2))
    return mixed(dice, samples) if apart == 1000 else samples, 12, 12


def flat_quadrants(seed: int) -> Shape:
    """One quadrant whose standard deviation differs from 0.1 m only in the last bits, and three that vary more."""
    dice = Dice(seed)
    low, side = dice.between(200, 3000), 2 * dice.between(2, 5)
    flat = [metres(low + 200 * (i % 2)) for i in range(side * side)]
    for _ in range(dice.between(0, 3)):
        place = dice.below(side * side)
        flat[place] = beside(flat[place], dice.one_of(-2, -1, 1, 2))
    flat = mixed(dice, flat)
    samples = [metres(low + dice.one_of(0, 700, 1500)) for _ in range(4 * side * side)]
    for y in range(side):
        samples[2 * side * y : 2 * side * y + side] = flat[side * y : side * y + side]
    return samples, 2 * side, 2 * side


def layers(seed: int) -> Shape:
    """A tall bin and small ones of a twentieth of it, plus or minus a sample, over integer millimetres."""
    dice = Dice(seed)
    sixteenths, small = [1.0, 4.125], dice.one_of(*range(1, 16), 25, 50)
    tall = 20 * small
    sixteenths += [4.125] * dice.between(0, 30)
    for middle, total in [(5, tall)] + [(place, small + dice.one_of(-1, 0, 0, 0, 1)) for place in (14, 22, 30, 38)]:
        # Three bins that sum to the total, which is what the smoothed middle bin depends on.
        outer = total // 4
        for place, number in ((middle - 1, outer), (middle, total - 2 * outer), (middle + 1, outer)):
            sixteenths += [1 + (place + 0.5) / 16] * number
    samples = mixed(dice, [f32(depth) for depth in sixteenths])
    height = -(-len(samples) // 20)
    return samples + [0.0] * (20 * height - len(samples)), 20, height


def steep(seed: int) -> Shape:
    """Gradients in both directions whose length is as close to 0.1 m as f32 samples near the smallest depth allow."""
    dice = Dice(seed)
    middle = [f32(0.35 + dice.below(1000) / 10000)] * 99
    for x in range(1, 32, 3):
        gx = (dice.below(1 << 26) + 1) / (1 << 27) * 0.19
        gy = max(0.0, 0.01 - gx * gx) ** 0.5
        low = [f32(0.101 + dice.below(1 << 20) / (1 << 24)) for _ in range(2)]
        middle[33 + x - 1], middle[33 + x + 1] = low[0], f32(low[0] + 2 * gx)
        middle[x], middle[66 + x] = low[1], f32(low[1] + 2 * gy)
    return middle, 33, 3


def speck(seed: int) -> Shape:
    """A constant map with one sample at the next representable number."""
    dice = Dice(seed)
    depth = metres(dice.between(101, 19000))
    samples = [depth] * 3072
    samples[dice.below(3072)] = beside(depth, 1)
    return samples, 64, 48


def sparse(seed: int) -> Shape:
    """A flat map with few edges: isolated samples far behind the others."""
    dice = Dice(seed)
    width, height = dice.between(8, 60), dice.between(8, 45)
    samples = [metres(1000 + (x + y) % 3) for y in range(height) for x in range(width)]
    for _ in range(dice.between(1, 4)):
        samples[dice.below(height) * width + dice.below(width)] = 2.0
    return samples, width, height


KINDS: dict[str, Callable[[int], Shape]] = {
    kind.__name__: kind for kind in (dense, edges, screen, distance, halves, flat_quadrants, layers, steep, speck,
           sparse, tenths)
}
