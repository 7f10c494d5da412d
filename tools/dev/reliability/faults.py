"""Runs every command with one failing call of the C library, and reports misbehaviour.

See tools/dev/reliability/faults.
"""

from __future__ import annotations

import argparse
import struct
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from command_scenes import (
    EXIT_CODES,
    OLD,
    ROOT,
    SCENES,
    TOO_LITTLE_DATA,
    Outcome,
    Scene,
    Stage,
    is_same,
    strays,
    well_formed,
)

# In the order of the library's table, each with its realistic failures.
FUNCTIONS: dict[str, tuple[str, ...]] = {
    "open": ("EMFILE", "ENFILE", "EIO", "EACCES", "ENOSPC", "EINTR"),
    "openat": ("EMFILE", "EIO", "EINTR"),
    "read": ("EIO", "EINTR", "SHORT"),
    "pread": ("EIO", "EINTR", "SHORT"),
    "write": ("ENOSPC", "EIO", "EINTR", "SHORT"),
    "close": ("EIO", "ENOSPC"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "rename": ("EIO", "EACCES", "ENOSPC"),
    "link": ("EIO", "EACCES", "ENOSPC"),
    "unlink": ("EIO", "EACCES"),
    "mkdir": ("ENOSPC", "EACCES"),
    "rmdir": ("EIO",),
    "ftruncate": ("EIO", "ENOSPC", "EINTR"),
    "stat": ("EIO", "EACCES", "ENOMEM"),
    "fstat": ("EIO", "ENOMEM"),
    "lstat": ("EIO", "EACCES"),
    "opendir": ("EMFILE", "EIO", "EACCES"),
    "readdir": ("EIO",),
    "lseek": ("EIO",),
    "realpath": ("EIO", "EACCES"),
    "readlink": ("EIO",),
    "fchmod": ("EIO", "EACCES", "EINTR"),
    "fchown": ("EIO", "EACCES"),
    "flock": ("EINTR", "ENOMEM"),
    "poll": ("EINTR", "ENOMEM"),
    "pipe": ("EMFILE", "ENFILE"),
}
# Swift's runtime reads the arguments from /proc before our code runs, and does not retry.
NOT_OURS = ("open", 1, "EINTR")
# The columns of the table: runs, those with the same exit code, those that reported the fault, broken promises.
COLUMNS = ("runs", "same", "reported", "broken")
# Failures that must not change anything.
HARMLESS = {"EINTR", "SHORT"}


def counted(stage: Stage, scene: Scene, library: Path, counts: Path) -> tuple[Outcome, dict[str, int]]:
    """Makes an undisturbed run, and counts its calls of each function."""
    with stage.set_for(scene):
        outcome = stage.play(scene, LD_PRELOAD=str(library), FAULT_COUNTS=str(counts))
    numbers = struct.unpack(f"<{len(FUNCTIONS)}Q", counts.read_bytes())
    return outcome, dict(zip(FUNCTIONS, numbers, strict=True))


def chosen(count: int, most: int) -> list[int]:
    """The calls to fail: the first and last ones, and some evenly between."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + round(index * (count - 1) / (most - 1)) for index in range(most)} if most > 1 else {count})


def violations(scene: Scene, outcome: Outcome, undisturbed: Outcome, function: str, error: str) -> list[str]:
    """The promises broken by a run with a fault."""
    if outcome.code not in EXIT_CODES:
        return [f"exit code {outcome.code}"]
    found = strays(scene, outcome, undisturbed)
    # A file that cannot be removed stays until the next run.
    if function in ("unlink", "rmdir"):
        found = [name for name in found if not name.startswith("temporary ")]
    same = is_same(outcome, undisturbed)
    if error in HARMLESS:
        if outcome.code != undisturbed.code or not same:
            found.append(f"{error} changed the output, exit code {outcome.code}")
        return found
    is_noted = scene.note is not None and scene.note in outcome.error
    if outcome.code == undisturbed.code and not same and not is_noted:
        found.append(f"exit code {outcome.code} as without the fault, but incomplete output")
    # The failing write can be that of the message.
    if outcome.code != undisturbed.code and same and not outcome.error and function != "write":
        found.append(f"exit code {outcome.code} without a message")
    for name, contents in outcome.files.items():
        whole = contents in (OLD, undisturbed.files.get(name)) or well_formed(name, contents)
        is_growing = name == scene.growing or name.startswith(f"{scene.growing_folder}/")
        if not is_growing and not whole:
            found.append(f"{name} is incomplete: {contents[:40]!r}")
    if scene.growing is None:
        found += [f"{name} is missing" for name in scene.outputs if name not in outcome.files]
    return found


def play(stage: Stage, scene: Scene, library: Path, counts: Path, most: int) -> tuple[Counter[str], list[str]]:
    undisturbed, calls = counted(stage, scene, library, counts)
    if undisturbed.code not in (0, TOO_LITTLE_DATA) or strays(scene, undisturbed, undisturbed):
        raise SystemExit(f"{scene.name}: fails without a fault: {undisturbed.code} {undisturbed.error!r:.300}")
    tally: Counter[str] = Counter()
    found: dict[str, list[str]] = defaultdict(list)
    for function, errors in FUNCTIONS.items():
        for error in errors:
            for call in chosen(calls[function], most):
                if (function, call, error) == NOT_OURS:
                    continue
                fault = f"{function}:{call}:{error}"
                with stage.set_for(scene):
                    try:
                        outcome = stage.play(scene, LD_PRELOAD=str(library), FAULT=fault)
                    except subprocess.TimeoutExpired:
                        found["hangs"].append(fault)
                        continue
                tally["runs"] += 1
                tally["reported" if outcome.code != undisturbed.code else "same"] += 1
                for violation in violations(scene, outcome, undisturbed, function, error):
                    found[violation].append(fault)
    for violation, faults in found.items():
        tally["broken"] += len(faults)
        examples = ", ".join(faults[:4]) + (f" and {len(faults) - 4} more" if len(faults) > 4 else "")
        found[violation] = [f"{scene.name}: {violation} ({examples})"]
    return tally, [line for lines in found.values() for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/reliability/faults", description=__doc__)
    parser.add_argument("binary", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("library", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--calls", type=int, default=20, help="failing calls of each function, one per run [20]")
    parser.add_argument("--command", default="", help="only commands whose name begins with this, such as measure")
    arguments = parser.parse_args()
    folder = ROOT / ".build/faults"
    stage = Stage(folder / "play", arguments.binary)
    print(f"{'command':24} " + " ".join(f"{key:>6}" for key in COLUMNS))
    broken: list[str] = []
    total: Counter[str] = Counter()
    for scene in SCENES:
        if scene.name.startswith(arguments.command):
            tally, found = play(stage, scene, arguments.library.resolve(), folder / "counts", arguments.calls)
            print(f"{scene.name:24} " + " ".join(f"{tally[key]:{max(6, len(key))}}" for key in COLUMNS))
            sys.stdout.flush()
            broken += found
            total += tally
    print(f"{'all':24} " + " ".join(f"{total[key]:{max(6, len(key))}}" for key in COLUMNS))
    print("\n".join(broken))
    return 1 if broken or not total["runs"] else 0


if __name__ == "__main__":
    sys.exit(main())
