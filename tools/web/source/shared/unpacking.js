// Detects the container of a file and unpacks it, by the rules of
// Sources/DepthFiles/Reading/ContainerDetection.swift. The server's reader reads gzip; the browser inflates the rest.

import { DepthcheckError } from "../depthcheck.js";
import { floats, foreignFormat, lookLikeDistances } from "./foreign-formats.js";
import { inflated } from "./inflating.js";
import { failures } from "./reading-errors.js";
import { storedFormat } from "./stored.js";

/** The number of bytes that a damaged raw DEFLATE stream must inflate before it is recognised as one. */
const longRun = 128;

/**
 * An unpacked file.
 *
 * @typedef {object} Unpacked
 * @property {"gzip" | "zlib" | "deflate" | "none"} container
 * @property {Uint8Array} bytes
 * @property {string} kind gzip, or the code of the server's refusal
 * @property {Uint8Array} [rest] the bytes after the first gzip member
 * @property {Error} [dropped] the reason why bytes that begin like a zlib stream were not inflated
 * @property {boolean} [isServersAlone] whether the server can read the gzip member, but browsers cannot
 */

/**
 * Unpacks bytes without a stored format. Throws a ReadingError with their kind.
 *
 * @param {Uint8Array} bytes
 * @param {{ width: number, height: number, limit: number }} rule
 * @param {import("../depthcheck.js").GzipReader} reader
 * @returns {Promise<Unpacked>}
 */
export async function unpacked(bytes, rule, reader) {
  if (looksLikeGzip(bytes)) return unpackedGzip(bytes, rule, reader);
  if (!looksLikeZlib(bytes)) return unpackedWithoutHeader(bytes, rule, null);
  const zlib = await inflated("deflate", bytes, rule.limit);
  if (zlib.end === "complete") return { container: "zlib", bytes: zlib.output, kind: "zlib" };
  return unpackedWithoutHeader(bytes, rule, await zlibError(zlib, bytes, rule.limit));
}

async function unpackedGzip(bytes, { limit }, reader) {
  const server = serversView(bytes, limit, reader);
  const container = { container: "gzip", kind: "gzip" };
  if (!server.refusal) {
    const others = await inflated("gzip", bytes.subarray(0, server.memberByteCount), limit);
    const rest = bytes.subarray(server.memberByteCount);
    return { ...container, bytes: server.bytes, rest, isServersAlone: others.end !== "complete" };
  }
  if (server.refusal.code === "too_large") throw of("gzip", failures.tooLarge("gzip", limit));
  const others = await inflated("gzip", bytes, limit);
  if (others.end === "complete") return { ...container, bytes: others.output };
  throw of("gzip", failures.refusedGzip(server.refusal));
}

/** The bytes that the server inflates, or its error. */
function serversView(bytes, limit, reader) {
  try {
    return reader.inflate(bytes, limit);
  } catch (error) {
    if (!(error instanceof DepthcheckError)) throw error;
    return { refusal: error };
  }
}

async function zlibError({ end, byteCount }, bytes, limit) {
  if (end === "tooLarge") return failures.tooLarge("zlib", limit);
  if (end === "cutOff") return failures.truncated("zlib", byteCount);
  if (end === "followed") return failures.bytesAfterEnd("zlib");
  const inside = await inflated("deflate-raw", bytes.subarray(2, -4), limit);
  return inside.end === "complete" ? failures.wrongChecksum("zlib") : failures.corrupt("zlib", byteCount);
}

/** `zlibError` is set if the bytes begin like a zlib stream that is unusable. */
async function unpackedWithoutHeader(bytes, rule, zlibError) {
  const raw = await inflated("deflate-raw", bytes, rule.limit);
  const fits = fitsGiven(bytes.length, rule);
  const isComplete = raw.end === "complete";
  const canBe = isComplete && (canBeMap(raw.output.length) || storedFormat(raw.output));
  if (canBe && (!fits || fitsGiven(raw.output.length, rule))) {
    return { container: "deflate", bytes: raw.output, kind: "raw_deflate" };
  }
  const plain = { container: "none", bytes, kind: "uncompressed", ...(zlibError && { dropped: zlibError }) };
  if (fits) return plain;
  const format = foreignFormat(bytes);
  if (format) throw Object.assign(failures.otherFormat(format, "none"), { format });
  const mayBeMap = canBeMap(bytes.length);
  const isPlausible = mayBeMap && lookLikeDistances(floats(bytes));
  if (zlibError) {
    if (isPlausible && !showsCompleteStream(zlibError)) return plain;
    throw of("zlib", zlibError);
  }
  const isBomb = raw.end === "tooLarge";
  const isLong = async () => !isComplete && (await survives(bytes.subarray(0, longRun)));
  if ((isComplete && !mayBeMap) || isBomb || (!isPlausible && (await isLong()))) {
    throw of("raw_deflate", deflateError(raw, rule.limit));
  }
  if (!mayBeMap) throw failures.notWholeSamples("none", bytes.length);
  return plain;
}

function deflateError({ end, output, byteCount }, limit) {
  if (end === "tooLarge") return failures.tooLarge("deflate", limit);
  if (end === "cutOff") return failures.truncated("deflate", byteCount);
  if (end === "followed") return failures.bytesAfterEnd("deflate");
  if (end === "damaged") return failures.corrupt("deflate", byteCount);
  return output.length === 0
    ? failures.nothingInside("deflate")
    : failures.notWholeSamples("deflate", output.length);
}

/** Adds the kind of the file, which decides the server's answer, to an error. */
function of(kind, error) {
  return Object.assign(error, { kind });
}

function showsCompleteStream({ code }) {
  return code === "wrong_checksum" || code === "bytes_after_end";
}

/** Whether dimensions were given and exactly match the number of bytes. */
export function fitsGiven(byteCount, { width, height }) {
  return width > 0 && byteCount > 0 && byteCount === 4 * width * height;
}

function canBeMap(byteCount) {
  return byteCount > 0 && byteCount % 4 === 0;
}

/** Fewer than four bytes match if they are a prefix of a gzip header. */
function looksLikeGzip(bytes) {
  const start = [0x1f, 0x8b, 0x08];
  const isAlike = start.every((byte, index) => index >= bytes.length || bytes[index] === byte);
  return isAlike && (bytes.length < 4 || (bytes[3] & 0xe0) === 0);
}

function looksLikeZlib(bytes) {
  if (bytes.length < 2) return false;
  return (bytes[0] & 0x0f) === 8 && bytes[0] >> 4 <= 7 && (bytes[0] * 256 + bytes[1]) % 31 === 0;
}

/** Whether the first `longRun` bytes are an undamaged start of a raw DEFLATE stream. */
async function survives(bytes) {
  if (bytes.length < longRun) return false;
  return (await inflated("deflate-raw", bytes, Infinity)).end === "cutOff";
}
