"""Options for reading files."""

from __future__ import annotations

import contextlib
import math
import operator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from ._arguments import flag, listed, string
from ._errors import invalid_argument
from ._requests import json_bytes, request

__all__ = ["Reading"]


@dataclass(frozen=True)
class Reading:
    """Options for reading a file: ``Reading(width=256, height=192)``.

    Parameters
    ----------
    width, height : int, optional
        The dimensions of float32 files; by default inferred, as on the server.
    row_bytes : int, optional
        The number of bytes from one row to the next, if rows are padded.
    units_per_metre : float, optional
        The units per metre of a 16-bit PNG; by default 1000, with a note.
    invalid : tuple of float
        Stored numbers that mean "no reading", such as 65535 or 0.
    strict : bool
        Whether dimensions that do not fit, bytes after the end, and gzip that only the server inflates are errors
        instead of notes.
    max_bytes : int, optional
        The maximum size of a file in bytes, compressed and uncompressed; by default 256 MiB.
    min_confidence : {"low", "medium", "high"}, optional
        Samples of lower confidence become NaN, if the app stored confidence beside the map; by default all are kept, as
        on the server.
    rotate : {0, 90, 180, 270}
        Degrees to rotate each map clockwise.
    flip : bool
        Whether to mirror each map left to right, before it is rotated.
    sample_type : {"float32", "float16", "uint16"}, optional
        The type of samples in files without a header.
    channel : str, optional
        The channel of OpenEXR files.
    dataset : str, optional
        A data set of docs/FORMATS.md, which sets the units and the invalid numbers.

    Raises
    ------
    InputError
        For invalid values, with the code ``invalid_argument``.

    Examples
    --------
    >>> Reading(units_per_metre=5000, invalid=(0,)).units_per_metre
    5000.0
    """

    width: int | None = None
    height: int | None = None
    row_bytes: int | None = None
    units_per_metre: float | None = None
    invalid: tuple[float, ...] = ()
    strict: bool = False
    max_bytes: int | None = None
    min_confidence: str | None = None
    rotate: int = 0
    flip: bool = False
    sample_type: str | None = None
    channel: str | None = None
    dataset: str | None = None

    def __post_init__(self) -> None:
        for name in ("width", "height", "row_bytes", "max_bytes"):
            if getattr(self, name) is not None:
                self._set(name, _whole(name, getattr(self, name)))
        self._set("rotate", _whole("rotate", self.rotate))
        if self.units_per_metre is not None:
            self._set("units_per_metre", _number("units_per_metre", self.units_per_metre))
        numbers = listed("invalid", self.invalid, "a tuple of numbers")
        self._set("invalid", tuple(_number("invalid", each) for each in numbers))
        for name in ("strict", "flip"):
            self._set(name, flag(name, getattr(self, name)))
        for name in ("min_confidence", "sample_type", "dataset", "channel"):
            if getattr(self, name) is not None:
                string(name, getattr(self, name))
        request("check_reading", self.members)

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __getstate__(self) -> dict[str, Any]:
        # Excludes cached values for the library, which another process creates again.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def members(self) -> dict[str, Any]:
        """The options that differ from their defaults, as members of a request."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, default) in values.items() if value != default}

    @cached_property
    def c_reading(self) -> bytes:
        """The options as JSON for the library."""
        return json_bytes(self.members)

    @property
    def byte_limit(self) -> int:
        """The maximum size of a file in bytes."""
        return self.max_bytes or 256 << 20


def as_reading(reading: Any) -> Reading:
    """An argument that must be a :class:`Reading`."""
    if not isinstance(reading, Reading):
        raise invalid_argument("reading", reading, "a Reading, such as Reading(width=256, height=192)")
    return reading


def _whole(name: str, number: Any) -> int:
    """Converts an integer of any type."""
    if not isinstance(number, (bool, np.bool_)):
        with contextlib.suppress(TypeError):
            return operator.index(number)
    raise invalid_argument(name, number, "a whole number")


def _number(name: str, number: Any) -> float:
    """Converts a real number of any type."""
    if isinstance(number, (int, float, np.integer, np.floating)) and not isinstance(number, bool):
        with contextlib.suppress(OverflowError):
            if math.isfinite(number):
                return float(number)
    raise invalid_argument(name, number, "a finite number")
