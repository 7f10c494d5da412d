"""Base class for tests that use the page like a person."""

import json
import math
import tempfile

from browser import PAGE, BrowserTest


class PageTest(BrowserTest):
    """Opens maps in the page."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name

    def open_page(self, **options):
        page = self.open(PAGE, **options)
        page.wait_for_selector("body[data-ready]")
        return page

    def show(self, page, *paths):
        """Chooses files and waits until a result is shown."""
        page.evaluate("document.getElementById('result').dataset.input = ''")
        page.set_input_files("#files", [str(path) for path in paths])
        self.wait_until(page, "document.getElementById('result').dataset.input")

    def settle(self, page):
        """Waits until a change has been analysed and drawn."""
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def result(self, page):
        """Returns the JSON of the page."""
        if not page.evaluate("document.getElementById('json-details').open"):
            page.click("#json-details summary")
        self.wait_until(page, "document.querySelector('#json-details pre').textContent")
        return json.loads(page.text_content("#json-details pre"))

    def saved(self, page, button):
        with page.expect_download() as download:
            page.click(button)
        path = f"{self.folder}/{download.value.suggested_filename}"
        download.value.save_as(path)
        return path

    def assert_as_command(self, page, expected, name):
        """Asserts that the page's JSON equals the command's and that the page shows its values."""
        result = self.result(page)
        self.assertEqual(list(result), list(expected), name)
        for member, value in expected.items():
            if member != "input":
                self.assertEqual(result[member], value, f"{name}: {member}")
        self.assert_shown(page, result, name)

    def assert_shown(self, page, result, name):
        words = {"pass": "PASS", "fail": "FAIL", "unavailable": "NO VERDICT"}
        self.assertEqual(page.inner_text("#verdict .word"), words[result["status"]], name)
        self.assertEqual(page.get_attribute("#verdict .server", "data-answer"), result["server_answer"], name)
        rows = page.eval_on_selector_all(
            "#checks tr[data-check]:not([data-check=screen])",
            """rows => rows.map((row) => ({ check: row.dataset.check, holds: row.dataset.holds === "true",
                 cells: ["value", "threshold", "margin"].map((part) => {
                   const cell = row.querySelector(`[data-${part}]`);
                   return [Number(cell.dataset[part]), cell.textContent];
                 }) }))""",
        )
        self.assertEqual([row["check"] for row in rows], [outcome["check"] for outcome in result["checks"]], name)
        for row, outcome in zip(rows, result["checks"]):
            self.assertEqual(row["holds"], outcome["holds"], name)
            for (exact, text), part in zip(row["cells"], ["value", "threshold", "margin"]):
                self.assertEqual(exact, outcome[part], f"{name}: {part} of {row['check']}")
                shown = float(text.replace("\u2212", "-").replace("+", "").split()[-2 if text.endswith(" m") else -1])
                self.assertTrue(math.isclose(shown, exact, rel_tol=6e-4, abs_tol=6e-5), f"{name}: {text} for {exact}")
