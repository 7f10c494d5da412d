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

/**
 * The rate at which the probability of more errors, and the share `observed` of that of the same number, add up to
 * `probability`.
 */
function binomialTailQuantile(probability, errors, correct, observed) {
  if (errors <= 0) return -Math.expm1(Math.log((1 - probability) / (1 - observed)) / correct);
  if (correct <= 0) return Math.exp(Math.log(probability / observed) / errors);
  return bisected(
    0,
    1,
    (x) =>
      observed * betaCumulative(x, errors, correct + 1) + (1 - observed) * betaCumulative(x, errors + 1, correct) <
      probability,
  );
}

const intervals = new Map();

/** The mid-P interval for a count and a total that need not be integers, with the counted share of the observed count. */
export function midP(errors, total, tail, observed = 0.5) {
  const key = `${errors} ${total} ${tail} ${observed}`;
  if (!intervals.has(key)) {
    // With many species, few have errors, so most intervals are cached.
    if (intervals.size > 10_000) intervals.clear();
    intervals.set(key, [
      errors <= 0 ? 0 : binomialTailQuantile(tail, errors, total - errors, observed),
      errors >= total ? 1 : binomialTailQuantile(1 - tail, errors, total - errors, 1 - observed),
    ]);
  }
  return intervals.get(key);
}

/**
 * The errors of one class, counted by group, with their interval: GroupedRate.swift.
 *
 * @param {ArrayLike<number>} errors the errors of each group
 * @param {ArrayLike<number>} totals the maps of each group, none of them 0
 * @param {number} tail the probability excluded at each end
 * @param {number} alone that of an interval that need not hold together with others
 * @returns {{ errors: number, total: number, value: number | null, groups: number, groupsWithErrors: number,
 *   interval: [number, number] | null, upperAlone: number | null }} with the upper end of the interval of `alone`
 */
export function groupedRate(errors, totals, tail, alone) {
  const groups = totals.length;
  let [sum, total, groupsWithErrors] = [0, 0, 0];
  for (let group = 0; group < groups; group++) {
    sum += errors[group];
    total += totals[group];
    if (errors[group] > 0) groupsWithErrors += 1;
  }
  const counted = { errors: sum, total, groups, groupsWithErrors };
  if (total === 0) return { ...counted, value: null, interval: null, upperAlone: null };
  const value = sum / total;
  const sizes = effectiveSizes(errors, totals, value, total);
  return { ...counted, value, interval: bounded(value, sizes, tail), upperAlone: bounded(value, sizes, alone)[1] };
}

/** The mid-P interval; its ends are at least as far out as those of a class without errors. */
function bounded(value, { size, flawlessSize, observed }, tail) {
  const [lower, upper] = midP(value * size, size, tail, observed);
  const flawless = midP(0, flawlessSize, tail, observed)[1];
  return [Math.min(lower, 1 - flawless), Math.max(upper, flawless)];
}

/** As if so many more groups with the rarer decision agreed entirely: GroupTotals.swift. */
const agreeingGroups = 1.5;

/** The effective number of maps, that of a class without errors, and the counted share of the observed count. */
function effectiveSizes(errors, totals, share, total) {
  let [squares, squaredErrors, products, discordance, withErrors, withCorrect] = [0, 0, 0, 0, 0, 0];
  for (let group = 0; group < totals.length; group++) {
    const [wrong, count] = [errors[group], totals[group]];
    squares += count * count;
    squaredErrors += wrong * wrong;
    products += wrong * count;
    discordance += (wrong * (count - wrong)) / count;
    if (wrong > 0) withErrors += 1;
    if (wrong < count) withCorrect += 1;
  }
  const spread = share * (1 - share);
  const flawlessSize = (total * total) / squares;
  const observed = 1 - flawlessSize / totals.length / 2;
  if (spread === 0 || totals.length === 1 || total === totals.length) return { size: flawlessSize, flawlessSize, observed };
  const evidence = Math.min(withErrors, withCorrect);
  const weight = evidence / (evidence + agreeingGroups);
  const correlation = 1 - weight * Math.min(1, discordance / ((total - totals.length) * spread));
  const linearised = Math.max(0, squaredErrors - 2 * share * products + share * share * squares) / (total * spread);
  const agreement = squares / total;
  const effect = Math.max(1, 1 + (agreement - 1) * correlation, weight * linearised + (1 - weight) * agreement);
  return { size: total / effect, flawlessSize, observed };
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
