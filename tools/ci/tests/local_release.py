"""A release on this machine, and a test that has it and a working folder with programs to check."""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
CI = ROOT / "tools/ci"
VERSION = re.findall(r"DEPTHCHECK_VERSION:-([^}]*)}", (CI / "check").read_text())[0]
NAME = f"depthcheck-{VERSION}-linux-{platform.machine()}"
SECOND_OPINION = ROOT / "tools/dev/captures/second-opinion"
needs_yaml = unittest.skipUnless(importlib.util.find_spec("yaml"), "needs PyYAML")
needs_cryptography = unittest.skipUnless(importlib.util.find_spec("cryptography"), "needs cryptography")
# The exit code, the output and the errors of a command.
Outcome = tuple[int, str, str]


def read_yaml(text: str) -> Any:
    import yaml

    return yaml.safe_load(text)


@functools.cache
def release() -> Path:
    """A folder with the files that CI fetches, at the paths below the address of the repository."""
    repository = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, repository)
    release = repository / f"releases/download/v{VERSION}"
    release.mkdir(parents=True)
    archive = release / f"{NAME}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(os.environ["DEPTHCHECK"], f"{NAME}/bin/depthcheck")
        for folder in ("golden", "fixtures"):
            tar.add(ROOT / folder, f"{NAME}/share/depthcheck/conformance/{folder}")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (release / "SHA256SUMS").write_text(f"{'0' * 64}  depthcheck-{VERSION}.tar.gz\n{digest}  {archive.name}\n")
    scripts = repository / f"raw/v{VERSION}/tools/ci"
    scripts.mkdir(parents=True)
    shutil.copy(CI / "check", scripts)
    return repository


class ReleaseTest(unittest.TestCase):
    """A test with a release, and with a working folder that holds nothing but a port."""

    repository: Path
    work: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.repository = release()

    def setUp(self) -> None:
        self.work = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        self.write_port("port.py")
        self.write_port("wrong.py", "COHERENCE_THRESHOLD = 0.3\n", "COHERENCE_THRESHOLD = 0.9\n")
        shutil.copy(ROOT / "tools/dev/golden/server_gzip.py", self.work)
        (self.work / "server.py").write_text(
            f"import os, sys\nos.execv(sys.executable, [sys.executable, {str(SECOND_OPINION)!r}] + sys.argv[1:])\n"
        )

    def write_port(self, name: str, old: str = "", new: str = "") -> None:
        text = (ROOT / "tools/dev/golden/reference.py").read_text()
        self.assertTrue(not old or text.count(old) == 1, old)
        (self.work / name).write_text(text.replace(old, new) if old else text)

    def environment(self, **variables: str) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        common = {
            "DEPTHCHECK_REPOSITORY": self.repository.as_uri(), "XDG_CACHE_HOME": str(self.work / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        return inherited | common | variables

    def run_in_work(self, words: list[str], **variables: str) -> Outcome:
        run = subprocess.run(
            words, cwd=self.work, env=self.environment(**variables), stdin=subprocess.DEVNULL, capture_output=True,
            text=True,
        )  # fmt: skip
        return run.returncode, run.stdout, run.stderr

    def assert_passes(self, outcome: Outcome, line: str = "PASS  269 goldens") -> None:
        self.assertEqual(outcome[0], 0, outcome)
        self.assertIn(line, outcome[1])

    def failures(self, name: str) -> tuple[int, int]:
        """The numbers of test cases and of failures in a JUnit file."""
        root = xml.etree.ElementTree.parse(self.work / name).getroot()
        return len(list(root.iter("testcase"))), len(list(root.iter("failure")))
