"""Commands that write, each in a separate folder with its input, for tests of kills and faults."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tested_command import ROOT

# The exit codes of docs/ANALYZE.md: done, a condition holds, unreadable input, too little data, wrong usage, no
# /proc, the output could not be written.
TOO_LITTLE_DATA = 3
EXIT_CODES = {0, 1, 2, TOO_LITTLE_DATA, 64, 71, 74}

# The previous content of outputs, which is kept, or replaced by complete output.
OLD = b"what was here before\n"

LIMIT_SECONDS = 60


@dataclass(frozen=True)
class Scene:
    """A command, its input and its output, all relative to its folder."""

    name: str
    arguments: tuple[str, ...]
    # Written completely or not at all; they exist before with other contents.
    outputs: tuple[str, ...] = ()
    # Written row by row; --resume continues it.
    growing: str | None = None
    # A folder of files written row by row; the same command continues them.
    growing_folder: str | None = None
    # Folders in which files appear, each complete or not at all, only with the names of an undisturbed run.
    folders: tuple[str, ...] = ()
    # A folder changed by the command, restored for each run.
    changed: tuple[str, ...] = ()
    # The text of a note on skipped items, without which all others were processed.
    note: bytes | None = None

    def command(self, binary: Path, jobs: int) -> list[str]:
        return [str(binary)] + [argument.replace("{jobs}", str(jobs)) for argument in self.arguments]


JOBS = ("--jobs", "{jobs}")

SCENES = [
    Scene("analyze, text", ("analyze", "maps", *JOBS)),
    Scene("analyze, JSON", ("analyze", "maps", "-o", "out.json", "--summary-json", "sum.json", *JOBS),
          ("out.json", "sum.json")),
    Scene("analyze, packed CSV", ("analyze", "--files-from", "list.txt", "-o", "out.csv.gz", *JOBS), ("out.csv.gz",)),
    Scene("measure, CSV", ("measure", "maps", "-o", "grown.csv", *JOBS), growing="grown.csv"),
    Scene("measure, NDJSON", ("measure", "maps", "-o", "grown.ndjson", *JOBS), growing="grown.ndjson"),
    Scene("measure --tar", ("measure", "--tar", "shard.tar.gz", "-o", "grown.csv", *JOBS), growing="grown.csv"),
    Scene("parity", ("parity", "maps", "-o", "out.json", "--format", "json", *JOBS), ("out.json",)),
    Scene("tune",
          ("tune", "table.csv", "--labels", "labels.csv", "-o", "tuned.json", "--force", "--curves", "curves.csv",
           "--operating-points", "points.json", "--save-folds", "folds.csv", "--replicates", "20", *JOBS),
          ("tuned.json", "curves.csv", "points.json", "folds.csv")),
    Scene("tune --sweep",
          ("tune", "table.csv", "--labels", "labels.csv", "--corpus", ".", "--sweep", "histogramBins=40,50",
           "--sweep-folder", "swept", "--sweep-table", "swept.csv", "--replicates", "0", *JOBS),
          ("swept.csv",), growing_folder="swept"),
    Scene("evaluate",
          ("evaluate", "table.csv", "--labels", "labels.csv", "--parameters", "parameters.json", "-o", "out.json",
           "--format", "json"), ("out.json",)),
    Scene("golden check",
          ("golden", "check", "set/golden", "--filter", "room-*", "-o", "out.txt", "--junit", "out.xml", "--json",
           "out.json", "--markdown", "out.md", *JOBS), ("out.txt", "out.xml", "out.json", "out.md")),
    Scene("golden check --run",
          ("golden", "check", "set/golden", "--filter", "server/room-01", "--run",
           "{depthcheck} analyze --format json --width {width} --height {height} {f32}", *JOBS)),
    Scene("golden requests",
          ("golden", "requests", "set/golden", "--filter", "server/room-*", "--unpacked", "samples",
           "-o", "out.ndjson"), ("out.ndjson",), folders=("samples",)),
    Scene("render", ("render", "maps", "-o", "pictures", "--edges", "--histogram", *JOBS), folders=("pictures",)),
    Scene("report",
          ("report", "table.csv", "--labels", "labels.csv", "--maps", ".", "--pictures", "4", "-o", "out.html", *JOBS),
          ("out.html",), note=b"note: skipped"),
    Scene("capture verify",
          ("capture", "verify", "captures", "--device", "device.json", "--at", "2025-12-01T10:00:30Z", "-o", "out.json",
           "--format", "json", "--summary-json", "sum.json", *JOBS), ("out.json", "sum.json")),
    Scene("capture pack",
          ("capture", "pack", "--photo", "photo.jpg", "--depth", "maps/room-01.bin.gz", "--at",
           "2025-12-01T10:00:00.123Z", "-o", "out.body"), ("out.body",)),
    Scene("golden record", ("golden", "record", "--set", "set/golden", "room-01", *JOBS), changed=("set",)),
]  # fmt: skip


@dataclass
class Outcome:
    """The exit status of a run, and the files in its folder; see ``timeless``."""

    code: int
    output: bytes
    error: bytes
    files: dict[str, bytes] = field(default_factory=dict)
    left_behind: list[str] = field(default_factory=list)


#: The identity of an unchanged file: any write or replacement changes it.
State = tuple[int, int, int, int]


@dataclass(frozen=True)
class Kept:
    """A file that must not change."""

    state: State
    digest: str


def files_below(folder: Path, prefix: str = "") -> Iterator[tuple[str, State]]:
    """All files in a folder and its subfolders, with relative paths. Many times faster than ``rglob``."""
    with os.scandir(folder) as entries:
        for entry in list(entries):
            name = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                yield from files_below(Path(entry.path), f"{name}/")
            elif entry.is_file():
                found = entry.stat()
                yield name, (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class Stage:
    """A folder for running scenes: their input is made once, their output is removed after each."""

    def __init__(self, folder: Path, binary: Path) -> None:
        self.binary = binary.resolve()
        self.folder = folder / "stage"
        self.temporary = folder / "temporary"
        # Tells programs started by the run that it is about to be ended.
        self.ending = folder / "ending"
        shutil.rmtree(folder, ignore_errors=True)
        self.temporary.mkdir(parents=True)
        self.folder.mkdir()
        self._make_maps()
        self._make_set()
        self._make_tables()
        self._make_captures()
        self.before = self._snapshot()

    def _make_maps(self) -> None:
        maps = self.folder / "maps"
        maps.mkdir()
        names = ["room-01", "room-02", "room-03", "screen-01", "noise-01", "constant-0.4m", "plateau-peaks-01"]
        for name in names:
            shutil.copy(ROOT / f"fixtures/{name}.bin.gz", maps)
        (maps / "plain.bin").write_bytes(gzip.decompress((ROOT / "fixtures/room-01.bin.gz").read_bytes()))
        with tarfile.open(self.folder / "shard.tar.gz", "w:gz") as shard:
            for path in sorted(maps.iterdir()):
                shard.add(path, path.name)
        files = sorted(path.name for path in maps.iterdir())
        (self.folder / "list.txt").write_text("".join(f"maps/{name}\n" for name in files))
        rows = [f"maps/{name},{'attack' if index % 2 else 'bona_fide'},{index}" for index, name in enumerate(files)]
        (self.folder / "labels.csv").write_text("file,label,group\n" + "\n".join(rows) + "\n")

    def _make_set(self) -> None:
        shutil.copytree(ROOT / "golden", self.folder / "set/golden")
        shutil.copytree(ROOT / "fixtures/containers", self.folder / "set/fixtures/containers")
        for path in (ROOT / "fixtures").glob("*"):
            if path.is_file():
                shutil.copy(path, self.folder / "set/fixtures")

    def _make_tables(self) -> None:
        (self.folder / "parameters.json").write_text('{"coherenceThreshold": 0.25}\n')
        subprocess.run([self.binary, "measure", "maps", "--root", ".", "-o", "table.csv"], cwd=self.folder, check=True,
                       capture_output=True)  # fmt: skip

    def _make_captures(self) -> None:
        captures = ROOT / "fixtures/captures"
        shutil.copytree(captures / "bodies", self.folder / "captures")
        shutil.copy(captures / "device.json", self.folder)
        shutil.copy(captures / "shared/photo.jpg", self.folder)

    def _snapshot(self) -> dict[str, Kept]:
        """All files, by path."""
        return {
            name: Kept(state, digest((self.folder / name).read_bytes())) for name, state in files_below(self.folder)
        }

    @contextlib.contextmanager
    def set_for(self, scene: Scene) -> Iterator[None]:
        """Creates the old outputs; restores the folder afterwards."""
        for name in scene.outputs:
            (self.folder / name).write_bytes(OLD)
        folders = [*scene.folders, *([scene.growing_folder] if scene.growing_folder else [])]
        for name in folders:
            (self.folder / name).mkdir()
        for name in scene.changed:
            # The command changes the copy; the original files keep their identity.
            (self.folder / name).rename(self.folder / f"{name}.kept")
            shutil.copytree(self.folder / f"{name}.kept", self.folder / name)
        try:
            yield
        finally:
            for name in scene.changed:
                shutil.rmtree(self.folder / name)
                (self.folder / f"{name}.kept").rename(self.folder / name)
            for name, _ in files_below(self.folder):
                if name not in self.before:
                    (self.folder / name).unlink()
            for name in folders:
                shutil.rmtree(self.folder / name, ignore_errors=True)
            for path in self.temporary.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def environment(self, **more: str) -> dict[str, str]:
        # With CI set, golden record refuses, and it is one of the scenes.
        inherited = {name: value for name, value in os.environ.items() if name != "CI"}
        return inherited | {"TMPDIR": str(self.temporary), "LC_ALL": "C", "COLUMNS": "100"} | more

    def command(self, scene: Scene, jobs: int) -> list[str]:
        places = {"{depthcheck}": str(self.binary), "{ending}": str(self.ending)}
        command = scene.command(self.binary, jobs)
        for place, path in places.items():
            command = [part.replace(place, path) for part in command]
        return command

    def play(self, scene: Scene, jobs: int = 1, **environment: str) -> Outcome:
        """Runs a command to its end. Call it inside ``set_for``."""
        run = subprocess.run(
            self.command(scene, jobs), cwd=self.folder, env=self.environment(**environment), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=LIMIT_SECONDS, check=False)  # fmt: skip
        return self.look(scene, run.returncode, run.stdout, run.stderr)

    def look(self, scene: Scene, code: int, output: bytes = b"", error: bytes = b"") -> Outcome:
        outcome = Outcome(code, timeless(output), error)
        kept = tuple(f"{name}.kept/" for name in scene.changed)
        found = {name: state for name, state in files_below(self.folder) if not name.startswith(kept)}
        for name, state in sorted(found.items()):
            before = self.before.get(name)
            if before and before.state == state:
                continue
            contents = (self.folder / name).read_bytes()
            if not before or before.digest != digest(contents):
                outcome.files[name] = contents
        outcome.left_behind = [f"{name} is gone" for name in self.before if name not in found]
        outcome.left_behind += [f"temporary {path.name}" for path in self.temporary.rglob("*")]
        return outcome


# Durations, which differ between runs.
TIMES = re.compile(rb'"slowest": \[.*?\]|(?<="seconds": )[\d.e-]+|(?<=time=")[\d.]+|\d+\.\d+ s\b|\d+ maps/s', re.DOTALL)


def timeless(contents: bytes) -> bytes:
    """The contents without durations."""
    if contents[:2] == b"\x1f\x8b":
        with contextlib.suppress(OSError, EOFError):
            return timeless(gzip.decompress(contents))
    return TIMES.sub(b"(time)", contents)


def digest(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()


def well_formed(name: str, contents: bytes) -> bool:
    """Whether a file was completed by a command."""
    try:
        if name.endswith(".gz"):
            return well_formed(name.removesuffix(".gz"), gzip.decompress(contents))
        if name.endswith(".json"):
            json.loads(contents)
        elif name.endswith((".ndjson", ".csv")):
            lines = contents.decode().splitlines(keepends=True)
            if any(not line.endswith("\n") for line in lines):
                return False
            for line in lines if name.endswith(".ndjson") else []:
                json.loads(line)
        return contents != b""
    except (ValueError, OSError, EOFError):
        return False


def is_same(first: Outcome, second: Outcome) -> bool:
    """Whether two runs wrote the same output."""
    return (
        first.output == second.output
        and first.files.keys() == second.files.keys()
        and all(is_same_file(contents, second.files[name]) for name, contents in first.files.items())
    )


def is_same_file(first: bytes, second: bytes) -> bool:
    """Whether two files are the same except for durations."""
    return first == second or timeless(first) == timeless(second)


def strays(scene: Scene, outcome: Outcome, undisturbed: Outcome) -> list[str]:
    """Unexpected files: those with other names than input and output of an undisturbed run."""
    allowed = set(undisturbed.files) | set(scene.outputs) | ({scene.growing} if scene.growing else set())
    return [f"stray or changed: {name}" for name in outcome.files if name not in allowed] + outcome.left_behind
