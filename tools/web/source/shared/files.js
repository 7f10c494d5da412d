// Reads the samples of a file and the server's answer to it, by the rules of the command (Sources/DepthFiles).

import { inflatedByteLimit, serverAnswer } from "../depthcheck.js";
import { floats, foreignFormat } from "./foreign-formats.js";
import { ReadingError, failures, notes } from "./reading-errors.js";
import { likelyWidth } from "./row-continuity.js";
import { storedFormat } from "./stored.js";
import { fitsGiven, unpacked } from "./unpacking.js";

/** Integers without a unit are assumed to be millimetres. */
export const assumedUnitsPerMetre = 1000;

/**
 * What the user knows about a file before it is read.
 *
 * @typedef {object} ReadingOptions
 * @property {number} [width] if omitted together with `height`, both are inferred as on the server
 * @property {number} [height]
 * @property {number | null} [unitsPerMetre] of integers; null assumes 1000 and adds a note
 * @property {number[]} [invalidValues] stored numbers that mean "no reading"
 */

/**
 * Reads a depth map.
 *
 *     const { samples, width, height, server } = await readDepthFile(bytes, {}, { analyzer, reader });
 *
 * @param {Uint8Array} bytes
 * @param {ReadingOptions} options
 * @param {{ analyzer: import("../depthcheck.js").DepthAnalyzer, reader: import("../depthcheck.js").GzipReader }} engine
 * @returns {Promise<DepthFile>} throws a ReadingError with a `code` and the answer of the `server`
 *
 * @typedef {object} DepthFile
 * @property {Float32Array} samples metres, row by row
 * @property {number} width 0 if both are to be inferred
 * @property {number} height
 * @property {"gzip" | "zlib" | "deflate" | "none"} container
 * @property {"float32" | "png16" | "npy" | "pfm" | "pgm"} format
 * @property {number | null} unitsPerMetre null if metres are stored
 * @property {{ code: string, text: string }[]} notes
 * @property {{ server_would_answer: string, server_answer: string, server_code?: string }} server
 */
export async function readDepthFile(bytes, options, engine) {
  const known = { ...nothingKnown, ...options, limit: inflatedByteLimit };
  try {
    const { kind, ...read } = await readAny(bytes, known, engine);
    return { ...read, server: answerOfServer(bytes, kind, known, engine) };
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    error.server =
      bytes.length > known.limit
        ? unknownAnswer(known.limit)
        : answerOfServer(bytes, error.kind, known, engine, error.format);
    throw error;
  }
}

const nothingKnown = { width: 0, height: 0, unitsPerMetre: null, invalidValues: [] };

function unknownAnswer(limit) {
  const words = `unknown: it has more than ${limit} bytes`;
  return { server_would_answer: words, server_answer: "unknown", server_code: "not_read" };
}

/** The server reads gzip, uses the given dimensions and has its own constants. */
function answerOfServer(bytes, kind, { width, height }, engine, format = null) {
  const { analyzer, reader } = engine;
  const answer = serverAnswer(bytes, { analyzer, reader, ...(width > 0 && height > 0 && { width, height }), kind });
  if (!format) return answer;
  return { ...answer, server_would_answer: `unavailable: ${format.name}; the server reads only gzip` };
}

async function readAny(bytes, known, engine) {
  if (bytes.length === 0) throw failures.empty();
  if (bytes.length > known.limit) throw failures.tooLarge("none", known.limit);
  const format = recognized(bytes, known);
  if (format) {
    const { kind } = format;
    return { kind, ...(await ofKind(kind, () => readStored(bytes, format, "none", known))) };
  }
  const packed = await unpacked(bytes, known, engine.reader);
  return { kind: packed.kind, ...(await ofKind(packed.kind, () => readFloats(packed, known, engine.analyzer))) };
}

/** Fewer than eight bytes that begin like a format are samples if they match the given dimensions. */
function recognized(bytes, known) {
  return bytes.length < 8 && fitsGiven(bytes.length, known) ? undefined : storedFormat(bytes);
}

/** Adds the kind of the file, which decides the server's answer, to an error. */
async function ofKind(kind, read) {
  try {
    return await read();
  } catch (error) {
    throw Object.assign(error, { kind });
  }
}

/** The given dimensions if they fit; otherwise none, to be inferred. */
function dimensionsFor(byteCount, known) {
  return fitsGiven(byteCount, known) ? { width: known.width, height: known.height } : {};
}

