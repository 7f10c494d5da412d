// Compares the numbers of a report with `depthcheck evaluate` and `tune`: counts exactly, shares to the last digits.
//
// DEPTHCHECK names the command.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { classNames, markNamed, thresholdsOf } from "../source/report/corpus.js";
import { level, twoDecimals } from "../source/report/decimals.js";
import { decided, marginOf } from "../source/report/decisions.js";
import { parametersText, tableText } from "../source/report/exports.js";
import { ErrorCounter } from "../source/report/rates.js";
import { listKinds, selected } from "../source/report/selection.js";
import { fragmentOf, stateOf, thresholdIn } from "../source/report/state.js";
import { betaCumulative, logGamma, midP, sharesBelow } from "../source/report/statistics.js";
import { randomNumbers } from "./random-maps.mjs";
import { corpusOfReport, writeCorpus } from "./report-corpus.mjs";

const root = new URL("../../../", import.meta.url).pathname;
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const folder = mkdtempSync(join(tmpdir(), "depthcheck-report-"));
after(() => rmSync(folder, { recursive: true }));

function made({ profile = "server", seed = 1, count = 900, hasGroups = true, options = [] } = {}) {
  const map = `${root}fixtures/room-01.bin.gz`;
  const files = writeCorpus({ command, map, folder, count, profile, seed, hasGroups });
  const report = join(folder, `report-${profile}-${seed}.html`);
  execFileSync(command, ["report", files.measurements, "--labels", files.labels, "-o", report, ...options], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  return { ...files, corpus: corpusOfReport(report) };
}

/** The result of `evaluate` for thresholds. */
function evaluated({ measurements, labels, corpus }, thresholds, options = []) {
  const parameters = join(folder, "parameters.json");
  writeFileSync(parameters, parametersText(corpus, thresholds));
  const all = [measurements, "--labels", labels, "--parameters", parameters, "--format", "json", ...options];
  return JSON.parse(execFileSync(command, ["evaluate", ...all], { encoding: "utf8" })).given;
}

function assertNear(found, expected, words) {
  if (expected === null) return assert.equal(found, null, words);
  assert.ok(Math.abs(found - expected) <= 1e-9 * Math.abs(expected) + 1e-15, `${words}: ${found}, not ${expected}`);
}

function assertRate(found, expected, words) {
  assert.deepEqual(
    [found.errors, found.total, found.groups, found.groupsWithErrors],
    [expected.errors, expected.total, expected.groups, expected.groups_with_errors],
    words,
  );
  assertNear(found.value, expected.value, words);
  if (expected.interval !== null) assertNear(found.level, expected.interval_level, words);
  if (expected.interval === null) assert.equal(found.interval, null, words);
  else expected.interval.forEach((end, index) => assertNear(found.interval[index], end, `${words}, end ${index}`));
}

/** Random thresholds in their ranges; some equal measured values, so that the last bit decides. */
function settings(corpus, seed, count) {
  const random = randomNumbers(seed);
  const present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const tried = [present];
  while (tried.length < count) {
    const thresholds = { ...present };
    for (const { parameter, column, whole, most } of corpus.facts.checks) {
      if (random() < 0.3) continue;
      const { distinct } = corpus.columns.get(column);
      const value = distinct[Math.floor(random() * distinct.length)];
      const number = random() < 0.5 ? value : random() < 0.1 ? 0 : random() * 1.5;
      thresholds[parameter] = whole ? Math.floor(random() * 8) : Math.min(Math.max(number, 0), most);
    }
    tried.push(thresholds);
  }
  return tried;
}

test("levels of intervals have enough digits", () => {
  assert.deepEqual([0.95, 1 - 0.05 / 6, 0.99995].map(level), ["95", "99.2", "99.995"]);
});

for (const [profile, seed, hasGroups, options] of [
  ["server", 1, true, []],
  ["client", 2, true, []],
  ["server", 3, false, ["--confidence", "0.8"]],
]) {
  test(`rates of the ${profile} profile ${hasGroups ? "over groups" : "without groups"} equal those of evaluate`, () => {
    const bench = made({ profile, seed, hasGroups, options });
    const { corpus } = bench;
    const counter = new ErrorCounter(corpus);
    for (const thresholds of settings(corpus, seed, 25)) {
      const rates = counter.rates(decided(corpus, thresholds));
      const expected = evaluated(bench, thresholds, options);
      const words = JSON.stringify(thresholds);
      assertRate(rates.bpcer, expected.bpcer, `BPCER, ${words}`);
      assert.equal(rates.bpcer.silent, expected.bona_fide_without_verdict, words);
      corpus.facts.species.forEach((name, index) =>
        assertRate(rates.apcer[index], expected.apcer[name], `${name}, ${words}`),
      );
      assert.equal(rates.apcer.reduce((sum, rate) => sum + rate.silent, 0), expected.attacks_without_verdict, words);
      assertNear(rates.worstAPCER, expected.apcer_worst, words);
      assert.equal(corpus.facts.species[rates.worst] ?? null, expected.apcer_worst_species, words);
      expected.apcer_worst_interval.forEach((end, index) => assertNear(rates.worstInterval[index], end, words));
      assertNear(rates.acer, expected.acer_literature_usage, words);
    }
  });
}

test("the tuned mark and the trade-off equal those of tune", () => {
  const bench = made({ seed: 4, options: ["--objective", "acer"] });
  const options = ["--objective", "acer", "--replicates", "0", "--format", "json"];
  // Exit code 3 (too little data) has a report as well.
  const run = spawnSync(command, ["tune", bench.measurements, "--labels", bench.labels, ...options], {
    encoding: "utf8",
  });
  const tuned = JSON.parse(run.stdout).tuned;
  const mark = markNamed(bench.corpus, "tuned").parameters;
  for (const [key, value] of Object.entries(tuned.thresholds)) assert.equal(mark[key], value, key);
  const counter = new ErrorCounter(bench.corpus);
  for (const point of bench.corpus.facts.trade_off) {
    const thresholds = thresholdsOf(bench.corpus, { ...markNamed(bench.corpus, "present").parameters, ...point });
    const rates = counter.rates(decided(bench.corpus, thresholds));
    assert.equal(rates.worstAPCER, point.apcer_worst);
    assert.equal(rates.bpcer.value, point.bpcer);
  }
  assert.ok(bench.corpus.facts.trade_off.length > 5);
});

test("a margin is above 0 exactly if the map is accepted", () => {
  const { corpus } = made({ seed: 5, count: 300 });
  for (const thresholds of settings(corpus, 5, 20)) {
    const accepted = decided(corpus, thresholds);
    for (let row = 0; row < corpus.rowCount; row++) {
      if (corpus.outcome[row] !== 0) continue;
      const margin = marginOf(corpus, row, thresholds);
      // At 0 the verdict depends on whether the comparison is strict.
      const words = `${corpus.files[row]} ${JSON.stringify(thresholds)}`;
      if (margin !== 0) assert.equal(margin > 0, accepted[row] === 1, words);
    }
  }
});

test("the first list has all maps, in the order of the rows", () => {
  const { corpus } = made({ seed: 6, count: 40 });
  const thresholds = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const accepted = decided(corpus, thresholds);
  const { kind, title } = listKinds(corpus)[0];
  const found = selected({ corpus, kind, accepted, present: accepted, thresholds, text: "", most: 30 });
  assert.equal(title, "all");
  assert.ok(corpus.outcome.some((outcome) => outcome !== 0));
  assert.equal(found.count, 40);
  assert.deepEqual(found.rows.map(({ row }) => row), [...Array(30).keys()]);
});

test("a list has the worst first, and its total number", () => {
  const { corpus } = made({ seed: 6, count: 400 });
  const present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const thresholds = { ...present, varianceThreshold: 0.1, layerThreshold: 1 };
  const [accepted, before] = [decided(corpus, thresholds), decided(corpus, present)];
  const found = selected({ corpus, kind: "changed", accepted, present: before, thresholds, text: "", most: 10 });
  const all = [...accepted.keys()].filter((row) => accepted[row] !== before[row]);
  const sizes = all.map((row) => Math.abs(marginOf(corpus, row, thresholds))).sort((left, right) => right - left);
  assert.equal(found.count, all.length);
  assert.ok(all.length > 10);
  assert.deepEqual(found.rows.map(({ margin }) => Math.abs(margin)), sizes.slice(0, 10));
  const named = selected({ corpus, kind: "near", accepted, present: before, thresholds, text: "MAP-1", most: 1000 });
  const isExpected = (row) => corpus.outcome[row] === 0 && corpus.files[row].includes("map-1");
  const expected = [...accepted.keys()].filter(isExpected);
  assert.deepEqual(named.rows.map(({ row }) => row).sort((left, right) => left - right), expected);
});

test("a fragment holds the differences from the present state, and is read back", () => {
  const { corpus } = made({ seed: 7, count: 60 });
  const { checks } = corpus.facts;
  const present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const thresholds = { ...present, varianceThreshold: 1e-300, layerThreshold: 7 };
  const state = { thresholds, map: "a&b=#c/\u00e9", list: null };
  const fragment = fragmentOf(state, checks, present);
  assert.deepEqual(stateOf(fragment, checks, present), state);
  assert.equal(fragmentOf({ thresholds: present, map: null, list: null }, checks, present), "");
  const nonsense = stateOf("#varianceThreshold=-1&layerThreshold=1.5&coherenceThreshold=&x=%ff&map", checks, present);
  assert.deepEqual(nonsense.thresholds, present);
});

test("a typed threshold is a valid number or null", () => {
  const real = { whole: false, most: 1e6 };
  const accepted = { "0.5": 0.5, " 1e-300 ": 1e-300, "1e6": 1e6, ".5": 0.5, "3.": 3, "-0": 0, "+2": 2 };
  for (const [text, number] of Object.entries(accepted)) assert.equal(thresholdIn(text, real), number, text);
  for (const text of ["", " ", "-1", "abc", "1e7", "NaN", "Infinity", "0x10", "1,5", "1e999", "1 2"]) {
    assert.equal(thresholdIn(text, real), null, text);
  }
  assert.equal(thresholdIn("2.5", { whole: true, most: 100 }), null);
  assert.ok(Object.is(thresholdIn("-0", real), 0));
});

test("the exported table has every map with its numbers and both verdicts", () => {
  const bench = made({ profile: "client", seed: 8, count: 80 });
  const { corpus } = bench;
  const present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const lines = tableText(corpus, decided(corpus, present)).trim().split("\n");
  assert.equal(lines.length, 81);
  assert.match(lines[0], /^file,label,species,group,depth_variance,.*,verdict_present,verdict,error_code$/);
  assert.ok(lines.some((line) => line.includes('"poster ""A"", wall"')));
  assert.ok(lines.some((line) => line.endsWith("unavailable,unavailable,truncated")));
  assert.deepEqual(classNames(corpus), ["bona fide", "poster \"A\", wall", "print", "screen"]);
});

test("candidates equal those of the table, to the last bit", () => {
  const { corpus, measurements } = made({ profile: "client", seed: 9, count: 90, options: ["--candidates"] });
  const [header, ...rows] = readFileSync(measurements, "utf8").trim().split("\n").map((line) => line.split(","));
  assert.equal(corpus.facts.candidates.length, 12);
  for (const { column } of corpus.facts.candidates) {
    const expected = rows.map((cells) => cells[header.indexOf(column)]).map((cell) => (cell === "" ? NaN : Number(cell)));
    assert.deepEqual([...corpus.candidates.get(column).values], expected, column);
  }
  const present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
  const [head, ...lines] = tableText(corpus, decided(corpus, present)).trim().split("\n");
  assert.match(head, /,plane_distance_median,.*,noise_against_distance,verdict_present,verdict,error_code$/);
  const noise = header.indexOf("noise_against_distance");
  const written = lines.map((line) => line.split(",").at(-4));
  assert.deepEqual(written.map(Number), rows.map((cells) => Number(cells[noise])));
  assert.ok(written.includes(""));
});

test("the shares of real scenes and attacks below a value", () => {
  const values = Float64Array.of(1, 2, 3, NaN, 2, 5, 2, 1);
  const kinds = Uint16Array.of(0, 0, 0, 0, 1, 2, 2, 1);
  assert.deepEqual(sharesBelow(values, 2, null), [2 / 7]);
  assert.deepEqual(sharesBelow(values, 2, kinds), [1 / 3, 1 / 4]);
  assert.deepEqual(sharesBelow(values, NaN, kinds), [null, null]);
  assert.deepEqual(sharesBelow(Float64Array.of(NaN), 2, kinds), [null, null]);
});

test("shares are rounded like the command's", () => {
  const expected = { 38.125: "38.12", 38.375: "38.38", 0.005: "0.01", 1.005: "1.00", 0: "0.00", 100: "100.00" };
  for (const [number, text] of Object.entries(expected)) assert.equal(twoDecimals(Number(number)), text);
});

test("special functions have tabulated values", () => {
  // DLMF 5.4: gamma(1/2) is the square root of pi, gamma(n) a factorial.
  assertNear(logGamma(0.5), Math.log(Math.PI) / 2, "gamma of 1/2");
  assertNear(logGamma(21), Math.log(2432902008176640000), "gamma of 21");
  assertNear(betaCumulative(0.3, 1, 1), 0.3, "uniform");
  // Half the probability of no error in n maps is the tail; one of two maps is symmetric.
  assertNear(midP(0, 59, 0.025)[1], 1 - 0.05 ** (1 / 59), "no errors");
  assertNear(midP(1, 2, 0.025)[0], 1 - midP(1, 2, 0.025)[1], "one of two");
});
