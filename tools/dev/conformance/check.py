#!/usr/bin/env python3
"""Checks a program against the stored answers of this archive. Needs only Python 3.9 on Linux or macOS.

usage: check.py analysis --run-once COMMAND [--profile client]
       check.py captures --run-once COMMAND
       check.py captures --requests [--filter 'AST-*']    prints the requests, one line each

The program is started once, without a shell. It reads one request per line and prints one answer per line. README.md
has the protocol. The first line of the report is the result; failures follow by rule.
Exit codes: 0 all answers match; 1 some differ or are missing; 2 the set could not be read; 64 wrong usage.
"""

import argparse
import json
import math
import os
import select
import shlex
import signal
import struct
import subprocess
import sys
import time
from base64 import b64encode
from collections import Counter, defaultdict, namedtuple
from decimal import Decimal
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LONGEST_LINE, MOST_FRUITLESS, MOST_RULES, NOT_RUN, ABSENT = 4 << 20, 3, 20, "not run", object()
# `rules` are the ids; `compare` gives a line for each difference between an answer and the stored one.
Case = namedtuple("Case", "name request rules title compare")
# Remarks that are no failures, with their numbers.
notes = Counter()
# The expected and the answered value of each compared member of a capture, by the name of the case and the path.
compared = {}
# The positions of the switches that an answer has, and the cases by the position that their answer leaves out.
given, omitting = set(), defaultdict(list)


class Number(str):
    """A number of an analysis as it is written."""


def load(text, **options):
    return json.loads(text, parse_float=Number, parse_int=Number, parse_constant=Number, **options)


