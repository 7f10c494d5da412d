"""Runs every command repeatedly, with several numbers of jobs and locales, and compares the bytes.

See tools/dev/reliability/determinism.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from command_scenes import ROOT, SCENES, Scene, Stage, is_same

JOBS = (1, 2, 8)
LOCALES = ("C", "de_DE.UTF-8", "tr_TR.UTF-8")


def made_locales(folder: Path) -> list[str]:
    """The available locales, including those compiled here from the sources of the system."""
    folder.mkdir(parents=True, exist_ok=True)
    made = ["C"]
    for name in LOCALES[1:]:
        language, encoding = name.split(".")
        command = ["localedef", "-i", language, "-f", encoding, str(folder / name)]
        if (folder / name).is_dir() or subprocess.run(command, capture_output=True, check=False).returncode in (0, 1):
            made.append(name)
    return [name for name in made if name == "C" or (folder / name).is_dir()]


def differences(stage: Stage, scene: Scene, locales: list[str], folder: Path, times: int) -> tuple[int, list[str]]:
    with stage.set_for(scene):
        first = stage.play(scene, 1)
    runs, found = 0, []
    for time in range(times):
        for locale in locales:
            for jobs in JOBS:
                with stage.set_for(scene):
                    outcome = stage.play(scene, jobs, LC_ALL=locale, LOCPATH=str(folder))
                runs += 1
                if not is_same(outcome, first) or outcome.code != first.code:
                    found.append(f"{scene.name}: different output with {jobs} jobs in {locale}, run {time + 1}")
    return runs, found


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev/reliability/determinism", description=__doc__)
    parser.add_argument("binary", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--times", type=int, default=20)
    arguments = parser.parse_args()
    folder = ROOT / ".build/determinism"
    stage = Stage(folder / "play", arguments.binary)
    locales = made_locales(folder / "locales")
    for name in sorted(set(LOCALES) - set(locales)):
        print(f"{name}: skipped, localedef or its sources are missing (apt-get install locales)", file=sys.stderr)
    total, broken = 0, []
    for scene in SCENES:
        runs, found = differences(stage, scene, locales, folder / "locales", arguments.times)
        print(f"{scene.name:24} {runs:5} runs, {len(found)} differ")
        sys.stdout.flush()
        total, broken = total + runs, broken + found
    print(f"{'all':24} {total:5} runs, {len(broken)} differ; locales {', '.join(locales)}")
    print(os.linesep.join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
