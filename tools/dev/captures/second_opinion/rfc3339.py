"""Times of RFC 3339 as the server's library reads and subtracts them, leap seconds included."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Optional

NANOSECONDS = 1_000_000_000
# The minus may be that of typographers, U+2212. T and Z may be small, and T a space.
_FORM = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:([Zz])|([+\-\u2212])([0-9]{2}):([0-9]{2}))"
)


@dataclass(frozen=True)
class Moment:
    """A moment in UTC. During second 60 `second_of_day` remains that of second 59 and `nanosecond` is 1e9 or more."""

    day: int
    second_of_day: int
    nanosecond: int

    @property
    def unix_second(self) -> int:
        """Whole seconds since 1970; second 60 counts as second 59."""
        return (self.day - datetime.date(1970, 1, 1).toordinal()) * 86400 + self.second_of_day

    @property
    def unix_millisecond(self) -> int:
        return self.unix_second * 1000 + self.nanosecond // 1_000_000


def parse(text: str) -> Optional[Moment]:
    """The moment of a text, or None. Digits beyond the ninth of a fraction are dropped."""
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    days = _ordinal(year, month, day)
    if days is None or hour > 23 or minute > 59 or second > 60:
        return None
    offset = 0
    if match[8] is None:
        offset_hours, offset_minutes = int(match[10]), int(match[11])
        if offset_hours > 23 or offset_minutes > 59:
            return None
        offset = (offset_hours * 60 + offset_minutes) * (60 if match[9] == "+" else -60)
    nanosecond = int((match[7] or "")[:9].ljust(9, "0"))
    if second == 60:
        second, nanosecond = 59, nanosecond + NANOSECONDS
    utc = hour * 3600 + minute * 60 + second - offset
    return Moment(days + utc // 86400, utc % 86400, nanosecond)


def _ordinal(year: int, month: int, day: int) -> Optional[int]:
    """The number of a day of the Gregorian calendar, which has a year 0."""
    try:
        if year == 0:
            return datetime.date(400, month, day).toordinal() - 146097
        return datetime.date(year, month, day).toordinal()
    except ValueError:
        return None


def rewritten(text: str) -> str:
    """A time as another implementation may write it: in UTC, with milliseconds and Z; unchanged if it is none."""
    moment = parse(text)
    if moment is None or moment.day < 1:
        return text
    hour, minute, second = moment.second_of_day // 3600, moment.second_of_day // 60 % 60, moment.second_of_day % 60
    date = datetime.date.fromordinal(moment.day).isoformat()
    return f"{date}T{hour:02}:{minute:02}:{second:02}.{moment.nanosecond // 1_000_000:03}Z"


def whole_seconds(later: Moment, earlier: Moment) -> int:
    """later - earlier in seconds, rounded toward 0.

    Of the two, the one that is earlier in its day contributes its leap second, whatever the days are.
    """
    seconds = later.second_of_day - earlier.second_of_day
    if seconds > 0 and earlier.nanosecond >= NANOSECONDS:
        seconds += 1
    elif seconds < 0 and later.nanosecond >= NANOSECONDS:
        seconds -= 1
    seconds += (later.day - earlier.day) * 86400
    total = seconds * NANOSECONDS + later.nanosecond - earlier.nanosecond
    return total // NANOSECONDS if total >= 0 else -(-total // NANOSECONDS)
