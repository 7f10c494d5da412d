"""Captures, compared with the command: every member of its JSON."""

from __future__ import annotations

import json
import os
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import pytest
from conftest import FIXTURES, Command
from test_presenters import options_in_python

CAPTURES = FIXTURES / "captures"
TIME = "2026-03-01T12:00:30Z"


def judged(command: Command, paths: list[Path], folder: Path, *options: object) -> list[dict[str, Any]]:
    """The command's results, one for each path."""
    names = folder / "names.txt"
    names.write_text("\n".join(map(str, paths)) + "\n")
    output = command.run("capture", "verify", "--files-from", names, "--quiet", "--format", "ndjson", *options,
                         codes=(0, 1, 2, 64))  # fmt: skip
    return [presented(json.loads(line)) for line in output.splitlines()]


def presented(result: dict[str, Any]) -> dict[str, Any]:
    """A result of the command in which assumptions name arguments of Python."""
    for assumption in result.get("assumptions", []):
        assumption["sentence"] = options_in_python(assumption["sentence"])
    return result


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
        stored = json.loads(device.read_text())
        short = {"level": stored["attestation_level"], "public_key": stored["public_key_hex"],
                 "counter": stored["assertion_counter"]}
        for record in (stored, short):
            again = depthcheck.captures.verify_file(path, device=record, at=moment)
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


def test_each_request_of_an_export_has_the_command_s_answer(command: Command, tmp_path: Path) -> None:
    body = json.loads((CAPTURES / "cases" / "hash-only-binary32.json").read_text())["body"]["text"]
    post = {"method": "POST", "url": "https://example.com/api/v1/captures/hash-only", "headers": []}
    entries = [
        {"request": {**post, "postData": {"text": body}}, "startedDateTime": TIME},
        {"request": {"method": "GET", "url": "https://example.com/", "headers": []}},
        {"request": post},
    ]
    options = ["--device", CAPTURES / "device.json", "--format", "json"]
    for count in (3, 1):
        har = tmp_path / "session.har"
        har.write_text(json.dumps({"log": {"entries": entries[:count]}}))
        output = command.run("capture", "verify", har, *options, codes=(0, 2))
        expected = [presented(result) for result in json.loads(output)]
        found = depthcheck.captures.verify_all(har, device=CAPTURES / "device.json")
        assert [result.to_dict() for result in found] == expected and len(expected) == (2 if count == 3 else 1)
        contents = json.loads(command.run("capture", "inspect", har, "--format", "json", codes=(0, 2)))
        assert depthcheck.captures.inspect_all(har) == contents
        if count == 1:
            single = depthcheck.captures.verify_file(har, device=CAPTURES / "device.json")
            assert single.to_dict() == expected[0] and depthcheck.captures.inspect_file(har) == contents[0]
        else:
            assert found[1].outcome == "unreadable" and "does not hold" in found[1].reasons[0]
            for single, function in [
                (depthcheck.captures.verify_file, "verify_all"), (depthcheck.captures.inspect_file, "inspect_all"),
                (lambda path: depthcheck.captures.verify(path.read_bytes()), "verify_all"),
                (lambda path: depthcheck.captures.inspect(path.read_bytes()), "inspect_all"),
            ]:  # fmt: skip
                with pytest.raises(depthcheck.InputError, match=f"2 requests .* use {function}"):
                    single(har)


def test_captures_are_judged_without_a_device_or_a_time(command: Command, tmp_path: Path) -> None:
    command.run("capture", "key", "-o", tmp_path / "key.pem")
    packed = depthcheck.captures.pack(b"a photo", FIXTURES / "room-01.bin.gz", key=tmp_path / "key.pem", at=TIME,
                                      device_id="3f2504e0-4f89-41d3-9a0c-0305e82c3301")  # fmt: skip
    assert packed.request is not None
    (tmp_path / "capture.body").write_bytes(packed.body)
    (tmp_path / "capture.http").write_bytes(packed.request)
    assumed = set()
    for path in (tmp_path / "capture.body", tmp_path / "capture.http"):
        for options, given in [([], {}), (["--at", TIME], {"at": TIME})]:
            output = command.run("capture", "verify", path, *options, "--format", "json", codes=(0, 2))
            expected = presented(json.loads(output))
            found = depthcheck.captures.verify(path.read_bytes(), name=str(path), **given)
            assert found.to_dict() == expected == depthcheck.captures.verify_file(path, **given).to_dict()
            assumed |= {each["code"] for each in found["assumptions"]}
    assert {"unknown_device", "assumed_clock"} <= assumed


