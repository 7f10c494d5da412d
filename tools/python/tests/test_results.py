"""Results as dictionaries, JSON, DataFrames and HTML; progress; parameters in files; columns of other types."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import pickle
import shutil
import sys
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES, Command, Map

PROFILES = depthcheck.description.profiles


def cell(value: Any) -> str:
    """A value as the command writes it in CSV."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    return " ".join(map(cell, value)) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_frame_has_the_columns_and_values_of_the_command_s_csv(command: Command, profile: Any) -> None:
    for name in ["room-01", "screen-01", "constant-0.4m", "all-invalid"]:
        path = FIXTURES / f"{name}.bin.gz"
        text = command.run("analyze", path, "--format", "csv", "--profile", profile, codes=(0, 1)).decode()
        expected = next(iter(csv.DictReader(io.StringIO(text))))
        frame = depthcheck.analyze_file(path, profile=profile).to_frame()
        assert list(frame.columns) == list(expected) and len(frame) == 1
        found = frame.astype(object).iloc[0].to_dict()
        for column, value in found.items():
            if isinstance(value, float) and not math.isnan(value) and expected[column]:
                # The command writes the shortest decimals of the profile's arithmetic.
                scalar = np.float32 if profile == "client" else np.float64
                assert scalar(value) == scalar(expected[column]), column
            elif column not in ("peak_depths", "notes"):
                assert cell(value) == expected[column], column


def test_json_is_the_command_s(command: Command, tmp_path: Path) -> None:
    path = FIXTURES / "room-01.bin.gz"
    for profile in PROFILES:
        result = depthcheck.analyze_file(path, profile=profile)  # type: ignore[arg-type]
        expected = json.loads(command.run("analyze", path, "--format", "json", "--profile", profile))
        text = result.to_json(tmp_path / "result.json")
        assert json.loads(text) == expected == json.loads((tmp_path / "result.json").read_text())
        assert list(json.loads(text)) == list(expected)
        assert json.loads(result.analysis.to_json()) == result.analysis.to_dict()
    # Numbers that JSON cannot represent.
    assert "NaN" not in depthcheck.analyze(np.full((4, 4), np.nan)).to_json()


def test_results_are_tables_in_notebooks(room: Map) -> None:
    analysis = depthcheck.analyze(room)
    assert "<td>status</td><td>pass</td>" in analysis._repr_html_()
    page = depthcheck.analyze_bytes(room.tobytes(), name="<b>&.bin")._repr_html_()
    assert "<td>&lt;b&gt;&amp;.bin</td>" in page and "<b>" not in page
    found = depthcheck.parity(room)
    assert found.to_frame()["field"].tolist() == list(found.differences)
    assert found.to_dict()["server"] == analysis.to_dict() and json.loads(found.to_json())["holds"] is True
    table = depthcheck.analyze_many([room, np.full((4, 4), 0.4)])
    tuned = depthcheck.tune(table, ["bona_fide", "print"])
    assert json.loads(tuned.to_json())["apcer"] == {"print": {"errors": 0, "total": 1, "rate": 0.0}}
    assert "<th>species</th>" in tuned._repr_html_() and "<td>print</td>" in tuned._repr_html_()
    assert "<td>layerThreshold</td><td>3</td>" in depthcheck.Parameters()._repr_html_()


