"""The example ports, built and checked by the commands at the top of each file."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import unittest
from typing import Any, Callable

from local_release import CI, ROOT, Outcome, ReleaseTest

EXAMPLES = CI / "examples"


def needs(program: str) -> Callable[[Any], Any]:
    return unittest.skipUnless(shutil.which(program), f"needs {program}")


def commands(name: str) -> list[str]:
    """The commands that build an example, followed by the one that checks it."""
    return re.findall(r"^//!? {5}(\S.*)$", (EXAMPLES / name).read_text(), re.MULTILINE)


class ExampleTests(ReleaseTest):
    def setUp(self) -> None:
        super().setUp()
        (self.work / "bin").mkdir()
        (self.work / "bin/depthcheck").symlink_to(os.environ["DEPTHCHECK"])
        for folder in ("golden", "fixtures"):
            (self.work / folder).symlink_to(ROOT / folder)
        maps = [path for folder in ("server", "stages") for path in (ROOT / "golden" / folder).glob("*.json")]
        self.passed = f"PASS  {len(maps)} goldens"

    def build(self, name: str, old: str = "", new: str = "") -> str:
        """Builds a copy of an example, with one text replaced. Returns the command that checks it."""
        shutil.copytree(EXAMPLES, self.work, dirs_exist_ok=True)
        text = (EXAMPLES / name).read_text()
        self.assertTrue(not old or text.count(old) == 1, old)
        (self.work / name).write_text(text.replace(old, new) if old else text)
        *builds, check = commands(name)
        for command in builds:
            outcome = self.run_in_work(shlex.split(command))
            self.assertEqual(outcome[0], 0, outcome)
        return check

    def run_check(self, command: str) -> Outcome:
        return self.run_in_work(shlex.split(command), PATH=f"{self.work}/bin:{os.environ['PATH']}")

    def assert_example(self, name: str, mistakes: dict[str, str]) -> None:
        self.assert_passes(self.run_check(self.build(name)), self.passed)
        for old, new in mistakes.items():
            with self.subTest(old=old, new=new):
                code, output, errors = self.run_check(self.build(name, old, new))
                self.assertEqual(code, 1, errors)
                self.assertRegex(output, r"^FAIL  \d")

    @needs("rustc")
    def test_rust(self) -> None:
        self.assert_example("port.rs", {"depths.len() >= 10": "depths.len() > 10", "count / 2": "(count - 1) / 2"})

    @needs("cc")
    def test_c(self) -> None:
        self.assert_example("port.c", {"BINS = 50": "BINS = 49", "after > 0.1f": "after >= 0.1f"})

    @needs("node")
    def test_javascript(self) -> None:
        mistakes = {"deviation > 0.5": "deviation >= 0.5", "serverExp(-share": "Math.exp(-share"}
        self.assert_example("port.js", mistakes)

    @needs("cc")
    def test_script_starts_a_program_with_placeholders_for_each_input(self) -> None:
        program = shlex.split(self.build("port.c"))[-1]
        self.assert_passes(self.run_in_work(["sh", str(CI / "check"), "analysis", program]), self.passed)

    def test_commands_are_documented(self) -> None:
        section = (ROOT / "docs/CI.md").read_text().split("\n## Example ports\n")[1].split("\n## ")[0]
        for name in ("port.rs", "port.c", "port.js"):
            self.assertIn(f"(../tools/ci/examples/{name})", section)
            for command in commands(name):
                self.assertIn(f"`{command}`", section)
