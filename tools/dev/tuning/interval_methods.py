"""The intervals that tools/dev/tuning/interval-trials compares: effective sizes, binomial intervals, levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from interval_designs import Counts
from scipy import special, stats

CONFIDENCE = 0.95

# MARK: Effective sizes


def korn_graubard(counts: Counts, tail: float, is_capped: bool = True) -> np.ndarray:
    """Korn and Graubard (1998). Capped at Kish's size for groups that agree: the method of 0.3."""
    share = counts.share
    squares = counts.squared_errors - 2 * share * counts.errors_by_size + share**2 * counts.squared_sizes
    with np.errstate(all="ignore"):
        variance = counts.groups / (counts.groups - 1) * squares / counts.captures**2
        effect = variance / (counts.spread / (counts.captures - 1))
        ratio = stats.t.ppf(1 - tail, counts.captures - 1) / stats.t.ppf(1 - tail, counts.groups - 1)
        size = np.nan_to_num(counts.captures / effect * ratio**2, nan=np.inf)
    size = np.minimum(size, counts.kish if is_capped else counts.captures)
    return np.where(counts.spread > 0, size, counts.kish)


def korn_graubard_uncapped(counts: Counts, tail: float) -> np.ndarray:
    return korn_graubard(counts, tail, is_capped=False)


def _size(counts: Counts, correlation: np.ndarray) -> np.ndarray:
    """Kish (1965): the captures over 1 + (mean captures of a capture's group - 1) x correlation."""
    return counts.captures / (1 + (counts.squared_sizes / counts.captures - 1) * np.clip(correlation, 0, 1))


def _disagreement(counts: Counts) -> np.ndarray:
    """1 - the intra-group correlation of Fleiss and Cuzick (1979); 0 where it is unknown."""
    with np.errstate(all="ignore"):
        found = (counts.errors - counts.scaled_squares) / ((counts.captures - counts.groups) * counts.spread)
    return np.where((counts.spread > 0) & (counts.captures > counts.groups), np.clip(found, 0, 1), 0)


def fleiss_cuzick(counts: Counts, tail: float) -> np.ndarray:
    return _size(counts, 1 - _disagreement(counts))


def _anova(counts: Counts, divisor: np.ndarray | float) -> np.ndarray:
    with np.errstate(all="ignore"):
        between = (counts.scaled_squares - counts.errors**2 / counts.captures) / (counts.groups - 1)
        within = (counts.errors - counts.scaled_squares) / (counts.captures - counts.groups)
        size = (counts.captures - counts.squared_sizes / counts.captures) / (counts.groups - 1)
        ratio = between / within / divisor
        correlation = (ratio - 1) / (ratio + size - 1)
    return _size(counts, np.where(counts.spread > 0, np.nan_to_num(correlation, nan=1), 1))


def anova(counts: Counts, tail: float) -> np.ndarray:
    return _anova(counts, 1)


def anova_upper(counts: Counts, tail: float) -> np.ndarray:
    """The upper limit (90 %, one-sided) of the correlation by the F distribution (Searle 1971)."""
    return _anova(counts, stats.f.ppf(0.1, counts.groups - 1, np.maximum(1, counts.captures - counts.groups)))


def _evidence(counts: Counts) -> np.ndarray:
    """The number of groups that show how far captures agree: those with the rarer decision."""
    return np.minimum(counts.groups_with_errors, counts.groups_with_correct)


def shrunk(agreeing: float) -> Callable[[Counts, float], np.ndarray]:
    """Fleiss and Cuzick's correlation, as if `agreeing` more groups with the rarer decision agreed entirely."""

    def size(counts: Counts, tail: float) -> np.ndarray:
        evidence = _evidence(counts)
        return _size(counts, 1 - _disagreement(counts) * evidence / (evidence + agreeing))

    return size


def pooled(counts: Counts, tail: float) -> np.ndarray:
    """As `shrunk(2)`, with one correlation for all species."""
    evidence = _evidence(counts).sum(1, keepdims=True)
    within = (counts.errors - counts.scaled_squares).sum(1, keepdims=True)
    with np.errstate(all="ignore"):
        total = ((counts.captures - counts.groups) * counts.spread).sum(1, keepdims=True)
        found = np.clip(np.nan_to_num(within / total), 0, 1)
    return _size(counts, 1 - found * evidence / (evidence + 2) + 0 * counts.errors)


# MARK: Binomial intervals


