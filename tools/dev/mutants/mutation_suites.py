"""The suites of tools/dev/mutants/run: the module to break, the mutations, and the check that must notice.

A mutation is (file in the module, text to find, replacement, the rule it breaks). The text must occur exactly once. A
mutation whose rule begins with "=" is expected to survive, because it changes nothing observable; one whose rule
begins with "~", because no committed file shows it, but a unit test does. docs/MUTANTS.md proves the former and names
the unit test of the latter, under the same words.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import capture_mutations
import key_mutations
import mutations

Mutation = tuple[str, str, str, str]
# The exit code, and the number of changed answers of each kind.
Judgement = tuple[int, dict[str, int]]

CHECK_SECONDS = 60
# Several mutants are checked at once.
CAPTURES_SECONDS = 600


@dataclass(frozen=True)
class Suite:
    module: str
    mutations: list[Mutation]
    # Takes the copy of the package and a binary.
    check: Callable[[Path, str], Judgement]
    # The number of inputs that can notice a mutant.
    input_count: Callable[[], int]
    # The folder of the module to which the files of mutations are relative; empty for the module's own.
    folder: str = ""
    # Whether single_file_mutants makes the mutants, which is faster; no mutation can then change what other files
    # see.
    is_compiled_by_file: bool = False
    # The profiles whose rule a mutation breaks, each with the kinds of answers that must notice; if empty, any is
    # enough.
    profiles_of: Callable[[str], dict[str, tuple[str, ...]]] = lambda rule: {}

    @property
    def sources(self) -> str:
        return f"Sources/{self.module}/{self.folder}"

    @property
    def build(self) -> list[str]:
        """Optimised, but file by file, so that a mutant recompiles one file."""
        return ["swift", "build", "-Xswiftc", "-O", "--target", self.module]


def judged(
    scratch: Path, binary: str, arguments: list[str], seconds: int, failures: Callable[[str], list[str]]
) -> Judgement:
    """Runs the mutant; failures finds the kinds of changed answers in its output."""
    try:
        run = subprocess.run(
            [binary, *arguments], cwd=scratch, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            timeout=seconds, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, {"timeout": 1}
    if run.returncode not in (0, 1):
        return run.returncode, {"crash" if run.returncode < 0 else f"exit {run.returncode}": 1}
    by: dict[str, int] = {}
    for kind in failures(run.stdout):
        by[kind] = by.get(kind, 0) + 1
    return run.returncode, by


def check_goldens(scratch: Path, binary: str) -> Judgement:
    # Mutants change the plain version, which is the oracle of all others.
    return judged(
        scratch, binary, ["golden", "check", "--format", "json", "--engine", "plain"], CHECK_SECONDS,
        lambda text: [failure["id"].split("/")[0] for failure in json.loads(text)["failures"]])


FOLDERS = {"server": ("server", "stages"), "client": ("client",)}


def profiles_of(rule: str) -> dict[str, tuple[str, ...]]:
    """Both profiles, unless mutations.ONLY restricts them: one implementation serves both."""
    only = mutations.ONLY.get(rule, "")
    return {profile: folders for profile, folders in FOLDERS.items() if only in ("", profile)}


# The circumstances of bodies, which do not contain them.
CIRCUMSTANCES = [
    "--device", "fixtures/captures/device.json", "--at", "2026-03-01T12:00:20Z", "--team", "ABCDE12345",
    "--bundle", "org.example.depthcheck", "--request-verified",
]


# Folders of cases (with an s), each with its answers beside it.
REQUESTS = ("registration", "request")


def check_captures(scratch: Path, binary: str) -> Judgement:
    """The kind of capture of each changed answer, which is the prefix of its name."""
    def kinds(text: str) -> list[str]:
        results = [json.loads(line) for line in text.splitlines()]
        names = [Path(result["input"]).stem for result in results if result.get("differences")]
        return ["full" if name.startswith("full") else "hash-only" for name in names]

    verify, folder = ["capture", "verify", "--format", "ndjson", "--expect"], "fixtures/captures"
    code, by = judged(scratch, binary, [*verify, f"{folder}/expected.json", f"{folder}/cases"], CAPTURES_SECONDS, kinds)
    other, bodies = judged(
        scratch, binary, [*verify, f"{folder}/bodies.json", f"{folder}/bodies", *CIRCUMSTANCES], CAPTURES_SECONDS,
        lambda text: ["body"] * len(kinds(text)))
    codes, found = [code, other], {name: by.get(name, 0) + bodies.get(name, 0) for name in [*by, *bodies]}
    for kind in REQUESTS:
        code, by = judged(
            scratch, binary, [*verify, f"{folder}/{kind}s.json", f"{folder}/{kind}s"], CAPTURES_SECONDS,
            lambda text, kind=kind: [kind] * len(kinds(text)))
        codes.append(code)
        found |= by
    return next((code for code in codes if code != 0), 0), found


FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"


def map_count() -> int:
    return len(list(FIXTURES.glob("*.bin.gz"))) + len(list((FIXTURES / "containers").iterdir()))


def capture_count() -> int:
    folders = [FIXTURES / "captures" / name for name in ("cases", "bodies", *(f"{kind}s" for kind in REQUESTS))]
    return sum(len(list(folder.iterdir())) for folder in folders)


SUITES = {
    "analysis": Suite("DepthAnalysis", mutations.MUTATIONS, check_goldens, map_count, profiles_of=profiles_of),
    "captures": Suite(
        "Captures", capture_mutations.MUTATIONS, check_captures, capture_count, is_compiled_by_file=True),
    "keys": Suite(
        "Support", key_mutations.MUTATIONS, check_captures, capture_count, "Cryptography", is_compiled_by_file=True),
}
