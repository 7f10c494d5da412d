"""Implements tools/dev/tuning/sklearn-comparison: three exact thresholds compared with one placed by scikit-learn.

usage: sklearn_comparison.py PRODUCTS [CORPORA [MAPS [FRESH]]]

PRODUCTS is the folder of the built depthcheck and make-corpus.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import sklearn
from corpora import check, measured_corpus, rates
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import make_scorer
from sklearn.model_selection import GroupKFold, TunedThresholdClassifierCV

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "golden"))
import reference  # noqa: E402

PRESENT = np.array([reference.VARIANCE_THRESHOLD, reference.LAYER_THRESHOLD, reference.COHERENCE_THRESHOLD])
COSTS = {"apcer": 5.0, "bpcer": 1.0, "prior": 0.3}
CRITERIA = {
    "ACER": ["--objective", "acer"],
    "BPCER at APCER <= 5 %": ["--objective", "bpcer20"],
    "cost 5 : 1, prior 0.3": [
        "--cost-apcer", str(COSTS["apcer"]), "--cost-bpcer", str(COSTS["bpcer"]), "--prior", str(COSTS["prior"]),
    ],
}  # fmt: skip
METHODS = ("present thresholds", "scikit-learn, one threshold", "depthcheck, three thresholds")


@dataclass
class Corpus:
    """Measurements with their labels: one row per map; the columns are standard deviation, layers, coherence."""

    measures: np.ndarray
    species: np.ndarray  # "" for a real scene
    groups: np.ndarray
    measurements: Path
    labels: Path

    @property
    def is_real(self) -> np.ndarray:
        return self.species == ""


class Margin(ClassifierMixin, BaseEstimator):
    """A classifier without fitting: its score is the smallest normalised margin over the present thresholds.

    A score above s is accepted by the present thresholds scaled by 1 + s; n layers count as n - 1/2 (docs/TUNING.md).
    """

    def fit(self, measures, is_real):
        self.classes_ = np.array([0, 1])
        return self

    def decision_function(self, measures):
        scale = PRESENT - [0, 0.5, 0]
        return (measures / scale).min(axis=1) - 1

    def predict(self, measures):
        return (self.decision_function(measures) > 0).astype(int)


def loss(criterion: str, bpcer: float, apcer: float) -> float:
    """The quantity to minimise. The excess over a limit is added, as in depthcheck."""
    if criterion == "ACER":
        return (apcer + bpcer) / 2
    if criterion.startswith("BPCER"):
        return bpcer + max(0.0, apcer - 0.05)
    return COSTS["prior"] * COSTS["apcer"] * apcer + (1 - COSTS["prior"]) * COSTS["bpcer"] * bpcer


def scorer(criterion: str):
    def score(is_real, accepted, species):
        return -loss(criterion, *rates(np.asarray(accepted) == 1, np.asarray(species)))

    return make_scorer(score).set_score_request(species=True)


def make_corpus(products: Path, folder: Path, maps: int, seed: int) -> Corpus:
    table, path = measured_corpus(products, folder, maps, seed)
    with open(path) as labels, open(table) as measurements:
        label = {row["file"]: row for row in csv.DictReader(labels)}
        rows = list(csv.DictReader(measurements))
    return Corpus(
        measures=np.array(
            [[float(row[name]) for name in ("depth_variance", "depth_layers", "edge_coherence")] for row in rows]
        ),
        species=np.array([label[row["file"]]["species"] for row in rows]),
        groups=np.array([label[row["file"]]["group"] for row in rows]),
        measurements=table, labels=path,
    )  # fmt: skip


def passes(measures: np.ndarray, thresholds) -> np.ndarray:
    deviation, layers, coherence = thresholds
    return (measures[:, 0] > deviation) & (measures[:, 1] >= layers) & (measures[:, 2] > coherence)


def tune_with_depthcheck(products: Path, corpus: Corpus, criterion: str) -> dict:
    command = [products / "depthcheck", "tune", corpus.measurements, "--labels", corpus.labels, "--format", "json"]
    options = ["--replicates", "0", *CRITERIA[criterion]]
    # Exit code 3 (too little data) is not an error here.
    return json.loads(subprocess.run([*command, *options], stdout=subprocess.PIPE, check=False).stdout)


def thresholds_of(choice: dict) -> tuple[float, int, float]:
    return choice["varianceThreshold"], choice["layerThreshold"], choice["coherenceThreshold"]


def tune_with_sklearn(corpus: Corpus, rows: np.ndarray, criterion: str) -> TunedThresholdClassifierCV:
    """One threshold of the margin for these rows: every score is a candidate, with folds over groups."""
    splits = GroupKFold(5).split(rows, groups=corpus.groups[rows])
    measures, is_real = corpus.measures[rows], corpus.is_real[rows].astype(int)
    scores = np.unique(Margin().decision_function(measures))
    tuned = TunedThresholdClassifierCV(
        Margin(), scoring=scorer(criterion), response_method="decision_function", thresholds=scores, cv=list(splits)
    )
    return tuned.fit(measures, is_real, species=corpus.species[rows])


def compare(products: Path, corpus: Corpus, fresh: Corpus, criterion: str) -> dict[str, dict[str, tuple]]:
    """The rates of each method in cross-validation and on fresh scenes."""
    started = time.perf_counter()
    report = tune_with_depthcheck(products, corpus, criterion)
    ours_seconds = time.perf_counter() - started
    ours = np.zeros(len(corpus.groups), bool)
    theirs = ours.copy()
    theirs_seconds = 0.0
    for choice in report["expected_on_new_scenes"]["choices"]:
        held_out = np.isin(corpus.groups, choice["groups"])
        ours[held_out] = passes(corpus.measures[held_out], thresholds_of(choice))
        started = time.perf_counter()
        tuned = tune_with_sklearn(corpus, np.flatnonzero(~held_out), criterion)
        theirs_seconds += time.perf_counter() - started
        theirs[held_out] = tuned.predict(corpus.measures[held_out]) == 1
    check(ours, corpus.is_real, report)
    started = time.perf_counter()
    final = tune_with_sklearn(corpus, np.arange(len(corpus.groups)), criterion)
    theirs_seconds += time.perf_counter() - started
    decisions = {
        METHODS[0]: (passes(corpus.measures, PRESENT), passes(fresh.measures, PRESENT), 0.0),
        METHODS[1]: (theirs, final.predict(fresh.measures) == 1, theirs_seconds),
        METHODS[2]: (ours, passes(fresh.measures, thresholds_of(report["tuned"]["thresholds"])), ours_seconds),
    }
    return {
        name: {
            "folds": rates(folds, corpus.species), "fresh": rates(judged, fresh.species), "seconds": seconds,
        }
        for name, (folds, judged, seconds) in decisions.items()
    }  # fmt: skip


def main(arguments: list[str]) -> int:
    if not arguments or len(arguments) > 4:
        print(__doc__, file=sys.stderr)
        return 64
    products = Path(arguments[0])
    corpora, maps, judges = [int(text) for text in arguments[1:]] + [3, 1200, 4000][len(arguments) - 1 :]
    sklearn.set_config(enable_metadata_routing=True)
    results: dict[str, list] = {criterion: [] for criterion in CRITERIA}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(corpora):
            corpus = make_corpus(products, Path(folder), maps, 100 + number)
            fresh = make_corpus(products, Path(folder), judges, 200 + number)
            for criterion in CRITERIA:
                results[criterion].append(compare(products, corpus, fresh, criterion))
    print(f"scikit-learn {sklearn.__version__}; {corpora} pairs of corpora: {maps} maps for tuning, {judges} fresh")
    print("means over the pairs, in percent; criterion: less is better")
    for criterion, pairs in results.items():
        print(f"\n{criterion}")
        print(f"  {'':30}{'held-out folds':^28}{'fresh maps':^28}")
        print(f"  {'':30}" + 2 * f"{'BPCER':>8}{'APCER':>9}{'criterion':>11}" + f"{'seconds':>9}")
        for method in METHODS:
            line = f"  {method:30}"
            for part in ("folds", "fresh"):
                both = np.array([pair[method][part] for pair in pairs])
                value = np.mean([loss(criterion, *row) for row in both])
                line += f"{100 * both[:, 0].mean():8.2f}{100 * both[:, 1].mean():9.2f}{100 * value:11.2f}"
            print(line + f"{np.mean([pair[method]['seconds'] for pair in pairs]):9.1f}")
        wins = sum(
            loss(criterion, *pair[METHODS[2]]["fresh"]) < loss(criterion, *pair[METHODS[1]]["fresh"]) for pair in pairs
        )
        print(f"  on fresh maps, three thresholds are better than one in {wins} of {len(pairs)} pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
