"""Estimators for scikit-learn: ``make_pipeline(DepthMeasurements(), ThresholdRule())``.

scikit-learn is an optional dependency: ``pip install 'depthcheck[sklearn]'``.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
    from sklearn.metrics import make_scorer
    from sklearn.utils.multiclass import check_classification_targets, type_of_target
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError("found no scikit-learn; expected 1.6 or later; pip install 'depthcheck[sklearn]'") from error

from ._analyze import analyze_many
from ._analyzer import Profile, SomeParameters, analyzer, as_parameters
from ._arrays import as_samples
from ._classes import bona_fide_of, kinds_of, warn_pooled
from ._errors import InputError, IntegerDepthWarning
from ._parameters import Parameters
from ._tuning import MEASUREMENTS, Objective, decide, tune

__all__ = [
    "DepthMeasurements",
    "ThresholdRule",
    "error_rate_score",
    "error_rate_scorer",
    "objective_score",
    "objective_scorer",
]


class DepthMeasurements(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Converts depth maps to the measurements that decide a verdict: ``DepthMeasurements().fit_transform(stack)``.

    Parameters
    ----------
    profile : {"server", "client"}
        The arithmetic.
    parameters : Parameters or mapping, optional
        The constants, or some of them by name; the others are the server's.
    shape : tuple of int, optional
        The rows and columns of flat maps; by default inferred from their size, as on the server.
    jobs : int, optional
        The number of threads; by default one per available processor.

    Notes
    -----
    ``X`` is a stack of maps of shape (count, height, width), a list of maps of any sizes, or an array of flat maps of
    shape (count, samples). A map without a valid sample has no measurements: its row is NaN, which
    :class:`ThresholdRule` treats as a presentation without a verdict. Integers are an error in maps of two dimensions,
    and give an ``IntegerDepthWarning`` in flat ones.

    Examples
    --------
    >>> maps = [depthcheck.read(f"captures/{name}.bin.gz").depth for name in ("room", "screen")]
    >>> DepthMeasurements().fit_transform(maps)[:, 1].tolist()
    [7.0, 1.0]
    """

    def __init__(
        self,
        profile: Profile = "server",
        parameters: SomeParameters = None,
        shape: tuple[int, int] | None = None,
        jobs: int | None = None,
    ) -> None:
        self.profile = profile
        self.parameters = parameters
        self.shape = shape
        self.jobs = jobs

    def fit(self, X: Any, y: Any = None) -> DepthMeasurements:
        """Checks the arguments and remembers the shape of the input."""
        analyzer(self.profile, self.parameters)
        self._maps(X, is_fitting=True)
        self.is_fitted_ = True
        return self

    def transform(self, X: Any) -> npt.NDArray[np.float64]:
        """Measures each map: an array of shape (count, 6), whose columns are ``depthcheck.MEASUREMENTS``."""
        check_is_fitted(self)
        maps = self._maps(X, is_fitting=False)
        table = analyze_many(maps, profile=self.profile, parameters=self.parameters, jobs=self.jobs)
        numbers = np.column_stack([table[name].astype(np.float64) for name in MEASUREMENTS])
        numbers[table["status"] == "unavailable"] = np.nan
        return numbers

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the columns."""
        return np.array(MEASUREMENTS, dtype=object)

    def _maps(self, X: Any, is_fitting: bool) -> Any:
        """Reshapes the input to maps."""
        if isinstance(X, np.ma.MaskedArray):
            X = as_samples(X)
        elif getattr(X, "ndim", 0) == 3 and not np.issubdtype(X.dtype, np.floating):
            # Raises an error with the remedy.
            as_samples(X)
        if isinstance(X, (list, tuple)) and len(X) and getattr(X[0], "ndim", 0) == 2:
            return X
        found = validate_data(
            self,
            X,
            reset=is_fitting,
            allow_nd=True,
            ensure_all_finite=False,
            dtype=[np.float32, np.float64],
        )
        if np.asarray(X).dtype.kind in "iu":
            warnings.warn(
                "found integers for depths, whose unit is unknown; they are taken as metres; expected floats in "
                "metres; divide by the units per metre, such as X / 1000.0 for millimetres",
                IntegerDepthWarning,
                stacklevel=3,
            )
        if self.shape is None or found.ndim == 3:
            return found
        if found.shape[1:] != (self.shape[0] * self.shape[1],):
            raise InputError(
                "wrong_shape",
                f"found X of shape {found.shape}; expected {self.shape[0] * self.shape[1]} samples per map, "
                f"because shape is {self.shape}",
            )
        return found.reshape(-1, *self.shape)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.three_d_array = True
        tags.input_tags.allow_nan = True
        tags.transformer_tags.preserves_dtype = []
        return tags


class ThresholdRule(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The verdict as a classifier with exactly tuned thresholds: ``ThresholdRule().fit(X, y)``.

    Parameters
    ----------
    objective : Objective or {"bpcer10", "bpcer20", "bpcer100", "acer", "deer"}
        The quantity to optimise; see :func:`depthcheck.tune`.
    profile : {"server", "client"}
        The arithmetic of the measurements.
    parameters : Parameters or mapping, optional
        The parameters other than the thresholds, which define the screen rule.
    bona_fide : label, optional
        The label of real scenes. By default one of the command's words for it (``bona_fide``, ``bonafide``, ``real``,
        ``genuine``, ``live``) if it is one of the two labels, or the label beside a word for an attack (``attack``,
        ``spoof``, ``fake``, ``print`` and so on). Otherwise the greater one: 1, True, or the later string in sort
        order.
    columns : sequence of int or str, optional
        The columns of ``X`` that have the six measurements, in the order of ``depthcheck.MEASUREMENTS``: by number, or
        by name for a DataFrame. By default ``X`` has these columns and no others.

    Attributes
    ----------
    classes_ : ndarray
        The two labels.
    bona_fide_ : label
        The label of real scenes.
    tuned_ : Tuned
        The thresholds, the box within which decisions do not change, and the error rates on the training data.
    parameters_ : Parameters
        The parameters with these thresholds, in the form that the command accepts too.

    Notes
    -----
    ``X`` has the columns ``depthcheck.MEASUREMENTS``, as from :class:`DepthMeasurements` or tables of measurements. A
    row with NaN is a presentation without a verdict, which is predicted as an attack.

    Examples
    --------
    >>> maps = [depthcheck.read(f"captures/{name}.bin.gz").depth for name in ("room", "screen")]
    >>> X = DepthMeasurements().fit_transform(maps)
    >>> ThresholdRule("acer").fit(X, [True, False], species=["", "screen"]).predict(X).tolist()
    [True, False]
    """

    def __init__(
        self,
        objective: Objective | str = "bpcer20",
        profile: Profile = "server",
        parameters: SomeParameters = None,
        bona_fide: Any = None,
        columns: Sequence[int | str] | None = None,
    ) -> None:
        self.objective = objective
        self.profile = profile
        self.parameters = parameters
        self.bona_fide = bona_fide
        self.columns = columns

    def fit(self, X: Any, y: Any, species: Any = None) -> ThresholdRule:
        """Finds the best thresholds.

        Parameters
        ----------
        X : array_like of float, shape (count, 6)
        y : array_like, shape (count,)
            Two labels: real scenes and attacks.
        species : array_like of str, optional
            The species of each attack; ignored for real scenes. The objective uses the APCER of the worst species.
            Without this argument, all attacks count as one species, which hides kinds that pass more often. In a
            pipeline and in cross-validation it is the fit parameter ``thresholdrule__species``:
            ``cross_val_predict(pipeline, X, y, groups=groups, params={"thresholdrule__species": species})``. With
            metadata routing, request it with ``ThresholdRule().set_fit_request(species=True)`` and pass ``species``.

        Warns
        -----
        PooledSpeciesWarning
            Without ``species``.
        """
        if species is None:
            warn_pooled("use fit(X, y, species=…)", stacklevel=3)
        X, y = validate_data(self, X, y, ensure_all_finite="allow-nan", dtype=np.float64)
        check_classification_targets(y)
        if type_of_target(y, input_name="y", raise_unknown=True) not in ("binary",):
            raise ValueError("Only binary classification is supported: found a number of labels other than two")
        self.classes_ = np.unique(y)
        if len(self.classes_) < 2:
            raise ValueError("found one class; expected real scenes and attacks")
        numbers = self._measurements(X)
        self.bona_fide_ = bona_fide_of(self.classes_, self.bona_fide)
        real = y == self.bona_fide_
        kinds = kinds_of(species, real)
        # Prefixed, so that no species has the label of real scenes.
        labels = np.where(real, "bona_fide", np.char.add("attack ", kinds))
        given = as_parameters(self.parameters)
        self.tuned_ = tune(numbers, labels, objective=self.objective, profile=self.profile, parameters=given)
        self.parameters_ = Parameters.from_dict({**given.to_dict(), **self.tuned_.thresholds})
        return self

    def decision_function(self, X: Any) -> npt.NDArray[np.float64]:
        """The normalised margin (see :func:`depthcheck.decide`), above 0 for the greater class."""
        accepted, margins = self._decide(X)
        if self.bona_fide_ == self.classes_[1]:
            return margins
        # The change of sign must not accept a rejected presentation with margin 0.
        return np.where(~accepted & (margins == 0), np.nextafter(0, 1), -margins)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each presentation."""
        accepted, _ = self._decide(X)
        attack, real = self.classes_ if self.bona_fide_ == self.classes_[1] else self.classes_[::-1]
        found: npt.NDArray[Any] = np.where(accepted, real, attack)
        return found

    def _decide(self, X: Any) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, ensure_all_finite="allow-nan", dtype=np.float64)
        return decide(self._measurements(X), profile=self.profile, parameters=self.parameters_)

    def _measurements(self, X: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The columns of the six measurements."""
        names = getattr(self, "feature_names_in_", None)
        if self.columns is not None:
            return X[:, _places(self.columns, X.shape[1], names)]
        if X.shape[1] != len(MEASUREMENTS):
            raise ValueError(f"found {X.shape[1]} features; expected {len(MEASUREMENTS)}, {', '.join(MEASUREMENTS)}")
        if names is not None and list(names) != list(MEASUREMENTS):
            raise ValueError(f"found the columns {', '.join(names)}; expected {', '.join(MEASUREMENTS)}, in this order")
        return X

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        # Without this tag, scikit-learn's checks require 83 % of correct answers on data whose classes are separable in
        # any direction. This rule accepts only values above its thresholds.
        tags.classifier_tags.poor_score = True
        tags.input_tags.allow_nan = True
        return tags


