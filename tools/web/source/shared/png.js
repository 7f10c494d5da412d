// Decodes 16-bit greyscale PNGs, because browsers decode to 8 bits.

import { inflated, joined } from "./inflating.js";
import { failures } from "./reading-errors.js";

const damaged = (detail) => failures.storedDamaged("png", "PNG", detail);
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const colours = { 0: "greyscale", 2: "RGB", 3: "palette", 4: "greyscale with alpha", 6: "RGBA" };

/** Whether the bytes begin with the PNG signature, or are a prefix of it of at least four bytes. */
export function looksLikePNG(bytes) {
  return bytes.length >= 4 && signature.every((byte, index) => index >= bytes.length || bytes[index] === byte);
}

/**
 * Decodes a 16-bit greyscale PNG.
 *
 * @param {Uint8Array} bytes
 * @param {number} limit the maximum number of bytes of pixels
 * @returns {Promise<{ width: number, height: number, pixels: Uint16Array, byteCount: number }>} `byteCount` is the
 *   length of the PNG; bytes after it are not part of it
 */
export async function decodedGrey16(bytes, limit) {
  const { header, packed, byteCount } = chunksOf(bytes);
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colour, , , interlacing] = header.subarray(8);
  if (width === 0 || height === 0) throw damaged("a side of 0 pixels");
  if (depth !== 16 || colour !== 0) {
    const found = `${depth}-bit ${colours[colour] ?? `unknown colour type ${colour}`} PNG`;
    throw failures.storedNotDepth("png", found, "16-bit greyscale", "export the depth as 16-bit greyscale");
  }
  if (width * height > limit / 2) throw failures.tooLarge("none", limit);
  const passes = interlacing === 1 ? adam7 : [[0, 0, 1, 1]];
  const sizes = passes.map((pass) => passSize(pass, width, height));
  const expected = sizes.reduce((sum, [columns, rows]) => sum + (columns ? rows * (1 + 2 * columns) : 0), 0);
  const { end, output } = await inflated("deflate", packed, expected);
  if (end !== "complete" && end !== "tooLarge") throw damaged("its packed pixels cannot be inflated");
  if (end === "tooLarge" || output.length < expected) throw damaged("too many or too few pixels");
  const pixels = new Uint16Array(width * height);
  let start = 0;
  passes.forEach((pass, index) => {
    const [columns, rows] = sizes[index];
    if (columns) start = readPass(output, start, columns, rows, pixels, width, pass);
  });
  return { width, height, pixels, byteCount };
}

/** The first column and row, and the column and row steps, of each pass of an interlaced picture. */
const adam7 = [
  [0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2],
];

function passSize([column, row, columnStep, rowStep], width, height) {
  return [Math.ceil(Math.max(width - column, 0) / columnStep), Math.ceil(Math.max(height - row, 0) / rowStep)];
}

/** Unfilters each row and stores its pixels. Returns the start of the next pass. */
function readPass(bytes, start, columns, rows, pixels, width, [firstColumn, firstRow, columnStep, rowStep]) {
  const length = 2 * columns;
  let above = new Uint8Array(length);
  for (let row = 0; row < rows; row++) {
    const line = bytes.subarray(start + 1, start + 1 + length);
    unfilter(bytes[start], line, above);
    const target = (firstRow + row * rowStep) * width + firstColumn;
    for (let column = 0; column < columns; column++) {
      pixels[target + column * columnStep] = (line[2 * column] << 8) | line[2 * column + 1];
    }
    above = line;
    start += 1 + length;
  }
  return start;
}

/** PNG specification, section 9; a pixel has two bytes. */
function unfilter(filter, line, above) {
  if (filter > 4) throw damaged(`unknown filter ${filter}`);
  if (filter === 0) return;
  for (let index = 0; index < line.length; index++) {
    const left = index > 1 ? line[index - 2] : 0;
    const up = above[index];
    const corner = index > 1 ? above[index - 2] : 0;
    if (filter === 1) line[index] += left;
    else if (filter === 2) line[index] += up;
    else if (filter === 3) line[index] += (left + up) >> 1;
    else line[index] += paeth(left, up, corner);
  }
}

function paeth(left, up, corner) {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((byte) => Math.abs(estimate - byte));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The header and the packed pixels; ancillary chunks are ignored. */
function chunksOf(bytes) {
  const parts = [];
  let header = null;
  let position = signature.length;
  let name = "";
  while (name !== "IEND") {
    const chunk = chunkAt(bytes, position);
    name = chunk.name;
    if ((name === "IHDR") !== (header === null) || (name === "IHDR" && chunk.data.length !== 13)) {
      throw damaged("the header is misplaced or has the wrong length");
    }
    if (name === "IHDR") header = chunk.data;
    if (name === "IDAT") parts.push(chunk.data);
    position += 12 + chunk.data.length;
  }
  return { header, packed: joined(parts), byteCount: position };
}

function chunkAt(bytes, position) {
  if (bytes.length - position < 12) throw failures.storedTruncated("png", "PNG", bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset + position);
  const length = view.getUint32(0);
  const name = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
  if (!/^[A-Za-z]{4}$/.test(name)) throw damaged("a chunk without a name");
  if (length > bytes.length - position - 12) throw failures.storedTruncated("png", "PNG", bytes.length);
  const isNeeded = name[0] <= "Z";
  const checked = bytes.subarray(position + 4, position + 8 + length);
  if (isNeeded && crc32(checked) !== view.getUint32(8 + length)) {
    throw damaged(`${name}: CRC error`);
  }
  return { name, data: bytes.subarray(position + 8, position + 8 + length) };
}

let crcTable = null;

function crc32(bytes) {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
  let rest = 0xffffffff;
  for (const byte of bytes) rest = crcTable[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return ~rest >>> 0;
}
