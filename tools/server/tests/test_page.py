"""The page in Chromium: widths, schemes, hostile requests, keyboard and accessibility."""

import json
import os
import sys
import unittest

from desk import FULL, ROOT, Desk, Phone

try:
    import playwright  # noqa: F401
    from axe_playwright_python.sync_playwright import Axe
except ImportError as error:
    raise unittest.SkipTest(f"{error.name} is not installed, and PyPI cannot be reached")
sys.path.insert(0, str(ROOT / "tools/web/browser"))
from browser import CHROMIUM, SCHEMES, WINDOWS, BrowserTest  # noqa: E402

JSON = {"Content-Type": "application/json"}
SCRIPT = "<script>document.title = 'hacked'</script>"
IMAGE = "<img src=x onerror=\"document.title='hacked'\">"
BIDI = "\u202eevil\u202c \u2066x\u2069 \u200f"
CONTROLS = "\x1b[31m \x00\x07\x08\x9b \r\n end"
LONG = "very-long-name-" * 400
HOSTILE = [SCRIPT, IMAGE, BIDI, CONTROLS, LONG, "</main></body>", "&lt;b&gt; &amp;amp; \"'`", "\ufeff\ufffe \U000e0041"]

# Lists characters of the shown text that change how text is read: controls, directions and tags.
MISLEADING = """() => [...document.body.innerText].map((character) => character.codePointAt(0))
    .filter((code) => (code < 32 && code !== 10 && code !== 9) || (code >= 127 && code < 160)
        || code === 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
        || code === 0xfeff || code >= 0xe0000)"""

# Lists results of checks that are broken within a word or outside the window.
BROKEN = """() => [...document.querySelectorAll("td:nth-child(2), th:not(:nth-child(3))")].filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length > cell.textContent.trim().split(/\\s+/).length
      || cell.getBoundingClientRect().right > innerWidth;
  }).map((cell) => cell.textContent)"""


