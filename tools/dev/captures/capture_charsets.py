"""Decodes text like the server (Encoding Standard of WHATWG) with Python's codecs: only the charsets of our cases,
and only text for which both agree."""

from __future__ import annotations

# The labels used in cases, and the equivalent codecs.
CODECS = {
    "utf-8": "utf-8", "utf8": "utf-8", "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
    "iso-8859-1": "cp1252", "us-ascii": "cp1252", "latin1": "cp1252", "iso-8859-2": "iso8859-2", "koi8-r": "koi8-r",
    "iso-8859-8-i": "iso8859-8", "iso-8859-9": "cp1254", "cp1251": "cp1251", "tis-620": "cp874", "866": "cp866",
    "mac": "mac-roman", "x-mac-ukrainian": "mac-cyrillic", "shift_jis": "cp932", "ms_kanji": "cp932",
    "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp", "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030",
    "big5-hkscs": "big5hkscs", "ks_c_5601-1987": "cp949", "euc-kr": "cp949",
}
# Encodings of the replacement kind: the whole text becomes one U+FFFD.
REPLACEMENT = {"iso-2022-kr", "iso-2022-cn", "iso-2022-cn-ext", "hz-gb-2312", "csiso2022kr", "replacement"}


def decoded(data: bytes, charset: str) -> str:
    """An unknown label means UTF-8."""
    label = charset.strip("\t\n\f\r ").lower()
    if label in REPLACEMENT:
        return "\ufffd" if data else ""
    if label == "x-user-defined":
        return "".join(chr(byte if byte < 0x80 else 0xF700 + byte) for byte in data)
    return data.decode(CODECS.get(label, "utf-8"), "replace")
