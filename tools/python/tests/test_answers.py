"""The package compared with the goldens and the command, bit for bit."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pytest
from conftest import FIXTURES, ROOT, Command, fixture_map, in_python, random_maps

PROFILES = depthcheck.description.profiles
ENGINES = depthcheck.description.engines


def bits(value: Any, profile: str) -> Any:
    """A JSON value with its numbers in the arithmetic of the profile."""
    if isinstance(value, dict):
        return {name: bits(each, profile) for name, each in value.items()}
    if isinstance(value, list):
        return [bits(each, profile) for each in value]
    if isinstance(value, float):
        return float(np.float32(value)).hex() if profile == "client" else value.hex()
    return value


def goldens(of_whole_files: bool) -> list[Any]:
    """The goldens of maps, or of whole files."""
    found = []
    for path in sorted((ROOT / "golden").glob("*/*.json")):
        golden = json.loads(path.read_bytes())
        if golden["input"]["file"].startswith("containers/") == of_whole_files:
            found.append(pytest.param(golden, id=f"{path.parent.name}/{path.stem}"))
    return found


def assert_answer(golden: dict[str, Any], found: dict[str, Any]) -> None:
    compared = {**found, **found["stages"]}
    expected, profile = golden["expected"], golden["profile"]
    assert expected["status"] == "unavailable" or len(expected) >= 5
    assert bits({name: compared[name] for name in expected}, profile) == bits(expected, profile)


def test_there_are_goldens_of_both_kinds() -> None:
    assert len(goldens(of_whole_files=False)) > 150 and len(goldens(of_whole_files=True)) > 40


@pytest.mark.parametrize("golden", goldens(of_whole_files=False))
def test_every_golden(golden: dict[str, Any]) -> None:
    samples = fixture_map(golden["name"])
    shape = (golden["input"]["height"], golden["input"]["width"])
    maps = samples.reshape(shape) if shape[0] * shape[1] == samples.size else samples
    for engine in ENGINES:
        found = depthcheck.analyze(maps, profile=golden["profile"], engine=engine).to_dict()
        assert_answer(golden, found)


@pytest.mark.parametrize("golden", goldens(of_whole_files=True))
def test_every_golden_of_a_whole_file(golden: dict[str, Any]) -> None:
    size = golden["input"]
    reading = depthcheck.Reading(width=size["given_width"], height=size["given_height"])
    try:
        found = depthcheck.analyze_file(ROOT / "fixtures" / size["file"], profile=golden["profile"], reading=reading)
    except depthcheck.ReadingError as error:
        assert error.result is not None
        found = error.result
    assert found.server_answer == golden["expected"]["status"]
    if found.server_answer != "unavailable":
        assert_answer(golden, found.analysis.to_dict())


def around(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name != "input"}


def test_random_maps_have_the_command_s_results(command: Command, tmp_path: Path) -> None:
    maps = random_maps(600)
    for number, samples in enumerate(maps):
        samples.tofile(tmp_path / f"{number}.bin")
    for profile in PROFILES:
        for number, samples in enumerate(maps):
            height, width = samples.shape
            if number < 60:
                (expected,) = command.rows(
                    "analyze", tmp_path / f"{number}.bin", "--width", width, "--height", height, "--profile", profile,
                    codes=(0, 1, 2),
                )  # fmt: skip
                found = depthcheck.analyze(samples, profile=profile).to_dict()
                assert {name: expected[name] for name in found} == found
        paths = [tmp_path / f"{number}.bin" for number in range(len(maps))]
        for samples, expected in zip(maps, command.analyses(paths, tmp_path, "--profile", profile)):
            flat = depthcheck.analyze(samples.ravel(), profile=profile).to_dict()
            assert {name: expected[name] for name in flat} == flat


def test_parameters_match_the_command(command: Command, tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    for number in range(20):
        chosen = {
            "histogramBins": int(random.integers(2, 200)),
            "edgeGain": float(random.uniform(1, 60)),
            "gradientThreshold": float(random.uniform(0.001, 0.5)),
            "maxValidDepth": float(random.uniform(3, 40)),
            "layerThreshold": int(random.integers(1, 9)),
        }
        (tmp_path / "parameters.json").write_text(json.dumps(chosen))
        parameters = depthcheck.Parameters.from_json(tmp_path / "parameters.json")
        for profile in PROFILES:
            paths = [FIXTURES / f"{name}.bin.gz" for name in ("room-01", "stairs-12", "noise-01")]
            options = ("--profile", profile, "--parameters", tmp_path / "parameters.json")
            for path, expected in zip(paths, command.analyses(paths, tmp_path, *options)):
                found = depthcheck.analyze_file(path, profile=profile, parameters=parameters)
                assert found.to_dict() == expected


def files_of_every_kind() -> list[Path]:
    found = sorted(FIXTURES.glob("*.gz")) + sorted((ROOT / "Tests/DepthPicturesTests/pictures").glob("*.png"))
    shared = os.environ.get("DEPTHCHECK_SHARED")
    if shared:
        found += sorted(path for path in (Path(shared) / "reference/containers").iterdir() if path.is_file())
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_files_are_read_like_by_the_command(command: Command, tmp_path: Path, profile: Any) -> None:
    whole = files_of_every_kind()
    for number, path in enumerate(whole[:80]):
        # Truncated, and with a changed byte.
        data = bytearray(path.read_bytes())
        (tmp_path / f"{number}-cut.gz").write_bytes(data[: len(data) * 2 // 3])
        data[len(data) // 2] ^= 0x55
        (tmp_path / f"{number}-changed.gz").write_bytes(data)
    paths = [*whole, *sorted(tmp_path.glob("*.gz"))]
    for options, reading in [
        ((), depthcheck.Reading()),
        (("--strict",), depthcheck.Reading(strict=True)),
        (("--width", 256, "--height", 192), depthcheck.Reading(width=256, height=192)),
        (
            ("--units-per-metre", 5000, "--invalid-value", 0, "--invalid-value", 65535, "--max-bytes", 300000),
            depthcheck.Reading(units_per_metre=5000, invalid=(0, 65535), max_bytes=300000),
        ),
    ]:
        expected = command.analyses(paths, tmp_path, "--profile", profile, *options)
        assert len(expected) == len(paths)
        unreadable = 0
        for path, answer in zip(paths, expected):
            try:
                found = depthcheck.analyze_file(path, profile=profile, reading=reading)
            except depthcheck.ReadingError as error:
                unreadable += 1
                assert error.code == answer["error_code"] and error.message == in_python(answer["error"])
                assert error.result is not None
                found = error.result
            assert found.to_dict() == answer
        assert unreadable > 10
