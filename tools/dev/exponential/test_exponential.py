"""Tests tools/dev/exponential/run: a few blocks, and a wrong `Exponential`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/dev/exponential"))
from findings import Findings  # noqa: E402

# The number of blocks of each variant in a run.
BLOCKS = 3


def run(root: Path, folder: Path) -> subprocess.CompletedProcess:
    command = [root / "tools/dev/exponential/run", "--blocks", str(BLOCKS), "--folder", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class RunTests(unittest.TestCase):
    folder: Path
    right: subprocess.CompletedProcess

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.right = run(ROOT, cls.folder / "right")
        if cls.right.stdout.startswith("skipped: "):
            raise unittest.SkipTest(cls.right.stdout.strip())

    def test_a_few_blocks_are_as_expected(self) -> None:
        self.assertEqual(self.right.returncode, 0, self.right.stderr)
        self.assertIn(" with FMA | 0 | 0 | 0 | 0 | 0 | 0 | 0 |\n", self.right.stdout)

    def test_a_wrong_exponential_is_reported(self) -> None:
        root = self.folder / "wrong"
        for part in ["tools/dev/exponential", "tools/lib", "Sources/DepthAnalysis/Arithmetic"]:
            shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
        source = root / "Sources/DepthAnalysis/Arithmetic/Exponential.swift"
        text = source.read_text(encoding="utf-8")
        self.assertEqual(text.count("0x1.5555555555"), 1)
        source.write_text(text.replace("0x1.5555555555", "0x1.5555555554"), encoding="utf-8")
        wrong = run(root, self.folder / "wrong-output")
        self.assertEqual(wrong.returncode, 1, wrong.stderr)
        for name in ["fused glibc-fma", "plain glibc-plain"]:
            self.assertRegex(wrong.stderr, f"error: {name}: [0-9]+ quotients differ; expected none")


class FindingsTests(unittest.TestCase):
    def test_shares_are_packed_with_the_distance_to_the_previous_one(self) -> None:
        findings = Findings()
        findings.differing = {
            "fused": [[1, 50, 7], [3, 500, 8], [301, 500, 9]], "plain": [[1, 50, 8], [3, 500, 6], [301, 500, 10]],
        }  # fmt: skip
        expected = [50, 1, 7, 8, 450 % 128 + 128, 3, 3, 8, 6, 0, 298 % 128 + 128, 2, 9, 10]
        self.assertEqual(findings.packed_shares(), bytes(expected))

    def test_processes_that_disagree_are_reported(self) -> None:
        findings = Findings()
        findings.errors = {"reference": [0.0, "0/1"]}
        self.assertEqual(findings.problems(), [])
        findings.differing = {"fused": [[1, 50, 7]], "plain": []}
        findings.compared["plain"] = [1, 1]
        self.assertEqual(len(findings.problems()), 2)
        findings.comparisons = {"client glibc-fma musl": {"exp": [1, 1], "verdicts": [1, 2]}}
        self.assertIn("client glibc-fma musl: 1 quotients have another verdict; expected none", findings.problems())


if __name__ == "__main__":
    unittest.main()
