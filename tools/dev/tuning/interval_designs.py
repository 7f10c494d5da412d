"""Designs of tools/dev/tuning/interval-trials: species, groups, captures per group, rates and correlation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

MODELS = ("beta-binomial", "common", "probit")
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


@dataclass
class Design:
    """One simulated design. Arrays have one entry per species."""

    number: int
    rates: np.ndarray
    correlations: np.ndarray
    sizes: list[np.ndarray]  # captures of each group
    model: str
    random: np.random.Generator


@dataclass
class Counts:
    """Sufficient statistics of replicates (rows) by species (columns); constants of a design have one row."""

    errors: np.ndarray
    squared_errors: np.ndarray  # sum of the squared errors of each group
    errors_by_size: np.ndarray  # sum of errors times captures
    scaled_squares: np.ndarray  # sum of squared errors over captures
    groups_with_errors: np.ndarray
    groups_with_correct: np.ndarray
    captures: np.ndarray
    squared_sizes: np.ndarray
    groups: np.ndarray

    @property
    def share(self) -> np.ndarray:
        return self.errors / self.captures

    @property
    def spread(self) -> np.ndarray:
        return self.share * (1 - self.share)

    @property
    def kish(self) -> np.ndarray:
        """Kish's effective size if the captures of a group agree: (sum n)^2 / sum n^2."""
        return self.captures**2 / self.squared_sizes

    def first(self, replicates: int) -> Counts:
        rows = [getattr(self, name) for name in self.__dataclass_fields__]
        return Counts(*(row[:replicates] for row in rows))


def draw_design(seed: int, number: int) -> Design:
    """2 to 12 species, 10 to 200 groups of 1 to 100 captures, rates from 0 to 0.3, correlations from 0 to 0.9."""
    random = np.random.default_rng([seed, number])
    species = int(random.integers(2, 13))
    base = np.exp(random.uniform(np.log(10), np.log(200)))
    spread = 0 if random.random() < 0.5 else 1
    groups = np.clip(np.rint(base * np.exp(spread * random.uniform(-1, 1, species))), 10, 200).astype(int)
    mean, dispersion = np.exp(random.uniform(np.log(1.5), np.log(20))), random.choice([0, 0.5, 1])
    sizes = [
        np.clip(np.rint(mean * np.exp(dispersion * random.normal(size=count) - dispersion**2 / 2)), 1, 100).astype(int)
        for count in groups
    ]
    uniform, logarithmic = random.uniform(0, 0.3, species), np.exp(random.uniform(np.log(0.002), np.log(0.3), species))
    rates = [
        np.full(species, uniform[0]), uniform, logarithmic, np.where(random.random(species) < 0.5, 0, uniform),
    ][int(random.integers(4))]  # fmt: skip
    correlations = random.uniform(0, 0.9, species)
    if random.random() < 0.5:
        correlations[:] = correlations[0]
    return Design(number, rates, correlations, sizes, MODELS[int(random.integers(len(MODELS)))], random)


def latent_correlation(rate: float, correlation: float) -> float:
    """The correlation of normal variables whose events of this rate have this correlation."""
    lower, upper = 0.0, 0.99999
    for _ in range(40):
        middle = (lower + upper) / 2
        shares = special.ndtr((special.ndtri(rate) + np.sqrt(middle) * _NODES) / np.sqrt(1 - middle))
        if (_WEIGHTS * shares**2).sum() - rate**2 < correlation * rate * (1 - rate):
            lower = middle
        else:
            upper = middle
    return (lower + upper) / 2


def _errors(design: Design, species: int, replicates: int) -> np.ndarray:
    random, rate, correlation = design.random, design.rates[species], design.correlations[species]
    sizes = design.sizes[species][None, :]
    shape = (replicates, sizes.shape[1])
    if rate == 0:
        return np.zeros(shape)
    if design.model == "beta-binomial":
        total = 1 / max(correlation, 1e-6) - 1
        shares = np.nan_to_num(random.beta(rate * total, (1 - rate) * total, shape))
    elif design.model == "probit":
        latent = latent_correlation(rate, correlation)
        effects = np.sqrt(latent) * random.normal(size=shape)
        shares = special.ndtr((special.ndtri(rate) + effects) / np.sqrt(1 - latent))
    else:
        # Lunn and Davies, Biometrika 85 (1998), 487-490: a capture repeats the group's event, or draws its own.
        repeated = random.binomial(sizes, np.sqrt(correlation), shape)
        return (random.random(shape) < rate) * repeated + random.binomial(sizes - repeated, rate).astype(float)
    return random.binomial(sizes, shares).astype(float)


def draw_counts(design: Design, replicates: int) -> tuple[Counts, list[np.ndarray]]:
    """The statistics of all species, and the errors by group of each species."""
    errors = [_errors(design, species, replicates) for species in range(len(design.rates))]
    return counts(errors, design.sizes), errors


def counts(errors: list[np.ndarray], sizes: list[np.ndarray]) -> Counts:
    """The statistics of errors by replicate and group, one array for each species."""

    def of(statistic) -> np.ndarray:
        return np.stack([statistic(k, n) for k, n in zip(errors, sizes, strict=True)], axis=1)

    def constant(statistic) -> np.ndarray:
        return np.array([[float(statistic(n.astype(float))) for n in sizes]])

    return Counts(
        of(lambda k, n: k.sum(1)), of(lambda k, n: (k * k).sum(1)), of(lambda k, n: (k * n).sum(1)),
        of(lambda k, n: (k * k / n).sum(1)), of(lambda k, n: (k > 0).sum(1)), of(lambda k, n: (k < n).sum(1)),
        constant(np.sum), constant(lambda n: (n**2).sum()), constant(len),
    )  # fmt: skip
