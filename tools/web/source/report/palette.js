// The colours of classes: real scenes, species of attack, all maps where nothing is labelled.

import { element, inkOf } from "../shared/dom.js";

/** Species with a colour of their own; those after them share one. */
const colouredSpecies = 8;

/** The name of the colour variable of a class. */
export function inkName(kind) {
  if (kind === 0) return "real";
  return kind <= colouredSpecies ? `species-${kind}` : "species-other";
}

/** The colour of a class, for canvases. */
export function classInk(kind) {
  return inkOf(inkName(kind));
}

/** A patch of the colour of a class. */
export function classSign(kind) {
  const sign = element("span", { class: "legend-sign", "aria-hidden": "true" });
  sign.style.background = `var(--${inkName(kind)})`;
  return sign;
}
