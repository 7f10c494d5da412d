"""Reports of other corpora: without labels, tiny, with hostile names, and with 100,000 rows."""

import time
import unittest

from browser import SCHEMES
from test_report import ReportTest


class Unlabelled(ReportTest):
    def test_without_labels_the_report_describes_the_corpus(self):
        path = self.corpus.report("unlabelled.html", "--maps", self.corpus.maps)
        for scheme in SCHEMES:
            page = self.open_report(path, width=900, scheme=scheme)
            passed = [row for row in self.corpus.rows if row["status"] == "pass"]
            decided = [row for row in self.corpus.rows if row["status"] != "unavailable"]
            sentence = page.text_content("#sentence")
            self.assertIn(f"accept {len(passed)} of {len(decided)} maps with a verdict", sentence)
            codes = page.eval_on_selector_all("#reading tr[data-code]", "rows => rows.map((row) => row.dataset.code)")
            for row in self.corpus.rows:
                if row["error_code"]:
                    self.assertIn(row["error_code"], codes)
            self.assertFalse(page.is_visible("#trade-off"))
            self.assertEqual(page.locator("#sheet img").count(), 48)
            self.assert_fits(page)
            self.assert_contrast(page)
            self.screenshot(page, f"report-unlabelled-{scheme}")


class Client(ReportTest):
    profile = "client"

    def test_the_client_profile_uses_the_phone_s_arithmetic(self):
        page = self.open_report()
        self.assert_as_evaluate(page)
        # 0.3 rounds to another number in binary32, and the fixtures have coherences on both sides of it.
        for thresholds in ({"coherenceThreshold": 0.3000000001}, {"varianceThreshold": 0.5000000001}):
            self.type_thresholds(page, thresholds)
            self.assert_as_evaluate(page)

    def test_a_dropped_file_has_the_numbers_of_the_client_profile(self):
        page = self.open_report(fragment="#map=room-02.bin.gz")
        page.set_input_files("#map-file", self.corpus.maps / "room-02.bin.gz")
        self.wait_until(page, "document.querySelector('.dropped-answer').textContent.includes('to the last bit')")


class WithoutAnalysis(ReportTest):
    def test_a_report_without_the_analysis_explains_it(self):
        path = self.corpus.folder / "without.html"
        text = self.path.read_text()
        path.write_text(text.replace('id="depthcheck.wasm"', 'id="no.wasm"'))
        page = self.open_report(path)
        self.assertIn("made without the analysis", page.text_content("#chosen"))
        self.assertEqual(page.locator("#map-file").count(), 0)


