// Formats that store the dimensions of their map: Sources/DepthFiles/Formats/StoredFormat.swift, except those that
// only the command reads.

import { decodedGrey16, looksLikePNG } from "./png.js";
import { failures } from "./reading-errors.js";

const largestSide = 2 ** 31 - 1;

/**
 * A map as stored, top row first.
 *
 * @typedef {object} StoredMap
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} [metres] distances, or else
 * @property {Uint16Array} [steps] integers of a unit that the file does not state
 * @property {number} byteCount the offset of the end of the map in the file
 * @property {number} [roundedCount] the count of float64 numbers that float32 cannot represent
 * @property {number} [scale] a scale without a defined meaning
 */

const formats = [
  { kind: "png", format: "png16", noun: "PNG", isOf: looksLikePNG, decode: decodedPNG },
  { kind: "npy", format: "npy", noun: "NumPy array", isOf: looksLikeNumPy, decode: decodedNumPy },
  { kind: "pfm", format: "pfm", noun: "portable float map", isOf: looksLikeFloatMap, decode: decodedFloatMap },
  { kind: "pgm", format: "pgm", noun: "portable grey map", isOf: looksLikeGreyMap, decode: decodedGreyMap },
];

/** The format of bytes, or of a prefix of at least four; undefined if none matches. */
export function storedFormat(bytes) {
  return formats.find(({ isOf }) => isOf(bytes));
}

async function decodedPNG(bytes, limit) {
  const { pixels, ...picture } = await decodedGrey16(bytes, limit);
  return { ...picture, steps: pixels };
}

function beginsLike(bytes, signature) {
  return bytes.length >= 4 && [...signature].every((byte, at) => at >= bytes.length || bytes[at] === byte);
}

function looksLikeNumPy(bytes) {
  return beginsLike(bytes, [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]);
}

