"""Malformed arguments and hostile names through every public function."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import pickle
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES, ROOT
from depthcheck import MEASUREMENTS

HOSTILE = "e\x1b[31m\x1b]0;title\x07\u202e\x9b"
PRINTED = r"e\u{1B}[31m\u{1B}]0;title\u{7}\u{202E}\u{9B}"

#: Values that few parameters accept.
MALFORMED = [
    None, 5, -1, 2.5, float("nan"), 10**400, True, "text", "\ud800", "a\0b", b"\xff", [], [[1], [2, 3]], [b"\xff"],
    [None], {}, {"a": [1], "b": [1, 2]}, {"a": 1}, {1: "a"}, object(), int, np.zeros(0), np.ones((2, 2, 2)),
    np.float32(1), np.array([object()]), np.array(["a", None], dtype=object), np.ones(3, dtype=complex),
    np.array(["2026-01-01"], dtype="M8[s]"), np.zeros(2, dtype=[("a", "i4"), ("b", "f4")]), np.ma.masked_all(2),
    pd.DataFrame([[1, 2]], columns=["a", "a"]), pd.Series([1]), pd.NA, np.array([b"\xff"]), range(3), lambda *_: 5,
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four maps with their measurements and labels, a capture and parameters."""
    folder = tmp_path_factory.mktemp("arguments")
    (folder / "maps").mkdir()
    names = ["room-01", "room-02", "screen-01", "screen-02"]
    for name in names:
        shutil.copy(FIXTURES / f"{name}.bin.gz", folder / "maps")
    table = depthcheck.measure(folder / "maps", candidates=True)
    depthcheck.write_measurements(table, folder / "measured.ndjson")
    labels = [f"{name}.bin.gz,{'bona_fide' if 'room' in name else 'attack'}\n" for name in names]
    (folder / "labels.csv").write_text("file,label\n" + "".join(labels))
    (folder / "answers.ndjson").write_text("")
    (folder / "set/cases").mkdir(parents=True)
    captures, name = ROOT / "fixtures/captures", "hash-only-binary32"
    shutil.copy(captures / f"cases/{name}.json", folder / "set/cases")
    expected = json.loads((captures / "expected.json").read_text())[name]
    (folder / "set/expected.json").write_text(json.dumps({name: expected}))
    depthcheck.Parameters().to_json(folder / "parameters.json")
    return folder


