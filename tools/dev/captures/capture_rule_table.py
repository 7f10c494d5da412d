"""The rules of fixtures/rules.json that each case guards, most specific first.

A case guards the rules that its code names or else those beside the first pattern that its name matches, then the rule
of the reason in its answer.
Patterns and reasons are tables of text: a rule's id is short, and the sentence is in fixtures/rules.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from capture_classes import is_trusted, kind_of
from capture_rule_patterns import CAPTURES, REGISTRATIONS, REQUESTS

# The rule of a reason. A reason that two endpoints share has a rule for each kind of case.
REASONS = {
    "full": """
        content_type=CAP-001 photo_empty=CAP-007 depth_map_empty=CAP-008 syntax=CAP-024 data=CAP-024
        captured_at=CAP-030 device_model=CAP-031 photo_hash_length=CAP-032 photo_hash_characters=CAP-033
        dimensions_zero=CAP-034 dimensions_large=CAP-035 latitude=CAP-036 longitude=CAP-037 missing_part=CAP-010
        unique_media_hash=CAP-044 nul_character=CAP-045 incomplete=CAP-003 body_too_large=CAP-002""",
    "hash-only": """
        content_type=CAP-150 body_too_large=CAP-151 syntax=CAP-152 capture_mode=CAP-154 media_hash_length=CAP-155
        media_hash_characters=CAP-156 media_type=CAP-157 video_requires=CAP-158 frame_count_not_positive=CAP-159
        duration_ms_not_positive=CAP-159 algorithm_version=CAP-160 depth_layers=CAP-161 edge_coherence=CAP-162
        captured_at=CAP-163 assertion_empty=CAP-164 assertion_base64=CAP-165 nul_character=CAP-168
        unique_media_hash=CAP-169""",
    "assertion": """
        invalid_base64=AST-001 invalid_cbor=AST-002 missing_field=AST-006 invalid_auth_data=AST-011
        rp_id_mismatch=AST-030 counter_not_increasing=AST-032 missing_public_key=AST-020 invalid_public_key=AST-023
        signature_format=AST-025 signature_invalid=AST-034""",
    "registration": """
        content_type=REG-001 body_limit=REG-002 syntax=REG-003 platform=REG-005 model=REG-006 missing:key_id=REG-008
        missing:attestation_object=REG-009 key_id=REG-010 attestation_object_base64=REG-011 challenge_base64=REG-012
        challenge_length=REG-013 no_challenge=REG-014 challenge_unknown=REG-015 challenge_used=REG-016
        challenge_expired=REG-017 unique_key_id=REG-020 nul_character=REG-021 has_lidar=REG-025
        missing:android_attestation=REG-026 certificate_chain=REG-027 android_challenge=REG-028
        invalid_cbor=REG-030 missing_field:fmt=REG-031 invalid_format=REG-032 missing_field:authData=REG-033
        missing_field:attStmt=REG-034 missing_field:x5c=REG-035 missing_field:x5c_certificates=REG-036
        invalid_auth_data=REG-038 incomplete_chain=REG-039 invalid_certificate=REG-040 certificate_expired=REG-041
        leaf_issuer=REG-042 intermediate_issuer=REG-043 intermediate_signature=REG-044 leaf_signature=REG-045
        nonce_missing=REG-048 invalid_nonce_format=REG-050 nonce_mismatch=REG-051 app_id_mismatch=REG-052
        invalid_public_key=REG-053 counter_not_zero=REG-054""",
    "request": """
        past=REQ-010 future=REQ-011 unknown=REQ-013 unverified=REQ-014 request_limit=REQ-015 invalid_cbor=REQ-017
        missing_field=REQ-017 invalid_auth_data=REQ-017 counter_not_increasing=REQ-018 missing_public_key=REQ-020
        invalid_public_key=REQ-020 signature_format=REQ-021 signature_invalid=REQ-022""",
}
# The rules that phones never meet: other implementations may answer otherwise.
MAY_DIFFER = set(re.findall(r"\w+-\d+", """
    CAP-011 CAP-012 CAP-013 CAP-014 CAP-015 CAP-016 CAP-017 CAP-018 CAP-019 CAP-020 CAP-021 CAP-023 CAP-045 CAP-046
    CAP-047 CAP-061 CAP-064 CAP-087 CAP-104 CAP-112 CAP-113 CAP-114 CAP-115 CAP-130 CAP-132 CAP-133 CAP-134 CAP-135
    CAP-136 CAP-168 CAP-185 CAP-187 CAP-188 AST-005 AST-007 AST-008 AST-009 AST-010 AST-013 AST-022 AST-024 AST-026
    REG-021 REG-049 REG-055 REG-058 REG-063 REG-064 REG-065 REG-066 REG-070 REG-071 REG-072 REG-073 REG-074 REG-075
    REG-076 REG-077 REQ-003 REQ-005 REQ-012
    """))


def pairs(table: str) -> dict[str, str]:
    return dict(entry.split("=") for entry in table.split())


def reasons_of(kind: str, expected: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The reasons in an answer, each with the table that has its rule."""
    if kind == "chain":
        for mode in ("strict", "permissive"):
            if (reason := expected["request"][mode].get("reason")) and reason != "device_unverified":
                yield "request", reason
            assertion = expected[mode].get("assertion") or {}
            if reason := assertion.get("reason"):
                yield "assertion", reason
        return
    if kind == "request":
        for mode in ("strict", "permissive"):
            if (reason := expected[mode].get("reason")) and reason != "device_unverified":
                yield "request", reason
        return
    stage, reason = expected["answer"].get("stage"), expected["answer"].get("reason")
    if stage == "photo_hash_encoding":
        yield "id", "CAP-041"
    elif stage == "photo_hash_mismatch":
        yield "id", "CAP-042"
    elif stage == "json_data":
        yield "id", "REG-004" if kind == "registration" else "CAP-153"
    elif stage == "multipart" and reason is None:
        yield "full", "incomplete"
    elif stage == "assertion":
        yield "id", "CAP-167"
    elif reason:
        yield kind, reason
    if kind == "registration":
        for mode in ("strict", "permissive"):
            verdict = expected.get(mode) or {}
            if reason := verdict.get("detail") or verdict.get("reason"):
                yield kind, reason.replace(" ", "_")
    elif reason := (expected.get("assertion") or {}).get("reason"):
        yield "assertion", reason


