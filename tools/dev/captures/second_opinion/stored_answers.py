"""Writes the stored answers to the cases in fixtures/captures."""

from __future__ import annotations

import json
from typing import Any

from . import cases, protocol


def write() -> int:
    """Answers each case and body anew, new cases last; the number of answers."""
    count = 0
    for folder, answers in cases.FOLDERS.items():
        stored: dict[str, Any] = json.loads((cases.CAPTURES / answers).read_text())
        present = {path.stem for path in (cases.CAPTURES / folder).glob("*.json")}
        names = [name for name in stored if name in present] + sorted(present - stored.keys())
        _write(answers, {name: _answer(folder, name, stored.get(name)) for name in names})
        count += len(names)
    expected = json.loads((cases.CAPTURES / "expected.json").read_text())
    bodies = json.loads((cases.CAPTURES / "bodies.json").read_text())
    _write("bodies.json", {name: expected[name] for name in bodies})
    return count


def _answer(folder: str, name: str, stored: dict[str, Any] | None) -> dict[str, Any]:
    """The answer without what only a reader of other captures needs, and without a reason where none is stored."""
    request = cases.request_of(cases.case(folder, name))
    answer = protocol.answer(request)
    if stored is not None and stored.keys() == {"answer"} and "reason" not in stored["answer"]:
        return {"answer": {member: value for member, value in answer["answer"].items() if member != "reason"}}
    if request["kind"] == "hash-only":
        answer.pop("location_coarse", None)
    elif request["kind"] == "chain":
        _shorten(answer["permissive"])
        _shorten(answer["strict"])
    return answer


def _shorten(capture: dict[str, Any]) -> None:
    """Leaves out of a capture in a chain the bindings, an absent location, and the assertion of a hash-only capture
    that is refused."""
    capture.pop("bindings", None)
    evidence = capture.get("metadata_evidence")
    if "signed_json" in capture and evidence is None:
        del capture["assertion"]
    elif evidence is not None and ("signed_json" in capture or evidence["location_coarse"] is None):
        del evidence["location_coarse"]


def _write(name: str, answers: dict[str, Any]) -> None:
    text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
    path = cases.CAPTURES / name
    new = path.with_name(f".{name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