@unittest.skipUnless(os.path.exists(CHROMIUM), "Chromium is not installed")
class Page(BrowserTest):
    scrollers = ".wide"

    def setUp(self):
        self.desk = Desk("--memory")
        self.addCleanup(self.desk.__exit__)
        self.own_addresses = (self.desk.address,)

    def register(self, body):
        return self.desk.request("POST", "/api/v1/devices/register", json.dumps(body), JSON)

    def fill(self):
        """Sends requests of every kind: accepted, suspicious, refused, unknown."""
        phone = Phone(self.desk)
        phone.send(phone.capture())
        phone.send(phone.capture())
        headers, body = phone.capture(b"another photo")
        phone.send((headers, body[:-200] + bytes(200)))
        self.desk.request("POST", "/api/v1/captures", b"x")
        self.desk.request("POST", "/api/v1/captures/unknown", b"x")
        self.register({"platform": "ios"})

    def open_page(self, number=None, **options):
        page = self.open(self.desk.address + ("/" if number is None else f"/?request={number}"), **options)
        page.on("dialog", lambda dialog: self.fail(f"a dialog opened: {dialog.message}"))
        return page

    def assert_accessible(self, page):
        results = Axe().run(page).response
        found = [
            f"{each['id']} ({each['impact']}): {node['html'][:150]}"
            for each in results["violations"] for node in each["nodes"]]
        self.assertEqual(found, [])
        self.assertGreater(len(results["passes"]), 5)
        self.assert_contrast(page)
        self.assert_labelled(page)

    def wait_for_text(self, page, text):
        self.wait_until(page, f"document.body.innerText.includes({json.dumps(text)})", 10)

    def test_widths_and_schemes(self):
        page = self.open_page(width=400)
        self.assertIn("No request yet", page.text_content("main"))
        self.assert_accessible(page)
        self.screenshot(page, "empty")
        self.fill()
        for width, height in WINDOWS:
            for scheme in SCHEMES:
                for number in (None, 3, 4, 5):
                    with self.subTest(width=width, scheme=scheme, number=number):
                        page = self.open_page(number, width=width, height=height, scheme=scheme)
                        self.assert_fits(page)
                        self.assertEqual(page.evaluate(BROKEN), [])
                        self.assert_contrast(page)
                        if number in (None, 4) and (FULL or width == 400):
                            self.assert_accessible(page)
                        self.screenshot(page, f"request-{number or 'last'}-{width}-{scheme}")

    def test_a_capture_is_explained(self):
        self.fill()
        page = self.open_page(3)
        text = page.inner_text("article")
        for word in ("high", "The signature covers", "Depth map", "Checks", "JSON", "As a case"):
            self.assertIn(word, text)
        self.assertGreater(page.evaluate("document.querySelector('article img').naturalWidth"), 100)
        text = self.open_page(4).inner_text("article")
        for word in ("Required changes", "CAP-044", "Caused by", "request #3"):
            self.assertIn(word, text)

    def test_hostile_requests_are_shown_harmlessly(self):
        phone = Phone(self.desk)
        for text in HOSTILE:
            self.register({"platform": text, "model": text, "has_lidar": True, "device_id": text})
            self.register({"platform": "ios", "model": text, text: text})
            escaped = text.encode().hex(" ").upper().replace(" ", "%")
            self.desk.request("GET", f"/api/v1/%{escaped[:6000].rsplit('%', 1)[0]}?{escaped[:30]}")
            self.desk.request("POST", "/api/v1/captures", text.encode(), {"Content-Type": "multipart/form-data"})
        for name in (SCRIPT, IMAGE, BIDI, "\x1b[31m red", "long " * 40):
            phone.send(phone.capture(name.encode(), "--model", name))
        self.desk.request("GET", "/api/v1/<svg/onload=alert(1)>\"'")
        page = self.open_page(width=400)
        for record in self.desk.json("GET", "/_depthcheck/requests"):
            page.goto(f"{self.desk.address}/?request={record['number']}")
            with self.subTest(record["number"], path=record["path"][:80]):
                self.assertEqual(page.title(), "depthcheck-server")
                self.assertEqual(page.locator("script").count(), 1)
                self.assertEqual(page.locator("[onerror], [onload], svg, main main").count(), 0)
                self.assertEqual(page.evaluate(MISLEADING), [])
                self.assert_fits(page)
                heights = page.eval_on_selector_all("nav li, h2", "all => all.map((each) => each.offsetHeight)")
                self.assertLess(max(heights), 200)
            if record["number"] % (4 if FULL else 20) == 1:
                self.assert_accessible(page)
                self.screenshot(page, f"hostile-{record['number']}", full_page=False)

    def test_new_requests_appear_and_keep_the_place(self):
        self.fill()
        page = self.open_page()
        # At once, before the page has asked for the first time.
        self.register({"platform": "first"})
        self.wait_for_text(page, "#9")
        page.focus("nav li:nth-child(3) a")
        self.register({"platform": "second"})
        self.wait_for_text(page, "#10")
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('href')"), "/?request=7")
        for _ in range(30):
            self.register({"platform": "many"})
        self.wait_for_text(page, "#40")
        page.evaluate("document.activeElement.blur(); document.querySelector('nav ol').scrollTop = 200")
        self.register({"platform": "last"})
        self.wait_for_text(page, "#41")
        self.assertGreater(page.evaluate("document.querySelector('nav ol').scrollTop"), 100)

    def test_the_keyboard_alone_reads_every_request(self):
        self.fill()
        page = self.open_page(width=900)
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            at = page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.className")
            if at in reached or page.evaluate("document.activeElement === document.body"):
                break
            outline = page.evaluate(
                "(({outlineStyle, outlineWidth}) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0)"
                "(getComputedStyle(document.activeElement))")
            self.assertTrue(outline, f"the focus on {at} is not visible")
            reached.append(at)
        links = page.eval_on_selector_all("a", "all => all.map((link) => link.getAttribute('href'))")
        self.assertEqual([link for link in links if link not in reached], [])
        page.focus("nav a[href='/?request=3']")
        page.keyboard.press("Enter")
        page.wait_for_url("**/?request=3")
        self.wait_for_text(page, "Depth map")
        self.assertTrue(page.url.endswith("?request=3"))
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.className") == "wide":
                break
        self.assertEqual(page.evaluate("document.activeElement.className"), "wide")
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-label')"), "Checks")


if __name__ == "__main__":
    unittest.main()
