"""Runs one command with two binaries in the same folder and compares the results."""

from __future__ import annotations

import difflib
import fcntl
import json
import os
import pty
import re
import signal
import stat
import struct
import subprocess
import termios
import threading
from dataclasses import dataclass, field
from pathlib import Path

from commands import Command, Section

LIMIT_SECONDS = 300
SHOWN_LINES = 12
TIMED_OUT = -1000
NOT_STARTED = (126, 127)
WRONG_USAGE = 64


@dataclass(frozen=True)
class Rule:
    """A permitted difference between two runs of one binary. It applies only to the commands it names."""

    commands: str
    pattern: bytes
    reason: str


#: All permitted differences. A rule is applied only if the bytes differ.
NORMALISED = [
    Rule(r"golden check|captures\.check|check_answers", rb'seconds\\?": [\d.e-]+|(?<=time=")[\d.]+|\b\d+\.\d+ s\b',
         "how long the check took"),
    Rule(r"--summary", rb'"slowest": \[.*?\]|\bslowest\S*\s(?:\s+[\d.]+ ms  [^\n]+\n)+', "which inputs took longest"),
    Rule(r"golden record", rb'(?<=_on": ")\d{4}-\d\d-\d\d', "the date, if midnight is between the two runs"),
    Rule(r"--version", rb"(?<=commit )[0-9a-f]{7,40}", "the commit that a binary was built from"),
    Rule(r"capture (key|pack)", rb"-----BEGIN PRIVATE KEY-----[^-]+-----END", "keys are random"),
    Rule(r"capture key", rb'(?<="public_key_hex": ")04[0-9a-f]{128}', "keys are random"),
    Rule(r"capture pack .*--key", rb"omlzaWduYXR1cmVY[\w+/=-]+", "assertions: ECDSA signatures are random"),
    Rule(r"capture pack .*--key", rb"(?<=body of )\d+(?= bytes)|(?<=Content-Length: )\d+",
         "signatures in DER have 70 to 72 bytes"),
    Rule(r"capture pack .*--challenge", rb"o2NmbXRvYXBwbGUtYXBwYXR0ZXN0[\w+/=]+", "attestations: random chain of keys"),
    Rule(r"capture pack .*--root", rb"\A\x30\x82.*\Z", "the root certificate of that chain"),
    Rule(r"capture pack (?!.*--at)", rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "taken now"),
]  # fmt: skip


def normalised(contents: bytes, line: str) -> bytes:
    for rule in NORMALISED:
        if re.search(rule.commands, line):
            contents = re.sub(rule.pattern, b"(not compared)", contents, flags=re.DOTALL)
    return contents


@dataclass(frozen=True)
class Entry:
    """A file, link or folder. The contents are those of a file, the target of a link, or None for a folder."""

    mode: int
    contents: bytes | None
    times: tuple[int, int]
    #: Changes whenever the file is written.
    stamp: tuple[int, ...]


