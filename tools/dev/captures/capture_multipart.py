"""Content types and multipart bodies as the server's libraries read them (mime 0.3.17, multer 3.1), written from
docs/CAPTURE.md and independent of depthcheck.

Python's email parsers are not used: they follow the RFCs, and use the first of two headers with the same name.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

TOKEN = r"[A-Za-z0-9!#$%&'*+\-.^_`|~]"
# Type, subtype, and the rest after the first semicolon.
MEDIA = re.compile(rf"({TOKEN}+)/(?:({TOKEN}+);(.*)|({TOKEN}*))", re.DOTALL)
# An unquoted value can be empty only at the very end; a backslash does not escape a quote.
PARAMETER = re.compile(rf' *({TOKEN}+)=(?:"([^"\x00-\x1f\x7f]+)" *(?:;|\Z)|({TOKEN}+)(?:;|\Z)|()\Z)')
NAME = b"name"
HEADERS_LIMIT = 32


@dataclass(frozen=True)
class MediaType:
    type: str
    subtype: str
    suffix: str | None
    parameters: list[tuple[str, str]]

    def parameter(self, name: str) -> str | None:
        return next((value for key, value in self.parameters if key == name), None)

    @property
    def is_json(self) -> bool:
        return self.type == "application" and "json" in (self.subtype, self.suffix)

    @property
    def boundary(self) -> str | None:
        """The boundary of a form; None for anything else."""
        return self.parameter("boundary") if (self.type, self.subtype) == ("multipart", "form-data") else None


def media_type(text: str | None) -> MediaType | None:
    if text is None or not text.isascii() or (match := MEDIA.fullmatch(text)) is None:
        return None
    whole, rest = (match[2] or match[4]).lower(), match[3] or ""
    base, plus, suffix = whole[1:].rpartition("+")
    subtype = whole[:1] + base if plus else whole
    parameters = []
    while rest.strip(" "):
        if (found := PARAMETER.match(rest)) is None:
            return None
        parameters.append((found[1].lower(), found[2] or found[3] or ""))
        rest = rest[found.end():]
    return MediaType(match[1].lower(), subtype, suffix if plus else None, parameters)


def disposition(value: bytes, wanted: bytes = NAME) -> str | None:
    """The text after the first word that begins with `name`; None if no equals sign follows."""
    place = 0
    while (found := value.find(wanted, place)) >= 0:
        starts_word = found == place or value[found - 1:found] in (b" ", b"\t", b";")
        place = found + len(wanted)
        if starts_word:
            break
    else:
        return None
    equals = re.compile(rb"[ \t]*=[ \t]*").match(value, place)
    if equals is None:
        return None
    rest = value[equals.end():]
    if rest.startswith(b'"'):
        quoted = re.match(rb'"(.*?)(?<!\\)"', rest, re.DOTALL)
        if rest.startswith(b'""'):
            content = b""
        elif quoted is None:
            return None
        else:
            content = quoted[1].replace(b'\\"', b'"')
    else:
        content = re.match(rb"[^; ]*", rest)[0]
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


class Unreadable(Exception):
    """Not a multipart body, or an incomplete one."""


def part(headers: bytes) -> dict[str, Any]:
    values: dict[bytes, bytes] = {}
    lines = [line.removesuffix(b"\r") for line in headers.split(b"\n")]
    if not lines[0] or len(lines) > HEADERS_LIMIT:
        raise Unreadable
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or re.fullmatch(TOKEN.encode() + b"+", name) is None:
            raise Unreadable
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", value):
            raise Unreadable
        # The last of two with the same name counts.
        values[name.lower()] = value.strip(b" \t")
    kind = values.get(b"content-type")
    return {"name": disposition(values.get(b"content-disposition", b"")),
            "content_type": kind and kind.decode("latin-1")}


def read(body: bytes, boundary: str) -> tuple[list[dict[str, Any]], bool]:
    """The parts in the format of a case, as far as they can be read, and whether they are complete."""
    delimiter = b"--" + boundary.encode()
    found: list[dict[str, Any]] = []
    place = body.find(delimiter)
    while place >= 0:
        place += len(delimiter)
        if body.startswith(b"--", place):
            return found, True
        line = re.compile(rb"[ \t]*\r\n").match(body, place)
        headers_end = body.find(b"\r\n\r\n", line.end()) if line else -1
        if headers_end < 0:
            break
        try:
            section = part(body[line.end():headers_end])
        except Unreadable:
            break
        end = body.find(b"\r\n" + delimiter, headers_end + 4)
        if end < 0:
            break
        section["base64"] = base64.b64encode(body[headers_end + 4:end]).decode()
        found.append(section)
        place = end + 2
    return found, False
