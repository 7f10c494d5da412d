"""Tests tools/dev/exponential/run: a few blocks, an interrupted run, and a wrong `Exponential`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
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
    undisturbed: subprocess.CompletedProcess

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.undisturbed = run(ROOT, cls.folder / "undisturbed")
        if cls.undisturbed.stdout.startswith("skipped: "):
            raise unittest.SkipTest(cls.undisturbed.stdout.strip())

    def test_a_few_blocks_are_as_expected(self) -> None:
        self.assertEqual(self.undisturbed.returncode, 0, self.undisturbed.stderr)
        self.assertIn(" with FMA | 0 | 0 | 0 | 0 | 0 | 0 | 0 |\n", self.undisturbed.stdout)

    def test_a_killed_run_continues_and_prints_the_same_table(self) -> None:
        folder = self.folder / "killed"
        (built,) = (self.folder / "undisturbed").iterdir()
        output = folder / built.name
        output.mkdir(parents=True)
        shutil.copy(built / "program", output)
        command = [ROOT / "tools/dev/exponential/run", f"--blocks={BLOCKS}", "--jobs=1", f"--folder={folder}"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while len(list(output.glob("*.json"))) < 2 and process.poll() is None:
                time.sleep(0.002)
            process.kill()
        finished = {path.name: path.stat().st_mtime_ns for path in output.glob("*.json")}
        self.assertIn(len(finished), range(2, 2 * BLOCKS))
        (output / "000-fused.1-tmp").write_text("{", encoding="utf-8")

        resumed = run(ROOT, folder)
        self.assertIn(f"resumed: {len(finished)} of {2 * BLOCKS} blocks are finished\n", resumed.stderr)
        self.assertEqual(resumed.stdout, self.undisturbed.stdout)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(finished, {name: (output / name).stat().st_mtime_ns for name in finished})
        self.assertEqual(list(output.glob("*-tmp")), [])

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
        findings.add_arm64({"number": 3, "compared": [1, 0], "x86-64": "1 a b", "arm64": "1 a c", "seconds": 1})
        self.assertIn("arm64: 1 blocks differ from glibc on x86-64; expected none", findings.problems())
        findings.comparisons = {"client glibc-fma musl": {"exp": [1, 1], "verdicts": [1, 2]}}
        self.assertIn("client glibc-fma musl: 1 quotients have another verdict; expected none", findings.problems())


if __name__ == "__main__":
    unittest.main()