def _places(columns: Sequence[int | str], count: int, names: npt.NDArray[Any] | None) -> list[int]:
    """The numbers of the columns that are given by number or name."""
    if isinstance(columns, str) or len(columns) != len(MEASUREMENTS):
        raise ValueError(
            f"found {columns!r} for columns; expected {len(MEASUREMENTS)}, those of {', '.join(MEASUREMENTS)}"
        )
    known = {} if names is None else {str(name): place for place, name in enumerate(names)}
    places = [known.get(column, -1) if isinstance(column, str) else operator.index(column) for column in columns]
    for column, place in zip(columns, places):
        if not 0 <= place < count:
            expected = f"a number from 0 to {count - 1}"
            if isinstance(column, str):
                expected = f"one of {', '.join(known)}" if known else "numbers, because X is no DataFrame"
            raise ValueError(f"found the column {column!r}; expected {expected}")
    return places


def objective_score(
    y_true: Any,
    y_pred: Any,
    *,
    species: Any = None,
    objective: Objective | str = "bpcer20",
    bona_fide: Any = None,
) -> float:
    """Minus the figure of an objective, for any decisions: ``objective_score(y, accepted, species=kinds)``.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (count,)
        The labels, and the predicted ones.
    species : array_like of str, optional
        The species of each attack; ignored for real scenes. The APCER is that of the worst species. Without this
        argument, all attacks count as one species.
    objective : Objective or str
        As for :class:`ThresholdRule`.
    bona_fide : label, optional
        The label of real scenes, as for :class:`ThresholdRule`.

    Returns
    -------
    float
        Higher is better; 0 is the best. See :meth:`depthcheck.Objective.figure`.

    Warns
    -----
    PooledSpeciesWarning
        Without ``species``.

    Examples
    --------
    >>> real, accepted = [True, True, False, False], [True, True, True, False]
    >>> objective_score(real, accepted, species=["", "", "screen", "print"], objective="acer")
    -0.5
    """
    if species is None:
        warn_pooled("use objective_scorer(…).set_score_request(species=True)", stacklevel=3)
    labels, predicted = np.asarray(y_true), np.asarray(y_pred)
    if labels.ndim != 1 or not len(labels) or predicted.shape != labels.shape:
        raise ValueError(
            f"found labels of shape {labels.shape} and predictions of shape {predicted.shape}; expected one of each "
            "for each presentation"
        )
    classes = np.unique(np.concatenate([labels, predicted]))
    if len(classes) > 2:
        raise ValueError(f"found {len(classes)} different labels; expected two: real scenes and attacks, no scores")
    real_label = bona_fide_of(classes, bona_fide)
    real, accepted = labels == real_label, predicted == real_label
    kinds = kinds_of(species, real)
    if real.all() or not real.any():
        raise ValueError("found one class; expected real scenes and attacks")
    apcer = max(float(accepted[~real & (kinds == kind)].mean()) for kind in np.unique(kinds[~real]))
    return -Objective.named(objective).figure(apcer, float((~accepted[real]).mean()))


