// Verdicts from measurements alone: Sources/ThresholdTuning/Decisions/DecisionRule.swift, in JavaScript.

/** The threshold in the arithmetic of the profile: the client rounds it to binary32. */
export function roundedThreshold(corpus, check, thresholds) {
  const threshold = thresholds[check.parameter];
  return corpus.facts.profile === "client" && !check.whole ? Math.fround(threshold) : threshold;
}

const comparisons = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
};

export function holds(check, value, threshold) {
  return comparisons[check.comparison](value, threshold);
}

/**
 * Decides all rows: 1 for the verdict `pass`, 0 for `fail` and for no verdict.
 *
 * @param {import("./corpus.js").Corpus} corpus
 * @param {Record<string, number>} thresholds by the keys of the parameters
 * @returns {Uint8Array}
 */
export function decided(corpus, thresholds) {
  const accepted = new Uint8Array(corpus.rowCount);
  const screen = new Uint8Array(corpus.rowCount).fill(1);
  for (let row = 0; row < corpus.rowCount; row++) accepted[row] = corpus.outcome[row] === 0 ? 1 : 0;
  for (const check of corpus.facts.checks) {
    const { values } = corpus.columns.get(check.column);
    const threshold = roundedThreshold(corpus, check, thresholds);
    keepHolding(check.screen_sign ? screen : accepted, check.comparison, values, threshold);
  }
  for (let row = 0; row < corpus.rowCount; row++) accepted[row] &= 1 - screen[row];
  return accepted;
}

/** Clears rows whose check does not hold. Each comparison has its own loop, because a frame decides 100,000 rows. */
function keepHolding(kept, comparison, values, threshold) {
  const count = values.length;
  if (comparison === ">") for (let row = 0; row < count; row++) kept[row] &= values[row] > threshold;
  else if (comparison === ">=") for (let row = 0; row < count; row++) kept[row] &= values[row] >= threshold;
  else if (comparison === "<") for (let row = 0; row < count; row++) kept[row] &= values[row] < threshold;
  else for (let row = 0; row < count; row++) kept[row] &= values[row] <= threshold;
}

/**
 * The margin of a row, which is accepted if it is above 0. The margin of a check is its value divided by its threshold,
 * minus 1; see DecisionMargins in Swift.
 */
export function marginOf(corpus, row, thresholds) {
  let least = Infinity;
  let sign = Infinity;
  for (const check of corpus.facts.checks) {
    const value = corpus.columns.get(check.column).values[row];
    const margin = checkMargin(check, value, roundedThreshold(corpus, check, thresholds));
    if (check.screen_sign) sign = Math.min(sign, margin);
    else least = Math.min(least, margin);
  }
  return Math.min(least, -sign);
}

/** The margin of one check, above 0 if it holds. */
export function checkMargin(check, value, threshold) {
  const place = check.whole ? threshold - 0.5 : threshold;
  if (!(place > 0)) return holds(check, value, threshold) ? Infinity : -1;
  return check.comparison.startsWith(">") ? value / place - 1 : 1 - value / place;
}

/** The outcome of each check of a row. */
export function outcomesOf(corpus, row, thresholds) {
  return corpus.facts.checks.map((check) => {
    const value = corpus.columns.get(check.column).values[row];
    const threshold = roundedThreshold(corpus, check, thresholds);
    return { check, value, threshold, holds: holds(check, value, threshold) };
  });
}
