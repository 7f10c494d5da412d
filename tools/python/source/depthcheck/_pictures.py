"""Pictures of depth maps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from ctypes import byref, c_size_t
from typing import Literal

import numpy as np
import numpy.typing as npt

from ._analyzer import Engine, Profile, SomeParameters, analyzer, place_of
from ._arguments import flag, listed
from ._arrays import as_samples, map_arguments
from ._errors import InputError
from ._library import CPicture, description, filled, library

__all__ = ["render"]

#: The overlays of a map.
Overlay = Literal["edges", "invalid_samples", "quadrants", "band", "layers", "histogram"]


def render(
    array: npt.ArrayLike,
    *,
    color_map: str = "turbo",
    range: tuple[float, float] | None = None,
    overlays: Iterable[Overlay] | Literal["all"] = (),
    plain: bool = False,
    scale: int | None = None,
    title: str = "",
    valid: npt.ArrayLike | None = None,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    engine: Engine = "kernel",
) -> npt.NDArray[np.uint8]:
    """Draws a depth map: ``matplotlib.pyplot.imshow(depthcheck.render(array))``.

    Parameters
    ----------
    array, valid, profile, parameters, engine
        As for :func:`depthcheck.analyze`.
    color_map : {"turbo", "viridis", "plasma", "thermal", "capture"}
        Near depths have warm colours. ``capture``, the app's map, ranges from 0 to 5 m.
    range : tuple of float, optional
        The nearest and the farthest depth of the colour scale; by default those of the map.
    overlays : iterable of str, or "all"
        The overlays: ``edges``, ``invalid_samples``, ``quadrants``, ``band``, ``layers``, ``histogram``.
    plain : bool
        Draws the map alone, without text.
    scale : int, optional
        The side of a sample in pixels; by default 1 with ``plain``, otherwise as large as fits.
    title : str
        The text above the map.

    Returns
    -------
    ndarray of uint8, shape (rows, columns, 3)
        Red, green and blue, identical to the picture that ``depthcheck render`` makes.

    Raises
    ------
    InputError
        Also for a picture that would be too large.

    Examples
    --------
    >>> render(read("room.bin.gz").depth, overlays=["edges"], plain=True, scale=2).shape
    (384, 512, 3)
    """
    chosen = analyzer(profile, parameters, engine)
    samples = as_samples(array, valid)
    known = description.overlays
    if isinstance(overlays, str):
        names = known if overlays == "all" else [overlays]
    else:
        names = listed("overlays", overlays, "names, or all")
    nearest, farthest = (math.nan, math.nan) if range is None else _range(range)
    if scale is not None and not (isinstance(scale, (int, np.integer)) and 1 <= scale <= 2**31 - 1):
        raise InputError(
            "invalid_argument", f"found {scale!r} for scale; expected a whole number of at least 1, or None"
        )
    picture = CPicture(
        colour_map=place_of(color_map, "color_map", description.colour_maps),
        overlays=sum(1 << place for place in {place_of(name, "overlays", known) for name in names}),
        plain=flag("plain", plain),
        scale=scale or 0,
        nearest=nearest,
        farthest=farthest,
    )
    columns, rows = c_size_t(), c_size_t()
    pixels = library.render(
        chosen.address, *map_arguments(samples), byref(picture), _title(str(title)), byref(columns), byref(rows)
    )
    if not pixels:
        raise InputError(
            "too_large",
            f"found a map of shape {samples.shape}, whose picture would be too large; use a smaller scale, or plain",
        )
    return filled(np.empty((rows.value, columns.value, 3), np.uint8), pixels)


def _title(title: str) -> bytes:
    """Encodes a title, such as a file name of any bytes, as a C string."""
    text = title.replace("\0", "\N{REPLACEMENT CHARACTER}")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _range(depths: tuple[float, float]) -> tuple[float, float]:
    try:
        nearest, farthest = map(float, depths)
    except (TypeError, ValueError, OverflowError):
        nearest = farthest = math.nan
    if not 0 <= nearest < farthest < math.inf:
        raise InputError("invalid_argument", f"found {depths!r} for range; expected two depths, the nearer first")
    return nearest, farthest
