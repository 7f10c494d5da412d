"""The exact search for the best thresholds, and decisions from measurements."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._analyzer import Profile, SomeParameters, analyzer
from ._arguments import Columns, arrays_of, column_of
from ._errors import InputError, invalid_argument
from ._library import CObjective, json_object, library
from ._results import Result

__all__ = ["MEASUREMENTS", "Objective", "Rate", "Tuned", "decide", "tune"]

#: The measurements that decide a verdict, in the column order of :func:`tune` and :func:`decide`; also the names of
#: these columns in tables of measurements.
MEASUREMENTS = ("depth_variance", "depth_layers", "edge_coherence", "depth_range", "uniformity_ratio", "mean_depth")

_KINDS = {"bpcer": 0, "apcer": 1, "cost": 2, "acer": 3, "deer": 4}


@dataclass(frozen=True)
class Objective:
    """The quantity to optimise: ``Objective.bpcer(max_apcer=0.05)``.

    Instead of an objective, functions also accept the values of ``depthcheck tune --objective``: ``bpcer10``,
    ``bpcer20``, ``bpcer100``, ``acer``, ``deer``.

    Examples
    --------
    >>> Objective.named("bpcer20") == Objective.bpcer(max_apcer=0.05)
    True
    """

    kind: str
    limit: float = 0.0
    apcer_cost: float = 0.0
    bpcer_cost: float = 0.0
    prior: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in _KINDS:
            raise invalid_argument("kind", self.kind, f"one of {', '.join(_KINDS)}")
        for name in ("limit", "apcer_cost", "bpcer_cost", "prior"):
            _require_number(name, getattr(self, name))
        if self.kind in ("bpcer", "apcer") and not 0 <= self.limit <= 1:
            raise invalid_argument("limit", self.limit, "a share from 0 to 1")
        if self.kind == "cost":
            for name in ("apcer_cost", "bpcer_cost"):
                if not 0 < getattr(self, name) < float("inf"):
                    raise invalid_argument(name, getattr(self, name), "a positive cost")
            if not 0 < self.prior < 1:
                raise invalid_argument("prior", self.prior, "a share between 0 and 1")

    @classmethod
    def bpcer(cls, max_apcer: float) -> Objective:
        """The least BPCER at which the APCER of no species exceeds a limit."""
        return cls("bpcer", limit=max_apcer)

    @classmethod
    def apcer(cls, max_bpcer: float) -> Objective:
        """The least APCER of the worst species at which BPCER does not exceed a limit."""
        return cls("apcer", limit=max_bpcer)

    @classmethod
    def cost(cls, apcer: float, bpcer: float, prior: float) -> Objective:
        """The least expected cost, where ``prior`` is the share of attacks among presentations."""
        return cls("cost", apcer_cost=apcer, bpcer_cost=bpcer, prior=prior)

    @classmethod
    def named(cls, objective: Objective | str) -> Objective:
        """Converts a name to an objective; returns an objective unchanged."""
        if isinstance(objective, Objective):
            return objective
        words = {
            "bpcer10": cls.bpcer(1 / 10),
            "bpcer20": cls.bpcer(1 / 20),
            "bpcer100": cls.bpcer(1 / 100),
            "acer": cls("acer"),
            "deer": cls("deer"),
        }
        if not isinstance(objective, str) or objective not in words:
            raise invalid_argument("objective", objective, f"an Objective, or one of {', '.join(words)}")
        return words[objective]

    def figure(self, apcer: float, bpcer: float) -> float:
        """The number to compare thresholds by on data they were not tuned on; lower is better.

        It is the quantity to minimise plus the excess over the limit, as in the reports of ``depthcheck tune``.

        Parameters
        ----------
        apcer : float
            The APCER of the worst species.
        bpcer : float
            The BPCER.

        Examples
        --------
        >>> round(Objective.bpcer(max_apcer=0.05).figure(apcer=0.25, bpcer=0.1), 9)
        0.3
        """
        _require_number("apcer", apcer)
        _require_number("bpcer", bpcer)
        if self.kind == "bpcer":
            return max(0.0, apcer - self.limit) + bpcer
        if self.kind == "apcer":
            return max(0.0, bpcer - self.limit) + apcer
        if self.kind == "cost":
            return self.prior * self.apcer_cost * apcer + (1 - self.prior) * self.bpcer_cost * bpcer
        return (apcer + bpcer) / 2

    @property
    def c_objective(self) -> CObjective:
        """The objective in the library's format."""
        return CObjective(_KINDS[self.kind], self.limit, self.apcer_cost, self.bpcer_cost, self.prior)


@dataclass(frozen=True)
class Rate:
    """An error rate: the number of errors and of presentations.

    Examples
    --------
    >>> Rate(errors=1, total=4, rate=0.25).rate
    0.25
    """

    errors: int
    total: int
    rate: float | None