def test_the_example_of_a_device_is_the_command_s(command: Command) -> None:
    device = depthcheck.captures.example_device()
    assert device == json.loads(command.run("capture", "verify", "--example-device"))
    body = (CAPTURES / "bodies" / "full-body-header-case.body").read_bytes()
    assert "device" not in str(depthcheck.captures.verify(body, device=device, at=TIME).to_dict().get("assumptions"))


def test_missing_and_invalid_state_is_an_error(tmp_path: Path) -> None:
    body = next(path for path in files("bodies", "") if path.is_file()).read_bytes()
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.captures.verify(b"nothing", name="upload")
    assert error.value.code == "no_capture" and error.value.path == "upload"
    (tmp_path / "device.json").write_text("[]")
    for options in [{"at": "yesterday"}, {"device": {"counter": "x"}}, {"at": datetime(2026, 3, 1)}, {"root": b"no"},
                    {"challenge": "?"}, {"challenge_state": "lost"}, {"device": tmp_path / "device.json"},
                    {"team": 5}]:  # fmt: skip
        with pytest.raises(depthcheck.InputError, match="expected"):
            depthcheck.captures.verify(body, **options)


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    """A report without the members that differ between two runs, or between the command and Python."""
    return {name: value for name, value in report.items() if name not in ("seconds", "subject")}


def checked(command: Command, *options: object) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(
        command.run("capture", "check", "--format", "json", "--quiet", *options, codes=(0, 1, 2))
    )
    return report


def test_checks_of_answers_are_the_command_s(command: Command, tmp_path: Path) -> None:
    # A part of the set, which is read quickly.
    known = json.loads((CAPTURES / "expected.json").read_text())
    (tmp_path / "set/cases").mkdir(parents=True)
    for path in [each for each in files("cases", ".json") if each.name.startswith("hash-only-")][::20] + [
        CAPTURES / "cases/hash-only-binary32.json"
    ]:
        (tmp_path / "set/cases" / path.name).write_bytes(path.read_bytes())
    names = [path.stem for path in (tmp_path / "set/cases").iterdir()]
    (tmp_path / "set/expected.json").write_text(json.dumps({name: known[name] for name in names}))
    pattern = ["hash-only-*a*"]
    lines = command.run("capture", "requests", tmp_path / "set", "--filter", *pattern).splitlines()
    requests = depthcheck.captures.requests(tmp_path / "set", filters=pattern)
    assert [json.loads(line) for line in lines] == requests and len(requests) >= 3
    # The command's own answers.
    expected = checked(command, tmp_path / "set")
    found = depthcheck.captures.check(tmp_path / "set")
    assert without_time(found.to_dict()) == without_time(expected) and found.passed
    assert found.to_frame()["case_count"].tolist() == [len(names)]
    # Others, of which one is wrong.
    answers = {each["name"]: dict(known[each["name"]]) for each in requests}
    # Servers may differ in some cases.
    free = ["hash-only-binary32"]
    wrong_name = next(name for name, answer in answers.items() if name not in free and answer["confidence"] == "high")
    answers[wrong_name]["confidence"] = "low"
    path = tmp_path / "answers.ndjson"
    path.write_text("".join(json.dumps({**answer, "name": name}) + "\n" for name, answer in answers.items()))
    options = ["--filter", *pattern, "--answers", path]
    for reasons in (False, True):
        expected = checked(command, tmp_path / "set", *options, *(["--reasons"] if reasons else []))
        for given in (path, answers, lambda request: answers[request["name"]]):
            found = depthcheck.captures.check(tmp_path / "set", given, filters=pattern, reasons=reasons)
            assert without_time(found.to_dict()) == without_time(expected)
            assert not found.passed and found.to_frame()["id"].tolist() == [wrong_name]
    assert depthcheck.captures.check(tmp_path / "set", path)["subject"] == str(path)
    wrong: Any = depthcheck.captures.check
    for call, message in [
        (lambda: depthcheck.captures.requests(tmp_path / "none"), "no such file or folder"),
        (lambda: depthcheck.captures.requests(tmp_path / "set", filters=["nothing"]), "found no case"),
        (lambda: wrong(tmp_path / "set", 5), "found int for answers"),
        (lambda: wrong(tmp_path / "set", filters="AST-*"), "for filters"),
    ]:
        with pytest.raises(depthcheck.DepthcheckError, match=message):
            call()


