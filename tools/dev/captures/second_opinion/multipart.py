"""Parts of a multipart body, in the order of the body, as the server's library reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, Optional

MOST_HEADERS = 32
_HEADER = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*((?:[^\x00-\x08\x0a-\x1f\x7f])*)")


@dataclass(frozen=True)
class Part:
    """One part. The name is None if the server sees none."""

    name: Optional[str]
    content_type: Optional[str]
    data: bytes


class IllFormed(Exception):
    """The body cannot be read further; the parts before were."""


def parts(body: bytes, boundary: str) -> Iterator[Part]:
    """Yields each part; raises IllFormed where the body ends early or a header is ill-formed."""
    delimiter = b"--" + boundary.encode()
    position = body.find(delimiter)
    if position < 0:
        raise IllFormed("no boundary")
    position += len(delimiter)
    while True:
        if body.startswith(b"--", position):
            return
        line_end = body.find(b"\r\n", position)
        if line_end < 0 or body[position:line_end].strip(b" \t"):
            raise IllFormed("text after a boundary")
        headers, start = _headers(body, line_end + 2)
        end = body.find(b"\r\n" + delimiter, start)
        if end < 0:
            raise IllFormed("a part without an end")
        yield Part(_name(headers.get("content-disposition")), _text(headers.get("content-type")), body[start:end])
        position = end + 2 + len(delimiter)


def _headers(body: bytes, start: int) -> tuple[dict[str, bytes], int]:
    """The headers by their names in lower case, of which the last of a name counts, and the start of the data."""
    end = body.find(b"\r\n\r\n", start)
    if end < 0:
        raise IllFormed("headers without an end")
    headers: dict[str, bytes] = {}
    for count, line in enumerate(body[start:end + 2].split(b"\n")):
        line = line.removesuffix(b"\r")
        if not line:
            break
        match = _HEADER.fullmatch(line)
        if match is None or count == MOST_HEADERS:
            raise IllFormed("an ill-formed header")
        headers[match[1].decode().lower()] = match[2].strip(b" \t")
    if not headers:
        raise IllFormed("no headers")
    return headers, end + 4


def _text(header: Optional[bytes]) -> Optional[str]:
    return header.decode("latin-1") if header is not None else None


def _name(disposition: Optional[bytes]) -> Optional[str]:
    """The value after the first word `name`, wherever it is, or None if its quotes do not close or it is not UTF-8.

    A word begins the header, or follows white space, a semicolon or another `name`. A value without quotes ends at a
    space or semicolon. In quotes a backslash stays, except in front of a quote, which then ends nothing.
    """
    found = re.search(rb"(?:^|(?<=[\s;])|(?<=name))name", disposition or b"")
    if found is None or disposition is None:
        return None
    value = re.match(rb'\s*=\s*(?:"(.*?)(?<!\\)"|([^"; ][^; ]*))', disposition[found.end() :], re.DOTALL)
    if value is None:
        return None
    raw = value[2] if value[1] is None else value[1].replace(b'\\"', b'"')
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
