"""The report with labels: its numbers equal those of `evaluate` for any thresholds."""

import csv
import json
import tempfile
import unittest
import urllib.parse

from browser import SCHEMES, WINDOWS, BrowserTest, command
from report_corpus import FIXTURES, ReportCorpus

MINE = {"varianceThreshold": 0.2, "coherenceThreshold": 0.1}


class ReportTest(BrowserTest):
    """Opens reports of one corpus."""

    profile = "server"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls._folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls._folder.cleanup)
        cls.corpus = ReportCorpus(cls._folder.name, cls.profile)
        mine = cls.corpus.folder / "mine.json"
        mine.write_text(json.dumps(MINE))
        cls.path = cls.corpus.report(
            "report.html", "--labels", cls.corpus.labels, "--maps", cls.corpus.maps, "--parameters", mine,
            "--candidates",
        )

    def open_report(self, path=None, **options):
        page = self.open(path or self.path, **options)
        self.wait_until(page, "performance.getEntriesByName('depthcheck-ready').length > 0")
        return page

    def settle(self, page):
        """Waits until all views have been updated."""
        page.wait_for_timeout(300)

    def type_thresholds(self, page, thresholds):
        for key, value in thresholds.items():
            page.fill(f"#threshold-{key}", str(value))
        self.settle(page)

    def thresholds(self, page):
        """Returns the values of the threshold fields."""
        return {
            key: float(page.input_value(f"#threshold-{key}"))
            for key in page.eval_on_selector_all("[data-parameter]", "all => all.map((e) => e.dataset.parameter)")
        }

    def evaluated(self, thresholds):
        """Returns the result of `evaluate` for thresholds."""
        path = self.corpus.folder / "tried.json"
        whole = {key: int(value) if key == "layerThreshold" else value for key, value in thresholds.items()}
        path.write_text(json.dumps(whole))
        options = ["--labels", self.corpus.labels, "--parameters", path, "--format", "json"]
        return json.loads(command("evaluate", self.corpus.measurements, *options))["given"]

    def assert_as_evaluate(self, page):
        """Checks every number in the table and the summary."""
        expected = self.evaluated(self.thresholds(page))
        rows = page.eval_on_selector_all(
            "#rates tr[data-class]",
            """rows => rows.map((row) => [row.dataset.class, Object.fromEntries(
                 [...row.querySelectorAll("td")].map((cell) => [cell.dataset.cell, cell.textContent]))])""",
        )
        titles = dict(page.eval_on_selector_all(
            "#rates [data-cell=interval]", "cells => cells.map((c) => [c.parentNode.dataset.class, c.dataset.title])"
        ))  # fmt: skip
        for name, cells in rows:
            rate = expected["bpcer"] if name == "bona_fide" else expected["apcer"][name]
            self.assertEqual(cells["errors"], f"{rate['errors']} of {rate['total']}", name)
            self.assertEqual(cells["groups"], f"{rate['groups_with_errors']} of {rate['groups']}", name)
            self.assertEqual(cells["rate"], percent(rate["value"]), name)
            self.assertEqual(cells["interval"], ends(rate["interval"]), name)
            if rate["interval_level"] is not None:
                level = f"{100 * rate['interval_level']:.3g} % interval"
                self.assertEqual(titles[name], level, name)
                self.assertIn(level, page.text_content("#rates thead" if name == "bona_fide" else "#rates .between"))
        self.assertEqual(len(rows), 1 + len(expected["apcer"]))
        sentence = page.text_content("#sentence")
        for text in (
            f"accept {percent(expected['apcer_worst'])} of the worst", f"({expected['apcer_worst_species']}: ",
            ends(expected["apcer_worst_interval"]), f"reject {percent(expected['bpcer']['value'])} of real scenes",
            ends(expected["bpcer"]["interval"]), f"ACER {percent(expected['acer_literature_usage'])}.",
        ):
            self.assertIn(text, sentence)

    def verdicts(self, thresholds):
        """Decides maps from the table of measurements alone; maps without a verdict are excluded."""
        found = {}
        for row in self.corpus.rows:
            if row["status"] == "unavailable":
                continue
            names = ["depth_variance", "depth_layers", "depth_range", "edge_coherence", "uniformity_ratio"]
            number = {name: float(row[name]) for name in [*names, "mean_depth"]}
            is_screen = (
                number["depth_range"] < thresholds["screenDepthRangeMax"]
                and number["uniformity_ratio"] > thresholds["screenUniformityThreshold"]
                and thresholds["screenDistanceMin"] <= number["mean_depth"] <= thresholds["screenDistanceMax"]
            )
            found[row["file"]] = not is_screen and (
                number["depth_variance"] > thresholds["varianceThreshold"]
                and number["depth_layers"] >= thresholds["layerThreshold"]
                and number["edge_coherence"] > thresholds["coherenceThreshold"]
            )
        return found

    def listed(self, page):
        return page.eval_on_selector_all("#list button.name", "all => all.map((button) => button.textContent)")


