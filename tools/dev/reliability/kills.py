"""Ends every command that writes at random moments, and reports lost, duplicated or leftover output.

See tools/dev/reliability/kills.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from command_scenes import (
    JOBS,
    LIMIT_SECONDS,
    OLD,
    ROOT,
    SCENES,
    TOO_LITTLE_DATA,
    Outcome,
    Scene,
    Stage,
    is_same,
    is_same_file,
    strays,
)

SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "INT": signal.SIGINT}
# The unique part of the names of temporary files.
NUMBERS = r"(?<=-)\d+"
TEMPORARY = re.compile(r"[ /]\.depthcheck-[0-9a-f]{16}\.tmp$")
# The number of tenths of a second for a killed process to exit: a process that remains never exits.
DYING_TENTHS = 600
# The environment variable that identifies the processes of a run.
MARK = "DEPTHCHECK_KILLS_RUN"

# Programs that are started when the signal arrives, and could remain.
LINGERING = Scene(
    "golden check --run, lasting",
    ("golden", "check", "set/golden", "--filter", "server/*", "--run",
     "sh -c '[ -e {ending} ] && exec sleep 600; cat \"answers/${1##*/}\"' sh {input}", *JOBS))  # fmt: skip


def ended(stage: Stage, scene: Scene, jobs: int, number: int, moment: float) -> Outcome | None:
    """Runs a command and sends a signal after ``moment`` seconds; None if it had already ended."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    with subprocess.Popen(
        stage.command(scene, jobs), cwd=stage.folder, env=stage.environment(**{MARK: mark}), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=with_default_signals) as run:  # fmt: skip
        time.sleep(moment)
        is_late = run.poll() is not None
        stage.ending.touch()
        run.send_signal(number)
        try:
            output, error = run.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            run.kill()
            raise SystemExit(f"{scene.name}: still running {LIMIT_SECONDS} s after signal {number}") from None
    for _ in range(DYING_TENTHS):
        survivors = marked(mark)
        if not survivors:
            break
        time.sleep(0.1)
    for process in survivors:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
    stage.ending.unlink()
    if is_late:
        return None
    outcome = stage.look(scene, run.returncode, output, error)
    # SIGKILL cannot be handled.
    if number != signal.SIGKILL:
        outcome.left_behind += [f"the program {name} goes on" for name in survivors.values()]
    return outcome


def with_default_signals() -> None:
    """Resets signals ignored by nohup or background shells, because commands would inherit that."""
    for number in (signal.SIGHUP, *SIGNALS.values()):
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)


def marked(mark: str) -> dict[int, str]:
    """The programs started by a run that are still running, by process."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (process / "environ").read_bytes():
                found[int(process.name)] = (process / "comm").read_text().strip()
    return found


def has_begun(scene: Scene, outcome: Outcome) -> bool:
    """Whether a run has printed, written or left anything."""
    untouched = {name: OLD for name in scene.outputs}
    return bool(outcome.output or outcome.error or outcome.left_behind) or outcome.files != untouched


def resumed_run(stage: Stage, scene: Scene, jobs: int) -> Outcome:
    resumed = dataclasses.replace(scene, arguments=(*scene.arguments, "--resume")) if scene.growing else scene
    return stage.play(resumed, jobs)


def violations(
    stage: Stage, scene: Scene, jobs: int, number: int, moment: float, outcome: Outcome, undisturbed: Outcome
) -> list[str]:
    """The promises broken by an ended run. Continues what can be continued."""
    found = []
    expected = {-signal.SIGKILL} if number == signal.SIGKILL else {128 + number}
    # It may have been loading its libraries, before it installs its signal handlers and touches any file.
    if not has_begun(scene, outcome):
        expected.add(-number)
    if outcome.code not in {*expected, undisturbed.code}:
        found.append(f"exit code {outcome.code}")
    # Unnamed files disappear with the process. A temporary folder, and a file about to replace another, are removed
    # by the next run.
    stray = strays(scene, outcome, undisturbed)
    if number == signal.SIGKILL:
        stray = [name for name in stray if not name.startswith("temporary ") and not TEMPORARY.search(name)]
    found += stray
    if outcome.code == undisturbed.code and not is_same(outcome, undisturbed):
        found.append("exit code of a complete run, but incomplete output")
    for name in scene.outputs:
        contents = outcome.files.get(name)
        if contents is None or not (contents == OLD or is_same_file(contents, undisturbed.files[name])):
            found.append(f"{name} is neither unchanged nor complete")
    for name, contents in outcome.files.items():
        inside = any(name.startswith(f"{folder}/") for folder in (*scene.folders, *scene.changed))
        if inside and name in undisturbed.files and not is_same_file(contents, undisturbed.files[name]):
            found.append(f"{name} is incomplete")
    last = resumed_run(stage, scene, jobs)
    if not is_same(last, undisturbed) or last.code != undisturbed.code:
        found.append(f"the next run differs from an undisturbed one, exit code {last.code}")
    found += [f"after the next run: {name}" for name in strays(scene, last, undisturbed)]
    return found


def play(stage: Stage, scene: Scene, moments: int, chance: random.Random) -> tuple[Counter[str], list[str]]:
    tally: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for jobs in (1, 4):
        with stage.set_for(scene):
            begun = time.monotonic()
            undisturbed = stage.play(scene, jobs)
            duration = time.monotonic() - begun
        if undisturbed.code not in (0, TOO_LITTLE_DATA) or strays(scene, undisturbed, undisturbed):
            raise SystemExit(f"{scene.name}: fails undisturbed: {undisturbed.code} {undisturbed.error!r:.300}")
        for name, number in SIGNALS.items():
            for _ in range(moments):
                moment = chance.uniform(0, duration * 1.05)
                with stage.set_for(scene):
                    outcome = ended(stage, scene, jobs, number, moment)
                    if outcome is None:
                        tally["late"] += 1
                        continue
                    tally[name] += 1
                    for violation in violations(stage, scene, jobs, number, moment, outcome, undisturbed):
                        found[f"{scene.name}, SIG{name}, {jobs} jobs: {re.sub(NUMBERS, 'N', violation)}"] += 1
    tally["broken"] = sum(found.values())
    return tally, [f"{count} times: {violation}" for violation, count in found.items()]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/reliability/kills", description=__doc__)
    parser.add_argument("binary", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--moments", type=int, default=200, help="runs per signal, with 1 and with 4 jobs each [200]")
    parser.add_argument("--command", default="", help="only commands whose name begins with this, such as measure")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    stage = Stage(ROOT / ".build/kills", arguments.binary)
    columns = [*SIGNALS, "late", "broken"]
    print(f"{'command':24} " + " ".join(f"{column:>6}" for column in columns))
    broken: list[str] = []
    total: Counter[str] = Counter()
    for scene in (*SCENES, LINGERING):
        if scene.name.startswith(arguments.command):
            tally, found = play(stage, scene, arguments.moments, random.Random(f"{arguments.seed} {scene.name}"))
            print(f"{scene.name:24} " + " ".join(f"{tally[column]:6}" for column in columns))
            sys.stdout.flush()
            broken += found
            total += tally
    print(f"{'all':24} " + " ".join(f"{total[column]:6}" for column in columns))
    print("\n".join(broken))
    return 1 if broken or not total else 0


if __name__ == "__main__":
    sys.exit(main())
