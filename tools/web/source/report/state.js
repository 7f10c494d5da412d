// What one looks at, in the fragment of the address: a link to it is a link to the state.

/**
 * The thresholds and the map that a fragment names. What it does not name, or names without meaning, is as at present.
 *
 * @param {string} fragment such as "#varianceThreshold=0.3&map=room.bin.gz"
 * @param {object[]} checks those of the facts
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

/** The fragment of a state: what is not as at present. */
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

/** A threshold as it was typed; null for what has no meaning. */
export function thresholdIn(text, check) {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const number = Number(trimmed);
  if (!(number >= 0 && number <= check.most) || (check.whole && !Number.isInteger(number))) return null;
  // No difference is made between 0 and -0.
  return number + 0;
}
