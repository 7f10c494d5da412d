"""The commands of tools/dev/behaviour/same-behaviour: those of commands.txt, of the help texts and of the documents;
and the calls of calls.txt."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

WIDTHS = (60, 80, 120)
IN_SEQUENCE = ", in sequence"
ON_A_TERMINAL = "terminal: "
CHOICE = re.compile(r"\{([^{}]*\|[^{}]*)\}")


@dataclass(frozen=True)
class Command:
    line: str
    on_terminal: bool = False


@dataclass
class Section:
    """Commands that run in sequence in one folder."""

    name: str
    in_sequence: bool = False
    #: Whether wrong usage is expected here.
    has_errors: bool = False
    #: Whether it is a document, whose commands can need any file and replace files made by stage.py.
    is_document: bool = False
    #: Whether the commands are calls of the Python package, whose errors and crashes are results.
    is_python: bool = False
    commands: list[Command] = field(default_factory=list)


def expanded(line: str) -> list[str]:
    """Expands the choices {a|b} of a line."""
    parts = CHOICE.split(line)
    if any("|" in brace for brace in re.findall(r"\{[^}]*", "".join(parts[::2]))):
        raise ValueError(f"choices within choices: {line}")
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(chosen).strip() for chosen in itertools.product(*choices)]


def listed_sections(text: str) -> list[Section]:
    sections: list[Section] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            name = line.strip("[]")
            in_sequence, has_errors = name.endswith(IN_SEQUENCE), name.startswith("errors")
            sections.append(Section(name.removesuffix(IN_SEQUENCE), in_sequence, has_errors))
        elif line and not line.startswith("#"):
            on_terminal = line.startswith(ON_A_TERMINAL)
            lines = expanded(line.removeprefix(ON_A_TERMINAL))
            sections[-1].commands += [Command(each, on_terminal) for each in lines]
    return sections


def call_sections(text: str) -> list[Section]:
    sections = listed_sections(text)
    for section in sections:
        section.is_python = True
    return sections


def help_section(binary: Path, environment: dict[str, str]) -> Section:
    """--help of every command and subcommand listed in the help of the binary."""
    section = Section("help texts")
    waiting: list[list[str]] = [[]]
    while waiting:
        words = waiting.pop(0)
        for width in WIDTHS:
            line = " ".join([f"COLUMNS={width}", "depthcheck", *words, "--help"])
            section.commands.append(Command(line))
        section.commands.append(Command(" ".join(["depthcheck", "help", *words])))
        shown = subprocess.run(
            [binary, *words, "--help"], env=environment, capture_output=True, text=True, check=False, timeout=60
        ).stdout
        names = re.findall(r"^  ([a-z-]+)(?: |$)", shown.partition("\nSUBCOMMANDS:\n")[2], re.MULTILINE)
        waiting += [[*words, name] for name in names]
    return section


PROGRAM = r"(?:tools/|bin/|\./)?depthcheck (?=[a-z-])"
BEGINS_A_COMMAND = re.compile(rf"(?:^|[|;&] *|\bdo ){PROGRAM}")
INLINE = re.compile(rf"`({PROGRAM}[^`]+)`")

#: Commands of documents that are not run, with the reason.
LEFT_OUT = {
    "--budget 2000": "tries 2000 maps, which takes minutes; commands.txt has a smaller budget",
    "reference.py --as-server": "starts Python for each golden; commands.txt asks about a few",
    "--expect fixtures/captures/expected.json": "judges 950 captures; commands.txt does so once, as JSON",
    "parallel depthcheck": "needs GNU parallel",
    "xargs": "part of a Spark program",
}


@dataclass(frozen=True)
class Unrun:
    place: str
    line: str
    reason: str


def document_sections(documents: list[Path]) -> tuple[list[Section], list[Unrun]]:
    """Returns a section of the commands in the code of each document, and the commands that are not run."""
    sections: list[Section] = []
    unrun: list[Unrun] = []
    for path in documents:
        section = Section(str(path.relative_to(ROOT)), in_sequence=True, has_errors=True, is_document=True)
        for number, line in document_lines(path.read_text(encoding="utf-8")):
            reason = reason_to_leave_out(line)
            if reason:
                unrun.append(Unrun(f"{section.name}:{number}", line, reason))
            elif Command(line) not in section.commands:
                section.commands.append(Command(line))
        if section.commands:
            sections.append(section)
    return sections, unrun


def document_lines(text: str) -> list[tuple[int, str]]:
    """Finds each depthcheck command in indented, fenced or inline code, with its line number."""
    found: list[tuple[int, str]] = []
    fence: str | None = None
    joined = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fence = None if fence is not None else line.strip().strip("`")
            continue
        if fence in ("", "sh", "bash", "console") or (fence is None and line.startswith("    ")):
            joined += re.sub(r"^\s*(?:\$ )?", "", line)
            if joined.endswith("\\"):
                joined = joined[:-1]
                continue
            if BEGINS_A_COMMAND.search(joined):
                found.append((number, joined))
            joined = ""
        elif fence is None:
            found += [(number, inline) for inline in INLINE.findall(line)]
    return [(number, re.sub(PROGRAM, "depthcheck ", line)) for number, line in found]


def reason_to_leave_out(line: str) -> str | None:
    for text, reason in LEFT_OUT.items():
        if text in line:
            return reason
    if subprocess.run(["bash", "-n", "-c", line], capture_output=True, check=False).returncode != 0:
        return "part of a longer script"
    for part in re.split(r"[|;&]+", re.sub(r"'[^']*'|\"[^\"]*\"|\$\([^)]*\)", "", line)):
        words = [word for word in part.split() if not re.fullmatch(r"\w+=\S*", word)]
        if words and words[0] != "depthcheck" and not shutil.which(words[0], path=os.defpath):
            return f"needs {words[0]}"
    return None


def outputs(line: str) -> list[str]:
    """The files that a command creates or replaces; a key is written with a description of its device."""
    if "--resume" in line:
        return []
    options = "-o|--output|--root" if "capture pack" in line else "-o|--output"
    return re.findall(rf"(?:{options}) (\S+)", line) + (["device.json"] if "capture key" in line else [])


def all_documents() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "golden/README.md"]


def all_sections(binary: Path, environment: dict[str, str]) -> tuple[list[Section], list[Unrun]]:
    of_documents, unrun = document_sections(all_documents())
    listed = listed_sections((HERE / "commands.txt").read_text(encoding="utf-8"))
    return [*listed, help_section(binary, environment), *of_documents], unrun
