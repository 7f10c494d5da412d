"""Validates JSON against docs/schemas, in both directions. Called by tools/dev/behaviour/schemas.

Documents are the output of the commands in commands.txt, and the files of this repository that commands read. Three
things are findings:

- a document that its schema rejects, or JSON without a known schema;
- a schema that accepts a document with a required member removed, or with an unknown member added, at any place;
- an optional member that is present in every document, or in none, so that no document shows that it is optional.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

ROOT = Path(__file__).resolve().parents[3]

from commands import Command, Section, listed_sections  # noqa: E402
from stage import copy_stage, make_stage  # noqa: E402

#: Commands to run: those that write JSON to standard output or to a file.
WRITES_JSON = re.compile(
    r"--format (nd)?json|(-o|--(json|summary-json|curves|operating-points|sweep-table)) \S*json"
    r"|(golden|capture) requests|golden (record|accept)|depthcheck convert .*-o|capture (key|pack)|parity --search"
)
#: Commands not to run: discarded output, or a map on standard output.
NOT_RUN = re.compile(r"/dev/full|-o - |>&-")
#: Commands that write no JSON but are run in a sequence, because later commands need their files.
WRITES_FILES = re.compile(r"golden (record|accept|reject)")

#: The schema of standard output, by the first matching pattern of the command. `-o FILE` has the same schema.
OF_OUTPUT = {
    r"analyze ": "analyze",
    r"info ": "info",
    r"convert .*--format ndjson": "convert",
    r"parity checklist": "parity-checklist",
    r"parity --search": "parity-search",
    r"parity ": "parity",
    r"golden requests": "golden-request",
    r"golden check": "golden-check",
    r"measure ": "measurement",
    r"evaluate ": "evaluate",
    r"plan ": "plan",
    r"tune ": "tune",
    r"capture verify": "capture-verify",
    r"capture inspect": "capture-inspect",
    r"capture audit": "capture-audit",
    r"capture session": "capture-session",
    r"capture check": "capture-check",
    r"capture requests": "capture-request",
}
#: The schema of a file, by its path and the command that wrote it.
OF_FILES = [
    (r"summary\.json|out\.json", r"analyze .*--summary-json", "analyze-summary"),
    (r"summary\.json", r"capture verify", "capture-summary"),
    (r"out\.json", r"golden check .*--json", "golden-check"),
    (r"out\.json", r"capture check .*--json", "capture-check"),
    (r"new/manifest\.json", r"golden record", "golden-manifest"),
    (r".*/.*\.json", r"golden (record|accept)", "golden"),
    (r".*\.json", r"parity --search .*--output-folder", "parity-flip"),
    (r".*\.json", r"convert", "map-description"),
    (r"curves\.json", r"tune", "tune-curves"),
    (r"points\.json", r"tune", "tune-points"),
    (r"sweep\.json", r"tune", "tune-sweep"),
    (r"sweep/.*\.json", r"tune", "parameters"),
    (r"(out|tuned)\.json", r"tune", "parameters"),
    (r".*\.json", r"capture key", "device"),
    (r"unpacked/metadata\.json", r"capture pack", "capture-metadata"),
    (r"s/session\.json", r"(capture session|parity checklist) s", "session"),
    (r"s/02-register\.json", r"(capture session|parity checklist) s", "registration-body"),
    (r"out\.json", r"capture pack --hash-only", "hash-only-payload"),
    (r"out\.json", r"capture pack --challenge", "registration-body"),
]
#: Files that commands read.
INPUTS = {
    "golden": ["golden/*/*.json"],
    "golden-manifest": ["golden/manifest.json"],
    "golden-fingerprints": ["golden/fingerprints.json"],
    "capture-case": ["fixtures/captures/*/*.json"],
    "capture-mistakes": ["fixtures/captures/mistakes.json"],
    "expected-answers": ["fixtures/captures/expected.json", "fixtures/captures/re*s.json"],
    "device": ["fixtures/captures/device.json"],
}
#: Files written by tools/dev/behaviour/stage.py or by its commands.
OF_STAGE = {
    "golden-answer": ["answers.ndjson", "answer.json"],
    "parameters": ["parameters.json", "other.json", "tuned.json"],
    "device": ["device.json"],
    "hash-only-payload": ["payload.json"],
    "registration-body": ["registration.json"],
}

#: Optional members that need not be both present and absent in these documents.
NOT_SHOWN = [
    # Input: any subset of a table, or requests to the server.
    r"(golden|golden-answer|golden-manifest|parameters|device|map-description|expected-answers): .*",
    r"(capture-answer|capture-case|capture-request|capture-metadata|hash-only-payload|registration-body|session): .*",
    # The results of requests are those of capture verify.
    r"capture-session: .files\[\].result.*",
    r"capture-inspect: .payload.metadata.*",
    # A row of a sweep has the columns of either a way or an effect, and only histogramBins is swept here.
    r"tune(-sweep)?: (.ways_of_measuring|.marginal_effects|)(\[\])?\.[a-z_A-Z]+",
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


def parsed(text: str, origin: str) -> list[tuple[Any, int]]:
    """The documents of a text: one JSON value, or one per line; none if the text is not JSON."""

    def refused(word: str) -> None:
        raise ValueError(f"{origin}: {word} is not JSON")

    if not text.lstrip().startswith(("{", "[")):
        return []
    try:
        return [(json.loads(text, parse_constant=refused), len(text))]
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        if len(lines) == 1:
            raise ValueError(f"{origin}: {error}") from error
        return [found for line in lines for found in parsed(line, origin)]


def schema_of_output(line: str) -> str | None:
    return next((name for pattern, name in OF_OUTPUT.items() if re.search(f"depthcheck {pattern}", line)), None)


def schema_of_file(path: str, line: str) -> str | None:
    for file, command, name in OF_FILES:
        if re.fullmatch(file, path) and re.search(f"depthcheck {command}", line):
            return name
    named = re.search(r"(?:-o|--output) (\S+)", line)
    return schema_of_output(line) if named and named[1] == path else None


def files_of(folder: Path) -> dict[Path, tuple[int, int]]:
    return {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
        if path.suffix in {".json", ".ndjson", ".out", ".file"} and path.is_file()
    }


def run_section(
    section: Section, stage: Path, place: Path, environment: dict[str, str]
) -> tuple[list[Document], list[str]]:
    """Runs the commands of a section in sequence in one folder, and yields what they write."""
    folder = Path(tempfile.mkdtemp(dir=place)) / "work"
    copy_stage(stage, folder, [command.line for command in section.commands])
    documents: list[Document] = []
    unknown: list[str] = []
    files = files_of(folder)
    for command in section.commands:
        ended = subprocess.run(
            ["bash", "-c", command.line], cwd=folder, env=environment, capture_output=True, check=False, timeout=120
        )
        texts = [("standard output", schema_of_output(command.line), ended.stdout.decode())]
        now = files_of(folder)
        for path in sorted(path for path, state in now.items() if files.get(path) != state):
            name = str(path.relative_to(folder))
            texts.append((name, schema_of_file(name, command.line), path.read_text()))
        files = now
        for name, schema, text in texts:
            origin = f"{name} of {command.line}"
            try:
                values = parsed(text, origin)
            except ValueError as error:
                unknown.append(str(error))
                continue
            if values and schema is None:
                unknown.append(f"found no schema for {origin}")
            documents += [Document(schema, origin, value, size) for value, size in values if schema]
    shutil.rmtree(folder.parent)
    return documents, unknown


def sections_to_run(only: str | None) -> list[Section]:
    """The sections of commands.txt with the commands that write JSON."""
    sections = listed_sections((ROOT / "tools/dev/behaviour/commands.txt").read_text())
    for section in sections:
        section.commands = [command for command in section.commands if is_run(command, section, only or "")]
    return [section for section in sections if section.commands]


def is_run(command: Command, section: Section, only: str) -> bool:
    line = command.line
    if section.in_sequence and WRITES_FILES.search(line):
        return True
    return not command.on_terminal and bool(WRITES_JSON.search(line)) and not NOT_RUN.search(line) and only in line


def read_files(folder: Path, table: dict[str, list[str]]) -> list[Document]:
    documents = []
    for schema, patterns in table.items():
        for path in sorted(path for pattern in patterns for path in folder.glob(pattern)):
            values = parsed(path.read_text(), str(path))
            documents += [Document(schema, str(path.relative_to(folder)), value, size) for value, size in values]
    return documents


def capture_answers() -> list[Document]:
    """The expected answers to captures, registrations and requests: another server could give each of them."""
    return [
        Document("capture-answer", f"{name} of {document.origin}", answer, len(json.dumps(answer)))
        for document in read_files(ROOT, {"expected-answers": INPUTS["expected-answers"]})
        for name, answer in document.value.items()
    ]


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


def validate(schemas: dict[str, Schema], documents: list[Document], findings: list[str]) -> None:
    for document in documents:
        schema = schemas[document.schema]
        if schema.is_valid(document.value):
            schema.look_at(document)
        else:
            findings.append(f"{document.schema}: {document.origin}: {schema.fault(document.value)}")


def check(documents: list[Document], is_whole: bool, findings: list[str]) -> str:
    """Validates all documents and returns a summary."""
    schemas = {path.stem: Schema(path) for path in sorted((ROOT / "docs/schemas").glob("*.json"))}
    validate(schemas, documents, findings)
    mutants = sum(schema.check_mutants(findings) for schema in schemas.values())
    if is_whole:
        used = {document.schema for document in documents}
        findings += [f"{name}: no document was validated by it" for name in schemas.keys() - used]
        for schema in schemas.values():
            schema.check_optional(findings)
    return f"{len(documents)} documents, {len(schemas)} schemas, {mutants} with a member removed or added"


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/behaviour/schemas", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--only", metavar="TEXT", help="only commands that contain this text")
    only = parser.parse_args().only
    begun = time.monotonic()
    findings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="schemas-") as made:
        place = Path(made).resolve()
        (place / "bin").mkdir()
        (place / "bin/depthcheck").symlink_to(Path(os.environ["DEPTHCHECK"]).resolve())
        environment = {
            "PATH": f"{place / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}", "HOME": made, "LC_ALL": "C",
            "TZ": "UTC", "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        stage = place / "stage"
        make_stage(stage, place / "bin/depthcheck", environment)
        documents = read_files(ROOT, INPUTS) + capture_answers() + read_files(stage, OF_STAGE)
        sections = sections_to_run(only)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for found, unknown in pool.map(lambda each: run_section(each, stage, place, environment), sections):
                documents += found
                findings += unknown
    ran = time.monotonic() - begun
    summary = check(documents, only is None, findings)
    print("\n".join(findings))
    print(f"{sum(len(section.commands) for section in sections)} commands in {ran:.0f} s; {summary} in "
          f"{time.monotonic() - begun - ran:.0f} s; {len(findings)} findings")  # fmt: skip
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
