"""Inputs with any number of things, for tools/dev/reliability/growth."""

from __future__ import annotations

import io
import json
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from bombs import exr, exr_attribute, small_files
from small_files import chunk, png, tiff, zip_of

MAP = struct.pack("<256f", *[1.0 + 0.01 * number for number in range(256)])
HASH = "0" * 64


@dataclass(frozen=True)
class Case:
    name: str
    count: int
    arguments: tuple[str, ...]
    # Writes the files of the arguments to a folder.
    write: Callable[[Path, int], None]
    # The work is a product of two numbers, and both are doubled.
    is_product: bool = False
    # So many things are refused after little work.
    is_refused: bool = False
    codes: tuple[int, ...] = (0,)


def text(name: str, contents: Callable[[int], str]) -> Callable[[Path, int], None]:
    return lambda folder, count: (folder / name).write_text(contents(count))  # type: ignore[func-returns-value]


def binary(name: str, contents: Callable[[int], bytes]) -> Callable[[Path, int], None]:
    return lambda folder, count: (folder / name).write_bytes(contents(count))  # type: ignore[func-returns-value]


def npy() -> bytes:
    return small_files.npy("<f4", "(16, 16)", MAP)


def tar_of(members: Iterable[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, contents in members:
            member = tarfile.TarInfo(name)
            member.size = len(contents)
            archive.addfile(member, io.BytesIO(contents))
    return buffer.getvalue()


def record3d(count: int) -> bytes:
    frame = b"bvx-" + struct.pack("<I", len(MAP)) + MAP + b"bvx$"
    metadata = json.dumps({"dw": 16, "dh": 16, "w": 16, "h": 16, "fps": 30}).encode()
    return zip_of([("metadata", metadata)] + [(f"rgbd/{number}.depth", frame) for number in range(count)])


def scoop(count: int) -> bytes:
    return struct.pack("<BIIII", 1, 4, 4, 2, 30) + (bytes(16) + b"\x00\x3c" * 16) * count


def tiff_of_strips(count: int) -> bytes:
    """One row of four samples a strip."""
    rows = struct.pack("<4f", 1, 2, 3, 4) * count
    offsets = struct.pack(f"<{count}I", *[8 + 16 * number for number in range(count)])
    sizes = struct.pack(f"<{count}I", *[16] * count)
    places = (8 + len(rows), 8 + len(rows) + len(offsets)) if count > 1 else (8, 16)
    return tiff(
        [(256, 4, 1, 4), (257, 4, 1, count), (258, 3, 1, 32), (259, 3, 1, 1), (262, 3, 1, 1),
         (273, 4, count, places[0]), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, count, places[1]), (339, 3, 1, 3)],
        rows + offsets + sizes)  # fmt: skip


def tiff_of_tags(count: int) -> bytes:
    usual = [(256, 4, 1, 16), (257, 4, 1, 16), (258, 3, 1, 32), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
             (277, 3, 1, 1), (278, 4, 1, 16), (279, 4, 1, 1024), (339, 3, 1, 3)]  # fmt: skip
    return tiff(usual + [(51_000 + number, 4, 1, 1) for number in range(count)], MAP)


def png_of(count: int, kind: bytes) -> bytes:
    row = zlib.compress(b"".join(b"\0" + struct.pack(">4H", 900, 1000, 1100, 1200) for _ in range(4)))
    if kind == b"IDAT":
        return png(4, 4, b"", chunk(b"IDAT", row) + chunk(kind, b"") * count)
    return png(4, 4, row, chunk(kind, b"") * count)


def exr_of_channels(count: int) -> bytes:
    return exr(1, 1, 0, [bytes(4 * count)], channels=count)


def exr_of_attributes(count: int) -> bytes:
    whole = exr(4, 1, 0, [struct.pack("<4f", 1, 2, 3, 4)])
    names = b"".join(exr_attribute(b"a%06d" % number, b"int", bytes(4)) for number in range(count))
    table = len(whole) - 8 - 8 - 16
    offset = struct.pack("<Q", table + len(names) + 8)
    return whole[:8] + names + whole[8:table] + offset + whole[table + 8 :]


def exr_of_parts(count: int) -> bytes:
    """Empty parts: only the headers are there."""
    header = exr(1, 1, 0, [])[8:-1]
    parts = b"".join(
        header + exr_attribute(b"name", b"string", b"p%06d" % number)
        + exr_attribute(b"type", b"string", b"scanlineimage")
        + exr_attribute(b"chunkCount", b"int", struct.pack("<i", 1)) + b"\0"
        for number in range(count))  # fmt: skip
    return b"\x76\x2f\x31\x01\x02\x10\0\0" + parts + b"\0" + bytes(8 * count)


MEASURED = (
    "file,file_sha256,file_bytes,file_modified,file_changed,file_number,parameters_sha256,measuring_sha256,reading,"
    "status,depth_variance,depth_layers,edge_coherence,min_depth,max_depth,profile,width,height,coverage,valid_count,"
    "total_count,mean_depth,median_depth,is_screen_like,uniformity_ratio,quadrant_passes,min_quadrant_variance,"
    "interior_count,edge_count,depth_range,note_codes,server_code,error,error_code"
)
PARAMETERS = "fe3f473d251378598d623d50f92c9b270615b228be9c540413fd9de8bfa8cde0"
MEASURING = "62aafc3023db45b518b530a6473a8fba793b709ec99469338dc58e767fa4972d"


def measured(number: int, layers: int) -> str:
    """A row whose values differ from those of other rows, as in a real corpus."""
    status = "pass" if layers >= 4 else "fail"
    spread, edges = 0.2 + (number * 7919 % 1009) / 2000, 0.1 + (number * 104_729 % 997) / 2000
    return (
        f"{number},{HASH},30,2026-11-28T10:24:00Z,2026-11-28T10:24:00Z,1,{PARAMETERS},{MEASURING},"
        f"units_per_metre=1000.0,{status},{spread},{layers},{edges},0.4,4.0,server,256,192,1.0,49152,49152,2.0,2.0,"
        "false,0.1,true,0.2,100,100,3.6,,,,"
    )


def corpus(
    rows: Callable[[int], int], *, groups: Callable[[int], int] | None = None,
    species: Callable[[int], int] = lambda _: 1, values: Callable[[int], int] = lambda _: 2,
    layers: Callable[[int], int] = lambda _: 8, columns: Callable[[int], int] = lambda _: 0,
    ending: str = "csv",
) -> Callable[[Path, int], None]:  # fmt: skip
    """Measurements and labels, by the number of things. Each value of the column `device` has its own groups."""

    def write(folder: Path, count: int) -> None:
        row_count, value_count = max(8, rows(count)), max(2, values(count))
        group_count = max(2 * value_count, groups(count) if groups else row_count)
        (folder / "p.json").write_text('{"layerThreshold": 4}')
        lines = [measured(number, number % layers(count)) for number in range(row_count)]
        extra = range(columns(count))
        table = "".join(f"{line}{',x' * len(extra)}\n" for line in lines)
        if ending == "ndjson":
            names = MEASURED.split(",")
            table = "".join(json.dumps(json_row(dict(zip(names, line.split(","))))) + "\n" for line in lines)
            (folder / "m.ndjson").write_text(table)
        else:
            (folder / "m.csv").write_text(MEASURED + "".join(f",c{number}" for number in extra) + "\n" + table)
        with (folder / "l.csv").open("w") as labels:
            labels.write("file,label,species,group,device" + "".join(f",c{number}" for number in extra) + "\n")
            for number in range(row_count):
                group = number % group_count
                attack = number // 2 % max(1, species(count))
                label = f"print,s{attack}" if number % 2 else "real,"
                labels.write(f"{number},{label},g{group},d{group % value_count}{',x' * len(extra)}\n")

    return write


def json_row(row: dict[str, str]) -> dict[str, object]:
    texts = {"file", "reading", "status", "profile", "note_codes", "server_code", "error", "error_code"}
    words = {"true": True, "false": False}

    def value(name: str, text: str) -> object:
        if text == "":
            return None
        if text in words:
            return words[text]
        is_text = name in texts or name.endswith("sha256") or name in {"file_modified", "file_changed"}
        return text if is_text else json.loads(text)

    return {name: value(name, text) for name, text in row.items()}


def beside_map(write: Callable[[Path, int], None]) -> Callable[[Path, int], None]:
    def both(folder: Path, count: int) -> None:
        (folder / "map.npy").write_bytes(npy())
        write(folder, count)

    return both


TUNE = ("tune", "m.csv", "--labels", "l.csv", "--replicates", "0", "--jobs", "1")
EVALUATE = ("evaluate", "m.csv", "--labels", "l.csv", "--parameters", "p.json")
INFO = ("info", "--quiet", "--jobs", "1")
ANY = (0, 1, 2, 3)


def members(ending: str, contents: bytes) -> Callable[[int], list[tuple[str, bytes]]]:
    return lambda count: [(f"{number}{ending}", contents) for number in range(count)]


def one(count: int) -> int:
    return count


CASES = [
    Case("JSON members", 4_000, ("analyze", "map.npy", "--parameters", "p.json"), beside_map(
        text("p.json", lambda count: "{" + ",".join(f'"k{number}":0' for number in range(count)) + "}")), codes=(64,)),
    Case("NDJSON rows", 400, ("evaluate", "m.ndjson", *EVALUATE[2:]), corpus(one, ending="ndjson"), codes=ANY),
    Case("columns", 1_000, TUNE, corpus(lambda _: 8, columns=one), codes=ANY),
    Case("columns and rows, cells", 100, TUNE, corpus(one, columns=one), is_product=True, codes=ANY),
    Case("zip members", 400, (*INFO, "a.zip"), binary("a.zip", lambda count: zip_of(members(".npy", npy())(count)))),
    Case("zip members, no maps", 4_000, (*INFO, "a.zip"), binary("a.zip", lambda count: zip_of(
        [("a.npy", npy()), *members(".txt", b"")(count)]))),
    Case("NPZ arrays", 400, (*INFO, "a.npz"), binary("a.npz", lambda count: zip_of(members(".npy", npy())(count)))),
    Case("NPZ arrays, converted", 400, ("convert", "a.npz", "-o", "b.npz", "--quiet", "--jobs", "1"),
         binary("a.npz", lambda count: zip_of(members(".npy", npy())(count)))),
    Case("tar members", 400, ("analyze", "--tar", "a.tar", "--jobs", "1"),
         binary("a.tar", lambda count: tar_of(members(".npy", npy())(count)))),
    Case("tar members, no maps", 2_000, ("analyze", "--tar", "a.tar", "--jobs", "1"),
         binary("a.tar", lambda count: tar_of(
        [("a.npy", npy()), *members(".txt", b"")(count)]))),
    Case("tar members of a corpus", 400, ("measure", "--tar", "a.tar", "-q", "--jobs", "1"),
         binary("a.tar", lambda count: tar_of(members(".npy", npy())(count)))),
    Case("frames of a Record3D capture", 400, (*INFO, "a.r3d"), binary("a.r3d", record3d)),
    Case("frames of a Scoop recording", 400, (*INFO, "a.idep"), binary("a.idep", scoop)),
    Case("EXR channels, refused from 1,025 on", 20_000, (*INFO, "a.exr"), binary("a.exr", exr_of_channels),
         is_refused=True, codes=(0, 2)),
    Case("EXR attributes", 1_000, (*INFO, "a.exr"), binary("a.exr", exr_of_attributes), codes=ANY),
    Case("EXR parts", 200, (*INFO, "a.exr"), binary("a.exr", exr_of_parts), codes=ANY),
    Case("TIFF tags, refused from 1,025 on", 7_000, (*INFO, "a.tiff"), binary("a.tiff", tiff_of_tags),
         is_refused=True, codes=(0, 2)),
    Case("TIFF strips", 10_000, (*INFO, "a.tiff"), binary("a.tiff", tiff_of_strips)),
    Case("PNG chunks", 10_000, (*INFO, "a.png"), binary("a.png", lambda count: png_of(count, b"teXt"))),
    Case("PNG chunks of pixels", 10_000, (*INFO, "a.png"), binary("a.png", lambda count: png_of(count, b"IDAT"))),
    Case("rows and labels, evaluated", 400, EVALUATE, corpus(one, groups=lambda _: 8), codes=ANY),
    # The exact search tries the rates of attacks, as many as there are attacks, and visits all rows for each.
    Case("rows and rates of attacks, tuned", 400, TUNE, corpus(one, groups=lambda _: 8), is_product=True, codes=ANY),
    Case("rows and groups, evaluated", 400, EVALUATE, corpus(one), codes=ANY),
    Case("rows, groups and rates of attacks, tuned", 400, TUNE, corpus(one), is_product=True, codes=ANY),
    Case("species and rows, evaluated", 50, EVALUATE, corpus(lambda count: 10 * count, species=one), is_product=True,
         codes=ANY),
    Case("species and rows, tuned", 50, TUNE, corpus(lambda count: 10 * count, species=one), is_product=True,
         codes=ANY),
    Case("layers and rows, tuned", 100, TUNE, corpus(one, layers=one), is_product=True, codes=ANY),
    Case("folds and rows", 30, (*TUNE, "--folds", "1000"), corpus(lambda count: 4 * count), is_product=True, codes=ANY),
    Case("species left out and rows", 30, (*TUNE, "--leave-out", "species"),
         corpus(lambda count: 4 * count, species=one),
         is_product=True, codes=ANY),
    Case("values left out and rows", 30, (*TUNE, "--leave-out", "device"), corpus(lambda count: 8 * count, values=one),
         is_product=True, codes=ANY),
    Case("lines of a manifest", 1_000, ("analyze", "--manifest", "maps.csv", "--jobs", "1"), beside_map(
        text("maps.csv", lambda count: "file\n" + "map.npy\n" * count))),
    Case("lines of --files-from", 1_000, (*INFO, "--files-from", "list"), beside_map(
        text("list", lambda count: "map.npy\n" * count))),
    Case("missing files of --files-from", 1_000, (*INFO, "--files-from", "list"), beside_map(
        text("list", lambda count: "".join(f"{number}.npy\n" for number in range(count)))), codes=ANY),
]  # fmt: skip
