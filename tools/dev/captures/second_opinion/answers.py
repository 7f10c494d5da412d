"""Answers of the server in the form of the expected answers."""

from __future__ import annotations

from typing import Any, Optional

Answer = dict[str, Any]


def refusal(status: int, code: Optional[str], stage: str, reason: str) -> Answer:
    return {"http_status": status, "error_code": code, "stage": stage, "reason": reason}


def invalid(stage: str, reason: str) -> Answer:
    """A refusal of what was sent: 400 VALIDATION_ERROR."""
    return refusal(400, "VALIDATION_ERROR", stage, reason)


def store_failure(reason: str) -> Answer:
    """A refusal by the database: 500 INTERNAL_ERROR."""
    return refusal(500, "INTERNAL_ERROR", "store", reason)


def success(status: int, stage: str) -> Answer:
    return {"http_status": status, "error_code": None, "stage": stage, "reason": None}
