"""Captures, compared with the command: every member of its JSON."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import pytest
from conftest import FIXTURES, Command

CAPTURES = FIXTURES / "captures"
TIME = "2026-03-01T12:00:30Z"


def judged(command: Command, paths: list[Path], folder: Path, *options: object) -> list[dict[str, Any]]:
    """The command's results, one for each path."""
    names = folder / "names.txt"
    names.write_text("\n".join(map(str, paths)) + "\n")
    output = command.run("capture", "verify", "--files-from", names, "--quiet", "--format", "ndjson", *options,
                         codes=(0, 1, 2, 64))  # fmt: skip
    return [json.loads(line) for line in output.splitlines()]


def files(folder: str, *endings: str) -> list[Path]:
    return sorted(path for path in (CAPTURES / folder).rglob("*") if path.is_file() and path.name.endswith(endings))


def test_every_case_has_the_command_s_answer(command: Command, tmp_path: Path) -> None:
    paths = [*files("cases", ".json"), *files("registrations", ".json")]
    assert len(paths) > 100
    outcomes = set()
    for path, expected in zip(paths, judged(command, paths, tmp_path), strict=True):
        for verify in (depthcheck.captures.verify_file,
                       lambda path: depthcheck.captures.verify(path.read_bytes(), name=str(path))):  # fmt: skip
            if expected["outcome"] == "unreadable":
                with pytest.raises(depthcheck.ReadingError) as error:
                    verify(path)
                assert error.value.code == expected["error_code"] and error.value.path == str(path)
                continue
            found = verify(path)
            assert found.to_dict() == expected and list(found.to_dict()) == list(expected)
            assert found.outcome == expected["outcome"] and list(found.reasons) == expected["reasons"]
        outcomes.add(expected["outcome"])
    assert len(outcomes) >= 4


def test_bodies_have_the_command_s_answer(command: Command, tmp_path: Path) -> None:
    paths = [path for path in files("bodies", "") if path.suffix in (".body", ".json", ".bin", ".http", "")]
    assert paths
    device = CAPTURES / "device.json"
    options = ["--device", device, "--at", TIME]
    moment = datetime(2026, 3, 1, 12, 0, 30, tzinfo=timezone.utc)
    for path, expected in zip(paths, judged(command, paths, tmp_path, *options), strict=True):
        if expected["outcome"] == "unreadable":
            with pytest.raises(depthcheck.ReadingError) as error:
                depthcheck.captures.verify(path.read_bytes(), device=device, at=TIME)
            assert error.value.code == expected["error_code"]
            continue
        found = depthcheck.captures.verify(path.read_bytes(), name=str(path), device=device, at=TIME)
        assert found.to_dict() == expected
        again = depthcheck.captures.verify_file(path, device=json.loads(device.read_text()), at=moment)
        assert again.to_dict() == expected
        assert found.outcome in found._repr_html_() and len(found.to_frame()) == 1


def test_contents_are_the_command_s(command: Command, tmp_path: Path) -> None:
    paths = [*files("bodies", ".body"), *files("cases", ".json")[::20]]
    names = tmp_path / "names.txt"
    names.write_text("\n".join(map(str, paths)) + "\n")
    output = command.run("capture", "inspect", "--files-from", names, "--format", "ndjson", "--quiet", codes=(0, 2))
    found = 0
    for path, line in zip(paths, output.splitlines(), strict=True):
        expected = json.loads(line)
        for inspect in (depthcheck.captures.inspect_file,
                        lambda path: depthcheck.captures.inspect(path.read_bytes(), name=str(path))):  # fmt: skip
            if "error_code" in expected:
                with pytest.raises(depthcheck.ReadingError) as error:
                    inspect(path)
                assert error.value.code == expected["error_code"]
            else:
                assert inspect(path) == expected
                found += 1
    assert found > 60


def test_missing_and_invalid_state_is_an_error(tmp_path: Path) -> None:
    body = next(path for path in files("bodies", "") if path.is_file()).read_bytes()
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.captures.verify(b"nothing", name="upload")
    assert error.value.code == "no_capture" and error.value.path == "upload"
    (tmp_path / "device.json").write_text("[]")
    for options in [{"at": "yesterday"}, {"device": {"counter": "x"}}, {"at": datetime(2026, 3, 1)}, {"root": b"no"},
                    {"challenge": "?"}, {"challenge_state": "lost"}, {"device": tmp_path / "device.json"},
                    {"team": 5}]:  # fmt: skip
        with pytest.raises(depthcheck.InputError, match="found.*expected"):
            depthcheck.captures.verify(body, **options)
