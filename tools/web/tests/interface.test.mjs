// Accepted and refused arguments, and memory use.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { randomMap } from "./random-maps.mjs";

const output = new URL("../../../.build/web/", import.meta.url);
const { CandidateMeter, DepthAnalyzer, DepthcheckError, GzipReader, Mark, checks, serverAnswer, serverParameters } =
  await import(new URL("depthcheck.js", output));
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

test("errors for invalid arguments name what was found and expected", () => {
  refused("invalid_dimensions", /^found \d+ samples; expected 3 \u00d7 3 = 9; /, () =>
    analyzer.analyze(samples, { width: 3, height: 3 }));
  refused("invalid_dimensions", /^found 1 sample; expected 3 \u00d7 3 = 9; /, () =>
    analyzer.analyze([1], { width: 3, height: 3 }));
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
  refused("invalid_parameter", /the wrong type/, () => analyzer.analyze(samples, { parameters: { edgeGain: "30" } }));
});

test("an unknown option is an error with a suggestion", async () => {
  const [meter, reader] = await Promise.all([CandidateMeter.load(), GzipReader.load()]);
  const calls = [
    (options) => analyzer.analyze(samples, options),
    (options) => analyzer.trace(samples, options),
    (options) => meter.measure(samples, options),
    (options) => serverAnswer(new Uint8Array(), { analyzer, reader, ...options }),
  ];
  for (const call of calls) {
    refused("invalid_option", /^found the option "wdth"; expected only .*, probably width; /, () => call({ wdth: 256 }));
    refused("invalid_option", /^found the option "Height"; .*, probably height; /, () => call({ Height: 192 }));
    refused("invalid_option", /^found the option "colour"; expected only [^;]*; correct or remove it$/, () =>
      call({ colour: 1 }));
  }
  refused("invalid_parameter", /^found the key "layerTreshold"; .*, probably layerThreshold; /, () =>
    analyzer.analyze(samples, { parameters: { layerTreshold: 4 } }));
  for (const [options, kind] of [[null, "null"], [256, "number"], [[256, 192], "Array"]]) {
    refused("invalid_option", new RegExp(`^found ${kind} as options; expected an object`), () =>
      analyzer.analyze(samples, options));
  }
});

test("sizes are checked before they are used", async () => {
  const [meter, reader] = await Promise.all([CandidateMeter.load(), GzipReader.load()]);
  const wrong = [
    [{ width: -1, height }, /^found -1 as width; /], [{ width: 2 }, /^found no height; /],
    [{ height: 2 }, /^found no width; /], [{ width: "256", height: 192 }, /^found "256" as width; /],
    [{ width: 2.5, height: 2 }, /^found 2.5 as width; /], [{ width, height: NaN }, /^found NaN as height; /],
    [{ width: 0, height: 0 }, /^found 0 as width; /], [{ width: null, height: null }, /^found null as width; /],
  ];
  for (const [options, finding] of wrong) {
    refused("invalid_dimensions", finding, () => analyzer.analyze(samples, options));
    refused("invalid_dimensions", finding, () => meter.measure(samples, options));
    refused("invalid_dimensions", finding, () => serverAnswer(new Uint8Array(), { analyzer, reader, ...options }));
  }
  const before = analyzer.memoryByteCount;
  refused("invalid_dimensions", /= 18014398509481984; /, () =>
    analyzer.analyze(samples, { width: 2 ** 27, height: 2 ** 27 }));
  assert.equal(analyzer.memoryByteCount, before);
  refused("invalid_samples", /^found DataView; /, () => analyzer.analyze(new DataView(new ArrayBuffer(8))));
  refused("invalid_samples", /^found BigInt64Array; /, () => analyzer.analyze(new BigInt64Array(4)));
  refused("invalid_samples", /^found ArrayBuffer; /, () => analyzer.analyze(new ArrayBuffer(8)));
  for (const limit of [-1, 0.5, NaN, 2 ** 31, "1000"]) {
    refused("invalid_limit", /as limit; expected a whole number of bytes below 2 GiB$/, () =>
      reader.inflate(new Uint8Array(), limit));
  }
  refused("invalid_bytes", /^found ArrayBuffer; expected a Uint8Array/, () => reader.inflate(new ArrayBuffer(8)));
  refused("invalid_bytes", /^found string; /, () => serverAnswer("bytes", { analyzer, reader }));
  refused("invalid_kind", /^found "tiff2" as kind; expected /, () =>
    serverAnswer(Uint8Array.of(1), { analyzer, reader, kind: "tiff2" }));
});

test("without samples there is no verdict and no error", () => {
  const analysis = analyzer.analyze(new Float32Array());
  assert.equal(analysis.status, "unavailable");
  assert.deepEqual(analysis.reasons, ["no_samples"]);
});

test("other arrays are rounded to binary32", () => {
  const expected = analyzer.analyze(samples, { width, height });
  assert.deepEqual(analyzer.analyze(Float64Array.from(samples), { width, height }), expected);
  assert.deepEqual(analyzer.analyze(Array.from(samples), { width, height }), expected);
});

test("a trace has the same analysis, and its marks match the counts", () => {
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
  // Analyzers with other parameters are released and created again. Fragmentation lets memory grow by less than one
  // analyzer needs.
  for (let number = 0; number < 300; number++) analyze(number);
  const ofMany = analyzer.memoryByteCount;
  for (let number = 0; number < 2000; number++) analyze(number % 300);
  assert.ok(analyzer.memoryByteCount - ofMany <= 1 << 18, `${ofMany}, then ${analyzer.memoryByteCount} bytes`);
  assert.ok(analyzer.memoryByteCount < 8 << 20, `${analyzer.memoryByteCount} bytes`);
});

test("after a call fails for too little memory, the next one works", async () => {
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

test("the module has no imports and is within its size limit", async () => {
  for (const name of ["depthcheck.wasm", "depthcheck-candidates.wasm"]) {
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