def objective_scorer(objective: Objective | str = "bpcer20", bona_fide: Any = None) -> Any:
    """A scorer for searches and cross-validation: ``objective_scorer("bpcer20").set_score_request(species=True)``.

    Parameters are those of :func:`objective_score`. Scores of two classes, such as balanced accuracy, hide a species
    that passes more often than the others.

    Returns
    -------
    callable
        A scorer, higher being better. With metadata routing it can request ``species``.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> accept_all = DummyClassifier(strategy="constant", constant=1).fit([[0], [1]], [0, 1])
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     scorer = objective_scorer("acer").set_score_request(species=True)
    ...     scorer(accept_all, [[0], [1]], [0, 1], species=["print", ""])
    -0.5
    """
    return make_scorer(objective_score, objective=objective, bona_fide=bona_fide)


def error_rate_score(
    y_true: Any,
    y_answer: Any,
    *,
    rate: str = "acer",
    max_apcer: float | None = None,
    species: Any = None,
    groups: Any = None,
    bona_fide: Any = None,
) -> float:
    """An error rate of any classifier: ``error_rate_score(y, predicted, rate="apcer", species=kinds)``.

    Parameters
    ----------
    y_true : array_like, shape (count,)
        The labels.
    y_answer : array_like, shape (count,)
        The predicted labels or, for ``max_apcer``, scores that are higher for the greater label.
    rate : {"apcer", "bpcer", "acer"}
        APCER of the worst species, BPCER, or the mean of both; ignored with ``max_apcer``.
    max_apcer : float, optional
        Gives the least BPCER at which the APCER of no species exceeds this limit, such as 0.05 for BPCER20.
    species : array_like of str, optional
        The species of each attack; without it, all attacks count as one.
    groups : array_like, optional
        What presentations have in common, such as a video: then a rate is the mean of those of the groups of a class.
    bona_fide : label, optional
        The label of real scenes, as for :class:`ThresholdRule`.

    Examples
    --------
    >>> real, kinds = [1, 1, 0, 0], ["", "", "print", "screen"]
    >>> error_rate_score(real, [1, 0, 1, 0], rate="apcer", species=kinds)
    1.0
    >>> error_rate_score(real, [0.9, 0.2, 0.3, 0.1], max_apcer=0.1, species=kinds)
    0.5
    """
    if rate not in ("apcer", "bpcer", "acer"):
        raise ValueError(f"found {rate!r} for rate; expected apcer, bpcer or acer")
    labels, answers = np.asarray(y_true), np.asarray(y_answer)
    if labels.ndim != 1 or answers.shape != labels.shape:
        raise ValueError(f"found labels of shape {labels.shape} and answers of shape {answers.shape}; expected one")
    classes = np.unique(labels)
    if len(classes) != 2:
        raise ValueError(f"found {len(classes)} classes; expected two: real scenes and attacks")
    real_label = bona_fide_of(classes, bona_fide)
    real = labels == real_label
    kinds = kinds_of(species, real)
    attacks = [~real & (kinds == kind) for kind in np.unique(kinds[~real])]
    if max_apcer is None:
        accepted = answers == real_label
    else:
        scores = answers.astype(np.float64) * (1 if real_label == classes[1] else -1)
        accepted = scores > max(_threshold(scores[each], _weights(groups, each), max_apcer) for each in attacks)
    bpcer = float(_weights(groups, real) @ ~accepted[real])
    if max_apcer is not None or rate == "bpcer":
        return bpcer
    apcer = max(float(_weights(groups, each) @ accepted[each]) for each in attacks)
    return apcer if rate == "apcer" else (apcer + bpcer) / 2


