"""Runs the example like a user."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import depthcheck
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, Command, scene
from PIL import Image

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Labelled captures, one of them truncated."""
    random = np.random.default_rng(11)
    folder = tmp_path / "captures"
    folder.mkdir()
    with (tmp_path / "labels.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["file", "label", "species", "group"])
        for number, kind in enumerate((["bona_fide"] * 2 + ["screen", "print"]) * 20):
            samples = np.kron(scene(random, kind), np.ones((4, 4), np.float32))
            samples.tofile(folder / f"{number:02}.bin")
            is_real = kind == "bona_fide"
            row = [f"{number:02}.bin", "bona_fide" if is_real else "attack", "" if is_real else kind, number // 2]
            table.writerow(row)
    (folder / "torn.bin").write_bytes(b"\x1f\x8b\x08\0\0\0")
    return folder


def run(name: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True,
        env={**os.environ, "MPLBACKEND": "Agg", **environment},
    )  # fmt: skip


def test_the_example_tunes_thresholds_and_writes_plots(command: Command, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "output"
    done = run("folder_to_thresholds.py", corpus, tmp_path / "labels.csv", output)
    assert done.returncode == 0, done.stderr
    assert "81 files, 1 of which cannot be read" in done.stdout and "torn.bin: found" in done.stdout
    # Both at the same limit, with the species: both lines have the same objective.
    lines = [line for line in done.stdout.splitlines() if line.startswith("on new scenes, ")]
    assert [line.split(":")[0] for line in lines] == ["on new scenes, thresholds", "on new scenes, logistic regression"]
    assert all(line.endswith("tuned for at most 0.05") and "worst APCER" in line for line in lines)
    assert "PooledSpeciesWarning" not in done.stderr
    for name in ["measurements.png", "trade-off.png", "closest.png"]:
        pixels = np.asarray(Image.open(output / name).convert("RGB"))
        assert pixels.shape[0] > 300 and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
    # The command accepts the written table and parameters, and finds the same thresholds.
    arguments = ["tune", output / "measurements.ndjson", "--labels", tmp_path / "labels.csv", "--ignore-unlabelled"]
    report = json.loads(command.run(*arguments, "--format", "json", "--replicates", 0, codes=(0, 1, 2, 3)))
    thresholds = json.loads((output / "parameters.json").read_text())
    assert thresholds == report["tuned"]["thresholds"]
    (result,) = command.rows("analyze", corpus / "00.bin", "--parameters", output / "parameters.json", codes=(0, 1))
    found = depthcheck.analyze_file(corpus / "00.bin", parameters=depthcheck.Parameters.from_dict(thresholds))
    assert found.to_dict() == result


def without_digests(path: Path) -> bytes:
    return re.sub(rb"[0-9a-f]{64}", b"", path.read_bytes())


def test_the_example_makes_all_tables_and_figures(command: Command, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "output"
    done = run("folder_to_paper.py", corpus, tmp_path / "labels.csv", output)
    assert done.returncode == 0, done.stderr
    assert "81 files, 1 of which cannot be read" in done.stdout
    halves = [pd.read_csv(output / f"{name}.csv", dtype=str) for name in ("development", "test")]
    assert sum(map(len, halves)) == 80 and not set(halves[0]["group"]) & set(halves[1]["group"])
    for name in ("det", "roc", "scores", "trade-off", "epc"):
        pixels = np.asarray(Image.open(output / "paper" / f"{name}.png").convert("RGB"))
        assert pixels.shape[1] == 1050 and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
        assert (output / "paper" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    # The command writes the same documents and report for the same files.
    (tmp_path / "again").mkdir()
    shutil.copy(output / "tuned.json", tmp_path / "again/tuned")
    arguments: list[object] = [output / "measurements.ndjson", "--labels", output / "test.csv", "--parameters", "tuned"]
    arguments += ["--development", output / "measurements.ndjson", "--development-labels", output / "development.csv"]
    arguments += ["--ignore-unlabelled", "--tables", "paper", "--figures", "paper", "--format", "json"]
    done = subprocess.run([command.path, "evaluate", *map(str, arguments)], capture_output=True, cwd=tmp_path / "again")
    report = json.loads(done.stdout)
    expected = json.loads((output / "evaluation.json").read_text())
    assert {name: report[name] for name in ("given", "against", "comparisons")} == {
        name: expected[name] for name in ("given", "against", "comparisons")
    }
    documents = sorted((tmp_path / "again/paper").iterdir())
    assert len(documents) == 21
    for path in documents:
        # The command read the whole table of measurements, the example its halves: other digests.
        assert without_digests(output / "paper" / path.name) == without_digests(path), path.name


def test_the_classifier_of_the_document_runs(command: Command, corpus: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs/PYTHON.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    code = "\n".join(block for block in blocks if "X = rows" in block or "classifier.csv" in block)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [re.sub(r"\d\.\d{3}", "#", line) for line in lines] == [
        "BPCER #, APCER of print #, APCER of screen #", "print unknown: BPCER #, APCER #",
        "screen unknown: BPCER #, APCER #",
    ]  # fmt: skip
    # Rooms and flat objects are easy to separate, also if only one kind of flat object is known.
    assert all(float(rate) <= 0.1 for line in lines for rate in re.findall(r"\d\.\d{3}", line)), done.stdout
    # The scores of the classifier beside the server's rule, with the command of the document.
    measurements = tmp_path / "measurements.csv"
    command.run("measure", tmp_path / "captures", "-o", measurements, "--quiet", codes=(2,))
    scores, labels = tmp_path / "classifier.csv", tmp_path / "labels.csv"
    report = json.loads(
        command.run("evaluate", scores, measurements, "--labels", labels, "--ignore-unlabelled", "--format", "json")
    )
    assert [report[side]["name"] for side in ("given", "against")] == ["classifier.csv", "the server's"]


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_without_arguments_it_prints_its_usage(name: str) -> None:
    done = run(name)
    assert done.returncode == 1 and "FOLDER LABELS OUTPUT" in done.stderr
