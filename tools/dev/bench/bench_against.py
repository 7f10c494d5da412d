"""The work of analysis --against: this tree and another revision of it, built here and measured in turns."""

from __future__ import annotations

import contextlib
import json
import math
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# The chance that the interval misses the true median ratio.
ERROR = 0.05
# With fewer rounds not even the least and the greatest ratio make such an interval.
LEAST_ROUNDS = 6


def interval(values):
    """Between two order statistics, where the median lies with a probability of 95 % at least, whatever the
    distribution: each value is below the median with one chance in two (the sign test turned round)."""
    ordered = sorted(values)
    count = len(ordered)
    left_out, chance = 0, 0.0
    while True:
        chance += math.comb(count, left_out) / 2**count
        if 2 * chance > ERROR:
            break
        left_out += 1
    if left_out == 0:
        raise ValueError(f"{count} rounds make no interval; expected at least {LEAST_ROUNDS}")
    return ordered[left_out - 1], ordered[count - left_out]


@contextlib.contextmanager
def worktree(root, revision):
    """The sources of a revision in a folder that is gone afterwards."""
    name = subprocess.run(
        ["git", "-C", root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        capture_output=True, text=True, check=False)  # fmt: skip
    if name.returncode:
        print(f"error: {revision} is no revision of this repository; expected one that git knows", file=sys.stderr)
        sys.exit(64)
    # Ended from outside, by a time limit say, it leaves nothing behind either.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="depthcheck-against-") as folder:
        other = Path(folder) / "depthcheck"
        git = ["git", "-C", root, "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", other, name.stdout.strip()], check=True)
        try:
            yield other
        finally:
            subprocess.run([*git, "remove", "--force", other], check=True)


def build(root, scratch, flags, checkouts):
    """KernelTimes of the sources in a folder. What another build has fetched is taken from there."""
    # The second is where older revisions have them.
    folders = [root / "tools/dev/bench/programs", root / "tools" / "benchmarks"]
    benchmarks = next((folder for folder in folders if folder.is_dir()), None)
    if benchmarks is None:
        sys.exit("error: that revision has no programs to measure; name a later one")
    scratch = benchmarks / scratch
    scratch.mkdir(exist_ok=True)
    for part in ("repositories", "checkouts", "workspace-state.json"):
        source, copy = checkouts / part, scratch / part
        if source.is_dir() and not copy.exists():
            shutil.copytree(source, copy, symlinks=True)
        elif source.is_file() and not copy.exists():
            shutil.copy2(source, copy)
    command = ["swift", "build", "-c", "release", "--package-path", benchmarks, "--scratch-path", scratch]
    built = subprocess.run(
        [*map(str, command), *flags, "--product", "KernelTimes"], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False)  # fmt: skip
    if built.returncode:
        sys.exit(f"error: KernelTimes of {root} does not build:\n{built.stdout}{built.stderr}")
    return scratch / "release/KernelTimes"


# What made kernels for a processor before one program had them all.
FLAGS = {"kernel-baseline": [], "kernel-avx2": ["-Xcc", "-march=x86-64-v3"]}


def programs_of(tree, engines, checkouts):
    """By engine, the program that has it and what it is called there; engines that a tree has not are left out."""
    if (tree / "Sources/KernelsAVX2").is_dir():
        program = build(tree, ".build", [], checkouts)
        return {engine: (program, engine) for engine in engines(program)}
    return {engine: (build(tree, f".build-{engine}", flags, checkouts), "kernel") for engine, flags in FLAGS.items()}


def answer(program, engine, file, width, height):
    command = [program, file, width, height, engine, 0]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)


def against(root, revision, limit, rounds, kinds, engines, nanoseconds):
    """Prints the ratios of the times of this tree to those of a revision; how many are beyond the limit or answer
    otherwise.

    `kinds` has the maps of each kind, as file, width and height; `engines(program)` tells the builds of the kernels
    that run here, and `nanoseconds(program, engine, maps)` measures all maps with one.
    """
    if rounds < LEAST_ROUNDS:
        print(f"error: {rounds} rounds make no interval; expected at least {LEAST_ROUNDS}", file=sys.stderr)
        sys.exit(64)
    checkouts = root / "tools/dev/bench/programs/.build"
    with worktree(root, revision) as other:
        ours, theirs = (programs_of(tree, engines, checkouts) for tree in (root, other))
        programs = {engine: [one, theirs[engine]] for engine, one in ours.items() if engine in theirs}
        differing = 0
        for kind, maps in kinds.items():
            for name, pair in programs.items():
                ours, theirs = ([answer(*one, *map) for map in maps] for one in pair)
                if ours != theirs:
                    print(f"{kind}, {name}: the two answer differently")
                    differing += 1
        times = {}
        for number in range(rounds):
            for kind, maps in kinds.items():
                for name, pair in programs.items():
                    # Which of the two comes first changes from round to round.
                    order = [0, 1] if number % 2 == 0 else [1, 0]
                    taken = {side: nanoseconds(*pair[side], maps) / len(maps) for side in order}
                    times.setdefault((name, kind), []).append((taken[0], taken[1]))
    print(f"\n| against {revision} | build | µs before | µs now | now to before | 95 % interval |  |")
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
    print(f"\n{slower or 'none'} of {len(times)} beyond {limit} times the time of {revision}, {rounds} rounds")
    return slower + differing
