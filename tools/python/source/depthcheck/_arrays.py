"""Conversion of arrays for the analysis: binary32, row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import InputError

#: A converted map or stack of maps.
Samples = npt.NDArray[np.float32]


def as_samples(array: Any, valid: Any = None) -> Samples:
    """Converts metres to C-contiguous float32; returns the array itself if possible.

    Masked samples, and those that are False in ``valid``, become NaN, which is not valid.
    """
    found = _as_array(array)
    if not np.issubdtype(found.dtype, np.floating):
        advice = "divide by the units per metre, such as array / 1000.0 for millimetres"
        if not np.issubdtype(found.dtype, np.integer):
            advice = "convert it, for example with array.astype(float)"
        raise InputError("wrong_type", f"found an array of {found.dtype}; expected floats in metres; {advice}")
    mask = np.ma.getmaskarray(found) if isinstance(found, np.ma.MaskedArray) else None
    if valid is not None:
        mask = _outside(valid, found.shape) if mask is None else mask | _outside(valid, found.shape)
    # Numbers too large for float32 become infinite, which is invalid as well.
    with np.errstate(all="ignore"):
        samples = np.require(np.ma.getdata(found), np.float32, ["C", "A"]).reshape(found.shape)
    if mask is not None and mask.any():
        samples = np.where(mask, np.float32(np.nan), samples)
    return samples


def _as_array(array: Any) -> npt.NDArray[Any]:
    """Converts an argument to an array. Keeps the masks of arrays in a list."""
    if isinstance(array, np.ndarray):
        return array
    try:
        if isinstance(array, (list, tuple)) and any(isinstance(each, np.ma.MaskedArray) for each in array):
            masked: npt.NDArray[Any] = np.ma.stack(array)
            return masked
        return np.asarray(array)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(
            "wrong_shape", f"found nested sequences that form no array: {error}; expected rows of equal length"
        ) from None


def own_samples(array: Any) -> Samples:
    """Like :func:`as_samples`, but never shares memory with the argument."""
    samples = as_samples(array)
    return samples.copy() if isinstance(array, np.ndarray) and np.may_share_memory(samples, array) else samples


def _outside(valid: Any, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    found = np.ma.filled(valid, False) if isinstance(valid, np.ma.MaskedArray) else _as_array(valid)
    if found.dtype != np.bool_ or found.shape != shape:
        raise InputError(
            "wrong_shape" if found.dtype == np.bool_ else "wrong_type",
            f"found {found.dtype} of shape {found.shape} for valid; expected bool of shape {shape}, "
            "True for each valid sample",
        )
    return ~found


def dimensions(samples: Samples) -> tuple[int, int]:
    """The width and height of a map; (0, 0) for a flat array, to infer them."""
    if samples.ndim == 1:
        return 0, 0
    if samples.ndim != 2 or 0 in samples.shape or max(samples.shape) > 0x7FFFFFFF:
        raise InputError(
            "wrong_shape",
            f"found an array of shape {samples.shape}; expected rows and columns, at least one of each; "
            "for many maps use analyze_many",
        )
    return samples.shape[1], samples.shape[0]


def map_arguments(samples: Samples) -> tuple[int, int, int, int]:
    """The arguments for a map in functions of the library: address, count, width and height."""
    return samples.ctypes.data, samples.size, *dimensions(samples)


def map_request(array: Any, valid: Any) -> tuple[dict[str, int], npt.NDArray[np.float32]]:
    """The members and the input for a map."""
    samples = as_samples(array, valid)
    width, height = dimensions(samples)
    return {"width": width, "height": height}, samples
