// Lists chosen and dropped files, including those in folders.

/**
 * A file and its path relative to the chosen item.
 *
 * @typedef {{ path: string, file: Blob }} Found
 */

/** The files chosen in a file input. */
export function foundIn(input) {
  return Array.from(input.files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * The dropped files. Must be called during the event.
 *
 * @param {DataTransfer} transfer
 * @returns {Promise<{ found: Found[], isFolder: boolean }>}
 */
export async function foundInDrop(transfer) {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === "file");
  // All items are requested at once, because they expire after the event.
  const dropped = items.map((item) => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null) ?? null,
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }));
  const found = [];
  let isFolder = false;
  for (const { handle, entry, file } of dropped) {
    const folder = folderOf(await handle, entry);
    if (folder) {
      isFolder = true;
      await collect(folder, folder.name, found);
    } else if (file) {
      found.push({ path: file.name, file });
    }
  }
  return { found, isFolder };
}

/** Uses either API: Chromium denies entries to local pages, and other browsers have no handles. */
function folderOf(handle, entry) {
  if (handle?.kind === "directory") return new HandleFolder(handle);
  return entry?.isDirectory && !handle ? new EntryFolder(entry) : null;
}

async function collect(folder, path, found) {
  for await (const { name, inner, file } of folder.members()) {
    if (inner) await collect(inner, `${path}/${name}`, found);
    else found.push({ path: `${path}/${name}`, file: await file() });
  }
}

/** A folder of the File System API. */
class HandleFolder {
  constructor(handle) {
    this.handle = handle;
    this.name = handle.name;
  }

  async *members() {
    for await (const handle of this.handle.values()) {
      const isFolder = handle.kind === "directory";
      yield { name: handle.name, inner: isFolder ? new HandleFolder(handle) : null, file: () => handle.getFile() };
    }
  }
}

/** A folder of the older File and Directory Entries API. */
class EntryFolder {
  constructor(entry) {
    this.entry = entry;
    this.name = entry.name;
  }

  async *members() {
    const reader = this.entry.createReader();
    const next = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    // A reader returns up to a hundred entries at a time, and none at the end.
    for (let some = await next(); some.length > 0; some = await next()) {
      for (const entry of some) {
        const file = () => new Promise((resolve, reject) => entry.file(resolve, reject));
        yield { name: entry.name, inner: entry.isDirectory ? new EntryFolder(entry) : null, file };
      }
    }
  }
}
