// The colours of classes: real scenes, species of attack, and all maps if there are no labels.

import { element, inkOf } from "../shared/dom.js";

/** The number of species with a colour each; further species share one. */
const colouredSpecies = 8;

/** The name of the CSS colour variable of a class. */
export function inkName(kind) {
  if (kind === 0) return "real";
  return kind <= colouredSpecies ? `species-${kind}` : "species-other";
}

/** The colour of a class, for canvases. */
export function classInk(kind) {
  return inkOf(inkName(kind));
}

/** A legend symbol in the colour of a class. */
export function classSign(kind) {
  const sign = element("span", { class: "legend-sign", "aria-hidden": "true" });
  sign.style.background = `var(--${inkName(kind)})`;
  return sign;
}