def calls(folder: Path) -> dict[Callable[..., Any], dict[str, Any]]:
    """Each public function with valid arguments."""
    room = depthcheck.read(FIXTURES / "room-01.bin.gz").depth[:48, :64]
    data = (FIXTURES / "room-01.bin.gz").read_bytes()
    table, labels = folder / "measured.ndjson", folder / "labels.csv"
    case = folder / "set/cases/hash-only-binary32.json"
    numbers = depthcheck.measure(folder / "maps")
    report = depthcheck.evaluate(table, labels, None, tables=True, figures=True)
    captures = depthcheck.captures
    tuning: dict[str, Any] = {"measurements": table, "labels": labels, "replicates": 0, "jobs": 1}
    cases: dict[str, Any] = {"folder": folder / "set", "filters": ["hash-only-binary32"]}
    return {
        depthcheck.analyze: {"array": room},
        depthcheck.analyze_bytes: {"data": data},
        depthcheck.analyze_file: {"path": FIXTURES / "room-01.bin.gz"},
        depthcheck.analyze_many: {"maps": [room]},
        depthcheck.decide: {"measurements": numbers},
        depthcheck.evaluate: {"measurements": table, "labels": labels, "parameters": None},
        depthcheck.evaluate_scores: {"scores": [0.9, 0.2, 0.8, 0.1], "labels": [1, 0, 1, 0]},
        depthcheck.measure: {"corpus": folder / "maps", "jobs": 1},
        depthcheck.measure_bytes: {"names": ["a"], "blobs": [data]},
        depthcheck.parity: {"array": room},
        depthcheck.parity_report: {"corpus": folder / "maps"},
        depthcheck.plan: {"species": 6, "limit": 0.05},
        depthcheck.planarity: {"array": room},
        depthcheck.read: {"path": FIXTURES / "room-01.bin.gz"},
        depthcheck.read_bytes: {"data": data},
        depthcheck.read_confidence: {"path": FIXTURES / "room-01.bin.gz"},
        depthcheck.render: {"array": room},
        depthcheck.tune: {"measurements": numbers, "labels": ["bona_fide", "bona_fide", "a", "a"]},
        depthcheck.tuning_report: tuning,
        depthcheck.write_measurements: {"table": numbers, "path": folder / "written.ndjson"},
        depthcheck.Parameters.from_dict: {"values": {}},
        depthcheck.Parameters.from_json: {"path": folder / "parameters.json"},
        depthcheck.Parameters().to_json: {},
        depthcheck.Reading: {},
        depthcheck.Objective: {"kind": "acer"},
        depthcheck.Objective.bpcer: {"max_apcer": 0.1},
        depthcheck.Objective.apcer: {"max_bpcer": 0.1},
        depthcheck.Objective.cost: {"apcer": 1, "bpcer": 1, "prior": 0.5},
        depthcheck.Objective.named: {"objective": "acer"},
        depthcheck.Objective("acer").figure: {"apcer": 0.1, "bpcer": 0.1},
        report.save: {"folder": folder / "paper"},
        report.tables["rates"].save: {"path": folder / "rates.csv"},
        report.figures["det"].save: {"path": folder / "det.svg"},
        captures.audit: {"body": case.read_bytes(), "depth": FIXTURES / "room-01.bin.gz"},
        captures.audit_file: {"path": case, "depth": FIXTURES / "room-01.bin.gz"},
        captures.check: {**cases, "answers": folder / "answers.ndjson"},
        captures.example_device: {},
        captures.inspect: {"body": case.read_bytes()},
        captures.inspect_all: {"path": case},
        captures.inspect_file: {"path": case},
        captures.pack: {"photo": b"photo", "depth": room},
        captures.requests: cases,
        captures.verify: {"body": case.read_bytes()},
        captures.verify_all: {"path": case},
        captures.verify_file: {"path": case},
    }


@contextlib.contextmanager
def only_documented_errors() -> Iterator[None]:
    """Permits the errors of docs/PYTHON.md; among the system's, only those of a path to open or write."""
    system = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)
    try:
        with contextlib.suppress(*system):
            yield
    except depthcheck.DepthcheckError as error:
        assert str(error).isprintable() and error.code


def test_no_function_is_left_out(folder: Path) -> None:
    public = {getattr(module, name) for module in (depthcheck, depthcheck.captures) for name in module.__all__
              if inspect.isfunction(getattr(module, name))}  # fmt: skip
    assert public <= set(calls(folder)) and len(public) > 25


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("value", MALFORMED, ids=lambda value: repr(value)[:20].encode("ascii", "replace").decode())
def test_a_malformed_argument_is_a_depthcheck_error(folder: Path, value: Any, monkeypatch: Any) -> None:
    # Names such as "text" can be those of files to write.
    monkeypatch.chdir(folder)
    for function, arguments in calls(folder).items():
        function(**arguments)
        for name in inspect.signature(function).parameters:
            if name in ("progress", "answers") and callable(value):
                # A function's own errors are raised as they are.
                continue
            with only_documented_errors():
                function(**{**arguments, name: value})


def cells() -> list[Any]:
    return [[], [1.0], 5, None, "text", [b"\xff"] * 4, [[1, 2]] * 4, [[1], [2, 3], [], []], [None] * 4, [object()] * 4,
            [10**400] * 4, ["\ud800"] * 4, [{}] * 4, np.ones((4, 2)), np.array([b"\xff"] * 4), np.ones(4, complex),
            np.array([object()] * 4), [pd.NaT] * 4, ["x"] * 4, [np.ones(2)] * 4, np.ones(4, "M8[s]")]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("column", [*MEASUREMENTS, "status", "file", "file_sha256", "label"])
