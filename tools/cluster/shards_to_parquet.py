#!/usr/bin/env python3
"""Converts tar shards to Parquet for Spark: tools/cluster/shards_to_parquet.py parquet shards/*.tar

usage: tools/cluster/shards_to_parquet.py FOLDER SHARD... [--group-bytes 16777216]

Each shard becomes FOLDER/SHARD.parquet with the columns `name`, which is shard.tar/member as in `depthcheck measure
--tar`, and `bytes`, the member unchanged. Row groups are limited in bytes, because a reader holds one in memory.

Skips and prints each shard that is damaged or that these columns cannot represent (links, JSON side files, duplicate
names, names that are not UTF-8). Use `measure --tar` for these; it reports damage as rows. Exit codes: 0 all shards
were converted, 2 some were skipped.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

# The extensions of depth files in the command.
ENDINGS = {".bin", ".f32", ".depth", ".raw", ".gz", ".zlib", ".zz", ".z", ".deflate", ".dfl", ".png"}
SCHEMA = pa.schema([pa.field("name", pa.string(), nullable=False), pa.field("bytes", pa.binary(), nullable=False)])


class Unsuitable(Exception):
    """A shard cannot be converted to Parquet; the message is the reason."""


def name_of(shard: str, member: tarfile.TarInfo) -> str | None:
    """The command's name of a member; None for a skipped one."""
    parts = [part for part in member.name.split("/") if part not in ("", ".")]
    if member.isdir() or not parts or any(part.startswith(".") and part != ".." for part in parts):
        return None
    suffix = Path(parts[-1]).suffix.lower()
    if suffix == ".json":
        raise Unsuitable(f"{member.name} is a side file")
    if suffix not in ENDINGS:
        return None
    if not member.isreg() or member.issparse():
        raise Unsuitable(f"{member.name} has no contents")
    try:
        "/".join(parts).encode()
    except UnicodeEncodeError:
        raise Unsuitable(f"{member.name!a} is not valid UTF-8") from None
    return "/".join([shard, *parts])


def members(shard: Path) -> Iterator[tuple[str, bytes]]:
    """The depth files of a shard."""
    seen: set[str] = set()
    try:
        with tarfile.open(shard, "r:*", errorlevel=2) as archive:
            for member in archive:
                name = name_of(shard.name, member)
                if name is None:
                    continue
                if name in seen:
                    raise Unsuitable(f"{member.name} occurs twice")
                seen.add(name)
                yield name, contents(archive, member)
            require_end(archive)
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise Unsuitable(str(error)) from error
    if not seen:
        raise Unsuitable("no member has the extension of a depth file")


def contents(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    found = file.read() if file else b""
    if len(found) != member.size:
        raise Unsuitable(f"{member.name} is cut off")
    return found


def require_end(archive: tarfile.TarFile) -> None:
    """Requires zeros after the last member, because Python's reader treats a damaged header as the end."""
    archive.fileobj.seek(archive.offset)
    while block := archive.fileobj.read(1 << 20):
        if any(block):
            raise Unsuitable(f"no header at byte {archive.offset}, and data after it")


def convert(shard: Path, folder: Path, group_bytes: int) -> int:
    """Writes the Parquet file of a shard completely or not at all. Returns the number of members."""
    name = shard.name.removesuffix(".gz").removesuffix(".tar")
    unfinished = folder / f"_{name}.part"
    count = 0
    try:
        # The maps are already compressed; a dictionary or statistics would be useless.
        with pq.ParquetWriter(unfinished, SCHEMA, compression="none", use_dictionary=False,
                              write_statistics=["name"]) as writer:
            for names, blobs in groups(members(shard), group_bytes):
                writer.write_table(pa.table([names, blobs], schema=SCHEMA))
                count += len(names)
        unfinished.replace(folder / f"{name}.parquet")
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def groups(pairs: Iterator[tuple[str, bytes]], limit: int) -> Iterator[tuple[list[str], list[bytes]]]:
    names: list[str] = []
    blobs: list[bytes] = []
    size = 0
    for name, blob in pairs:
        if names and size + len(blob) > limit:
            yield names, blobs
            names, blobs, size = [], [], 0
        names.append(name)
        blobs.append(blob)
        size += len(blob)
    if names:
        yield names, blobs


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shards", type=Path, nargs="+")
    parser.add_argument("--group-bytes", type=int, default=16 << 20)
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    written = skipped = maps = 0
    for shard in options.shards:
        try:
            maps += convert(shard, options.folder, options.group_bytes)
            written += 1
        except Unsuitable as reason:
            print(f"skipped {shard}: {reason}; use measure --tar", file=sys.stderr)
            skipped += 1
    print(f"{maps} maps in {written} Parquet files: {options.folder}; {skipped} shards skipped")
    return 2 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