@dataclass(frozen=True)
class ByBeta:
    """An interval whose ends are quantiles of a mean of beta distributions.

    The lower end is where `lower` equals the tail, the upper end where `upper` equals 1 - tail. `lower` and `upper`
    are lists of offsets (a, b): the beta distributions with parameters errors + a and correct + b.
    """

    lower: tuple[tuple[float, float], ...]
    upper: tuple[tuple[float, float], ...]

    def _value(self, offsets, point, share, size) -> np.ndarray:
        errors, correct = share * size, (1 - share) * size
        terms = [special.betainc(np.maximum(errors + a, 1e-12), np.maximum(correct + b, 1e-12), point)
                 for a, b in offsets]  # fmt: skip
        return sum(terms) / len(terms)

    def is_below(self, point, share, size, tail) -> np.ndarray:
        """Whether the lower end is at or below the point, without computing that end."""
        return (share <= 0) | (self._value(self.lower, point, share, size) >= tail)

    def is_above(self, point, share, size, tail) -> np.ndarray:
        """Whether the upper end is at or above the point."""
        return (share >= 1) | (self._value(self.upper, point, share, size) <= 1 - tail)

    def _quantile(self, offsets, probability, share, size) -> np.ndarray:
        lower, upper = np.zeros_like(share + size), np.ones_like(share + size)
        for _ in range(36):
            middle = (lower + upper) / 2
            is_lower = self._value(offsets, middle, share, size) < probability
            lower, upper = np.where(is_lower, middle, lower), np.where(is_lower, upper, middle)
        return (lower + upper) / 2

    def ends(self, share, size, tail) -> tuple[np.ndarray, np.ndarray]:
        return (np.where(share <= 0, 0, self._quantile(self.lower, tail, share, size)),
                np.where(share >= 1, 1, self._quantile(self.upper, 1 - tail, share, size)))  # fmt: skip


@dataclass(frozen=True)
class ByNormal:
    """Wilson's interval, or Agresti and Coull's."""

    is_wilson: bool

    def ends(self, share, size, tail) -> tuple[np.ndarray, np.ndarray]:
        z = stats.norm.ppf(1 - tail)
        centre = (share + z * z / 2 / size) / (1 + z * z / size)
        if self.is_wilson:
            half = z / (1 + z * z / size) * np.sqrt(share * (1 - share) / size + z * z / 4 / size**2)
        else:
            half = z * np.sqrt(centre * (1 - centre) / (size + z * z))
        return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)

    def is_below(self, point, share, size, tail) -> np.ndarray:
        return self.ends(share, size, tail)[0] <= point + 1e-12

    def is_above(self, point, share, size, tail) -> np.ndarray:
        return self.ends(share, size, tail)[1] >= point - 1e-12


CLOPPER_PEARSON = ByBeta(((0, 1),), ((1, 0),))
MID_P = ByBeta(((0, 1), (1, 0)), ((0, 1), (1, 0)))
JEFFREYS = ByBeta(((0.5, 0.5),), ((0.5, 0.5),))
WILSON, AGRESTI_COULL = ByNormal(True), ByNormal(False)


# MARK: Levels


def bonferroni(species: int) -> float:
    return (1 - CONFIDENCE) / 2 / species


def sidak(species: int) -> float:
    return (1 - CONFIDENCE ** (1 / species)) / 2


@dataclass(frozen=True)
class Method:
    """Intervals of all species that hold together, and one of the worst species."""

    name: str
    size: Callable[[Counts, float], np.ndarray]
    interval: ByBeta | ByNormal
    level: Callable[[int], float] = bonferroni
    #: Whether the upper end of the worst species needs no correction for the number of species (Berger 1982).
    is_worst_alone: bool = True
    #: Whether the upper end is never below that of a class without errors, and the lower end never above that of a
    #: class without correct decisions.
    is_bounded: bool = False

    def _bounds(self, counts: Counts, tail: float) -> tuple[np.ndarray, np.ndarray]:
        if not self.is_bounded:
            return np.ones_like(counts.kish), np.zeros_like(counts.kish)
        zero = np.zeros_like(counts.kish)
        upper = self.interval.ends(zero, counts.kish, tail)[1]
        return 1 - upper, upper

    def covered(self, counts: Counts, rates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which replicates have all rates in their intervals, and which have the highest in that of the worst."""
        tail, worst, alone = self.level(len(rates)), rates.max(), (1 - CONFIDENCE) / 2
        share, size = counts.share, self.size(counts, tail)
        highest, lowest = self._bounds(counts, tail)

        def is_below(point):
            return (highest <= point) | self.interval.is_below(point, share, size, tail) if self.is_bounded else (
                self.interval.is_below(point, share, size, tail))  # fmt: skip

        def is_above(point, size, tail, lowest):
            return (lowest >= point) | self.interval.is_above(point, share, size, tail)

        each = is_below(rates) & is_above(rates, size, tail, lowest)
        if self.is_worst_alone:
            above = is_above(worst, self.size(counts, alone), alone, self._bounds(counts, alone)[1])
        else:
            above = is_above(worst, size, tail, lowest)
        return each.all(1), is_below(worst).all(1) & above.any(1)

    def ends(self, counts: Counts, tail: float) -> tuple[np.ndarray, np.ndarray]:
        lower, upper = self.interval.ends(counts.share, self.size(counts, tail), tail)
        highest, lowest = self._bounds(counts, tail)
        return np.minimum(lower, highest), np.maximum(upper, lowest)

    def widths(self, counts: Counts) -> tuple[np.ndarray, np.ndarray]:
        """The mean width of the species' intervals, and the width of that of the worst, by replicate."""
        lower, upper = self.ends(counts, self.level(counts.groups.shape[1]))
        most = self.ends(counts, (1 - CONFIDENCE) / 2)[1] if self.is_worst_alone else upper
        return (upper - lower).mean(1), most.max(1) - lower.max(1)


EARLIER = Method("Korn-Graubard at most Kish, Clopper-Pearson, Bonferroni", korn_graubard, CLOPPER_PEARSON,
                 is_worst_alone=False)  # fmt: skip
