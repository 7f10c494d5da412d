"""Runs depthcheck on every bomb and checks its memory and processor time against the size of the bomb.

See tools/dev/reliability/bombs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

# The memory of a run that reads almost nothing, with a margin for other machines.
START_BYTES = 48 << 20
START_SECONDS = 0.3
# The allowance for each byte of the file, and for each byte that it really unpacks to.
BYTES_A_BYTE = 20
SECONDS_A_MEGABYTE = 0.5
BYTES_AN_UNPACKED_BYTE = 4
SECONDS_AN_UNPACKED_MEGABYTE = 0.02
# Load can double the processor time of a run: a slow run is repeated, and the smallest time counts.
RUNS = 3
# A longer run is ended, because it has far exceeded its limit.
PATIENCE_SECONDS = 120
USUAL_CODES = {0, 1, 2, 3, 64}


@dataclass(frozen=True)
class Run:
    code: int
    peak: int
    seconds: float
    error: str


def run(binary: Path, folder: Path, arguments: list[str]) -> Run:
    error = folder / "stderr"
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
    return Run(process.returncode, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, text)


def allowed_seconds(bomb: dict[str, Any]) -> float:
    own, unpacked = bomb["byte_count"], bomb["unpacked"]
    return START_SECONDS + (SECONDS_A_MEGABYTE * own + SECONDS_AN_UNPACKED_MEGABYTE * unpacked) / 1e6


def violations(bomb: dict[str, Any], outcome: Run) -> list[str]:
    found = []
    if outcome.code not in USUAL_CODES:
        found.append(f"exit code {outcome.code}: {outcome.error}")
    own, unpacked = bomb["byte_count"], bomb["unpacked"]
    allowed = BYTES_AN_UNPACKED_BYTE * unpacked if bomb["at_once"] is None else bomb["at_once"]
    peak = START_BYTES + BYTES_A_BYTE * own + allowed
    if outcome.peak > peak:
        found.append(f"peak memory {outcome.peak >> 20} MiB, expected at most {peak >> 20}")
    seconds = allowed_seconds(bomb)
    if outcome.seconds > seconds:
        found.append(f"{outcome.seconds:.2f} s, expected at most {seconds:.2f}")
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
            if outcome.seconds <= allowed_seconds(bomb):
                break
            again = run(arguments.binary, arguments.folder, bomb["arguments"])
            outcome = replace(outcome, seconds=min(outcome.seconds, again.seconds))
        played += 1
        print(
            f"| {bomb['format']} | {bomb['name']} | {bomb['byte_count']:,} | {outcome.peak / (1 << 20):.0f} MiB | "
            f"{outcome.seconds:.2f} s | {outcome.code} |", flush=True)  # fmt: skip
        broken += violations(bomb, outcome)
    print("\n".join(["", f"{played} bombs, {len(broken)} broken promises", *broken]))
    return 1 if broken or not played else 0


if __name__ == "__main__":
    sys.exit(main())
