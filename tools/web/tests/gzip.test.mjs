// The server's answer to the bytes of a file: the gzip reader and the module compared with the native command.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { constants, deflateRawSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";

const root = new URL("../../../", import.meta.url).pathname;
const output = new URL("../../../.build/web/", import.meta.url);
const { DepthAnalyzer, DepthcheckError, GzipReader, serverAnswer } = await import(new URL("depthcheck.js", output));
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const analyzer = await DepthAnalyzer.load();
const reader = await GzipReader.load();
const folder = mkdtempSync(join(tmpdir(), "depthcheck-gzip-"));
after(() => rmSync(folder, { recursive: true }));

const room = gunzipSync(readFileSync(join(root, "fixtures/room-01.bin.gz")));
const small = room.subarray(0, 64 * 48 * 4);

/** The command's answers to files with these bytes. */
function answers(files) {
  const names = files.map((bytes, number) => {
    const name = join(folder, String(number).padStart(5, "0"));
    writeFileSync(name, bytes);
    return name;
  });
  writeFileSync(join(folder, "list.txt"), names.join("\n") + "\n");
  const options = ["--files-from", join(folder, "list.txt"), "--format", "ndjson", "--quiet"];
  let printed;
  try {
    printed = execFileSync(command, ["analyze", ...options], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    printed = error.stdout;
  }
  const results = printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(results.length, files.length);
  return results.map(({ server_would_answer, server_answer, server_code }) => ({
    server_would_answer, server_answer, server_code,
  }));
}

/** A small repeatable generator: each call returns the next integer below a bound. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

test("for valid files the answer is the command's, word for word", () => {
  const packed = [
    gzipSync(room), gzipSync(small), gzipSync(small, { level: 0 }), gzipSync(small, { strategy: constants.Z_FIXED }),
    Buffer.concat([gzipSync(small), Buffer.from("more")]), Buffer.concat([gzipSync(small), gzipSync(room)]),
    gzipSync(Buffer.alloc(0)), gzipSync(small.subarray(0, 1)), gzipSync(small.subarray(0, 5)),
    gzipSync(Buffer.alloc(4096)), Buffer.alloc(0),
  ];
  for (const [number, expected] of answers(packed).entries()) {
    const found = serverAnswer(packed[number], { analyzer, reader });
    assert.deepEqual(found, JSON.parse(JSON.stringify(expected)), `file ${number}`);
  }
});

test("files that are not gzip are refused with their kind", () => {
  const files = [
    [deflateSync(small), "zlib"], [deflateRawSync(small), "raw_deflate"], [Buffer.from(small), "uncompressed"],
  ];
  for (const [number, expected] of answers(files.map(([bytes]) => bytes)).entries()) {
    const [bytes, kind] = files[number];
    assert.deepEqual(serverAnswer(bytes, { analyzer, reader, kind }), expected);
  }
});

test("2,000 damaged gzip files are accepted and refused as by the command", () => {
  const next = numbers(12);
  const sources = [gzipSync(small), gzipSync(small, { strategy: constants.Z_FIXED }), gzipSync(small, { level: 0 })];
  const damaged = Array.from({ length: 2000 }, (_, number) => {
    const bytes = Buffer.from(sources[number % sources.length]);
    // In the header, in the codes of the first block, in the trailer, or anywhere.
    const places = [() => 3 + next(7), () => 10 + next(90), () => bytes.length - 1 - next(8), () => next(bytes.length)];
    const place = places[next(4)]();
    bytes[place] ^= 1 << next(8);
    return next(10) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes;
  });
  const codes = new Set();
  let compared = 0;
  let alike = 0;
  for (const [number, expected] of answers(damaged).entries()) {
    const found = serverAnswer(damaged[number], { analyzer, reader });
    // Without a gzip header the file has another format, which this test does not cover.
    if (found.server_code === "uncompressed" || found.server_code === "empty") continue;
    assert.equal(found.server_answer, expected.server_answer, `file ${number}`);
    compared += 1;
    alike += found.server_code === expected.server_code ? 1 : 0;
    codes.add(found.server_code);
  }
  assert.ok(codes.size >= 5, [...codes].join());
  // The command reports zlib's error, which can be for another fault in the same stream.
  assert.ok(alike > 0.9 * compared, `${alike} of ${compared} codes`);
});

test("output is limited, and memory is released", () => {
  assert.throws(() => reader.inflate(gzipSync(room), 1000), (error) => error instanceof DepthcheckError
    && error.code === "too_large");
  for (let count = 0; count < 200; count++) reader.inflate(gzipSync(small));
  const { bytes, memberByteCount } = reader.inflate(Buffer.concat([gzipSync(small), Buffer.from("rest")]));
  assert.deepEqual(Buffer.from(bytes), Buffer.from(small));
  assert.equal(memberByteCount, gzipSync(small).length);
});
