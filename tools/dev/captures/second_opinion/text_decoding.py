"""The text of a part: by its byte order mark, else by the charset of its content type, else as UTF-8.

Ill-formed bytes become U+FFFD; no text is refused here.
"""

from __future__ import annotations

import codecs
from typing import Optional

from . import content_type
from .encoding_labels import codecs_by_label

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_CODECS = codecs_by_label()


def decode(data: bytes, content_type_text: Optional[str]) -> str:
    """The text of a part without its byte order mark."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    parsed = content_type.parse(content_type_text)
    label = (parsed.parameters.get("charset", "") if parsed else "").strip("\t\n\f\r ").lower()
    codec = _CODECS.get(label, "utf-8")
    if codec == "replacement":
        return "\ufffd" if data else ""
    if codec == "x-user-defined":
        return "".join(chr(byte if byte < 0x80 else 0xF700 + byte) for byte in data)
    return data.decode(codec, "control-or-replace")


def _control_or_replace(error: UnicodeError) -> tuple[str, int]:
    """A byte 80 to 9F that a table of single bytes leaves out is that control character; all else is U+FFFD."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start]
    is_single = error.encoding == "charmap"
    return chr(byte) if is_single and 0x80 <= byte < 0xA0 else "\ufffd", error.end


codecs.register_error("control-or-replace", _control_or_replace)
