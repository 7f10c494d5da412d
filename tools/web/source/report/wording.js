// Wording used in several places of the report.

import { short, whole } from "../shared/words.js";
import { twoDecimals } from "./decimals.js";

/** A share in percent with two decimals, as in the command's reports. */
export function percent(share) {
  return share === null ? "none" : `${twoDecimals(100 * share)} %`;
}

/** Both ends of an interval in percent. */
export function ends(interval) {
  return interval === null ? "" : `[${interval.map((end) => twoDecimals(100 * end)).join(", ")}]`;
}

export function withUnit(text, check) {
  return check.unit === "m" ? `${text} m` : text;
}

/** The titles of marks. */
export const markTitles = { present: "present", tuned: "tuned", given: "" };

export function markTitle(mark) {
  return markTitles[mark.kind] || mark.name;
}

/** A margin in percent of the nearest threshold. */
export function marginText(margin) {
  if (margin === null) return "";
  if (!Number.isFinite(margin)) return margin > 0 ? "+\u221e" : "\u2212\u221e";
  const share = 100 * Math.abs(margin);
  const text = share >= 1000 ? `${short(share / 100, 3)} times` : `${share.toFixed(share < 10 ? 2 : 0)} %`;
  return `${margin < 0 ? "\u2212" : "+"}${text}`;
}

/** For example "10,000 maps". */
export function maps(count) {
  return `${whole(count)} map${count === 1 ? "" : "s"}`;
}
