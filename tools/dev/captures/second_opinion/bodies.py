"""Bytes of a request in a case: text, base64, spaces appended to either, or only a length."""

from __future__ import annotations

import base64
from typing import Any

from . import content_type, json_reader
from .answers import Answer, refusal
from .mistakes import planted

LARGEST_BODY = 2_097_152


def bytes_of(source: dict[str, Any]) -> bytes:
    """The bytes of `text` or `base64`, followed by `spaces` spaces."""
    data = source["text"].encode() if "text" in source else base64.b64decode(source.get("base64", ""))
    return data + b" " * source.get("spaces", 0)


def read_json(header: Any, body: bytes, shape: Any, too_large: str) -> Any | Answer:
    """A JSON body as its shape, or the refusal: in this order the content type, the size, and the first fault."""
    parsed = content_type.parse(header)
    if parsed is None or not parsed.is_json:
        return refusal(415, None, "content_type", "content_type")
    if len(body) > LARGEST_BODY + planted("body-limit-off-by-one"):
        return refusal(413, None, "body_size", too_large)
    try:
        return json_reader.read(body, shape)
    except json_reader.JsonError as error:
        if error.category == "syntax":
            return refusal(400, None, "json_syntax", error.reason)
        return refusal(422, None, "json_data", error.reason)


def is_refusal(value: dict[str, Any]) -> bool:
    return "http_status" in value
