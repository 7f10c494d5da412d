"""Runs depthcheck on every bomb and checks its memory and processor time against the size of the bomb.

See tools/dev/reliability/bombs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

# The memory of a run that reads almost nothing, with a margin for other machines.
START_BYTES = 48 << 20
# The allowance for each byte of the file, and for each byte that it really unpacks to.
BYTES_A_BYTE = 20
BYTES_AN_UNPACKED_BYTE = 4
# Processor time is compared with that of a yardstick, which inflates a fixed stream just before and after, so that the
# limits do not depend on the machine or its load. One yardstick is 0.1 s on the machine of docs/RELIABILITY.md.
YARDSTICK_ROUNDS = 36
START_YARDSTICKS = 3
YARDSTICKS_A_MEGABYTE = 5
YARDSTICKS_AN_UNPACKED_MEGABYTE = 0.2
# Load can change during a run: a slow run is repeated, and the smallest number of yardsticks counts.
RUNS = 4
# Only ends a run that hangs.
PATIENCE_SECONDS = 1200
USUAL_CODES = {0, 1, 2, 3, 64}


@dataclass(frozen=True)
class Run:
    code: int
    peak: int
    seconds: float
    #: The processor time as a multiple of that of the yardstick.
    yardsticks: float
    error: str


def yardstick_stream() -> bytes:
    source = random.Random(1)  # noqa: S311
    words = [source.randbytes(source.randrange(3, 12)) for _ in range(500)]
    return zlib.compress(b"".join(source.choice(words) for _ in range(150_000)))


YARDSTICK = yardstick_stream()


def yardstick_seconds() -> float:
    """The processor time of inflating the stream in pieces, so that this process, and thus its children, stay small."""
    begun = time.process_time()
    for _ in range(YARDSTICK_ROUNDS):
        inflation, rest = zlib.decompressobj(), YARDSTICK
        while rest:
            inflation.decompress(rest, 1 << 16)
            rest = inflation.unconsumed_tail
    return time.process_time() - begun


def run(binary: Path, folder: Path, arguments: list[str]) -> Run:
    error = folder / "stderr"
    before = yardstick_seconds()
    with (folder / "stdout").open("wb") as output, error.open("wb") as errors:
        # subprocess.run does not return the resource usage of the child.
        process = subprocess.Popen(  # noqa: S603
            [binary, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            env={"SWIFT_BACKTRACE": "enable=no", "PATH": os.environ["PATH"]})  # fmt: skip
        begun = time.monotonic()
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - begun > PATIENCE_SECONDS:
                process.kill()
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
    text = error.read_bytes()[:200].decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    yardsticks = seconds / max(before, yardstick_seconds())
    return Run(process.returncode, usage.ru_maxrss * 1024, seconds, yardsticks, text)


def allowed_yardsticks(bomb: dict[str, Any]) -> float:
    own, unpacked = bomb["byte_count"], bomb["unpacked"]
    return START_YARDSTICKS + (YARDSTICKS_A_MEGABYTE * own + YARDSTICKS_AN_UNPACKED_MEGABYTE * unpacked) / 1e6


def violations(bomb: dict[str, Any], outcome: Run) -> list[str]:
    found = []
    if outcome.code not in USUAL_CODES:
        found.append(f"exit code {outcome.code}: {outcome.error}")
    own, unpacked = bomb["byte_count"], bomb["unpacked"]
    allowed = BYTES_AN_UNPACKED_BYTE * unpacked if bomb["at_once"] is None else bomb["at_once"]
    peak = START_BYTES + BYTES_A_BYTE * own + allowed
    if outcome.peak > peak:
        found.append(f"peak memory {outcome.peak >> 20} MiB, expected at most {peak >> 20}")
    allowed = allowed_yardsticks(bomb)
    if outcome.yardsticks > allowed:
        found.append(
            f"{outcome.seconds:.2f} s, {outcome.yardsticks:.1f} times inflating the yardstick, expected at most "
            f"{allowed:.1f}"
        )
    return [f"{bomb['format']}, {bomb['name']}: {violation}" for violation in found]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/reliability/bombs", description=__doc__)
    parser.add_argument("binary", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--format", default="", help="only bombs of this format, such as png")
    arguments = parser.parse_args()
    bombs = json.loads((arguments.folder / "bombs.json").read_text())
    broken: list[str] = []
    played = 0
    print("| Format | Bomb | Bytes | Peak memory | Processor time | Exit code |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for bomb in bombs:
        if not bomb["format"].startswith(arguments.format):
            continue
        outcome = run(arguments.binary, arguments.folder, bomb["arguments"])
        for _ in range(1, RUNS):
            if outcome.yardsticks <= allowed_yardsticks(bomb):
                break
            again = run(arguments.binary, arguments.folder, bomb["arguments"])
            least = min(outcome, again, key=lambda each: each.yardsticks)
            outcome = replace(outcome, seconds=least.seconds, yardsticks=least.yardsticks)
        played += 1
        print(
            f"| {bomb['format']} | {bomb['name']} | {bomb['byte_count']:,} | {outcome.peak / (1 << 20):.0f} MiB | "
            f"{outcome.seconds:.2f} s | {outcome.code} |", flush=True)  # fmt: skip
        broken += violations(bomb, outcome)
    print("\n".join(["", f"{played} bombs, {len(broken)} broken promises", *broken]))
    return 1 if broken or not played else 0


if __name__ == "__main__":
    sys.exit(main())
