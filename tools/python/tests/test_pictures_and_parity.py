"""Pictures and parity, compared with the command."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pytest
from conftest import FIXTURES, Command, Map, fixture_map, random_maps
from PIL import Image


@pytest.mark.parametrize(
    ("name", "shape", "options", "arguments"),
    [
        ("room-01", (192, 256), {}, []),
        ("room-01", (192, 256), {"overlays": "all"}, ["--all"]),
        ("screen-01", (192, 256), {"overlays": ["band", "histogram"], "color_map": "viridis"},
         ["--band", "--histogram", "--color-map", "viridis"]),
        ("stairs-12", (192, 256), {"overlays": ["edges", "invalid_samples", "quadrants", "layers"],
                                     "profile": "client"},
         ["--edges", "--invalid-samples", "--quadrants", "--layers", "--profile", "client"]),
        ("size-5x3", (3, 5), {"range": (0.5, 2.0), "scale": 7}, ["--range", "0.5:2", "--scale", 7]),
        ("all-invalid", (12, 16), {"plain": True, "color_map": "capture"}, ["--plain", "--color-map", "capture"]),
    ],
)  # fmt: skip
def test_a_picture_equals_the_command_s(
    command: Command, tmp_path: Path, name: str, shape: Any, options: dict[str, Any], arguments: list[Any]
) -> None:
    command.run("render", FIXTURES / f"{name}.bin.gz", "-o", tmp_path / "map.png", *arguments)
    expected = np.asarray(Image.open(tmp_path / "map.png").convert("RGB"))
    samples = fixture_map(name).reshape(shape)
    found = depthcheck.render(samples, title=str(FIXTURES / f"{name}.bin.gz"), **options)
    assert found.dtype == np.uint8 and found.shape == expected.shape
    assert np.array_equal(found, expected)


def test_invalid_picture_options_are_refused(room: Map) -> None:
    assert np.array_equal(depthcheck.render(room, overlays="edges"), depthcheck.render(room, overlays=["edges"]))
    assert depthcheck.render(room, title="a\0b\n\ud800\u202e").ndim == 3
    for options in [{"color_map": "rainbow"}, {"overlays": ["stars"]}, {"range": (2, 1)}, {"scale": 0}, {"scale": 90},
                    {"scale": 2**32 + 1}, {"scale": 2.5}, {"scale": "2"}, {"range": 5}, {"range": (1,)}]:  # fmt: skip
        with pytest.raises(depthcheck.InputError, match="found") as error:
            depthcheck.render(room, **options)  # type: ignore[arg-type]
        assert error.value.code in ("invalid_argument", "too_large")


def test_parity_equals_the_command_s(command: Command) -> None:
    names = sorted(path.name.removesuffix(".bin.gz") for path in FIXTURES.glob("*.bin.gz"))
    flips = 0
    for name in names:
        path = FIXTURES / f"{name}.bin.gz"
        file = depthcheck.read(path)
        samples = file.samples if "not_a_grid" in file.note_codes else file.depth
        found = depthcheck.parity(samples)
        report = json.loads(command.run("parity", path, "--format", "json", codes=(0, 1, 2)))
        assert report["holds"] == found.holds
        assert report["compared"] == (found.coverage == "compared")
        assert {each["field"]: each["largest"] for each in report["fields"] if each["maps"]} == found.differences
        findings = [*report["verdict_flips"], *report["layer_differences"], *report["screen_flips"],
                    *report["warning_flips"]]  # fmt: skip
        for finding in findings:
            flips += 1
            assert finding["checks"] == found.checks
            assert finding["layer_difference"] == found.layer_difference
            assert tuple(finding["broken_promises"]) == found.broken_promises
        assert bool(report["verdict_flips"]) == found.verdict_flips
        assert found.server == depthcheck.analyze(samples)
    assert flips >= 4


def test_a_parity_report_is_the_command_s(command: Command, tmp_path: Path) -> None:
    for number in range(60):
        np.save(tmp_path / f"{number:02}.npy", random_maps(60)[number])
    (tmp_path / "torn.bin.gz").write_bytes((FIXTURES / "room-01.bin.gz").read_bytes()[:100])
    np.savez(tmp_path / "maps.npz", far=np.full((48, 64), 2, np.float32), near=np.full((2, 2), 1, np.float32))
    parameters = depthcheck.Parameters(layerThreshold=5)
    parameters.to_json(tmp_path / "parameters.txt")
    paths = [tmp_path, FIXTURES / "room-01.bin.gz", tmp_path / "none.bin"]
    for options, arguments in [
        ({}, []),
        ({"parameters": parameters, "reading": depthcheck.Reading(rotate=90, invalid=(0,), max_bytes=2000)},
         ["--parameters", tmp_path / "parameters.txt", "--rotate", 90, "--invalid-value", 0, "--max-bytes", 2000]),
    ]:  # fmt: skip
        output = command.run("parity", *paths, "--format", "json", "--quiet", *arguments, codes=(0, 1, 2))
        table = command.run("parity", *paths, "--format", "csv", "--quiet", *arguments, codes=(0, 1, 2))
        for jobs in (1, 2):
            found = depthcheck.parity_report(paths, jobs=jobs, **options)  # type: ignore[arg-type]
            assert found.to_dict() == json.loads(output) and found.csv == table.decode()
        assert found.holds == found["holds"] and len(found["unreadable"]) >= 2
        assert found.to_frame()["input"].tolist()[0] == str(tmp_path / "00.npy")
    shard = tmp_path / "shard.tar"
    with tarfile.open(shard, "w") as archive:
        archive.add(tmp_path / "00.npy", "00.npy")
    output = command.run("parity", "--tar", shard, "--format", "json", "--quiet", codes=(0, 1))
    assert depthcheck.parity_report(shard, shards=True).to_dict() == json.loads(output)
    with pytest.raises(depthcheck.InputError, match="found 5 for the corpus"):
        depthcheck.parity_report(5)  # type: ignore[arg-type]
