"""The estimators for scikit-learn."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pandas as pd
import pytest
import sklearn
from conftest import measurements_of
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


def test_estimators_pass_the_checks_of_scikit_learn() -> None:
    # The checks use arrays of 1 to 10 columns, so that the rule gets the first one for each of its six.
    for estimator in (DepthMeasurements(), ThresholdRule(columns=[0] * 6)):
        # Raises the first failure; no failure is expected.
        results = check_estimator(estimator, on_skip=None)
        assert {result["status"] for result in results} <= {"passed", "skipped"}
        assert sum(result["status"] == "passed" for result in results) > 40


def test_the_rule_without_columns_fails_checks_only_for_their_number() -> None:
    results = check_estimator(ThresholdRule(), on_fail=None, on_skip=None)
    failed = [result for result in results if result["status"] == "failed"]
    assert failed
    for result in failed:
        assert "expected 6, depth_variance" in "".join(_chain(result["exception"])), result["check_name"]


def _chain(error: BaseException | None) -> list[str]:
    """The messages of an exception and its causes."""
    return [] if error is None else [str(error), *_chain(error.__cause__ or error.__context__)]


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


def test_the_columns_of_the_rule_can_be_selected(maps: Any) -> None:
    samples, labels, _ = maps
    numbers, real = measurements_of(samples), labels == "bona_fide"
    expected = ThresholdRule().fit(numbers, real, species=labels)
    # Others before, between and in another order.
    order = [4, 2, 7, 0, 1, 5]
    wide = np.random.default_rng(1).normal(size=(len(numbers), 9))
    wide[:, order] = numbers
    frame = pd.DataFrame(wide, columns=[f"c{place}" for place in range(9)])
    by_number = ThresholdRule(columns=order).fit(wide, real, species=labels)
    by_name = ThresholdRule(columns=[f"c{place}" for place in order]).fit(frame, real, species=labels)
    assert by_number.tuned_ == by_name.tuned_ == expected.tuned_
    assert (by_name.decision_function(frame) == expected.decision_function(numbers)).all()
    assert clone(by_name).get_params() == by_name.get_params()
    wrong: list[tuple[Any, str]] = [
        (order[:5], "for columns; expected 6"), ("depths", "expected 6"), ([-1, *order[1:]], "column -1"),
        ([9, *order[1:]], "column 9; expected a number from 0"),
        (["c9", *order[1:]], "column 'c9'; expected one of c0"),
    ]  # fmt: skip
    for columns, message in wrong:
        with pytest.raises(ValueError, match=message):
            ThresholdRule(columns=columns).fit(frame, real, species=labels)
    with pytest.raises(ValueError, match="expected numbers, because"):
        ThresholdRule(columns=["c0"] * 6).fit(wide, real, species=labels)


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
    millimetres = (samples * 1000).astype(np.uint16)
    for integers in (millimetres, list(millimetres)):
        with pytest.raises(depthcheck.InputError, match="1000.0"):
            measurements_of(integers)
    # scikit-learn's checks give flat rows of integers, and expect no error.
    flat_integers = millimetres.reshape(10, -1)
    for integers in (flat_integers, flat_integers.tolist(), pd.DataFrame(flat_integers), list(flat_integers)):
        with pytest.warns(depthcheck.IntegerDepthWarning, match="integers for depths.*1000.0 for millimetres"):
            measurements_of(integers, shape=(48, 64))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        measurements_of(pd.DataFrame(flat), shape=(48, 64))
    with pytest.raises(depthcheck.InputError, match="shape"):
        measurements_of(flat, shape=(4, 4))
