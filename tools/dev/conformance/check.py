#!/usr/bin/env python3
"""Checks a program against the cases of this archive; README.md has the protocol. Needs Python 3.9, Linux or macOS.

Exit codes: 0 all answers match; 1 some differ or are missing; 2 the cases could not be read; 64 wrong usage.
"""

import argparse
import os
import queue
import shlex
import signal
import struct
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from contextlib import suppress
from fnmatch import fnmatchcase
from json import dumps, loads
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LONGEST_LINE, MOST_RULES, ABSENT, MODES = 4 << 20, 20, object(), {"permissive", "strict"}


class Program:
    def __init__(self, words, seconds):
        self.seconds = seconds
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)

    def within_limit(self, call, *arguments):
        """The result of a call; no bytes after the time limit. A thread calls, because the process can block it."""
        results = queue.Queue()
        threading.Thread(target=lambda: results.put(call(*arguments)), daemon=True).start()
        with suppress(queue.Empty):
            return results.get(timeout=self.seconds)
        return b""

    def exchange(self, request):
        with suppress(OSError):
            os.write(self.process.stdin.fileno(), dumps(request).encode() + b"\n")
        return self.process.stdout.readline(LONGEST_LINE + 1)

    def ask(self, case):
        """The answer, or text that says why there is none; and whether the process can get the next request."""
        line = self.within_limit(self.exchange, case["request"])
        if not line.endswith(b"\n"):
            return self.ending(), False
        try:
            answer = loads(line, parse_constant=str)
            name, error = answer.get("name"), answer.get("error")
        except (ValueError, RecursionError, AttributeError):
            return f"the line is not a JSON object: {dumps(line[:60].decode(errors='replace').strip())}", False
        if isinstance(name, str) and name != case["name"]:
            return f"answers another request: {dumps(name):.80}; expected one line each, in order", False
        if isinstance(error, str) and "status" not in answer:
            return f"the program reported that it has no answer: {dumps(error):.80}", True
        if not {path.split(".")[0] for path in case["expect"]} & answer.keys():
            return "the line is not an answer: it has none of the expected members", False
        return answer, True

    def ending(self):
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(1)
            return f"the program crashed: signal {-code}" if code < 0 else f"the program ended: exit code {code}"
        return f"no line of at most 4 MiB, or no end, within {self.seconds:g} s; the program was killed"

    def finish(self):
        """What is wrong with the end of the program; None if nothing is."""
        self.process.stdin.close()
        rest = self.within_limit(self.process.stdout.read, LONGEST_LINE).strip()
        ending = "the program printed more lines than it got requests" if rest else self.ending()
        self.kill()
        return None if ending == "the program ended: exit code 0" else ending

    def kill(self):
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def ask_all(words, seconds, cases):
    """The answers by the name of the case, or texts that say why there is none; and what is wrong with the end."""
    answers, failed_in_a_row, program = {}, 0, None
    for case in cases:
        program = program or Program(words, seconds)
        answers[case["name"]], goes_on = program.ask(case)
        program, failed_in_a_row = (program, 0) if goes_on else (program.kill(), failed_in_a_row + 1)
        if failed_in_a_row == 3:
            break
    return answers, program.finish() if program else None