def without_duplicates(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("an object has two members of one name")
    return dict(pairs)


def short(value):
    """A value as JSON in ASCII, cut to 80 characters."""
    text = value if isinstance(value, Number) else json.dumps(value)
    return text if len(text) <= 80 else text[:79] + "…"


def rule_table():
    return json.loads((ROOT / "fixtures/rules.json").read_bytes())["rules"]


def difference(path, expected, found):
    wanted, answered = ("nothing" if value is ABSENT else short(value) for value in (expected, found))
    return f"{path}: expected {wanted}, answered {answered}"


# The analysis


def place(number, is_client):
    """The place of a finite number among all representable ones; -0 is just below 0."""
    code, largest = ("fi", 0x7FFFFFFF) if is_client else ("dq", 0x7FFFFFFFFFFFFFFF)
    bits = struct.unpack("<" + code[1], struct.pack("<" + code[0], number))[0]
    return bits if bits >= 0 else -1 - (bits & largest)


def real(value, is_client):
    """A number, rounded once to f64, or f32 for the client; None for anything else."""
    if not isinstance(value, Number) and value not in ("NaN", "Infinity", "-Infinity"):
        return None
    number = float(value)
    if not is_client or not math.isfinite(number) or number == 0:
        return number
    exact = Decimal(value)
    if exact != Decimal(number) and place(number, False) % 2 == 0:
        # An inexact f64 with an odd last bit is rounded to f32 as the exact number would be.
        number = math.nextafter(number, math.inf if exact > Decimal(number) else -math.inf)
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def is_same_number(stored, found, is_client, tolerance):
    if found is None or not (math.isfinite(stored) and math.isfinite(found)):
        return found is not None and (stored == found or (stored != stored and found != found))
    ulp, apart = abs(place(stored, is_client) - place(found, is_client)), abs(found - stored)
    limit = real(Number("0.3"), is_client)
    if ulp == 0 or not tolerance or (stored > limit) != (found > limit):
        # Only edge_coherence has a tolerance, and must not be on the other side of its threshold.
        return ulp == 0
    limits = {"ulp": ulp, "absolute": apart, "relative": apart / abs(stored) if stored else math.inf}
    return any(limits[kind] <= float(most) for kind, most in tolerance.items())


def compare_analysis(golden, tolerances, answer):
    is_client, may_differ = golden["profile"] == "client", golden.get("may_differ", {})

    def is_same(stored, found, path):
        if isinstance(stored, dict):
            return isinstance(found, dict) and all(is_same(stored[key], found.get(key), path) for key in stored)
        if isinstance(stored, list):
            is_list = isinstance(found, list) and len(stored) == len(found)
            return is_list and all(is_same(one, other, path) for one, other in zip(stored, found))
        if not isinstance(stored, Number):
            return type(stored) is type(found) and stored == found
        if stored.isdigit():
            return isinstance(found, Number) and float(stored) == float(found)
        number = real(found, is_client)
        if is_same_number(real(stored, is_client), number, is_client, tolerances.get(path)):
            return True
        accepted = may_differ.get(path, {}).get("accepted", [])
        if not any(is_same_number(real(other, is_client), number, is_client, None) for other in accepted):
            return False
        notes[f"accepted: the other answer of the server to {golden['name']}, {path}"] += 1
        return True

    def walk(expected, answer, prefix):
        for key, stored in expected.items():
            found = answer.get(key, ABSENT) if isinstance(answer, dict) else ABSENT
            if key == "stages":
                yield from walk(stored, found, "stages.")
            elif found is ABSENT:
                notes[f"not reported: {prefix}{key}"] += 1
            elif key != "checks" and not is_same(stored, found, prefix + key):
                yield difference(prefix + key, stored, found)

    return list(walk(golden["expected"], answer, ""))


def goldens(profile):
    manifest = load((ROOT / "golden/manifest.json").read_bytes())
    tolerances, table = manifest["tolerances"].get(profile, {}), rule_table()
    for folder, options in sorted(manifest["folders"].items()):
        for path in sorted((ROOT / "golden" / folder).glob("*.json")) if options["profile"] == profile else []:
            golden = load(path.read_bytes())
            name = (options["inputs"] + "/" if "inputs" in options else "") + golden["name"]
            file = (ROOT / "golden" / manifest["fixtures"] / golden["input"]["file"]).resolve(strict=True)
            sides = {it: int(golden["input"][it] or 0) for it in ("width", "height", "given_width", "given_height")}
            request = {"name": name, "profile": profile, "file": str(file), **sides}
            rules = [rule for rule in table if name in rule.get("goldens", [])]
            title = "{id}: {text}".format(**rules[0]) if rules else golden["guards"]
            yield Case(name, request, [rule["id"] for rule in rules], title,
                       lambda answer, golden=golden: compare_analysis(golden, tolerances, answer))  # fmt: skip


# Captures

MODES = ("permissive", "strict")
RESPONSE = ["answer.http_status", "answer.error_code"]
CAPTURE = RESPONSE + ["assertion.status", "assertion.assertion_verified", "assertion.counter_valid",
                      "assertion.new_counter", "depth_status", "confidence"]  # fmt: skip
SIGNED = ["http_status", "error_code", "passes", "request_verified", "new_counter"]
# What a member must be if the stored answer has none: leaving it out means the same.
DEFAULTS = {**dict.fromkeys(["http_status", "error_code", "new_counter", "public_key_hex"]),
            **dict.fromkeys(["passes", "request_verified", "challenge_spent"], False)}  # fmt: skip
CLASSES = (None, "accepted", "refused", "may_differ")
KINDS = {"devices/register": "registration", "request-authentication": "request", "captures": "full",
         "captures/hash-only": "hash-only"}  # fmt: skip


def in_modes(members, prefix=""):
    return [f"{prefix}{mode}.{member}" for mode in MODES for member in members]


REQUIRED = {
    "full": CAPTURE, "hash-only": CAPTURE, "request": in_modes(SIGNED),
    "registration": [*RESPONSE, "challenge_spent", *in_modes(["attestation_level"]), "permissive.public_key_hex"],
    "chain": in_modes(SIGNED, "request.") + in_modes([*CAPTURE, "counter_after"]),
}  # fmt: skip


def member(value, path):
    """The value of a member; ABSENT if there is none, as below null."""
    for key in path.split("."):
        value = value.get(key, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def is_same_value(one, other):
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def known_mistakes():
    """The mistakes of mistakes.json that give exactly the differing values."""
    found = {site: pair[1] for site, pair in compared.items() if not is_same_value(*pair)}
    for mistake in json.loads((ROOT / "fixtures/captures/mistakes.json").read_bytes())["mistakes"] if found else []:
        values = {(name, path): value for group in mistake["answers"] for name in group["cases"]
                  for path, value in group["members"].items()}  # fmt: skip
        changed = {site: value for site, value in values.items()
                   if site in compared and not is_same_value(compared[site][0], value)}  # fmt: skip
        if changed == found:
            yield "looks like {} ({}): {}".format(mistake["name"], ", ".join(mistake["rules"]), mistake["text"])


def has_mode(answer, mode):
    return member(answer, mode) is not ABSENT or member(answer, f"request.{mode}") not in (ABSENT, None)


def compare_capture(case, kind, observed, expected, answer):
    has_both = all(has_mode(expected, mode) for mode in MODES)
    modes = [mode for mode in MODES if has_both and has_mode(answer, mode)]
    given.update(modes)
    # A server with one position of the switches leaves out the other, in all answers.
    omitted = [mode for mode in MODES if mode not in modes and len(modes) == 1]
    lines = []
    for path in omitted:
        omitting[path].append(case["id"])
    for path in (*REQUIRED[kind], *observed):
        wanted, found = member(expected, path), member(answer, path)
        if set(omitted) & set(path.split(".")) or found is ABSENT and path in observed:
            continue
        found = None if found is ABSENT else found
        if wanted is ABSENT:
            *outer, name = path.split(".")
            # The stored answers leave out some assertions; others are null.
            is_known = outer[-1:] != ["assertion"] or member(expected, ".".join(outer)) is None
            wanted = DEFAULTS.get(name, found) if is_known and found is not None else found
        elif path not in observed:
            compared[case["id"], path] = wanted, found
        if not is_same_value(wanted, found):
            lines.append(difference(path, wanted, found))
    if lines and case.get("class") == "may_differ":
        notes[f"differs where servers may: {(case.get('rules') or ['no rule'])[0]}"] += 1
        return []
    return lines


def with_bytes(value, folder):
    """The bytes of a file in place of each `ref`. Files are in the folder of the case or the one above."""
    if isinstance(value, list):
        return [with_bytes(element, folder) for element in value]
    if not isinstance(value, dict):
        return value
    if "ref" in value:
        path = folder / value["ref"] if (folder / value["ref"]).is_file() else folder.parent / value["ref"]
        value = {("base64" if key == "ref" else key): value[key] for key in value}
        value["base64"] = b64encode(path.read_bytes()).decode()
    return {key: with_bytes(element, folder) for key, element in value.items()}


def captures():
    table, found = {rule["id"]: rule for rule in rule_table()}, []
    for folder, answers in (("cases", "expected"), ("registrations", "registrations"), ("requests", "requests")):
        folder = ROOT / "fixtures/captures" / folder
        expected = json.loads((folder.parent / f"{answers}.json").read_bytes())
        for name in {path.stem for path in folder.glob("*.json")} ^ set(expected):
            raise OSError(f"{folder}/{name}.json: a case without answer, or an answer without case")
        found += [(name, folder, answer) for name, answer in expected.items()]
    for name, folder, expected in sorted(found, key=lambda entry: entry[0]):
        case = {**json.loads((folder / f"{name}.json").read_bytes()), "id": name}
        if case.get("class") not in CLASSES:
            raise ValueError(f"{folder}/{name}.json: unknown class {short(case['class'])}")
        kind = "chain" if "headers" in case and case["endpoint"].startswith("captures") else KINDS[case["endpoint"]]
        sent = {key: value for key, value in case.items() if key not in ("id", "notes", "rules", "class")}
        request, rules = {"name": name, "kind": kind, **with_bytes(sent, folder)}, case.get("rules", [])
        # The member in which a rule shows is compared if the answer has it.
        observed = {path for path in (table[rule].get("observed", "") for rule in rules)
                    if path not in REQUIRED[kind] and member(expected, path) is not ABSENT}  # fmt: skip
        title = "{id}: {text}".format(**table[rules[0]]) if rules else case.get("notes", name)
        yield Case(name, request, rules, title,
                   lambda answer, it=(case, kind, observed, expected): compare_capture(*it, answer))  # fmt: skip


# The program


class Program:
    """A process that answers requests. No call waits longer than its time limit, whatever the process does."""

    def __init__(self, words, seconds):
        self.seconds, self.is_late, self.has_answered, self.unnamed = seconds, False, False, []
        self.unsent, self.output = bytearray(), b""
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)  # fmt: skip

    def kill(self):
        # Also after the end of the process: its child processes can keep the pipes open.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass

    def exchange(self, is_enough):
        """Sends what is unsent, and reads output until there is enough or no more, or time is up."""
        source, deadline = self.process.stdout, time.monotonic() + self.seconds
        while not is_enough(self.output):
            has_ended, left = self.process.poll() is not None, deadline - time.monotonic()
            self.is_late = left <= 0 and not has_ended
            if has_ended or self.is_late:
                self.kill()
            if left <= 0:
                return
            targets = [self.process.stdin] if self.unsent and not has_ended else []
            readable, writable, _ = select.select([source], targets, [], 0 if has_ended else min(left, 0.05))
            if writable:
                try:
                    del self.unsent[: os.write(targets[0].fileno(), self.unsent[: select.PIPE_BUF])]
                except OSError:
                    self.unsent.clear()
            piece = os.read(source.fileno(), 1 << 16) if readable else b""
            self.output += piece
            if not piece and (readable or has_ended):
                return

    def has_more(self):
        """Ends the input; whether the process prints anything more."""
        self.process.stdin.close()
        self.unsent.clear()
        self.exchange(lambda output: output.strip())
        return bool(self.output.strip())

    def ending(self, fallback):
        """What was wrong with the end of the process; the fallback for exit code 0."""
        if self.is_late:
            return f"no answer, or no end, within {self.seconds:g} s; the program was killed"
        try:
            code = self.process.wait(min(5, self.seconds))
        except subprocess.TimeoutExpired:
            return "the program closed its standard output too early; expected one line per request"
        crash = f"the program crashed: signal {-code}" if code < 0 else f"the program ended: exit code {code}"
        return crash if code else fallback

    def ask(self, case, read, members):
        """The answer, or a text that says why there is none; and whether the program can go on."""
        self.unsent += json.dumps(case.request).encode() + b"\n"
        self.exchange(lambda output: b"\n" in output or len(output) > LONGEST_LINE)
        line, end, self.output = self.output.partition(b"\n")
        if len(line) > LONGEST_LINE:
            return "the line is too long: expected at most 4 MiB", False
        if not end:
            return self.ending("the program ended before it answered"), False
        try:
            answer = read(line, object_pairs_hook=without_duplicates)
            # Half of a surrogate pair is no text.
            json.dumps(answer, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            return f"the line is not a JSON object: {short(line[:60].decode(errors='replace').strip())}", False
        name, error, is_answer = answer.get("name"), answer.get("error"), any(it in answer for it in members)
        if type(name) is str and name != case.name:
            return f"answers another request: {short(name)}; expected them in order, one line each", False
        # A file that the analysis cannot read has both an error and a status.
        if type(error) is str and not (is_answer and members == ["status"]):
            return f"the program reported that it has no answer: {short(error)}", True
        if is_answer:
            self.has_answered = True
            self.unnamed += [case.name] * (type(name) is not str)
            return answer, True
        return f"the line is not an answer: expected a member {' or '.join(members)}", False

    def close(self):
        self.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def ask_all(words, seconds, cases, read, members):
    """The answer to each request, or why there is none, by name; and what was wrong at the end."""
    answers, fruitless, program, wrong = {}, 0, None, None
    for case in {case.name: case for case in cases}.values():
        if fruitless == MOST_FRUITLESS:
            answers[case.name] = f"{NOT_RUN}: three processes in a row gave no answer"
            continue
        program = program or Program(words, seconds)
        answers[case.name], goes_on = program.ask(case, read, members)
        if not goes_on:
            fruitless = 1 if program.has_answered else fruitless + 1
            program = program.close()
    if program:
        if program.has_more():
            text = "the program printed more lines than it got requests: answers without name are in doubt"
            answers.update(dict.fromkeys(program.unnamed, text))
        wrong = program.ending(None)
        program.close()
    return answers, wrong


def failures_of(cases, answers):
    """The differences of each failed case with its title, by its name."""
    failed, rules = {}, defaultdict(set)
    for case in cases:
        answer = answers[case.name]
        lines = [answer] if isinstance(answer, str) else case.compare(answer)
        if lines:
            failed[case.name] = answer.split(": ")[0] if isinstance(answer, str) else case.title, lines
    for mode, names in omitting.items():
        notes[f"not compared: {mode}, which answers leave out"] += len(names)
        for name in names if mode in given else []:
            title, lines = failed.get(name, (f"some answers leave out {mode}, and others have it", []))
            failed[name] = title, [*lines, f"{mode}: left out; expected in all answers or in none"]
    for title, lines in failed.values():
        rules[members_of(lines)].add(title)
    for name, (title, lines) in failed.items():
        # One cause breaks many rules: no rule is its title.
        count = len(rules[members_of(lines)])
        yield name, f"{count} rules: {members_of(lines)}" if count > MOST_RULES else title, lines


def members_of(lines):
    return ", ".join(line.split(": ")[0] for line in lines)


def report(cases, answers, wrong, unit, shows_all):
    groups, failed = defaultdict(list), 0
    for name, title, lines in failures_of(cases, answers):
        failed += 1
        groups[title].append([f"   {name}: {line}" for line in lines])
    if not failed and not wrong:
        part = ", in part" if any(note.startswith("not reported: ") for note in notes) else ""
        print(f"PASS  {len(cases)} of {len(cases)} {unit}{part}")
    else:
        print(f"FAIL  {failed} of {len(cases)} {unit}" + (f"; at the end, {wrong}" if wrong else ""))
    print("".join(f"\n{line}\n" for line in known_mistakes()), end="")
    for title, members in sorted(groups.items(), key=lambda entry: (entry[0] == NOT_RUN, -len(entry[1]))):
        print(f"\n{title} ({len(members)} {unit if len(members) > 1 else unit[:-1]})")
        shown = members if shows_all else members[:2]
        print("\n".join(line for lines in shown for line in lines))
        if len(shown) < len(members):
            print(f"   and {len(members) - len(shown)} more; --all shows them")
    for text, count in sorted(notes.items()):
        print(f"\nnote: {text} ({count})")
    return 1 if failed or wrong else 0


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"check.py: {message}\n\n{__doc__}", file=sys.stderr)
        sys.exit(64)


def main():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["analysis", "captures"])
    parser.add_argument("--run-once", metavar="COMMAND", default="", help="the program with its arguments")
    parser.add_argument("--profile", choices=["server", "client"], default="server", help="arithmetic of the analysis")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="limit for a request; default 10")
    parser.add_argument("--filter", action="append", metavar="PATTERN", help="name or rule; * and ? are allowed")
    parser.add_argument("--all", action="store_true", help="show every failure")
    parser.add_argument("--requests", action="store_true", help="print the requests instead")
    options = parser.parse_args()
    try:
        words = shlex.split(options.run_once)
    except ValueError as error:
        parser.error(f"--run-once {options.run_once}: {error}")
    if not words and not options.requests:
        parser.error("--run-once is missing; expected the command of your program")
    if not 0 < options.timeout < math.inf:
        parser.error("--timeout: expected a number of seconds above 0")
    is_analysis = options.what == "analysis"
    try:
        cases = list(goldens(options.profile) if is_analysis else captures())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"check.py: the set could not be read: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    cases = [case for case in cases if not options.filter or any(
        fnmatchcase(name, pattern) for name in (case.name, *case.rules) for pattern in options.filter)]  # fmt: skip
    if not cases:
        print("FAIL  nothing matches --filter: nothing was checked")
        return 1
    if options.requests:
        print("\n".join({case.name: json.dumps(case.request) for case in cases}.values()))
        return 0
    read, members = (load, ["status"]) if is_analysis else (json.loads, ["answer", *MODES])
    try:
        answers, wrong = ask_all(words, options.timeout, cases, read, members)
    except OSError as error:
        print(f"FAIL  the program could not be started: {error}")
        return 1
    return report(cases, answers, wrong, "goldens" if is_analysis else "cases", options.all)


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the report, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