class Explorer(ReportTest):
    def test_typed_thresholds_give_the_numbers_of_evaluate(self):
        page = self.open_report()
        self.assert_as_evaluate(page)
        for thresholds in (
            {"varianceThreshold": 0.05}, {"layerThreshold": 1, "coherenceThreshold": 0}, {"varianceThreshold": 1e-300},
            {"screenDepthRangeMax": 2, "screenUniformityThreshold": 0.2, "screenDistanceMin": 0},
            {"screenDistanceMax": 9},
            {"varianceThreshold": 1000000},
        ):  # fmt: skip
            self.type_thresholds(page, thresholds)
            self.assert_as_evaluate(page)

    def test_dragging_a_line_updates_the_numbers(self):
        page = self.open_report()
        plot = page.locator("[data-column=edge_coherence] .plot")
        plot.scroll_into_view_if_needed()
        handle = plot.locator(".handle").bounding_box()
        box = plot.bounding_box()
        page.mouse.move(handle["x"] + 1, box["y"] + 60)
        page.mouse.down()
        for step in range(1, 11):
            page.mouse.move(handle["x"] - step * 6, box["y"] + 60)
        page.mouse.up()
        self.settle(page)
        moved = self.thresholds(page)["coherenceThreshold"]
        self.assertTrue(0 < moved < 0.3, moved)
        self.assertEqual(fragment(page)["coherenceThreshold"], str(moved))
        self.assert_as_evaluate(page)
        # A press beside the line moves it there.
        page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 60)
        self.settle(page)
        self.assertGreater(self.thresholds(page)["coherenceThreshold"], 0.6)

    def test_keys_move_lines_sliders_and_the_point_of_the_curve(self):
        page = self.open_report()
        page.focus("[data-column=depth_layers] .handle")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        self.settle(page)
        self.assertEqual(self.thresholds(page)["layerThreshold"], 5)
        page.keyboard.press("Home")
        self.settle(page)
        self.assertEqual(self.thresholds(page)["layerThreshold"], 0)
        page.focus("[data-parameter=varianceThreshold] input[type=range]")
        before = self.thresholds(page)["varianceThreshold"]
        page.keyboard.press("ArrowRight")
        self.settle(page)
        self.assertGreater(self.thresholds(page)["varianceThreshold"], before)
        self.assert_as_evaluate(page)
        page.focus(".curve")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        words = page.text_content("#trade-off .reading")
        page.keyboard.press("Enter")
        self.settle(page)
        rates = words.split(":")[0].replace("APCER ", "").replace("BPCER ", "").split(", ")
        given = self.evaluated(self.thresholds(page))
        self.assertEqual(rates, [percent(given["apcer_worst"]), percent(given["bpcer"]["value"])])
        self.assert_as_evaluate(page)

    def test_a_click_on_the_curve_applies_its_thresholds(self):
        page = self.open_report()
        box = page.locator(".curve").bounding_box()
        page.mouse.move(box["x"] + 60, box["y"] + 40)
        self.assertIn("APCER", page.text_content("#trade-off .reading"))
        page.mouse.click(box["x"] + 60, box["y"] + 40)
        self.settle(page)
        self.assert_as_evaluate(page)
        self.assertNotEqual(fragment(page), {})

    def test_buttons_apply_the_marked_thresholds(self):
        page = self.open_report()
        options = ["--labels", self.corpus.labels, "--replicates", "0", "--format", "json"]
        tuned = command("tune", self.corpus.measurements, *options)
        page.get_by_role("button", name="All tuned").click()
        self.settle(page)
        found = self.thresholds(page)
        for key, value in json.loads(tuned)["tuned"]["thresholds"].items():
            self.assertEqual(found[key], value)
        self.assert_as_evaluate(page)
        page.get_by_role("button", name="All of mine.json").click()
        self.settle(page)
        self.assertEqual({key: self.thresholds(page)[key] for key in MINE}, MINE)
        page.get_by_role("button", name="All present").click()
        self.settle(page)
        self.assertEqual(fragment(page), {})
        self.assertEqual(page.text_content("#change"), "Every map is decided as with the server's present thresholds.")

    def test_invalid_input_is_reported_and_changes_nothing(self):
        page = self.open_report()
        for text, expected in (("", "nothing"), ("abc", '"abc"'), ("-1", '"-1"'), ("1e7", '"1e7"')):
            page.fill("#threshold-varianceThreshold", text)
            self.settle(page)
            error = page.text_content("#threshold-varianceThreshold-error")
            self.assertIn(f"Found {expected}; expected a number from 0 to 1000000.0 metres", error)
            self.assertEqual(fragment(page), {})
        page.fill("#threshold-layerThreshold", "2.5")
        self.assertIn("expected a whole number", page.text_content("#threshold-layerThreshold-error"))
        page.get_by_role("button", name="All present").click()
        page.fill("#threshold-varianceThreshold", "0.25")
        self.settle(page)
        self.assertFalse(page.is_visible("#threshold-varianceThreshold-error"))
        self.assertEqual(fragment(page), {"varianceThreshold": "0.25"})

    def test_a_link_restores_its_state(self):
        state = {"varianceThreshold": "0.07", "layerThreshold": "1", "map": "room-02.bin.gz", "list": "near"}
        page = self.open_report(fragment="#" + urllib.parse.urlencode(state))
        self.settle(page)
        found = self.thresholds(page)
        self.assertEqual((found["varianceThreshold"], found["layerThreshold"]), (0.07, 1))
        self.assertEqual(page.text_content("#chosen h3"), "room-02.bin.gz")
        self.assertEqual(page.input_value("#list-kind"), "near")
        self.assertEqual(fragment(page), state)
        page.evaluate("location.hash = '#coherenceThreshold=0.5&varianceThreshold=x&map=nothing'")
        self.settle(page)
        self.assertEqual(self.thresholds(page)["coherenceThreshold"], 0.5)
        self.assertEqual(self.thresholds(page)["varianceThreshold"], 0.5)
        self.assert_as_evaluate(page)

    def test_the_list_has_exactly_the_maps_that_are_decided_differently(self):
        page = self.open_report()
        present = self.thresholds(page)
        page.select_option("#list-kind", "changed")
        self.assertIn("No map is decided differently", page.text_content("#list"))
        self.type_thresholds(page, {"varianceThreshold": 0.1, "layerThreshold": 1})
        now, before = self.verdicts(self.thresholds(page)), self.verdicts(present)
        changed = {file for file in now if now[file] != before[file]}
        self.assertGreater(len(changed), 5)
        self.assertEqual(set(self.listed(page)), changed)
        self.assertIn(f"{len(changed)} maps are decided differently", page.text_content("#change"))
        real = self.real_scenes()
        for kind, expected in (
            ("accepted-attacks", {file for file in now if now[file] and file not in real}),
            ("rejected-scenes", {file for file in now if not now[file] and file in real}),
            ("silent", {row["file"] for row in self.corpus.rows} - set(now)),
        ):
            page.select_option("#list-kind", kind)
            self.assertEqual(set(self.listed(page)), expected, kind)
        page.select_option("#list-kind", "near")
        page.fill("#find", "ROOM-0")
        named = {file for file in now if "room-0" in file}
        self.wait_until(page, f"document.querySelectorAll('#list button.name').length === {len(named)}")
        self.assertEqual(set(self.listed(page)), named)

    def test_the_list_opens_with_all_maps(self):
        page = self.open_report()
        first = [row["file"] for row in self.corpus.rows[:100]]
        self.assertEqual(self.listed(page), first)
        self.assertIn(f"100 of {len(self.corpus.rows)} maps", page.text_content("#list"))
        self.assertEqual(page.text_content("#list-kind option:checked"), "all")
        # Another choice and the way back, with the keyboard.
        page.focus("#list-kind")
        page.keyboard.press("ArrowDown")
        self.assertEqual((page.input_value("#list-kind"), fragment(page)), ("changed", {"list": "changed"}))
        self.assertEqual(self.listed(page), [])
        page.keyboard.press("ArrowUp")
        self.assertEqual((self.listed(page), fragment(page)), (first, {}))

    def test_pictures_have_visible_names(self):
        for width, height in WINDOWS:
            page = self.open_report(width=width, height=height)
            figures = page.locator("#sheet button").all()
            self.assertGreater(len(figures), 30)
            for figure in figures[:12]:
                name = figure.locator(".name")
                self.assertIn(name.inner_text(), {row["file"] for row in self.corpus.rows})
                below, around = name.bounding_box(), figure.bounding_box()
                picture = figure.locator("img").bounding_box()
                self.assertGreaterEqual(below["y"], picture["y"] + picture["height"])
                self.assertLessEqual(below["x"] + below["width"], around["x"] + around["width"])

    def real_scenes(self):
        with open(self.corpus.labels, newline="") as table:
            return {row["file"] for row in csv.DictReader(table) if row["label"] == "real"}

    def test_a_map_shows_its_numbers_and_its_picture(self):
        page = self.open_report(fragment="#list=near")
        self.settle(page)
        pictured = page.eval_on_selector_all(
            "#sheet button", "all => all.map((button) => button.querySelector('.name').textContent)"
        )
        self.assertGreater(len(pictured), 30)
        for name in pictured[:5]:
            page.locator("#sheet button").nth(pictured.index(name)).click()
            row = next(row for row in self.corpus.rows if row["file"] == name)
            shown = page.eval_on_selector_all(
                "#chosen tr[data-check]", "rows => rows.map((row) => [row.dataset.check, row.cells[1].title])"
            )
            columns = ["depth_variance", "depth_layers", "edge_coherence", "depth_range", "uniformity_ratio"]
            for (check, value), column in zip(shown, columns + ["mean_depth", "mean_depth"]):
                self.assertEqual(float(value), float(row[column]), f"{name}: {check}")
            width = "document.querySelector('#chosen img.large').naturalWidth"
            self.wait_until(page, f"{width} === {row['width']}")
            verdict = "pass" if self.verdicts(self.thresholds(page))[name] else "fail"
            self.assertEqual(page.text_content("#chosen .badge"), verdict)

    def test_a_map_shows_its_candidate_measurements(self):
        page = self.open_report(fragment="#map=room-01.bin.gz")
        self.settle(page)
        row = next(row for row in self.corpus.rows if row["file"] == "room-01.bin.gz")
        read = "rows => rows.map((row) => [row.dataset.candidate, row.cells[1].title, row.cells[1].textContent])"
        shown = page.eval_on_selector_all("#chosen tr[data-candidate]", read)
        self.assertEqual(len(shown), 12)
        for name, value, text in shown:
            self.assertEqual(float(value), float(row[name]), name)
            self.assertEqual(text.endswith(" m"), name.endswith(("distance_median", "distance_p90")), name)
        self.assertIn("do not affect the verdict", page.text_content("#chosen summary"))
        # It keeps its state when thresholds change and for other maps.
        page.click("#chosen summary")
        self.type_thresholds(page, {"varianceThreshold": 0.2})
        self.assertFalse(page.eval_on_selector("#chosen details", "(details) => details.open"))
        page = self.open_report(fragment="#map=size-3x3.bin.gz")
        self.settle(page)
        self.assertIn("no candidate measurements", page.text_content("#chosen details"))

    def test_the_file_of_a_map_is_analysed_and_compared_with_its_row(self):
        page = self.open_report(fragment="#map=room-01.bin.gz")
        for name in ("room-01.bin.gz", "screen-01.bin.gz", "size-3x5.bin.gz", "damaged.bin.gz"):
            page.set_input_files("#map-file", self.corpus.maps / name)
            answer = "document.querySelector('.dropped-answer').textContent"
            self.wait_until(page, f"{answer}.includes('{name}') && !{answer}.includes('Analysing')")
            answer_text = page.text_content(".dropped-answer")
            if name == "damaged.bin.gz":
                self.assertNotIn("numbers", answer_text)
                continue
            self.assertEqual(answer_text, f"{name}: all numbers equal those measured, to the last bit.")
            self.assertEqual(page.text_content("#chosen h3"), name)
            self.assertTrue(page.is_visible(".dropped-map canvas.depths"))
        other = self.corpus.folder / "room-03.bin.gz"
        other.write_bytes((FIXTURES / "room-04.bin.gz").read_bytes())
        drop(page, other)
        self.wait_until(page, "document.querySelector('.dropped-answer').textContent.includes('numbers differ')")
        self.assertIn("depth_variance", page.text_content(".dropped-answer"))
        stranger = self.corpus.folder / "stranger.bin.gz"
        stranger.write_bytes((FIXTURES / "room-04.bin.gz").read_bytes())
        drop(page, stranger)
        self.wait_until(page, "document.querySelector('.dropped-answer').textContent.includes('no map of this corpus')")

    def test_exports_contain_what_is_shown(self):
        page = self.open_report()
        self.type_thresholds(page, {"varianceThreshold": 0.15, "layerThreshold": 2})
        with page.expect_download() as download:
            page.click("#export-parameters")
        parameters = json.loads(download.value.path().read_text())
        self.assertEqual(len(parameters), 16)
        self.assertEqual((parameters["varianceThreshold"], parameters["layerThreshold"]), (0.15, 2))
        with page.expect_download() as download:
            page.click("#export-table")
        with open(download.value.path(), newline="") as table:
            rows = {row["file"]: row for row in csv.DictReader(table)}
        verdicts = self.verdicts(self.thresholds(page))
        for row in self.corpus.rows:
            found = rows[row["file"]]
            verdict = {True: "pass", False: "fail", None: "unavailable"}[verdicts.get(row["file"])]
            self.assertEqual(found["verdict"], verdict, row["file"])
            self.assertEqual(found["verdict_present"], row["status"], row["file"])
            self.assertEqual(float(found["depth_variance"]), float(row["depth_variance"]))
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click("#copy-link")
        self.wait_until(page, "[...document.querySelectorAll('#actions [role=status]')].some((e) => e.textContent)")

    def test_every_species_is_visible_at_every_width(self):
        for width in (400, 600, 900, 1400):
            page = self.open_report(width=width)
            self.settle(page)
            cut = page.evaluate(
                """() => { const box = document.querySelector("#rates .scroller").getBoundingClientRect();
                     return [...document.querySelectorAll("#rates tr[data-class] > *")].filter((cell) => {
                       const { right, bottom, width } = cell.getBoundingClientRect();
                       return width === 0 || right > box.right + 1 || bottom > box.bottom + 1; }).length; }"""
            )
            self.assertEqual(cut, 0, f"cells that are cut off at {width} pixels")
            self.assertGreater(page.locator("#rates tr[data-class]").count(), 4)

    def test_charts_are_saved_as_pictures(self):
        page = self.open_report()
        self.settle(page)
        saved = {}
        for button in page.locator("button.save").all():
            with page.expect_download() as download:
                button.click()
            saved[download.value.suggested_filename] = download.value.path().read_bytes()
        names = ["trade-off", "depth_variance", "depth_layers", "edge_coherence", "depth_range", "uniformity_ratio",
                 "mean_depth"]  # fmt: skip
        self.assertEqual(sorted(saved), sorted(f"{name}.png" for name in names))
        for name, data in saved.items():
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n", name)
            width, height = (int.from_bytes(data[start : start + 4], "big") for start in (16, 20))
            self.assertTrue(500 < width < 2000 and 300 < height < 1500, f"{name}: {width}x{height}")
        # A chart is saved as shown, with the line in its new position.
        self.type_thresholds(page, {"varianceThreshold": 1})
        with page.expect_download() as download:
            page.click("[data-column=depth_variance] button.save")
        self.assertNotEqual(download.value.path().read_bytes(), saved["depth_variance.png"])

    def test_it_looks_right_in_every_window(self):
        for width, height in WINDOWS:
            for scheme in SCHEMES:
                page = self.open_report(
                    width=width, height=height, scheme=scheme, fragment="#layerThreshold=2&map=room-01.bin.gz"
                )
                self.settle(page)
                self.assert_fits(page)
                self.assert_labelled(page)
                self.assert_contrast(page)
                self.screenshot(page, f"report-{width}-{scheme}")
                wide = """() => [...document.querySelectorAll("#maps .scroller")]
                    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
                    .map(({ outerHTML }) => outerHTML.slice(0, 200))"""
                self.assertEqual(page.evaluate(wide), [], f"tables that scroll to the side at {width} pixels")
        page.set_viewport_size({"width": 500, "height": 700})
        self.settle(page)
        self.assert_fits(page)


def percent(share):
    return "none" if share is None else f"{decimal(share)} %"


def ends(interval):
    return "" if interval is None else f"[{decimal(interval[0])}, {decimal(interval[1])}]"


def decimal(share):
    return f"{100 * share:.2f}"


def fragment(page):
    return dict(urllib.parse.parse_qsl(page.evaluate("location.hash").lstrip("#")))


def drop(page, path):
    """Drops a file onto the page."""
    data = page.evaluate_handle(
        """([bytes, name]) => {
             const transfer = new DataTransfer();
             transfer.items.add(new File([new Uint8Array(bytes)], name));
             return transfer;
           }""",
        [list(path.read_bytes()), path.name],
    )
    page.dispatch_event("body", "drop", {"dataTransfer": data})


if __name__ == "__main__":
    unittest.main()
