// The wording of reading errors and notes, with the codes of docs/JSON.md.

/**
 * The message names what was found, what was expected and what to do. `code` is for programs; `server` is the
 * server's answer to the same bytes, if known.
 */
export class ReadingError extends Error {
  /** The kind of the bytes, which decides the server's answer, and their format if they are not a map. */
  kind = "uncompressed";
  format = null;
  server = null;

  constructor(code, [finding, expectation, remedy]) {
    super(`found ${finding}; expected ${expectation}; ${remedy}`);
    this.name = "ReadingError";
    this.code = code;
    this.finding = finding;
  }
}

const streams = { gzip: "a gzip stream", zlib: "a zlib stream", deflate: "a raw DEFLATE stream" };

function hint(container) {
  return container === "gzip" ? "" : ", or give width and height if it is uncompressed";
}

function bytesText(count) {
  return count === 1 ? "1 byte" : `${count} bytes`;
}

function samplesText(count) {
  return count === 1 ? "1 sample" : `${count} samples`;
}

export const failures = Object.freeze({
  empty: () => new ReadingError("empty", ["an empty file", "a depth map", "check how the file was written"]),
  tooLarge: (container, limit) =>
    new ReadingError("too_large", [
      container === "none"
        ? `more than ${bytesText(limit)}`
        : `${streams[container]} that inflates to more than ${bytesText(limit)}`,
      "no more than the limit",
      "use the command for it, whose limit can be raised with --max-bytes",
    ]),
  truncated: (container, inflated) =>
    new ReadingError("truncated", [
      `${streams[container]} that is cut off (${bytesText(inflated)} inflated)`,
      "a complete stream",
      `copy the file again${hint(container)}`,
    ]),
  corrupt: (container, inflated) =>
    new ReadingError("corrupt", [
      `${streams[container]} that is damaged after ${bytesText(inflated)} inflated`,
      "an intact stream",
      `copy the file again${hint(container)}`,
    ]),
  wrongChecksum: (container) =>
    new ReadingError("wrong_checksum", [
      `${streams[container]} whose checksum does not match its contents`,
      "matching checksums",
      `copy the file again${hint(container)}`,
    ]),
  refusedGzip: ({ code, message }) =>
    new ReadingError(code, [message, "an intact gzip stream", "copy the file again"]),
  bytesAfterEnd: (container) =>
    new ReadingError("bytes_after_end", [
      `bytes after the end of the ${streams[container].slice(2)}`,
      "the end of the file there",
      "truncate the file there, or copy it again",
    ]),
  nothingInside: (container) =>
    new ReadingError("nothing_inside", [
      `${streams[container]} with no contents`,
      "float32 samples",
      "check how the file was written",
    ]),
  notWholeSamples: (container, count) =>
    new ReadingError("not_whole_samples", [
      `${bytesText(count)} ${container === "none" ? "that are not packed in a known way" : "inflated"}`,
      "a multiple of 4, the size of a float32 sample",
      "check that the file is complete and holds float32 samples",
    ]),
  otherFormat: ({ code, name, remedy }, container) =>
    container === "none"
      ? new ReadingError(code, [name, "a depth map in a format that this page reads", remedy])
      : new ReadingError(code, [`${streams[container]} that contains ${name}`, "float32 samples", remedy]),
  dimensionsDoNotFit: ({ width, height }, count) => {
    const maps = count / (width * height);
    const isSeveral = Number.isInteger(maps) && Math.min(width, height) > 8;
    return isSeveral
      ? new ReadingError("several_maps", [
          `${maps} maps of ${width}x${height} in one file`, "one map", "use the command for it"])
      : new ReadingError("dimensions_do_not_fit", [
          samplesText(count), `${width}x${height} samples as given`, "correct width and height, or omit them"]);
  },
  dimensionsNotPositive: (width, height) =>
    new ReadingError("dimensions_not_positive", [
      `${width}x${height} as dimensions`,
      "a width and a height of at least 1",
      "correct width and height",
    ]),
  storedNotDepth: (kind, found, expected, remedy) =>
    new ReadingError(`${kind}_not_depth`, [found, expected, remedy]),
  storedTruncated: (kind, noun, count) =>
    new ReadingError(`${kind}_truncated`, [
      `a ${noun} that is cut off after ${bytesText(count)}`,
      `a complete ${noun}`,
      "copy the file again",
    ]),
  storedDamaged: (kind, noun, detail) =>
    new ReadingError(`${kind}_damaged`, [`a damaged ${noun} (${detail})`, `an intact ${noun}`, "copy the file again"]),
  notEnoughMemory: (detail) =>
    new ReadingError("not_enough_memory", [
      `too little memory in this browser (${detail})`,
      "enough for the map",
      "close other pages and load this one again, or use the command",
    ]),
  notRead: (detail) =>
    new ReadingError("system_error", [
      `a file that the browser could not read (${detail})`,
      "a readable file",
      "choose it again",
    ]),
});

export const notes = Object.freeze({
  bytesAfterEndIgnored: (rest, after) => ({
    code: "bytes_after_end_ignored",
    text: `${bytesText(rest.length)}${kindOfRest(rest)} after the end of the ${after} ignored`,
  }),
  givenDimensionsDoNotFit: (given, count, used) => ({
    code: "given_dimensions_do_not_fit",
    text: `given dimensions ${given} do not fit ${samplesText(count)}; used ${used}, as inferred by the server`,
  }),
  severalMapsLikely: (count, size) => ({
    code: "several_maps_likely",
    text: `the samples may be ${count} maps of ${size}: give that size and name them FILE/0 to FILE/${count - 1}`,
  }),
  sizeLikely: (width, height) => {
    const half = width * 3 === height * 8 ? `, or half of a ${width}x${2 * height} map` : "";
    const text =
      `rows of ${width} samples continue each other: ${width}x${height}${half}? ` +
      `Give --width ${width} and --height ${height}`;
    return { code: "size_likely", text };
  },
  notAGrid: (inferred, count) => ({
    code: "not_a_grid",
    text:
      `inferred dimensions ${inferred} do not multiply to ${samplesText(count)}; ` +
      "edges and quadrants are not measured",
  }),
  unitsAssumed: (noun, units) => ({
    code: "units_assumed",
    text: `assumed ${units} units per metre, because the ${noun} does not state its unit`,
  }),
  storedDimensionsUsed: (kind, noun, given, used) => ({
    code: `${kind}_dimensions_used`,
    text: `given dimensions ${given} ignored; used the ${noun}'s own ${used}`,
  }),
  roundedToFloat32: (count, total) => ({
    code: "rounded_to_float32",
    text: `${count} of ${total} float64 numbers rounded to float32, which the analysis uses`,
  }),
  scaleIgnored: (noun, scale) => ({
    code: "scale_ignored",
    text: `the ${noun}'s scale of ${scale} ignored; its numbers are read as metres`,
  }),
  readAsUncompressed: (error) => ({
    code: "read_as_uncompressed",
    text:
      "begins like a zlib stream but is read as uncompressed float32; " +
      `as zlib it would be ${error.finding}`,
  }),
  resemblesOtherFormat: (name) => ({
    code: "resembles_other_format",
    text: `resembles ${name}; read as float32, as the server does`,
  }),
  inflatedAsServerDoes: () => ({
    code: "inflated_as_server_does",
    text: "inflated as the server does; other programs find a damaged gzip stream",
  }),
});

function kindOfRest(rest) {
  if (rest[0] === 0x1f && rest[1] === 0x8b) return " that begin like another gzip member";
  return rest.every((byte) => byte === 0) ? ", all zero," : "";
}
