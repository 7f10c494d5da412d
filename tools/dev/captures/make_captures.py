"""Writes fixtures/captures. Called by tools/dev/captures/make."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
import capture_bodies  # noqa: E402
import capture_cases  # noqa: E402
import capture_edges_assertion  # noqa: E402
import capture_edges_hash_only  # noqa: E402
import capture_edges_json  # noqa: E402
import capture_edges_parts  # noqa: E402
import capture_guards_assertion  # noqa: E402
import capture_guards_full  # noqa: E402
import capture_guards_hash_only  # noqa: E402
import capture_guards_registration  # noqa: E402
import capture_guards_requests  # noqa: E402
import capture_attestation_material as attestations  # noqa: E402
import capture_cases_registration  # noqa: E402
import capture_cases_registration_bodies  # noqa: E402
import capture_cases_requests  # noqa: E402
from capture_material import CASES, FILES  # noqa: E402
from capture_rule_table import class_of, rules_of  # noqa: E402
from second_opinion import cases as protocol_cases, protocol  # noqa: E402


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Writes the files and removes all others."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in files:
            old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def classified(name: str, case: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The case, with the rules that it guards and its class after its notes."""
    rules = rules_of(name, case, expected)
    members = [(member, value) for member, value in case.items() if member != "rules"]
    behind = [member for member, _ in members].index("notes") + 1
    return dict([*members[:behind], ("rules", rules), ("class", class_of(rules, case, expected)), *members[behind:]])


def answers_to(cases: dict[str, Any], files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """The expected answers, by tools/dev/captures/second_opinion."""
    answers: dict[str, dict[str, Any]] = {}
    for name, case in cases.items():
        request = protocol_cases.request_of(case, files)
        answer = answers[name] = protocol.answer(request)
        if name in capture_bodies.ILL_FORMED:
            del answer["answer"]["reason"]
            answers[name] = {"answer": answer["answer"]}
        elif request["kind"] == "hash-only":
            answer.pop("location_coarse", None)
        elif request["kind"] == "chain":
            shorten(answer["permissive"])
            shorten(answer["strict"])
    return answers


def shorten(capture: dict[str, Any]) -> None:
    """Leaves out of a capture in a chain the bindings, an absent location, and the assertion of a hash-only capture
    that is refused."""
    capture.pop("bindings", None)
    evidence = capture.get("metadata_evidence")
    if "signed_json" in capture and evidence is None:
        del capture["assertion"]
    elif evidence is not None and ("signed_json" in capture or evidence["location_coarse"] is None):
        del evidence["location_coarse"]


def text_of(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def main(arguments: list[str]) -> int:
    if len(arguments) > 1:
        print("usage: tools/dev/captures/make [FOLDER]", file=sys.stderr)
        return 64
    folder = Path(arguments[0] if arguments else Path(__file__).resolve().parents[3] / "fixtures/captures")
    for cases in (
        capture_cases, capture_edges_json, capture_edges_assertion, capture_edges_parts, capture_edges_hash_only,
        capture_guards_full, capture_guards_assertion, capture_guards_hash_only,
    ):
        cases.add_all()
    capture_bodies.add_all()
    captures = CASES | capture_bodies.BODY_CASES
    answers = answers_to(captures, FILES)
    write(folder / "cases", {
        f"{name}.json": text_of(classified(name, case, answers[name])) for name, case in captures.items()})
    capture_cases_registration.add_all()
    capture_cases_registration_bodies.add_all()
    capture_guards_registration.add_all()
    capture_cases_requests.add_all()
    capture_guards_requests.add_all()
    files = FILES | attestations.FILES
    for name, cases in (("registrations", attestations.REGISTRATIONS), ("requests", attestations.REQUESTS)):
        expected = answers_to(cases, files)
        write(folder / name, {
            f"{case}.json": text_of(classified(case, content, expected[case])) for case, content in cases.items()})
        (folder / f"{name}.json").write_bytes(text_of(expected))
    write(folder / "shared", {name.removeprefix("shared/"): data for name, data in files.items()})
    (folder / "expected.json").write_bytes(text_of(answers))
    write(folder / "bodies", capture_bodies.BODIES)
    (folder / "bodies.json").write_bytes(text_of({name: answers[name] for name in capture_bodies.BODY_CASES}))
    (folder / "device.json").write_bytes(text_of(capture_bodies.DEVICE))
    print(
        f"{folder}: {len(answers)} cases, {len(files)} files that they share, {len(capture_bodies.BODIES)} bodies, "
        f"{len(attestations.REGISTRATIONS)} registrations, {len(attestations.REQUESTS)} requests")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
