"""Tests that same-behaviour finds differences between two short scripts, one a changed copy of the other.

Run by tools/test: python3 -m unittest discover --start-directory tools/dev/behaviour
"""

from __future__ import annotations

import ast
import contextlib
import importlib.machinery
import importlib.util
import io
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

import commands  # noqa: E402
from commands import Command, Section  # noqa: E402
from stage import copy_stage  # noqa: E402

loader = importlib.machinery.SourceFileLoader("same_behaviour", str(HERE / "same-behaviour"))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(tool)

PROGRAM = r"""#!/bin/bash
case "$1" in
    analyze) echo '{"status": "pass", "depth_layers": 7}'; echo 'one note' >&2; exit 2 ;;
    convert) mkdir -p maps; printf 'P6 1 1 \0\1\2' > maps/out.bin; printf kept > input.txt ;;
    golden) printf '{"seconds": %s, "failed": 0}\n' "$RANDOM.5" ;;
    show) if [ -t 1 ]; then echo colours; else echo plain; fi; cat maps/out.bin ;;
    crash) kill -SEGV $$ ;;
    wrong) exit 64 ;;
esac
"""


class Comparison(unittest.TestCase):
    """Runs the tool with two programs."""

    def setUp(self) -> None:
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)

    def binary(self, name: str, old: str = "", new: str = "") -> Path:
        """Returns the program with one text replaced."""
        self.assertTrue(old in PROGRAM)
        path = self.folder / name
        path.write_text(PROGRAM.replace(old, new, 1) if old else PROGRAM)
        path.chmod(0o755)
        return path

    def result(self, arguments: list[Path | str], sections: list[Section]) -> tuple[int, str]:
        output = io.StringIO()
        with (
            mock.patch.object(sys, "argv", ["same-behaviour", *map(str, arguments)]),
            mock.patch.object(tool, "all_sections", lambda *_: (sections, [])),
            mock.patch.object(tool, "make_stage", self.make_stage),
            contextlib.redirect_stdout(output),
        ):
            return tool.main(), output.getvalue()

    @staticmethod
    def make_stage(folder: Path, _binary: Path, _environment: dict[str, str]) -> None:
        folder.mkdir()
        (folder / "input.txt").write_text("as it was")


class SameBehaviourTests(Comparison):
    def main(self, lines: list[str], old: str = "", new: str = "", in_sequence: bool = False,
             on_terminal: bool = False) -> tuple[int, str]:  # fmt: skip
        """Returns the exit code and output of the tool for these commands, with two programs that differ in one
        text."""
        section = Section("test", in_sequence, commands=[Command(line, on_terminal) for line in lines])
        return self.result([self.binary("before"), self.binary("after", old, new)], [section])

    def expect_difference(self, text: str, lines: list[str], old: str, new: str) -> None:
        code, output = self.main(lines, old, new)
        self.assertEqual(code, 1, output)
        self.assertIn(text, output)
        self.assertIn("1 commands differ", output)

    def test_equal_programs_do_not_differ(self) -> None:
        code, output = self.main(["depthcheck analyze", "depthcheck convert", "depthcheck show"])
        self.assertEqual(code, 0, output)
        self.assertIn("0 commands differ", output)

    def test_one_byte_of_the_output_is_a_difference(self) -> None:
        self.expect_difference("standard output", ["depthcheck analyze"], "layers\": 7", "layers\": 8")

    def test_a_missing_newline_at_the_end_is_a_difference(self) -> None:
        self.expect_difference("standard output", ["depthcheck analyze"], "echo '{", "echo -n '{")

    def test_one_byte_of_the_messages_is_a_difference(self) -> None:
        self.expect_difference("standard error", ["depthcheck analyze"], "one note", "One note")

    def test_a_different_exit_code_is_a_difference(self) -> None:
        self.expect_difference("exit code", ["depthcheck analyze"], "exit 2", "exit 0")

    def test_one_byte_of_a_file_is_a_difference(self) -> None:
        self.expect_difference("file maps/out.bin", ["depthcheck convert"], r"\0\1\2", r"\0\1\3")

    def test_an_added_or_removed_file_is_a_difference(self) -> None:
        self.expect_difference("file maps/more", ["depthcheck convert"], "mkdir -p maps", "mkdir -p maps/more")
        self.expect_difference("file maps/out.bin", ["depthcheck convert"], "> maps/out.bin", "")

    def test_different_permissions_are_a_difference(self) -> None:
        self.expect_difference("mode", ["depthcheck convert"], "mkdir -p maps;", "umask 077; mkdir -p maps;")

    def test_a_different_change_of_an_input_is_a_difference(self) -> None:
        self.expect_difference("file input.txt", ["depthcheck convert"], "printf kept", "printf lost")
        self.expect_difference("removed", ["depthcheck convert"], "printf kept > input.txt", "rm input.txt")

    def test_output_on_a_terminal_is_compared(self) -> None:
        code, output = self.main(["depthcheck show"], "echo colours", "echo colors", on_terminal=True)
        self.assertEqual(code, 1)
        self.assertIn("-colours", output)
        self.assertEqual(self.main(["depthcheck show"], "echo colours", "echo colors")[0], 0)

    def test_a_rule_excludes_only_what_it_matches(self) -> None:
        code, output = self.main(["depthcheck golden check"])
        self.assertEqual(code, 0, output)
        self.expect_difference("standard output", ["depthcheck golden check"], '"failed": 0', '"failed": 1')

    def test_a_rule_applies_only_to_its_commands(self) -> None:
        code, _ = self.main(["depthcheck golden other"], "$RANDOM.5", "2.5")
        self.assertEqual(code, 1)

    def test_each_command_starts_in_the_initial_folder(self) -> None:
        lines = ["depthcheck convert", "ls && cat input.txt && depthcheck analyze"]
        self.expect_difference("file maps/out.bin", lines, r"\0\1\2", r"\0\1\3")

    def test_in_a_sequence_a_difference_is_reported_once(self) -> None:
        code, output = self.main(["depthcheck convert", "depthcheck show"], r"\0\1\2", r"\0\1\3", in_sequence=True)
        self.assertEqual(code, 1)
        self.assertIn("1 commands differ", output)
        self.assertNotIn("No such file", output)

    def test_a_command_that_cannot_be_run_is_a_failure(self) -> None:
        for line in ("missing-program", "depthcheck wrong", "depthcheck crash"):
            code, output = self.main([line])
            self.assertEqual(code, 1, line)
            self.assertIn("1 not comparable", output)


