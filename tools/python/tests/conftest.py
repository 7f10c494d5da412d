"""Shared code of the tests: the command to compare with, maps, and their measurements."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from depthcheck.sklearn import DepthMeasurements

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "fixtures"
Map = npt.NDArray[np.float32]


class Command:
    """The command ``depthcheck``."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments: object, input: bytes | None = None, codes: Sequence[int] = (0,)) -> bytes:
        """Returns its output."""
        done = subprocess.run(
            [self.path, *map(os.fsencode, map(str, arguments))], input=input, capture_output=True, cwd=ROOT
        )
        assert done.returncode in codes, done.stderr.decode(errors="replace")
        return done.stdout

    def rows(self, *arguments: object, **more: Any) -> list[dict[str, Any]]:
        """Returns its output as NDJSON."""
        return [json.loads(line) for line in self.run(*arguments, "--format", "ndjson", **more).splitlines()]

    def analyses(self, paths: Sequence[Path | str], folder: Path, *options: object) -> list[dict[str, Any]]:
        """Returns its results for many files, in order."""
        names = folder / "names.txt"
        names.write_bytes(b"\0".join(os.fsencode(path) for path in paths) + b"\0")
        return self.rows("analyze", "--files-from", names, "--quiet", *options, codes=(0, 1, 2))


#: The names of arguments in Python for options that messages of the command name.
ARGUMENTS = {
    "--width and --height": "width and height",
    "--width": "width",
    "--height": "height",
    "--row-bytes": "row_bytes",
    "--strict": "strict",
    "--channel": "channel",
    "--array": "array",
    "--invalid-value": "invalid",
    "--dataset": "dataset",
    "--sample-type": "sample_type",
    "--max-bytes": "max_bytes",
    "rename it to end in .zip, .npz or .r3d so that the maps in it are read":
        "name a file that ends in .zip, .npz or .r3d, and read the maps in it with read()",
    "read every member with --all-files, or name another archive": "name one of the members, or another archive",
    "read every file with --all-files, or name the files": "name the files",
}  # fmt: skip


def in_python(message: str) -> str:
    """A message of the command with the names of arguments."""
    for option, argument in ARGUMENTS.items():
        message = message.replace(option, argument)
    return message


@pytest.fixture(scope="session")
def command() -> Command:
    return Command(str(ROOT / os.environ.get("DEPTHCHECK", "tools/depthcheck")))


def fixture_map(name: str) -> Map:
    """The samples of a fixture."""
    return np.frombuffer(gzip.decompress((FIXTURES / f"{name}.bin.gz").read_bytes()), "<f4").astype(np.float32)


@pytest.fixture(scope="session")
def room() -> Map:
    return fixture_map("room-01").reshape(192, 256)


def random_maps(count: int) -> list[Map]:
    """Repeatable random maps of all kinds that have exposed bugs."""
    return [_random_map(number) for number in range(count)]


def _random_map(number: int) -> Map:
    random = np.random.default_rng(number)
    height, width = random.integers(1, (60, 70))
    rows, columns = np.mgrid[0:height, 0:width]
    kinds: list[Callable[[], Any]] = [
        # A plane with noise, boxes in front of a wall, integer millimetres, borders of bins, one depth, any numbers.
        lambda: 1 + random.uniform(0, 3) * rows / height + columns / width + random.normal(0, 0.02, rows.shape),
        lambda: np.where(columns < width * random.random(), random.uniform(0.3, 5), 4.5) + 0 * rows,
        lambda: random.integers(400, 3400, rows.shape) / 1000,
        lambda: 1 + random.integers(0, 51, rows.shape) / 50,
        lambda: np.full(rows.shape, random.uniform(0, 3)),
        lambda: np.where(
            random.random(rows.shape) < 0.2,
            random.choice([np.nan, np.inf, -np.inf, -0.0, 0.1, 20, 0.099999994, 1e-40, -1], rows.shape),
            random.uniform(0.05, 22, rows.shape),
        ),
    ]
    samples: Map = np.asarray(kinds[number % len(kinds)](), dtype=np.float32)
    if random.random() < 0.5:
        samples[random.random(samples.shape) < 0.2] = 0
    return samples


def scene(random: np.random.Generator, label: str) -> Map:
    """A small room, or a flat object in front of the camera."""
    rows, columns = np.mgrid[0:48, 0:64]
    if label == "bona_fide":
        boxes = 3.5 + 0 * rows
        for _ in range(random.integers(2, 9)):
            top, left = random.integers(0, (40, 50))
            boxes[top : top + 20, left : left + 20] = random.uniform(0.5, 3.4)
        depth = boxes + random.normal(0, 0.01, rows.shape)
    else:
        tilt = random.uniform(0, 0.02 if label == "print" else 0.003)
        depth = random.uniform(0.3, 2) + tilt * columns + random.normal(0, 0.004, rows.shape)
        if random.random() < 0.3:
            # A hand, or the room next to the object.
            depth[:, : random.integers(5, 40)] += random.uniform(0.5, 3)
            depth += random.normal(0, random.uniform(0.01, 0.1), rows.shape)
    samples: Map = depth.astype(np.float32)
    return samples


@pytest.fixture(scope="session")
def maps() -> tuple[Map, npt.NDArray[np.str_], npt.NDArray[np.int64]]:
    """Maps, their labels and their groups."""
    random = np.random.default_rng(3)
    labels = np.array((["bona_fide"] * 2 + ["screen", "print"]) * 40)
    return np.stack([scene(random, label) for label in labels]), labels, np.arange(len(labels)) // 8


def measurements_of(samples: Map, **options: Any) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = DepthMeasurements(**options).fit_transform(samples)
    return found
