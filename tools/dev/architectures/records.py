"""Records of program.c: the names of their numbers, and the numbers of goldens.

docs/schemas/analyze.json has the members of a result in the order of a record, and the words of each.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROFILES = ["server", "client"]
ENGINES = ["kernel", "plain"]
# The lines for a map.
LINES = [f"{profile}, {engine}" for profile in PROFILES for engine in ENGINES] + ["candidates"]
# Members of the JSON that a record does not have.
OMITTED = {"input", "algorithm_version", "comparison"}
LAST = "stages"


def schema(name: str) -> dict[str, Any]:
    return json.loads((ROOT / f"docs/schemas/{name}.json").read_text(encoding="utf-8"))


def result_members() -> dict[str, Any]:
    members = schema("analyze")["$defs"]["analyze"]["properties"]
    names = list(members)
    return {name: members[name] for name in names[: names.index(LAST) + 1] if name not in OMITTED}


def candidate_names() -> list[str]:
    """The members that only rows with candidates have."""
    plain, extended = (row["properties"] for row in schema("measurement")["anyOf"])
    return ["absence", *(name for name in extended if name not in plain and name != "candidates_version")]


MEMBERS = result_members()
CANDIDATES = candidate_names()


def bits_of(number: float) -> str:
    return struct.pack(">d", number).hex()


def number_of(bits: str) -> float:
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def named(numbers: Iterator[str], node: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """The numbers of a member with their names."""
    if node.get("type") == "object":
        for inner, kind in node["properties"].items():
            if inner not in OMITTED:
                yield from named(numbers, kind, f"{name}.{inner}")
    elif node.get("type") == "array":
        count = next(numbers)
        yield f"{name}.count", count
        for place in range(int(number_of(count))):
            yield from named(numbers, node["items"], f"{name}[{place}]")
    else:
        yield name, next(numbers)


def named_line(line: str, place: int) -> list[tuple[str, str]]:
    """The names and bits of a line; `place` is its index among the lines of a map."""
    words = line.split()
    if line == "-":
        return [("record", "-")]
    if LINES[place] == "candidates":
        return list(zip(CANDIDATES, words, strict=True))
    numbers = iter(words)
    found = [pair for name, node in MEMBERS.items() for pair in named(numbers, node, name)]
    if len(found) != len(words):
        raise ValueError(f"found a record of {len(words)} numbers; docs/schemas/analyze.json names {len(found)}")
    return found


def encoded(value: Any, node: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """The numbers of a member of a golden, with the names that `named` gives."""
    if isinstance(value, dict):
        for inner, kind in node["properties"].items():
            if inner not in OMITTED and inner in value:
                yield from encoded(value[inner], kind, f"{name}.{inner}")
    elif isinstance(value, list):
        yield f"{name}.count", bits_of(len(value))
        for place, element in enumerate(value):
            yield from encoded(element, node["items"], f"{name}[{place}]")
    elif isinstance(value, str):
        yield name, bits_of(node["enum"].index(value))
    else:
        yield name, bits_of(float("nan") if value is None else value)


def golden_numbers(expected: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in expected.items():
        if name in MEMBERS:
            yield from encoded(value, MEMBERS[name], name)
