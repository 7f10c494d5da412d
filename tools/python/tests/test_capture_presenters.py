"""The tasks on captures that the command and a request offer: the same options, the same report or the same error."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

import depthcheck
import pytest
from conftest import FIXTURES, ROOT, Command
from depthcheck._requests import request
from test_presenters import Options, commanded, options_in_python, requested

CAPTURES = FIXTURES / "captures"
BODY = CAPTURES / "bodies" / "full-body-header-case.body"
MAP = FIXTURES / "room-01.bin.gz"

READINGS: list[Options] = [
    {"width": 256, "height": 192}, {"rotate": 90, "flip": True}, {"width": 256}, {"height": 192},
    {"width": 0, "height": 192}, {"width": 1, "height": 2**31}, {"row_bytes": 1024},
    {"width": 256, "height": 192, "row_bytes": 1020},
    {"width": 256, "height": 192, "row_bytes": 1024, "sample_type": "uint16"},
    {"units_per_metre": 0}, {"units_per_metre": 1e-50}, {"units_per_metre": 1000, "dataset": "tum"}, {"rotate": 45},
    {"max_bytes": 0}, {"invalid": [65535, 0]}, {"invalid": [1e-50]}, {"invalid": [1e300]}, {"min_confidence": "high"},
]  # fmt: skip
TIME = {"at": "2026-03-01T12:00:00Z"}
DEVICE = {"device_id": "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162"}
KEY = {"key": True}
PACKS: list[Options] = [
    TIME, {**TIME, "model": "iPhone 16", "latitude": 52.5, "longitude": 13.4}, {**TIME, **KEY, "hash_only": True},
    {**TIME, **KEY, "binding": "server-full/nonce", "counter": 7},
    {**TIME, **KEY, **DEVICE, "counter": 4, "request_counter": 3},
    {"at": "today"}, {"at": "+10000-01-01T00:00:00Z"}, {"model": " "}, {"latitude": 91, "longitude": 0},
    {"latitude": 0, "longitude": -181}, {"hash_only": True}, {"binding": "jpeg"}, {**KEY, "binding": "request"},
    {**KEY, "hash_only": True, "binding": "jpeg"}, {"counter": 0}, {"counter": 2**32}, DEVICE,
    {**KEY, **DEVICE, "counter": 1}, {**KEY, "device_id": "phone"}, {"request_counter": 2},
    {**KEY, **DEVICE, "request_counter": 0},
]  # fmt: skip
CLOCK: Options = {"at": "2026-03-01T12:00:30Z", "device": True}
SERVERS: list[Options] = [
    {}, CLOCK, {"at": CLOCK["at"]}, {"device": True}, {**CLOCK, "request_verified": True, "require_verified": True},
    {**CLOCK, "team": "OTHER", "bundle": "app.other"}, {"at": "tomorrow"}, {"boundary": ""},
    {**CLOCK, "boundary": "else"}, {"challenge": "x"}, {**CLOCK, "challenge_state": "used", "key_registered": True},
    {"challenge": "AQID", "key_id": "k", "strict_attestation": True},
]  # fmt: skip


def arguments(options: Options, files: dict[str, Path]) -> list[str]:
    """The options as those of the command."""
    given: list[str] = []
    for name, value in options.items():
        if name in files:
            given += ["--" + name, str(files[name])]
        elif value is True:
            given.append("--" + name.replace("_", "-"))
        elif name == "latitude":
            given += ["--location", f"{value},{options['longitude']}"]
        elif name != "longitude":
            option = "--" + {"invalid": "invalid-value"}.get(name, name.replace("_", "-"))
            given += [text for each in (value if isinstance(value, list) else [value]) for text in (option, str(each))]
    return given


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Path:
    path = tmp_path_factory.mktemp("key") / "key.pem"
    command.run("capture", "key", "--output", path)
    return path


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_readings_are_the_same(command: Command, options: Options) -> None:
    payload = CAPTURES / "cases" / "hash-only-binary32.json"
    members = {"path": str(payload), "depth": str(MAP), **options}
    found = requested("audit_capture", "result", members, [])
    given = ["capture", "audit", payload, "--depth", MAP, "--format", "json", *arguments(options, {})]
    assert found == reported(command, given)
    if found[0] is None:
        with pytest.raises(depthcheck.InputError) as error:
            depthcheck.Reading(**options)
        assert str(error.value) == found[1]


@pytest.mark.parametrize("options", PACKS, ids=str)
def test_packed_captures_are_the_same(command: Command, tmp_path: Path, key: Path, options: Options) -> None:
    photo, body = tmp_path / "photo.jpg", tmp_path / "body"
    photo.write_bytes(b"\xff\xd8\xff\xd9")
    members = {name: key.read_text() if name == "key" else value for name, value in options.items()}
    given = ["capture", "pack", "--photo", photo, "--depth", MAP, "--output", body, *arguments(options, {"key": key})]
    done = subprocess.run([command.path, *map(str, given)], capture_output=True, cwd=ROOT, text=True)
    try:
        answer = request("pack_capture", {**members, "depth": str(MAP)}, [photo.read_bytes()])
    except depthcheck.InputError as error:
        assert done.returncode == 64 and not body.exists()
        assert commanded(command, *given) == (None, str(error))
        return
    assert done.returncode == 0, done.stderr
    packed = b64decode(answer["request"] or answer["body"])
    assert unsigned(packed) == unsigned(body.read_bytes())


def unsigned(body: bytes) -> bytes:
    """A body or request without its signatures and what depends on their length."""
    body = re.sub(rb'("assertion": ?)"[^"]*"', rb'\1""', body)
    return re.sub(rb"(?im)^(x-device-signature|content-length): .*$", rb"\1:", body)


@pytest.mark.parametrize("options", SERVERS, ids=str)
def test_judgements_are_the_same(command: Command, options: Options) -> None:
    device = CAPTURES / "device.json"
    members = {name: json.loads(device.read_text()) if name == "device" else value for name, value in options.items()}
    for path in (BODY, CAPTURES / "cases" / "full-assertion-absent.json"):
        given = ["capture", "verify", path, "--format", "json", *arguments(options, {"device": device})]
        expected = reported(command, given)
        assert requested("verify_capture", "result", {**members, "path": str(path)}, []) == expected
        if "boundary" in options:
            given = ["capture", "inspect", path, "--format", "json", "--boundary", options["boundary"]]
            wanted = {"path": str(path), "boundary": options["boundary"]}
            assert requested("inspect_capture", "result", wanted, []) == reported(command, given)


@pytest.mark.parametrize("options", [{}, {"filters": ["AST-004"]}, {"filters": ["none"]}, {"reasons": True}], ids=str)
def test_checks_are_the_same(command: Command, options: Options) -> None:
    filters = [text for each in options.get("filters", []) for text in ("--filter", each)]
    given = [*filters, *(["--reasons"] if "reasons" in options else [])]
    expected, _ = reported(command, ["capture", "check", CAPTURES, "--format", "json", *given])
    members = {"set": str(CAPTURES), "subject": expected["subject"], **options}
    found, _ = requested("check_answers", "report", members, [])
    assert without_times(found) == without_times(expected)
    if "reasons" in options:
        return
    done = subprocess.run([command.path, "capture", "requests", CAPTURES, *filters], capture_output=True, text=True)
    lines, error = requested("list_requests", "requests", {**options, "set": str(CAPTURES)}, [])
    if lines is None:
        assert done.returncode == 1 and done.stderr == f"depthcheck: {error}\n"
    else:
        assert lines == [json.loads(line) for line in done.stdout.splitlines()]


def reported(command: Command, given: list[Any]) -> tuple[Any, str | None]:
    """The report of a command, in which options have their names in Python, or its error."""
    done = subprocess.run([command.path, *map(str, given)], capture_output=True, cwd=ROOT, text=True)
    if not done.stdout:
        return commanded(command, *given)
    return json.loads(options_in_python(done.stdout)), None


def without_times(report: Any) -> Any:
    if isinstance(report, dict):
        return {name: without_times(value) for name, value in report.items() if name not in ("seconds", "set")}
    return [without_times(each) for each in report] if isinstance(report, list) else report
