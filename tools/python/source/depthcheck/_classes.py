"""The labels and species of a binary classifier."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arguments import column_of
from ._errors import InputError, PooledSpeciesWarning


def warn_pooled(remedy: str, stacklevel: int) -> None:
    warnings.warn(
        "found no species: all attacks count as one, and a limit on APCER applies to their mean, not to the worst "
        f"kind; expected the species of each attack; {remedy}, with one name if there is only one kind",
        PooledSpeciesWarning,
        stacklevel=stacklevel,
    )


def kinds_of(species: Any, real: npt.NDArray[np.bool_]) -> npt.NDArray[np.str_]:
    """The species of each presentation; one for all without species."""
    if species is None:
        return np.full(len(real), "attack")
    kinds: npt.NDArray[np.str_] = column_of(species, "species", object).astype(str)
    if kinds.shape != real.shape:
        raise InputError(
            "wrong_shape", f"found species of shape {kinds.shape}; expected {real.shape}, one for each presentation"
        )
    missing = np.flatnonzero(~real & np.isin(kinds, ["", "None", "nan", "<NA>", "NaT"]))
    if len(missing):
        raise InputError(
            "invalid_argument",
            f"found no species for the attack in row {missing[0]}; expected one for each attack; name those of unknown "
            'species alike, for example with species.fillna("attack")',
        )
    return kinds


#: The words of the command for labels.
_BONA_FIDE = {"bona_fide", "bonafide", "real", "genuine", "live"}
_ATTACKS = {"attack", "spoof", "fake", "flat", "screen", "print", "monitor", "poster", "photo", "wall"}


def bona_fide_of(classes: npt.NDArray[Any], given: Any) -> Any:
    """The label of real scenes among two labels."""
    if given is None:
        words = [str(label).strip().lower() for label in classes.tolist()]
        real = [label for label, word in zip(classes, words) if word in _BONA_FIDE]
        others = [label for label, word in zip(classes, words) if word not in _ATTACKS]
        # Sorted, "live" is before "spoof", and "real" before "screen".
        return real[0] if len(real) == 1 else others[0] if len(others) == 1 else classes[-1]
    if not np.isscalar(given) or given not in classes.tolist():
        raise InputError("invalid_argument", f"found the labels {classes.tolist()}; expected {given!r} among them")
    return given
