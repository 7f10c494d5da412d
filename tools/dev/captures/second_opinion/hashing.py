"""SHA-256, which the document calls H."""

from __future__ import annotations

import hashlib


def sha256(*pieces: bytes) -> bytes:
    """SHA-256 of some bytes one after the other."""
    return hashlib.sha256(b"".join(pieces)).digest()