def test_parameters_survive_files_and_the_command_reads_them(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "parameters.json"
    for values in [{}, {"layerThreshold": 4}, {"varianceThreshold": 0.1 + 0.2, "minValidDepth": 1, "edgeGain": 1e-5}]:
        parameters = depthcheck.Parameters.from_dict(values)
        assert parameters.to_json(path) + "\n" == path.read_text()
        assert depthcheck.Parameters.from_json(path) == parameters
        report = json.loads(command.run("analyze", FIXTURES / "room-01.bin.gz", "--parameters", path, "--format",
                                        "json", codes=(0, 1)))  # fmt: skip
        assert depthcheck.analyze_file(FIXTURES / "room-01.bin.gz", parameters=parameters).to_dict() == report | {
            "input": str(FIXTURES / "room-01.bin.gz")
        }


@pytest.mark.parametrize("jobs", [1, 3])
def test_progress_is_reported_to_a_function(room: Map, jobs: int) -> None:
    small = room[:48, :64]
    for maps, total in [(np.stack([small] * 40), 40), ([small] * 5, 5), ((small for _ in range(5)), None)]:
        calls: list[tuple[int, int | None]] = []
        depthcheck.analyze_many(maps, jobs=jobs, progress=lambda done, of, calls=calls: calls.append((done, of)))
        counts = [done for done, _ in calls]
        assert counts == sorted(counts) and counts[-1] == (total or 5) and {of for _, of in calls} == {total}
    calls = []
    paths = sorted(FIXTURES.glob("room-*.bin.gz"))
    table = depthcheck.measure(paths, jobs=jobs, progress=lambda done, of: calls.append((done, of)))
    assert calls == [(number + 1, len(paths)) for number in range(len(table["file"]))]


def test_progress_is_a_bar_of_tqdm(
    room: Map, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tqdm")
    depthcheck.analyze_many([room] * 3, progress=True)
    assert "3/3" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(depthcheck.InputError, match="pip install tqdm"):
        depthcheck.analyze_many([room], progress=True)
    assert depthcheck.analyze_many([room])["status"].tolist() == ["pass"]


def test_arrow_backed_columns_work(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    paths = sorted(FIXTURES.glob("*-0[1-4].bin.gz"))
    table = depthcheck.measure(paths)
    frame = pd.DataFrame(table)
    arrow = frame.convert_dtypes(dtype_backend="pyarrow")
    assert all(isinstance(each, pd.ArrowDtype) for each in arrow.dtypes)
    labels = pd.Series(["bona_fide" if name.startswith("room") else "screen" for name in table["file"]])
    arrow_labels = labels.astype(pd.ArrowDtype(pyarrow.string()))
    assert depthcheck.tune(arrow, arrow_labels) == depthcheck.tune(table, labels)
    for found, expected in zip(depthcheck.decide(arrow), depthcheck.decide(table)):
        assert np.array_equal(found, expected)
    depthcheck.write_measurements(arrow, tmp_path / "arrow.ndjson")
    depthcheck.write_measurements(table, tmp_path / "table.ndjson")
    assert (tmp_path / "arrow.ndjson").read_bytes() == (tmp_path / "table.ndjson").read_bytes()
    # A join converts whole numbers to floats.
    joined = frame.astype({name: float for name in frame if frame[name].dtype == np.int64})
    assert joined["depth_layers"].dtype == joined["file_bytes"].dtype == np.float64
    depthcheck.write_measurements(joined, tmp_path / "joined.ndjson")
    assert (tmp_path / "joined.ndjson").read_bytes() == (tmp_path / "table.ndjson").read_bytes()
    holes = arrow.copy()
    holes.loc[0, "depth_variance"] = pd.NA
    accepted, margins = depthcheck.decide(holes)
    assert not accepted[0] and margins[0] == -1
    samples = pyarrow.array(np.full(48 * 64, 0.4, np.float32))
    assert depthcheck.analyze(samples) == depthcheck.analyze(np.full(48 * 64, 0.4, np.float32))


def test_dictionaries_of_results_are_copies_and_pickled_results_are_equal(room: Map) -> None:
    table = depthcheck.measure([FIXTURES / "room-01.bin.gz", FIXTURES / "screen-01.bin.gz"])
    labels = {"file": table["file"], "label": ["bona_fide", "screen"]}
    results: list[Any] = [
        depthcheck.tune(table, ["bona_fide", "screen"]),
        depthcheck.parity(room),
        depthcheck.planarity(room),
        depthcheck.tuning_report(table, labels, replicates=0),
        depthcheck.evaluate(table, labels, {"layerThreshold": 9}),
        depthcheck.captures.verify_file(FIXTURES / "captures/cases/hash-only-binary32.json"),
    ]
    for result in results:
        again = pickle.loads(pickle.dumps(result))
        assert again == result and hash(again) == hash(result) and {again: 1} == {result: 1}
        expected = result.to_json()
        found = result.to_dict()
        for member in found.values():
            if isinstance(member, (dict, list)):
                member.clear()
        found.clear()
        assert result.to_json() == expected
    # Other contents are not equal; NaN is equal to NaN only.
    nan, again, text = (
        depthcheck.EvaluationReport({"value": value}) for value in (math.nan, math.nan, "not a number")
    )
    assert nan == again and hash(nan) == hash(again) and nan != text
    assert results[0] != depthcheck.tune(table, ["bona_fide", "screen"], objective="deer")
    assert results[1] != depthcheck.parity(room, parameters={"layerThreshold": 9}) and results[1] != results[0]
    assert results[3] != depthcheck.tuning_report(table, labels, replicates=0, seed=2)
    report = results[3]
    assert "advice" in report and "nothing" not in report and list(report) == list(report.to_dict())


def test_a_column_that_occurs_twice_is_an_error(tmp_path: Path) -> None:
    frame = pd.DataFrame(depthcheck.measure([FIXTURES / "room-01.bin.gz", FIXTURES / "screen-01.bin.gz"]))
    labels = pd.DataFrame({"file": frame["file"], "label": ["bona_fide", "screen"]})
    twice = pd.concat([frame, frame[["depth_layers"]] + 1], axis=1)
    for name, wrong in [
        ("depth_layers", lambda: depthcheck.tune(twice, labels["label"])),
        ("depth_layers", lambda: depthcheck.decide(twice)),
        ("depth_layers", lambda: depthcheck.tuning_report(twice, labels)),
        ("depth_layers", lambda: depthcheck.write_measurements(twice, tmp_path / "twice.ndjson")),
        ("label", lambda: depthcheck.evaluate(frame, pd.concat([labels, labels["label"]], axis=1), {})),
        ("file", lambda: depthcheck.evaluate(
            frame, labels, {}, tuned_on=[pd.concat([frame, frame["file"]], axis=1)])),
    ]:  # fmt: skip
        with pytest.raises(depthcheck.InputError, match=f"found 2 columns named {name} in the"):
            wrong()
    assert not (tmp_path / "twice.ndjson").exists()


def test_names_that_are_not_utf_8_are_those_of_the_command(command: Command, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.bin.gz")
    shutil.copy(FIXTURES / "room-01.bin.gz", path)
    result = depthcheck.analyze_file(path)
    text = result.to_json(tmp_path / "result.json")
    assert json.loads(text)["input"].endswith("/caf\\xE9.bin.gz") and "\\xE9" in result._repr_html_()
    # The arguments of subprocess are encoded likewise.
    assert json.loads(text) == json.loads(command.run("analyze", path, "--format", "json"))
    assert depthcheck.read(os.fsencode(path)).name == path and depthcheck.read_confidence(path) is None


def test_an_output_in_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "parameters.json"
    with pytest.raises(FileNotFoundError) as error:
        depthcheck.Parameters().to_json(path)
    assert error.value.filename == str(path) and error.value.filename2 is None
