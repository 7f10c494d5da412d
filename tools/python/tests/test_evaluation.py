"""Evaluations, compared with the command: every member of its JSON, and every byte of its documents."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pandas as pd
import pytest
from conftest import Command
from depthcheck._requests import request as library_request
from test_reports import Corpus, csv_rows


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Corpus:
    return Corpus(tmp_path_factory.mktemp("corpus"), command, "server")


@pytest.fixture(scope="module")
def development(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Corpus:
    return Corpus(tmp_path_factory.mktemp("development"), command, "server", seed=12)


@pytest.fixture
def tuned(tmp_path: Path) -> depthcheck.Parameters:
    """Parameters that are also in the file ``tuned.json``."""
    parameters = depthcheck.Parameters(varianceThreshold=0.3, layerThreshold=4)
    parameters.to_json(tmp_path / "tuned.json")
    return parameters


def documents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_tables_and_figures_are_the_command_s(
    corpus: Corpus, development: Corpus, tmp_path: Path, tuned: depthcheck.Parameters
) -> None:
    expected = corpus.report(
        "evaluate", "--parameters", tmp_path / "tuned.json", "--development", development.table,
        "--development-labels", development.labels, "--tables", tmp_path / "paper", "--figures", tmp_path / "paper",
    )  # fmt: skip
    found = depthcheck.evaluate(
        corpus.table, corpus.labels, tuned, name="tuned.json", tables=True, figures=True,
        development=development.table, development_labels=development.labels,
    )  # fmt: skip
    assert found.to_dict() == expected and expected["shared_with_tuning_data"] is not None
    # A table in memory is not the file, so only the digests differ.
    in_memory = depthcheck.evaluate(
        corpus.table, corpus.labels, tuned, name="tuned.json", development=depthcheck_table(development),
        development_labels=pd.read_csv(development.labels, dtype=str),
    ).to_dict()  # fmt: skip
    assert in_memory["provenance"].pop("sha256") != expected["provenance"].pop("sha256")
    assert in_memory == expected
    paths = found.save(tmp_path / "saved")
    assert documents(tmp_path / "saved") == documents(tmp_path / "paper") and len(paths) == 21
    assert found.absences == {}
    det = found.figures["det"]
    assert det._repr_svg_() == det.svg == (tmp_path / "paper/det.svg").read_text() and repr(det).startswith("Figure('")
    frame = found.tables["rates"].to_frame()
    assert frame["value"].tolist() == pd.read_csv(tmp_path / "paper/rates.csv")["value"].tolist()
    assert "<table>" in found.tables["summary"]._repr_html_()
    # Without them, the report is the same.
    plain = depthcheck.evaluate(corpus.table, corpus.labels, tuned, name="tuned.json")
    assert not plain.tables and not plain.figures and plain["given"]["bpcer"] == expected["given"]["bpcer"]


def depthcheck_table(corpus: Corpus) -> dict[str, Any]:
    """The measurements of a corpus as columns."""
    return dict(depthcheck.measure(corpus.folder, candidates=True))


def test_documents_of_one_class_have_reasons(
    corpus: Corpus, tmp_path: Path, tuned: depthcheck.Parameters
) -> None:
    labels = pd.read_csv(corpus.labels, dtype=str).assign(label="bona_fide", species=None)
    labels.to_csv(tmp_path / "real.csv", index=False)
    arguments = [corpus.table, "--labels", tmp_path / "real.csv", "--parameters", tmp_path / "tuned.json"]
    paper = tmp_path / "paper"
    expected = json.loads(
        corpus.command.run("evaluate", *arguments, "--tables", paper, "--figures", paper, "--format", "json")
    )
    found = depthcheck.evaluate(corpus.table, labels, tuned, name="tuned.json", tables=True, figures=True)
    assert found.to_dict() == expected
    found.save(tmp_path / "saved")
    assert documents(tmp_path / "saved") == documents(paper)
    assert {"curves", "det", "roc", "epc"} <= set(found.absences) and "real scenes" in found.absences["det"]
    with pytest.raises(depthcheck.InputError, match="no attack map") as error:
        depthcheck.evaluate(corpus.table, labels, tuned)
    assert error.value.code == "too_little_data"


@pytest.mark.parametrize("rule", ["any", "all", "majority", "mean"])
def test_decisions_per_unit_are_the_command_s(
    corpus: Corpus, development: Corpus, tmp_path: Path, tuned: depthcheck.Parameters, rule: str
) -> None:
    sets = ["--development", development.table, "--development-labels", development.labels]
    expected = corpus.report("evaluate", "--parameters", tmp_path / "tuned.json", "--per", "group", "--decide", rule,
                             *sets, "--tuned-on", corpus.labels)  # fmt: skip
    found = depthcheck.evaluate(
        corpus.table, corpus.labels, tuned, name="tuned.json", per="group", decide=rule, tuned_on=[corpus.labels],
        development=development.table, development_labels=development.labels,
    )  # fmt: skip
    assert found.to_dict() == expected and expected["decided_per"]["rule"] == rule


def renamed(corpus: Corpus, folder: Path) -> tuple[Path, dict[Any, str], str]:
    """The labels with other names of columns and labels, the mapping, and that mapping for the command."""
    labels = pd.read_csv(corpus.labels, dtype=str)
    labels["is_attack"] = (labels["label"] != "bona_fide").astype(int)
    labels["device"] = np.where(np.arange(len(labels)) % 10 < 5, "phone", "tablet")
    other = labels.drop(columns="label").rename(columns={"species": "pai_species", "group": "subject"})
    other.to_csv(folder / "renamed.csv", index=False)
    mapping = {"label": "is_attack", "species": "pai_species", "group": "subject", 1: "attack", 0: "bona_fide"}
    return folder / "renamed.csv", mapping, ",".join(f"{name}={meaning}" for name, meaning in mapping.items())


@pytest.mark.parametrize("left_out", ["species", "device", None])
def test_mapped_labels_and_left_out_values_are_the_command_s(
    corpus: Corpus, tmp_path: Path, tuned: depthcheck.Parameters, left_out: str | None
) -> None:
    path, mapping, text = renamed(corpus, tmp_path)
    arguments = [corpus.table, "--labels", path, "--map", text, "--format", "json"]
    leaving = [] if left_out is None else ["--leave-out", left_out]

    def of_the_command(name: str, *more: object) -> Any:
        return json.loads(corpus.command.run(name, *arguments, *more, codes=(0, 3)))

    options: dict[str, Any] = {"label_map": mapping, "replicates": 0, "leave_out": left_out}
    expected = of_the_command("tune", "--replicates", 0, *leaving, "--save-folds", tmp_path / "folds.csv")
    frame = pd.read_csv(path)
    for labels in (path, frame):
        assert depthcheck.tuning_report(corpus.table, labels, **options).to_dict() == expected
    folds = depthcheck.tuning_report(corpus.table, path, **options).folds
    with (tmp_path / "folds.csv").open(newline="") as file:
        assert csv_rows(folds) == list(csv.DictReader(file)) and set(folds) == {"group", "fold", "left_out"}
    assert expected["options"]["left_out"] == {None: "groups", "device": "column"}.get(left_out, left_out)
    expected = of_the_command("evaluate", "--parameters", tmp_path / "tuned.json", "--tuned-on", path)
    found = depthcheck.evaluate(corpus.table, frame, tuned, name="tuned.json", label_map=mapping, tuned_on=[path])
    assert found.to_dict() == expected


def test_wrong_arguments_of_an_evaluation_are_named(corpus: Corpus, tmp_path: Path) -> None:
    path, _, _ = renamed(corpus, tmp_path)

    def evaluate(**options: Any) -> Any:
        return depthcheck.evaluate(corpus.table, corpus.labels, {"layerThreshold": 9}, **options)

    for options, message, code in [
        ({"per": "group", "decide": "most"}, '"most" for decide; expected one of any, all', "invalid_argument"),
        ({"development": corpus.table}, "found development without development_labels", "invalid_argument"),
        ({"label_map": "group=subject"}, "for label_map", "invalid_argument"),
        ({"label_map": {"group": 5}}, "for label_map", "invalid_argument"),
        ({"label_map": {"1": "attack", 1: "bona_fide"}}, "expected each name once", "invalid_argument"),
        ({"label_map": {"2": "perhaps"}}, "2=perhaps.*in label_map; expected", "invalid_argument"),
        ({"label_map": {"group": "subject"}}, 'expected the column "subject", which label_map', "invalid_table"),
        ({"against": {"layerThreshold": 2, "histogramBins": 40}}, "the hash of the other", "invalid_argument"),
    ]:
        with pytest.raises(depthcheck.InputError, match=message) as error:
            evaluate(**options)
        assert error.value.code == code
    with pytest.raises(depthcheck.InputError, match="or give label_map label=is_attack"):
        depthcheck.tuning_report(corpus.table, path)
    with pytest.raises(depthcheck.InputError, match="no column|expected a column"):
        depthcheck.tuning_report(corpus.table, corpus.labels, leave_out="phone")


@pytest.mark.parametrize("layout", ["root", "archive"])
def test_a_sweep_reads_the_files_as_they_were_measured(
    corpus: Corpus, command: Command, tmp_path: Path, layout: str
) -> None:
    labels = pd.read_csv(corpus.labels, dtype=str)
    reading = depthcheck.Reading(rotate=90, invalid=(0.5,))
    table = tmp_path / "measured.ndjson"
    if layout == "root":
        # Names are relative to the folder above.
        folder, prefix = corpus.folder.parent, f"{corpus.folder.name}/"
        measured = depthcheck.measure(corpus.folder, root=folder, reading=reading)
    else:
        folder, prefix = tmp_path / "archives", "maps.npz/"
        folder.mkdir()
        arrays = {path.stem: np.load(path) for path in sorted(corpus.folder.iterdir())}
        np.savez(folder / "maps.npz", **arrays)
        labels["file"] = labels["file"].str.removesuffix(".npy")
        measured = depthcheck.measure(folder, reading=reading)
    depthcheck.write_measurements(measured, table)
    labels["file"] = prefix + labels["file"]
    labels.to_csv(tmp_path / "labels.csv", index=False)
    expected = json.loads(
        command.run("tune", table, "--labels", tmp_path / "labels.csv", "--replicates", 0, "--format", "json",
                    "--sweep", "gradientThreshold=0.05,0.2", "--corpus", folder, codes=(0, 3))  # fmt: skip
    )
    done: list[int] = []
    found = depthcheck.tuning_report(
        table, labels, replicates=0, sweep={"gradientThreshold": [0.05, 0.2]}, corpus=folder,
        progress=lambda count, total: done.append(count),
    )  # fmt: skip
    assert found.to_dict() == expected and len(expected["ways_of_measuring"]) == 3
    assert done.count(150) == 2
    with pytest.raises(depthcheck.InputError, match="not in both tables"):
        depthcheck.tuning_report(
            table, labels, replicates=0, sweep={"gradientThreshold": [0.2]}, corpus=tmp_path / "nowhere"
        )


def test_a_request_with_a_misspelt_member_is_refused() -> None:
    for kind, members in [
        ("plan", {"species": 6, "limit": 0.05, "expcted": 0.01}),
        ("tune", {"objektive": "acer"}),
        ("evaluate", {"tunedOn": [1]}),
        ("verify_capture", {"strict": True}),
        ("read_confidence", {"path": "room.bin", "profile": "server"}),
    ]:
        wrong = list(members)[-1]
        with pytest.raises(depthcheck.InputError, match=f"found the member {wrong}; expected only request, ") as error:
            library_request(kind, members, [])
        assert error.value.code == "invalid_argument"
    with pytest.raises(depthcheck.InputError, match='found "tun" for request; expected one of tune, '):
        library_request("tun", {})


def test_labels_of_tables_are_those_of_files(corpus: Corpus) -> None:
    with corpus.labels.open(newline="") as file:
        columns = list(zip(*csv.reader(file)))
    labels: Any = {name: list(values) for name, *values in columns}
    expected = depthcheck.evaluate(corpus.table, corpus.labels, {"layerThreshold": 4}, tables=True)
    found = depthcheck.evaluate(depthcheck_table(corpus), labels, {"layerThreshold": 4}, tables=True)
    members, others = found.to_dict(), expected.to_dict()
    # The digests are those of other bytes.
    assert members.pop("provenance")["options"] == others.pop("provenance")["options"]
    assert members == others and hash(found) == hash(found)
