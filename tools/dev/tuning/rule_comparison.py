"""Implements rule-comparison: a readable rule compared with classifiers on the same measurements.

usage: rule_comparison.py PRODUCTS MEASUREMENTS LABELS NAMES...
       rule_comparison.py PRODUCTS --corpora COUNT MAPS NAMES...

PRODUCTS is the folder of the built depthcheck and make-corpus, NAMES are those of tune --use.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# The tables are too small for threads. Read when NumPy and scikit-learn are imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import sklearn
from corpora import check, measured_corpus, rates
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

OBJECTIVES = ("bpcer20", "acer")
LIMIT = 0.05
INNER_FOLDS = 5
RELATIONS = {
    "above": np.greater, "at_least": np.greater_equal, "below": np.less, "at_most": np.less_equal,
}  # fmt: skip
MODELS = {
    "logistic regression": lambda: make_pipeline(
        SimpleImputer(strategy="median", add_indicator=True), StandardScaler(), LogisticRegression(max_iter=2000)
    ),
    # Early stopping would validate on frames of scenes it was fitted on.
    "gradient-boosted trees": lambda: HistGradientBoostingClassifier(
        max_iter=100, learning_rate=0.08, min_samples_leaf=10, early_stopping=False, random_state=1
    ),
}
SERVER = ("server's rule, unchanged", "server's rule, tuned")
RULE = "rule"


@dataclass
class Table:
    """Measurements with their labels, one row per map. Missing measurements are NaN."""

    columns: dict[str, np.ndarray]
    species: np.ndarray  # "" for a real scene
    groups: np.ndarray
    measurements: Path
    labels: Path

    @property
    def is_real(self) -> np.ndarray:
        return self.species == ""


def number(text: str) -> float:
    """Parses a cell; flags count as 1 and 0, and the largest number means none, as in depthcheck."""
    value = {"": np.nan, "true": 1.0, "false": 0.0}.get(text)
    value = float(text) if value is None else value
    return np.nan if value >= sys.float_info.max else value


def read(measurements: Path, labels: Path, names: list[str]) -> Table:
    with open(labels) as file:
        label = {row["file"]: row for row in csv.DictReader(file)}
    with open(measurements) as file:
        rows = [row for row in csv.DictReader(file) if row["status"] != "unavailable"]
    return Table(
        columns={name: np.array([number(row[name]) for row in rows]) for name in names},
        species=np.array(
            ["" if is_real(label[row["file"]]) else species(label[row["file"]]) for row in rows], dtype=object
        ),
        groups=np.array([label[row["file"]].get("group") or row["file"] for row in rows], dtype=object),
        measurements=measurements, labels=labels,
    )  # fmt: skip


def is_real(label: dict) -> bool:
    return label["label"].lower() in ("bona_fide", "bonafide", "real", "genuine", "live")


def species(label: dict) -> str:
    generic = label["label"].lower() in ("attack", "spoof", "fake")
    return label.get("species") or ("unspecified" if generic else label["label"].lower())


def loss(objective: str, bpcer: float, apcer: float) -> float:
    """The quantity to minimise. The excess over a limit is added, as in depthcheck."""
    return (apcer + bpcer) / 2 if objective == "acer" else bpcer + max(0.0, apcer - LIMIT)


def best_threshold(scores: np.ndarray, species: np.ndarray, objective: str) -> float:
    """The best score threshold for the objective: first by the limit, then by the quantity to minimise."""

    def rank(threshold: float) -> tuple:
        bpcer, apcer = rates(scores > threshold, species)
        return (0.0, loss(objective, bpcer, apcer)) if objective == "acer" else (max(0.0, apcer - LIMIT), bpcer)

    return min(np.append(np.unique(scores), -np.inf), key=rank)


def scores_out_of_fold(model, measures: np.ndarray, is_real: np.ndarray, groups: np.ndarray) -> np.ndarray:
    scores = np.zeros(len(groups))
    for training, held_out in GroupKFold(INNER_FOLDS).split(measures, groups=groups):
        fitted = model().fit(measures[training], is_real[training])
        scores[held_out] = fitted.predict_proba(measures[held_out])[:, 1]
    return scores


def judged_by_model(model, table: Table, names: list[str], choices: list[dict], objective: str) -> np.ndarray:
    """Whether each map is accepted by a model, and a score threshold, that were made without its group.

    The threshold is chosen from scores of maps that the model was not trained on: scores of the training part would
    place it too high.
    """
    measures = np.column_stack([table.columns[name] for name in names])
    accepted = np.zeros(len(table.groups), bool)
    for choice in choices:
        held_out = np.isin(table.groups, choice["groups"])
        training = ~held_out
        inner = scores_out_of_fold(model, measures[training], table.is_real[training], table.groups[training])
        threshold = best_threshold(inner, table.species[training], objective)
        fitted = model().fit(measures[training], table.is_real[training])
        accepted[held_out] = fitted.predict_proba(measures[held_out])[:, 1] > threshold
    return accepted


def judged_by_rule(table: Table, choices: list[dict]) -> np.ndarray:
    accepted = np.zeros(len(table.groups), bool)
    for choice in choices:
        held_out = np.isin(table.groups, choice["groups"])
        passes = held_out.copy()
        for comparison in choice["rule"]:
            [(relation, threshold)] = [(key, comparison[key]) for key in RELATIONS if key in comparison]
            # A comparison with NaN never holds.
            passes &= RELATIONS[relation](table.columns[comparison["measurement"]], threshold)
        accepted[held_out] = passes[held_out]
    return accepted


def tune(products: Path, measurements: Path, labels: Path, use: str, objective: str) -> dict:
    command = [products / "depthcheck", "tune", measurements, "--labels", labels, "--use", use, "--format", "json"]
    # Exit code 3 (too little data) is not an error here.
    found = subprocess.run(
        [*command, "--replicates", "0", "--objective", objective], stdout=subprocess.PIPE, check=False
    )
    if found.returncode not in (0, 3):
        sys.exit(found.returncode)
    return json.loads(found.stdout)


def compare(products: Path, measurements: Path, labels: Path, use: str, objective: str) -> dict[str, tuple]:
    """Out-of-fold rates of each method."""
    report = tune(products, measurements, labels, use, objective)
    if report["expected_on_new_scenes"] is None:
        sys.exit("found fewer than two groups of real scenes or of attacks; expected groups for folds; label more maps")
    choices = report["expected_on_new_scenes"]["choices"]
    # All available ones if the rule chooses the best: the models need not choose.
    names = report["options"]["measurements"]
    table = read(measurements, labels, names)
    rule = judged_by_rule(table, choices)
    check(rule, table.is_real, report)

    def counted(side: dict) -> tuple[float, float]:
        return side["rates"]["bpcer"]["value"], side["rates"]["apcer_worst"]

    found = {SERVER[0]: counted(report["server_present"]), SERVER[1]: counted(report["server_tuned"])}
    found[RULE] = rates(rule, table.species)
    for name, model in MODELS.items():
        found[name] = rates(judged_by_model(model, table, names, choices, objective), table.species)
    return found


def tables(products: Path, arguments: list[str], folder: Path) -> tuple[list[tuple[Path, Path]], list[str]]:
    """The tables with labels that the arguments name or request, and the names after them."""
    if arguments[0] != "--corpora":
        return [(Path(arguments[0]), Path(arguments[1]))], arguments[2:]
    count, maps = int(arguments[1]), int(arguments[2])
    return [measured_corpus(products, folder, maps, seed) for seed in range(300, 300 + count)], arguments[3:]


def main(arguments: list[str]) -> int:
    if len(arguments) < 4 or (arguments[1] == "--corpora" and len(arguments) < 5):
        print(__doc__, file=sys.stderr)
        return 64
    products = Path(arguments[0])
    with tempfile.TemporaryDirectory() as folder:
        pairs, uses = tables(products, arguments[1:], Path(folder))
        print(f"scikit-learn {sklearn.__version__}; held-out folds over groups; in percent, less is better")
        for use in uses:
            for objective in OBJECTIVES:
                found = [compare(products, *pair, use, objective) for pair in pairs]
                print(f"\n{use}, {objective}, {len(pairs)} tables")
                print(f"  {'':30}{'BPCER':>8}{'APCER':>9}{'objective':>11}")
                for name in found[0]:
                    both = np.array([one[name] for one in found])
                    value = np.mean([loss(objective, *row) for row in both])
                    print(f"  {name:30}{100 * both[:, 0].mean():8.2f}{100 * both[:, 1].mean():9.2f}{100 * value:11.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
