// The words of the report that stand in more than one place.

import { short, whole } from "../shared/words.js";
import { twoDecimals } from "./decimals.js";

/** A share in per cent with two decimals, as the command's reports have it. */
export function percent(share) {
  return share === null ? "none" : `${twoDecimals(100 * share)} %`;
}

/** Both ends of an interval in per cent. */
export function ends(interval) {
  return interval === null ? "" : `[${interval.map((end) => twoDecimals(100 * end)).join(", ")}]`;
}

/** A number with the unit of its check. */
export function withUnit(text, check) {
  return check.unit === "m" ? `${text} m` : text;
}

/** What each kind of mark is called on its button. */
export const markTitles = { present: "present", tuned: "tuned", given: "" };

/** The name of a mark. */
export function markTitle(mark) {
  return markTitles[mark.kind] || mark.name;
}

/** How a margin is written: as the share by which the nearest threshold is passed or missed. */
export function marginText(margin) {
  if (margin === null) return "";
  if (!Number.isFinite(margin)) return margin > 0 ? "no limit" : "\u2212no limit";
  const share = 100 * Math.abs(margin);
  const text = share >= 1000 ? `${short(share / 100, 3)} times` : `${share.toFixed(share < 10 ? 2 : 0)} %`;
  return `${margin < 0 ? "\u2212" : "+"}${text}`;
}

/** "1 map", "2 maps", "10,000 maps". */
export function maps(count) {
  return `${whole(count)} map${count === 1 ? "" : "s"}`;
}
