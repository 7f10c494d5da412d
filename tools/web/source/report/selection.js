// Selects the maps of a list, worst first.

import { marginOf } from "./decisions.js";

/** The available lists, the one that a report opens with first; those of errors need labels. */
export function listKinds(corpus) {
  const always = [
    { kind: "all", title: "all", order: "table" },
    { kind: "changed", title: "decided differently than at present", order: "worst" },
    { kind: "near", title: "nearest to a threshold", order: "nearest" },
    { kind: "accepted", title: "accepted, clearest first", order: "worst" },
    { kind: "rejected", title: "rejected, clearest first", order: "worst" },
    { kind: "silent", title: "without a verdict", order: "table" },
  ];
  if (!corpus.kinds) return always;
  return [
    ...always.slice(0, 2),
    { kind: "accepted-attacks", title: "accepted attacks", order: "worst" },
    { kind: "rejected-scenes", title: "rejected real scenes", order: "worst" },
    ...always.slice(2),
  ];
}

const members = {
  all: () => true,
  changed: ({ accepted, present }, row) => accepted[row] !== present[row],
  near: ({ corpus }, row) => corpus.outcome[row] === 0,
  accepted: ({ accepted }, row) => accepted[row] === 1,
  rejected: ({ accepted, corpus }, row) => accepted[row] === 0 && corpus.outcome[row] === 0,
  silent: ({ corpus }, row) => corpus.outcome[row] !== 0,
  "accepted-attacks": ({ accepted, corpus }, row) => accepted[row] === 1 && corpus.kinds[row] > 0,
  "rejected-scenes": ({ accepted, corpus }, row) =>
    accepted[row] === 0 && corpus.kinds[row] === 0 && corpus.outcome[row] === 0,
};

/**
 * The first maps of a list, and their total number.
 *
 * @param {object} options
 * @param {import("./corpus.js").Corpus} options.corpus
 * @param {string} options.kind one of `listKinds`
 * @param {Uint8Array} options.accepted
 * @param {Uint8Array} options.present
 * @param {Record<string, number>} options.thresholds
 * @param {string} options.text substring of names, ignoring case
 * @param {number} options.most
 * @returns {{ rows: { row: number, margin: number | null }[], count: number }}
 */
export function selected(options) {
  const { corpus, kind, thresholds, text, most } = options;
  const { order } = listKinds(corpus).find((candidate) => candidate.kind === kind);
  const isMember = members[kind];
  const sought = text.trim().toLowerCase();
  const best = new BestRows(most);
  let count = 0;
  for (let row = 0; row < corpus.rowCount; row++) {
    if (!isMember(options, row)) continue;
    if (sought !== "" && !corpus.files[row].toLowerCase().includes(sought)) continue;
    count += 1;
    const margin = corpus.outcome[row] === 0 ? marginOf(corpus, row, thresholds) : null;
    const size = Math.abs(margin ?? 0);
    best.offer({ row, margin, weight: order === "table" ? -row : order === "worst" ? size : -size });
  }
  return { rows: best.sorted(), count };
}

/** Keeps the heaviest rows in a heap with the lightest on top. */
class BestRows {
  #most;
  #heap = [];

  constructor(most) {
    this.#most = most;
  }

  offer(item) {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(item);
      this.#rise(heap.length - 1);
    } else if (isLighter(heap[0], item)) {
      heap[0] = item;
      this.#sink();
    }
  }

  /** The heaviest first; equal ones in row order. */
  sorted() {
    return this.#heap.sort((left, right) => (isLighter(left, right) ? 1 : -1));
  }

  #rise(index) {
    const heap = this.#heap;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!isLighter(heap[index], heap[above])) return;
      [heap[index], heap[above]] = [heap[above], heap[index]];
      index = above;
    }
  }

  #sink() {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      let lightest = index;
      for (const below of [2 * index + 1, 2 * index + 2]) {
        if (below < heap.length && isLighter(heap[below], heap[lightest])) lightest = below;
      }
      if (lightest === index) return;
      [heap[index], heap[lightest]] = [heap[lightest], heap[index]];
      index = lightest;
    }
  }
}

function isLighter(left, right) {
  return left.weight < right.weight || (left.weight === right.weight && left.row > right.row);
}
