"""Other ways of reading a file than the server's (docs/SPECIFICATION.md, §10), listed as in variants.py."""

from __future__ import annotations

import zlib
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
        (f"{TEXT_LIMIT - 1}", {"text_limit": TEXT_LIMIT - 1}),
        ("of names only", {"limited_texts": 8}), ("of comments only", {"limited_texts": 16}))
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
reading("the rest of a sample filled up", ("with zeros", {"filled": True}))

# The header: each flag with the field it announces, the magic number, the method, and ignored fields.
FIELDS = {1: "the flag for text", 2: "the header's checksum", 4: "an extra field", 8: "a name", 16: "a comment"}


def refused(holds: Any) -> dict[str, Any]:
    return {"header_refused": holds}


def of_flag(flag: int) -> Any:
    return lambda header: header[3] & flag != 0


reading("the magic number of gzip half checked", ("the first byte only", {"magic": (True, False)}),
        ("the second byte only", {"magic": (False, True)}), ("neither byte", {"magic": (False, False)}))
reading("what precedes a gzip member skipped", ("zeros", {"leading": "zeros"}), ("anything", {"leading": "anything"}))
reading("the method of gzip ignored", ("", {"method": False}))
reading("a gzip header refused for what it says", *(
    (f"for {words}", refused(of_flag(flag))) for flag, words in FIELDS.items()),
    ("for any field", refused(lambda header: header[3] & 0x1E != 0)),
    ("for any flag", refused(lambda header: header[3] != 0)),
    ("for its time", refused(lambda header: any(header[4:8]))),
    ("for extra flags that are not 0, 2 or 4", refused(lambda header: header[8] not in (0, 2, 4))),
    ("for extra flags that are not 0", refused(lambda header: header[8] != 0)),
    ("for the operating system 255", refused(lambda header: header[9] == 255)),
    ("for other operating systems than 255", refused(lambda header: header[9] != 255)),
    ("for other operating systems than 3", refused(lambda header: header[9] != 3)),
    ("for other operating systems than 0 and 3", refused(lambda header: header[9] not in (0, 3))),
    ("for an operating system above 13", refused(lambda header: header[9] > 13)))
reading("fields of a gzip header taken for its content", *(
    (words, {"unread_flags": flag}) for flag, words in FIELDS.items() if flag > 1),
    ("name and comment", {"unread_flags": 24}), ("comment and the header's checksum", {"unread_flags": 18}),
    ("all but a name", {"unread_flags": 22}), ("all of them", {"unread_flags": 30}))
reading("an extra field's length read otherwise", ("big-endian", {"extra_order": "big"}),
        ("as if it counted its own two bytes", {"extra_start": 0}))
reading("the checksum of the header compared otherwise",
        ("its high half", {"header_sum": lambda header: zlib.crc32(header).to_bytes(4, "little")[2:]}),
        ("big-endian", {"header_sum": lambda header: zlib.crc32(header).to_bytes(4, "big")[2:]}),
        ("of the first ten bytes", {"header_sum": lambda header: zlib.crc32(header[:10]).to_bytes(4, "little")[:2]}),
        ("of what follows the first ten bytes",
         {"header_sum": lambda header: zlib.crc32(header[10:]).to_bytes(4, "little")[:2]}))

# The trailer.
reading("a trailer that is cut off accepted",
        *((f"from {count} bytes on, as far as it goes", {"trailer_bytes": count}) for count in (0, 4, 5, 6, 7)),
        ("without any of it", {**NO_TRAILER, "trailer_bytes": 0}))
reading("the trailer read big-endian", ("", {"trailer_order": "big"}))

# The content.
reading("the content of a gzip member unpacked again", ("gzip", {"inside": ("gzip",)}), ("zlib", {"inside": ("zlib",)}),
        ("gzip and zlib", {"inside": ("gzip", "zlib")}))
reading("a header inside gzip stripped", ("NumPy's", {"inside": ("npy",)}))

# DEFLATE.
LITERALS, DISTANCES = "literal code", "distance code"
reading("codes of one symbol read otherwise",
        ("of distances refused", {"lone_codes": (LITERALS,)}), ("of literals refused", {"lone_codes": (DISTANCES,)}),
        ("both refused", {"lone_codes": ()}),
        *((f"another bit reads as symbol 0 after {path} zeros", {"lone_path": path}) for path in (0, 1, 8, 9, 11, 12)),
        ("every other bit refused", {"lone_path": 15}))
reading("a block without distance code refused", ("", {"needs_distances": True}))
reading("incomplete codes read", ("of literals", {"incomplete": (LITERALS,)}),
        ("of distances", {"incomplete": (DISTANCES,)}), ("of both", {"incomplete": (LITERALS, DISTANCES)}),
        ("of code lengths", {"incomplete": ("code of code lengths",)}),
        ("all of them", {"incomplete": (LITERALS, DISTANCES, "code of code lengths")}))
reading("more codes than there are read", ("288 of literals", {"most_codes": (288, 30)}),
        ("32 of distances", {"most_codes": (286, 32)}), ("both", {"most_codes": (288, 32)}))
reading("repeated code lengths read otherwise",
        ("with none before them, as 0", {"repeats_need_a_length": False}),
        ("beyond the last code", {"repeats_past_the_end": True}))
reading("a stored length's complement ignored", ("", {"complement": False}))
