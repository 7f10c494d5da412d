"""The command: serve, check, write the table of mistakes."""

from __future__ import annotations

import argparse
import itertools
import sys

from . import cases, catalogue, differences, mistake_table, protocol, stored_answers
from .mistakes import making


def main(arguments: list[str], usage: str) -> int:
    """Runs the command; the exit code."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--mistake", choices=[mistake.name for mistake in catalogue.MISTAKES])
    action = parser.add_mutually_exclusive_group()
    for name in (
        "--serve", "--check", "--write-answers", "--write-mistakes", "--check-mistakes", "--list-mistakes", "--help",
    ):  # fmt: skip
        action.add_argument(name, action="store_true")
    try:
        options = parser.parse_args(arguments)
    except SystemExit:
        print(usage, file=sys.stderr)
        return 64
    if options.help:
        print(usage)
        return 0
    if options.list_mistakes:
        for mistake in catalogue.MISTAKES:
            print(f"{mistake.name}: {mistake.text}" + " (servers may do so)" * mistake.may_be_made)
        return 0
    if options.write_answers:
        print(f"{stored_answers.write()} answers: {cases.CAPTURES.relative_to(cases.ROOT)}")
        return 0
    if options.write_mistakes:
        return _write_mistakes(is_check=False)
    if options.check_mistakes:
        return _write_mistakes(is_check=True)
    with making(options.mistake):
        return _serve() if options.serve else _check()


def _write_mistakes(is_check: bool) -> int:
    table = mistake_table.changes()
    text = mistake_table.text(table)
    faults = mistake_table.faults(table)
    if is_check:
        is_same = mistake_table.PATH.read_text() == text
        print(f"{mistake_table.PATH.relative_to(cases.ROOT)}: {'as stored' if is_same else 'not as stored'}")
        for fault in faults:
            print(fault, file=sys.stderr)
        return 0 if is_same and not faults else 1
    mistake_table.PATH.write_text(text)
    if len(text) > mistake_table.LARGEST:
        faults.append(f"{len(text)} bytes, at most {mistake_table.LARGEST} are allowed")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(table)} mistakes, {len(text)} bytes: {mistake_table.PATH.relative_to(cases.ROOT)}")
    return 1 if faults else 0


def _serve() -> int:
    for line in protocol.serve(sys.stdin):
        print(line, flush=True)
    return 0


def _check() -> int:
    """Prints each member that differs from the stored answers; a total last."""
    count = failed = failed_in_required = 0
    for case, expected in itertools.chain(cases.stored(), cases.bodies()):
        found = protocol.answer(cases.request_of(case))
        differing = differences.between(expected, found)
        count += 1
        failed += bool(differing)
        failed_in_required += any(map(differences.is_required, differing))
        for path, (wanted, given) in differing.items():
            print(f"{case['id']}: {path}: expected {wanted!r}, found {given!r}")
    print(f"{count} cases: {count - failed} equal; {failed_in_required} differ in a required member, "
          f"{failed - failed_in_required} only in others")  # fmt: skip
    return 1 if failed else 0
