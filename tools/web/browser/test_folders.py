"""Several maps in the page: the table of a folder, and dropped items."""

import base64
import csv
import io
import json
import pathlib
import shutil
import time
import unittest

import map_files
from browser import PAGE, SCHEMES, WINDOWS, analyzed, command
from map_files import FIXTURES, fixture, raw, written
from page import PageTest

# Simulates a drop of files created in the page.
DROP = """(files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  const event = (type) => new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
  window.dispatchEvent(event("dragover"));
  window.dispatchEvent(event("drop"));
}"""


# Lists the cells of the table that are hidden by its sides or overlap the next one.
CUT_CELLS = """() => {
  const box = document.querySelector(".maps").getBoundingClientRect();
  return [...document.querySelectorAll(".maps th, .maps td:not(.none, :empty)")].filter((cell) => {
    const { left, right, width } = cell.getBoundingClientRect();
    return width === 0 || left < box.left || right > box.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
  }).map((cell) => cell.outerHTML);
}"""


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class Folder(PageTest):
    def choose_folder(self, page, folder, seconds=240):
        page.set_input_files("#folder", str(folder))
        self.wait_for_table(page, seconds)

    def wait_for_table(self, page, seconds=240):
        done = "!document.getElementById('table').hidden && document.querySelector('#table progress').hidden"
        self.wait_until(page, done, seconds)

    def rows(self, page):
        return page.eval_on_selector_all(
            "#table tbody tr", "rows => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
        )

    def mixed_folder(self):
        folder = pathlib.Path(self.folder) / "maps"
        (folder / "deep" / "deeper").mkdir(parents=True)
        for name in ("room-01", "screen-01", "wall-01", "all-invalid", "flip-screen-mean", "size-1x1"):
            shutil.copy(fixture(name), folder)
        written(folder, "deep/deeper/map.zlib", map_files.zlib_bytes(raw("room-02")))
        written(folder, "deep/broken.bin.gz", fixture("room-02").read_bytes()[:4000])
        written(folder, "deep/three.bin", b"abc")
        written(folder, "readme.txt", b"not a map")
        written(folder, "room-01.png", map_files.photo(32, 24))
        return folder

    def test_a_folder_becomes_the_command_s_table(self):
        folder = self.mixed_folder()
        page = self.open_page()
        self.choose_folder(page, folder)
        text = command("analyze", "--format", "csv", folder, "--quiet")
        expected = {row["input"][len(str(folder.parent)) + 1 :]: row for row in csv.DictReader(io.StringIO(text))}
        with open(self.saved(page, "#save-csv"), newline="") as file:
            found = {row["input"]: row for row in csv.DictReader(file)}
        self.assertEqual(sorted(found), sorted(expected))
        for name, row in expected.items():
            self.assertEqual(list(found[name]), list(row))
            for column, cell in row.items():
                # Some of the command's messages have more details.
                if column not in ("input", "error", "notes", "server_would_answer"):
                    self.assertEqual(numbers(found[name][column]), numbers(cell), f"{name}: {column}")
        for cells in self.rows(page):
            row = expected[cells[0]]
            self.assertEqual(cells[1], "unreadable" if row["error"] else row["status"])
            self.assertEqual(cells[2], row["server_answer"])
            if row["status"] != "unavailable":
                self.assertAlmostEqual(float(cells[4]), float(row["depth_variance"]), delta=6e-5)
                self.assertEqual(cells[5], row["depth_layers"])
                self.assertAlmostEqual(float(cells[6]), float(row["edge_coherence"]), delta=6e-5)
        self.assertIn("9 maps: 2 pass, 4 fail, 3 without a verdict", page.inner_text("#counts"))
        self.assertIn("1 other file skipped", page.inner_text("#counts"))

    def test_the_whole_table_is_visible_in_every_window(self):
        folder = self.mixed_folder()
        for width, height in [*WINDOWS, (600, 800), (861, 800), (1201, 800)]:
            for scheme in SCHEMES:
                page = self.open_page(width=width, height=height, scheme=scheme)
                self.choose_folder(page, folder)
                self.assertEqual(page.evaluate(CUT_CELLS), [], f"cells that are cut off at {width} pixels")
                reasons = page.locator("#table td.error").all_inner_texts()
                self.assertIn("too few layers, too few depth edges", reasons)
                self.assertIn("found a gzip stream that is cut off", " ".join(reasons))
                # The arrow of a sorted column needs room too.
                for column in ("deviation", "nearest", "error"):
                    page.click(f"#table button[data-column={column}]")
                    self.assertEqual(page.evaluate(CUT_CELLS), [], f"{column} at {width} pixels")
                self.assert_fits(page)
                self.assert_labelled(page)
                self.assert_contrast(page)
                self.screenshot(page, f"page-folder-{width}-{scheme}")

    def test_rows_are_sorted_and_opened_with_the_keyboard(self):
        page = self.open_page()
        self.choose_folder(page, self.mixed_folder())
        for column, index in [("deviation", 4), ("layers", 5), ("coherence", 6)]:
            for direction in ("ascending", "descending"):
                page.focus(f"#table button[data-column={column}]")
                page.keyboard.press("Enter")
                shown = [float(row[index]) for row in self.rows(page) if row[index] != "\u2014"]
                self.assertEqual(shown, sorted(shown, reverse=direction == "descending"), column)
                head = page.locator(f"#table th:has(button[data-column={column}])")
                self.assertEqual(head.get_attribute("aria-sort"), direction)
        page.focus('#table tr[data-path="maps/room-01.bin.gz"] button')
        page.keyboard.press("Enter")
        page.wait_for_selector("#verdict.pass")
        self.assertTrue(page.is_visible("#opacity"), "the photo beside the map is missing")
        self.assert_as_command(page, analyzed(fixture("room-01")), "room-01")
        page.click('#table tr[data-path="maps/deep/broken.bin.gz"]')
        page.wait_for_selector("#verdict.unavailable")
        self.assertIn("cut off", page.inner_text("#verdict"))

    def test_changed_parameters_offer_another_run(self):
        page = self.open_page()
        self.choose_folder(page, self.mixed_folder())
        page.click('#table tr[data-path="maps/room-01.bin.gz"]')
        page.wait_for_selector("#verdict.pass")
        self.assertFalse(page.is_visible("#again"))
        page.fill("#parameter-varianceThreshold", "3")
        self.settle(page)
        page.click("#again")
        self.wait_for_table(page)
        self.assertIn("9 maps: 0 pass, 6 fail", page.inner_text("#counts"))
        self.assertFalse(page.is_visible("#again"))

    def test_two_thousand_maps_keep_the_page_responsive_and_small(self):
        folder = pathlib.Path(self.folder) / "many"
        folder.mkdir()
        sources = sorted(FIXTURES.glob("*.bin.gz"))
        for number in range(2000):
            shutil.copy(sources[number % len(sources)], folder / f"{number:05}.bin.gz")
        page = self.open_page()
        page.evaluate(
            """() => { window.longest = 0; let last = performance.now();
                 const beat = () => { const now = performance.now();
                   window.longest = Math.max(window.longest, now - last); last = now; setTimeout(beat, 0); };
                 beat(); }"""
        )
        start = time.monotonic()
        self.choose_folder(page, folder, seconds=300)
        seconds = time.monotonic() - start
        results = json.loads(command("analyze", "--format", "json", folder, "--quiet"))
        counts = {word: sum(result["status"] == word for result in results) for word in ("pass", "fail", "unavailable")}
        self.assertIn(
            f"2,000 maps: {counts['pass']:,} pass, {counts['fail']:,} fail, {counts['unavailable']:,} without",
            page.inner_text("#counts"),
        )
        self.assertEqual(len(self.rows(page)), 100)
        page.click("#table >> text=Next")
        self.assertIn("101 to 200 of 2,000", page.inner_text("#table"))
        memory = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        self.assertLess(memory, 150)
        print(f"2,000 maps: {seconds:.1f} s, longest pause {page.evaluate('longest'):.0f} ms, {memory:.0f} MB")

    def test_a_run_can_be_stopped(self):
        folder = pathlib.Path(self.folder) / "many"
        folder.mkdir()
        for number in range(600):
            shutil.copy(fixture("room-01"), folder / f"{number:05}.bin.gz")
        page = self.open_page()
        page.set_input_files("#folder", str(folder))
        page.click("#stop")
        self.assertRegex(page.inner_text("#counts"), r"^Stopped after [\d,]+ of 600 maps: ")

    def test_dropped_files_are_opened(self):
        page = self.open_page()
        page.evaluate(DROP, [["room.bin.gz", encoded(fixture("room-01"))]])
        page.wait_for_selector("#verdict.pass")
        self.assert_as_command(page, analyzed(fixture("room-01")), "dropped")
        page.evaluate(DROP, [[f"{name}.bin.gz", encoded(fixture(name))] for name in ("room-01", "screen-01")])
        self.wait_for_table(page)
        self.assertEqual([row[:3] for row in self.rows(page)],
                         [["room-01.bin.gz", "pass", "pass"], ["screen-01.bin.gz", "fail", "fail"]])

    def drop_from_outside(self, page, *paths):
        """Simulates a drag from the file manager, including folders."""
        session = page.context.new_cdp_session(page)
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver"):
            session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})
        self.wait_until(page, "!document.getElementById('drop').hidden")
        session.send("Input.dispatchDragEvent", {"type": "drop", "x": 300, "y": 300, "data": data})
        self.wait_until(page, "document.getElementById('drop').hidden")

    def test_a_folder_dragged_onto_the_page_becomes_the_same_table(self):
        folder = self.mixed_folder()
        page = self.open_page()
        self.choose_folder(page, folder)
        chosen = self.rows(page)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.drop_from_outside(page, folder)
        self.wait_for_table(page)
        self.assertEqual(self.rows(page), chosen)
        self.assertEqual(len(chosen), 9)
        self.drop_from_outside(page, fixture("screen-01"))
        page.wait_for_selector("#verdict.fail")
        self.assert_as_command(page, analyzed(fixture("screen-01")), "dragged")

    def test_a_folder_with_more_entries_than_one_call_returns_is_read_completely(self):
        folder = pathlib.Path(self.folder) / "many"
        folder.mkdir()
        for number in range(350):
            shutil.copy(fixture("size-4x4"), folder / f"{number:05}.bin.gz")
        page = self.open_page()
        self.drop_from_outside(page, folder)
        self.wait_for_table(page)
        self.assertIn("350 maps: ", page.inner_text("#counts"))

    def test_a_folder_without_maps_is_reported(self):
        folder = pathlib.Path(self.folder) / "none"
        written(folder, "readme.txt", b"not a map")
        page = self.open_page()
        page.set_input_files("#folder", str(folder))
        self.wait_until(page, "!document.getElementById('message').hidden")
        self.assertIn("expected files named *.bin", page.inner_text("#message"))
        page.click("#example-room")
        page.wait_for_selector("#verdict.pass")
        self.assertFalse(page.is_visible("#message"))

    def test_the_table_uses_the_height_of_the_window(self):
        folder = pathlib.Path(self.folder) / "many"
        folder.mkdir()
        for number in range(71):
            shutil.copy(fixture("room-01" if number % 2 else "screen-01"), folder / f"{number:02}.bin.gz")
        # Half of the maps have reasons, below their numbers in narrow windows.
        for width, most in ((600, 6), (900, 12), (1400, 17)):
            page = self.open_page(width=width, height=900)
            self.choose_folder(page, folder)
            seen = """() => { const box = document.querySelector(".maps").getBoundingClientRect();
                const rows = [...document.querySelectorAll("#table tbody tr")];
                const ends = rows.map((row) => row.getBoundingClientRect());
                return [ends.filter(({ bottom }) => bottom <= Math.min(box.bottom, innerHeight)).length,
                        box.bottom <= innerHeight, box.height]; }"""
            count, is_inside, height = page.evaluate(seen)
            self.assertTrue(is_inside and count >= most, f"{count} rows at {width} pixels")
            # With an open map the table is lower.
            page.click("#table tbody tr button")
            page.wait_for_selector("#verdict .word")
            self.assertLess(page.evaluate(seen)[2], height)

    def test_names_with_any_characters_are_shown_as_text(self):
        page = self.open_page()
        names = ['<img src=x onerror="alert(1)">.bin.gz', "\u0631\u0633\u0645 \u202egnp.bin.gz", "a\tb\"c',d;e.bin.gz",
                 "\U0001f600" * 30 + ".bin.gz", "long-" * 45 + ".bin.gz"]
        page.evaluate(DROP, [[name, encoded(fixture("size-4x4"))] for name in names])
        self.wait_for_table(page)
        self.assertEqual(sorted(row[0] for row in self.rows(page)), sorted(names))
        self.assertEqual(page.locator("#table img").count(), 0)
        for width in (400, 1400):
            page.set_viewport_size({"width": width, "height": 800})
            for row in page.locator("#table tbody tr").all():
                row.click()
                self.settle(page)
                self.assert_fits(page)
        with open(self.saved(page, "#save-csv"), newline="", encoding="utf-8") as file:
            self.assertEqual(sorted(row["input"] for row in csv.DictReader(file)), sorted(names))

    def test_the_last_request_wins(self):
        page = self.open_page()
        large = encoded_bytes(bytes(4 * 2000 * 1500))
        page.evaluate(
            f"""([large, small]) => {{ const drop = {DROP};
                  drop([["large.f32", large]]); drop([["small.bin.gz", small]]); }}""",
            [large, encoded(fixture("room-01"))],
        )
        page.wait_for_selector("#verdict.pass")
        page.wait_for_timeout(1500)
        self.assertEqual(page.inner_text("#verdict .name"), "small.bin.gz")

    def test_a_later_choice_wins_while_files_are_being_sorted(self):
        page = self.open_page()
        grey = encoded_bytes(map_files.grey16([1000] * 64, 8, 8))
        page.evaluate(
            f"""([grey, small]) => {{ const drop = {DROP};
                  drop(Array.from({{ length: 400 }}, (_, number) => [`${{number}}.png`, grey]));
                  drop([["small.bin.gz", small]]); }}""",
            [grey, encoded(fixture("room-01"))],
        )
        page.wait_for_selector("#verdict.pass")
        page.wait_for_timeout(2000)
        self.assertFalse(page.is_visible("#table"))
        self.assertEqual(page.inner_text("#verdict .name"), "small.bin.gz")

    def test_a_large_map_can_be_dragged(self):
        samples = raw("room-01")
        row = samples[: 4 * 256] * 15 + samples[: 4 * 160]
        path = written(self.folder, "large.f32", row * 3000)
        page = self.open_page()
        self.show(page, path)
        self.assertIn("4000 \u00d7 3000", page.inner_text("#checks") if "4000" in page.inner_text("#checks") else
                      self.dimensions_given(page, path))
        slider = page.locator("input[type=range][data-key=varianceThreshold]")
        slider.focus()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        page.wait_for_timeout(3000)
        self.assertEqual(self.result(page)["checks"][0]["threshold"], 0.55)

    def dimensions_given(self, page, path):
        page.click("#reading summary")
        for field, value in (("width", "4000"), ("height", "3000")):
            page.fill(f"#{field}", value)
            page.dispatch_event(f"#{field}", "change")
        self.show(page, path)
        return page.inner_text("#checks")

    def test_reloading_the_page_resets_it(self):
        page = self.open_page()
        page.click("#example-screen")
        page.wait_for_selector("#verdict.fail")
        page.fill("#parameter-histogramBins", "100")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.assertFalse(page.is_visible("#result"))
        page.click("#example-screen")
        page.wait_for_selector("#verdict.fail")
        self.assertEqual(page.input_value("#parameter-histogramBins"), "50")


def numbers(text):
    """Parses the numbers in a cell."""
    def number(word):
        try:
            return float(word)
        except ValueError:
            return word

    return [number(word) for word in text.split(" ")]


def encoded(path):
    return encoded_bytes(path.read_bytes())


def encoded_bytes(data):
    return base64.b64encode(data).decode()
