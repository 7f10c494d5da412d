"""Thresholds and decisions, compared with the command."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pandas as pd
import pytest
from conftest import Command, measurements_of


@pytest.mark.parametrize("profile", depthcheck.description.profiles)
@pytest.mark.parametrize(
    ("objective", "arguments"),
    [
        ("bpcer20", []),
        ("bpcer100", ["--objective", "bpcer100"]),
        ("acer", ["--objective", "acer"]),
        ("deer", ["--objective", "deer"]),
        (depthcheck.Objective.apcer(0.02), ["--max-bpcer", 0.02]),
        (depthcheck.Objective.cost(5, 1, 0.2), ["--cost-apcer", 5, "--cost-bpcer", 1, "--prior", 0.2]),
    ],
)
def test_thresholds_equal_the_command_s(
    command: Command, tmp_path: Path, maps: Any, profile: Any, objective: Any, arguments: list[Any]
) -> None:
    samples, labels, _ = maps
    with (tmp_path / "labels.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["file", "label", "species"])
        for number, (each, label) in enumerate(zip(samples, labels)):
            each.tofile(tmp_path / f"{number:03}.bin")
            table.writerow([f"{number:03}.bin", "bona_fide" if label == "bona_fide" else "attack",
                            "" if label == "bona_fide" else label])  # fmt: skip
    measured = tmp_path / "measured.csv"
    command.run("measure", tmp_path, "--profile", profile, "--width", 64, "--height", 48, "-o", measured, "--quiet")
    report = json.loads(
        command.run("tune", measured, "--labels", tmp_path / "labels.csv", "--format", "json", "--replicates", 0,
                    *arguments, codes=(0, 1, 2, 3))
    )  # fmt: skip
    numbers = measurements_of(samples, profile=profile)
    found = depthcheck.tune(numbers, labels, objective=objective, profile=profile)
    assert_tuned(found, report)
    parameters = depthcheck.Parameters.from_dict(found.thresholds)
    accepted, margins = depthcheck.decide(numbers, profile=profile, parameters=parameters)
    statuses = depthcheck.analyze_many(samples, profile=profile, parameters=parameters)["status"]
    assert (accepted == (statuses == "pass")).all()
    assert ((margins > 0) == accepted).all()
    assert found.bpcer.errors == int((~accepted[labels == "bona_fide"]).sum())
    for species, rate in found.apcer.items():
        assert rate.errors == int(accepted[labels == species].sum())
        assert rate.total == int((labels == species).sum())


def assert_tuned(found: depthcheck.Tuned, report: dict[str, Any]) -> None:
    assert found.thresholds == report["tuned"]["thresholds"]
    for name, ends in report["equally_good"].items():
        assert found.box[name] == (ends.get("from"), ends.get("below", ends.get("to")))
    rates = report["tuned"]["rates"]
    for name, rate in [("bpcer", found.bpcer), *found.apcer.items()]:
        expected = rates["bpcer"] if name == "bpcer" else rates["apcer"][name]
        assert rate == depthcheck.Rate(expected["errors"], expected["total"], expected["value"])
    assert found.worst_apcer == rates["apcer_worst"]
    for best in report["objectives"]:
        if best["objective"] == report["options"]["objective"] and "d_eer" in best:
            assert found.d_eer == best["d_eer"]


def test_invalid_tuning_arguments_are_refused(maps: Any) -> None:
    samples, labels, _ = maps
    numbers = measurements_of(samples)
    for wrong, code in [
        (lambda: depthcheck.tune(numbers[:, :3], labels), "wrong_shape"),
        (lambda: depthcheck.tune(numbers, labels[1:]), "wrong_shape"),
        (lambda: depthcheck.tune(numbers, np.full(len(numbers), "bona_fide")), "too_little_data"),
        (lambda: depthcheck.tune(numbers * np.nan, labels), "too_little_data"),
        (lambda: depthcheck.tune(numbers, labels, objective="best"), "invalid_argument"),
        (lambda: depthcheck.Objective.bpcer(2), "invalid_argument"),
        (lambda: depthcheck.Objective.cost(1, 1, 0), "invalid_argument"),
        (lambda: depthcheck.tune(numbers, [None, *labels[1:]]), "invalid_argument"),
        (lambda: depthcheck.tune(numbers, [float("nan"), *labels[1:]]), "invalid_argument"),
        (lambda: depthcheck.tune(pd.DataFrame(numbers), labels), "wrong_shape"),
        (lambda: depthcheck.decide(numbers[0]), "wrong_shape"),
        (lambda: depthcheck.tune(labels, numbers), "wrong_type"),
        (lambda: depthcheck.tune(labels == "bona_fide", numbers), "wrong_shape"),
        (lambda: depthcheck.tune(numbers, numbers[:, 0]), "wrong_type"),
    ]:
        with pytest.raises(depthcheck.InputError) as error:
            wrong()
        assert error.value.code == code


def test_errors_name_the_column(maps: Any, tmp_path: Path) -> None:
    samples, labels, _ = maps
    table = pd.DataFrame(depthcheck.analyze_many(samples))
    known = pd.DataFrame({"file": "x", "label": "attack", "pai_species": labels})
    with pytest.raises(depthcheck.InputError, match="columns file, label, pai_species for labels; expected one column"):
        depthcheck.tune(table, known)
    with pytest.raises(depthcheck.InputError, match="columns label for labels"):
        depthcheck.tune(table, {"label": list(labels)})
    with pytest.raises(depthcheck.InputError, match=f"found '{labels[0]}' in the measurements.*measurements first"):
        depthcheck.tune(list(labels), table)
    words = table.assign(depth_layers="many")
    with pytest.raises(depthcheck.InputError, match="found 'many' in the column depth_layers"):
        depthcheck.tune(words, labels)
    whole = table[["status", *depthcheck.MEASUREMENTS]].to_numpy()
    with pytest.raises(depthcheck.InputError, match="in column 0 of the measurements"):
        depthcheck.tune(whole, labels)
    assert depthcheck.tune(table, known["pai_species"]) == depthcheck.tune(table, labels)
    samples[0].tofile(tmp_path / "a.bin")
    measured = pd.DataFrame(depthcheck.measure(tmp_path / "a.bin"))
    merged = measured.assign(label="bona_fide", species=float("nan"))
    with pytest.raises(depthcheck.InputError, match=r"found nan in the column species, row 0.*drop\(columns"):
        depthcheck.write_measurements(merged, tmp_path / "m.ndjson")
    with pytest.raises(depthcheck.InputError, match="in the column mean_depth, row 0.*measure the maps again"):
        depthcheck.write_measurements(measured.assign(mean_depth=float("inf")), tmp_path / "m.ndjson")
    assert not (tmp_path / "m.ndjson").exists()
    depthcheck.write_measurements(merged.drop(columns=["species"]), tmp_path / "m.ndjson")


def test_columns_are_found_by_name_and_rows_without_a_verdict_are_ignored(maps: Any) -> None:
    samples, labels, _ = maps
    table = depthcheck.analyze_many([*samples, np.zeros((48, 64), np.float32)])
    expected = depthcheck.tune(measurements_of(samples), labels)
    lost = depthcheck.tune(table, [*labels, "print"])
    assert lost.thresholds == expected.thresholds and lost.apcer == expected.apcer
    turned = pd.DataFrame({name: table[name] for name in ["status", *depthcheck.MEASUREMENTS[::-1]]})
    assert depthcheck.tune(turned, [*labels, "print"]) == lost
    assert not depthcheck.decide(table)[0][-1]
    masked = np.ma.masked_array(measurements_of(samples), False)
    masked[3, 0] = np.ma.masked
    assert depthcheck.decide(masked)[1][3] == -1
    numbered = np.where(labels == "bona_fide", 1, 0)
    assert depthcheck.tune(measurements_of(samples), numbered, bona_fide=1).thresholds


def test_more_layers_than_can_be_counted_are_clamped() -> None:
    numbers = np.ones((4, 6))
    for layers in [np.inf, 1e300, 2.0**63, -np.inf]:
        numbers[1, 1] = layers
        found = depthcheck.tune(numbers, ["bona_fide", "print"] * 2)
        assert depthcheck.Parameters.from_dict(found.thresholds)
        assert depthcheck.decide(numbers)[0].shape == (4,)
