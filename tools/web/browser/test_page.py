"""The page with one map: everything it shows equals the output of the command."""

import base64
import gzip
import json
import math
import struct
import unittest

import map_files
from browser import PAGE, SCHEMES, WINDOWS, analyzed, command
from map_files import FIXTURES, fixture, floats, raw, written
from page import PageTest


# The trace of an empty part between two sentences.
STRAY_DOTS = r"[.:,;]\s*[.:,;]|^\s*[.:,;]|\.\s*\."


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class OneMap(PageTest):
    def test_the_page_is_one_small_file_without_network_access(self):
        text = PAGE.read_text()
        self.assertLessEqual(len(text.encode()), 200_000)
        policy = text.split('Content-Security-Policy" content="')[1].split('"')[0]
        self.assertIn("default-src 'none'", policy)
        for word in ("connect-src", "unsafe-inline", "unsafe-eval'; ", "http"):
            self.assertNotIn(word, policy.replace("'wasm-unsafe-eval'", ""))

    def test_a_browser_that_cannot_unpack_the_page_reports_it(self):
        page = self.chromium.new_page()
        self.addCleanup(page.close)
        page.add_init_script("delete globalThis.DecompressionStream")
        page.goto(PAGE.resolve().as_uri())
        page.wait_for_selector("p.message.bad:has-text('needs a browser released in 2023 or later')")
        self.assertIsNone(page.get_attribute("body", "data-ready"))

    def test_the_policy_blocks_other_scripts(self):
        context = self.chromium.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        refusals = []
        page.on("console", lambda message: refusals.append(message.text))
        page.goto(PAGE.resolve().as_uri())
        page.wait_for_selector("body[data-ready]")
        self.assertEqual(refusals, [])
        page.evaluate(
            """() => { const script = document.createElement("script");
                 script.textContent = "document.body.dataset.foreign = 'true'";
                 document.body.append(script); }"""
        )
        self.settle(page)
        self.assertIsNone(page.get_attribute("body", "data-foreign"))
        self.assertRegex(" ".join(refusals), "Content Security Policy")

    def test_the_policy_blocks_network_requests(self):
        context = self.chromium.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(PAGE.resolve().as_uri())
        outcome = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'fetched', () => 'refused')")
        self.assertEqual(outcome, "refused")
        self.assertEqual([url for url in requests if url.startswith("http")], [])

    def test_every_fixture_shows_what_the_command_prints(self):
        paths = sorted(FIXTURES.glob("*.bin.gz"))
        self.assertGreater(len(paths), 60)
        results = json.loads(command("analyze", *paths, "--format", "json"))
        page = self.open_page()
        for path, expected in zip(paths, results):
            self.show(page, path)
            self.assert_as_command(page, expected, path.name)

    def test_every_container_is_read_as_the_command_reads_it(self):
        samples = raw("room-02")
        pixels = [round(1000 * value) if value == value else 0 for value in floats(samples)]
        packed = fixture("room-02").read_bytes()
        files = {
            "map.zlib": map_files.zlib_bytes(samples),
            "map.deflate": map_files.deflate_bytes(samples),
            "map.f32": samples,
            "grey.png": map_files.grey16(pixels, 256, 192),
            "interlaced.png": map_files.grey16(pixels, 256, 192, interlaced=True),
            "odd.png": map_files.grey16(pixels[: 13 * 7], 13, 7, interlaced=True),
            "grey.pgm": b"P5\n256 192\n65535\n" + struct.pack(f">{len(pixels)}H", *pixels),
            "swapped.pgm": b"P5\n256 192\n65535\n" + struct.pack(f"<{len(pixels)}H", *pixels),
            "millimetres.f32": struct.pack(f"<{len(pixels)}f", *pixels),
            "followed.bin.gz": packed + b"rest",
            "zeros.bin.gz": packed + bytes(7),
            "members.bin.gz": packed + packed,
            "named.bin.gz": packed[:3] + b"\x08" + packed[4:10] + b"room.bin\0" + packed[10:],
            "long-name.bin.gz": packed[:3] + b"\x08" + packed[4:10] + b"n" * 70_000 + b"\0" + packed[10:],
        }
        page = self.open_page()
        for name, data in files.items():
            path = written(self.folder, name, data)
            self.show(page, path)
            expected = analyzed(path)
            if expected.get("server_code") == "header_text_too_long":
                # The module reports the kind of refusal, but not its numbers.
                expected["server_would_answer"] = "unavailable: a gzip header with a long file name or comment"
            self.assert_as_command(page, expected, name)

    def test_files_that_are_not_maps_have_the_command_s_error_codes(self):
        packed = fixture("room-02").read_bytes()
        samples = raw("room-02")
        zipped = map_files.zlib_bytes(samples)
        grey = map_files.grey16(list(range(64)), 8, 8)
        files = {
            "empty.bin": b"",
            "three.bin": b"abc",
            "text.bin": b"This is a text, and no depth map at all.\n" * 4,
            "message.json": b'{"error": "not found", "status": 404, "message": "no such map"}',
            "page.html": b"<!doctype html><title>Not found</title><p>Not found</p>",
            "photo.jpg": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(200)) * 4,
            "array.npy": b"\x93NUMPY\x01\0v\0{'descr': '<f4'}" + samples,
            "zipped.bin": b"PK\x03\x04" + bytes(range(100)),
            "scene.usdz": map_files.zipped("room.usdc", b"PXR-USDC"),
            "cloud.pcd": b"# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z\n",
            "room.hdr": b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n",
            "frames.oni": b"NI10" + bytes(60),
            "frames.bag": b"#ROSBAG V2.0\n" + bytes(59),
            "video.mkv": b"\x1a\x45\xdf\xa3" + bytes(60),
            "scan.dcm": bytes(128) + b"DICM" + bytes(60),
            "maps.tar": b"map.bin".ljust(257, b"\0") + b"ustar\x0000" + bytes(400),
            "cut.bin.gz": packed[:5000],
            "checksum.bin.gz": packed[:-8] + b"\0\0\0\0" + packed[-4:],
            "length.bin.gz": packed[:-4] + b"\0\0\0\0",
            "damaged.bin.gz": packed[:300] + bytes(40) + packed[340:],
            "odd.bin.gz": gzip.compress(b"12345"),
            "nothing.bin.gz": gzip.compress(b""),
            "text.bin.gz": gzip.compress(b"This is a text, and no depth map at all.\n" * 4),
            "twice.bin.gz": gzip.compress(packed, mtime=0),
            "cut.zlib": zipped[:5000],
            "checksum.zlib": zipped[:-4] + b"\0\0\0\0",
            "followed.zlib": zipped + b"rest",
            "colour.png": map_files.photo(8, 8),
            "eight.png": map_files.png(2, 2, b"\0\1\2\0\3\4", depth=8),
            "cut.png": grey[:40],
            "damaged.png": grey[:-20] + b"\0" + grey[-19:],
        }
        page = self.open_page()
        for name, data in files.items():
            path = written(self.folder, name, data)
            expected = analyzed(path)
            self.show(page, path)
            result = self.result(page)
            # The command's messages contain more numbers; only the texts differ.
            words = {"input", "error", "notes", "server_would_answer"}
            self.assertEqual(list(result), list(expected), name)
            for member in set(expected) - words:
                self.assertEqual(result[member], expected[member], f"{name}: {member}")
            self.assert_shown(page, result, name)
            if "error" in expected:
                self.assertIn("; expected ", page.inner_text("#verdict .message"))
            if name == "scene.usdz":
                self.assertIn("found a USDZ scene; expected", page.inner_text("#verdict .message"))
            self.assertNotRegex(page.text_content("#announcement"), STRAY_DOTS, name)

    def test_files_are_read_with_the_options_in_the_fields(self):
        page = self.open_page()
        page.click("#reading summary")
        padded = written(self.folder, "map.f32", raw("room-02"))
        pixels = [5000 + 37 * (n % 97) for n in range(48 * 64)]
        grey = written(self.folder, "grey.png", map_files.grey16(pixels, 64, 48))
        packed = written(self.folder, "map.bin.gz", fixture("room-02").read_bytes())
        self.show(page, padded)
        for fields, path, options in [
            ({"width": "192", "height": "256"}, padded, ["--width", "192", "--height", "256"]),
            ({"width": "10", "height": "10"}, packed, ["--width", "10", "--height", "10"]),
            ({"units": "5000", "invalid": "5037, 5074"}, grey,
             ["--units-per-metre", "5000", "--invalid-value", "5037", "--invalid-value", "5074"]),
        ]:
            page.click("#reading-reset")
            for field, value in fields.items():
                page.fill(f"#{field}", value)
                page.dispatch_event(f"#{field}", "change")
            self.show(page, path)
            self.assert_as_command(page, analyzed(path, *options), str(fields))
        page.click("#reading-reset")
        page.fill("#width", "3")
        page.dispatch_event("#width", "change")
        self.assertIn("expected both or neither", page.inner_text("#reading-error"))

    def test_both_profiles_are_shown_side_by_side(self):
        page = self.open_page()
        for name in ("room-01", "flip-screen-mean", "flip-bin-edges", "quadrants-too-few"):
            self.show(page, fixture(name))
            if not page.evaluate("document.getElementById('profiles-details').open"):
                page.click("#profiles-details summary")
            page.wait_for_selector("#profiles tr[data-name=status]")
            self.settle(page)
            cells = page.eval_on_selector_all(
                "#profiles tr[data-name]",
                """rows => Object.fromEntries(rows.map((row) => [row.dataset.name,
                     [row.children[1].dataset.server ?? null, row.children[2].dataset.client ?? null,
                      row.className]]))""",
            )
            both = [analyzed(fixture(name), "--profile", profile) for profile in ("server", "client")]
            shown = 0
            for member, server in flattened(both[0]):
                if member.split(".")[0].split("[")[0] in AROUND:
                    continue
                # For the client, a map that is too small has no checks.
                client = dict(flattened(both[1])).get(member)
                shown_cells = [None if cell is None else json.loads(cell) for cell in cells[member][:2]]
                self.assertEqual(shown_cells, [server, client], f"{name}: {member}")
                shown += 1
            self.assertGreater(shown, 30)
            self.assertEqual("differs" in cells["status"][2], both[0]["status"] != both[1]["status"])

    def test_the_profile_can_be_chosen(self):
        page = self.open_page()
        self.show(page, fixture("flip-screen-mean"))
        page.select_option("#profile", "client")
        self.settle(page)
        self.assert_as_command(page, analyzed(fixture("flip-screen-mean"), "--profile", "client"), "client")
        self.assertIn("phone", page.inner_text("#verdict"))

    def test_copied_and_saved_texts_are_equal(self):
        page = self.open_page(permissions=["clipboard-read", "clipboard-write"])
        self.show(page, fixture("room-03"))
        for save, copy in (("#json-save", "#json-copy"), ("#parameters-save", "#parameters-copy")):
            with open(self.saved(page, save)) as file:
                saved = file.read()
            page.click(copy)
            self.wait_until(page, f"document.querySelector('{copy}').textContent === 'Copied'")
            self.assertEqual(page.evaluate("navigator.clipboard.readText()"), saved)

    def test_the_saved_json_is_the_command_s(self):
        page = self.open_page()
        self.show(page, fixture("room-03"))
        with open(self.saved(page, "#json-save")) as file:
            saved = json.load(file)
        expected = analyzed(fixture("room-03"))
        self.assertEqual({**saved, "input": ""}, {**expected, "input": ""})