async function readFloats({ container, bytes, rest, dropped, isServersAlone }, known, analyzer) {
  requirePositive(known);
  // Uncompressed bytes have already been checked.
  const isOther = container !== "none" && !fitsGiven(bytes.length, known);
  const found = [];
  if (dropped) found.push(notes.readAsUncompressed(dropped));
  if (isServersAlone) found.push(notes.inflatedAsServerDoes());
  if (rest?.length > 0) found.push(notes.bytesAfterEndIgnored(rest, "gzip member"));
  // Bytes that the server reads as a map are a map, even if they resemble another format.
  const isServersMap = isServersAlone !== undefined && bytes.length > 0 && bytes.length % 4 === 0;
  const stored = isOther ? storedFormat(bytes) : undefined;
  if (stored) {
    try {
      const read = await readStored(bytes, stored, container, known);
      return { ...read, notes: [...found, ...read.notes] };
    } catch (error) {
      if (!isServersMap || !/_(damaged|truncated)$|^too_large$/.test(error.code)) throw error;
      found.push(notes.resemblesOtherFormat(`a ${stored.noun}`));
    }
  }
  const format = isOther && !stored ? foreignFormat(bytes) : null;
  if (format && !isServersMap) throw failures.otherFormat(format, container);
  if (format) found.push(notes.resemblesOtherFormat(format.name));
  if (bytes.length === 0) throw failures.nothingInside(container);
  if (bytes.length % 4 !== 0) throw failures.notWholeSamples(container, bytes.length);
  const samples = withoutInvalid(floats(bytes), known.invalidValues);
  const { width, height } = dimensionsFor(bytes.length, known);
  if (width === undefined) {
    if (known.width > 0 && container !== "gzip") throw failures.dimensionsDoNotFit(known, samples.length);
    found.push(...notesOfInference(samples, known, analyzer));
  }
  return { samples, width, height, container, format: "float32", unitsPerMetre: null, notes: found };
}

function requirePositive({ width, height }) {
  if (width === 0 && height === 0) return;
  if (![width, height].every((side) => Number.isInteger(side) && side > 0)) {
    throw failures.dimensionsNotPositive(width, height);
  }
}

/** Dimensions are inferred by the analysis. */
function notesOfInference(samples, known, analyzer) {
  const inferred = analyzer.analyze(samples);
  const [columns, rows] = [inferred.width, inferred.height];
  const found = [];
  const noteSeveral = ([width, height]) => {
    const count = samples.length / (width * height);
    if (Math.min(width, height) > 8 && count > 1 && Number.isInteger(count)) {
      found.push(notes.severalMapsLikely(count, `${width}x${height}`));
      return true;
    }
    return false;
  };
  if (known.width > 0) {
    const given = `${known.width}x${known.height}`;
    found.push(notes.givenDimensionsDoNotFit(given, samples.length, `${columns}x${rows}`));
    noteSeveral([known.width, known.height]);
  }
  if (columns * rows !== samples.length) {
    found.push(notes.notAGrid(`${columns}x${rows}`, samples.length));
    if (known.width > 0) return found;
    const common = [[640, 480], [320, 240], [256, 192]];
    const size = common.find(([width, height]) => samples.length % (width * height) === 0);
    const width = likelyWidth(samples);
    if (width === null || width === size?.[0]) common.some(noteSeveral);
    else if (samples.length % width === 0) found.push(notes.sizeLikely(width, samples.length / width));
  }
  return found;
}

async function readStored(bytes, { kind, format, noun, decode }, container, known) {
  const { width, height, byteCount, steps, metres, roundedCount, scale } = await decode(bytes, known.limit);
  requirePositive(known);
  const found = [];
  if (roundedCount) found.push(notes.roundedToFloat32(roundedCount, width * height));
  if (scale && scale !== 1) found.push(notes.scaleIgnored(noun, scale));
  if (byteCount < bytes.length) found.push(notes.bytesAfterEndIgnored(bytes.subarray(byteCount), noun));
  if (known.width > 0 && (known.width !== width || known.height !== height)) {
    found.push(notes.storedDimensionsUsed(kind, noun, `${known.width}x${known.height}`, `${width}x${height}`));
  }
  const read = { width, height, container, format, unitsPerMetre: null, notes: found };
  if (metres) return { ...read, samples: withoutInvalid(metres, known.invalidValues) };
  const units = Math.fround(known.unitsPerMetre ?? assumedUnitsPerMetre);
  if (known.unitsPerMetre === null) found.push(notes.unitsAssumed(noun, units));
  const invalid = new Set(known.invalidValues);
  return { ...read, unitsPerMetre: units, samples: Float32Array.from(steps, (step) => (invalid.has(step) ? NaN : step / units)) };
}

function withoutInvalid(samples, invalidValues) {
  if (invalidValues.length === 0) return samples;
  const invalid = new Set(invalidValues.map(Math.fround));
  return samples.map((sample) => (invalid.has(sample) ? NaN : sample));
}
