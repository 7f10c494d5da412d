"""Thresholds and decisions, compared with the command; and the estimators for scikit-learn."""

from __future__ import annotations

import csv
import json
import warnings
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
import sklearn
from conftest import Command, Map
from depthcheck.sklearn import DepthMeasurements, ThresholdRule, objective_score, objective_scorer
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    StratifiedGroupKFold,
    cross_val_predict,
    cross_val_score,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

# One test checks the warning; the others fit without species if there is only one kind of attack.
pytestmark = pytest.mark.filterwarnings("ignore::depthcheck.PooledSpeciesWarning")


def scene(random: np.random.Generator, label: str) -> Map:
    """A small room, or a flat object in front of the camera."""
    rows, columns = np.mgrid[0:48, 0:64]
    if label == "bona_fide":
        boxes = 3.5 + 0 * rows
        for _ in range(random.integers(2, 9)):
            top, left = random.integers(0, (40, 50))
            boxes[top : top + 20, left : left + 20] = random.uniform(0.5, 3.4)
        depth = boxes + random.normal(0, 0.01, rows.shape)
    else:
        tilt = random.uniform(0, 0.02 if label == "print" else 0.003)
        depth = random.uniform(0.3, 2) + tilt * columns + random.normal(0, 0.004, rows.shape)
        if random.random() < 0.3:
            # A hand, or the room next to the object.
            depth[:, : random.integers(5, 40)] += random.uniform(0.5, 3)
            depth += random.normal(0, random.uniform(0.01, 0.1), rows.shape)
    samples: Map = depth.astype(np.float32)
    return samples


@pytest.fixture(scope="module")
def maps() -> tuple[Map, npt.NDArray[np.str_], npt.NDArray[np.int64]]:
    """Maps, their labels and their groups."""
    random = np.random.default_rng(3)
    labels = np.array((["bona_fide"] * 2 + ["screen", "print"]) * 40)
    return np.stack([scene(random, label) for label in labels]), labels, np.arange(len(labels)) // 8


def measurements_of(samples: Map, **options: Any) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = DepthMeasurements(**options).fit_transform(samples)
    return found


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
    with pytest.raises(depthcheck.InputError, match=r"in the column note_codes, row 0.*fillna"):
        depthcheck.write_measurements(measured.assign(note_codes=float("nan")), tmp_path / "m.ndjson")
    with pytest.raises(depthcheck.InputError, match="in the column mean_depth, row 0.*measure the maps again"):
        depthcheck.write_measurements(measured.assign(mean_depth=float("inf")), tmp_path / "m.ndjson")
    assert not (tmp_path / "m.ndjson").exists()
    depthcheck.write_measurements(merged.drop(columns=["species"]), tmp_path / "m.ndjson")


def test_a_rule_without_species_warns_that_they_are_pooled(maps: Any) -> None:
    samples, labels, groups = maps
    numbers, real = measurements_of(samples), labels == "bona_fide"
    with pytest.warns(depthcheck.PooledSpeciesWarning, match="all attacks count as one"):
        pooled = ThresholdRule("bpcer20").fit(numbers, real)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rule = ThresholdRule("bpcer20").fit(numbers, real, species=labels)
        one = ThresholdRule("bpcer20").fit(numbers, real, species=np.full(len(real), "attack"))
        page = Path(__file__).parents[3] / "docs/PYTHON.md"
        names = {"stack": samples, "is_real": real, "scenes": groups, "species": labels}
        parts = [part.split("```")[0] for part in page.read_text().split("```python\n")]
        exec(next(part for part in parts if "cross_val_predict" in part), names)
        with sklearn.config_context():
            exec("import sklearn\n" + next(part for part in parts if "GridSearchCV" in part), names)
    assert one.tuned_ == pooled.tuned_ and len(rule.tuned_.apcer) == 2
    # The rates on the page are those of each species on scenes that were not used for tuning.
    assert set(names["apcer"]) == {"screen", "print"} and 0 <= names["bpcer"] <= 1
    assert set(names["search"].best_estimator_[-1].tuned_.apcer) == {"attack screen", "attack print"}
    assert not sklearn.get_config()["enable_metadata_routing"]


def test_species_reach_the_rule_and_the_score_by_metadata_routing(maps: Any) -> None:
    samples, labels, groups = maps
    real = labels == "bona_fide"
    cv = StratifiedGroupKFold(5)
    by_name = make_pipeline(DepthMeasurements(), ThresholdRule())
    expected = cross_val_predict(
        by_name, samples, real, groups=groups, cv=cv, params={"thresholdrule__species": labels}
    )
    with sklearn.config_context(enable_metadata_routing=True), warnings.catch_warnings():
        # A fold without species would warn.
        warnings.simplefilter("error")
        rule = make_pipeline(DepthMeasurements(), ThresholdRule().set_fit_request(species=True))
        scorer = objective_scorer("bpcer20").set_score_request(species=True)
        params = {"species": pd.Series(labels), "groups": groups}
        assert (cross_val_predict(rule, samples, real, cv=cv, params=params) == expected).all()
        scores = cross_validate(rule, samples, real, cv=cv, params=params, scoring=scorer)["test_score"]
        search = GridSearchCV(rule, {"thresholdrule__objective": ["bpcer10", "bpcer20", "acer"]}, scoring=scorer, cv=cv)
        search.fit(samples, real, **params)
    for score, (_, fold) in zip(scores, cv.split(samples, real, groups)):
        apcer = max(expected[fold][labels[fold] == kind].mean() for kind in ("screen", "print"))
        figure = max(0, apcer - 0.05) + (~expected[fold][real[fold]]).mean()
        assert score == -figure
    assert search.cv_results_["mean_test_score"][1] == scores.mean()
    assert set(search.best_estimator_[-1].tuned_.apcer) == {"attack screen", "attack print"}
    whole = ThresholdRule(search.best_params_["thresholdrule__objective"])
    whole.fit(measurements_of(samples), real, species=labels)
    assert search.best_estimator_[-1].tuned_ == whole.tuned_


