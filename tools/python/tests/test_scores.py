"""Scores of any detector, and scorers for scikit-learn."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import depthcheck
from conftest import Command


def planted(seed: int, count: int = 120) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    real = np.arange(count) % 2 == 0
    species = np.where(real, "", np.where(np.arange(count) // 2 % 2 == 0, "print", "mask"))
    groups = np.arange(count) // 4
    return {"scores": random.normal(np.where(real, 1.0, 0.0), 0.8), "labels": real.astype(int), "species": species,
            "groups": groups, "parts": np.where(groups % 2 == 0, "A", "B")}  # fmt: skip


def rates(data: dict[str, Any], threshold: float) -> tuple[float, float]:
    accepted, real = data["scores"] > threshold, data["labels"] == 1
    apcer = max(accepted[data["species"] == kind].mean() for kind in ("print", "mask"))
    return float(apcer), float((~accepted[real]).mean())


def evaluate(data: dict[str, Any], **options: Any) -> Any:
    return depthcheck.evaluate_scores(
        options.pop("scores", data["scores"]), data["labels"], species=data["species"], groups=data["groups"], **options
    )


def test_scores_of_arrays_are_those_of_the_command(command: Command, tmp_path: Path) -> None:
    data = planted(1)
    with (tmp_path / "scores.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("file", "score"), *((n, repr(float(s))) for n, s in enumerate(data["scores"]))])
    with (tmp_path / "labels.csv").open("w", newline="") as file:
        words = np.where(data["labels"] == 1, "bona_fide", "attack")
        csv.writer(file).writerows(
            [("file", "label", "species", "group", "matrix"),
             *zip(range(120), words, data["species"], data["groups"], data["parts"])]  # fmt: skip
        )
    expected = json.loads(command.run("evaluate", tmp_path / "scores.csv", "--labels", tmp_path / "labels.csv",
                                      "--matrix", "matrix", "--format", "json"))  # fmt: skip
    found = evaluate(data, matrix=data["parts"]).to_dict()
    expected["given"]["name"] = "scores"
    expected["matrix"]["systems"][0]["name"] = "scores"
    expected["sentence"] = expected["sentence"].replace("scores.csv", "scores")
    assert found.pop("provenance")["command"] == expected.pop("provenance")["command"] == "evaluate"
    assert found == expected
    apcer, bpcer = rates(data, found["given"]["operating_point"]["threshold"])
    assert (found["given"]["apcer_worst"], found["given"]["bpcer"]["value"]) == (apcer, bpcer)


def test_systems_decisions_and_development_sets() -> None:
    data, held = planted(1), planted(2)
    two = evaluate(data, scores={"first": data["scores"], "second": -data["scores"]}, tables=True)
    assert two["given"]["name"] == "first" and two.answer == "better" and "rates" in two.tables
    decided = evaluate(data, decisions=(data["scores"] > 0.7).astype(int))
    apcer, bpcer = rates(data, 0.7)
    assert (decided["given"]["apcer_worst"], decided["given"]["bpcer"]["value"]) == (apcer, bpcer)
    chosen = evaluate(data, development=(held["scores"], held["labels"], held["species"]))
    assert chosen["given"]["operating_point"]["source"] == "development"
    # Scores and labels of both sets.
    assert len(set(chosen["provenance"]["sha256"].values())) == 4
    apcer, bpcer = rates(data, chosen["given"]["operating_point"]["threshold"])
    assert chosen["given"]["development"]["worst_species"]["hter"] == (apcer + bpcer) / 2


@pytest.mark.parametrize("change, message", [
    ({"scores": [1.0]}, "expected 120, one for each label"),
    ({"scores": np.full(120, np.inf)}, "row 0 of the scores of scores"),
    ({"decisions": {"other": []}}, "expected those of scores"),
])  # fmt: skip
def test_wrong_arrays_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(depthcheck.InputError, match=message):
        evaluate(planted(1), **change)


def test_scorers_count_the_worst_species_and_groups() -> None:
    sklearn = pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedGroupKFold, cross_validate

    from depthcheck.sklearn import error_rate_score, error_rate_scorer

    data = planted(3)
    for limit in (0.0, 0.05, 0.1, 0.5, 1.0):
        candidates = [rates(data, threshold) for threshold in [-np.inf, *data["scores"]]]
        least = min(bpcer for apcer, bpcer in candidates if apcer <= limit)
        found = error_rate_score(data["labels"], data["scores"], max_apcer=limit, species=data["species"])
        assert found == pytest.approx(least)
        turned = error_rate_score(1 - data["labels"], -data["scores"], max_apcer=limit, species=data["species"],
                                  bona_fide=0)  # fmt: skip
        assert turned == pytest.approx(least)
    # Two groups of one and of three: each counts half.
    weighted = error_rate_score([1, 1, 1, 1, 0], [0, 1, 1, 1, 0], rate="bpcer", groups=[1, 2, 2, 2, 3])
    assert weighted == pytest.approx(0.5)
    with sklearn.config_context(enable_metadata_routing=True):
        scoring = {name: error_rate_scorer(name).set_score_request(species=True, groups=True)
                   for name in ("apcer", "bpcer", "acer")}  # fmt: skip
        scoring["bpcer20"] = error_rate_scorer(max_apcer=0.05).set_score_request(species=True)
        found = cross_validate(
            LogisticRegression(), data["scores"][:, None], data["labels"], scoring=scoring, cv=StratifiedGroupKFold(3),
            params={"species": data["species"], "groups": data["groups"]},
        )  # fmt: skip
    assert np.allclose(found["test_acer"], (found["test_apcer"] + found["test_bpcer"]) / 2)
    assert ((found["test_bpcer20"] <= 0) & (found["test_bpcer20"] > -1.000001)).all()