# The members of a result besides the analysis.
AROUND = {"input", "profile", "server_would_answer", "server_answer", "notes", "note_codes"}


def flattened(value, path=""):
    """Flattens members to paths, as in the table of profiles."""
    found = []
    pairs = enumerate(value) if isinstance(value, list) else value.items()
    for key, member in pairs:
        if isinstance(value, list):
            name = f"{path}[{member.get('check', key)}]"
        else:
            name = f"{path}.{key}" if path else key
        is_plain = not isinstance(member, (dict, list)) or (
            isinstance(member, list) and all(not isinstance(item, (dict, list)) for item in member)
        )
        found += [(name, member)] if is_plain else flattened(member, name)
    return found


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class Picture(PageTest):
    def test_pointing_reads_the_sample(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        samples = floats(raw("room-01"))
        box = page.locator("#picture canvas.lines").bounding_box()
        for column, row in [(0, 0), (255, 191), (100, 50), (17, 180)]:
            x = box["x"] + (column + 0.5) * box["width"] / 256
            page.mouse.move(x, box["y"] + (row + 0.5) * box["height"] / 192)
            self.assert_reads(page, samples, row * 256 + column)

    def assert_reads(self, page, samples, index):
        reading = page.locator("#picture .map-reading")
        self.assertEqual(int(reading.get_attribute("data-index")), index)
        text = reading.inner_text()
        self.assertIn(f"column {index % 256}, row {index // 256}:", text)
        if math.isnan(samples[index]):
            self.assertIn("NaN", text)
        else:
            shown = float(text.split(": ")[1].split(" ")[0])
            self.assertEqual(struct.pack("<f", shown), struct.pack("<f", samples[index]))
        is_valid = 0.1 <= samples[index] <= 20
        self.assertIn("valid" if is_valid else "invalid, ignored", text)

    def test_a_finger_reads_the_sample(self):
        page = self.open_page(width=400, height=800, has_touch=True)
        self.show(page, fixture("room-01"))
        samples = floats(raw("room-01"))
        canvas = page.locator("#picture canvas.lines")
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        page.touchscreen.tap(box["x"] + 100.5 * box["width"] / 256, box["y"] + 90.5 * box["height"] / 192)
        self.assert_reads(page, samples, 90 * 256 + 100)

    def test_keys_move_over_the_map(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        samples = floats(raw("room-01"))
        page.focus("#picture canvas.lines")
        for key, index in [("ArrowRight", 96 * 256 + 128), ("ArrowRight", 96 * 256 + 129), ("ArrowUp", 95 * 256 + 129),
                           ("Shift+ArrowLeft", 95 * 256 + 119), ("Shift+ArrowDown", 105 * 256 + 119)]:
            page.keyboard.press(key)
            self.assert_reads(page, samples, index)
        page.keyboard.press("Escape")
        self.assertIsNone(page.locator("#picture .map-reading").get_attribute("data-index"))

    def test_overlays_mark_the_samples_that_the_analysis_counted(self):
        page = self.open_page()
        for name in ("room-01", "screen-in-room-01", "validity-edges-01"):
            self.show(page, fixture(name))
            expected = analyzed(fixture(name))
            for box in page.locator("#picture input[type=checkbox]").all():
                box.uncheck()
            self.assertEqual(self.marked(page), 0)
            page.check("input[data-overlay=edges]")
            scale = max(768 // max(expected["width"], expected["height"]), 1)
            self.assertEqual(self.marked(page), expected["stages"]["edge_count"] * scale**2, name)
            page.uncheck("input[data-overlay=edges]")
            page.check("input[data-overlay=invalid]")
            invalid = [n for n, d in enumerate(floats(raw(name))) if not 0.1 <= d <= 20]
            width = expected["width"]
            hatched = 0
            for n in invalid:
                left, top = n % width * scale, n // width * scale
                hatched += sum((left + x + top + y) % 3 == 0 for x in range(scale) for y in range(scale))
            self.assertEqual(self.marked(page), hatched, name)
            legend = page.inner_text("#picture .legend")
            depths = floats(raw(name))
            outside = sum(math.isfinite(depths[n]) and depths[n] > 0 for n in invalid)
            counts = {"no reading": len(invalid) - outside, "outside of the valid range, 0.1 to 20 m": outside}
            for words, count in counts.items():
                self.assertEqual(f"{words}: {count:,} of" in legend, count > 0, f"{name}: {words}")

    def marked(self, page):
        """Returns the number of pixels with a mark."""
        return page.evaluate(
            """() => { const canvas = document.querySelector("#picture canvas.marks");
                 const copy = new OffscreenCanvas(canvas.width, canvas.height);
                 copy.getContext("2d", { willReadFrequently: true }).drawImage(canvas, 0, 0);
                 const { data } = copy.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                 return data.filter((part, index) => index % 4 === 3 && part > 0).length; }"""
        )

    def test_the_histogram_shows_the_count_of_each_bin(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        counts = analyzed(fixture("room-01"))["stages"]["histogram_counts"]
        page.focus("#histogram canvas")
        for bin, count in enumerate(counts):
            page.keyboard.press("ArrowRight")
            text = page.inner_text(".histogram-reading")
            self.assertTrue(text.startswith(f"Bin {bin}, "), text)
            self.assertIn(f": {count:,} sample", text)

    def test_a_photo_of_the_same_name_is_drawn_beneath_the_depths(self):
        page = self.open_page()
        depths = written(self.folder, "scene.bin.gz", fixture("room-01").read_bytes())
        picture = written(self.folder, "scene.png", map_files.photo(64, 48))
        self.show(page, depths)
        self.assertFalse(page.is_visible("#opacity"))
        jpeg = page.evaluate(JPEG)
        self.show(page, depths, written(self.folder, "scene.jpg", base64.b64decode(jpeg)))
        self.assertTrue(page.is_visible("#opacity"))
        self.show(page, depths, picture)
        self.assertTrue(page.is_visible("#opacity"))
        opacity = "getComputedStyle(document.querySelector('#picture canvas.depths')).opacity"
        self.assertEqual(page.evaluate(opacity), "0.4")
        below = "[...document.querySelector('#picture canvas.photo').getContext('2d').getImageData(5, 5, 1, 1).data]"
        self.assertEqual(page.evaluate(below), [200, 40, 40, 255])
        page.focus("#opacity")
        page.keyboard.press("End")
        self.assertEqual(page.evaluate(opacity), "1")
        self.screenshot(page, "page-photo")


# Makes a JPEG in the browser and returns it in base64.
JPEG = """async () => {
  const canvas = new OffscreenCanvas(64, 48);
  canvas.getContext("2d").fillRect(0, 0, 40, 30);
  const blob = await canvas.convertToBlob({ type: "image/jpeg" });
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}"""


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class Look(PageTest):
    def test_checks_come_first_in_narrow_windows(self):
        for width in (400, 600, 900):
            page = self.open_page(width=width)
            self.show(page, fixture("room-01"))
            tops = page.evaluate(
                """() => ["checks", "picture", "histogram", "parameters", "candidates"].map((id) =>
                     document.getElementById(id).getBoundingClientRect().top)"""
            )
            self.assertEqual(tops, sorted(tops), f"{width} pixels")

    def test_the_introduction_names_every_format(self):
        text = " ".join(self.open_page().inner_text("#introduction").split())
        packings = ("gzip", "zlib", "raw DEFLATE", "uncompressed")
        for name in (*packings, "16-bit greyscale PNG or PGM", ".npy", ".pfm"):
            self.assertIn(name, text)

    def test_it_fits_every_window_in_light_and_dark(self):
        for width, height in WINDOWS:
            for scheme in SCHEMES:
                name = f"page-{width}-{scheme}"
                page = self.open_page(width=width, height=height, scheme=scheme)
                self.assert_looks_right(page, f"{name}-start")
                page.click("#reading summary")
                page.click("#example-room")
                page.wait_for_selector("#verdict.pass")
                for overlay in ("edges", "quadrants"):
                    page.check(f"input[data-overlay={overlay}]")
                page.focus("#picture canvas.lines")
                page.keyboard.press("ArrowRight")
                self.assert_looks_right(page, f"{name}-room")
                page.click("#example-screen")
                page.wait_for_selector("#verdict.fail")
                page.click("#profiles-details summary")
                page.click("#json-details summary")
                page.click("#parameters-import")
                page.fill("#parameter-histogramBins", "2.5")
                self.assert_looks_right(page, f"{name}-screen")

    def assert_looks_right(self, page, name):
        self.settle(page)
        self.screenshot(page, name)
        self.assert_fits(page)
        self.assert_labelled(page)
        self.assert_contrast(page)

    def test_everything_can_be_reached_with_the_keyboard(self):
        page = self.open_page()
        page.focus("#choose-files")
        for _ in range(2):
            page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.id"), "example-room")
        page.keyboard.press("Enter")
        page.wait_for_selector("#verdict.pass")
        reached = set()
        for _ in range(120):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate(
                    """() => { const at = document.activeElement;
                         return at.id || at.dataset.key || at.dataset.overlay || at.className || at.tagName; }"""
                )
            )
        for wanted in ("colour-map", "edges", "lines", "profile", "varianceThreshold", "parameter-varianceThreshold",
                       "parameters-save", "json-save", "SUMMARY"):
            self.assertIn(wanted, reached)

    def test_the_verdict_is_announced(self):
        page = self.open_page()
        page.click("#example-room")
        page.wait_for_selector("#verdict.pass")
        announced = page.text_content("#announcement")
        self.assertIn("PASS", announced)
        self.assertIn("The server would answer", announced)
        self.assertNotRegex(announced, STRAY_DOTS)
        self.assertEqual(page.get_attribute("#announcement", "aria-live"), "polite")