def test_the_score_is_that_of_the_worst_species() -> None:
    real = [True, True, False, False, False, False]
    accepted = [True, False, True, False, False, False]
    kinds = ["", "", "screen", "print", "print", "print"]
    assert objective_score(real, accepted, species=kinds, objective="acer") == -0.75
    assert objective_score(real, accepted, species=kinds) == -(1 - 0.05 + 0.5)
    assert objective_score(real, accepted, species=kinds, objective=depthcheck.Objective.apcer(0.2)) == -(1 + 0.3)
    cost = depthcheck.Objective.cost(apcer=5, bpcer=1, prior=0.2)
    assert objective_score(real, accepted, species=kinds, objective=cost) == -(0.2 * 5 * 1 + 0.8 * 0.5)
    with pytest.warns(depthcheck.PooledSpeciesWarning, match="set_score_request"):
        assert objective_score(real, accepted, objective="acer") == -0.375
    words = np.where(real, "real", "spoof")
    assert objective_score(words, words, species=kinds, bona_fide="real") == 0
    for wrong in [{"bona_fide": "missing", "species": kinds}, {"species": kinds[1:]}]:
        with pytest.raises(ValueError, match="expected"):
            objective_score(real, accepted, **wrong)
    with pytest.raises(ValueError, match="one class"):
        objective_score(real[:2], accepted[:2], species=kinds[:2])
    with pytest.raises(ValueError, match="no scores"):
        objective_score(real, np.linspace(0, 1, 6), species=kinds)
    with pytest.raises(ValueError, match="predictions of shape"):
        objective_score(real, accepted[1:], species=kinds)


@pytest.mark.parametrize("missing", ["", None, float("nan"), pd.NA])
def test_an_attack_without_species_is_an_error(maps: Any, missing: Any) -> None:
    samples, labels, _ = maps
    numbers, real = measurements_of(samples), labels == "bona_fide"
    species = labels.astype(object)
    species[real] = missing
    # Those of real scenes are ignored.
    assert set(ThresholdRule().fit(numbers, real, species=species).tuned_.apcer) == {"attack screen", "attack print"}
    place = int(np.flatnonzero(~real)[1])
    species[place] = missing
    for wrong in (
        lambda: ThresholdRule().fit(numbers, real, species=species),
        lambda: objective_score(real, real, species=species),
    ):
        with pytest.raises(depthcheck.InputError, match=f"found no species for the attack in row {place}"):
            wrong()


@pytest.mark.parametrize(
    ("real", "attack"),
    [("live", "spoof"), ("real", "screen"), ("genuine", "print"), ("bona_fide", "zebra"), ("authentic", "attack"),
     ("aaa", "fake"), ("Live", "Spoof"), (True, False), (1, 0), ("b", "a")],
)  # fmt: skip
def test_real_scenes_are_recognised_by_the_command_s_words(maps: Any, real: Any, attack: Any) -> None:
    samples, labels, _ = maps
    numbers, is_real = measurements_of(samples), labels == "bona_fide"
    given = np.where(is_real, real, attack)
    rule = ThresholdRule().fit(numbers, given, species=labels)
    assert rule.bona_fide_ == real
    assert rule.tuned_ == ThresholdRule().fit(numbers, is_real, species=labels).tuned_
    assert objective_score(given, given, species=labels) == 0

#: Checks of scikit-learn that a rule with fixed columns cannot pass, with the reason.
EXPECTED_FAILURES = {
    "check_classifiers_train": "expects classes to be separable in any direction; real scenes are above the thresholds",
}


