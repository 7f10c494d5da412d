// Intervals of error rates: Sources/ThresholdTuning/Rates, in JavaScript. docs/TUNING.md defines them.

/** The number at which `isBelow` changes from true to false, to the last bit. */
function bisected(lower, upper, isBelow) {
  for (;;) {
    const middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) return middle;
    if (isBelow(middle)) lower = middle;
    else upper = middle;
  }
}

/** The coefficients of Stirling's series: B(2k) / (2k (2k - 1)). */
const stirling = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

/** The logarithm of the gamma function of a positive number. */
export function logGamma(x) {
  let product = 1;
  while (x < 15) {
    product *= x;
    x += 1;
  }
  let series = 0;
  for (let index = stirling.length - 1; index >= 0; index--) series = series / (x * x) + stirling[index];
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x - Math.log(product);
}

/** The regularised incomplete beta function I_x(a, b): DLMF 8.17.22, by the modified Lentz method. */
export function betaCumulative(x, a, b) {
  if (x === 0 || x === 1) return x;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCumulative(1 - x, b, a);
  const logFactor = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(logFactor) * continuedFraction(x, a, b)) / a;
}

function continuedFraction(x, a, b) {
  const awayFromZero = (value) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}

/** The quantile of a beta distribution. */
export function betaQuantile(probability, a, b) {
  return bisected(0, 1, (x) => betaCumulative(x, a, b) < probability);
}

const studentQuantiles = new Map();

/** The quantile of Student's t distribution for a probability of at least 1/2. */
export function studentQuantile(probability, freedom) {
  const key = `${probability} ${freedom}`;
  if (!studentQuantiles.has(key)) {
    const share = betaQuantile(2 * probability - 1, 0.5, freedom / 2);
    studentQuantiles.set(key, Math.sqrt((freedom * share) / (1 - share)));
  }
  return studentQuantiles.get(key);
}

const intervals = new Map();

/** The Clopper-Pearson interval for a count and a total that need not be integers. */
export function clopperPearson(errors, total, tail) {
  const key = `${errors} ${total} ${tail}`;
  if (!intervals.has(key)) {
    // With many species, few have errors, so most intervals are cached.
    if (intervals.size > 10_000) intervals.clear();
    intervals.set(key, [
      errors <= 0 ? 0 : betaQuantile(tail, errors, total - errors + 1),
      errors >= total ? 1 : betaQuantile(1 - tail, errors + 1, total - errors),
    ]);
  }
  return intervals.get(key);
}

/**
 * The errors of one class, counted by group, with the Korn-Graubard interval: GroupedRate.swift.
 *
 * @param {ArrayLike<number>} errors the errors of each group
 * @param {ArrayLike<number>} totals the maps of each group, none of them 0
 * @param {number} tail the probability excluded at each end
 * @returns {{ errors: number, total: number, value: number | null, groups: number, groupsWithErrors: number,
 *   interval: [number, number] | null }}
 */
export function groupedRate(errors, totals, tail) {
  const groups = totals.length;
  let [sum, total, groupsWithErrors] = [0, 0, 0];
  for (let group = 0; group < groups; group++) {
    sum += errors[group];
    total += totals[group];
    if (errors[group] > 0) groupsWithErrors += 1;
  }
  if (total === 0) return { errors: 0, total, value: null, groups, groupsWithErrors, interval: null };
  const value = sum / total;
  const size = effectiveSize(errors, totals, value, total, tail);
  return { errors: sum, total, value, groups, groupsWithErrors, interval: clopperPearson(value * size, size, tail) };
}

function effectiveSize(errors, totals, share, total, tail) {
  let [ofTotals, ofResiduals] = [0, 0];
  for (let group = 0; group < totals.length; group++) {
    ofTotals += totals[group] * totals[group];
    const residual = errors[group] - share * totals[group];
    ofResiduals += residual * residual;
  }
  const alike = (total * total) / ofTotals;
  const spread = share * (1 - share);
  const groups = totals.length;
  if (groups <= 1 || !(spread > 0)) return alike;
  const variance = ((groups / (groups - 1)) * ofResiduals) / (total * total);
  const ratio = studentQuantile(1 - tail, total - 1) / studentQuantile(1 - tail, groups - 1);
  const designEffect = variance / (spread / (total - 1));
  return Math.min(alike, (total / designEffect) * ratio * ratio);
}

/**
 * The shares of real scenes and of attacks with less than a value, null if there are none; without `kinds`, the share
 * of all maps.
 */
export function sharesBelow(values, value, kinds) {
  const totals = kinds ? [0, 0] : [0];
  const below = totals.map(() => 0);
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index])) continue;
    const group = kinds && kinds[index] > 0 ? 1 : 0;
    totals[group] += 1;
    if (values[index] < value) below[group] += 1;
  }
  return below.map((count, group) => (Number.isNaN(value) || totals[group] === 0 ? null : count / totals[group]));
}
