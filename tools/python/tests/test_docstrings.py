"""The docstrings of the public names: sections, and examples that run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import shutil
import types
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import depthcheck.figures
import depthcheck.sklearn
import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES

#: Public modules, with the names that they export.
MODULES: list[types.ModuleType] = [depthcheck, depthcheck.captures, depthcheck.figures, depthcheck.sklearn]
NAMES = [(module, name) for module in MODULES for name in module.__all__]
#: The modules with examples.
PARTS = sorted(
    f"depthcheck.{path.stem}" for path in Path(depthcheck.__file__).parent.glob("*.py") if path.stem != "_version"
)


def examples(value: Any, names: dict[str, Any]) -> list[doctest.DocTest]:
    """The examples of a value and of its members."""
    return [test for test in doctest.DocTestFinder(exclude_empty=True).find(value, globs=names) if test.examples]


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names that examples use, in a folder with their files."""
    (tmp_path / "captures").mkdir()
    for source, target in [("room-01", "room.bin.gz"), ("room-01", "captures/room.bin.gz"),
                           ("screen-01", "captures/screen.bin.gz")]:  # fmt: skip
        shutil.copy(FIXTURES / f"{source}.bin.gz", tmp_path / target)
    case = "hash-only-binary32.json"
    shutil.copy(FIXTURES / "captures/cases" / case, tmp_path / "capture.json")
    (tmp_path / "cases/cases").mkdir(parents=True)
    shutil.copy(FIXTURES / "captures/cases" / case, tmp_path / "cases/cases" / case)
    expected = json.loads((FIXTURES / "captures/expected.json").read_text())
    name = case.removesuffix(".json")
    (tmp_path / "cases/expected.json").write_text(json.dumps({name: expected[name]}))
    np.savez(tmp_path / "maps.npz", far=np.full((48, 64), 2, np.float32), near=np.full((48, 64), 1, np.float32))
    depthcheck.write_measurements(depthcheck.measure(tmp_path / "captures"), tmp_path / "corpus.ndjson")
    (tmp_path / "labels.csv").write_text("file,label\nroom.bin.gz,bona_fide\nscreen.bin.gz,screen\n")
    monkeypatch.chdir(tmp_path)
    public = {name: getattr(module, name) for module, name in NAMES}
    return {**public, "np": np, "pd": pd, "depthcheck": depthcheck, "sklearn": importlib.import_module("sklearn")}


@pytest.mark.parametrize("part", PARTS)
def test_the_examples_run(part: str, names: dict[str, Any]) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    output: list[str] = []
    for test in examples(importlib.import_module(part), names):
        runner.run(test, out=output.append)
    assert not output, "".join(output)


def test_a_wrong_example_fails(names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(">>> Parameters().layerThreshold\n4\n", names, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None).failed == 1


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_public_functions_and_classes_have_examples(module: types.ModuleType, name: str) -> None:
    value = getattr(module, name)
    if not callable(value) or (inspect.isclass(value) and issubclass(value, (Exception, Warning))):
        return
    assert examples(value, {}), f"{module.__name__}.{name}"
    text = inspect.getdoc(value) or ""
    if inspect.isfunction(value):
        described = {word.strip() for line in text.splitlines() for word in line.split(" : ")[0].split(",")}
        refers = ":func:`" in text or ":class:`" in text
        missing = [each for each in inspect.signature(value).parameters if each not in described]
        assert not missing or refers, f"{name} does not describe {missing}"
