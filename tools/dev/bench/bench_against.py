"""Implements analysis --against: builds this tree and another revision of it, and measures them in turns."""

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


@contextlib.contextmanager
def worktree(root, revision):
    """The sources of a revision in a folder that is removed afterwards."""
    name = subprocess.run(
        ["git", "-C", root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        capture_output=True, text=True, check=False)  # fmt: skip
    if name.returncode:
        message = f"error: {revision} is not a revision of this repository; expected a commit, branch or tag"
        print(message, file=sys.stderr)
        sys.exit(64)
    # Also removes the folder when terminated, for example by a time limit.
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
    """Builds KernelTimes from the sources in a folder, with the packages that another build has fetched."""
    # The second is the folder in older revisions.
    folders = [root / "tools/dev/bench/programs", root / "tools" / "benchmarks"]
    benchmarks = next((folder for folder in folders if folder.is_dir()), None)
    if benchmarks is None:
        sys.exit("error: that revision has no benchmark programs; name a later one")
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
        sys.exit(f"error: KernelTimes in {root} does not build:\n{built.stdout}{built.stderr}")
    return scratch / "release/KernelTimes"


# Flags for building kernels for a processor in revisions where one program did not contain them all.
FLAGS = {"kernel-baseline": [], "kernel-avx2": ["-Xcc", "-march=x86-64-v3"]}


def programs_of(tree, engines, checkouts):
    """By engine, its program and its name there; engines missing in a tree are omitted."""
    if (tree / "Sources/KernelsAVX2").is_dir():
        program = build(tree, ".build", [], checkouts)
        return {engine: (program, engine) for engine in engines(program)}
    return {engine: (build(tree, f".build-{engine}", flags, checkouts), "kernel") for engine, flags in FLAGS.items()}


def answer(program, engine, file, width, height):
    command = [program, file, width, height, engine, 0]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)


def against(root, revision, limit, rounds, kinds, engines, nanoseconds):
    """Prints the ratios of the times of this tree to those of a revision. Returns how many exceed the limit or have
    other answers.

    `kinds` has the maps of each kind, as file, width and height; `engines(program)` returns the kernel builds that
    run here, and `nanoseconds(program, engine, maps)` measures all maps with one.
    """
    if rounds < LEAST_ROUNDS:
        print(f"error: {rounds} rounds are too few for an interval; expected at least {LEAST_ROUNDS}", file=sys.stderr)
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
                    print(f"{kind}, {name}: the answers differ")
                    differing += 1
        times = {}
        for number in range(rounds):
            for kind, maps in kinds.items():
                for name, pair in programs.items():
                    # The order alternates between rounds.
                    order = [0, 1] if number % 2 == 0 else [1, 0]
                    taken = {side: nanoseconds(*pair[side], maps) / len(maps) for side in order}
                    times.setdefault((name, kind), []).append((taken[0], taken[1]))
    print(f"\n| against {revision} | build | µs before | µs now | now / before | 95 % interval |  |")
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
    print(f"\n{slower or 'none'} of {len(times)} slower than {limit} times {revision}, {rounds} rounds")
    return slower + differing
