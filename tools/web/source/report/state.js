// The state of the report in the URL fragment, so that it can be linked.

/**
 * Reads the thresholds, the map and the list from a fragment. Missing or invalid thresholds have their present values.
 *
 * @param {string} fragment such as "#varianceThreshold=0.3&map=room.bin.gz"
 * @param {object[]} checks the checks of the facts
 * @param {Record<string, number>} present
 * @returns {{ thresholds: Record<string, number>, map: string | null, list: string | null }}
 */
export function stateOf(fragment, checks, present) {
  const members = new URLSearchParams(fragment.replace(/^#/, ""));
  const thresholds = { ...present };
  for (const check of checks) {
    const number = thresholdIn(members.get(check.parameter) ?? "", check);
    if (number !== null) thresholds[check.parameter] = number;
  }
  return { thresholds, map: members.get("map"), list: members.get("list") };
}

/** The fragment of a state: its differences from the present values. */
export function fragmentOf({ thresholds, map, list }, checks, present) {
  const members = new URLSearchParams();
  for (const { parameter } of checks) {
    if (thresholds[parameter] !== present[parameter]) members.set(parameter, String(thresholds[parameter]));
  }
  if (map !== null) members.set("map", map);
  if (list !== null) members.set("list", list);
  const text = members.toString();
  return text === "" ? "" : `#${text}`;
}

/** Parses a typed threshold; null if it is invalid. */
export function thresholdIn(text, check) {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const number = Number(trimmed);
  if (!(number >= 0 && number <= check.most) || (check.whole && !Number.isInteger(number))) return null;
  // Turns -0 into 0.
  return number + 0;
}
