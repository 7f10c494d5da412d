"""What all ways share: where things are, how programs are started, and how one in mid-run is found."""

from __future__ import annotations

import itertools
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

TOOLS = Path(__file__).resolve().parents[1]
# Marks each process that this driver started, however far down.
TOKEN = f"driver-{os.getpid()}"
PATIENCE = 600
NUMBERS = itertools.count()
Found = TypeVar("Found")


class Failed(Exception):
    """A program ended otherwise than it should have."""


@dataclass(frozen=True)
class Work:
    """A place for outputs, and the command that is measured with."""

    folder: Path
    binary: Path

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self.binary.parent}:{TOOLS}:{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "DEPTHCHECK": str(self.binary), "DEPTHCHECK_RUN": TOKEN}

    def fresh(self, name: str) -> Path:
        """A name for an output that is not there, below a folder that is."""
        path = self.folder / "out" / f"{next(NUMBERS):04}-{name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def start(self, *command: object, **more: str) -> subprocess.Popen[bytes]:
        """Starts a program in a session of its own, its messages in a file; `more` is added to its environment."""
        log = self.fresh("log")
        with log.open("wb") as messages:
            process = subprocess.Popen(
                [str(part) for part in command], env={**self.environment, **more}, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages, start_new_session=True)
        process.log = log
        return process

    def finish(self, process: subprocess.Popen[bytes], codes: tuple[int, ...] = (0,)) -> str:
        """Waits for a program; what it printed."""
        printed = process.communicate()[0].decode()
        if process.returncode not in codes:
            told = process.log.read_text(errors="replace").splitlines()
            tail = "\n".join([line for line in told if " INFO " not in line][-25:])
            raise Failed(f"{' '.join(process.args)[:200]}: exit code {process.returncode}\n{tail}")
        return printed

    def run(self, *command: object, codes: tuple[int, ...] = (0,), **more: str) -> str:
        return self.finish(self.start(*command, **more), codes)


def wait_for(what: str, look: Callable[[], Found | None], pause: float = 0.01, patience: float = PATIENCE) -> Found:
    """What `look` finds, once it finds something."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if (found := look()) is not None:
            return found
        time.sleep(pause)
    raise Failed(f"waited in vain for {what}")


def own_processes() -> Iterator[tuple[int, list[bytes]]]:
    """The processes that this driver started, with their arguments."""
    mark = f"DEPTHCHECK_RUN={TOKEN}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name), (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
