"""The depth verdict of the server for the bytes of a `depth_map` part, by tools/dev/golden/reference.py."""

from __future__ import annotations

import sys
import tempfile
import zlib
from functools import lru_cache
from pathlib import Path

from .mistakes import planted

sys.path.append(str(Path(__file__).resolve().parents[2] / "golden"))
import reference  # noqa: E402


def of(data: bytes, width: int, height: int) -> str:
    """`pass`, `fail` or `unavailable`. Dimensions that do not fit are inferred from the number of samples."""
    if planted("zlib-depth-accepted") and data[:1] == b"\x78":
        data = _as_gzip(data)
    return _status(data, width, height)


@lru_cache(maxsize=256)
def _status(data: bytes, width: int, height: int) -> str:
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        try:
            depth_map = reference.read_depth_map(file.name, width, height, as_server=True)
        except reference.Unreadable:
            return "unavailable"
        return str(reference.analyse(file.name, depth_map)["status"])


def _as_gzip(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=31)
    return packer.compress(zlib.decompress(data)) + packer.flush()