@dataclass(frozen=True, eq=False)
class Tuned(Result):
    """The best thresholds, returned by :func:`depthcheck.tune`.

    Attributes
    ----------
    thresholds : dict of str to float
        The thresholds by parameter name, for ``Parameters.from_dict``.
    box : dict of str to tuple
        For each threshold, the interval within which decisions do not change: its lower and upper end, or None.
    apcer : dict of str to Rate
        Attacks accepted as real scenes, by species.
    bpcer : Rate
        Real scenes rejected as attacks.
    worst_apcer : float
        The highest APCER of any species.
    d_eer : float or None
        The detection equal error rate, for the objective ``deer``.

    Examples
    --------
    >>> tuned = tune(measure("captures"), ["bona_fide", "screen"])
    >>> tuned.to_frame()[["class", "errors", "total"]].values.tolist()
    [['bona_fide', 0, 1], ['attack', 0, 1]]
    """

    thresholds: dict[str, float]
    box: dict[str, tuple[float | None, float | None]]
    apcer: dict[str, Rate]
    bpcer: Rate
    worst_apcer: float | None
    d_eer: float | None

    def to_dict(self) -> dict[str, Any]:
        """The thresholds, their box and the rates."""
        return {
            **vars(self),
            "thresholds": dict(self.thresholds),
            "box": {name: list(ends) for name, ends in self.box.items()},
            "apcer": {name: dict(vars(rate)) for name, rate in self.apcer.items()},
            "bpcer": dict(vars(self.bpcer)),
        }

    def _rows(self) -> list[dict[str, Any]]:
        attacks = [{"class": "attack", "species": name, **vars(rate)} for name, rate in self.apcer.items()]
        return [{"class": "bona_fide", "species": None, **vars(self.bpcer)}, *attacks]


def _require_number(name: str, value: object) -> None:
    with contextlib.suppress(OverflowError):
        if isinstance(value, (int, float, np.integer, np.floating)):
            float(value)
            return
    raise invalid_argument(name, value, "a number")


#: Measurements as numbers, or a table of them.
Measured = Union[npt.ArrayLike, Columns]


def tune(
    measurements: Measured,
    labels: Sequence[Any] | npt.ArrayLike,
    *,
    objective: Objective | str = "bpcer20",
    profile: Profile = "server",
    parameters: SomeParameters = None,
    bona_fide: Any = "bona_fide",
) -> Tuned:
    """Finds the best thresholds exactly: ``tune(frame, frame["species"])``.

    Parameters
    ----------
    measurements : DataFrame or mapping, or array_like of float, shape (count, 6)
        A table with the columns :data:`MEASUREMENTS` and optionally ``status``, or the numbers in that order. A row
        with NaN or with the status ``unavailable`` is a presentation without a verdict.
    labels : sequence of str
        ``bona_fide`` for a real scene, otherwise the species of the attack.
    objective : Objective or str
        The quantity to optimise; by default, as in ``depthcheck tune``, the least BPCER at an APCER of at most 5 %.
    profile
        The arithmetic of the measurements.
    parameters
        The other parameters, which define the screen rule.
    bona_fide : str
        The label of a real scene.

    Raises
    ------
    InputError
        ``too_little_data`` if no real scene or no attack has a verdict.

    Examples
    --------
    >>> tuned = tune(measure("captures"), ["bona_fide", "screen"])
    >>> tuned.bpcer.rate, tuned.worst_apcer
    (0.0, 0.0)
    """
    numbers = as_measurements(measurements)
    names = _names(labels, len(numbers))
    species = sorted(set(names) - {str(bona_fide)})
    places = {str(bona_fide): 0, **{name: place for place, name in enumerate(species, start=1)}}
    classes = np.array([places[name] for name in names], dtype=np.int32)
    chosen = analyzer(profile, parameters)
    address = library.tune(
        chosen.address,
        numbers.ctypes.data,
        classes.ctypes.data,
        len(numbers),
        len(places),
        byref(Objective.named(objective).c_objective),
    )
    if not address:
        raise InputError(
            "too_little_data",
            f'found no real scene (label "{bona_fide}") or no attack with a verdict; '
            "expected some of both",
        )
    found = json_object(address)
    rates = found["rates"]
    return Tuned(
        thresholds=found["thresholds"],
        box={name: (ends[0], ends[1]) for name, ends in found["box"].items()},
        apcer={name: Rate(**rate) for name, rate in zip(species, rates["apcer"])},
        bpcer=Rate(**rates["bpcer"]),
        worst_apcer=rates["worst_apcer"],
        d_eer=found["d_eer"],
    )


