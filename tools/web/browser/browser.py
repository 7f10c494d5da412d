"""Base class for browser tests: opens pages from their files and checks for console output and outside requests."""

import json
import os
import pathlib
import subprocess
import time
import unittest

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEPTHCHECK = os.environ.get("DEPTHCHECK", str(ROOT / ".build/release/depthcheck"))
PAGE = pathlib.Path(os.environ.get("DEPTHCHECK_PAGE", ROOT / ".build/web/depthcheck.html"))
SCREENSHOTS = pathlib.Path(os.environ.get("DEPTHCHECK_SCREENSHOTS", ROOT / ".build/web/screenshots"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# The window sizes to test.
WINDOWS = [(400, 800), (900, 800), (1400, 1000)]
SCHEMES = ["light", "dark"]


def command(*arguments, input=None):
    """Returns the output of the command; exit codes 1 to 3 are results."""
    run = subprocess.run([DEPTHCHECK, *map(str, arguments)], input=input, capture_output=True, text=True)
    if run.returncode not in (0, 1, 2, 3):
        raise AssertionError(f"depthcheck {arguments}: {run.stderr}")
    return run.stdout


def analyzed(path, *options):
    """The result of one file as the command's JSON."""
    return json.loads(command("analyze", path, "--format", "json", *options))


class BrowserTest(unittest.TestCase):
    """Opens pages; fails for console output, errors, and requests that leave the page."""

    # The addresses that a page may load from, and the elements in which it may scroll horizontally.
    own_addresses = ("file:", "blob:", "data:")
    scrollers = ".scroller, pre, .visually-hidden"

    @classmethod
    def setUpClass(cls):
        cls._playwright = sync_playwright().start()
        cls.addClassCleanup(cls._playwright.stop)
        # Containers often have very little shared memory.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        cls.chromium = cls._playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        cls.addClassCleanup(cls.chromium.close)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def open(self, path, width=1400, height=1000, scheme="light", fragment="", **options):
        """Opens a page from its file or address in a new context and watches it until the end of the test."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True, **options
        )
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(20_000)
        self.watch(page)
        page.goto((path if "://" in str(path) else pathlib.Path(path).resolve().as_uri()) + fragment)
        return page

    def watch(self, page):
        complaints = []
        requests = []
        page.on("console", lambda message: complaints.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: requests.append(request.url))

        def check():
            self.assertEqual(complaints, [])
            outside = [url for url in requests if not url.startswith(self.own_addresses)]
            self.assertEqual(outside, [])

        # Cleanups run last to first: this one before the context is closed.
        self.addCleanup(check)

    def wait_until(self, page, expression, seconds=20):
        """Waits until an expression is true. Playwright's own wait needs `eval`, which the policy of pages
        forbids."""
        end = time.monotonic() + seconds
        while not page.evaluate(expression):
            if time.monotonic() > end:
                raise AssertionError(f"still false after {seconds} s: {expression}")
            page.wait_for_timeout(10)

    def screenshot(self, page, name, full_page=True):
        """Takes a screenshot of the whole page, scrolled to the top, so that sticky elements are at their place."""
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=str(SCREENSHOTS / f"{name}.png"), full_page=full_page)

    def assert_fits(self, page):
        """Asserts that the page does not scroll horizontally and that nothing is cut off at the right."""
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, "the page is wider than its window")
        outside = page.evaluate(
            """(scrollers) => [...document.body.querySelectorAll("*")]
                .filter((element) => element.checkVisibility() && !element.closest(scrollers))
                .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
                .map((element) => element.outerHTML.slice(0, 120))""",
            self.scrollers,
        )
        self.assertEqual(outside, [])

    def assert_labelled(self, page):
        """Asserts that all controls have an accessible name."""
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, textarea, canvas[tabindex], summary")]
                .filter((element) => element.checkVisibility())
                .filter((element) => !(element.getAttribute("aria-label") || element.labels?.length
                    || element.textContent.trim()))
                .map((element) => element.outerHTML.slice(0, 120))"""
        )
        self.assertEqual(unnamed, [])

    def assert_contrast(self, page):
        """Asserts a contrast of at least 4.5 to 1 between text and background."""
        self.assertEqual(page.evaluate(CONTRAST), [])


# Lists texts of visible, enabled elements with a contrast below 4.5.
CONTRAST = """() => {
  const numbers = (css) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return numbers(getComputedStyle(document.documentElement).backgroundColor);
  };
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!hasText || !element.checkVisibility() || element.closest(":disabled, option, script, canvas")) continue;
    const [text, behind] = [luminance(numbers(getComputedStyle(element).color)), luminance(ground(element))];
    const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.outerHTML.slice(0, 100)}`);
  }
  return found;
}"""