def member(value, path):
    """The value of a member; ABSENT if there is none, as below null."""
    for key in path.split("."):
        value = value.get(key, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def is_same(stored, found, precision):
    """Whether two values are equal. Numbers are if their bits are; one that is too large for f32 equals none."""
    if isinstance(stored, dict) and isinstance(found, dict):
        return all(is_same(stored[key], found.get(key), precision) for key in stored)
    if isinstance(stored, list) and isinstance(found, list):
        return len(stored) == len(found) and all(is_same(*pair, precision) for pair in zip(stored, found))
    if type(stored) in (int, float) and type(found) in (int, float):
        with suppress(OverflowError):
            return len({struct.pack("f" if precision == "f32" else "d", it) for it in (stored, found)}) == 1
    return type(stored) is type(found) and stored == found


def short(path):
    """A path without the position of the switches."""
    return ".".join(name for name in path.split(".") if name not in MODES)


def has_outcome(answer, case, outcome):
    """Whether a case may differ and the answer has an outcome that it allows. Other members are as stored."""
    for path, accepted in {**case["expect"], **case["not_stored"], **outcome}.items():
        value = None if member(answer, path) is ABSENT else member(answer, path)
        if not any(is_same(stored, value, case["precision"]) for stored in accepted):
            return False
    return case["class"] == "may_differ"


def compare(cases, answers):
    """The failures by title and members, the stored and the answered values by case and path, and notes, counted."""
    failures, values, notes = defaultdict(list), {}, Counter()
    # An optional member that one answer has must be in all that are expected to have it.
    given = {short(path) for case in cases for path in case["if_present"]
             if member(answers.get(case["name"]), path) not in (None, ABSENT)}  # fmt: skip
    for case in cases:
        name, lines = case["name"], {}
        answer = answers.get(name, "not run: three processes in a row gave no answer")
        if isinstance(answer, str):
            failures[answer.split(": ")[0], answer].append(f"   {name}: {answer}")
            continue
        for path, accepted in {**case["expect"], **case["not_stored"], **case["if_present"]}.items():
            value = member(answer, path)
            value = None if value is ABSENT else value
            if path in case["if_present"]:
                is_given = value is not None or case["class"] != "may_differ" and short(path) in given
                notes[f"{'compared' if is_given else 'not reported'}: {short(path)}"] += 1
                if not is_given:
                    continue
            if path in case["expect"]:
                values[name, path] = accepted[0], value
            if not any(is_same(stored, value, case["precision"]) for stored in accepted):
                lines[path] = f"   {name}: {path}: expected {dumps(accepted[0]):.80}, answered {dumps(value):.80}"
        if lines and any(has_outcome(answer, case, outcome) for outcome in [{}, *case.get("allowed", [])]):
            notes[f"differs where servers may: {case['rules'][0]}"] += 1
        elif lines:
            failures[case["title"], ", ".join(lines)].append("\n".join(lines.values()))
    return failures, values, notes


def report(cases, answers, wrong, shows_all):
    """Prints the report; whether all answers match. If one cause breaks many rules, their failures are one group."""
    failures, values, notes = compare(cases, answers)
    failed, groups = sum(map(len, failures.values())), defaultdict(list)
    titles = Counter(members for _, members in failures)
    for (title, members), lines in failures.items():
        groups[f"{titles[members]} rules: {members}" if titles[members] > MOST_RULES else title] += lines
    passed, count, at_end = not failed and not wrong, len(cases), f"; at the end, {wrong}" if wrong else ""
    rest = ", in part" if any(note.startswith("not reported") for note in notes) else ""
    differing = sum(notes[note] for note in notes if note.startswith("differs"))
    rest += f", {differing:,} of them differ{'s' * (differing == 1)} where servers may" if differing else ""
    print(f"PASS  {count:,} of {count:,} cases{rest}" if passed else f"FAIL  {failed:,} of {count:,} cases{at_end}")
    # A mistake is named if it gives exactly the differing values.
    found = {site: answered for site, (stored, answered) in values.items() if stored != answered}
    for mistake in loads((ROOT / "fixtures/captures/mistakes.json").read_bytes())["mistakes"] if found else []:
        changed = {(name, path): value for group in mistake["answers"] for name in group["cases"]
                   for path, value in group["members"].items()
                   if (name, path) in values and values[name, path][0] != value}  # fmt: skip
        if changed == found:
            print("\nlooks like {name} ({}): {text}".format(", ".join(mistake["rules"]), **mistake))
    for title, failures in sorted(groups.items(), key=lambda group: (group[0] == "not run", -len(group[1]))):
        print(f"\n{title} ({len(failures)} case{'s' if len(failures) > 1 else ''})")
        print("\n".join(failures if shows_all else failures[:2]))
        if len(failures) > 2 and not shows_all:
            print(f"   and {len(failures) - 2} more; --all shows them")
    for text, count in sorted(notes.items()):
        print(f"\nnote: {text} ({count})")
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: parser.exit(64, f"{parser.format_usage()}check.py: {message}\n")
    parser.add_argument("cases", choices=["analysis", "analysis-client", "captures"])
    parser.add_argument("--run-once", metavar="COMMAND", type=shlex.split, required=True, help="the program to check")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="limit for a request; default 10")
    parser.add_argument("--filter", action="append", metavar="PATTERN", help="a name or rule; * and ? are allowed")
    parser.add_argument("--all", action="store_true", help="show every failure")
    args = parser.parse_args()
    if not args.run_once or not 0 < args.timeout < 1e6:
        parser.error("expected a command after --run-once, and a number of seconds above 0 after --timeout")
    try:
        cases = [case for case in map(loads, (ROOT / f"{args.cases}.ndjson").read_bytes().splitlines())
                 if any(fnmatchcase(it, like) for it in [case["name"], *case["rules"]] for like in args.filter or "*")]
    except (OSError, ValueError, KeyError) as error:
        parser.exit(2, f"check.py: the cases could not be read: {error}\n")
    if not cases:
        sys.exit("FAIL  nothing matches --filter: nothing was checked")
    for request in [case["request"] for case in cases if "file" in case["request"]]:
        request["file"] = str(ROOT / request["file"])
    try:
        answers, wrong = ask_all(args.run_once, args.timeout, cases)
    except OSError as error:
        sys.exit(f"FAIL  the program could not be started: {error}")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `head` can end first.
    return 0 if report(cases, answers, wrong, args.all) else 1


if __name__ == "__main__":
    sys.exit(main())
