"""The stored cases as requests of the protocol, and their expected answers."""

from __future__ import annotations

import base64
import functools
import json
import re
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parents[4]
CAPTURES = ROOT / "fixtures" / "captures"
FOLDERS = {"cases": "expected.json", "registrations": "registrations.json", "requests": "requests.json"}
_NOT_SENT = ("id", "notes", "rules", "class")


def stored() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each case, complete in itself, with its expected answer and its rules and class."""
    for folder, answers in FOLDERS.items():
        for name, expected in json.loads((CAPTURES / answers).read_text()).items():
            yield case(folder, name), expected


def bodies() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The multipart bodies as cases with the circumstances of `full-verifies`, and their expected answers."""
    like = case("cases", "full-verifies")
    for name, expected in json.loads((CAPTURES / "bodies.json").read_text()).items():
        body = (CAPTURES / "bodies" / f"{name}.body").read_bytes()
        boundary = re.search(rb"^--([^ \t\r\n]+)", body, re.MULTILINE)
        assert boundary is not None
        shared = {member: value for member, value in like.items() if member != "parts"}
        yield {
            **shared, "id": name, "content_type": f"multipart/form-data; boundary={boundary[1].decode()}",
            "body": {"base64": base64.b64encode(body).decode()},
        }, expected  # fmt: skip


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """The case as it is sent: without the members that describe it, and with each file's bytes in place of its name."""
    sent = {name: value for name, value in case.items() if name not in _NOT_SENT}
    return {"name": case["id"], "kind": kind_of(case), **_with_bytes(sent)}


def case(folder: str, name: str) -> dict[str, Any]:
    """The case of this name."""
    stored_case: dict[str, Any] = json.loads((CAPTURES / folder / f"{name}.json").read_text())
    return stored_case


@functools.cache
def _file(name: str) -> bytes:
    """A file in fixtures/captures."""
    return (CAPTURES / name).read_bytes()


def kind_of(case: dict[str, Any]) -> str:
    """The kind of a case: full, hash-only, registration, request or chain."""
    endpoint = case["endpoint"]
    if endpoint == "devices/register":
        return "registration"
    if endpoint == "request-authentication":
        return "request"
    if "headers" in case:
        return "chain"
    return "hash-only" if endpoint == "captures/hash-only" else "full"


def _with_bytes(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("ref"), str):
        renamed = {"base64" if name == "ref" else name: member for name, member in value.items()}
        return {**renamed, "base64": base64.b64encode(_file(value["ref"])).decode()}
    return {name: _with_bytes(member) for name, member in value.items()}
