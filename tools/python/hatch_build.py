"""The build hook of hatchling: adds the library to the wheel, and its sources to the sdist."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
#: The folder of the Swift package: next to this file in an sdist, otherwise two levels up.
REPOSITORY = HERE / "repository" if (HERE / "repository").is_dir() else HERE.parent.parent
#: The sources of the library.
INPUTS = [
    *("LICENSE", "Package.swift", "Sources"),
    "tools/python/build-library",
    *(f"tools/lib/{name}" for name in ("build.sh", "packages.sh", "older_glibc.c", "repository")),
]


def no_swift() -> str:
    """The error of a system that has no wheel and no compiler."""
    address = (REPOSITORY / "tools/lib/repository").read_text(encoding="utf-8").strip()
    address = os.environ.get("DEPTHCHECK_REPOSITORY") or address
    return (
        "error: found no Swift compiler on the PATH; expected Swift 6.2 or later to build depthcheck from its sources; "
        f"use the wheel of a release, which needs only Linux with glibc 2.34 or later ({address}/releases), or install "
        "Swift (https://www.swift.org/install)"
    )


def version() -> str:
    """The version of the command."""
    text = (REPOSITORY / "Sources/Support/Text/Release.swift").read_text(encoding="utf-8")
    found = re.search(r'static let version = "([^"]+)"', text)
    if not found:
        raise ValueError(f"{REPOSITORY}: found no version in Sources/Support/Text/Release.swift")
    return found.group(1)


if "hatchling" in sys.modules:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
        """Builds the library before a wheel is made."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Adds files to a wheel or an sdist."""
            more = build_data["force_include"]
            if self.target_name == "sdist":
                for name in INPUTS:
                    more[str(REPOSITORY / name)] = f"repository/{name}"
                # hatchling omits links to folders, such as the AVX2 build of the kernels.
                for path in sorted((REPOSITORY / "Sources").rglob("*")):
                    if path.is_symlink() and path.is_dir():
                        more[str(path.resolve())] = f"repository/{path.relative_to(REPOSITORY)}"
                return
            output = REPOSITORY / ".build/python/library"
            if not shutil.which("swift"):
                # A sentence instead of a traceback.
                raise SystemExit(no_swift())
            status = subprocess.run([REPOSITORY / "tools/python/build-library", output]).returncode
            if status:
                raise SystemExit(status)
            for library in sorted(output.glob("*.so")):
                more[str(library)] = f"depthcheck/lib/{library.name}"
            more[str(REPOSITORY / "LICENSE")] = "depthcheck/LICENSE"
            version_file = output / "_version.py"
            version_file.write_text(f'__version__ = "{self.metadata.version}"\n', encoding="utf-8")
            more[str(version_file)] = "depthcheck/_version.py"
            # Any Python 3, because the library does not use Python's C API; auditwheel determines the Linux version.
            build_data["tag"] = f"py3-none-linux_{platform.machine()}"
            build_data["pure_python"] = False
