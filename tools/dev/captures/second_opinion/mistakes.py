"""The switch for planted mistakes: which known mistake this run makes, if any.

The rest of the package calls `planted(name)` where a server can make the mistake. Only the command sets a mistake.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator, Optional

_planted: Optional[str] = None


def planted(name: str) -> bool:
    """Whether this run makes the named mistake."""
    return _planted == name


@contextmanager
def making(name: Optional[str]) -> Iterator[None]:
    """Makes one mistake, or none, inside the block."""
    global _planted
    before, _planted = _planted, name
    try:
        yield
    finally:
        _planted = before
