"""The table of known mistakes, `fixtures/captures/mistakes.json`: what each changes in which cases."""

from __future__ import annotations

import json
from typing import Any, Optional

from . import cases, catalogue, differences, protocol
from .mistakes import making

PATH = cases.CAPTURES / "mistakes.json"
SCHEMA = "depthcheck.capture-mistakes/1"
LARGEST = 200 * 1024


def _answers(requests: list[dict[str, Any]], mistake: Optional[str]) -> dict[str, dict[str, Any]]:
    with making(mistake):
        return {request["name"]: protocol.answer(request) for request in requests}


def changes() -> dict[str, dict[str, dict[str, Any]]]:
    """For each mistake the required members that it changes, by case and path; null is a null or absent value."""
    requests = [cases.request_of(case) for case, _ in cases.stored()]
    right = _answers(requests, None)
    table: dict[str, dict[str, dict[str, Any]]] = {}
    for mistake in catalogue.MISTAKES:
        table[mistake.name] = {}
        for name, found in _answers(requests, mistake.name).items():
            differing = {
                path: None if given == differences.ABSENT else given
                for path, (_, given) in differences.between(right[name], found).items()
                if differences.is_required(path)
            }
            if differing:
                table[mistake.name][name] = differing
    return table


def faults(table: dict[str, dict[str, dict[str, Any]]]) -> list[str]:
    """Mistakes that no case shows, mistakes with which a server passes all cases although it may not, and mistakes that
    no case distinguishes."""
    found = [f"{name}: no case shows it" for name, changed in table.items() if not changed]
    may_differ = {case["id"] for case, _ in cases.stored() if case["class"] == "may_differ"}
    for mistake in catalogue.MISTAKES:
        if (passes := table[mistake.name].keys() <= may_differ) != mistake.may_be_made:
            found.append(f"{mistake.name}: " + ("only cases that may differ show it" if passes
                                                else "a case that may not differ shows it, against the catalogue"))
    names: dict[str, str] = {}
    for name, changed in table.items():
        first = names.setdefault(json.dumps(changed, sort_keys=True), name)
        if first != name and changed:
            found.append(f"{name}: no case distinguishes it from {first}")
    return found


def text(table: dict[str, dict[str, dict[str, Any]]]) -> str:
    """The file: one line for each change of a mistake, with the cases that it changes alike."""
    entries = []
    for each in catalogue.MISTAKES:
        head = _compact({"name": each.name, "text": each.text, "rules": each.rules})
        entries.append(f'{head[:-1]},"answers":[\n' + ",\n".join(_groups(table[each.name])) + "\n]}")
    return f'{{"schema":"{SCHEMA}","mistakes":[\n' + ",\n".join(entries) + "\n]}\n"


def _groups(changed: dict[str, dict[str, Any]]) -> list[str]:
    """Each different change once, with its cases: most mistakes change many cases alike."""
    cases_of: dict[str, list[str]] = {}
    for name, members in changed.items():
        cases_of.setdefault(_compact(members), []).append(name)
    return [f'{{"members":{members},"cases":{_compact(names)}}}' for members, names in cases_of.items()]


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
