"""Builds the programs in the folder programs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def require_swift() -> None:
    if not shutil.which("swift"):
        print("error: swift was not found on the PATH: https://www.swift.org/install", file=sys.stderr)
        sys.exit(69)


def built(*products: str, root: Path = ROOT) -> Path:
    """Builds programs from the sources of a checkout in release; returns their folder."""
    programs = root / "tools/dev/bench/programs"
    command = ["swift", "build", "-c", "release", "--package-path", programs, "--scratch-path", programs / ".build"]
    for product in products:
        subprocess.run(
            [*command, "--product", product], check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)  # fmt: skip
    return programs / ".build/release"
