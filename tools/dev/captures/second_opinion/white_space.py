"""White space in texts: the characters with the Unicode property White_Space."""

from __future__ import annotations

# str.strip also removes U+001C to U+001F, which do not have the property.
_SPACES = "".join(map(chr, range(0x2000, 0x200B)))
WHITE_SPACE = f"\t\n\v\f\r \u0085\u00a0\u1680{_SPACES}\u2028\u2029\u202f\u205f\u3000"


def is_blank(text: str) -> bool:
    """Whether a text has nothing but white space."""
    return not text.strip(WHITE_SPACE)