def test_audits_are_the_command_s(command: Command, tmp_path: Path) -> None:
    payloads = [CAPTURES / f"cases/hash-only-{name}.json" for name in ("binary32", "analysis-array-6", "coherence-1")]
    for payload in payloads:
        for depth in (FIXTURES / "room-01.bin.gz", FIXTURES / "screen-01.bin.gz"):
            output = command.run("capture", "audit", payload, "--depth", depth, "--format", "json", codes=(0, 1, 2))
            if not output:
                with pytest.raises(depthcheck.ReadingError) as error:
                    depthcheck.captures.audit_file(payload, depth)
                assert error.value.path == str(payload)
                continue
            expected = json.loads(output)
            found = depthcheck.captures.audit_file(payload, depth)
            assert found.to_dict() == expected and found.agrees == expected["agrees"]
            again = depthcheck.captures.audit(payload.read_bytes(), depth, name=str(payload))
            assert again == found
            assert found.to_frame()["field"].tolist() == [field["field"] for field in expected["fields"]]
    command.run("capture", "key", "-o", tmp_path / "key.pem")
    packed = depthcheck.captures.pack(b"a photo", FIXTURES / "room-01.bin.gz", key=tmp_path / "key.pem", hash_only=True)
    assert depthcheck.captures.audit(packed.body, FIXTURES / "room-01.bin.gz").agrees
    with pytest.raises(depthcheck.ReadingError, match="no such file") as error:
        depthcheck.captures.audit_file(payloads[0], tmp_path / "none.bin")
    assert error.value.code == "missing" and error.value.path == str(tmp_path / "none.bin")
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.captures.audit(b"nothing", FIXTURES / "room-01.bin.gz")
    assert error.value.code == "no_capture" and error.value.path == "payload"


