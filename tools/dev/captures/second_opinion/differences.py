"""Where two answers differ: the paths of their members and both values."""

from __future__ import annotations

from typing import Any

ABSENT = "absent"
# The members that every implementation must answer; the others explain.
_REQUIRED = {
    "http_status", "error_code", "status", "assertion_verified", "counter_valid", "new_counter", "depth_status",
    "confidence", "challenge_spent", "attestation_level", "public_key_hex", "passes", "request_verified",
    "counter_after",
}  # fmt: skip


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Each leaf by its path, such as `answer.http_status`. Lists are leaves."""
    if not isinstance(value, dict):
        return {path: value}
    leaves: dict[str, Any] = {}
    for name, member in value.items():
        leaves.update(flat(member, f"{path}.{name}" if path else name))
    return leaves


def is_required(path: str) -> bool:
    """Whether a member counts even if only what every implementation must answer is compared."""
    return path.rpartition(".")[2] in _REQUIRED


def between(expected: dict[str, Any], found: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Each member of the expected answer that the other has otherwise or not at all."""
    wanted, given = flat(expected), flat(found)
    return {
        path: (value, given.get(path, ABSENT))
        for path, value in wanted.items()
        if path not in given or given[path] != value or type(given[path]) is not type(value)
    }