def test_a_malformed_column_is_a_depthcheck_error(folder: Path, column: str) -> None:
    table = depthcheck.measure(folder / "maps", candidates=True)
    labels = pd.read_csv(folder / "labels.csv").to_dict("list")
    for values in cells():
        broken: dict[str, Any] = {**table, column: values}
        wrong: Any = {**labels, column: values}
        for call in [
            lambda: depthcheck.decide(broken),
            lambda: depthcheck.tune(broken, labels["label"]),
            lambda: depthcheck.tune(table, values, bona_fide=5),
            lambda: depthcheck.tuning_report(broken, labels, replicates=0),
            lambda: depthcheck.tuning_report(table, wrong, replicates=0),
            lambda: depthcheck.evaluate(broken, wrong, None),
            lambda: depthcheck.evaluate(table, labels, None, tuned_on=[broken, wrong]),
            lambda: depthcheck.write_measurements(broken, folder / "written.ndjson"),
        ]:  # fmt: skip
            with only_documented_errors():
                call()


def test_columns_of_other_lengths_and_cells_of_lists_are_named(folder: Path) -> None:
    table = depthcheck.measure(folder / "maps")
    for column, values, message in [
        ("status", ["pass"], "columns of different lengths in the measurements"),
        ("depth_range", [1.0], "columns of different lengths in the measurements"),
        ("depth_range", [[1, 2]] * 4, "lists, or a single value, for the column depth_range of the measurements"),
        ("status", [b"\xff"] * 4, r"found b'\\xff' in the column status of the measurements, row 0"),
    ]:
        with pytest.raises(depthcheck.InputError, match=message):
            depthcheck.decide({**table, column: values})
    # Columns that are not used can have any values.
    table["peaks"] = np.array([(1,), (), (), ()], dtype=object)
    assert len(depthcheck.decide(table)[0]) == 4


def hostile_calls(folder: Path) -> Iterator[Callable[[], Any]]:
    """Calls whose errors or warnings contain a hostile name."""
    bad = folder / f"{HOSTILE}.bin"
    bad.write_bytes(b"abc")
    archive = folder / "bad.zip"
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr(f"{HOSTILE}.npy", b"bad")
    (folder / f"{HOSTILE}.json").write_text("[")
    (folder / f"{HOSTILE}.csv").write_text(f"file,label\n{HOSTILE},{HOSTILE}\n")
    (folder / f"{HOSTILE}.ndjson").write_bytes((folder / "measured.ndjson").read_bytes()[:-9])
    data, table, labels = b"abc", folder / "measured.ndjson", folder / "labels.csv"
    for path in (bad, folder / f"{HOSTILE}none.zip", folder / HOSTILE):
        yield lambda path=path: list(depthcheck.read(path))
        yield lambda path=path: depthcheck.analyze_file(path)
        yield lambda path=path: depthcheck.measure(path, shards=True)
        yield lambda path=path: depthcheck.read_confidence(path / "a.depth")
        yield lambda path=path: depthcheck.captures.verify_file(path)
        yield lambda path=path: depthcheck.captures.inspect_file(path)
        yield lambda path=path: depthcheck.captures.audit_file(path, path)
        yield lambda path=path: depthcheck.captures.requests(path)
        yield lambda path=path: depthcheck.captures.check(path)
        yield lambda path=path: depthcheck.captures.pack(b"photo", path)
    yield lambda: list(depthcheck.read(archive))
    yield lambda: depthcheck.measure([bad, bad])
    yield lambda: depthcheck.measure(folder / "maps", root=folder / HOSTILE)
    yield lambda: depthcheck.read_bytes(data, name=HOSTILE)
    yield lambda: depthcheck.analyze_bytes(data, name=HOSTILE)
    yield lambda: depthcheck.captures.verify(data, name=HOSTILE)
    yield lambda: depthcheck.captures.inspect(data, name=HOSTILE)
    yield lambda: depthcheck.captures.audit(data, bad, name=HOSTILE)
    yield lambda: depthcheck.captures.verify(data, device=folder / f"{HOSTILE}.json")
    yield lambda: depthcheck.Parameters.from_json(folder / f"{HOSTILE}.json")
    yield lambda: depthcheck.Parameters.from_dict({HOSTILE: 1})
    yield lambda: depthcheck.decide({HOSTILE: [1]})
    yield lambda: depthcheck.tune(np.ones((1, 6)), pd.DataFrame({HOSTILE: [1]}).T.to_dict())
    yield lambda: depthcheck.tuning_report(folder / f"{HOSTILE}.ndjson", labels)
    yield lambda: depthcheck.tuning_report(table, folder / f"{HOSTILE}.csv")
    yield lambda: depthcheck.tuning_report(table, labels, leave_out=HOSTILE)
    yield lambda: depthcheck.tuning_report(table, labels, objective=HOSTILE)
    yield lambda: depthcheck.tuning_report(table, labels, sweep={HOSTILE: [1]}, corpus=folder)
    yield lambda: depthcheck.tuning_report(table, pd.DataFrame([[1, 2]], columns=[HOSTILE] * 2))
    yield lambda: depthcheck.evaluate(table, folder / f"{HOSTILE}.csv", None)
    yield lambda: depthcheck.evaluate(table, labels, None, per=HOSTILE, decide="any")
    yield lambda: depthcheck.write_measurements({HOSTILE: [{}]}, folder / "written.ndjson")


