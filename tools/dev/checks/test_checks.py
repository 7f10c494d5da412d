"""Tests that documented, examples and words find what they are for.

Run by tools/test: python3 -m unittest discover --start-directory tools/dev/checks
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

from modules import library_products, system_packages, target_triple  # noqa: E402


def load(name: str):
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


documented, examples, words = load("documented"), load("examples"), load("words")

MODULE = """
/// A size.
public struct Size: Hashable, Codable, CustomStringConvertible {
    /// The number of columns.
    public var columns: Int
    public var rows: Int
    /// - Parameter columns: the number of columns.
    public init(columns: Int) { (self.columns, rows) = (columns, 1) }
    /// The smallest one.
    public static let smallest = Size(columns: 1)
    public static let largest = Size(columns: 9)
    public var description: String { "" }
    var hidden: Int { 1 }
    package var shared: Int { 1 }
}
/// A side.
public enum Side: String, CaseIterable {
    /// The left one.
    case left
    case right
}
"""
PAGE = """
```swift
import Captures

let first = 1
print(first) // 1
```

Text.

```swift
print(first + 1, "and more")   // 2 and more
```
"""


class DocumentedTests(unittest.TestCase):
    def test_each_symbol_without_a_sentence_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "Sample.swift").write_text(MODULE)
            command = ["swiftc", "-emit-module", "-parse-as-library", "-package-name", "sample", "Sample.swift"]
            subprocess.run([*command, "-module-name", "Sample"], cwd=folder, check=True)
            documented.extract("Sample", ["-I", name], target_triple(), folder)
            found = documented.symbols(folder)
        missing = [".".join(one["pathComponents"]) for one in found if not documented.is_documented(one)]
        self.assertEqual(sorted(missing), ["Side.right", "Size.init(columns:)", "Size.largest", "Size.rows"])
        self.assertIn("Size.description", [".".join(one["pathComponents"]) for one in found])

    def test_products_are_compared_with_their_lists(self):
        products = library_products()
        self.assertEqual(documented.check_products(products), [])
        self.assertEqual(len(documented.check_products(products | {"Support": ["Support"]})), 2)
        self.assertEqual(len(documented.check_products({})), 2)
        self.assertTrue({"zlib1g-dev", "libopenexr-dev", "openexr"} <= set(system_packages()))


class ExamplesTests(unittest.TestCase):
    def setUp(self):
        self.page = Path(self.enterContext(tempfile.TemporaryDirectory())) / "Page.md"
        self.page.write_text(PAGE)

    def test_blocks_keep_their_lines_and_see_earlier_ones(self):
        self.assertEqual([line for line, _ in examples.blocks(PAGE)], [3, 12])
        program = examples.program([self.page])
        self.assertTrue(program.startswith("import Captures\nimport DepthAnalysis\nimport DepthFiles\nfunc"))
        self.assertEqual(program.count("import Captures"), 1)
        self.assertTrue(program.split("await page0()")[0].count("do {") == 2 and "}}\n}" in program)

    def test_printed_lines_are_compared(self):
        self.assertEqual(examples.differences([self.page], "==> 0\n1\nother\n2 and more\n"), [])
        for printed in ["1\n", "2 and more\n1\n", "1\n2\n", ""]:
            self.assertEqual(len(examples.differences([self.page], "==> 0\n" + printed)), 1, printed)


SENTENCE = "The reader takes [the bytes](FORMATS.md) of one file and returns `its map`"
#: Documents that contain the sentence, and some that do not.
REPEATED = {
    "paragraph": f"# Title\n\n{SENTENCE}. Next.\n",
    "wrapped": SENTENCE.replace(" of one", "\nof one") + ". An example follows:\n\n    code\n",
    "after": f"First. {SENTENCE.replace('bytes', '*bytes*')}.\n",
    "item": f"- one\n- {SENTENCE}\n- three\n",
    "continued": f"- one\n\n  {SENTENCE}\n",
    "cell": f"| a | b |\n|---|---|\n| one | {SENTENCE} |\n",
    "marked": f"<!-- rows: written by a test -->\n\nOne.\n\n<!-- end -->\n\n{SENTENCE}\n",
}
UNIQUE = {
    "code": f"```text\n{SENTENCE}\n```\n\n    {SENTENCE}\n",
    "heading": f"# {SENTENCE}\n",
    "written": f"<!-- rows: written by a test -->\n\n{SENTENCE}\n\n<!-- end of rows -->\n",
    "longer": f"{SENTENCE} and its notes\n",
    "short": "Nine words are too few to be a sentence.\n" * 2,
    "items": "- The words of two items are no sentence\n- of one document\n",
    "items together": "The words of two items are no sentence of one document\n",
}


class WordsTests(unittest.TestCase):
    def test_a_sentence_is_found_in_each_place(self):
        for name, text in REPEATED.items():
            found = words.repeated({"first.md": f"One.\n\n{SENTENCE}.\n", f"{name}.md": text} | UNIQUE)
            self.assertEqual(len(found), 1, name)
            self.assertRegex(found[0], rf"^first\.md:3, {name}\.md:\d+: repeated: the reader takes the bytes of one")

    def test_other_text_is_no_sentence(self):
        self.assertEqual(words.repeated({"first.md": SENTENCE} | UNIQUE), [])

    def test_a_sentence_is_found_twice_in_one_document(self):
        self.assertEqual(len(words.repeated({"one.md": f"{SENTENCE}.\n\n{SENTENCE}.\n"})), 1)

    def test_words_above_the_limit_fail(self):
        with mock.patch.object(words, "LIMIT", 1000), contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertEqual(words.main([]), 1)
        self.assertRegex(printed.getvalue(), r"docs: found [\d,]+ words in \d+ documents; expected at most 1,000")

    def test_a_sample_has_whole_sentences_and_depends_on_the_seed(self):
        source = (
            "/// Reads one file; closes it.\n///\n///     let code = 1\nlet x = 1  // Not read.\n"
            "// Two lines of\n// one sentence.\n"
        )
        texts = {"a.swift": words.comments(source)}
        expected = ["a.swift:1: Reads one file; closes it.", "a.swift:5: Two lines of one sentence."]
        self.assertEqual(sorted(words.sample(texts, 9, 1)), expected)
        self.assertEqual({words.sample(texts, 1, seed)[0] for seed in range(9)}, set(expected))


if __name__ == "__main__":
    unittest.main()
