// Formats numbers like the command.

/** Formats like C's "%.2f", which rounds ties to even, while toFixed rounds them up. */
export function twoDecimals(number) {
  const [, below, tie] = number.toFixed(20).match(/^(.*\..{2})(50*)?/);
  const isEven = Number(below.at(-1)) % 2 === 0;
  return tie && tie.length === 18 && isEven ? below : number.toFixed(2);
}

/** The shortest decimal that reads back to the same number of the profile. */
export function decimal(number, profile) {
  if (profile !== "client") return String(number);
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(number.toPrecision(digits));
    if (Math.fround(text) === number) return String(text);
  }
  return String(Number(number.toPrecision(9)));
}

/** The level of an interval in percent, with enough digits not to print 100: "99.2". */
export function level(share) {
  for (let digits = 3; digits <= 15; digits++) {
    const text = String(Number((100 * share).toPrecision(digits)));
    if (text !== "100") return text;
  }
  return "100";
}
