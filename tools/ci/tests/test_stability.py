"""The numbers of docs/STABILITY.md are those of the code."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path

from local_release import ROOT


def number(path: str, pattern: str) -> str:
    (found,) = re.findall(pattern, (ROOT / path).read_text())
    return found


def schema_versions(folder: Path) -> dict[str, str]:
    """The schemas with a `schema_version`, and the one that they require."""
    found = {}
    for path in folder.glob("*.json"):
        schema = json.loads(path.read_text())
        member = schema.get("anyOf", [schema])[0].get("properties", {}).get("schema_version")
        if member:
            found[path.name] = str(member["const"])
    return found


class StabilityTests(unittest.TestCase):
    def test_numbers_are_those_of_the_code(self) -> None:
        page = (ROOT / "docs/STABILITY.md").read_text()
        section = page.split("\n## Numbers\n")[1].split("\n## ")[0]
        documented = dict(re.findall(r"^\| `?([^|`]+?)`? \| ([\d.]+) \|", section, re.MULTILINE))
        expected = schema_versions(ROOT / "docs/schemas") | {
            "algorithm": number("Sources/DepthAnalysis/Record/SceneAnalysis.swift", r'algorithmVersion = "([^"]+)"'),
            "rules.json": number("fixtures/rules.json", r'"schema":"depthcheck.rules/(\d+)"'),
            "mistakes.json": number("fixtures/captures/mistakes.json", r'"schema":"depthcheck.capture-mistakes/(\d+)"'),
            "candidates": number(
                "Sources/PlanarityMeasurements/Measurements/SceneCandidates.swift", r'static let version = "([^"]+)"'
            ),
            "C interface": number("Sources/CDepthcheck/depthcheck.h", r"DEPTHCHECK_ABI_VERSION (\d+)"),
        }
        self.assertEqual(documented, expected)
