"""The recorded confidence: a table of the assertion's status and the depth verdict."""

from __future__ import annotations

from .mistakes import planted

_TABLE = {
    ("pass", "pass"): "high", ("pass", "unavailable"): "medium",
    ("unavailable", "pass"): "medium", ("unavailable", "unavailable"): "low",
}  # fmt: skip


def of(assertion: str, depth: str, is_request_verified: bool) -> str:
    """The confidence of a capture. Everything outside the table is suspicious."""
    if planted("failed-assertion-as-absent") and assertion == "fail":
        assertion = "unavailable"
    confidence = _TABLE.get((assertion, depth), "suspicious")
    if planted("suspicious-capped-to-low") and confidence == "suspicious":
        return "low"
    if confidence == "high" and not is_request_verified and not planted("unverified-request-uncapped"):
        return "medium"
    return confidence
