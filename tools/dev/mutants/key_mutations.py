"""The mutations of the suite keys: requirements on public keys and the numbers of signatures, for any verifying
library. mutation_suites.py defines mutations."""

from __future__ import annotations

KEYS = "P256Keys.swift"
COMPACT = "P256CompactPoint.swift"

MUTATIONS: list[tuple[str, str, str, str]] = [
    (KEYS, "case (65, 4), (33, 2), (33, 3): bytes", "case (65, 4), (33, 2): bytes", "key: 33 bytes from 3"),
    (KEYS, "case (65, 4), (33, 2), (33, 3): bytes", "case (65, 4), (33, 3): bytes", "key: 33 bytes from 2"),
    (KEYS, "case (65, 4), (33, 2), (33, 3): bytes", "case (33, 2), (33, 3): bytes", "key: 65 bytes from 4"),
    (KEYS, "case (33, 5): P256CompactPoint", "case (33, 6): P256CompactPoint", "key: 33 bytes from 5"),
    (COMPACT, "? y : other)", "? other : y)", "key: of both y the smaller"),
    (COMPACT, ", bytes.lexicographicallyPrecedes(P256Number.prime.bytes)", "", "= key: an x below the prime"),
    (KEYS, "case (65, 4), (33, 2)", "case (65, 4), (65, 6), (65, 7), (33, 2)", "= key: no hybrid form"),
    (KEYS, "0xFC, 0x63, 0x25, 0x51", "0xFC, 0x63, 0x25, 0x50", "signature: n - 1 is in range"),
    (KEYS, "0xFC, 0x63, 0x25, 0x51", "0xFC, 0x63, 0x25, 0x52", "signature: n is out of range"),
    (KEYS, "&& bytes.contains { $0 != 0 } &&", "&&", "signature: 0 is out of range"),
]