class AnyColumns(ThresholdRule):
    """The rule for any number of columns, which are repeated to make six, for the checks of scikit-learn."""

    def _measurements(self, X: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return X[:, np.arange(6) % X.shape[1]]


def checked(estimator: Any, expected: dict[str, str]) -> dict[str, list[str]]:
    """The names of the checks of scikit-learn, by outcome."""
    results = check_estimator(estimator, expected_failed_checks=expected, on_fail=None, on_skip=None)
    failures = {result["check_name"]: str(result["exception"]) for result in results if result["status"] == "failed"}
    assert not failures
    names: dict[str, list[str]] = {}
    for result in results:
        names.setdefault(result["status"], []).append(result["check_name"])
    print(type(estimator).__name__, {status: len(each) for status, each in names.items()})
    # A passing check is no longer an expected failure.
    assert set(names.get("xfail", [])) == set(expected)
    assert len(names["passed"]) > 40
    return names


def test_estimators_pass_the_checks_of_scikit_learn() -> None:
    checked(DepthMeasurements(), {})
    checked(AnyColumns(), EXPECTED_FAILURES)


def test_the_rule_fails_checks_only_for_the_number_of_columns() -> None:
    for result in check_estimator(ThresholdRule(), on_fail=None, on_skip=None):
        if result["status"] == "failed" and result["check_name"] not in EXPECTED_FAILURES:
            assert "expected 6, depth_variance" in "".join(_chain(result["exception"])), result["check_name"]


def _chain(error: BaseException | None) -> list[str]:
    """The messages of an exception and its causes."""
    return [] if error is None else [str(error), *_chain(error.__cause__ or error.__context__)]


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


def test_the_rule_works_in_pipelines_and_with_other_classifiers(maps: Any) -> None:
    samples, labels, groups = maps
    real = labels == "bona_fide"
    rule = make_pipeline(DepthMeasurements(), ThresholdRule(objective="acer"))
    scores = cross_val_score(rule, samples, real, groups=groups, cv=GroupKFold(4), scoring="balanced_accuracy")
    others = cross_val_score(
        make_pipeline(DepthMeasurements(), LogisticRegression(max_iter=1000)), samples, real, groups=groups,
        cv=GroupKFold(4), scoring="roc_auc",
    )  # fmt: skip
    assert scores.mean() > 0.9 and others.mean() > 0.9
    margins = cross_val_predict(rule, samples, real, groups=groups, cv=GroupKFold(4), method="decision_function")
    predicted = cross_val_predict(rule, samples, real, groups=groups, cv=GroupKFold(4))
    assert ((margins > 0) == predicted).all()


def test_the_rule_decides_like_its_parameters(maps: Any) -> None:
    samples, labels, _ = maps
    numbers = measurements_of(samples)
    words = np.where(labels == "bona_fide", "real", "attack")
    rule = ThresholdRule().fit(numbers, words, species=labels)
    assert rule.tuned_.thresholds == depthcheck.tune(numbers, labels).thresholds
    statuses = depthcheck.analyze_many(samples, parameters=rule.parameters_)["status"]
    assert ((rule.predict(numbers) == "real") == (statuses == "pass")).all()
    # Reversed if real scenes have the lesser label.
    turned = ThresholdRule(bona_fide="bona_fide").fit(numbers, np.where(words == "real", "bona_fide", "spoof"))
    whole = ThresholdRule().fit(numbers, words)
    assert ((turned.predict(numbers) == "bona_fide") == (whole.predict(numbers) == "real")).all()
    assert ((turned.decision_function(numbers) > 0) == (turned.predict(numbers) == "spoof")).all()
    assert clone(turned).get_params() == turned.get_params()
    named = ThresholdRule().fit(numbers, labels_of := np.where(words == "real", "bona_fide", "print"))
    assert named.bona_fide_ == "bona_fide" and named.score(numbers, labels_of) > 0.8
    frame = pd.DataFrame(numbers, columns=depthcheck.MEASUREMENTS)
    assert ThresholdRule().fit(frame, words).tuned_ == whole.tuned_
    with pytest.raises(ValueError, match="in this order"):
        ThresholdRule().fit(frame[list(depthcheck.MEASUREMENTS[::-1])], words)
    lost = np.full((1, 6), np.nan)
    assert rule.predict(lost) == ["attack"] and rule.decision_function(lost) == [-1]
    with pytest.raises(ValueError, match="expected 'missing'"):
        ThresholdRule(bona_fide="missing").fit(numbers, words)
    with pytest.raises(ValueError, match="6"):
        ThresholdRule().fit(numbers[:, :4], words)


def test_maps_in_all_forms_have_equal_measurements(maps: Any) -> None:
    samples = maps[0][:10]
    expected = measurements_of(samples)
    assert np.array_equal(measurements_of(list(samples)), expected)
    flat = samples.reshape(10, -1)
    assert np.array_equal(measurements_of(flat, shape=(48, 64)), expected)
    assert np.array_equal(measurements_of(flat), measurements_of(list(flat)))
    holes = samples.copy()
    holes[3] = np.nan
    assert np.isnan(measurements_of(holes)[3]).all() and not np.isnan(measurements_of(holes)[4]).any()
    assert DepthMeasurements().get_feature_names_out().tolist() == list(depthcheck.MEASUREMENTS)
    masked = np.ma.masked_array(samples, samples > 2)
    assert np.array_equal(measurements_of(masked), measurements_of(np.where(samples > 2, np.float32(np.nan), samples)),
                          equal_nan=True)  # fmt: skip
    with pytest.raises(depthcheck.InputError, match="1000.0"):
        measurements_of((samples * 1000).astype(np.uint16))
    with pytest.raises(depthcheck.InputError, match="shape"):
        measurements_of(flat, shape=(4, 4))
