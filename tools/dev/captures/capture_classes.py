"""What the expected answer to a case shows: whether the server trusts it, and so its class."""

from __future__ import annotations

from typing import Any

Answer = dict[str, Any]
# Values of recorded members that are not a success.
NOTHING = (None, False, "", "unverified", "unavailable", "fail", "suspicious")


def is_trusted(kind: str, expected: Answer) -> bool:
    """Whether the server accepts a request and trusts it fully. It does not if an assertion or an attestation fails,
    the depth map has no verdict, or the confidence is below the best one for the assertion."""
    if kind == "registration":
        levels = [(expected.get(mode) or {}).get("attestation_level") for mode in ("permissive", "strict")]
        return expected["answer"]["http_status"] == 201 and levels == ["secure_enclave"] * 2
    if kind == "request":
        return all(expected[mode].get("request_verified", False) for mode in ("permissive", "strict"))
    if kind == "chain":
        return is_trusted("request", expected["request"]) and all(
            is_trusted_capture(expected[mode]) for mode in ("permissive", "strict"))
    return is_trusted_capture(expected)


def is_trusted_capture(expected: Answer) -> bool:
    if expected["answer"]["http_status"] != 202:
        return False
    assertion, depth = expected["assertion"]["status"], expected["depth_status"]
    if assertion == "fail" or depth != "pass":
        return False
    return expected["confidence"] == ("high" if assertion == "pass" else "medium")


def member(expected: Answer, path: str) -> Any:
    """The member at a path such as `strict.reason`; None if it is absent."""
    value: Any = expected
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def is_positive(rule: dict[str, Any], kind: str, expected: Answer) -> bool:
    """Whether a case shows what the rule permits. A rule with `observed` names the member in which it shows."""
    if path := rule.get("observed"):
        return member(expected, path) not in NOTHING
    return is_trusted(kind, expected)
