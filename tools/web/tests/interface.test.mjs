// What the functions take and refuse, and what they keep of memory.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { randomMap } from "./random-maps.mjs";

const output = new URL("../../../.build/web/", import.meta.url);
const { DepthAnalyzer, DepthcheckError, Mark, checks, serverParameters } = await import(new URL("depthcheck.js", output));
const analyzer = await DepthAnalyzer.load();
const { width, height, samples } = randomMap(1);

function refused(code, finding, call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof DepthcheckError, `${error}`);
    assert.equal(error.code, code);
    assert.match(error.message, finding);
    return true;
  });
}

test("what has no meaning is refused with what was found and expected", () => {
  refused("invalid_dimensions", /found \d+ samples for 3x3/, () => analyzer.analyze(samples, { width: 3, height: 3 }));
  refused("invalid_dimensions", /for -1x/, () => analyzer.analyze(samples, { width: -1, height }));
  refused("invalid_dimensions", /for 2x0/, () => analyzer.analyze(samples, { width: 2 }));
  refused("invalid_profile", /found "phone" as profile; expected server or client/, () =>
    analyzer.analyze(samples, { profile: "phone" }));
  refused("invalid_engine", /expected kernel or plain|expected plain or kernel/, () =>
    analyzer.analyze(samples, { engine: "fast" }));
  refused("invalid_samples", /found string; expected a Float32Array/, () => analyzer.analyze("1 2 3"));
  refused("invalid_parameter", /found the key "bins"/, () => analyzer.analyze(samples, { parameters: { bins: 2 } }));
  refused("invalid_parameter", /found 2.5 for histogramBins; expected a whole number/, () =>
    analyzer.analyze(samples, { parameters: { histogramBins: 2.5 } }));
  refused("invalid_parameter", /found NaN for edgeGain/, () =>
    analyzer.analyze(samples, { parameters: { edgeGain: NaN } }));
  refused("invalid_parameter", /found 30 for minValidDepth; expected .* below maxValidDepth/, () =>
    analyzer.analyze(samples, { parameters: { minValidDepth: 30 } }));
  refused("invalid_parameter", /another type/, () => analyzer.analyze(samples, { parameters: { edgeGain: "30" } }));
});

test("no samples have no verdict, and that is no error", () => {
  const analysis = analyzer.analyze(new Float32Array());
  assert.equal(analysis.status, "unavailable");
  assert.deepEqual(analysis.reasons, ["no_samples"]);
});

test("other arrays are rounded to binary32", () => {
  const expected = analyzer.analyze(samples, { width, height });
  assert.deepEqual(analyzer.analyze(Float64Array.from(samples), { width, height }), expected);
  assert.deepEqual(analyzer.analyze(Array.from(samples), { width, height }), expected);
});

test("a trace is of the same analysis, and its marks add up to it", () => {
  for (let number = 0; number < 60; number++) {
    const map = randomMap(number);
    for (const profile of ["server", "client"]) {
      const options = { width: map.width, height: map.height, profile };
      const trace = analyzer.trace(map.samples, options);
      assert.deepEqual(trace.analysis, analyzer.analyze(map.samples, options));
      if (trace.analysis.status === "unavailable") continue;
      const count = (mark) => trace.marks.reduce((sum, marks) => sum + ((marks & mark) === 0 ? 0 : 1), 0);
      assert.equal(count(Mark.valid), trace.analysis.valid_count);
      assert.equal(count(Mark.interior), trace.analysis.stages.interior_count);
      assert.equal(count(Mark.edge), trace.analysis.stages.edge_count);
      const { histogram_counts: counts, peak_bins: peaks } = trace.analysis.stages;
      assert.equal(trace.histogram?.smoothedCounts.length ?? 0, counts.length);
      assert.equal(count(Mark.inLayer), peaks.reduce((sum, bin) => sum + counts[bin], 0));
      assert.equal(trace.quadrants.length, trace.analysis.stages.quadrants.length);
    }
  }
});

test("memory does not grow with the number of maps", () => {
  const map = new Float32Array(256 * 192).map((_, index) => 1 + (index % 977) / 300);
  const analyze = (edgeGain) => analyzer.analyze(map, { width: 256, height: 192, parameters: { edgeGain } });
  for (let number = 0; number < 10; number++) analyze(1);
  const ofOne = analyzer.memoryByteCount;
  for (let number = 0; number < 2000; number++) analyze(1);
  assert.equal(analyzer.memoryByteCount, ofOne);
  // Analyzers of other parameters are released and made again, in places that fit ever better: for that it grows a
  // little, by less than what a single one works in.
  for (let number = 0; number < 300; number++) analyze(number);
  const ofMany = analyzer.memoryByteCount;
  for (let number = 0; number < 2000; number++) analyze(number % 300);
  assert.ok(analyzer.memoryByteCount - ofMany <= 1 << 18, `${ofMany}, then ${analyzer.memoryByteCount} bytes`);
  assert.ok(analyzer.memoryByteCount < 8 << 20, `${analyzer.memoryByteCount} bytes`);
});

test("too little memory ends the call, and the next one goes on", async () => {
  const bytes = readFileSync(new URL("depthcheck-gzip.wasm", output));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  instance.exports._initialize();
  const { depthcheck_free: free, memory } = instance.exports;
  const allocate = (byteCount) => instance.exports.depthcheck_allocate(byteCount) >>> 0;
  const halfOfAll = 2 ** 31 - 1;
  assert.throws(() => [allocate(halfOfAll), allocate(halfOfAll)], WebAssembly.RuntimeError);
  const pointer = allocate(100);
  assert.ok(pointer > 0 && pointer + 100 <= memory.buffer.byteLength);
  free(pointer);
  assert.equal(allocate(100), pointer);
});

test("the module asks for nothing and is as small as promised", async () => {
  for (const name of ["depthcheck.wasm", "depthcheck-nosimd.wasm", "depthcheck-candidates.wasm"]) {
    const bytes = readFileSync(new URL(name, output));
    assert.ok(bytes.length <= 110_000, `${name}: ${bytes.length} bytes`);
    assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
  }
});

test("the types name every member and every parameter", () => {
  const types = readFileSync(new URL("depthcheck.d.ts", output), "utf8");
  const analysis = analyzer.analyze(samples, { width, height });
  const names = [...Object.keys(analysis), ...Object.keys(analysis.stages), ...Object.keys(analysis.checks[0])];
  for (const name of names) assert.match(types, new RegExp(`\\b${name}: `), name);
  for (const key of Object.keys(serverParameters)) assert.ok(types.includes(`"${key}"`), key);
  assert.equal(checks.length, 8);
});
