"""Implements analysis --against: builds this tree and another checkout, and measures them in turns."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys

from bench_programs import ROOT, built

# The probability that the interval misses the true median ratio.
ERROR = 0.05
# With fewer rounds, even the smallest and largest ratio do not make such an interval.
LEAST_ROUNDS = 6


def interval(values):
    """The interval between two order statistics that contains the median with a probability of at least 95 %, for any
    distribution: each value is below the median with probability 1/2 (inverted sign test)."""
    ordered = sorted(values)
    count = len(ordered)
    left_out, chance = 0, 0.0
    while True:
        chance += math.comb(count, left_out) / 2**count
        if 2 * chance > ERROR:
            break
        left_out += 1
    if left_out == 0:
        raise ValueError(f"{count} rounds are too few for an interval; expected at least {LEAST_ROUNDS}")
    return ordered[left_out - 1], ordered[count - left_out]


def answer(program, engine, file, width, height):
    command = [program, file, width, height, engine, 0]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)


def against(other, limit, rounds, kinds, engines, nanoseconds):
    """Prints the ratios of the times of this tree to those of another checkout. Returns how many exceed the limit or
    have other answers.

    `kinds` has the maps of each kind, as file, width and height; `engines(program)` returns the kernel builds that
    run here, and `nanoseconds(program, engine, maps)` measures all maps with one.
    """
    if rounds < LEAST_ROUNDS:
        print(f"error: {rounds} rounds are too few for an interval; expected at least {LEAST_ROUNDS}", file=sys.stderr)
        sys.exit(64)
    programs = [built("KernelTimes", root=root) / "KernelTimes" for root in (ROOT, other)]
    names = [engine for engine in engines(programs[0]) if engine in engines(programs[1])]
    differing = 0
    for kind, maps in kinds.items():
        for name in names:
            ours, theirs = ([answer(program, name, *map) for map in maps] for program in programs)
            if ours != theirs:
                print(f"{kind}, {name}: the answers differ")
                differing += 1
    times = {}
    for number in range(rounds):
        for kind, maps in kinds.items():
            for name in names:
                # The order alternates between rounds.
                order = [0, 1] if number % 2 == 0 else [1, 0]
                taken = {side: nanoseconds(programs[side], name, maps) / len(maps) for side in order}
                times.setdefault((name, kind), []).append((taken[0], taken[1]))
    print(f"\n| against {other} | build | µs before | µs now | now / before | 95 % interval |  |")
    print("|---|---|---|---|---|---|---|")
    slower = 0
    for (name, kind), pairs in times.items():
        ratios = [now / before for now, before in pairs]
        lower, upper = interval(ratios)
        is_slower = lower > limit
        slower += is_slower
        now, before = (statistics.median(pair[side] for pair in pairs) / 1000 for side in (0, 1))
        print(
            f"| {kind} | {name} | {before:.1f} | {now:.1f} | {statistics.median(ratios):.3f} "
            f"| {lower:.3f} to {upper:.3f} | {'slower' if is_slower else ''} |")  # fmt: skip
    print(f"\n{slower or 'none'} of {len(times)} slower than {limit} times {other}, {rounds} rounds")
    return slower + differing
