"""Base64 as the server reads it: standard alphabet, padded, no white space, unused bits 0."""

from __future__ import annotations

import base64
import re
from typing import Optional

from .mistakes import planted

_GROUPS = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode(text: str) -> Optional[bytes]:
    """The bytes of a text, or None if it is not strict base64."""
    if planted("lenient-base64"):
        return _decode_leniently(text)
    if not _GROUPS.fullmatch(text):
        return None
    decoded = base64.b64decode(text)
    return decoded if base64.b64encode(decoded).decode() == text else None


def _decode_leniently(text: str) -> Optional[bytes]:
    """What many libraries take: either alphabet, white space, any padding, any unused bits."""
    digits = "".join(text.split()).replace("-", "+").replace("_", "/").rstrip("=")
    if re.search(r"[^A-Za-z0-9+/]", digits) or len(digits) % 4 == 1:
        return None
    return base64.b64decode(digits + "=" * (-len(digits) % 4))
