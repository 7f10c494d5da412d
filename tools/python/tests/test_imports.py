"""The modules of the package import each other as a tree."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import depthcheck
import pytest


def imports_of(folder: Path) -> dict[str, set[str]]:
    """The imports between the modules of a package, anywhere in a module."""
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob("*.py")}
    imports: dict[str, set[str]] = {}
    for name, tree in trees.items():
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
        named = {node.module or alias.name for node in nodes for alias in node.names}
        imports[name] = {module if module in trees else "__init__" for module in named}
    return imports


def test_imports_have_no_cycles() -> None:
    imports = imports_of(Path(depthcheck.__file__).parent)
    assert {"_analyzer", "_errors"} <= imports["_files"]
    # Raises CycleError, which names the cycle.
    assert set(TopologicalSorter(imports).static_order()) == set(imports)


@pytest.mark.parametrize(
    "second",
    ["from ._first import x", "from . import _first", "from . import x", "def late():\n    from ._first import x",
     "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ._first import x"],
)  # fmt: skip
def test_a_cycle_is_detected(second: str, tmp_path: Path) -> None:
    modules = {"__init__": "from ._first import x", "_first": "from ._second import y", "_second": second}
    for name, text in modules.items():
        (tmp_path / f"{name}.py").write_text(text)
    with pytest.raises(CycleError):
        list(TopologicalSorter(imports_of(tmp_path)).static_order())


def test_the_import_loads_nothing_that_only_some_functions_need() -> None:
    script = (
        "import sys, json, numpy; before = set(sys.modules); import depthcheck;"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert {"depthcheck", "depthcheck._library"} <= loaded
    slow = {"concurrent.futures", "csv", "difflib", "email", "hashlib", "html", "logging", "matplotlib", "pandas"}
    slow |= {"pathlib", "random", "secrets", "sklearn", "subprocess", "tqdm", "urllib.parse"}
    assert not loaded & slow
