// Formats that are clearly not depth maps: the signatures of Sources/DepthFiles/Formats/ForeignFormat.swift.

const unpack = "decompress it, or compress the map with gzip";
const list = "unpack it and choose the files in it";
const writeAlone = "write only the samples of its depth map";
const picture = "export the depth as float32 metres or as a 16-bit greyscale PNG";
const stored = "check the file; a server's message may have been stored instead of the map";

/** The start of a zip archive, of which a USDZ scene is one. */
const zipMember = "PK\x03\x04";

/** Code, name, remedy, and signatures: a string of one byte per character, and its offset. */
const formats = [
  ["tar", "a tar archive", list, ["ustar", 257]],
  ["zip", "a zip archive", list, [zipMember, 0], ["PK\x05\x06", 0]],
  ["7z", "a 7z archive", list, ["7z\xbc\xaf\x27\x1c", 0]],
  ["gzip", "a gzip stream", "decompress it once: it was compressed twice", ["\x1f\x8b\x08\x00", 0], ["\x1f\x8b\x08\x08", 0]],
  ["bzip2", "a bzip2 stream", unpack, ["1AY&SY", 4]],
  ["xz", "an xz stream", unpack, ["\xfd7zXZ\0", 0]],
  ["zstd", "a Zstandard stream", unpack, ["\x28\xb5\x2f\xfd", 0]],
  ["lz4", "an LZ4 stream", unpack, ["\x04\x22\x4d\x18", 0], ["bv41", 0], ["bv4-", 0]],
  ["lzfse", "an LZFSE stream", unpack, ["bvx2", 0], ["bvxn", 0], ["bvx-", 0]],
  ["matlab", "a MATLAB file", writeAlone, ["MATLAB 5.0 MAT-file", 0], ["MATLAB 7.3 MAT-file", 0]],
  ["hdf5", "an HDF5 file", writeAlone, ["\x89HDF\r\n\x1a\n", 0]],
  ["iso_media", "a HEIF image or MP4 video", picture, ["ftyp", 4]],
  ["tiff", "a TIFF image", picture, ["II*\0", 0], ["MM\0*", 0]],
  ["exr", "an OpenEXR image", picture, ["\x76\x2f\x31\x01", 0]],
  ["webp", "a WebP image", picture, ["WEBP", 8]],
  ["gif", "a GIF image", picture, ["GIF87a", 0], ["GIF89a", 0]],
  ["pdf", "a PDF document", picture, ["%PDF-", 0]],
  ["ply", "a PLY point cloud or mesh", writeAlone, ["ply\n", 0], ["ply\r", 0]],
  ["pcd", "a PCD point cloud", writeAlone, ["# .PCD v", 0], ["VERSION .7\nFIELDS ", 0], ["VERSION 0.7\nFIELDS ", 0]],
  ["radiance", "a Radiance picture (.hdr)", picture, ["#?RADIANCE", 0], ["#?RGBE", 0]],
  ["oni", "an OpenNI recording (.oni)", writeAlone, ["NI10", 0]],
  ["rosbag", "a ROS or RealSense recording (.bag)", writeAlone, ["#ROSBAG V", 0]],
  ["matroska", "a Matroska video (.mkv)", writeAlone, ["\x1a\x45\xdf\xa3", 0]],
  ["dicom", "a DICOM picture", picture, ["DICM", 128]],
  ["plist", "a binary property list", writeAlone, ["bplist0", 0]],
  ["sqlite", "an SQLite database", writeAlone, ["SQLite format 3\0", 0]],
  ["git_lfs_pointer", "a Git LFS pointer, not the file", "run git lfs pull", [
    "version https://git-lfs.github.com/spec/v", 0,
  ]],
  ["netpbm", "a portable colour map (PPM)", picture, ...numbered("P6\n")],
  ["scannet", "a ScanNet recording (.sens)", writeAlone, ...recordings()],
  ["jpeg", "a JPEG image", picture, ...markers(0xdb, 0xfe, ...Array.from({ length: 16 }, (_, n) => 0xe0 + n))],
];

/** A number or a comment follows the first line. */
function numbered(...starts) {
  return starts.flatMap((start) => [..."123456789#"].map((next) => [start + next, 0]));
}

/** Version 4 in 32 bits, then the length of the sensor's name in 64. */
function recordings() {
  return Array.from({ length: 64 }, (_, n) => [`\x04\0\0\0${String.fromCharCode(n + 1)}${"\0".repeat(7)}`, 0]);
}

