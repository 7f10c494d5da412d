// Sorts chosen or dropped files into maps and their photos.

/** The extensions of depth files in folders, as in the command. */
export const depthExtensions = Object.freeze(
  ["bin", "f32", "depth", "raw", "gz", "zlib", "zz", "z", "deflate", "dfl", "png", "npy", "pfm", "pgm", "dmb"],
);

const photoExtensions = ["jpg", "jpeg", "png"];

/**
 * A map to analyse, and the photo to show below it.
 *
 * @typedef {{ path: string, file: Blob, photo: Blob | null }} MapEntry
 */

/**
 * Sorts files into maps and photos. In a folder, only files with a known extension are maps; individually chosen files
 * always are, unless they are photos.
 *
 * @param {import("./found.js").Found[]} found
 * @param {boolean} isFolder
 * @returns {Promise<{ maps: MapEntry[], skipped: number }>}
 */
export async function sorted(found, isFolder) {
  const visible = found.filter(({ path }) => !isFolder || !/(^|\/)\./.test(path));
  const photos = new Map();
  const rest = [];
  for (const one of visible) {
    if (await isPhoto(one)) photos.set(stem(one.path), one);
    else rest.push(one);
  }
  const isKnown = ({ path }) => depthExtensions.includes(extension(path));
  const maps = rest
    .filter((one) => !isFolder || isKnown(one))
    .map(({ path, file }) => ({ path, file, photo: photos.get(stem(path))?.file ?? null }));
  pairAlone(maps, photos);
  const used = new Set(maps.map(({ photo }) => photo));
  const alone = [...photos.values()].filter(({ file }) => !used.has(file));
  // In folders, photos without a map are skipped, except PNGs, which can be intended as maps. A photo that was chosen
  // individually reports an error.
  const meant = alone.filter((one) => !isFolder || isKnown(one));
  maps.push(...meant.map(({ path, file }) => ({ path, file, photo: null })));
  maps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { maps, skipped: found.length - maps.length - new Set([...used].filter(Boolean)).size };
}

/** A single map and a single photo are a pair, regardless of their names. */
function pairAlone(maps, photos) {
  const [[map], [photo]] = [maps, photos.values()];
  if (maps.length === 1 && photos.size === 1) map.photo = photo.file;
}

/** Whether the file is a JPEG, or a PNG that is not 16-bit greyscale. */
async function isPhoto({ path, file }) {
  if (!photoExtensions.includes(extension(path))) return false;
  if (extension(path) !== "png") return true;
  // An unreadable file is treated as a map, which reports the error.
  const head = new Uint8Array(await file.slice(0, 26).arrayBuffer().catch(() => new ArrayBuffer()));
  const isHeader = head.length === 26 && head[0] === 0x89 && head[1] === 0x50;
  return isHeader && !(head[24] === 16 && head[25] === 0);
}

function extension(path) {
  return path.includes(".") ? path.slice(path.lastIndexOf(".") + 1).toLowerCase() : "";
}

/** The path without the extensions of maps and photos. */
export function stem(path) {
  let rest = path;
  const known = [...depthExtensions, ...photoExtensions];
  while (known.includes(extension(rest))) rest = rest.slice(0, rest.lastIndexOf("."));
  return rest;
}

/**
 * Decodes a photo in the orientation of the map; null if the browser cannot decode it.
 *
 * @param {Blob} file
 * @param {boolean} isWide whether the map is wider than high
 */
export async function photoBitmap(file, isWide) {
  try {
    const turned = await createImageBitmap(file, { imageOrientation: "from-image" });
    if (turned.width >= turned.height === isWide) return await smaller(turned);
    turned.close();
    // Phones store pictures in the orientation of the sensor, like maps, and the rotation in Exif.
    return await smaller(await createImageBitmap(file, { imageOrientation: "none" }));
  } catch {
    return null;
  }
}

const photoWidth = 1600;

async function smaller(bitmap) {
  if (bitmap.width <= photoWidth) return bitmap;
  const scaled = await createImageBitmap(bitmap, { resizeWidth: photoWidth, resizeQuality: "high" });
  bitmap.close();
  return scaled;
}
