"""Measures each method and compares its table with that of one machine."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

import tables
from ways import Inputs, Rows, Way
from work import Work

# Starts are short, so other load affects them more.
STARTS = 3


@dataclass
class Times:
    start: list[float]
    whole: list[float]

    @property
    def start_seconds(self) -> float:
        return statistics.median(self.start)

    @property
    def seconds(self) -> float:
        """The seconds after the start."""
        return statistics.median(self.whole) - self.start_seconds


def measure(work: Work, ways: list[Way], inputs: Inputs, tiny: Inputs, rounds: int) -> tuple[dict[str, Times], bool]:
    """Runs the methods in turns and compares the table of each with that of the first.

    The start is the time for a few maps in two shards, one per processor.
    """
    times = {way.name: Times([], []) for way in ways}
    expected: list[tables.Row] = []
    is_good = True
    for turn in range(rounds):
        for way in ways:
            times[way.name].start += [timed(work, way, tiny)[0] for _ in range(STARTS)]
            seconds, rows = timed(work, way, inputs)
            times[way.name].whole.append(seconds)
            if turn:
                continue
            found = rows()
            expected = expected or found
            is_good = print_comparison(way, reference(expected) if way.uses_files else expected, found) and is_good
    return times, is_good


def timed(work: Work, way: Way, inputs: Inputs) -> tuple[float, Rows]:
    begin = time.monotonic()
    rows = way.run(work, inputs)
    return time.monotonic() - begin, rows


def reference(rows: list[tables.Row]) -> list[tables.Row]:
    """Names rows by file instead of member."""
    return [{**row, "file": str(row["file"]).partition("/")[2]} for row in rows]


def print_comparison(way: Way, expected: list[tables.Row], found: list[tables.Row]) -> bool:
    found_differences = tables.differences(expected, found)
    errors = sum(1 for row in expected if row["error"])
    words = f"DIFFERS: {found_differences[:3]}" if found_differences else (
        f"{len(found)} rows, {errors} errors: equal in every cell")
    print(f"{way.name}: {words}", flush=True)
    return not found_differences


def print_table(times: dict[str, Times], count: int) -> None:
    """Prints the table; the first method is the reference."""
    plain = next(iter(times.values())).seconds
    print(f"\n{'method':32} {'start s':>8} {'rest s':>8} {'maps/s':>8} {'relative':>12}")
    for name, each in times.items():
        # With so few maps, the variation of starts exceeds their time.
        rate, ratio = f"{count / each.seconds:.0f}", f"{each.seconds / plain:.2f}"
        if each.seconds < 2:
            rate = ratio = "-"
        print(f"{name:32} {each.start_seconds:8.2f} {each.seconds:8.2f} {rate:>8} {ratio:>12}")