PACKAGE = {
    # In place of NumPy, which these tests do not need.
    "numpy.py": "class ndarray: pass",
    "depthcheck/_library.py": "",
    "depthcheck/captures.py": "",
    "depthcheck/__init__.py": """
import os, signal, warnings
class Result:
    def __init__(self): self.layers, self._cache = 7, os.getpid()
class Other(Result): pass
class WrongError(ValueError):
    def __init__(self, code): super().__init__("found none"); self.code = code
def analyze(): return [Result(), b"bytes", {"status": "pass"}]
def wrong(): raise WrongError("empty")
def warned(): warnings.warn("integers")
def write(): open("table.ndjson", "w").write("rows")
def crash(): os.kill(os.getpid(), signal.SIGSEGV)
""",
}
CALLS = [f"depthcheck.{name}()" for name in ("analyze", "wrong", "warned", "write", "crash")]


class PackageTests(Comparison):
    """Compares two packages that differ in one text."""

    def package(self, name: str, old: str = "", new: str = "") -> Path:
        self.assertTrue(any(old in text for text in PACKAGE.values()))
        for path, text in PACKAGE.items():
            (self.folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name / path).write_text(text.replace(old, new, 1) if old else text)
        return self.folder / name

    def main(self, lines: list[str], old: str = "", new: str = "") -> tuple[int, str]:
        section, = commands.call_sections("\n".join(["[test]", *lines]))
        arguments = [self.binary("command")] * 2 + ["--python", self.package("old"), self.package("new", old, new)]
        with mock.patch.object(tool, "call_sections", lambda _: [section]):
            return self.result(arguments, [])

    def test_equal_packages_do_not_differ(self) -> None:
        code, output = self.main(CALLS)
        self.assertEqual(code, 0, output)
        self.assertIn("5 commands, 0 differ", output)

    def test_a_changed_result_is_a_difference(self) -> None:
        for text, old, new in [
            ("standard output", "layers, self._cache = 7", "layers, self._cache = 8"),
            ("standard output", 'b"bytes"', 'b"Bytes"'), ("standard output", "[Result()", "[Other()"),
            ("standard output", "none", "nothing"), ("standard output", '"empty"', '"full"'),
            ("standard output", "(ValueError)", "(TypeError)"), ("standard output", "integers", "floats"),
            ("file table.ndjson", '"rows"', '"Rows"'), ("exit code", "signal.SIGSEGV", "0"),
        ]:  # fmt: skip
            with self.subTest(new):
                code, output = self.main(CALLS, old, new)
                self.assertEqual(code, 1, output)
                self.assertIn(text, output)
                self.assertIn("\n1 commands differ", output)

    def test_a_call_that_evaluates_nothing_is_a_failure(self) -> None:
        for line in ("depthcheck.missing()", "nothing()", "1 +"):
            code, output = self.main([line])
            self.assertEqual(code, 1, line)
            self.assertIn("1 not comparable", output)


