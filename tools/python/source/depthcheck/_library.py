"""The library's C interface, documented in Sources/CDepthcheck/depthcheck.h, and its description."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable
from ctypes import (
    POINTER, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint8, c_uint32, c_void_p
)  # fmt: skip
from dataclasses import dataclass, fields
from typing import Any

import numpy.typing as npt

ABI_VERSION = 6

# Created once: if another interpreter of this process loads ctypes, it clears the cache of pointer types, and new
# pointer types would differ from these.
Doubles = POINTER(c_double)
Floats = POINTER(c_float)
Bytes = POINTER(c_uint8)
Size = POINTER(c_size_t)


class CPicture(ctypes.Structure):
    """``depthcheck_picture``."""

    _fields_ = [
        ("colour_map", c_int32),
        ("overlays", c_uint32),
        ("plain", c_int32),
        ("scale", c_int32),
        ("nearest", c_double),
        ("farthest", c_double),
    ]


class CObjective(ctypes.Structure):
    """``depthcheck_objective``."""

    _fields_ = [
        ("kind", c_int32),
        ("limit", c_double),
        ("apcer_cost", c_double),
        ("bpcer_cost", c_double),
        ("prior", c_double),
    ]


class CBytes(ctypes.Structure):
    """``depthcheck_bytes``."""

    _fields_ = [("bytes", c_void_p), ("count", c_size_t)]


#: The samples of a map, their number, the width and the height.
_MAP = [c_void_p, c_size_t, c_int32, c_int32]

#: The result and arguments of each function, in the order of the header. Strings and arrays are addresses: they are
#: freed here, and ctypes would lose the address when converting.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "abi_version": (c_int32, []),
    "free": (None, [c_void_p]),
    "analyzer": (c_void_p, [c_int32, c_int32, c_void_p, c_size_t]),
    "meaningless_parameter": (c_int32, [c_void_p, c_size_t]),
    "release": (None, [c_void_p]),
    "analyze": (Doubles, [c_void_p, *_MAP]),
    "analyze_many": (c_int32, [c_void_p, c_void_p, c_size_t, c_size_t, c_int32, c_int32, c_void_p, c_void_p, c_size_t]),
    "description": (c_void_p, []),
    "analyze_file": (c_void_p, [c_void_p, c_char_p, c_void_p, c_size_t, POINTER(Doubles)]),
    "analyze_inaccessible": (c_void_p, [c_void_p, c_char_p, c_int32, POINTER(Doubles)]),
    "read_file": (c_void_p, [c_char_p, c_void_p, c_size_t, POINTER(Floats), Size]),
    "open_maps": (c_void_p, [c_char_p, c_char_p, c_int32, POINTER(c_int32)]),
    "next_map": (c_void_p, [c_void_p, POINTER(Floats), Size]),
    "release_maps": (None, [c_void_p]),
    "corpus": (
        c_void_p,
        [c_void_p, c_char_p, POINTER(c_char_p), c_size_t, c_char_p, c_int32, c_int32, POINTER(c_void_p)],
    ),
    "release_corpus": (None, [c_void_p]),
    "measure": (c_void_p, [c_void_p, c_size_t]),
    "measure_bytes": (c_void_p, [c_void_p, c_char_p, c_void_p, c_size_t]),
    "render": (Bytes, [c_void_p, *_MAP, POINTER(CPicture), c_char_p, Size, Size]),
    "parity": (c_void_p, [c_void_p, c_void_p, *_MAP, POINTER(Doubles), POINTER(Doubles)]),
    "tune": (c_void_p, [c_void_p, c_void_p, c_void_p, c_size_t, c_int32, POINTER(CObjective)]),
    "decide": (None, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p]),
    "request": (c_void_p, [c_char_p, POINTER(CBytes), c_size_t]),
}


def _load(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    for name, (result, arguments) in PROTOTYPES.items():
        function = getattr(library, f"depthcheck_{name}")
        function.restype = result
        function.argtypes = arguments
        setattr(library, name, function)
    found = library.abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"{path}: found interface version {found}; expected {ABI_VERSION}; reinstall depthcheck")
    return library


library = _load(os.path.join(os.path.dirname(__file__), "lib", "libdepthcheck.so"))


class Handle:
    """An object of the library, released with the last reference to the handle."""

    def __init__(self, address: int, release: Callable[[int], None]) -> None:
        self.address = address
        self._release = release

    def __del__(self) -> None:
        self._release(self.address)


def text(address: int) -> str:
    """Decodes and frees a string."""
    try:
        return ctypes.string_at(address).decode()
    finally:
        library.free(address)


def json_object(address: int) -> dict[str, Any]:
    """Parses and frees a string that is a JSON object."""
    found: dict[str, Any] = json.loads(text(address))
    return found


def numbers(record: Any) -> list[float]:
    """Reads and frees a record: a count and numbers."""
    try:
        found: list[float] = record[1 : int(record[0]) + 1]
        return found
    finally:
        library.free(record)


def filled(array: npt.NDArray[Any], address: Any) -> npt.NDArray[Any]:
    """Copies bytes to an array and frees them."""
    try:
        ctypes.memmove(array.ctypes.data, address, array.nbytes)
        return array
    finally:
        library.free(address)


@dataclass(frozen=True)
class Description:
    """The library's description of itself, generated from the tables of its sources."""

    profiles: list[str]
    engines: list[str]
    parameters: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    checks: list[dict[str, Any]]
    columns: list[str]
    measured: list[str]
    reasons: list[str]
    colour_maps: list[str]
    overlays: list[str]
    extensions: list[str]
    candidates: list[str]
    algorithm_version: str


def _describe() -> Description:
    found = json_object(library.description())
    found["colour_maps"] = [colours["name"] for colours in found["colourMaps"]]
    found["algorithm_version"] = found["algorithmVersion"]
    return Description(**{field.name: found[field.name] for field in fields(Description)})


description = _describe()
