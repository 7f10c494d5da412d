"""Pictures and parity, compared with the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pytest
from conftest import FIXTURES, Command, Map, fixture_map
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