class CallListTests(unittest.TestCase):
    """Tests that nothing public lacks a call."""

    calls = (HERE / "calls.txt").read_text()

    def test_each_public_name_and_method_has_a_call(self) -> None:
        names, methods = set(), {}
        for path in (commands.ROOT / "tools/python/source/depthcheck").glob("*.py"):
            module = {"__init__": "depthcheck"}.get(path.stem, path.stem)
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" and module[0] != "_":
                    names |= {f"{module}.{name}" for name in ast.literal_eval(node.value)}
                if isinstance(node, ast.ClassDef):
                    methods[node.name] = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        calls = "\n".join(line for each in self.calls.splitlines() if each[:1] not in ("#", "[")
                          for line in commands.expanded(each))  # fmt: skip
        called = set(re.findall(r"\b\w+\.\w+|\.\w+", calls))
        self.assertGreater(len(names), 60)
        self.assertEqual(names - called, set())
        # Except those that begin with c_, which are the library's format.
        public = {method for name in names for method in methods.get(name.split(".")[1], ()) if method[0] != "_"}
        self.assertEqual({name for name in public if not name.startswith("c_") and f".{name}" not in called}, set())

    def test_each_request_has_a_call(self) -> None:
        header = (commands.ROOT / "Sources/CDepthcheck/depthcheck.h").read_text()
        kinds = set(re.findall(r"^/// \| `(\w+)` \|", header, re.MULTILINE))
        self.assertGreater(len(kinds), 10)
        self.assertEqual(kinds, set(re.findall(r'\brequest\("(\w+)"', self.calls)))


class CommandListTests(unittest.TestCase):
    def test_choices_are_expanded(self) -> None:
        found = commands.listed_sections("[one]\na {b|c} {x}\n# no\n[two, in sequence]\nterminal: d {|e}\n")
        self.assertEqual([(section.name, section.in_sequence) for section in found], [("one", False), ("two", True)])
        self.assertEqual(found[0].commands, [Command("a b {x}"), Command("a c {x}")])
        self.assertEqual(found[1].commands, [Command("d", True), Command("d e", True)])

    def test_commands_are_found_in_all_code_of_documents(self) -> None:
        text = "\n".join([
            "    depthcheck analyze one", "", "```sh", "tools/depthcheck info \\", "  two", "cat x | depthcheck info -",
            "```", "Text with `depthcheck parity three` in it, depthcheck analyze not.", "```json",
            "depthcheck analyze no",
            "```", "    $ depthcheck --version",
        ])  # fmt: skip
        self.assertEqual([line for _, line in commands.document_lines(text)], [
            "depthcheck analyze one", "depthcheck info two", "cat x | depthcheck info -", "depthcheck parity three",
            "depthcheck --version",
        ])  # fmt: skip

    def test_nested_choices_are_refused(self) -> None:
        with self.assertRaises(ValueError):
            commands.expanded("a {b|c {d}|e}")

    def test_only_named_files_are_copied(self) -> None:
        with tempfile.TemporaryDirectory() as made:
            stage = Path(made) / "stage"
            for name in ("fixtures/captures", "golden", "corpus", "captures"):
                (stage / name).mkdir(parents=True)
            copied = {}
            for number, lines in enumerate((["a corpus/x"], ["a fixtures"], ["a fixtures/x captures"], None)):
                copy_stage(stage, Path(made) / str(number), lines)
                copied[number] = sorted(str(path.relative_to(Path(made) / str(number)))
                                        for path in (Path(made) / str(number)).rglob("*"))  # fmt: skip
        self.assertEqual(copied[0], ["corpus", "fixtures"])
        self.assertEqual(copied[1], ["fixtures", "fixtures/captures"])
        self.assertEqual(copied[2], ["captures", "fixtures"])
        self.assertEqual(copied[3], ["captures", "corpus", "fixtures", "fixtures/captures", "golden"])

    def test_each_excluded_command_has_a_reason(self) -> None:
        self.assertIsNone(commands.reason_to_leave_out("cat x | depthcheck analyze -"))
        self.assertIn("needs", commands.reason_to_leave_out("missing-program x | depthcheck analyze -") or "")
        self.assertIn("longer", commands.reason_to_leave_out("for x in y; do depthcheck analyze") or "")

    def test_the_documents_have_commands(self) -> None:
        sections, _ = commands.document_sections(commands.all_documents())
        names = {section.name for section in sections}
        self.assertTrue({"README.md", "docs/CAPTURE.md", "docs/TUNING.md", "docs/PICTURES.md"} <= names)
        self.assertGreater(sum(len(section.commands) for section in sections), 100)

    def test_wrong_usage_exits_with_64(self) -> None:
        for arguments in ([], ["/bin/true"], ["/bin/true", "/missing"], ["/bin/true", "/bin/true", "--jobs", "0"]):
            with (
                mock.patch.object(sys, "argv", ["same-behaviour", *arguments]),
                contextlib.redirect_stderr(io.StringIO()),
                self.assertRaises(SystemExit) as ended,
            ):
                tool.main()
            self.assertEqual(ended.exception.code, 64)


if __name__ == "__main__":
    unittest.main()
