"""The three headers of a signed request."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any, Optional

from . import strict_base64
from .answers import Answer, invalid, refusal

_UUID = re.compile(
    r"[0-9a-fA-F]{32}|(?P<opening>\{|urn:uuid:)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?P<closing>\})?"
)
_INTEGER = re.compile(r"([+-]?)(?=[0-9])0*([0-9]*)")


@dataclass(frozen=True)
class Headers:
    """The values that the server uses."""

    timestamp: int
    timestamp_text: str
    signature: bytes


def read(headers: Any) -> Headers | Answer:
    """The headers, or the refusal of the first that is absent (401) or ill-formed (400)."""
    values = _first_values(headers)
    checks = (("X-Device-Id", _is_uuid), ("X-Device-Timestamp", _timestamp), ("X-Device-Signature", _signature))
    read_values: list[Any] = []
    for name, reader in checks:
        if name.lower() not in values:
            return refusal(401, "DEVICE_AUTH_REQUIRED", "headers", name)
        text = _text(values[name.lower()])
        value = None if text is None else reader(text)
        if value is None:
            return invalid("headers", name)
        read_values.append((value, text))
    return Headers(*read_values[1], read_values[2][0])


def _first_values(headers: Any) -> dict[str, bytes]:
    """Bytes by name in lower case; of two with one name the first counts. A case has an object or a list of pairs."""
    values: dict[str, bytes] = {}
    for name, value in headers.items() if isinstance(headers, dict) else headers:
        data = value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])
        values.setdefault(name.lower(), data.strip(b" \t"))
    return values


def _text(data: bytes) -> Optional[str]:
    """A header as text: printable ASCII and tabs."""
    return data.decode("ascii") if all(byte == 9 or 32 <= byte < 127 for byte in data) else None


def _is_uuid(text: str) -> Optional[bool]:
    """32 digits, or five groups of them alone, in braces or after `urn:uuid:`."""
    match = _UUID.fullmatch(text)
    return True if match and (match["opening"] == "{") == (match["closing"] == "}") else None


def _timestamp(text: str) -> Optional[int]:
    match = _INTEGER.fullmatch(text)
    if match is None or len(match[2]) > 19:
        return None
    number = int(match[1] + (match[2] or "0"))
    return number if -(2**63) <= number < 2**63 else None


def _signature(text: str) -> Optional[bytes]:
    return strict_base64.decode(text)
