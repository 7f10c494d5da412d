// The open map and its analysis with the current parameters.

import { oncePerFrame } from "../shared/dom.js";
import { photoBitmap } from "./entries.js";
import { analysisOf, analyzed, readEntry, resultObject } from "./results.js";

/** For larger maps, marks and histogram wait for a pause in dragging, because they take ten times as long. */
const manySamples = 500_000;
const pause = 200;

/**
 * Opens maps and analyses them again, at most once per frame.
 *
 * @typedef {object} Shown
 * @property {object} reading
 * @property {object} analysis
 * @property {object} result the object of docs/JSON.md
 * @property {object | null} trace null without a verdict or while dragging
 * @property {ImageBitmap | null} photo
 */
export class Session {
  #engine;
  #settings;
  #show;
  #opening = 0;
  #reading = null;
  #photo = null;
  #wait = 0;
  #isDragging = false;
  #refreshInFrame = oncePerFrame(() => this.#refresh(this.#isDragging));

  /**
   * @param {object} engine
   * @param {() => { options: object, profile: string, parameters: object }} settings returns the current ones
   * @param {(shown: Shown) => void} show
   */
  constructor(engine, settings, show) {
    this.#engine = engine;
    this.#settings = settings;
    this.#show = show;
  }

  /** Opens a map. If another one is requested meanwhile, the later request wins. */
  async open(entry) {
    const opening = ++this.#opening;
    const reading = await readEntry(entry, this.#settings().options, this.#engine);
    if (opening !== this.#opening) return;
    const photo = entry.photo && !reading.error ? await this.#photoOf(entry, reading) : null;
    if (opening !== this.#opening) return photo?.close();
    this.#photo?.close();
    [this.#reading, this.#photo] = [reading, photo];
    this.#refresh(false);
  }

  /** Discards the map being opened. */
  cancel() {
    this.#opening++;
  }

  /** Analyses again in the next frame; slow parts wait while dragging. */
  refresh(isDragging = false) {
    this.#isDragging = isDragging;
    if (this.#reading) this.#refreshInFrame();
  }

  /** The analysis of the open map in another profile. */
  analysis(profile) {
    return analysisOf(this.#reading, this.#engine, { ...this.#settings(), profile });
  }

  async #photoOf(entry, reading) {
    const { width, height } = analyzed(reading, this.#engine, this.#settings()).analysis;
    return photoBitmap(entry.photo, width >= height);
  }

  #refresh(isDragging) {
    clearTimeout(this.#wait);
    const reading = this.#reading;
    const settings = this.#settings();
    const start = performance.now();
    const isTraced = !reading.error && !(isDragging && reading.samples.length > manySamples);
    const found = analyzed(reading, this.#engine, settings, isTraced);
    performance.measure("analysis", { start });
    const result = resultObject(found.reading, found.analysis);
    this.#show({ ...found, result, photo: this.#photo });
    performance.measure("analysis and drawing", { start });
    if (!isTraced && !reading.error) this.#wait = setTimeout(() => this.#refresh(false), pause);
  }
}
