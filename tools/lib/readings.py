"""Other ways to read a file than the server's, docs/SPECIFICATION.md, §10: listed as in variants.py."""

from __future__ import annotations

from typing import Any

from server_gzip import TEXT_LIMIT, Reading
from variant import cause


def reading(words: str, *variants: tuple[str, dict[str, Any]]) -> None:
    cause(words, "§10", *((detail, {"reading": Reading(**changes)}) for detail, changes in variants), only="server")


NO_LIMIT = 1 << 30
AS_ZLIB: dict[str, Any] = {"zero_window": False, "long_lone_codes": False, "text_limit": NO_LIMIT}
NO_TRAILER = {"checksum": False, "length": False}

reading("all gzip members read", ("what follows them refused, but zeros", {"trailing": "joined"}),
        ("what follows them ignored", {"trailing": "joined", "padding": False}),
        ("as Python's gzip and zlib", {**AS_ZLIB, "trailing": "joined", "reserved_flags": False,
                                       "header_checksum": False}),
        ("as gzip and zlib", {**AS_ZLIB, "trailing": "joined", "padding": False}))
reading("what follows the first gzip member refused", ("but zeros", {"trailing": "refused"}),
        ("zeros too", {"trailing": "refused", "padding": False}))
reading("the gzip checksum ignored", ("", {"checksum": False}), ("and the length", NO_TRAILER),
        ("and the length, inflated as zlib", {**AS_ZLIB, **NO_TRAILER}),
        ("and the length, the header and its checksum read over, inflated as zlib",
         {**AS_ZLIB, **NO_TRAILER, "reserved_flags": False, "header_checksum": False}))
reading("the gzip length ignored", ("", {"length": False}))
reading("gzip inflated as zlib does", ("", AS_ZLIB),
        ("distances before the start refused", {"zero_window": False}),
        ("lone codes of more than a bit refused", {"long_lone_codes": False}))
reading("a limit of names and comments", ("none", {"text_limit": NO_LIMIT}),
        (f"{TEXT_LIMIT - 1}", {"text_limit": TEXT_LIMIT - 1}))
reading("length symbols 286 and 287 read", ("as 258", {"large_symbols": False}))
reading("gzip headers read over", ("the checksum of the header ignored", {"header_checksum": False}),
        ("reserved flags ignored", {"reserved_flags": False}),
        ("both", {"header_checksum": False, "reserved_flags": False}))
reading("files that are cut off used", ("as far as they inflate", {"cut_off": True}),
        ("damaged ones too", {"cut_off": True, "damaged": True}),
        ("as far as zlib inflates them", {**AS_ZLIB, "cut_off": True}))
reading("other containers read", ("zlib", {"others": ("zlib",)}), ("bare DEFLATE", {"others": ("deflate",)}),
        ("bare samples", {"others": ("none",)}), ("zlib and DEFLATE", {"others": ("zlib", "deflate")}),
        ("zlib, DEFLATE and bare samples", {"others": ("zlib", "deflate", "none")}))
reading("the rest of a sample dropped", ("", {"odd_bytes": True}))
