"""Times of one analysis, native, in node and in Chromium, in turns; see tools/dev/bench/web."""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import http.server
import json
import statistics
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WEB = ROOT / ".build/web"
KERNEL_TIMES = ROOT / "tools/dev/bench/programs/.build/release/KernelTimes"
MAPS = ["room-01", "screen-01", "noise-01"]
WIDTH, HEIGHT = 256, 192
# The number of timings, of which the median counts.
REPEATS = 40
# The number of analyses per timing, because browser clocks are coarse.
AT_ONCE = 40

# The timing code for any JavaScript runtime: the median nanoseconds of one analysis.
TIMING = """
async (depthcheck, module, bytes, width, height, repeats, atOnce) => {
  const analyzer = await depthcheck.DepthAnalyzer.load(module);
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, width * height);
  const times = [];
  for (let count = 0; count < repeats; count++) {
    const begun = performance.now();
    for (let inner = 0; inner < atOnce; inner++) analyzer.analyze(samples, { width, height });
    times.push((performance.now() - begun) / atOnce);
  }
  return times.sort((a, b) => a - b)[repeats >> 1] * 1e6;
}
"""

Timer = Callable[[Path], float]


def native(engine: str) -> Timer:
    def nanoseconds(file: Path) -> float:
        command = [KERNEL_TIMES, file, WIDTH, HEIGHT, engine, AT_ONCE * REPEATS]
        return float(subprocess.run([str(part) for part in command], capture_output=True, check=True, cwd=ROOT).stdout)

    return nanoseconds


def node() -> Timer:
    script = f"""
import {{ readFileSync }} from "node:fs";
const depthcheck = await import({json.dumps((WEB / "depthcheck.js").as_uri())});
const bytes = new Uint8Array(readFileSync(process.argv[1]));
const time = {TIMING};
const module = readFileSync({json.dumps(str(WEB / "depthcheck.wasm"))});
console.log(await time(depthcheck, module, bytes, {WIDTH}, {HEIGHT}, {REPEATS}, {AT_ONCE}));
"""

    def nanoseconds(file: Path) -> float:
        command = ["node", "--input-type=module", "--eval", script, str(file)]
        return float(subprocess.run(command, capture_output=True, check=True).stdout)

    return nanoseconds


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the build to the browser, which does not load an ES module from a file."""

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def chromium() -> Iterator[Timer | None]:
    """Returns a timer of the module in Chromium; None without Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield None
        return
    handler = functools.partial(QuietHandler, directory=str(WEB))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/package.json")

        def nanoseconds(file: Path) -> float:
            script = f"""async ([bytes]) => {{
              const depthcheck = await import("/depthcheck.js");
              const time = {TIMING};
              const module = await (await fetch("/depthcheck.wasm")).arrayBuffer();
              return time(depthcheck, module, new Uint8Array(bytes), {WIDTH}, {HEIGHT}, {REPEATS}, {AT_ONCE});
            }}"""
            return page.evaluate(script, [list(file.read_bytes())])

        yield nanoseconds
        browser.close()
    server.shutdown()


def table(timers: dict[str, Timer], files: list[Path], rounds: int) -> None:
    times: dict[str, dict[str, list[float]]] = {name: {file.stem: [] for file in files} for name in timers}
    for _ in range(rounds):
        for file in files:
            for name, timer in timers.items():
                times[name][file.stem].append(timer(file))
    first = next(iter(timers))
    print(f"| 256x192, µs per map (relative to {first}) | " + " | ".join(file.stem for file in files) + " |")
    print("|---" * (len(files) + 1) + "|")
    for name, of_files in times.items():
        cells = []
        for stem, each in of_files.items():
            ratio = statistics.median(a / b for a, b in zip(each, times[first][stem], strict=True))
            cells.append(f"{statistics.median(each) / 1000:.0f} ({ratio:.2f})")
        print(f"| {name} | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools/dev/bench/web")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--native", nargs=2, action="append", default=[], help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    for file in sorted(WEB.glob("depthcheck*.*")):
        packed = len(gzip.compress(file.read_bytes(), 9))
        print(f"{file.name}: {file.stat().st_size} bytes, {packed} in gzip")
    timers = {name: native(engine) for name, engine in arguments.native}
    timers["node"] = node()
    with tempfile.TemporaryDirectory() as folder, chromium() as in_chromium:
        files = []
        for name in MAPS:
            file = Path(folder) / f"{name}.f32"
            file.write_bytes(gzip.decompress((ROOT / f"fixtures/{name}.bin.gz").read_bytes()))
            files.append(file)
        if in_chromium is None:
            print("Chromium: not measured, found no Playwright")
        else:
            timers["Chromium"] = in_chromium
        print()
        table(timers, files, arguments.rounds)


if __name__ == "__main__":
    main()
