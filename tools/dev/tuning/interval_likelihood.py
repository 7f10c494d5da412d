"""Intervals for tools/dev/tuning/interval-trials that need the errors of each group: beta-binomial and bootstrap."""

from __future__ import annotations

import numpy as np
from interval_designs import Design
from interval_methods import CONFIDENCE, sidak
from scipy import special, stats

#: Rates at which the likelihood is computed: even steps of the arc sine, so that even weights are Jeffreys' prior.
_ANGLES = (np.arange(160) + 0.5) / 160 * np.pi / 2
RATES = np.sin(_ANGLES) ** 2
_EDGES = np.sin(np.arange(161) / 160 * np.pi / 2) ** 2
CORRELATIONS = (np.arange(12) + 0.5) / 12
RESAMPLES = 999

#: For each method: which replicates have all rates covered, and the highest; the mean width, and that of the worst.
Found = dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]


def _log_likelihood(errors: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The beta-binomial log likelihood by replicate, rate and correlation."""
    kinds, places = np.unique(np.stack([np.broadcast_to(sizes, errors.shape).ravel(), errors.ravel()]), axis=1,
                              return_inverse=True)  # fmt: skip
    rows = np.repeat(np.arange(len(errors)), errors.shape[1]) * kinds.shape[1] + places.ravel()
    numbers = np.bincount(rows, minlength=len(errors) * kinds.shape[1]).reshape(len(errors), -1)
    n, k = kinds[:, :, None, None]
    total = 1 / CORRELATIONS - 1
    a, b = RATES[:, None] * total, (1 - RATES)[:, None] * total
    table = special.betaln(k + a, n - k + b) - special.betaln(a, b)
    return (numbers.astype(float) @ table.reshape(len(table), -1)).reshape(len(errors), len(RATES), len(CORRELATIONS))


def _at(cumulative: np.ndarray, rate: float) -> np.ndarray:
    """A cumulative distribution over the edges of the rates, at one rate, by replicate."""
    place = np.interp(rate, _EDGES, np.arange(len(_EDGES)))
    below = min(int(place), len(RATES) - 1)
    return cumulative[:, below] + (place - below) * (cumulative[:, below + 1] - cumulative[:, below])


def _quantiles(cumulative: np.ndarray, probability: float) -> np.ndarray:
    return np.array([np.interp(probability, row, _EDGES) for row in cumulative])


def beta_binomial(design: Design, errors: list[np.ndarray], measured: int) -> Found:
    """Bayesian intervals and profile-likelihood intervals of a beta-binomial rate.

    Bayesian: Jeffreys' prior for the rate, an even one for the correlation; the worst species by the posterior of the
    highest rate. Profile: the rates within a chi-squared quantile of the greatest likelihood.
    """
    tail, worst, alone = sidak(len(errors)), design.rates.max(), (1 - CONFIDENCE) / 2
    bayes, profile, tops = [], [], []
    highest = 1.0
    for k, n, rate in zip(errors, design.sizes, design.rates, strict=True):
        likelihood = _log_likelihood(k, n)
        likelihood -= likelihood.max(axis=(1, 2), keepdims=True)
        weights = np.exp(likelihood).sum(2)
        cumulative = np.concatenate([np.zeros((len(k), 1)), np.cumsum(weights, 1)], 1)
        cumulative /= cumulative[:, -1:]
        highest = highest * cumulative
        is_zero = k.sum(1) == 0
        value = _at(cumulative, rate)
        lower = np.where(is_zero[:measured], 0, _quantiles(cumulative[:measured], tail))
        bayes.append((((value >= tail) | is_zero) & (value <= 1 - tail),
                      _quantiles(cumulative[:measured], 1 - tail) - lower))  # fmt: skip
        ratio = -2 * likelihood.max(2)

        def ends(tail: float, ratio: np.ndarray = ratio, is_zero: np.ndarray = is_zero):
            is_in = ratio <= stats.chi2.ppf(1 - 2 * tail, 1)
            first, last = is_in.argmax(1), len(RATES) - 1 - is_in[:, ::-1].argmax(1)
            return np.where(is_zero, 0, _EDGES[first]), _EDGES[last + 1]

        lower, upper = ends(tail)
        profile.append(((lower <= rate) & (rate <= upper), (upper - lower)[:measured]))
        tops.append((lower, ends(alone)[1]))
    value, is_clear = _at(highest, worst), np.stack([k.sum(1) == 0 for k in errors]).all(0)
    bottom = np.where(is_clear[:measured], 0, _quantiles(highest[:measured], alone))
    top = _quantiles(highest[:measured], 1 - alone) - bottom
    lower, upper = (np.stack(side).max(0) for side in zip(*tops, strict=True))
    return {
        "bayes": (np.stack([each for each, _ in bayes]).all(0), ((value >= alone) | is_clear) & (value <= 1 - alone),
                  np.stack([width for _, width in bayes]).mean(0), top),
        "profile": (np.stack([each for each, _ in profile]).all(0), (lower <= worst) & (worst <= upper),
                    np.stack([width for _, width in profile]).mean(0), (upper - lower)[:measured]),
    }  # fmt: skip


def bootstrap(design: Design, errors: list[np.ndarray], measured: int) -> Found:
    """The percentile bootstrap over groups, and max-t intervals with the critical value of the same resamples."""
    random = np.random.default_rng([design.number, 1])
    tail, worst, alone = sidak(len(errors)), design.rates.max(), (1 - CONFIDENCE) / 2
    percentile, deviations, centres, deviates = [], [], [], 0.0
    for k, n, rate in zip(errors, design.sizes, design.rates, strict=True):
        weights = random.multinomial(len(n), np.full(len(n), 1 / len(n)), RESAMPLES).astype(float)
        shares = (k @ weights.T) / (weights @ n)
        centre, deviation = k.sum(1) / n.sum(), shares.std(1)
        with np.errstate(all="ignore"):
            scaled = np.abs(shares - centre[:, None]) / deviation[:, None]
        deviates = np.maximum(deviates, np.nan_to_num(scaled))
        lower, upper, top = np.quantile(shares, [tail, 1 - tail, 1 - alone], axis=1)
        percentile.append(((lower <= rate) & (rate <= upper), upper - lower, lower, top))
        deviations.append(deviation)
        centres.append(centre)
    lower, top = (np.stack([row[place] for row in percentile]).max(0) for place in (2, 3))
    half = np.quantile(deviates, CONFIDENCE, axis=1) * np.stack(deviations)
    low, high = np.clip(np.stack(centres) - half, 0, 1), np.clip(np.stack(centres) + half, 0, 1)
    rates = design.rates[:, None]
    return {
        "percentile": (np.stack([row[0] for row in percentile]).all(0), (lower <= worst) & (worst <= top),
                       np.stack([row[1] for row in percentile]).mean(0)[:measured], (top - lower)[:measured]),
        "max-t": (((low <= rates) & (rates <= high)).all(0), (low.max(0) <= worst) & (worst <= high.max(0)),
                  (high - low).mean(0)[:measured], (high.max(0) - low.max(0))[:measured]),
    }  # fmt: skip
