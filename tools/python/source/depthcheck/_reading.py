"""How files are read."""

from __future__ import annotations

import math
from ctypes import c_float
from dataclasses import dataclass
from functools import cached_property

from ._errors import InputError
from ._library import CReading, library, text

__all__ = ["Reading"]


@dataclass(frozen=True)
class Reading:
    """What is known of a file before it is read, ``Reading(width=256, height=192)``.

    Parameters
    ----------
    width, height : int, optional
        Samples in a row and rows of float32 files; by default inferred, as the server does.
    row_bytes : int, optional
        Bytes from the start of a row to that of the next, for padded rows.
    units_per_metre : float, optional
        Steps of a 16-bit PNG in a metre; by default 1000, and a note that says so.
    invalid : tuple of float
        Numbers of the file, such as 65535 or 0, that stand for no reading.
    strict : bool
        Makes an error of what is otherwise only noted: dimensions that do not fit, bytes after the end, what only the
        server inflates.
    max_bytes : int, optional
        The most bytes of a file, packed or unpacked; by default 256 MiB.

    Raises
    ------
    InputError
        With the code ``invalid_argument``, for what has no meaning.
    """

    width: int | None = None
    height: int | None = None
    row_bytes: int | None = None
    units_per_metre: float | None = None
    invalid: tuple[float, ...] = ()
    strict: bool = False
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "invalid", tuple(map(float, self.invalid)))
        if (self.width is None) != (self.height is None):
            raise _meaningless("width and height", (self.width, self.height), "both or neither")
        if self.row_bytes is not None and self.width is None:
            raise _meaningless("row_bytes", self.row_bytes, "it beside width and height")
        for name, most in (("width", 2**31 - 1), ("height", 2**31 - 1), ("row_bytes", 2**63 - 1)):
            number = getattr(self, name)
            if number is not None and not 1 <= number <= most:
                raise _meaningless(name, number, f"a whole number from 1 to {most}")
        if self.max_bytes is not None and not 1 <= self.max_bytes < 2**63:
            raise _meaningless("max_bytes", self.max_bytes, "a number of bytes from 1 on")
        units = self.units_per_metre
        if units is not None and not (math.isfinite(units) and c_float(units).value > 0):
            raise _meaningless("units_per_metre", units, "a positive number")

    @cached_property
    def c_reading(self) -> CReading:
        """The same for the library."""
        values = (c_float * max(len(self.invalid), 1))(*self.invalid)
        return CReading(
            width=self.width or 0,
            height=self.height or 0,
            row_bytes=self.row_bytes or 0,
            units_per_metre=self.units_per_metre or 0,
            strict=self.strict,
            invalid=values,
            invalid_count=len(self.invalid),
            byte_limit=self.byte_limit,
        )

    @property
    def byte_limit(self) -> int:
        """The most bytes of a file."""
        return self.max_bytes or 256 << 20

    @property
    def canonical_text(self) -> str:
        """How files are read, as the one short text that tables of measurements have."""
        return text(library.canonical_reading(self.c_reading))


def _meaningless(name: str, found: object, expected: str) -> InputError:
    return InputError("invalid_argument", f"found {found!r} for {name}; expected {expected}; correct it")
