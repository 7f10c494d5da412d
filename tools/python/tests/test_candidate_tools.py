"""The tools behind docs/CANDIDATES.md, on a corpus of a few seconds."""

from __future__ import annotations

import csv
import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Command


def tool(name: str, *arguments: object, command: Command, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/dev/tuning" / name), *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT, env=dict(os.environ, DEPTHCHECK=command.path),
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def write_corpus(folder: Path) -> None:
    """Rooms with boxes in front of a wall, tilted prints and bent prints: four frames of each scene."""
    random = np.random.default_rng(3)
    rows, columns = np.mgrid[0:48, 0:64] / 64
    lines = ["file,label,species,group"]
    for kind, species in [("room", ""), ("print", "print"), ("bent", "bent_print")]:
        (folder / kind).mkdir(parents=True)
        for scene in range(6):
            if kind == "room":
                depths = 2 + 3 * random.random() + 0 * rows
                for _ in range(5):
                    left, top, size = random.random(3) * [0.8, 0.5, 0.3] + [0, 0, 0.1]
                    inside = (columns > left) & (columns < left + size) & (rows > top) & (rows < top + size)
                    depths = np.where(inside, 0.8 + 2 * random.random() + rows, depths)
            else:
                depths = 1 / (2 + columns * random.random() + rows * random.random())
                depths += (0.05 * columns**2) * (kind == "bent")
            for frame in range(4):
                map = (depths + 0.0015 * random.standard_normal(depths.shape)).astype("<f4")
                name = f"{kind}/{kind}-{scene}-{frame}.bin.gz"
                (folder / name).write_bytes(gzip.compress(map.tobytes(), mtime=0))
                lines.append(f"{name},{'attack' if species else 'bona_fide'},{species},{kind}-{scene}")
    (folder / "labels.csv").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("candidates") / "corpus"
    write_corpus(folder)
    return folder


@pytest.fixture(scope="module")
def table(corpus: Path, command: Command) -> Path:
    path = corpus.parent / "measurements.csv"
    command.run("measure", corpus, "--width", 64, "--height", 48, "--candidates", "--quiet", "-o", path)
    return path


def read(path: Path) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_of_evidence_has_the_areas_of_all_measurements(corpus: Path, table: Path, command: Command) -> None:
    printed = tool("candidate-evidence", "table", table, corpus / "labels.csv", command=command)
    lines = printed.splitlines()
    assert lines[0] == "24 real scenes, 24 print, 24 bent_print"
    areas = {cells[1].strip(" `"): cells[2].strip() for cells in (line.split("|") for line in lines if "(" in line)}
    assert len(areas) == 16
    values: dict[str, list[float]] = {"room": [], "print": [], "bent": []}
    for row in read(table):
        values[row["file"].split("/")[0]].append(float(row["plane_distance_median"]))
    pairs = {
        kind: np.mean([(real > other) + 0.5 * (real == other) for real in values["room"] for other in values[part]])
        for kind, part in [("print", "print"), ("bent_print", "bent")]
    }
    worst = min(pairs, key=lambda kind: pairs[kind])
    assert areas["plane_distance_median"] == f"{pairs[worst]:.2f} ({worst})"
    missing = tool("candidate-evidence", "table", table, corpus / "none.csv", command=command, code=1)
    assert missing.strip() == f"error: {corpus / 'none.csv'}: No such file or directory; name a readable file"


@pytest.mark.parametrize(
    ("option", "value"), [("--noise", 5), ("--holes", 0.3), ("--edges", 2), ("--disparity", 0.05)]
)  # fmt: skip
def test_degrading_a_corpus_is_repeatable(
    corpus: Path, tmp_path: Path, command: Command, option: str, value: float
) -> None:
    for name in ("one", "other"):
        tool("candidate-evidence", "degrade", corpus, tmp_path / name, option, value, command=command)
    names = [path.relative_to(corpus) for path in sorted(corpus.rglob("*")) if path.is_file()]
    assert len(names) == 73
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    name = "room/room-0-0.bin.gz"
    before, after = (
        np.frombuffer(gzip.decompress((folder / name).read_bytes()), "<f4") for folder in (corpus, tmp_path / "one")
    )
    lost = np.mean(after == 0)
    if option == "--holes":
        assert 0.25 < lost < 0.35 and np.array_equal(after[after > 0], before[after > 0])
    elif option == "--edges":
        assert 0.01 < lost < 0.9 and np.array_equal(after[after > 0], before[after > 0])
    elif option == "--noise":
        assert lost == 0 and 0.003 < np.std(after - before) < 0.1
    else:
        assert lost == 0 and np.allclose(1 / after / value, np.round(1 / after / value), atol=1e-4)
    refused = tool("candidate-evidence", "degrade", corpus, tmp_path / "one", command=command, code=1)
    assert "exists; expected a new folder" in refused
