"""Crashes each batch command at one file, and checks that only this file is lost.

See tools/dev/reliability/crashes.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import shutil
import signal
import struct
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

# How a thread crashes, and the signal that ends the process.
WAYS = {"trap": signal.SIGILL, "address": signal.SIGSEGV, "stack": signal.SIGSEGV, "abort": signal.SIGABRT}
GUILTY = "map10.bin"
NAMES = [f"map{number:02}.bin" for number in range(20)]
NAMED = "depthcheck: crashed while reading {}, a defect of depthcheck; please report it (SECURITY.md)"
#: A member whose reader opens this library crashes.
MEMBER, LIBRARY = "map10.tiff", "libtiff.so.6"
CODE = "crashed"


class Play:
    """A folder of maps, and commands that run in it."""

    def __init__(self, folder: Path, binary: Path, library: Path) -> None:
        self.folder, self.binary, self.library = folder, binary, library
        self.broken: list[str] = []
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "maps").mkdir(parents=True)
        for number, name in enumerate(NAMES):
            samples = [1 + (index % (7 + number)) / 8 for index in range(64 * 48)]
            (folder / "maps" / name).write_bytes(struct.pack(f"<{len(samples)}f", *samples))
        with tarfile.open(folder / "maps.tar", "w") as tar, zipfile.ZipFile(folder / "maps.zip", "w") as archive:
            for name in NAMES:
                content = (folder / "maps" / name).read_bytes() if name != GUILTY else b"II*\0\x08\0\0\0" + bytes(64)
                member = tarfile.TarInfo(MEMBER if name == GUILTY else name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
                archive.writestr(member.name, content)
        (folder / "labels.csv").write_text(
            "file,label\n" + "".join(f"{name},{('real', 'attack')[n % 2]}\n" for n, name in enumerate(NAMES)))

    def run(self, *arguments: str, way: str = "", at: str = GUILTY) -> subprocess.CompletedProcess[str]:
        faults = {"LD_PRELOAD": str(self.library), "CRASH_FILE": at, "CRASH": way} if way else {}
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **faults}
        command = [str(self.binary), *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=600)

    def check(self, holds: bool, what: str, outcome: subprocess.CompletedProcess[str] | None = None) -> None:
        if not holds:
            self.broken.append(what if outcome is None else f"{what}: {outcome.returncode} {outcome.stderr[-400:]!r}")

    def rows(self, table: str) -> dict[str, bool]:
        """The files with a row, in order, and whether it is that of a crash."""
        text = (self.folder / table).read_text()
        start = '"file":"' if table.endswith(".ndjson") else ""
        lines = text.splitlines()[0 if start else 1:]
        return {next(name for name in NAMES if name in line): f"{CODE}" in line.split("depthcheck")[-1] or
                line.rstrip('"}').endswith(CODE) for line in lines}

    def measured(self, way: str, jobs: int, table: str) -> None:
        """A crash, then --resume until done."""
        what = f"measure, {way}, {jobs} jobs, {table}"
        (self.folder / table).unlink(missing_ok=True)
        measure = ("measure", "maps", "-o", table, "--resume", "--quiet", "--jobs", str(jobs))
        first = self.run(*measure, way=way)
        named = NAMED.format(f"maps/{GUILTY}")
        self.check(first.returncode == -WAYS[way] and first.stderr.count(named) == 1, what, first)
        rows = self.rows(table)
        self.check(rows.get(GUILTY) is True and sum(rows.values()) == 1, f"{what}: rows {rows}")
        others = [name for name in rows if name != GUILTY]
        self.check(others == NAMES[:len(others)], f"{what}: rows {others}")
        for again in "once", "twice":
            resumed = self.run(*measure, way=way)
            self.check(resumed.returncode == 2 and GUILTY in resumed.stderr, f"{what}, resumed {again}", resumed)
            rows = self.rows(table)
            self.check([*rows] == NAMES and [name for name in rows if rows[name]] == [GUILTY], f"{what}: {rows}")
        tuned = self.run("tune", table, "--labels", "labels.csv")
        self.check(tuned.returncode in (0, 2, 3), f"{what}, tune", tuned)
        # A changed file is measured again.
        os.utime(self.folder / "maps" / GUILTY)
        healed = self.run(*measure)
        self.check(healed.returncode == 0 and not any(self.rows(table).values()), f"{what}, changed", healed)

    def members(self, shard: str, jobs: int) -> None:
        """A crash at a member of an archive, then --resume: all other members are measured."""
        what, guilty, table = f"measure {shard}, {jobs} jobs", f"{shard}/{MEMBER}", self.folder / "members.csv"
        table.unlink(missing_ok=True)
        source = ["--tar", shard] if shard.endswith(".tar") else [shard]
        measure = ("measure", *source, "-o", table.name, "--resume", "--quiet", "--jobs", str(jobs))
        first = self.run(*measure, way="trap", at=LIBRARY)
        named = first.stderr.count(NAMED.format(guilty)) == 1
        self.check(first.returncode == -signal.SIGILL and named, what, first)
        for way in "trap", "":
            resumed = self.run(*measure, way=way, at=LIBRARY)
            self.check(resumed.returncode == 2 and guilty in resumed.stderr, f"{what}, resumed", resumed)
            rows = [*csv.DictReader(io.StringIO(table.read_text()))]
            crashed = [row["file"] for row in rows if row["error_code"] == CODE]
            self.check(len(rows) == len(NAMES) and crashed == [guilty], f"{what}, resumed: {len(rows)}, {crashed}")
        analyzed = self.run("analyze", *source, "--jobs", str(jobs), way="trap", at=LIBRARY)
        self.check(analyzed.stderr.count(NAMED.format(guilty)) == 1, f"analyze {shard}", analyzed)

    def device(self, jobs: int) -> None:
        """A failing device is not the file's fault: the next run measures the file."""
        table = self.folder / "device.csv"
        table.unlink(missing_ok=True)
        measure = ("measure", "maps", "-o", table.name, "--resume", "--quiet", "--jobs", str(jobs))
        failed = self.run(*measure, way="device")
        named = NAMED.format(f"maps/{GUILTY}") in failed.stderr
        self.check(failed.returncode == -signal.SIGBUS and named, f"device, {jobs} jobs", failed)
        self.check(CODE not in table.read_text(), f"device, {jobs} jobs: a file is condemned")
        healed = self.run(*measure)
        self.check(healed.returncode == 0 and [*self.rows(table.name)] == NAMES, "device, resumed", healed)

    def alone(self, *arguments: str) -> None:
        """The crash of a single file is one line."""
        outcome = self.run(*arguments, f"maps/{GUILTY}", way="trap")
        lines = outcome.stderr.splitlines()
        named = len(lines) == 1 and lines[0].startswith(NAMED.format(f"maps/{GUILTY}"))
        self.check(outcome.returncode == -signal.SIGILL and named, " ".join(arguments), outcome)

    def ended(self, number: signal.Signals, jobs: int) -> None:
        """A signal from outside, also one of a fault, condemns no file."""
        table = "ended.csv"
        (self.folder / table).unlink(missing_ok=True)
        os.mkfifo(self.folder / "wait")
        try:
            # The pipe keeps a file in work.
            command = [str(self.binary), "measure", "maps", "--tar", "wait", "-o", table, "-q", "--jobs", str(jobs)]
            # With backtraces, Swift's runtime does not end for the signal of a fault that another process sends.
            environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
            with subprocess.Popen(
                command, cwd=self.folder, env=environment, stderr=subprocess.DEVNULL
            ) as process:
                with (self.folder / "wait").open("wb"):
                    while len((self.folder / table).read_text().splitlines()) < 2:
                        time.sleep(0.01)
                    process.send_signal(number)
                    process.wait(60)
        finally:
            (self.folder / "wait").unlink()
        self.check(CODE not in (self.folder / table).read_text(), f"{number.name}, {jobs} jobs: a file is condemned")

    def named(self, *arguments: str) -> None:
        """The guilty file is named; without it everything else is read."""
        for jobs in "1", "4":
            outcome = self.run(*arguments, "--jobs", jobs, way="trap")
            named = NAMED.format(f"maps/{GUILTY}") in outcome.stderr
            self.check(outcome.returncode == -signal.SIGILL and named, " ".join(arguments), outcome)
        rest = self.run(*arguments, "--exclude", GUILTY, way="trap")
        self.check(rest.returncode == 0, f"{' '.join(arguments)} --exclude", rest)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/reliability/crashes", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("binary", type=Path)
    parser.add_argument("library", type=Path)
    given = parser.parse_args()
    # A background job of a shell ignores SIGINT, as would the commands.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    play = Play(given.folder.resolve() / "play", given.binary, given.library.resolve())
    for way in WAYS:
        for jobs in 1, 4:
            play.measured(way, jobs, "m.csv")
    play.measured("trap", 4, "m.ndjson")
    for jobs in 1, 4:
        play.members("maps.tar", jobs)
        play.members("maps.zip", jobs)
        play.device(jobs)
    for number in signal.SIGINT, signal.SIGKILL, signal.SIGSEGV:
        for jobs in 1, 4:
            play.ended(number, jobs)
    play.alone("analyze")
    play.alone("info")
    play.named("analyze", "maps")
    play.named("info", "maps")
    play.named("convert", "maps", "-o", "converted/", "--to", "npy")
    play.named("parity", "compare", "maps")
    play.named("render", "maps", "-o", "drawn/")
    print("\n".join(play.broken) or "crashes: only the guilty file is lost")
    return 1 if play.broken else 0


if __name__ == "__main__":
    sys.exit(main())