def decide(
    measurements: Measured, *, profile: Profile = "server", parameters: SomeParameters = None
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Decides presentations: ``accepted, margins = decide(measurements)``.

    Parameters are those of :func:`tune`.

    Returns
    -------
    accepted : ndarray of bool
        Whether the verdict is ``pass``.
    margins : ndarray of float64
        The normalised margin: the factor minus 1 by which all three thresholds can be scaled before a presentation is
        rejected. Above 0 exactly if it is accepted; -1 if no factor would accept it or it has no verdict.

    Examples
    --------
    >>> accepted, margins = decide(measure("captures"), parameters={"layerThreshold": 4})
    >>> accepted.tolist(), margins.round(2).tolist()
    ([True, False], [1.0, -1.0])
    """
    numbers = as_measurements(measurements)
    accepted = np.zeros(len(numbers), dtype=np.uint8)
    margins = np.empty(len(numbers))
    handle = analyzer(profile, parameters).address
    library.decide(handle, numbers.ctypes.data, len(numbers), accepted.ctypes.data, margins.ctypes.data)
    return accepted != 0, margins


def as_measurements(measurements: Any) -> npt.NDArray[np.float64]:
    """Converts to six numbers per presentation, C-contiguous. If one of them is NaN, all are."""
    unavailable = None
    if hasattr(measurements, "keys"):
        columns = arrays_of(measurements, "measurements", only=(*MEASUREMENTS, "status"))
        missing = [name for name in MEASUREMENTS if name not in columns]
        if missing:
            raise InputError(
                "wrong_shape", f"found no column {', '.join(missing)}; expected all of {', '.join(MEASUREMENTS)}"
            )
        if "status" in columns:
            unavailable = columns["status"].astype(str) == "unavailable"
        measurements = np.column_stack([_numbers(columns[name], f"the column {name}") for name in MEASUREMENTS])
    numbers = np.array(_numbers(measurements, "the measurements"), order="C")
    if numbers.ndim != 2 or numbers.shape[1] != len(MEASUREMENTS):
        raise InputError(
            "wrong_shape",
            f"found measurements of shape {numbers.shape}; expected {len(MEASUREMENTS)} columns, "
            f"which are {', '.join(MEASUREMENTS)}; pass the measurements first, the labels second",
        )
    numbers[np.isnan(numbers).any(axis=1)] = np.nan
    if unavailable is not None:
        numbers[unavailable] = np.nan
    return numbers


def _numbers(values: Any, what: str) -> npt.NDArray[np.float64]:
    """Converts values to floats, or raises an error that names the source."""
    kind = getattr(getattr(values, "dtype", None), "kind", "f")
    try:
        # Complex numbers and times would lose a part, or their unit.
        if kind not in "cmM":
            filled = np.ma.filled(values.astype(np.float64), np.nan) if np.ma.isMaskedArray(values) else values
            return np.asarray(filled, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    try:
        found = np.asarray(values, dtype=object)
    except ValueError:
        found = np.empty(0)
    if found.ndim == 2:
        for place in range(found.shape[1]):
            _numbers(found[:, place], f"column {place} of {what}")
    for value in found.ravel().tolist():
        value = value.item() if isinstance(value, np.generic) else value
        try:
            float(value)
        except (TypeError, ValueError, OverflowError):
            raise InputError(
                "wrong_type",
                f"found {value!r} in {what}; expected numbers; pass the measurements first, with the columns "
                f"{', '.join(MEASUREMENTS)}, and the labels second",
            ) from None
    raise InputError("wrong_shape", f"found rows of different lengths in {what}; expected {len(MEASUREMENTS)} columns")


def _names(labels: Any, count: int) -> list[str]:
    """The label of each presentation."""
    if hasattr(labels, "keys") and not hasattr(labels, "to_frame"):
        columns = ", ".join(map(str, labels.keys()))
        raise InputError(
            "wrong_shape",
            f"found a table with the columns {columns} for labels; expected one column: bona_fide for a real scene, "
            'the species for an attack, such as labels["species"].fillna("bona_fide")',
        )
    listed = column_of(labels, "labels", object)
    if listed.shape != (count,):
        raise InputError(
            "wrong_shape",
            f"found labels of shape {listed.shape} for {count} presentations; expected one for each: "
            "tune(measurements, labels)",
        )
    _require_words(listed)
    for place, label in enumerate(listed.tolist()):
        # Missing values differ from themselves, or have no truth value.
        if label is None or str(label) in ("nan", "<NA>", "NaT"):
            raise InputError(
                "invalid_argument",
                f"found no label in row {place}; expected one for each row; remove rows without a label",
            )
    return [str(label) for label in listed.tolist()]


def _require_words(labels: npt.NDArray[Any]) -> None:
    """Refuses labels that are fractions, because these are measurements."""
    for place, label in enumerate(labels.tolist()):
        if isinstance(label, (float, np.floating)) and np.isfinite(label) and label != int(label):
            raise InputError(
                "wrong_type",
                f"found {label!r} for the label of row {place}; expected a name such as bona_fide or print: "
                "tune(measurements, labels)",
            )
