"""Times as text."""

from __future__ import annotations

from datetime import datetime, timezone

from ._errors import InputError


def time_text(at: str | datetime | None) -> str | None:
    """A time as the library reads it.

    Raises
    ------
    InputError
        For a datetime without a time zone.
    """
    if not isinstance(at, datetime):
        return at
    if at.tzinfo is None:
        raise InputError("invalid_argument", f"found {at!r} for at, without a time zone; expected one; add tzinfo")
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