def test_packed_captures_are_the_command_s(command: Command, tmp_path: Path) -> None:
    photo, depth = tmp_path / "photo.jpg", FIXTURES / "room-01.bin.gz"
    photo.write_bytes(b"a photo")
    common = ["--photo", photo, "--depth", depth, "--at", TIME]
    place = ["--location", "52.52,13.405", "--model", "iPhone 16"]
    command.run("capture", "pack", *common, *place, "-o", tmp_path / "body")
    command.run("capture", "pack", *common, *place, "-o", f"{tmp_path}/parts/")
    options: dict[str, Any] = {"at": TIME, "location": (52.52, 13.405), "model": "iPhone 16"}
    samples = depthcheck.read(depth).depth
    moment = datetime(2026, 3, 1, 12, 0, 30, tzinfo=timezone.utc)
    for given in (depth, samples):
        packed = depthcheck.captures.pack(photo.read_bytes(), given, **options)
        assert packed.body == (tmp_path / "body").read_bytes()
        assert packed.parts == {path.name: path.read_bytes() for path in (tmp_path / "parts").iterdir()}
        assert packed.content_type.startswith("multipart/form-data; boundary=")
        assert packed == depthcheck.captures.pack(b"a photo", given, **{**options, "at": moment})
    # Signatures differ each time; the server accepts them.
    command.run("capture", "key", "-o", tmp_path / "key.pem", "--device", tmp_path / "device.json")
    verify: dict[str, Any] = {"device": tmp_path / "device.json", "at": TIME}
    for key in (tmp_path / "key.pem", (tmp_path / "key.pem").read_text()):
        for hash_only in (False, True):
            packed = depthcheck.captures.pack(b"a photo", depth, key=key, hash_only=hash_only, at=TIME)
            result = depthcheck.captures.verify(packed.body, request_verified=True, **verify)
            assert result.outcome == "high" and bool(packed.parts) != hash_only
    device = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    packed = depthcheck.captures.pack(b"a photo", depth, key=tmp_path / "key.pem", at=TIME, device_id=device)
    assert packed.request is not None and packed.request.startswith(b"POST /api/v1/captures")
    assert packed.request.endswith(packed.body)
    assert depthcheck.captures.verify(packed.request, **verify).outcome == "high"
    for wrong, message in [
        ({"photo": b""}, "an empty photo"), ({"location": (1, 2, 3)}, "for location"),
        ({"location": 5}, "for location"), ({"key": "-----BEGIN PRIVATE KEY-----"}, "no P-256 private key"),
        ({"location": (100, 0)}, "the latitude of location is 100.0"), ({"counter": 1.5}, "1.5 for counter"),
        ({"depth": samples[:, :0]}, "expected rows and columns"), ({"at": datetime(2026, 3, 1)}, "time zone"),
    ]:  # fmt: skip
        given_options: dict[str, Any] = {"photo": b"a photo", "depth": depth, "at": TIME, **wrong}
        with pytest.raises(depthcheck.InputError, match=message):
            depthcheck.captures.pack(**given_options)
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.captures.pack(b"a photo", tmp_path / "none.bin")
    assert error.value.code == "missing"


def test_files_whose_names_are_not_utf_8_are_found(command: Command, tmp_path: Path) -> None:
    source = CAPTURES / "cases/hash-only-binary32.json"
    unusual = (each.encode() for each in ("\U0010ffff.json", "\ufdde\ufde9.json", "\ufdde.json"))
    for name in (b"caf\xe9.json", b"back\\x41slash\xff.json", *unusual, b"a\\x80b.json"):
        path = os.path.join(os.fsencode(tmp_path), name)
        Path(os.fsdecode(path)).write_bytes(source.read_bytes())
        output = command.run("capture", "verify", os.fsdecode(path), "--format", "json", "--quiet")
        found = depthcheck.captures.verify_file(os.fsdecode(path))
        assert found.to_dict() == json.loads(output) and found.outcome == "high"
        assert depthcheck.captures.inspect_file(os.fsdecode(path))["form"] == "case"


def test_a_null_character_in_a_path_is_an_error_with_a_code(tmp_path: Path) -> None:
    path: Any = f"{tmp_path}/a\0b"
    calls: list[Any] = [
        lambda: depthcheck.read(path),
        lambda: depthcheck.analyze_file(path),
        lambda: depthcheck.measure(path),
        lambda: depthcheck.measure(path, shards=True),
        lambda: depthcheck.measure(tmp_path, root=path),
        lambda: depthcheck.read_confidence(path),
        lambda: depthcheck.parity_report(path),
        lambda: depthcheck.tuning_report(path, path),
        lambda: depthcheck.captures.verify_file(path),
        lambda: depthcheck.captures.inspect_file(path),
        lambda: depthcheck.captures.audit_file(path, path),
        lambda: depthcheck.captures.requests(path),
        lambda: depthcheck.captures.pack(b"a", path),
        lambda: depthcheck.Parameters.from_json(path),
    ]
    for call in calls:
        with pytest.raises(depthcheck.InputError, match="null character in the path") as error:
            call()
        assert error.value.code == "invalid_argument"
