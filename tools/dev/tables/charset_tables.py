"""Writes the tables of the Encoding Standard. Called by tools/dev/tables/charsets."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SINGLE_BYTE = (
    "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
    "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
    "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic",
)
# Decodes the bytes of each pointer; 0 if they are not a single character.
PAGE = """<pre id="tables"></pre><script>
function character(label, bytes) {
    try {
        const text = [...new TextDecoder(label, {fatal: true}).decode(new Uint8Array(bytes))];
        return text.length === 1 ? text[0].codePointAt(0) : 0;
    } catch { return 0; }
}
function table(count, label, bytes) {
    return Array.from({length: count}, (_, pointer) => character(label, bytes(pointer)));
}
function pair(row, first, low, high) {
    return (pointer) => {
        const trail = pointer % row;
        return [Math.floor(pointer / row) + first, trail + (trail < 0x3F ? low : high)];
    };
}
const shiftJIS = pair(188, 0x81, 0x40, 0x41);
const tables = {
    JIS0208: table(11280, "shift_jis", (pointer) => {
        const [lead, trail] = shiftJIS(pointer);
        return [lead < 0xA0 ? lead : lead + 0x40, trail];
    }),
    JIS0212: table(8836, "euc-jp", (p) => [0x8F, Math.floor(p / 94) + 0xA1, p % 94 + 0xA1]),
    GB18030: table(23940, "gb18030", pair(190, 0x81, 0x40, 0x41)),
    Big5: table(19782, "big5", pair(157, 0x81, 0x40, 0x62)),
    EUCKR: table(23940, "euc-kr", (p) => [Math.floor(p / 190) + 0x81, p % 190 + 0x41]),
    SingleByte: SINGLE_BYTE.flatMap((label) => table(128, label, (p) => [p + 128])),
    ranges: table(39420, "gb18030", (p) => [
        Math.floor(p / 12600) + 0x81, Math.floor(p / 1260) % 10 + 0x30, Math.floor(p / 10) % 126 + 0x81, p % 10 + 0x30,
    ]),
};
document.getElementById("tables").textContent = JSON.stringify(tables);
</script>"""


def tables() -> dict[str, list[int]]:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "tables.html"
        page.write_text(PAGE.replace("SINGLE_BYTE", json.dumps(SINGLE_BYTE)), encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=100000",
                   f"--user-data-dir={folder}/profile", "--dump-dom", page.as_uri()]
        text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    found = re.search(r'<pre id="tables">(.+?)</pre>', text, re.DOTALL)
    if found is None:
        raise SystemExit("tools/dev/tables/charsets: Chromium returned no tables")
    return json.loads(found[1])


def packed(values: list[int]) -> str:
    """Encodes differences of neighbours modulo 65,536 as planes, high bytes first: in gzip, in base64."""
    differences = [(value - before) & 0xFFFF for value, before in zip(values, [0, *values])]
    planes = (bytes(difference >> 8 for difference in differences), bytes(d & 0xFF for d in differences),
              bytes(value >> 16 for value in values))
    return base64.b64encode(gzip.compress(b"".join(planes), 9, mtime=0)).decode()


def literal(text: str) -> str:
    lines = [text[start:start + 106] for start in range(0, len(text), 106)]
    return '"""\n' + "\n".join(f"            {line}\\" for line in lines).removesuffix("\\") + '\n            """'


def ranges(values: list[int]) -> list[tuple[int, int]]:
    """The pointers at which characters stop being consecutive; one that Chromium maps differently is omitted."""
    found: list[tuple[int, int]] = []
    for pointer, value in enumerate(values):
        if pointer != 7457 and (not found or value - found[-1][1] != pointer - found[-1][0]):
            found.append((pointer, value))
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) > 1:
        print("usage: tools/dev/tables/charsets [FOLDER]", file=sys.stderr)
        return 64
    root = Path(__file__).resolve().parents[3]
    folder = Path(arguments[0]) if arguments else root / "Sources/Captures/Charsets/Tables"
    folder.mkdir(parents=True, exist_ok=True)
    written = tables()
    pairs = ranges(written.pop("ranges"))
    head = "// Written by tools/dev/tables/charsets.\n\nextension CharsetTable {\n"
    for name, values in written.items():
        rows = f"    /// {len(values)} characters.\n    static let {name[0].lower() + name[1:]} = CharsetTable(\n"
        rows = rows.replace(name[0].lower() + name[1:], {
            "JIS0208": "jis0208", "JIS0212": "jis0212", "GB18030": "gb18030", "EUCKR": "eucKR"}.get(
                name, name[0].lower() + name[1:]))
        (folder / f"{name}Table.swift").write_text(
            f"{head}{rows}        packed: {literal(packed(values))})\n}}\n", encoding="utf-8")
    lines, line = [], "       "
    for pointer, value in pairs:
        item = f" ({pointer}, 0x{value:X}),"
        if len(line + item) > 118:
            lines, line = [*lines, line], "       "
        line += item
    lines.append(line)
    (folder / "GB18030Ranges.swift").write_text(
        head + "    /// The first four-byte pointer and the first character of each range of consecutive characters.\n"
        "    static let gb18030Ranges: [(pointer: Int, character: UInt32)] = [\n" + "\n".join(lines) + "\n    ]\n}\n",
        encoding="utf-8")
    print(f"{folder}: {len(written) + 1} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
