// Verdicts from measurements alone: Sources/ThresholdTuning/Decisions/DecisionRule.swift, in JavaScript.

/** A threshold as the profile compares it: the client rounds it to binary32. */
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

/** Whether a check holds. */
export function holds(check, value, threshold) {
  return comparisons[check.comparison](value, threshold);
}

/**
 * Which rows are accepted: 1 for the verdict `pass`, 0 for `fail` and for none.
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

/** Clears what does not hold. One loop a comparison, for a hundred thousand rows are decided in each frame. */
function keepHolding(kept, comparison, values, threshold) {
  const count = values.length;
  if (comparison === ">") for (let row = 0; row < count; row++) kept[row] &= values[row] > threshold;
  else if (comparison === ">=") for (let row = 0; row < count; row++) kept[row] &= values[row] >= threshold;
  else if (comparison === "<") for (let row = 0; row < count; row++) kept[row] &= values[row] < threshold;
  else for (let row = 0; row < count; row++) kept[row] &= values[row] <= threshold;
}

/**
 * How far a row is from being decided otherwise: above 0 it is accepted. The margin of a check is its value divided by
 * its threshold, less 1; DecisionMargins in Swift says the rest.
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

/** The margin of one check: above 0 it holds. */
export function checkMargin(check, value, threshold) {
  const place = check.whole ? threshold - 0.5 : threshold;
  if (!(place > 0)) return holds(check, value, threshold) ? Infinity : -1;
  return check.comparison.startsWith(">") ? value / place - 1 : 1 - value / place;
}

/** Each check of a row as it was carried out. */
export function outcomesOf(corpus, row, thresholds) {
  return corpus.facts.checks.map((check) => {
    const value = corpus.columns.get(check.column).values[row];
    const threshold = roundedThreshold(corpus, check, thresholds);
    return { check, value, threshold, holds: holds(check, value, threshold) };
  });
}
