"""Validates JSON against docs/schemas, in both directions. Called by tools/dev/behaviour/schemas.

Documents are the output of the commands in commands.txt, and the files of this repository that commands read. Three
things are findings:

- a document that its schema rejects, or JSON without a known schema;
- a schema that accepts a document with a required member removed, or with an unknown member added, at any place;
- an optional member that is present in every document, or in none, so that no document shows that it is optional.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]

from commands import Command, Section, listed_sections  # noqa: E402
from schema_check import Document, Schema  # noqa: E402
from stage import copy_stage, make_stage  # noqa: E402

#: Commands to run: those that write JSON to standard output or to a file.
WRITES_JSON = re.compile(
    r"--format (nd)?json|(-o|--(json|summary-json|curves|operating-points|sweep-table)) \S*json"
    r"|(golden|capture) requests|golden record|depthcheck convert .*-o|capture (key|pack)"
)
#: Commands not to run: discarded output, or a map on standard output.
NOT_RUN = re.compile(r"/dev/full|-o - |>&-")
#: Commands that write no JSON but are run in a sequence, because later commands need their files.
WRITES_FILES = re.compile(r"golden record")

#: The schema of standard output, by the first matching pattern of the command. `-o FILE` has the same schema.
OF_OUTPUT = {
    r"analyze ": "analyze",
    r"info ": "info",
    r"convert .*--format ndjson": "convert",
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
    (r".*/.*\.json", r"golden record", "golden"),
    (r".*\.json", r"convert", "map-description"),
    (r"curves\.json", r"tune", "tune-curves"),
    (r"points\.json", r"tune", "tune-points"),
    (r"sweep\.json", r"tune", "tune-sweep"),
    (r"sweep/.*\.json", r"tune", "parameters"),
    (r"(out|tuned)\.json", r"tune", "parameters"),
    (r".*\.json", r"capture key", "device"),
    (r"unpacked/metadata\.json", r"capture pack", "capture-metadata"),
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
