// Makes a corpus of random measurements for tests of the report, and reads reports in node.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { corpusOf } from "../source/report/corpus.js";
import { randomNumbers } from "./random-maps.mjs";

const species = ["print", "screen", "poster \"A\", wall"];

/**
 * Writes a table of measurements and one of labels.
 *
 * @param {object} options
 * @param {string} options.command the path of depthcheck, which measures the first row, for its columns
 * @param {string} options.map a map to measure
 * @param {string} options.folder
 * @param {number} options.count
 * @param {"server" | "client"} options.profile
 * @param {number} options.seed
 * @param {boolean} [options.hasGroups]
 */
export function writeCorpus({ command, map, folder, count, profile, seed, hasGroups = true }) {
  const first = execFileSync(command, ["measure", map, "--profile", profile, "--candidates"], { encoding: "utf8" }).trimEnd();
  const [header, row] = first.split("\n").map((line) => line.split(","));
  const random = randomNumbers(seed);
  const rows = Array.from({ length: count }, (_, index) => measured({ header, row, random, profile, index }));
  const measurements = join(folder, `m-${profile}-${seed}.csv`);
  const lines = [header, ...rows.map(({ cells }) => cells)].map((cells) => `${cells.join(",")}\n`);
  writeFileSync(measurements, lines.join(""));
  const labels = join(folder, `labels-${profile}-${seed}.csv`);
  const labelled = rows.map(({ file, kind, group }) =>
    [file, ...labelOf(kind), ...(hasGroups ? [group] : [])].join(","),
  );
  writeFileSync(labels, `file,label,species${hasGroups ? ",group" : ""}\n${labelled.join("\n")}\n`);
  return { measurements, labels };
}

function labelOf(kind) {
  return kind === 0 ? ["real", ""] : ["attack", `"${species[kind - 1].replaceAll('"', '""')}"`];
}

/** A copy of the measured row with random numbers, some equal to thresholds; some rows have no verdict. */
function measured({ header, row, random, profile, index }) {
  const kind = Math.floor(random() * 4);
  const shift = kind === 0 ? 0.25 : 0;
  const real = (scale) => {
    const number = (random() < 0.2 ? Math.floor(random() * 5) / 4 : random()) * scale + shift * scale * random();
    return profile === "client" ? shortest(Math.fround(number)) : number;
  };
  const isScreen = random() < 0.3;
  const depth = (number) => (profile === "client" ? shortest(Math.fround(number)) : number);
  const nearest = Math.fround(0.3 + random());
  const farthest = Math.fround(nearest + (isScreen ? 0.1 : 3) * random());
  const values = {
    file: `folder-${index % 7}/map-${index}.bin.gz`,
    depth_variance: real(1.2),
    depth_layers: Math.floor(random() * 7),
    edge_coherence: Math.min(real(0.8), 1),
    min_depth: depth(nearest),
    max_depth: depth(farthest),
    depth_range: depth(farthest - nearest),
    uniformity_ratio: isScreen ? Math.min(1, 0.85 + Math.floor(random() * 4) / 20) : Math.min(real(1), 1),
    mean_depth: depth(nearest + random() * (farthest - nearest)),
    status: "pass",
    error: "",
    error_code: "",
    plane_distance_median: random(),
    plane_share_2_percent: Math.floor(random() * 5) / 4,
    planes_for_90_percent: 1 + Math.floor(random() * 40),
    noise_against_distance: random() < 0.2 ? "" : 2 * random(),
  };
  if (random() < 0.08) {
    Object.assign(values, { status: "unavailable", error: "cut off", error_code: "truncated" });
    for (const name of ["depth_variance", "depth_layers", "edge_coherence", "min_depth", "max_depth"]) values[name] = 0;
    for (const name of ["depth_range", "uniformity_ratio", "mean_depth"]) values[name] = 0;
  }
  const cells = header.map((name, column) => (name in values ? String(values[name]) : row[column]));
  return { cells, file: values.file, kind, group: `scene-${Math.floor(index / (1 + (index % 5)))}` };
}

/** The shortest decimal that reads back as the same binary32 number. */
function shortest(number) {
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(number.toPrecision(digits));
    if (Math.fround(decimal) === number) return decimal;
  }
  return Number(number.toPrecision(9));
}

/** The corpus of a report, from its HTML. */
export function corpusOfReport(path) {
  const blocks = new Map();
  const pattern = /<script type="text\/plain" id="([^"]*)">([^<]*)<\/script>/g;
  for (const [, id, text] of readFileSync(path, "utf8").matchAll(pattern)) blocks.set(id, text);
  const bytes = new Map();
  for (const [id, text] of blocks) {
    if (id.startsWith("column-")) bytes.set(id.slice(7), new Uint8Array(gunzipSync(Buffer.from(text, "base64"))));
  }
  return corpusOf(JSON.parse(blocks.get("report")), bytes);
}
