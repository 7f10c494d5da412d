// Formats that store their dimensions: the page reads files written by NumPy and OpenCV like the command.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { foreignFormat } from "../source/shared/foreign-formats.js";
import { ReadingError } from "../source/shared/reading-errors.js";
import { storedFormat } from "../source/shared/stored.js";

const formats = new URL("../../../Tests/DepthFilesTests/formats/", import.meta.url);
const limit = 1 << 24;

async function outcome(bytes) {
  const format = storedFormat(bytes);
  if (!format) return { error_code: "not recognized" };
  try {
    const { width, height, steps, metres } = await format.decode(bytes, limit);
    const samples = metres ?? Float32Array.from(steps, (step) => step / 1000);
    const digest = createHash("sha256").update(new Uint8Array(samples.buffer)).digest("hex");
    return { width, height, samples_sha256: digest };
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return { error_code: error.code };
  }
}

for (const name of ["npy", "pfm", "headers"]) {
  const folder = new URL(`${name}/`, formats);
  const expected = JSON.parse(readFileSync(new URL("expected.json", folder)));

  test(`every ${name} file yields the map that was written`, async () => {
    assert.ok(Object.keys(expected).length >= 9);
    const files = readdirSync(folder).filter((file) => file !== "expected.json");
    assert.deepEqual(files.sort(), Object.keys(expected).sort());
    for (const [file, map] of Object.entries(expected)) {
      assert.deepEqual(await outcome(readFileSync(new URL(file, folder))), map, file);
    }
  });

  test(`a ${name} file cut off anywhere is reported as truncated`, async () => {
    for (const [file, map] of Object.entries(expected)) {
      if (map.error_code) continue;
      const bytes = readFileSync(new URL(file, folder));
      for (const count of [...Array(150).keys(), bytes.length - 5].map((place) => place + 4)) {
        if (count >= bytes.length) continue;
        const { error_code: code } = await outcome(bytes.subarray(0, count));
        // A few bytes are not recognised.
        const kinds = name === "headers" ? ["pgm", "not recognized"] : [name];
        assert.ok(kinds.some((kind) => code === `${kind}_truncated` || code === kind), `${file} after ${count}: ${code}`);
      }
    }
  });
}

test("recordings of the Scoop data set are refused by name", () => {
  const folder = new URL("../../../Tests/DepthFilesTests/Archives/formats/scoop/", import.meta.url);
  const code = (file) => {
    const bytes = readFileSync(new URL(file, folder));
    return storedFormat(bytes) ? "a map" : foreignFormat(bytes)?.code;
  };
  assert.deepEqual(["walk.idep", "cut.idep", "four-bytes.idep"].map(code), ["is_idep", "is_idep", "is_idep"]);
  assert.deepEqual(["android.idep", "no-width.idep", "platform-3.idep"].map(code), ["is_adep", undefined, undefined]);
});
