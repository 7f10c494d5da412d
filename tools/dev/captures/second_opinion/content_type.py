"""Content types as the server reads them.

No white space before a semicolon or around an equals sign, only spaces after a semicolon and after a quoted value;
a backslash in quotes escapes nothing. A semicolon can end the type. Types are case-insensitive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

_TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]"
_TYPE = re.compile(rf"({_TOKEN}+)/({_TOKEN}*)")
_NAME = re.compile(rf" *({_TOKEN}+)=")
_PLAIN = re.compile(rf"({_TOKEN}+);|({_TOKEN}*)\Z")
_QUOTED = re.compile(r'"([\x20\x21\x23-\x7e]+)" *(?:;|\Z)')


@dataclass(frozen=True)
class ContentType:
    """A type, the subtype without its suffix, the suffix, and the parameters, of which the first of a name counts."""

    type: str
    subtype: str
    suffix: Optional[str]
    parameters: dict[str, str]

    @property
    def is_json(self) -> bool:
        return self.type == "application" and "json" in (self.subtype, self.suffix)

    @property
    def boundary(self) -> Optional[str]:
        """The boundary of a form; None for any other type."""
        is_form = (self.type, self.subtype) == ("multipart", "form-data")
        return self.parameters.get("boundary") if is_form else None


def parse(text: Optional[str]) -> Optional[ContentType]:
    """A content type, or None if it is absent or ill-formed."""
    head = _TYPE.match(text) if text else None
    if text is None or head is None:
        return None
    parameters = _parameters(text, head.end())
    if parameters is None:
        return None
    whole = head[2].lower()
    plus = whole.rfind("+")
    if plus > 0:
        return ContentType(head[1].lower(), whole[:plus], whole[plus + 1 :], parameters)
    return ContentType(head[1].lower(), whole, None, parameters)


def _parameters(text: str, start: int) -> Optional[dict[str, str]]:
    parameters: dict[str, str] = {}
    if start == len(text):
        return parameters
    if text[start] != ";":
        return None
    position = start + 1
    while text[position:].strip(" "):
        name = _NAME.match(text, position)
        if name is None:
            return None
        value = _QUOTED.match(text, name.end()) or _PLAIN.match(text, name.end())
        if value is None:
            return None
        parameters.setdefault(name[1].lower(), next(group for group in value.groups() if group is not None))
        position = value.end()
    return parameters
