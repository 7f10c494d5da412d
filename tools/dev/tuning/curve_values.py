"""Implements tools/dev/tuning/curve-values: AUC, EER, BPCER at APCER, DET points, HTER and EPC of synthetic scores.

usage: curve_values.py

A score at or above a threshold of scikit-learn is accepted there. The expected numbers go into
Tests/ThresholdTuningTests/Curves/ErrorCurveTests.swift.
"""

from __future__ import annotations

import numpy as np
import scipy
import sklearn
from scipy.stats import mannwhitneyu, norm
from sklearn.metrics import det_curve, roc_auc_score, roc_curve

#: Seed, number of bona fide scores, number of attack scores, shift of the bona fide scores in sixteenths.
CASES = [(1, 12, 9, 8), (2, 40, 60, 12), (3, 500, 300, 20), (4, 30, 30, 0), (5, 1, 1, 4)]


def scores(seed: int, count: int, shift: int) -> np.ndarray:
    """Sixteenths from -1 up, with many ties."""
    state = seed
    values = []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        values.append(((state >> 16) % 48 + shift) / 16 - 1)
    return np.array(values)


def points(bona_fide: np.ndarray, attacks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """APCER and BPCER at every threshold, from accepting everything to accepting nothing."""
    truth = np.r_[np.ones(len(bona_fide)), np.zeros(len(attacks))]
    apcer, accepted, _ = roc_curve(truth, np.r_[bona_fide, attacks], drop_intermediate=False)
    return apcer[::-1], 1 - accepted[::-1]


def equal_error_rate(bona_fide: np.ndarray, attacks: np.ndarray) -> float:
    apcer, bpcer = points(bona_fide, attacks)
    gaps = np.abs(apcer - bpcer)
    return ((apcer + bpcer) / 2)[np.isclose(gaps, gaps.min(), rtol=0, atol=1e-12)].min()


def bpcer_at(limit: float, bona_fide: np.ndarray, attacks: np.ndarray) -> float:
    apcer, bpcer = points(bona_fide, attacks)
    return bpcer[apcer <= limit + 1e-12].min()


def rates(bona_fide: np.ndarray, attacks: np.ndarray, threshold: float) -> tuple[float, float]:
    return float(np.mean(attacks > threshold)), float(np.mean(bona_fide <= threshold))


def thresholds(values: np.ndarray) -> np.ndarray:
    """Below all scores, midway between neighbours, and the highest."""
    distinct = np.unique(values)
    return np.r_[[-1.0] if distinct[0] > -1 else [], (distinct[:-1] + distinct[1:]) / 2, distinct[-1]]


def chosen(weight: float, bona_fide: np.ndarray, attacks: np.ndarray) -> float:
    """The threshold of the least weighted sum; of equal sums, with the least mean, then the lowest."""
    keys = []
    for threshold in thresholds(np.r_[bona_fide, attacks]):
        apcer, bpcer = rates(bona_fide, attacks, threshold)
        keys.append((round(weight * apcer + (1 - weight) * bpcer, 12), round((apcer + bpcer) / 2, 12), threshold))
    return min(keys)[2]


def main() -> None:
    print(f"scikit-learn {sklearn.__version__}, SciPy {scipy.__version__}")
    for seed, bona_fide_count, attack_count, shift in CASES:
        bona_fide, attacks = scores(seed, bona_fide_count, shift), scores(seed + 100, attack_count, 0)
        truth = np.r_[np.ones(len(bona_fide)), np.zeros(len(attacks))]
        area = roc_auc_score(truth, np.r_[bona_fide, attacks])
        statistic = mannwhitneyu(bona_fide, attacks).statistic / (len(bona_fide) * len(attacks))
        assert abs(area - statistic) < 1e-12
        limits = ", ".join(repr(float(bpcer_at(limit, bona_fide, attacks))) for limit in (0.1, 0.05, 0.01))
        error = float(equal_error_rate(bona_fide, attacks))
        print(f"({seed}, {bona_fide_count}, {attack_count}, {shift}, {float(area)!r}, {error!r}, [{limits}]),")

    seed, bona_fide_count, attack_count, shift = CASES[0]
    bona_fide, attacks = scores(seed, bona_fide_count, shift), scores(seed + 100, attack_count, 0)
    apcer, bpcer = points(bona_fide, attacks)
    truth = np.r_[np.ones(len(bona_fide)), np.zeros(len(attacks))]
    false_positives, false_negatives, _ = det_curve(truth, np.r_[bona_fide, attacks])
    known = {(round(x, 12), round(y, 12)) for x, y in zip(apcer, bpcer, strict=True)}
    assert all((round(x, 12), round(y, 12)) in known for x, y in zip(false_positives, false_negatives, strict=True))
    print("points of the first case:")
    for x, y in zip(apcer, bpcer, strict=True):
        print(f"({float(x)!r}, {float(y)!r}),")
    print("normal deviates:")
    for share in (0.0005, 0.01, 0.05, 0.1, 0.5, 0.9):
        print(f"({share}, {float(norm.ppf(share))!r}),")

    print("transfer from the second case to the third: threshold of equal errors, APCER, BPCER; then each weight")
    development = scores(2, 40, 12), scores(102, 60, 0)
    test = scores(3, 500, 20), scores(103, 300, 0)
    keys = [
        (round(abs(np.subtract(*rates(*development, threshold))), 12), round(sum(rates(*development, threshold)), 12),
         threshold)
        for threshold in thresholds(np.concatenate(development))
    ]  # fmt: skip
    print((float(min(keys)[2]), *rates(*test, min(keys)[2])))
    print([sum(rates(*test, chosen(step / 20, *development))) / 2 for step in range(21)])


if __name__ == "__main__":
    main()
