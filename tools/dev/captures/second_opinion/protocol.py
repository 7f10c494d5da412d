"""The protocol of `depthcheck capture check`: one request in JSON a line, one answer a line."""

from __future__ import annotations

import json
from typing import Any, Iterable, Iterator

from . import chain, registration, signed_request
from .assertion import Device


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to one case, by its kind."""
    kind = case["kind"]
    if kind == "registration":
        return registration.answer(case)
    device = Device.of(case["device"])
    if kind == "request":
        return signed_request.answer(case, device).answer()
    if kind == "chain":
        return chain.answer(case, device)
    return chain.of_capture(case, device, case.get("request_verified", False))


def serve(lines: Iterable[str]) -> Iterator[str]:
    """Answers each line; a fault of this program is an `error`, not an end."""
    for line in lines:
        name = None
        try:
            case = json.loads(line)
            name = case["name"]
            reply = {"name": name, **answer(case)}
        except Exception as error:  # noqa: BLE001
            reply = {"name": name, "error": f"{type(error).__name__}: {error}"}
        yield json.dumps(reply)