@pytest.mark.filterwarnings("ignore")
def test_messages_print_hostile_names(folder: Path) -> None:
    found = 0
    for call in hostile_calls(folder):
        try:
            call()
        except (depthcheck.DepthcheckError, OSError) as error:
            for text in (str(error), repr(error), str(pickle.loads(pickle.dumps(error)))):
                assert text.isprintable(), repr(text)
            found += PRINTED in str(error)
    assert found > 40
    with pytest.raises(depthcheck.ReadingError) as error_with_path:
        depthcheck.read(folder / f"{HOSTILE}.bin")
    assert error_with_path.value.path == str(folder / f"{HOSTILE}.bin")
    shutil.copytree(folder / "maps", folder / "pipes")
    os.mkfifo(folder / "pipes" / f"{HOSTILE}.bin")
    with pytest.warns(depthcheck.SkippedWarning) as warned:
        depthcheck.measure(folder / "pipes")
    assert PRINTED in str(warned[0].message) and str(warned[0].message).isprintable()


def test_written_results_escape_hostile_names(folder: Path) -> None:
    table = depthcheck.measure(folder / "maps")
    table["file"] = np.array([HOSTILE, "\udcff", "Größe", "🦊"])
    depthcheck.write_measurements(table, folder / "written.ndjson")
    lines = (folder / "written.ndjson").read_text().splitlines()
    assert all(line.isprintable() for line in lines) and len(lines) == 4
    assert [json.loads(line)["file"] for line in lines] == [HOSTILE, "\\xFF", "Größe", "🦊"]
    assert "Größe" in lines[2] and "🦊" in lines[3] and "\\u202e" in lines[0]
    named = depthcheck.analyze_bytes((FIXTURES / "room-01.bin.gz").read_bytes(), name=HOSTILE)
    assert json.loads(named.to_json())["input"] == HOSTILE
    for text in (named.to_json(), named._repr_html_(), repr(named)):
        assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Größe 日本 🦊", "Größe 日本 🦊"), ("\x1b", r"\u{1B}"), ("\x7f\x85\xa0", r"\u{7F}\u{85}\u{A0}"),
     ("a\nb", r"a\u{A}b"), ("\udcff", r"\xFF"), ("\ufe0f\u200b\U000e0101", r"\u{FE0F}\u{200B}\u{E0101}"),
     (r"\u{1B} \ \n", r"\u{1B} \ \n"), ("\ue000\u2028", r"\u{E000}\u{2028}")],
)  # fmt: skip
def test_the_printed_form_is_the_command_s(text: str, expected: str) -> None:
    assert str(depthcheck.InputError("code", text)) == expected
    assert str(depthcheck.ReadingError("code", "message", text)) == f"{expected}: message"