class Strange(ReportTest):
    def assert_opens(self, name, *options, measurements=None):
        page = self.open_report(self.corpus.report(f"{name}.html", *options, measurements=measurements), width=900)
        self.settle(page)
        for kind in page.eval_on_selector_all("#list-kind option", "all => all.map((option) => option.value)"):
            page.select_option("#list-kind", kind)
        page.fill("#threshold-varianceThreshold", "0")
        self.settle(page)
        self.assert_fits(page)
        self.screenshot(page, f"report-{name}")
        text = page.inner_text("main")
        for word in ("NaN", "undefined", "Infinity", "null"):
            self.assertNotIn(word, text, name)
        return page

    def test_corpora_of_one_row_of_errors_and_of_equal_rows(self):
        decided = [row for row in self.corpus.rows if row["status"] != "unavailable"]
        silent = [row for row in self.corpus.rows if row["status"] == "unavailable"]
        self.assertGreater(len(silent), 2)
        alike = [dict(decided[0], file=f"{number}.bin.gz") for number in range(50)]
        for name, rows in (("one-row", decided[:1]), ("only-errors", silent), ("all-alike", alike)):
            table = self.corpus.write_rows(f"{name}.csv", rows)
            self.assert_opens(name, measurements=table)
            half = len(rows) // 2
            labels = [[row["file"], "attack" if place < half else "real", "", ""] for place, row in enumerate(rows)]
            options = ["--labels", self.corpus.write_labels("l.csv", labels)]
            self.assert_opens(f"{name}-labelled", *options, measurements=table)

    def test_a_class_without_a_verdict_is_reported(self):
        rows = [row for row in self.corpus.rows if row["status"] == "unavailable" or row["file"].startswith("room")]
        labels = [[row["file"], "real" if row["file"].startswith("room") else "print", "", ""] for row in rows]
        page = self.assert_opens(
            "silent-attacks", "--labels", self.corpus.write_labels("l.csv", labels),
            measurements=self.corpus.write_rows("silent-attacks.csv", rows),
        )  # fmt: skip
        self.assertIn("No attack has a verdict; these thresholds reject", page.text_content("#sentence"))
        self.assertFalse(page.is_visible("#trade-off"))
        self.assertIn("No tuned thresholds", page.text_content("#remarks"))

    def test_five_hundred_species_have_a_row_each(self):
        source = [row for row in self.corpus.rows if row["status"] != "unavailable"]
        rows = [dict(source[number % len(source)], file=f"{number}.bin.gz") for number in range(1500)]
        labels = [
            [row["file"], "attack" if number % 3 else "real", f"kind {number % 750:03}" if number % 3 else "", ""]
            for number, row in enumerate(rows)
        ]
        page = self.assert_opens(
            "many-species", "--labels", self.corpus.write_labels("l.csv", labels),
            measurements=self.corpus.write_rows("many-species.csv", rows),
        )  # fmt: skip
        self.assertEqual(page.locator("#rates tr[data-class]").count(), 501)
        report_times(page, "500 species")

    def test_hostile_names_have_their_printed_form(self):
        names = ['"quoted"', "<img src=x onerror=alert(1)>", "</script><script>alert(1)", "line\nend", "a&b=c#d"]
        names.append("\u202eabc")
        decided = [row for row in self.corpus.rows if row["status"] != "unavailable"]
        rows = [dict(row, file=name) for row, name in zip(decided, names)]
        labels = [[name, "fake", name, name] for name in names[1:]] + [[names[0], "real", "", names[0]]]
        page = self.assert_opens(
            "hostile-names", "--labels", self.corpus.write_labels("l.csv", labels),
            measurements=self.corpus.write_rows("hostile.csv", rows),
        )  # fmt: skip
        page.select_option("#list-kind", "near")
        shown = page.eval_on_selector_all("#list button.name", "all => all.map((button) => button.textContent)")
        for name in ('"quoted"', "<img src=x onerror=alert(1)>", "line\\u{A}end", "a&b=c#d", "\\u{202E}abc"):
            self.assertIn(name, shown)
        page.get_by_role("button", name="a&b=c#d").click()
        self.settle(page)
        page.reload()
        self.wait_until(page, "performance.getEntriesByName('depthcheck-ready').length > 0")
        self.assertEqual(page.text_content("#chosen h3"), "a&b=c#d")

    def test_a_truncated_report_is_reported(self):
        whole = self.corpus.report("whole.html").read_text()
        start = whole.index('id="column-edge_coherence">') + 60
        path = self.corpus.folder / "cut.html"
        path.write_text(whole[:start] + whole[start + 40 :])
        context = self.chromium.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(path.as_uri())
        self.wait_until(page, "document.getElementById('sentence').textContent.includes('could not be unpacked')")


class Large(ReportTest):
    def test_a_hundred_thousand_rows(self):
        measurements, labels = self.corpus.many(100_000)
        start = time.monotonic()
        path = self.corpus.report("large.html", "--labels", labels, measurements=measurements)
        print(f"\n100,000 rows: made in {time.monotonic() - start:.1f} s, {path.stat().st_size / 1e6:.2f} MB")
        self.assertLess(path.stat().st_size, 6_000_000)
        page = self.open_report(path)
        plot = page.locator("[data-column=depth_variance] .plot")
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        page.mouse.move(box["x"] + 30, box["y"] + 60)
        page.mouse.down()
        for step in range(60):
            page.mouse.move(box["x"] + 30 + 4 * step, box["y"] + 60)
        page.mouse.up()
        self.settle(page)
        report_times(page, "100,000 rows")
        self.assertGreater(page.evaluate("performance.getEntriesByName('depthcheck-update').length"), 20)
        self.screenshot(page, "report-large")


def report_times(page, name):
    ready = page.evaluate("performance.getEntriesByName('depthcheck-ready')[0].startTime")
    # The first update is the initial one.
    updates = page.evaluate("performance.getEntriesByName('depthcheck-update').map(({ duration }) => duration)")
    moves = sorted(updates[1:])
    middle = moves[len(moves) // 2]
    longest = f"{moves[-1]:.1f} ms at most, {len(moves)} moves"
    print(f"\n{name}: ready in {ready:.0f} ms; a move takes {middle:.1f} ms, {longest}")


if __name__ == "__main__":
    unittest.main()
