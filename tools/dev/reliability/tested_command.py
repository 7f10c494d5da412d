"""The command to test, and libraries that make it fail."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def built_command() -> Path:
    """The command to test: that of DEPTHCHECK, or of a release build."""
    if named := os.environ.get("DEPTHCHECK"):
        return Path(named).resolve()
    subprocess.run([ROOT / "tools/depthcheck", "--version"], check=True, stdout=subprocess.DEVNULL)
    return ROOT / ".build/release/depthcheck"


def compiled(source: str, folder: Path) -> Path:
    """A library to preload, from a C file of this folder. Without a compiler, the tool is skipped."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None or platform.system() != "Linux":
        print("skipped: needs Linux and a C compiler")
        sys.exit(0)
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / f"{source}.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O0", "-o", library, Path(__file__).with_name(source), "-ldl"], check=True)
    return library
