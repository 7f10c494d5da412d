"""Times as text."""

from __future__ import annotations

from datetime import datetime, timezone

from ._errors import InputError, invalid_argument


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
    try:
        return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except OverflowError:
        raise invalid_argument("at", at, "a time after year 1 and before year 9999") from None
