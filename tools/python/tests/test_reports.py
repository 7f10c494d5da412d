"""Tuning and evaluation, compared with the command: every member of its JSON, and every cell of its tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from conftest import FIXTURES, ROOT, Command, fixture_map, scene


class Corpus:
    """A folder of labelled maps, and what the command measures in it."""

    def __init__(self, folder: Path, command: Command, profile: str, seed: int = 11) -> None:
        self.folder, self.command, self.profile = folder / "maps", command, profile
        self.folder.mkdir()
        random = np.random.default_rng(seed)
        labels = (["bona_fide"] * 3 + ["screen", "print"]) * 30
        rows = []
        for number, label in enumerate(labels):
            name = f"{number:03}.npy"
            np.save(self.folder / name, scene(random, label))
            is_real = label == "bona_fide"
            rows.append([name, "bona_fide" if is_real else "attack", "" if is_real else label, f"g{number // 5}"])
        self.labels = folder / "labels.csv"
        with self.labels.open("w", newline="") as file:
            csv.writer(file).writerows([["file", "label", "species", "group"], *rows])
        self.table = folder / "measured.ndjson"
        command.run("measure", self.folder, "--candidates", "--profile", profile, "-o", self.table, "--quiet")

    def report(self, name: str, *arguments: object, codes: tuple[int, ...] = (0, 1, 3)) -> Any:
        return json.loads(self.command.run(name, self.table, "--labels", self.labels, "--format", "json", *arguments,
                                           codes=codes))  # fmt: skip


@pytest.fixture(scope="module", params=depthcheck.description.profiles)
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, command: Command) -> Corpus:
    return Corpus(tmp_path_factory.mktemp("corpus"), command, request.param)


def csv_rows(table: dict[str, npt.NDArray[Any]]) -> list[dict[str, str]]:
    """A table as the command writes it in CSV."""
    def cell(value: Any) -> str:
        return "" if isinstance(value, float) and np.isnan(value) else str(value)

    return [dict(zip(table, map(cell, row))) for row in zip(*(column.tolist() for column in table.values()))]


def number(cell: str) -> float | str:
    """A cell as a number if it is one. A column of whole numbers with gaps is float in Python."""
    try:
        return float(cell)
    except ValueError:
        return cell


def test_measured_tables_have_the_command_s_candidates(corpus: Corpus, tmp_path: Path) -> None:
    table = depthcheck.measure(corpus.folder, candidates=True, profile=corpus.profile)  # type: ignore[arg-type]
    depthcheck.write_measurements(table, tmp_path / "table.ndjson")
    assert (tmp_path / "table.ndjson").read_text() == corpus.table.read_text()
    depthcheck.write_measurements(pd.DataFrame(table), tmp_path / "frame.ndjson")
    assert (tmp_path / "frame.ndjson").read_text() == corpus.table.read_text()
    for name in depthcheck.description.candidates:
        assert table[name].dtype == np.float64
    for place in range(0, len(table["file"]), 20):
        found = depthcheck.planarity(np.load(corpus.folder / table["file"][place]))
        assert found.absence is None
        assert found.to_dict() == {name: table[name][place] for name in depthcheck.description.candidates}


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({"operating_points": 500}, ["--point-limit", 500]),
        ({"objective": "acer", "seed": 7, "folds": 3, "confidence": 0.9, "replicates": 0},
         ["--objective", "acer", "--seed", 7, "--folds", 3, "--confidence", 0.9, "--replicates", 0]),
        ({"objective": depthcheck.Objective.apcer(0.02), "replicates": 0, "operating_points": 50},
         ["--max-bpcer", 0.02, "--replicates", 0, "--point-limit", 50]),
        ({"objective": depthcheck.Objective.cost(5, 1, 0.2), "replicates": 50},
         ["--cost-apcer", 5, "--cost-bpcer", 1, "--prior", 0.2, "--replicates", 50]),
        ({"objective": "deer", "replicates": 50}, ["--objective", "deer", "--replicates", 50]),
    ],
)  # fmt: skip
def test_a_tuning_report_is_the_command_s(
    corpus: Corpus, tmp_path: Path, options: dict[str, Any], arguments: list[Any]
) -> None:
    files = {"curves": "--curves", "operating_points": "--operating-points", "folds": "--save-folds"}
    if "operating_points" not in options:
        files.pop("operating_points")
    expected = corpus.report(
        "tune", *arguments, "-o", tmp_path / "tuned.json", "--force",
        *(each for name, option in files.items() for each in (option, tmp_path / f"{name}.csv")),
    )  # fmt: skip
    found = depthcheck.tuning_report(corpus.table, corpus.labels, **options)
    assert found.to_dict() == expected and list(found.to_dict()) == list(expected)
    tuned = json.loads((tmp_path / "tuned.json").read_text())
    assert tuned.pop("tuning") and found.parameters.to_dict() == tuned
    for name in files:
        rows = list(csv.DictReader(io.StringIO((tmp_path / f"{name}.csv").read_text())))
        assert csv_rows(getattr(found, name)) == rows and rows
    frame = found.to_frame()
    assert set(frame["setting"]) == {"present", "tuned", "expected_on_new_scenes"}
    worst = frame.query("setting == 'tuned' and `class` == 'attack'")["value"].max()
    assert worst == expected["tuned"]["rates"]["apcer_worst"]
    assert (found.objection is None) == (expected["advice_code"] in ("use_tuned", "use_present")) or found.objection


def test_tables_give_the_same_report_as_their_files(corpus: Corpus) -> None:
    table = depthcheck.measure(corpus.folder, candidates=True, profile=corpus.profile)  # type: ignore[arg-type]
    labels = pd.read_csv(corpus.labels, dtype=str)
    expected = depthcheck.tuning_report(corpus.table, corpus.labels, replicates=0).to_dict()
    # The digests of the files.
    expected.pop("provenance")
    for measurements in (table, pd.DataFrame(table)):
        for given in (labels, labels.convert_dtypes(), labels.to_dict("list")):
            found = depthcheck.tuning_report(measurements, given, replicates=0, jobs=1).to_dict()
            assert found.pop("provenance") and found == expected
    kinds = labels["species"].fillna("bona_fide")
    tuned = depthcheck.tune(table, kinds, profile=corpus.profile)  # type: ignore[arg-type]
    assert tuned.thresholds == expected["tuned"]["thresholds"]


def test_a_sweep_is_the_command_s(corpus: Corpus, tmp_path: Path) -> None:
    # The command measures again what the folder lacks.
    expected = corpus.report(
        "tune", "--replicates", 0, "--sweep", "gradientThreshold=0.05:0.2:0.05", "--sweep", "histogramBins=40,50",
        "--refine", 1, "--corpus", corpus.folder, "--sweep-table", tmp_path / "sweep.csv", "--force",
    )  # fmt: skip
    calls: list[int] = []
    found = depthcheck.tuning_report(
        corpus.table, corpus.labels, replicates=0, refine=1, corpus=corpus.folder,
        sweep={"gradientThreshold": "0.05:0.2:0.05", "histogramBins": [40, np.int64(50)]},
        progress=lambda done, total: calls.append(done),
    )  # fmt: skip
    assert found.to_dict() == expected and len(expected["ways_of_measuring"]) > 8
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sweep.csv").read_text())))
    assert [list(map(number, row.values())) for row in csv_rows(found.sweep_table)] == [
        list(map(number, row.values())) for row in rows
    ]
    assert list(found.sweep_table) == list(rows[0])
    assert calls.count(150) >= 8
    with pytest.raises(depthcheck.InputError, match="corpus"):
        depthcheck.tuning_report(corpus.table, corpus.labels, sweep={"edgeGain": [1]})
    with pytest.raises(depthcheck.InputError, match="sweep edgeGain is"):
        depthcheck.tuning_report(corpus.table, corpus.labels, sweep={"edgeGain": "x"}, corpus=corpus.folder)


def test_an_evaluation_is_the_command_s(corpus: Corpus, tmp_path: Path) -> None:
    tuned = depthcheck.Parameters(varianceThreshold=0.3, layerThreshold=4)
    other = depthcheck.Parameters(coherenceThreshold=0.5, layerThreshold=2)
    tuned.to_json(tmp_path / "tuned.json")
    other.to_json(tmp_path / "other.json")
    expected = corpus.report("evaluate", "--parameters", tmp_path / "tuned.json", "--confidence", 0.9, "--tuned-on",
                             corpus.labels)  # fmt: skip
    found = depthcheck.evaluate(
        corpus.table, corpus.labels, tuned, name="tuned.json", confidence=0.9, tuned_on=[corpus.labels]
    )
    assert found.to_dict() == expected and found.answer == expected["answer"]
    assert len(found["shared_with_tuning_data"]["same_names"]) == 150
    expected = corpus.report("evaluate", "--parameters", tmp_path / "tuned.json", "--against", tmp_path / "other.json")
    names = {"name": "tuned.json", "against_name": "other.json"}
    found = depthcheck.evaluate(corpus.table, corpus.labels, tuned, against=other, **names)
    assert found.to_dict() == expected
    assert found.to_frame()["setting"].tolist() == ["given"] * 3 + ["against"] * 3
    # Parameters that change the measurements.
    other = depthcheck.Parameters(histogramBins=40)
    other.to_json(tmp_path / "other.json")
    table = depthcheck.measure(corpus.folder, parameters=other, profile=corpus.profile)  # type: ignore[arg-type]
    depthcheck.write_measurements(table, tmp_path / "other.ndjson")
    expected = corpus.report("evaluate", "--parameters", tmp_path / "tuned.json", "--against", tmp_path / "other.json",
                             "--against-measurements", tmp_path / "other.ndjson")  # fmt: skip
    found = depthcheck.evaluate(
        corpus.table, corpus.labels, tuned, against=other, against_measurements=table, tuned_on=(), **names
    )
    # A table that is no file has another digest.
    assert found.to_dict() | {"provenance": expected["provenance"]} == expected
    with pytest.raises(depthcheck.InputError, match="against_measurements"):
        depthcheck.evaluate(corpus.table, corpus.labels, tuned, against=other)


def test_invalid_requests_are_errors_with_codes(corpus: Corpus, tmp_path: Path) -> None:
    labels = pd.read_csv(corpus.labels, dtype=str)
    (tmp_path / "bad.ndjson").write_text('{"file": 1}\n')
    (tmp_path / "torn.ndjson").write_bytes(corpus.table.read_bytes()[:-30])
    tune = depthcheck.tuning_report
    for wrong, code in [
        (lambda: tune(corpus.table, labels[1:]), "labels_do_not_match"),
        (lambda: tune(tmp_path / "bad.ndjson", labels), "invalid_table"),
        (lambda: tune(tmp_path / "torn.ndjson", labels), "invalid_table"),
        (lambda: tune(corpus.table, labels.rename(columns={"label": "kind"})), "invalid_table"),
        (lambda: tune(corpus.table, labels.assign(label="attack")), "too_little_data"),
        (lambda: tune(corpus.table, labels, seed="x"), "invalid_argument"),  # type: ignore[arg-type]
        (lambda: tune(corpus.table, labels, parameters={"histogramBins": 40}), "invalid_argument"),
        (lambda: tune(corpus.table, labels, objective="best"), "invalid_argument"),
        (lambda: tune(5, labels), "wrong_type"),  # type: ignore[arg-type]
        (lambda: tune(corpus.table, [1]), "wrong_type"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(depthcheck.InputError, match="(found|is).*expected") as error:
            wrong()
        assert error.value.code == code
    # The message names the file and the argument.
    with pytest.raises(depthcheck.InputError, match=f"{tmp_path}/bad.ndjson"):
        tune(tmp_path / "bad.ndjson", labels)
    with pytest.raises(depthcheck.InputError, match="ignore_unlabelled=True"):
        tune(corpus.table, labels[1:])
    lenient = tune(corpus.table, labels[1:], ignore_unlabelled=True, replicates=0)
    assert lenient["data"]["unlabelled"] == ["000.npy"]
    with pytest.raises(FileNotFoundError):
        tune(tmp_path / "missing.csv", labels)


def test_planarity_of_every_fixture_is_the_command_s(command: Command) -> None:
    rows = command.rows("measure", FIXTURES, "--candidates", "--quiet", codes=(0, 1, 2))
    absent = 0
    for row in rows:
        name = row["file"].removesuffix(".bin.gz")
        if row["error"] or "/" in name:
            continue
        file = depthcheck.read(FIXTURES / row["file"])
        found = depthcheck.planarity(file.samples if "not_a_grid" in file.note_codes else file.depth)
        assert found.to_dict() == {each: row[each] for each in depthcheck.description.candidates}
        absent += found.absence is not None
    assert absent >= 3 and depthcheck.planarity(fixture_map("room-01")).absence is None
    page = (ROOT / "docs/CANDIDATES.md").read_text()
    assert all(name in page for name in depthcheck.description.candidates)


def test_arguments_of_the_wrong_type_are_named(tmp_path: Path) -> None:
    table = depthcheck.measure([FIXTURES / "room-01.bin.gz", FIXTURES / "screen-01.bin.gz"])
    labels: Any = {"file": table["file"], "label": ["bona_fide", "screen"]}

    def evaluate(**options: Any) -> Any:
        return depthcheck.evaluate(table, labels, {"layerThreshold": 9}, **options)

    def tune(labels: Any = labels, **options: Any) -> Any:
        return depthcheck.tuning_report(table, labels, replicates=0, **options)

    wrong: list[tuple[Any, str]] = [
        (lambda: evaluate(tuned_on="labels.csv"), "found 'labels.csv' for tuned_on.*a list"),
        (lambda: evaluate(tuned_on=tmp_path), "tuned_on.*a list"),
        (lambda: evaluate(tuned_on=labels), "tuned_on.*a list"),
        (lambda: evaluate(tuned_on=[5]), "found int for labels"),
        (lambda: evaluate(name=b"a"), "found b'a'; expected a string"),
        (lambda: tune(sweep=[("edgeGain", [1])]), "for sweep; expected a mapping"),
        (lambda: tune(sweep={"edgeGain": b"1"}, corpus=tmp_path), "b'1' for edgeGain"),
        (lambda: tune(refine=1), "refine without sweep"),
        (lambda: tune({"file": 5, "label": ["x"]}), "single value, for the column file of the labels"),
        (lambda: tune(confidence=float("nan")), "not finite"),
        (lambda: tune(operating_points=-1), "operating_points is -1; expected 1 to 1000000"),
        (lambda: depthcheck.write_measurements([table], tmp_path / "x"), "found list"),  # type: ignore[arg-type]
        (lambda: depthcheck.Objective.bpcer("5 %"), "found '5 %' for limit"),  # type: ignore[arg-type]
        (lambda: tune(leave_out={1}), r"found \{1\}; expected a string"),
        (lambda: tune(leave_out={b"species": 1}), "names that are not strings"),
        (lambda: tune(leave_out="\ud800"), "half a surrogate pair"),
    ]
    for call, message in wrong:
        with pytest.raises(depthcheck.InputError, match=message):
            call()
    # NumPy's numbers and paths are plain values.
    assert tune(seed=np.int64(2)).to_dict() == tune(seed=2).to_dict()
    assert evaluate(name=Path("tuned.json")).to_dict() == evaluate(name="tuned.json").to_dict()


def test_numbers_of_groups_that_pandas_made_floats_are_those_of_the_file(tmp_path: Path) -> None:
    table = depthcheck.measure(sorted(FIXTURES.glob("*-0[1-9].bin.gz")))
    path = tmp_path / "labels.csv"
    lines = [f"{name},{'bona_fide' if name.startswith('room') else 'screen'},{place % 12 if place else ''}"
             for place, name in enumerate(table["file"])]  # fmt: skip
    path.write_text("file,label,group\n" + "\n".join(lines) + "\n")
    labels = pd.read_csv(path)
    assert labels["group"].dtype == np.float64
    found, expected = (depthcheck.tuning_report(table, each, replicates=0) for each in (labels, path))
    assert found.to_dict() == expected.to_dict() and found.folds["group"].tolist() == expected.folds["group"].tolist()