def rule_of(table: str, reason: str) -> str:
    if table == "id":
        return reason
    if reason.startswith("X-Device-"):
        return "REQ-001"
    rules = pairs(REASONS[table])
    return rules.get(reason) or rules[reason.split(":")[0]]


def rules_of(name: str, case: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """The ids of the rules that a case guards."""
    kind = kind_of(case)
    patterns = {"registration": REGISTRATIONS, "request": REQUESTS, "chain": REQUESTS}.get(kind, CAPTURES)
    found: list[str] = list(case.get("rules", []))
    for line in () if found else re.sub(r"\n +", " ", patterns.strip()).splitlines():
        pattern, _, ids = line.partition(": ")
        if re.fullmatch(pattern, name):
            found = ids.split()
            break
    for table, reason in reasons_of(kind, expected):
        rule = rule_of(table, reason)
        if rule == "REQ-001" and expected["strict"].get("http_status") == 400:
            continue
        if rule not in found:
            found.append(rule)
    if not found:
        raise ValueError(f"{name} guards no rule: add a pattern to capture_rule_patterns.py")
    return found


def class_of(rules: list[str], case: dict[str, Any], expected: dict[str, Any]) -> str:
    """The class of a case, from its first rule and its answer."""
    if rules[0] in MAY_DIFFER:
        return "may_differ"
    return "accepted" if is_trusted(kind_of(case), expected) else "refused"