class Folder:
    """A folder whose contents can be restored."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, Entry] = {}
        self.now = self.entries = self._read()

    def _read(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        waiting = [""]
        while waiting:
            prefix = waiting.pop()
            with os.scandir(self.path / prefix) as listed:
                for item in listed:
                    name = prefix + item.name
                    info = item.stat(follow_symlinks=False)
                    if stat.S_ISDIR(info.st_mode):
                        waiting.append(name + "/")
                    entries[name] = self._entry(name, info)
        return entries

    def _entry(self, name: str, info: os.stat_result) -> Entry:
        if stat.S_ISDIR(info.st_mode):
            return Entry(info.st_mode, None, (0, 0), ())
        stamp = (info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)
        known = self.entries.get(name)
        if known and known.stamp == stamp:
            return known
        path = self.path / name
        contents = os.readlink(path).encode() if stat.S_ISLNK(info.st_mode) else path.read_bytes()
        return Entry(info.st_mode, contents, (info.st_atime_ns, info.st_mtime_ns), stamp)

    def changes(self) -> dict[str, Entry | None]:
        """Returns what was written since the folder was kept or restored: entries by name, None for removed ones."""
        self.now = self._read()
        changed: dict[str, Entry | None] = {name: None for name in self.entries if name not in self.now}
        for name, entry in self.now.items():
            if self.entries.get(name) != entry:
                changed[name] = entry
        return changed

    def keep(self) -> None:
        """Makes the state found by changes() the one to restore."""
        self.entries = self.now

    def put_back(self) -> None:
        """Undoes the changes found by changes()."""
        names = self.entries.keys() | self.now.keys()
        changed = [name for name in names if self.entries.get(name) != self.now.get(name)]
        for name in sorted(changed, reverse=True):
            path, now = self.path / name, self.now.get(name)
            if now and now.contents is not None:
                path.unlink()
            elif now and name not in self.entries:
                path.rmdir()
        for name in sorted(changed):
            if name in self.entries:
                self._restore(name, self.entries[name])

    def _restore(self, name: str, kept: Entry) -> None:
        path = self.path / name
        if kept.contents is None:
            path.mkdir(exist_ok=True)
        elif stat.S_ISLNK(kept.mode):
            path.symlink_to(kept.contents.decode())
            return
        else:
            path.write_bytes(kept.contents)
            os.utime(path, ns=kept.times)
        path.chmod(stat.S_IMODE(kept.mode))
        self.entries[name] = self._entry(name, path.lstat())


@dataclass
class Outcome:
    code: int
    output: bytes
    errors: bytes
    files: dict[str, Entry | None] = field(default_factory=dict)

    def parts(self) -> dict[str, bytes]:
        """Everything to compare, by its name in the report."""
        found = {"exit code": str(self.code).encode(), "standard output": self.output, "standard error": self.errors}
        for name, entry in self.files.items():
            kind = "removed" if entry is None else f"mode {entry.mode:o}"
            found[f"file {name}: kind"] = kind.encode()
            found[f"file {name}"] = (entry and entry.contents) or b""
        return found


def run(command: Command, folder: Path, environment: dict[str, str]) -> Outcome:
    """Runs a command in a new session, without a terminal, or with one as standard output."""
    arguments = ["bash", "-c", command.line]
    received: list[bytes] = []
    leader = follower = reader = None
    if command.on_terminal:
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 40, 100, 0, 0))
        environment = {name: value for name, value in environment.items() if name != "COLUMNS"}
        reader = threading.Thread(target=drain, args=(leader, received))
        reader.start()
    process = subprocess.Popen(
        arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=follower or subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip
    try:
        output, errors = process.communicate(timeout=LIMIT_SECONDS)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        code = TIMED_OUT
    if reader and leader is not None and follower is not None:
        os.close(follower)
        reader.join()
        os.close(leader)
        output = b"".join(received)
    return Outcome(code, output, errors)


def run_calls(calls: list[Command], folder: Path, environment: dict[str, str]) -> list[Outcome]:
    """Evaluates calls of the Python package in one process, by call.py, which evaluates each in a child."""
    text = "".join(f"{call.line}\n" for call in calls)
    process = subprocess.run(
        ["call"], input=text.encode(), cwd=folder, env=environment, capture_output=True, check=False
    )
    found = [json.loads(line) for line in process.stdout.splitlines()]
    outcomes = [Outcome(each["code"], each["output"].encode(), each["errors"].encode()) for each in found]
    # Those that follow the end of the process.
    return outcomes + [Outcome(process.returncode or 1, b"", process.stderr)] * (len(calls) - len(found))


def drain(descriptor: int, received: list[bytes]) -> None:
    """Reads a terminal until no process has it open."""
    while True:
        try:
            received.append(os.read(descriptor, 65536))
        except OSError:
            return


@dataclass
class Result:
    section: Section
    command: Command
    code: int
    #: The differing items, each with some of the differing lines.
    differences: list[tuple[str, list[str]]]
    needed_rules: bool
    #: The reason why this comparison is meaningless, if it is.
    problem: str | None


def compare(section: Section, command: Command, before: Outcome, after: Outcome) -> Result:
    old, new = before.parts(), after.parts()
    differences, needed_rules = [], False
    for name in sorted(old.keys() | new.keys()):
        if name in old and name in new and old[name] == new[name]:
            continue
        if name in old and name in new and normalised(old[name], command.line) == normalised(new[name], command.line):
            needed_rules = True
            continue
        differences.append((name, shown(old.get(name), new.get(name))))
    problem = problem_of(section, before.code)
    return Result(section, command, before.code, differences, needed_rules, problem)


def problem_of(section: Section, code: int) -> str | None:
    if code == TIMED_OUT:
        return f"still running after {LIMIT_SECONDS} s"
    if code in NOT_STARTED:
        return f"a program could not be started (exit code {code})"
    if section.is_python:
        return f"a wrong call (exit code {code}): correct calls.txt" if 0 < code < 128 else None
    if code < 0 or code > 128:
        return f"a signal ended the earlier binary (exit code {code})"
    if code == WRONG_USAGE and not section.has_errors:
        return "the earlier binary reports wrong usage: correct commands.txt"
    return None


def shown(old: bytes | None, new: bytes | None) -> list[str]:
    """The first lines of a difference."""
    if old is None or new is None:
        return [f"only {'after' if old is None else 'before'}, {len(new or old or b'')} bytes"]
    try:
        lines = [side.decode("utf-8").splitlines() for side in (old, new)]
    except UnicodeDecodeError:
        lines = []
    changed = list(difflib.unified_diff(*lines, "before", "after", lineterm="", n=0))[2:] if lines else []
    if changed:
        return [line[:200] for line in changed[:SHOWN_LINES]]
    first = next((index for index, pair in enumerate(zip(old, new)) if pair[0] != pair[1]), min(len(old), len(new)))
    pieces = [side[first : first + 8].hex(" ") or "nothing" for side in (old, new)]
    return [f"{len(old)} and {len(new)} bytes; from byte {first}: {pieces[0]} before, {pieces[1]} after"]
