"""The wheel and the sdist on systems without Swift."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path

import depthcheck
import pytest
from conftest import FIXTURES, ROOT

BUILT = ROOT / ".build/python"
PYTHON = BUILT / "tools" / "bin" / "python"
LIBRARY = Path(depthcheck.__file__).with_name("lib") / "libdepthcheck.so"


@pytest.fixture
def path_without_swift(tmp_path: Path) -> str:
    """A search path with the usual programs, except Swift."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "env", "dirname", "readlink", "git", "uname"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    assert not shutil.which("swift", path=str(folder))
    return str(folder)


def test_the_package_runs_without_swift(path_without_swift: str) -> None:
    script = "import depthcheck, sys; print(depthcheck.analyze_file(sys.argv[1]).analysis.status)"
    done = subprocess.run(
        [sys.executable, "-c", script, FIXTURES / "room-01.bin.gz"], capture_output=True, text=True,
        env={"PATH": path_without_swift},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("pass\n", "")


@pytest.mark.skipif(not shutil.which("readelf"), reason="needs readelf")
def test_the_library_needs_no_swift_and_only_the_stated_glibc() -> None:
    page = (ROOT / "docs/PYTHON.md").read_text(encoding="utf-8")
    stated = re.search(r"glibc (\d+)\.(\d+) or later \(`py3-none-manylinux_(\d+)_(\d+)`\)", page)
    assert stated and stated.groups()[:2] == stated.groups()[2:]
    least = tuple(map(int, stated.groups()[:2]))
    wheel = distribution("depthcheck").read_text("WHEEL") or ""
    assert f"manylinux_{least[0]}_{least[1]}_" in wheel
    text = subprocess.run(["readelf", "-dV", LIBRARY], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    assert needed and not any("swift" in name.lower() or "Foundation" in name for name in needed)
    versions = {tuple(map(int, each.split("."))) for each in re.findall(r"GLIBC_(\d+\.\d+(?:\.\d+)?)", text)}
    assert versions and max(versions)[:2] <= least


@pytest.mark.skipif(not PYTHON.exists(), reason="needs the tools of tools/python/build")
def test_the_sdist_fails_with_one_sentence_without_swift(tmp_path: Path, path_without_swift: str) -> None:
    archive = next(BUILT.glob("depthcheck-*.tar.gz"))
    with tarfile.open(archive) as sdist:
        sdist.extractall(tmp_path)
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    # The hook under test, also if the sdist is older.
    shutil.copy(ROOT / "tools/python/hatch_build.py", source)
    done = subprocess.run(
        [PYTHON, "-m", "build", "--wheel", "--no-isolation", source], capture_output=True,
        text=True, env={**os.environ, "PATH": path_without_swift},
    )  # fmt: skip
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1 and "found no Swift compiler on the PATH; expected Swift 6.2 or later" in lines[0]
    assert "use the wheel of a release" in lines[0] and "/releases)" in lines[0] and ". " not in lines[0]
    assert "Traceback" not in done.stderr and not list(source.glob("dist/*.whl"))
