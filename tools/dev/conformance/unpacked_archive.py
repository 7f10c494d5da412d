"""The conformance archive as the tests use it."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def make(folder: Path) -> Path:
    subprocess.run([ROOT / "tools/dev/conformance/make", "--output", folder], check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.iterdir()
    return archive


class UnpackedArchive(unittest.TestCase):
    """The archive in an empty folder, and copies of the programs that are checked."""

    folder: Path
    archive: Path
    unpacked: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.archive = make(cls.folder / "made")
        with tarfile.open(cls.archive) as archive:
            archive.extractall(cls.folder / "empty")
        (cls.unpacked,) = (cls.folder / "empty").iterdir()
        # The programs are copies, elsewhere.
        programs = cls.folder / "programs/tools/dev"
        ignored = shutil.ignore_patterns("__pycache__")
        for name in ("golden", "captures"):
            shutil.copytree(ROOT / "tools/dev" / name, programs / name, ignore=ignored)
        shutil.copy(ROOT / "tools/dev/conformance/stored_answers.py", cls.folder)

    def check(self, *arguments: str) -> tuple[int, list[str]]:
        """The exit code and the lines of a check in the unpacked archive, with an empty environment."""
        run = subprocess.run(
            [sys.executable, "-I", "check.py", *arguments], cwd=self.unpacked, capture_output=True, text=True,
            env={"PATH": os.environ["PATH"]},
        )  # fmt: skip
        return run.returncode, (run.stdout or run.stderr).splitlines()

    def stored(self, *faults: str, timeout: str = "10", filters: tuple[str, ...] = ()) -> tuple[int, list[str]]:
        program, answers = self.folder / "stored_answers.py", self.unpacked / "fixtures/captures"
        words = [sys.executable, str(program), str(answers), *faults]
        arguments = ["captures", "--timeout", timeout, "--run-once", shlex.join(words)]
        return self.check(*arguments, *(word for name in filters for word in ("--filter", name)))

    def analysis(self, old: str = "", new: str = "", *arguments: str) -> tuple[int, list[str]]:
        """Checks a copy of the second opinion on the analysis with one text replaced."""
        source = self.folder / "programs/tools/dev/golden/reference.py"
        text = source.read_text()
        self.assertTrue(not old or text.count(old) == 1, old)
        variant = source.with_name("variant.py")
        variant.write_text(text.replace(old, new) if old else text)
        command = shlex.join([sys.executable, str(variant), "--serve"])
        return self.check("analysis", "--run-once", command, *arguments)

    def cases(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.unpacked / f"{name}.ndjson").read_text().splitlines()]

    def check_module(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("check", self.unpacked / "check.py")
        assert spec and spec.loader
        check = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(check)
        return check

    def case_count(self) -> int:
        captures = ROOT / "fixtures/captures"
        return sum(len(list((captures / name).glob("*.json"))) for name in ("cases", "registrations", "requests"))
