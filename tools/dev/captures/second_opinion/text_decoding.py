"""The text of a part: by its byte order mark, else by the charset of its content type, else as UTF-8.

Ill-formed bytes become U+FFFD; no text is refused here.
"""

from __future__ import annotations

from typing import Optional

from . import content_type
from .encoding_labels import encodings_by_label
from .not_modelled import NotModelled

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_ENCODINGS = encodings_by_label()
_CODECS = {"utf-8": "utf-8", "utf-16be": "utf-16-be", "utf-16le": "utf-16-le"}


def decode(data: bytes, content_type_text: Optional[str]) -> str:
    """The text of a part without its byte order mark; raises NotModelled for other encodings."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    parsed = content_type.parse(content_type_text)
    label = (parsed.parameters.get("charset", "") if parsed else "").strip("\t\n\f\r ").lower()
    encoding = _ENCODINGS.get(label, "utf-8")
    if encoding == "windows-1252":
        # The table leaves five bytes out; each is the control character of its number.
        return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in data)
    if encoding not in _CODECS:
        raise NotModelled(f"charset {encoding}")
    return data.decode(_CODECS[encoding], "replace")
