"""The recorded sessions of docs/FIRST.md. That of researchers needs make-corpus, built or named by MAKE_CORPUS.
tools/dev/checks/examples runs the program of Swift developers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from local_release import ROOT

MAKE_CORPUS = Path(os.environ.get("MAKE_CORPUS") or ROOT / ".build/release/make-corpus")
needs_node = unittest.skipUnless(shutil.which("node"), "needs node")
needs_make_corpus = unittest.skipUnless(MAKE_CORPUS.is_file(), "needs make-corpus")


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "N s", text)


def session(beginning: str) -> list[tuple[str, list[str]]]:
    """The commands of the section that begins so, each with the parts of its output between `…`."""
    section = (ROOT / "docs/FIRST.md").read_text().split(f"\n## {beginning}")[1].split("\n## ")[0]
    code = "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line)
    commands = []
    for block in code.split("$ ")[1:]:
        command, _, output = block.partition("\n")
        parts = [part.strip("\n") for part in without_times(output).split("…")]
        commands.append((command, [part for part in parts if part]))
    return commands


class SessionTests(unittest.TestCase):
    def run_session(self, beginning: str) -> None:
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        for name in ("fixtures", "golden", "tools/ci"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).symlink_to(ROOT / name)
        (folder / "tools/depthcheck").symlink_to(os.environ["DEPTHCHECK"])
        (folder / "tools/dev/tuning").mkdir(parents=True)
        (folder / "tools/dev/tuning/make-corpus").symlink_to(MAKE_CORPUS)
        commands = session(beginning)
        self.assertGreater(len(commands), 2)
        for command, parts in commands:
            output = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True).stdout
            rest = without_times(output)
            for part in parts:
                self.assertIn(part, rest, command)
                rest = rest.partition(part)[2]

    def test_app(self) -> None:
        self.run_session("I write the app")

    @needs_node
    def test_ci(self) -> None:
        self.run_session("I own a backend")

    @needs_make_corpus
    def test_research(self) -> None:
        self.run_session("I research attacks")