/** `Pf` or `PF`, white space, and the start of a number or comment. */
function looksLikeFloatMap(bytes) {
  if (bytes.length < 4) return false;
  return /^P[fF]([\n\t ][1-9#]|\r\n)/.test(String.fromCharCode(...bytes.subarray(0, 4)));
}

const latin1 = new TextDecoder("latin1");

function decodedNumPy(bytes, limit) {
  const truncated = () => failures.storedTruncated("npy", "NumPy array", bytes.length);
  const damaged = (detail) => failures.storedDamaged("npy", "NumPy array", detail);
  if (bytes.length < 8) throw truncated();
  const [major, minor] = [bytes[6], bytes[7]];
  if (![1, 2, 3].includes(major) || minor !== 0) {
    throw damaged(`unknown format version ${major}.${minor}`);
  }
  const start = major === 1 ? 10 : 12;
  if (bytes.length < start) throw truncated();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > 65536) throw damaged(`a header of ${length} bytes`);
  if (bytes.length - start < length) throw truncated();
  const header = numPyHeader(latin1.decode(bytes.subarray(start, start + length)), damaged);
  const { descr, isColumnsFirst, shape } = header;
  const element = /^([<>])(f2|f4|f8|u2)$/.exec(descr);
  const expected = "rows by columns of float16, float32, float64 or uint16";
  const remedy = "save one map with numpy.save, as metres with array.astype(numpy.float32)";
  if (!element) throw failures.storedNotDepth("npy", `an array of ${descr ?? "a structure"}`, expected, remedy);
  const sides = [...shape];
  while (sides.length > 2 && sides[0] === 1) sides.shift();
  while (sides.length > 2 && sides.at(-1) === 1) sides.pop();
  if (sides.length !== 2 || sides.some((side) => side < 1 || side > largestSide)) {
    const text = `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
    throw failures.storedNotDepth("npy", `an array of shape ${text}`, expected, remedy);
  }
  const [height, width] = sides;
  const place = isColumnsFirst ? (at) => (at % width) * height + Math.floor(at / width) : (at) => at;
  const how = { width, height, place, type: element[2], isBig: element[1] === ">" };
  return numbers(bytes, start + length, how, limit, truncated);
}

/** Parses the Python dictionary of the header. */
function numPyHeader(text, damaged) {
  const entry = (name, value) => new RegExp(`['"]${name}['"]\\s*:\\s*(${value})`).exec(text)?.[1];
  const descr = entry("descr", `'[^']*'|"[^"]*"|\\[`);
  const order = entry("fortran_order", "True|False");
  const shape = entry("shape", "[(\\[][\\dL,\\s]*[)\\]]");
  if (!/^\s*\{[^]*\}\s*$/.test(text) || !descr || !order || !shape) {
    throw damaged("its header lacks descr, fortran_order or shape");
  }
  const axes = shape.slice(1, -1).split(",").map((axis) => axis.trim()).filter(Boolean);
  return {
    descr: descr === "[" ? null : descr.slice(1, -1),
    isColumnsFirst: order === "True",
    shape: axes.map((axis) => Number.parseInt(axis, 10)),
  };
}

function decodedFloatMap(bytes, limit) {
  const truncated = () => failures.storedTruncated("pfm", "portable float map", bytes.length);
  const damaged = (detail) => failures.storedDamaged("pfm", "portable float map", detail);
  if (bytes[1] === 0x46) {
    throw failures.storedNotDepth("pfm", "an image of three channels", "one channel (Pf)", "export the depth alone");
  }
  const text = latin1.decode(bytes.subarray(0, 4096));
  const word = "(?:\\s|#.*\\n)*([^\\s#]\\S*)";
  const header = new RegExp(`^Pf${word}\\s${word}\\s${word}(?:\\r\\n|\\s)`).exec(text);
  if (!header) throw bytes.length <= 4096 ? truncated() : damaged("a header of more than 4096 bytes");
  const side = (name, word) => {
    const number = /^\+?\d+$/.test(word) ? Number(word) : 0;
    if (number < 1 || number > largestSide) throw damaged(`its ${name} is not a number from 1 to ${largestSide}`);
    return number;
  };
  const [width, height] = [side("width", header[1]), side("height", header[2])];
  const scale = Math.fround(Number(header[3]));
  if (!Number.isFinite(scale) || scale === 0) throw damaged("its scale is not a non-zero number");
  const place = (at) => (height - 1 - Math.floor(at / width)) * width + (at % width);
  const how = { width, height, place, type: "f4", isBig: scale > 0 };
  const map = numbers(bytes, header[0].length, how, limit, truncated);
  return { ...map, scale: Math.abs(scale) };
}

/** `P5`, white space, and the start of a number or comment. */
function looksLikeGreyMap(bytes) {
  return bytes.length >= 4 && /^P5[ \n\t\r][\d# \n\t\r]/.test(String.fromCharCode(...bytes.subarray(0, 4)));
}

/** Big-endian 16-bit integers after a header of three numbers. */
function decodedGreyMap(bytes, limit) {
  const truncated = () => failures.storedTruncated("pgm", "portable grey map", bytes.length);
  const damaged = (detail) => failures.storedDamaged("pgm", "portable grey map", detail);
  const text = latin1.decode(bytes.subarray(0, 4096));
  const word = "(?:[\\t-\\r ]|#[^\\n]*\\n)*([^\\t-\\r #][^\\t-\\r ]*)";
  const header = new RegExp(`^P5${word}[\\t-\\r ]${word}[\\t-\\r ]${word}(?:\\r\\n|[\\t-\\r ])`).exec(text);
  if (!header) throw bytes.length <= 4096 ? truncated() : damaged("a header of more than 4096 bytes");
  const number = (name, place, largest) => {
    const value = /^\+?\d+$/.test(header[place]) ? Number(header[place]) : 0;
    if (value < 1 || value > largest) throw damaged(`its ${name} is not a number from 1 to ${largest}`);
    return value;
  };
  const [width, height] = [number("width", 1, largestSide), number("height", 2, largestSide)];
  if (number("maximum value", 3, 65_535) <= 255) {
    const remedy = "export the depth as 16-bit greyscale";
    throw failures.storedNotDepth("pgm", "a portable grey map of 8 bits", "16-bit greyscale", remedy);
  }
  const how = { width, height, place: (at) => at, type: "u2", isBig: true };
  return numbers(bytes, header[0].length, how, limit, truncated);
}

const sizes = { f2: 2, u2: 2, f4: 4, f8: 8 };

function numbers(bytes, start, { width, height, place, type, isBig }, limit, truncated) {
  const count = width * height;
  const byteCount = count * sizes[type];
  if (byteCount > limit) throw failures.tooLarge("none", limit);
  if (bytes.length - start < byteCount) throw truncated();
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, byteCount);
  const read = {
    f2: (at) => half(view.getUint16(2 * at, !isBig)),
    u2: (at) => view.getUint16(2 * at, !isBig),
    f4: (at) => view.getFloat32(4 * at, !isBig),
    f8: (at) => view.getFloat64(8 * at, !isBig),
  }[type];
  const values = type === "u2" ? new Uint16Array(count) : new Float32Array(count);
  let roundedCount = 0;
  for (let at = 0; at < count; at++) {
    const value = read(place(at));
    values[at] = value;
    if (type === "f8" && !Object.is(values[at], value)) roundedCount += 1;
  }
  const stored = type === "u2" ? { steps: values } : { metres: values };
  return { width, height, byteCount: start + byteCount, ...stored, roundedCount };
}

/** IEEE binary16. */
export function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