def _weights(groups: Any, members: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The share of each presentation of a class in its rate: groups count alike, and their presentations alike."""
    if groups is None:
        return np.full(members.sum(), 1 / members.sum())
    _, numbers, sizes = np.unique(np.asarray(groups)[members], return_inverse=True, return_counts=True)
    weights: npt.NDArray[np.float64] = 1 / (len(sizes) * sizes[numbers])
    return weights


def _threshold(scores: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], limit: float) -> float:
    """The lowest score above which attacks have at most this share; -inf if all may be accepted."""
    order = np.argsort(scores)
    above = 1 - np.cumsum(weights[order])
    last = np.append(scores[order][1:] != scores[order][:-1], True)
    fitting = scores[order][last & (above <= limit + 1e-12)]
    return -np.inf if limit >= 1 else float(fitting[0])


def error_rate_scorer(rate: str = "acer", max_apcer: float | None = None, bona_fide: Any = None) -> Any:
    """A scorer for searches: ``error_rate_scorer("apcer").set_score_request(species=True, groups=True)``.

    Parameters are those of :func:`error_rate_score`. The scorer is minus the rate, so that higher is better. With
    metadata routing it can request ``species`` and ``groups``.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> accept_all = DummyClassifier(strategy="constant", constant=1).fit([[0], [1]], [0, 1])
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     scorer = error_rate_scorer("apcer").set_score_request(species=True)
    ...     scorer(accept_all, [[0], [1]], [0, 1], species=["print", ""])
    -1.0
    """
    response = "predict" if max_apcer is None else ("decision_function", "predict_proba")
    return make_scorer(
        error_rate_score, greater_is_better=False, response_method=response, rate=rate, max_apcer=max_apcer,
        bona_fide=bona_fide,
    )  # fmt: skip
