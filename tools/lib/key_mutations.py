"""The mutations of the suite keys: what a public key and the numbers of a signature must be, whatever library
verifies. mutation_suites.py says what a mutation is."""

from __future__ import annotations

KEYS = "P256Keys.swift"
CURVE = "P256Curve.swift"

MUTATIONS: list[tuple[str, str, str, str]] = [
    (KEYS, "case (65, 4), (33, 2), (33, 3): break", "case (65, 4), (33, 2): break", "key: 33 bytes from 3"),
    (KEYS, "case (65, 4), (33, 2), (33, 3): break", "case (65, 4), (33, 3): break", "key: 33 bytes from 2"),
    (KEYS, "case (65, 4), (33, 2), (33, 3): break", "case (33, 2), (33, 3): break", "key: 65 bytes from 4"),
    (KEYS, "case (65, 4), (33, 2)", "case (65, 4), (65, 6), (65, 7), (33, 2)", "= key: no hybrid form"),
    (CURVE, "0xFC, 0x63, 0x25, 0x51", "0xFC, 0x63, 0x25, 0x50", "signature: n - 1 is in range"),
    (CURVE, "0xFC, 0x63, 0x25, 0x51", "0xFC, 0x63, 0x25, 0x52", "signature: n is out of range"),
    (CURVE, "&& bytes.contains { $0 != 0 } &&", "&&", "signature: 0 is out of range"),
]
