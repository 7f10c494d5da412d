"""Generated and measured corpora, and the rates of decisions on them, for the comparisons of this folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np


def measured_corpus(products: Path, folder: Path, maps: int, seed: int) -> tuple[Path, Path]:
    """Makes a new corpus and returns its measurements and labels."""
    corpus, table = folder / f"corpus-{seed}", folder / f"measurements-{seed}.csv"
    subprocess.run(
        [products / "make-corpus", corpus, "--count", str(maps), "--size", "64x48", "--seed", str(seed)],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run([products / "depthcheck", "measure", corpus, "-o", table, "--quiet"], check=True)
    return table, corpus / "labels.csv"


def rates(accepted: np.ndarray, species: np.ndarray) -> tuple[float, float]:
    """BPCER and the APCER of the worst species; real scenes have none."""
    real = species == ""
    apcer = max((accepted[species == name].mean() for name in set(species[~real])), default=0.0)
    return 1 - accepted[real].mean() if real.any() else 0.0, float(apcer)


def check(accepted: np.ndarray, is_real: np.ndarray, report: dict) -> None:
    """Checks that the decisions here match the counts in the report, so that all are judged on the same folds."""
    counted = report["expected_on_new_scenes"]["rates"]["bpcer"]["errors"]
    found = int((~accepted[is_real]).sum())
    if counted != found:
        sys.exit(f"error: found {found} rejected real scenes; depthcheck counted {counted}")
