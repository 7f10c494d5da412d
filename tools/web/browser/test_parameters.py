"""Parameters in the page, dragged, typed, saved and loaded: the results equal the command's."""

import json
import unittest

from browser import PAGE, analyzed
from map_files import fixture, written
from page import PageTest

SLIDERS = "#parameters input[type=range]"


@unittest.skipUnless(PAGE.exists(), f"{PAGE} was not built")
class Parameters(PageTest):
    def saved_parameters(self, page):
        path = self.saved(page, "#parameters-save")
        with open(path) as file:
            return path, json.load(file)

    def assert_as_command_with_saved(self, page, name):
        path, parameters = self.saved_parameters(page)
        expected = analyzed(fixture(name), "--parameters", path)
        self.assert_as_command(page, expected, f"{name} with {parameters}")
        return expected

    def test_each_of_the_16_has_a_slider_with_the_server_s_value(self):
        page = self.open_page()
        page.click("#example-room")
        page.wait_for_selector("#verdict.pass")
        _, saved = self.saved_parameters(page)
        self.assertEqual(len(saved), 16)
        self.assertEqual(page.locator(SLIDERS).count(), 16)
        for slider in page.locator(SLIDERS).all():
            key = slider.get_attribute("data-key")
            self.assertAlmostEqual(float(slider.input_value()), saved[key])
            mark = page.locator(f".parameter[data-key={key}] .mark").bounding_box()
            box = slider.bounding_box()
            least, most = (float(slider.get_attribute(end)) for end in ("min", "max"))
            place = box["x"] + 8 + (box["width"] - 16) * (saved[key] - least) / (most - least)
            self.assertAlmostEqual(mark["x"] + mark["width"] / 2, place, delta=1.5)

    def test_keys_on_every_slider_give_the_command_s_answer(self):
        page = self.open_page()
        self.show(page, fixture("room-04"))
        for slider in page.locator(SLIDERS).all():
            slider.focus()
            for key in ("ArrowRight", "ArrowRight", "PageUp", "ArrowLeft"):
                page.keyboard.press(key)
            self.settle(page)
            self.assert_as_command_with_saved(page, "room-04")
        self.assertIn("uses 16 changed parameters", page.inner_text("#verdict"))
        page.click("#reset-all")
        self.settle(page)
        self.assert_as_command(page, analyzed(fixture("room-04")), "reset")

    def test_dragging_with_the_mouse_gives_the_command_s_answer(self):
        page = self.open_page()
        self.show(page, fixture("screen-in-room-01"))
        verdicts = set()
        for key in ("varianceThreshold", "gradientThreshold", "histogramBins", "maxValidDepth"):
            slider = page.locator(f"input[type=range][data-key={key}]")
            slider.scroll_into_view_if_needed()
            box = slider.bounding_box()
            middle = box["y"] + box["height"] / 2
            page.mouse.move(box["x"] + box["width"] * 0.3, middle)
            page.mouse.down()
            for share in (0.35, 0.5, 0.62, 0.7):
                page.mouse.move(box["x"] + box["width"] * share, middle)
                self.settle(page)
            page.mouse.up()
            self.settle(page)
            verdicts.add(self.assert_as_command_with_saved(page, "screen-in-room-01")["status"])
        self.assertIn("fail", verdicts)

    def test_a_drag_is_analysed_within_a_frame(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        slider = page.locator("input[type=range][data-key=gradientThreshold]")
        slider.focus()
        for _ in range(40):
            page.keyboard.press("ArrowRight")
            self.settle(page)
        for name in ("analysis", "analysis and drawing"):
            times = page.evaluate(f"performance.getEntriesByName('{name}').map(({{ duration }}) => duration)")
            self.assertGreater(len(times), 30)
            print(f"{name} of 256x192, with trace: median {sorted(times)[len(times) // 2]:.1f} ms of {len(times)}")

    def test_typed_values_can_be_beyond_the_slider(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        page.fill("#parameter-histogramBins", "1000")
        page.fill("#parameter-varianceThreshold", "1.5098154825651861")
        self.settle(page)
        self.assert_as_command_with_saved(page, "room-01")

    def test_invalid_values_are_reported_and_not_used(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        for key, value in [("histogramBins", "2.5"), ("histogramBins", "1"), ("minValidDepth", "25"),
                           ("edgeGain", "-1"), ("peakProminenceRatio", "1.5"), ("layerThreshold", "")]:
            page.fill(f"#parameter-{key}", value)
            self.settle(page)
            message = page.inner_text(f".parameter[data-key={key}] .message")
            self.assertIn(f"for {key}; expected ", message)
            self.assertIn("stays in use", message)
            self.assertEqual(page.get_attribute(f"#parameter-{key}", "aria-invalid"), "true")
            self.assert_as_command(page, analyzed(fixture("room-01")), value)
            page.click(f".parameter[data-key={key}] .reset")
            self.assertFalse(page.is_visible(f".parameter[data-key={key}] .message"))

    def test_saved_parameters_can_be_loaded(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        page.fill("#parameter-varianceThreshold", "1.75")
        page.fill("#parameter-minValidDepth", "1.4")
        self.settle(page)
        path, changed = self.saved_parameters(page)
        page.click("#reset-all")
        page.click("#parameters-import")
        page.set_input_files("#parameters-file", path)
        self.wait_until(page, "document.querySelector('#parameter-varianceThreshold').value === '1.75'")
        self.settle(page)
        self.assertEqual(self.saved_parameters(page)[1], changed)
        self.assert_as_command_with_saved(page, "room-01")

    def test_invalid_parameter_files_are_refused(self):
        page = self.open_page()
        self.show(page, fixture("room-01"))
        page.click("#parameters-import")
        for text, words in [
            ("", "found invalid JSON"),
            ("[1]", "found an array"),
            ("null", "found null"),
            ('{"foo": 1}', 'found the key "foo"; expected only minValidDepth'),
            ('{"varianceThreshold": "0.5"}', 
             "found a value of the wrong type for varianceThreshold; expected a number"),
            ('{"varianceThreshold": null}', "found a value of the wrong type for varianceThreshold"),
            ('{"histogramBins": 2.5}', "for histogramBins; expected a whole number"),
            ('{"constructor": 1}', 'found the key "constructor"'),
            ('{"__proto__": {"foo": 1}}', 'found the key "__proto__"'),
            ('{"screenBand": 1e999}', "for screenBand; expected"),
        ]:
            page.fill("#parameters-text", text)
            page.click("#parameters-use")
            self.assertIn(words, page.inner_text("#import .message"), text)
            self.assert_as_command(page, analyzed(fixture("room-01")), text)
        path = written(self.folder, "some.json", b'{"varianceThreshold": 1.6}')
        page.fill("#parameters-text", path.read_text())
        page.click("#parameters-use")
        self.settle(page)
        self.assertFalse(page.is_visible("#import"))
        self.assert_as_command(page, analyzed(fixture("room-01"), "--parameters", path), "some")
