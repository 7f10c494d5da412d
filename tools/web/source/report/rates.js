// Error rates of decisions: Sources/ThresholdTuning/Rates, in JavaScript.

import { classNames } from "./corpus.js";
import { groupedRate } from "./statistics.js";

/**
 * Counts errors by class and group for changing decisions:
 *
 *     const counter = new ErrorCounter(corpus);
 *     const { bpcer, apcer, worst, acer } = counter.rates(decided(corpus, thresholds));
 *
 * The grouping of rows is computed once; each count is then one pass over the rows.
 */
export class ErrorCounter {
  #corpus;
  #cellOfRow;
  #cellTotals;
  #cellStarts;
  #totals;
  #responses;

  constructor(corpus) {
    this.#corpus = corpus;
    const classCount = classNames(corpus).length;
    this.#totals = new Uint32Array(classCount);
    this.#responses = new Uint32Array(classCount);
    this.#numberCells(classCount);
  }

  /** Numbers the pairs of class and group with a verdict; those of a class are consecutive. */
  #numberCells(classCount) {
    const { kinds, groups, outcome, rowCount } = this.#corpus;
    const cells = Array.from({ length: classCount }, () => new Map());
    for (let row = 0; row < rowCount; row++) {
      const kind = kinds?.[row] ?? 0;
      this.#totals[kind] += 1;
      if (outcome[row] !== 0) continue;
      this.#responses[kind] += 1;
      const group = groups?.[row] ?? row;
      if (!cells[kind].has(group)) cells[kind].set(group, cells[kind].size);
    }
    this.#cellStarts = new Uint32Array(classCount + 1);
    cells.forEach((cell, kind) => (this.#cellStarts[kind + 1] = this.#cellStarts[kind] + cell.size));
    this.#cellTotals = new Uint32Array(this.#cellStarts[classCount]);
    this.#cellOfRow = new Uint32Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      if (outcome[row] !== 0) continue;
      const kind = kinds?.[row] ?? 0;
      const cell = this.#cellStarts[kind] + cells[kind].get(groups?.[row] ?? row);
      this.#cellOfRow[row] = cell;
      this.#cellTotals[cell] += 1;
    }
  }

  /** The numbers of maps per class: accepted, with a verdict, and all. */
  counts(accepted) {
    const { kinds, rowCount } = this.#corpus;
    const passed = new Uint32Array(this.#totals.length);
    if (kinds) for (let row = 0; row < rowCount; row++) passed[kinds[row]] += accepted[row];
    else for (let row = 0; row < rowCount; row++) passed[0] += accepted[row];
    return { accepted: passed, responses: this.#responses, totals: this.#totals };
  }

  /** Error rates with intervals; those of the species hold simultaneously. */
  rates(accepted) {
    const { kinds, outcome, rowCount, facts } = this.#corpus;
    const errors = new Uint32Array(this.#cellTotals.length);
    for (let row = 0; row < rowCount; row++) {
      // A rejected real scene or an accepted attack.
      if (outcome[row] === 0 && (kinds[row] > 0) === (accepted[row] === 1)) errors[this.#cellOfRow[row]] += 1;
    }
    const decided = this.#responses.subarray(1).filter((count) => count > 0).length;
    const rate = (kind) => {
      const [start, end] = [this.#cellStarts[kind], this.#cellStarts[kind + 1]];
      const alone = (1 - facts.confidence) / 2;
      const tail = alone / (kind === 0 ? 1 : Math.max(1, decided));
      return {
        ...groupedRate(errors.subarray(start, end), this.#cellTotals.subarray(start, end), tail, alone),
        level: 1 - 2 * tail,
        silent: this.#totals[kind] - this.#responses[kind],
        presented: this.#totals[kind],
      };
    };
    const apcer = facts.species.map((_, species) => rate(species + 1));
    return summarised(rate(0), apcer);
  }
}

/** The figures derived from several rates. */
function summarised(bpcer, apcer) {
  let worst = null;
  apcer.forEach(({ value }, species) => {
    if (value !== null && (worst === null || value > apcer[worst].value)) worst = species;
  });
  const decided = apcer.filter(({ interval }) => interval !== null);
  return {
    bpcer,
    apcer,
    worst,
    worstAPCER: worst === null ? null : apcer[worst].value,
    worstInterval:
      decided.length === 0
        ? null
        : [
            Math.max(...decided.map(({ interval }) => interval[0])),
            Math.max(...decided.map(({ upperAlone }) => upperAlone)),
          ],
    acer: worst === null || bpcer.value === null ? null : (apcer[worst].value + bpcer.value) / 2,
  };
}
