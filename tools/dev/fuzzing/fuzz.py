"""Runs the fuzz targets built by tools/dev/fuzzing/fuzz, and prints the results; see there."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WORK = ROOT / ".build/fuzz"
BINARY = WORK / "build/release/fuzz"
PLAIN_BINARY = ROOT / ".build/release-tests/release/fuzz"
SEEDS = [ROOT / "tools/dev/fuzzing/seeds", WORK / "seeds"]
TARGET_VARIABLE = "DEPTHCHECK_FUZZ_TARGET"

# Limits for each input of at most 4 KiB. The sanitizer itself takes a few hundred megabytes.
LIMITS = ["-max_len=4096", "-timeout=20", "-malloc_limit_mb=64", "-rss_limit_mb=1024"]


@dataclass
class Run:
    """The result of one target."""

    name: str
    executions: int
    edges: int
    seconds: float
    finding: Path | None
    message: str
    log: Path


# Recording where memory was allocated takes a third of the time and is not needed until something is found.
SANITIZER = "detect_leaks=0:malloc_context_size=1:quarantine_size_mb=32"


# Makes glibc fill reused small allocations too, see HeapFilling.swift.
UNCACHED = "glibc.malloc.tcache_count=0"


# Scratch files, which are written by the million, are in memory if possible.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def environment(target: str, scratch: str = "") -> dict[str, str]:
    return {
        **os.environ, TARGET_VARIABLE: target, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": SANITIZER,
        "GLIBC_TUNABLES": UNCACHED, "TMPDIR": scratch,
    }  # fmt: skip


def described(binary: Path) -> dict[str, dict[str, list[str]]]:
    """The targets with their words and further folders of seeds."""
    found = subprocess.run([binary], env=environment(""), check=True, stdout=subprocess.PIPE)
    return json.loads(found.stdout)


def dictionary(name: str, words: list[str]) -> list[str]:
    """The option that passes the words of a target to libFuzzer, which refuses an empty file."""
    if not words:
        return []
    path = WORK / "words" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ('"' + "".join(f"\\x{byte:02X}" for byte in word.encode()) + '"\n' for word in words if word)
    path.write_text("".join(lines))
    return [f"-dict={path}"]


def run(binary: Path, name: str, target: dict[str, list[str]], effort: list[str], corpus: Path) -> Run:
    findings = WORK / "findings" / name
    logs = WORK / "logs"
    for folder in (findings, logs, corpus):
        folder.mkdir(parents=True, exist_ok=True)
    log = logs / name
    before = set(findings.iterdir())
    seeds = [*(folder / name for folder in SEEDS), *(ROOT / folder for folder in target["seeds"])]
    command = [
        binary, *LIMITS, *effort, *dictionary(name, target["words"]), f"-artifact_prefix={findings}/",
        "-print_final_stats=1", corpus, *(folder for folder in seeds if folder.is_dir()),
    ]
    start = time.monotonic()
    with log.open("wb") as output, tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        ended = subprocess.run(command, env=environment(name, scratch), check=False, stdout=output, stderr=output)
    text = log.read_text(errors="replace")
    new = sorted(set(findings.iterdir()) - before)
    message = ""
    if ended.returncode != 0:
        lines = [line for line in text.splitlines() if re.search(r"not kept|Fatal error|ERROR: |SUMMARY: ", line)]
        message = " ".join(lines[:2]) or f"ended with {ended.returncode}"
    return Run(
        name, last_number(r"number_of_executed_units: (\d+)|^#(\d+)", text), last_number(r" cov: (\d+)", text),
        time.monotonic() - start, new[0] if new else None, message, log,
    )


def last_number(pattern: str, text: str) -> int:
    numbers = [next(filter(None, match.groups())) for match in re.finditer(pattern, text, re.MULTILINE)]
    return int(numbers[-1]) if numbers else 0


def remember(runs: list[Run]) -> dict[str, int]:
    """Adds the executions to those of all previous runs, and returns the sums."""
    path = WORK / "executions.json"
    sums = json.loads(path.read_text()) if path.exists() else {}
    for found in runs:
        sums[found.name] = sums.get(found.name, 0) + found.executions
    path.write_text(json.dumps(sums, indent=2) + "\n")
    return sums


def report(binary: Path, runs: list[Run], sums: dict[str, int]) -> None:
    width = max(len(found.name) for found in runs) + 2
    print(f"{'target':<{width}}{'executions':>12}{'total':>14}{'edges':>8}{'seconds':>9}  found")
    for found in runs:
        print(
            f"{found.name:<{width}}{found.executions:>12,}{sums[found.name]:>14,}{found.edges:>8,}"
            f"{found.seconds:>9.1f}  {found.finding.name if found.finding else found.message or 'nothing'}"
        )
    executions, total = sum(found.executions for found in runs), sum(sums[found.name] for found in runs)
    print(f"{'all':<{width}}{executions:>12,}{total:>14,}")
    for found in runs:
        if found.message:
            print(f"\n{found.name}: {found.message}\n  complete log: {found.log.relative_to(ROOT)}")
        if found.finding:
            program, finding = binary.relative_to(ROOT), found.finding.relative_to(ROOT)
            print(f"  to reproduce: SWIFT_BACKTRACE=enable=no {TARGET_VARIABLE}={found.name} {program} {finding}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/dev/fuzzing/fuzz", description="Fuzzes every decoder and reader.")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--seconds", type=int, default=600, help="seconds for all targets together [600]")
    effort.add_argument("--runs", type=int, help="repeatable inputs per target instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="concurrent targets [number of processors]")
    parser.add_argument("--plain", action="store_true", help="use the build of the tests, without sanitizer")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="targets [all]")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    binary = PLAIN_BINARY if asked.plain else BINARY
    targets = described(binary)
    unknown = [name for name in asked.targets if name not in targets]
    if unknown or asked.jobs < 1:
        found = ", ".join(unknown) or f"--jobs {asked.jobs}"
        expected = f"at least 1 job and targets among {', '.join(targets)}"
        print(f"tools/dev/fuzzing/fuzz: found {found}; expected {expected}", file=sys.stderr)
        return 64
    names = asked.targets or list(targets)

    def start(name: str) -> Run:
        if asked.runs is not None:
            with tempfile.TemporaryDirectory() as corpus:
                return run(binary, name, targets[name], [f"-runs={asked.runs}", "-seed=1"], Path(corpus))
        seconds = max(1, asked.seconds * min(asked.jobs, len(names)) // len(names))
        return run(binary, name, targets[name], [f"-max_total_time={seconds}"], WORK / "corpus" / name)

    with ThreadPoolExecutor(asked.jobs) as pool:
        runs = list(pool.map(start, names))
    report(binary, runs, remember(runs))
    return 1 if any(found.message for found in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
