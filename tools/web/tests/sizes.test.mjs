// The size limits of the files that browsers load.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";

const output = new URL("../../../.build/web/", import.meta.url);
const limits = {
  "depthcheck.wasm": 110_000,
  "depthcheck-gzip.wasm": 45_000,
  "depthcheck-candidates.wasm": 110_000,
  "depthcheck.html": 200_000,
};

for (const [name, limit] of Object.entries(limits)) {
  test(`${name} has at most ${limit} bytes`, () => {
    const { size } = statSync(new URL(name, output));
    assert.ok(size <= limit, `${size} bytes`);
  });
}
