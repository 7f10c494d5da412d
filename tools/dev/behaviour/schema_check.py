"""Checks a schema with documents: it accepts them, and neither one without a required member nor one with another."""

from __future__ import annotations

import collections
import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

#: Optional members that need not be both present and absent in these documents.
NOT_SHOWN = [
    # Input: any subset of a table, or requests to the server.
    r"(golden|golden-answer|golden-manifest|parameters|device|map-description|expected-answers): .*",
    r"(capture-answer|capture-case|capture-request|capture-metadata|hash-only-payload|registration-body): .*",
    r"capture-inspect: .payload.metadata.*",
    # A row of a sweep has the columns of either a way or an effect, and only histogramBins is swept here.
    r"tune(-sweep)?: (.ways_of_measuring|.marginal_effects|.rows)(\[\])?\.[a-z_A-Z]+",
    # No request among the fixtures carries a location.
    r"capture-verify: .(permissive|strict).metadata_evidence.location_coarse",
    # No case has a charset that is not modelled: there is no server's answer to compare with.
    r"capture-verify: (.permissive|.strict|).answer",
]

#: Objects in which unknown members are ignored: an answer of another program.
#: The members that a mistake changes are named by their paths.
OPEN = re.compile(r"golden-answer: |capture-answer: .*|capture-mistakes: \.mistakes\[\]\.answers\[\]\.members")

#: Required members whose removal leaves a request of another kind, or an answer in the other mode.
REPLACEABLE = {"capture-request: .headers", "capture-answer: .permissive"}

Steps = tuple[Any, ...]


@dataclass(frozen=True)
class Document:
    schema: str
    origin: str
    value: Any
    size: int


class Schema:
    """A schema, and statistics of the documents that it has validated."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        document = json.loads(path.read_text())
        jsonschema_rs.meta.validate(document)
        self.whole = jsonschema_rs.Draft202012Validator(document)
        self.root = without_references(document, document.pop("$defs", {}))
        self.validators: dict[int, jsonschema_rs.Draft202012Validator] = {}
        #: By the place of an object in the schema: the number of objects seen, and of those with each member.
        self.seen: dict[str, int] = collections.Counter()
        self.members: dict[tuple[str, str], int] = collections.Counter()
        self.objects: dict[str, dict[str, Any]] = {}
        #: The smallest document for each member of each object, and the path of the object in it.
        self.smallest: dict[tuple[str, str], tuple[Document, Steps]] = {}

    def is_valid(self, value: Any, schema: dict[str, Any] | None = None) -> bool:
        return (self.whole if schema is None else self.validator(schema)).is_valid(value)

    def validator(self, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        if id(schema) not in self.validators:
            self.validators[id(schema)] = jsonschema_rs.Draft202012Validator(schema)
        return self.validators[id(schema)]

    def fault(self, value: Any) -> str:
        """Returns where and why a value is invalid; for a choice, in the branch of its type with the fewest errors."""
        error = next(self.whole.iter_errors(value))
        while error.kind.name == "anyOf":
            branches = [errors for errors in error.kind.context if not is_other_type(errors[0], error.instance_path)]
            if not branches:
                break
            error = min(branches, key=len)[0]
        path = "".join(f".{step}" for step in error.instance_path)
        return f"{path or 'the root'}: {error.message[-200:]}"

    def look_at(self, document: Document) -> None:
        for place, schema, value, path in self.walk(self.root, document.value, "", ()):
            self.seen[place] += 1
            self.objects[place] = schema
            for member in [*value, ""]:
                self.members[place, member] += 1
                kept = self.smallest.get((place, member))
                if kept is None or document.size < kept[0].size:
                    self.smallest[place, member] = (document, path)

    def walk(
        self, schema: dict[str, Any], value: Any, place: str, path: Steps
    ) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], Steps]]:
        """Each object in a valid value, with its place in the schema and its path in the value."""
        if "anyOf" in schema:
            for index, branch in enumerate(schema["anyOf"]):
                if self.is_valid(value, branch):
                    yield from self.walk(branch, value, f"{place}<{index}>", path)
                    return
        elif isinstance(value, list):
            for index, element in enumerate(value):
                yield from self.walk(schema.get("items", {}), element, place + "[]", (*path, index))
        elif isinstance(value, dict) and schema.get("type") == "object":
            yield place, schema, value, path
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            for name, inner in value.items():
                if name in properties:
                    yield from self.walk(properties[name], inner, f"{place}.{name}", (*path, name))
                elif isinstance(others, dict):
                    yield from self.walk(others, inner, f"{place}.*", (*path, name))

    def accepts(self, document: Document, path: Steps, change: Callable[[dict[str, Any]], Any]) -> bool:
        value = with_copies(document.value, path)
        inner = value
        for step in path:
            inner = inner[0 if isinstance(step, int) else step]
        change(inner)
        return self.is_valid(value)

    def check_mutants(self, findings: list[str]) -> int:
        """Removes each required member and adds an unknown one to each object, in the smallest document that has
        it."""
        count = 0
        for (place, member), (document, path) in self.smallest.items():
            schema = self.objects[place]
            if member == "" and not OPEN.fullmatch(f"{self.name}: {plain(place)}"):
                count += 1
                if self.accepts(document, path, lambda inner: inner.update({"not a member": ["of it"]})):
                    findings.append(f"{self.name}: {plain(place) or 'the root'}: an unknown member is accepted")
            if member in schema.get("required", []):
                count += 1
                is_replaceable = f"{self.name}: {plain(place)}.{member}" in REPLACEABLE
                if not is_replaceable and self.accepts(
                    document, path, lambda inner, member=member: inner.pop(member)
                ):
                    findings.append(f"{self.name}: {plain(place)}.{member} is required, but its removal is accepted")
        return count

    def check_optional(self, findings: list[str]) -> None:
        """Finds members that are optional in each choice for an object, but present in all of these objects or in
        none."""
        optional: dict[str, list[str]] = collections.defaultdict(list)
        for place, schema in self.objects.items():
            for member in set(schema.get("properties", {})) - set(schema.get("required", [])):
                optional[f"{plain(place)}.{member}"].append(place)
        for name, places in sorted(optional.items()):
            member = name.rpartition(".")[2]
            count = sum(self.members[place, member] for place in places)
            total = sum(self.seen[place] for place in places)
            if count in (0, total) and not any(re.fullmatch(pattern, f"{self.name}: {name}") for pattern in NOT_SHOWN):
                findings.append(f"{self.name}: {name} is optional, but present in {count} of {total} objects")


def is_other_type(error: jsonschema_rs.ValidationError, path: list[Any]) -> bool:
    """Whether the value at a path has another type than a branch."""
    return error.kind.name == "type" and error.instance_path == path


def without_references(schema: Any, definitions: dict[str, Any]) -> Any:
    """The schema with the definitions in place of the references to them."""
    if isinstance(schema, list):
        return [without_references(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return without_references(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    return {name: without_references(each, definitions) for name, each in schema.items()}


def with_copies(value: Any, path: Steps) -> Any:
    """Copies the objects on the path; of lists on the path only the element on it is kept."""
    if not path:
        return copy.copy(value)
    if isinstance(value, list):
        return [with_copies(value[path[0]], path[1:])]
    return {**value, path[0]: with_copies(value[path[0]], path[1:])}


def plain(place: str) -> str:
    """Removes the numbers of choices from a place, so that it is the same in one value and in an array of them."""
    return re.sub("<[0-9]+>", "", place).removeprefix("[]")