/** The first JPEG marker: a table, a comment or an application segment. */
function markers(...bytes) {
  return bytes.map((byte) => [`\xff\xd8\xff${String.fromCharCode(byte)}`, 0]);
}

/** Code, name and remedy by platform. An iPhone's recording has many frames, of which the page shows none. */
const scoop = {
  1: ["idep", "a Scoop recording (.idep)", writeAlone],
  2: ["adep", "an Android phone's Scoop recording (.adep)", writeAlone],
};

const usdz = ["usdz", "a USDZ scene", writeAlone];

/** Whether the first member of a zip archive is a scene. */
function isUSDZ(bytes) {
  const end = 30 + bytes[26] + 256 * bytes[27];
  if (!matchesAt(bytes, zipMember, 0) || !(end <= bytes.length)) return false;
  return /\.usd[ac]?$/.test(String.fromCharCode(...bytes.subarray(30, end).slice(-5)));
}

/** The platform, then width, height and bytes per sample in 32 bits: Sources/DepthFiles/Formats/ScoopRecording.swift. */
function scoopRecording(bytes) {
  if (bytes.length < 17) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const fits = [[1, 16_384], [5, 16_384], [9, 8]].every(([place, most]) => {
    const number = view.getUint32(place, true);
    return number >= 1 && number <= most;
  });
  return fits ? scoop[bytes[0]] : undefined;
}

/** The header of COLMAP, `width&height&channels&`, or of Gipuma: 1, height, width and channels in 32 bits. */
function reconstruction(bytes) {
  const found = ["reconstruction", "a depth map of COLMAP or Gipuma", "scale it to metres and save it with numpy.save"];
  if (/^(\d{1,10}&){3}/.test(String.fromCharCode(...bytes.subarray(0, 33)))) return found;
  if (bytes.length <= 16) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [kind, height, width, channels] = [0, 4, 8, 12].map((place) => view.getUint32(place, true));
  const areSides = [width, height].every((side) => side > 8 && side <= 65_536);
  return kind === 1 && areSides && channels >= 1 && channels <= 4 ? found : undefined;
}

const texts = {
  json: ["is_json", "JSON text"],
  markup: ["is_markup", "XML or HTML text"],
  text: ["is_text", "text"],
};

/**
 * Recognises a format by the start of a file; null for a possible depth map.
 *
 * @param {Uint8Array} bytes
 * @returns {{ code: string, name: string, remedy: string } | null}
 */
export function foreignFormat(bytes) {
  const signed = ([, , , ...signatures]) => signatures.some(([text, at]) => matchesAt(bytes, text, at));
  const found = isUSDZ(bytes) ? usdz : formats.find(signed) ?? scoopRecording(bytes) ?? reconstruction(bytes);
  if (found) return { code: `is_${found[0]}`, name: found[1], remedy: found[2] };
  const kind = kindOfText(bytes);
  if (!kind) return null;
  const [code, name] = texts[kind];
  return { code, name, remedy: stored };
}

function matchesAt(bytes, text, at) {
  if (at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function kindOfText(bytes) {
  const start = bytes.subarray(0, 1024);
  if (start.length < 8 || !start.every(isOfText)) return null;
  // The last character can be cut off.
  const end = start.findLastIndex((byte) => byte < 0x80);
  if (end < 0 || !isUTF8(start.subarray(0, end + 1))) return null;
  if (lookLikeDistances(floats(start))) return null;
  const first = start.find((byte) => byte > 0x20 && byte < 0x80);
  if (first === 0x7b || first === 0x5b) return "json";
  return first === 0x3c ? "markup" : "text";
}

function isOfText(byte) {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13;
}

function isUTF8(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Reads bytes as float32; up to three bytes at the end are ignored. */
export function floats(bytes) {
  return new Float32Array(bytes.slice(0, bytes.length & ~3).buffer);
}

/**
 * Whether most samples look like distances (a millimetre to 100 km) or "no reading"; zeros are ignored. Compressed
 * bytes and text do not.
 */
export function lookLikeDistances(samples) {
  let plausible = 0;
  let total = 0;
  for (const sample of samples) {
    if (sample === 0) continue;
    total += 1;
    if (!Number.isFinite(sample) || (sample >= 0.001 && sample <= 100_000)) plausible += 1;
  }
  return plausible * 2 >= total;
}
