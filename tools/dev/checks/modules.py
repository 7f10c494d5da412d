"""The library products of Package.swift and their built modules, for documented and examples."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: Where `tools/test` builds.
STANDARD_BUILD = ROOT / ".build/release-tests/release"
PRODUCT = re.compile(r'\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]')


def library_products(package: Path = ROOT / "Package.swift") -> dict[str, list[str]]:
    """The targets of each library product."""
    return {name: re.findall(r'"(\w+)"', targets) for name, targets in PRODUCT.findall(package.read_text())}


def system_packages(package: Path = ROOT / "Package.swift") -> list[str]:
    """The Debian and Homebrew packages that a build needs."""
    lists = re.findall(r"\.(?:apt|brew)\(\[([^\]]*)\]", package.read_text())
    return [name for names in lists for name in re.findall(r'"([^"]+)"', names)]


def import_arguments(build: Path, root: Path = ROOT) -> list[str]:
    """What swiftc needs to import the modules of a build: their folder, and the maps of the C modules below them."""
    # The packages of a build are in its scratch folder, which can be inside another one.
    checkouts = next((folder for folder in build.resolve().parents if (folder / "checkouts").is_dir()), build)
    maps = [*root.glob("Sources/*/module.modulemap"), *build.glob("*.build/module.modulemap")]
    maps += checkouts.glob("checkouts/*/Sources/*/include/module.modulemap")
    return ["-I", str(build / "Modules"), *(part for path in maps for part in ("-Xcc", f"-fmodule-map-file={path}"))]


def target_triple() -> str:
    printed = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(printed)["target"]["triple"]


def relative(path: Path) -> str:
    return os.path.relpath(path)
