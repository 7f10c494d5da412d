"""Shared code of all methods: paths, starting programs and finding running ones."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

TOOLS = Path(__file__).resolve().parents[1]
# Marks each process started by this driver, directly or indirectly.
TOKEN = f"driver-{os.getpid()}"
PATIENCE = 600
NUMBERS = itertools.count()
Found = TypeVar("Found")
Environment = Mapping[str, str]


class Failed(Exception):
    """A program ended with an unexpected exit code."""


class Program(subprocess.Popen[bytes]):
    """A started program, and the file with its messages."""

    log: Path


@dataclass(frozen=True)
class Work:
    """A folder for outputs, and the command to measure with."""

    folder: Path
    binary: Path

    @property
    def environment(self) -> dict[str, str]:
        folders = [self.binary.parent, TOOLS, Path(sys.executable).parent, os.environ["PATH"]]
        path = ":".join(map(str, folders))
        return {**os.environ, "PATH": path, "DEPTHCHECK": str(self.binary), "DEPTHCHECK_RUN": TOKEN}

    def fresh(self, name: str) -> Path:
        """A new path for an output, in an existing folder."""
        path = self.folder / "out" / f"{next(NUMBERS):04}-{name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def start(self, *command: object, folder: Path | None = None, environment: Environment = {}) -> Program:
        """Starts a program in a new session, with these additions to its environment and its messages in a file."""
        log = self.fresh("log")
        with log.open("wb") as messages:
            program = Program(
                [str(part) for part in command], env={**self.environment, **environment}, cwd=folder or self.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages, start_new_session=True)
        program.log = log
        return program

    def finish(self, program: Program, codes: tuple[int, ...] = (0,)) -> str:
        """Waits for a program and returns its output."""
        printed = program.communicate()[0].decode()
        if program.returncode not in codes:
            messages = program.log.read_text(errors="replace").splitlines()
            tail = "\n".join([line for line in messages if " INFO " not in line][-25:])
            raise Failed(f"{program.args!s:.200}: exit code {program.returncode}\n{tail}")
        return printed

    def run(self, *command: object, folder: Path | None = None, environment: Environment = {},
            codes: tuple[int, ...] = (0,)) -> str:
        return self.finish(self.start(*command, folder=folder, environment=environment), codes)


def wait_for(what: str, look: Callable[[], Found | None], pause: float = 0.01, patience: float = PATIENCE) -> Found:
    """Waits until `look` finds something, and returns it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if (found := look()) is not None:
            return found
        time.sleep(pause)
    raise Failed(f"timed out waiting for {what}")


def own_processes() -> Iterator[tuple[int, list[bytes]]]:
    """The processes started by this driver, with their arguments."""
    mark = f"DEPTHCHECK_RUN={TOKEN}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name), (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
