"""A signed request: headers, time, device, level, size, assertion; permissive and strict."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional

from . import assertion, bodies, device_headers, rfc3339
from .answers import Answer, invalid, refusal
from .assertion import Device, Unreadable
from .device_headers import Headers
from .hashing import sha256
from .mistakes import planted

OLDEST = 300_000
FARTHEST_AHEAD = 60_000
LARGEST_BODY = 20_971_520


@dataclass(frozen=True)
class Verdict:
    """The outcome of one mode: a refusal, or a request that continues, verified or not."""

    refusal: Optional[Answer]
    new_counter: Optional[int] = None
    reason: Optional[str] = None

    @property
    def is_verified(self) -> bool:
        return self.refusal is None and self.reason is None

    def answer(self) -> dict[str, Any]:
        if self.refusal is not None:
            return self.refusal
        return {
            "passes": True, "request_verified": self.is_verified, "new_counter": self.new_counter,
            "reason": self.reason,
        }  # fmt: skip


@dataclass(frozen=True)
class Result:
    """The verdicts of both modes, and the text that must be signed if a request comes that far."""

    permissive: Verdict
    strict: Verdict
    client_data: Optional[bytes] = None

    def answer(self) -> dict[str, Any]:
        verdicts = {"strict": self.strict.answer(), "permissive": self.permissive.answer()}
        if self.client_data is None:
            return verdicts
        text = self.client_data
        return {**verdicts, "client_data": text.decode(), "client_data_hash": sha256(text).hex()}


def answer(case: dict[str, Any], device: Device) -> Result:
    """The verdicts about a signed request."""
    headers = device_headers.read(case["headers"])
    if isinstance(headers, dict):
        return _refused(headers)
    early = _time_fault(headers.timestamp, case["now"])
    if early is None and not case.get("device_known", True):
        early = refusal(404, "DEVICE_NOT_FOUND", "device", "unknown")
    if early is not None:
        return _refused(early)
    body = bodies.bytes_of(case.get("body", {}))
    is_large = case.get("body_bytes", len(body)) > LARGEST_BODY
    too_large = Verdict(invalid("body_size", "request_limit"))
    if device.level != "secure_enclave" and not (planted("any-level-signs") and device.level != "unverified"):
        strict = Verdict(refusal(403, "DEVICE_UNVERIFIED", "device", "unverified"))
        return Result(too_large if is_large else Verdict(None, None, "device_unverified"), strict)
    if is_large:
        return Result(too_large, too_large)
    timestamp = headers.timestamp_text if planted("timestamp-as-sent") else headers.timestamp
    client_data = f"{timestamp}|{sha256(_hashed_body(body)).hex()}".encode()
    counter, fault = _assertion_fault(headers, device, sha256(client_data))
    if planted("request-app-checked") and fault is None:
        config = case["config"]
        fault = assertion.app_fault(headers.signature, f"{config['apple_team_id']}.{config['apple_bundle_id']}")
    if fault is None:
        return Result(Verdict(None, counter), Verdict(None, counter), client_data)
    return Result(Verdict(None, None, fault), Verdict(_strict_refusal(fault)), client_data)


def _refused(refused: Answer) -> Result:
    return Result(Verdict(refused), Verdict(refused))


def _time_fault(timestamp: int, now: str) -> Optional[Answer]:
    """The difference wraps in 64 bits, so that times of 292 million years ago seem ahead."""
    moment = rfc3339.parse(now)
    assert moment is not None
    if planted("timestamp-in-seconds"):
        timestamp = max(-(2**63), min(timestamp * 1000, 2**63 - 1))
    age = moment.unix_millisecond - timestamp
    if not planted("difference-without-wrap"):
        age = (age + 2**63) % 2**64 - 2**63
    if age > OLDEST + 1000 * planted("301-seconds"):
        return refusal(401, "TIMESTAMP_EXPIRED", "timestamp", "past")
    if age < -FARTHEST_AHEAD:
        return refusal(401, "TIMESTAMP_INVALID", "timestamp", "future")
    return None


def _hashed_body(body: bytes) -> bytes:
    if planted("parsed-body-hash"):
        try:
            return json.dumps(json.loads(body)).encode()
        except ValueError:
            pass
    return body


def _assertion_fault(headers: Headers, device: Device, client_data_hash: bytes) -> tuple[Optional[int], Optional[str]]:
    """The counter, or the first check that fails. App and flags are not checked."""
    read = assertion.read(headers.signature)
    if isinstance(read, Unreadable):
        return None, read.reason
    if not assertion.has_increased(read.counter, device.counter):
        return None, "counter_not_increasing"
    return read.counter, assertion.signature_fault(read, device.public_key, client_data_hash)


def _strict_refusal(fault: str) -> Answer:
    """Servers with REQUIRE_VERIFIED_DEVICES refuse."""
    if fault == "counter_not_increasing":
        return refusal(401, "REPLAY_DETECTED", "assertion", fault)
    if fault in ("missing_public_key", "invalid_public_key", "signature_invalid"):
        return refusal(401, "SIGNATURE_INVALID", "assertion", fault)
    return invalid("assertion", fault)
