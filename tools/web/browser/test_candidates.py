"""The candidate measurements in the page: the numbers and descriptions of `measure --candidates`."""

import json
import math
import unittest

import map_files
from browser import PAGE, command
from map_files import FIXTURES, fixture, raw, written
from page import PageTest


def measured(*inputs):
    """Returns the rows of `measure --candidates`."""
    lines = command("measure", *inputs, "--candidates", "--format", "ndjson", "--quiet").splitlines()
    return [json.loads(line) for line in lines]


def candidates_of(row):
    """Returns the candidates of a row: the members between their version and the note codes."""
    names = list(row)
    between = names[names.index("candidates_version") + 1 : names.index("note_codes")]
    return {name: row[name] for name in between}


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class Candidates(PageTest):
    def shown(self, page):
        """Returns the candidates that the page shows after measuring."""
        self.wait_until(page, "['measured', 'absent'].includes(document.getElementById('candidates').dataset.state)")
        self.settle(page)
        return page.eval_on_selector_all(
            "#candidates tr[data-candidate]",
            """rows => rows.filter((row) => row.checkVisibility()).map((row) => [row.dataset.candidate,
                 row.children[1].dataset.value ?? null, row.children[1].textContent])""",
        )

    def assert_as_command(self, page, row):
        expected = candidates_of(row)
        shown = self.shown(page)
        name = row["file"]
        if all(value is None for value in expected.values()):
            self.assertEqual(shown, [], name)
            self.assertRegex(page.inner_text("#candidates"), "Not measured: (the map|fewer than)", name)
            return False
        self.assertEqual([candidate for candidate, _, _ in shown], list(expected), name)
        self.assertNotIn("Not measured", page.inner_text("#candidates"))
        for candidate, exact, text in shown:
            value = expected[candidate]
            self.assertEqual(None if exact is None else float(exact), value, f"{name}: {candidate}")
            if value is None:
                self.assertEqual(text, "none")
            else:
                number, *unit = text.replace(",", "").split(" ")
                self.assertTrue(math.isclose(float(number), value, rel_tol=6e-5), f"{name}: {text} for {value}")
                self.assertEqual(unit, ["m"] if "distance" in candidate and "noise" not in candidate else [])
        return True

    def test_every_fixture_has_the_numbers_of_the_command(self):
        page = self.open_page()
        count = 0
        for row in measured(FIXTURES):
            if row["error_code"]:
                continue
            path = FIXTURES / row["file"]
            self.show(page, path)
            count += self.assert_as_command(page, row)
        self.assertGreaterEqual(count, 25)

    def test_the_page_explains_that_they_do_not_affect_the_verdict(self):
        page = self.open_page()
        self.show(page, fixture("screen-in-room-01"))
        self.shown(page)
        text = page.inner_text("#candidates")
        self.assertIn("Candidate measurements", text)
        self.assertIn("do not affect the verdict", text)
        self.assertNotIn("plane_distance", json.dumps(self.result(page)))
        self.assertNotIn("plane", page.inner_text("#verdict") + page.inner_text("#checks"))

    def test_they_follow_the_valid_range(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        before = self.shown(page)
        parameters = written(self.folder, "parameters.json", b'{"maxValidDepth": 2.5}')
        page.fill("#parameter-maxValidDepth", "2.5")
        page.dispatch_event("#parameter-maxValidDepth", "change")
        self.wait_until(page, "document.querySelector('#verdict').textContent.includes('maxValidDepth')")
        [row] = measured(fixture("room-01"), "--parameters", parameters)
        self.assertTrue(self.assert_as_command(page, row))
        self.assertNotEqual(self.shown(page), before)

    def test_a_file_that_is_not_a_map_has_none(self):
        page = self.open_page()
        self.show(page, written(self.folder, "text.bin", b"This is a text, and no depth map at all.\n" * 4))
        self.assertFalse(page.is_visible("#candidates"))
        self.show(page, fixture("room-01"))
        self.assertTrue(page.is_visible("#candidates"))

    def test_the_reason_for_missing_candidates_is_shown(self):
        page = self.open_page()
        pixels = [1000] * 800
        for name, data, words in [
            ("narrow.png", map_files.grey16(pixels, 2, 400), "the map has fewer than 3 rows or columns"),
            ("small.png", map_files.grey16(pixels[:63], 9, 7), "fewer than 64 of the samples examined are valid"),
        ]:
            path = written(self.folder, name, data)
            self.show(page, path)
            self.assertEqual(self.shown(page), [])
            self.assertIn(f"Not measured: {words}.", page.inner_text("#candidates"))
        self.show(page, written(self.folder, "room.f32", raw("room-02")))
        self.assertEqual(len(self.shown(page)), 12)

    def test_measuring_works_again_after_too_little_memory(self):
        page = self.open_page()
        page.evaluate(
            """() => { const real = WebAssembly.instantiate;
                 WebAssembly.instantiate = async () => { WebAssembly.instantiate = real;
                   throw new RangeError("out of memory"); }; }"""
        )
        self.show(page, fixture("room-01"))
        self.assertEqual(self.shown(page), [])
        self.assertIn("too little memory", page.inner_text("#candidates"))
        self.show(page, fixture("room-02"))
        self.assertEqual(len(self.shown(page)), 12)
