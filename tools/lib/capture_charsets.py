"""Text of a charset as the server reads it (the Encoding Standard of WHATWG), by Python's codecs: the charsets of our
cases, and only text in which both agree."""

from __future__ import annotations

# The labels that the cases use, by the codec that reads such text in the same way.
CODECS = {
    "utf-8": "utf-8", "utf8": "utf-8", "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
    "iso-8859-1": "cp1252", "us-ascii": "cp1252", "latin1": "cp1252",
}
# Encodings that nobody may read: the whole text is one U+FFFD.
REPLACEMENT = {"iso-2022-kr", "iso-2022-cn", "iso-2022-cn-ext", "hz-gb-2312", "csiso2022kr", "replacement"}


def decoded(data: bytes, charset: str) -> str:
    """A label that is unknown stands for UTF-8."""
    label = charset.strip("\t\n\f\r ").lower()
    if label in REPLACEMENT:
        return "\ufffd" if data else ""
    return data.decode(CODECS.get(label, "utf-8"), "replace")
