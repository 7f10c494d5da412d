"""A capture in a signed request: the request's counter is stored before the capture is checked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import full_capture, hash_only_capture, signed_request
from .assertion import Device
from .mistakes import planted
from .signed_request import Verdict


def answer(case: dict[str, Any], device: Device) -> dict[str, Any]:
    """The request, the capture in both modes, and the counter that is stored afterwards."""
    request = signed_request.answer(case, device)
    return {
        "request": request.answer(),
        "strict": _capture(case, device, request.strict),
        "permissive": _capture(case, device, request.permissive),
    }


def _capture(case: dict[str, Any], device: Device, verdict: Verdict) -> dict[str, Any]:
    if verdict.refusal is not None:
        return {"answer": verdict.refusal, "counter_after": device.counter}
    counter = device.counter if verdict.new_counter is None else verdict.new_counter
    behind = device if planted("request-counter-stored-late") else replace(device, counter=counter)
    result = of_capture(case, behind, verdict.is_verified)
    new_counter = (result["assertion"] or {}).get("new_counter")
    return {**result, "counter_after": counter if new_counter is None else new_counter}


def of_capture(case: dict[str, Any], device: Device, is_request_verified: bool) -> dict[str, Any]:
    """The answer to a capture at its endpoint."""
    if case["endpoint"] == "captures/hash-only":
        return hash_only_capture.answer(case, device)
    return full_capture.answer(case, device, is_request_verified)
