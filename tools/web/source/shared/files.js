// From the bytes of a file to its samples and the server's answer, by the rules of the command (Sources/DepthFiles).

import { floats, foreignFormat, plausibleSamples } from "./foreign-formats.js";
import { decodedGrey16, looksLikePNG } from "./png.js";
import { failures, notes, refusals } from "./reading-errors.js";
import { fitsGiven, refusedAnswer, unpacked } from "./unpacking.js";

/** The most bytes of a file, and the most that are inflated from it, as the command has it. */
export const byteLimit = 256 * 1024 * 1024;

/** What pixels of a PNG are taken for where nothing is known: millimetres. */
export const assumedUnitsPerMetre = 1000;

/**
 * What is known of a file before it is read.
 *
 * @typedef {object} ReadingOptions
 * @property {number} [width] samples in a row; left out together with `height` both are inferred, as the server does
 * @property {number} [height]
 * @property {number | null} [unitsPerMetre] of a PNG; null assumes 1000 and notes it
 * @property {number[]} [invalidValues] numbers of the file that stand for no reading
 */

/**
 * Reads a depth map.
 *
 *     const { samples, width, height, server } = await readDepthFile(bytes, {}, analyzer);
 *
 * @param {Uint8Array} bytes
 * @param {ReadingOptions} options
 * @param {import("../depthcheck.js").DepthAnalyzer} analyzer
 * @returns {Promise<DepthFile>} throws a ReadingError with the `code` and what the `server` would answer
 *
 * @typedef {object} DepthFile
 * @property {Float32Array} samples metres, row by row
 * @property {number} width 0 where both are to be inferred
 * @property {number} height
 * @property {"gzip" | "zlib" | "deflate" | "none"} container
 * @property {"float32" | "png16"} format
 * @property {{ code: string, text: string }[]} notes
 * @property {{ server_would_answer: string, server_answer: string, server_code?: string }} server
 */
export async function readDepthFile(bytes, options, analyzer) {
  const known = { width: 0, height: 0, unitsPerMetre: null, invalidValues: [], ...options, limit: byteLimit };
  if (bytes.length === 0) throw Object.assign(failures.empty(), { server: refusedAnswer(...refusals.empty) });
  if (bytes.length > byteLimit) {
    const unread = `it has more than ${byteLimit} bytes`;
    throw Object.assign(failures.tooLarge("none", byteLimit), { server: refusedAnswer("too_large", unread) });
  }
  if (looksLikePNG(bytes) && !(bytes.length < 8 && fitsGiven(bytes.length, known))) {
    return withServer(refusedAnswer(...refusals.png), () => readPNG(bytes, known));
  }
  const packed = await unpacked(bytes, known, analyzer);
  return withServer(serverAnswer(packed, known, analyzer), () => readFloats(packed, known, analyzer));
}

/** The result of a reading, or its error, with the server's answer. */
async function withServer(server, read) {
  try {
    return { ...(await read()), server };
  } catch (error) {
    throw Object.assign(error, { server });
  }
}

/** What the server answers: it knows gzip, given dimensions and its own constants. */
function serverAnswer({ container, bytes, refusal }, known, analyzer) {
  if (refusal) return refusedAnswer(...refusal);
  if (container === "gzip" && bytes.length === 0) return refusedAnswer("no_samples", "no samples");
  if (bytes.length % 4 !== 0) {
    return refusedAnswer("not_whole_samples", `${bytes.length} bytes inflated, not a multiple of 4`);
  }
  const { status } = analyzer.analyze(floats(bytes), dimensionsFor(bytes.length, known));
  if (status === "unavailable") return refusedAnswer("no_valid_sample", "no valid sample");
  return { server_would_answer: status, server_answer: status };
}

/** The given dimensions where they fit, or else none, to be inferred. */
function dimensionsFor(byteCount, known) {
  return fitsGiven(byteCount, known) ? { width: known.width, height: known.height } : { width: 0, height: 0 };
}

function readFloats({ container, bytes, rest, dropped, isServersAlone }, known, analyzer) {
  requirePositive(known);
  // What is not packed was looked at when that was found out.
  const format = container !== "none" && !fitsGiven(bytes.length, known) ? foreignFormat(bytes) : null;
  if (format) throw failures.otherFormat(format, container);
  if (bytes.length === 0) throw failures.nothingInside(container);
  if (bytes.length % 4 !== 0) throw failures.notWholeSamples(container, bytes.length);
  const found = [];
  if (dropped) found.push(notes.readAsUncompressed(dropped));
  if (isServersAlone) found.push(notes.inflatedAsServerDoes());
  if (rest?.length > 0) found.push(notes.bytesAfterEndIgnored(rest, "gzip member"));
  const samples = withoutInvalid(floats(bytes), known.invalidValues);
  const { width, height } = dimensionsFor(bytes.length, known);
  if (width === 0) found.push(...notesOfInference(samples, known, analyzer));
  if (container === "none") {
    const { plausible, total, areMost } = plausibleSamples(samples);
    if (!areMost) found.push(notes.fewPlausibleSamples(plausible, total));
  }
  return { samples, width, height, container, format: "float32", notes: found };
}

function requirePositive({ width, height }) {
  if (width === 0 && height === 0) return;
  if (![width, height].every((side) => Number.isInteger(side) && side > 0)) {
    throw failures.dimensionsNotPositive(width, height);
  }
}

/** Only the analysis infers dimensions, so it is asked for them. */
function notesOfInference(samples, known, analyzer) {
  const inferred = analyzer.analyze(samples);
  const [columns, rows] = [inferred.width, inferred.height];
  const found = [];
  if (known.width > 0) {
    const given = `${known.width}x${known.height}`;
    found.push(notes.givenDimensionsDoNotFit(given, samples.length, `${columns}x${rows}`));
  }
  if (columns * rows !== samples.length) found.push(notes.notAGrid(`${columns}x${rows}`, samples.length));
  return found;
}

async function readPNG(bytes, known) {
  const { width, height, pixels, byteCount } = await decodedGrey16(bytes, known.limit);
  requirePositive(known);
  const found = [];
  if (byteCount < bytes.length) found.push(notes.bytesAfterEndIgnored(bytes.subarray(byteCount), "PNG"));
  if (known.width > 0 && (known.width !== width || known.height !== height)) {
    found.push(notes.pngDimensionsUsed(`${known.width}x${known.height}`, `${width}x${height}`));
  }
  const units = Math.fround(known.unitsPerMetre ?? assumedUnitsPerMetre);
  if (known.unitsPerMetre === null) found.push(notes.unitsAssumed(units));
  const invalid = new Set(known.invalidValues);
  const samples = Float32Array.from(pixels, (pixel) => (invalid.has(pixel) ? NaN : pixel / units));
  return { samples, width, height, container: "none", format: "png16", notes: found };
}

function withoutInvalid(samples, invalidValues) {
  if (invalidValues.length === 0) return samples;
  const invalid = new Set(invalidValues.map(Math.fround));
  return samples.map((sample) => (invalid.has(sample) ? NaN : sample));
}
