"""Numbers printed with fewer digits than they have (§11). Listed as in variants.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from variant import cause


def printed(format: Any, only: str = "") -> dict[str, Any]:
    """Every non-integer, or those of one field, as parsed from printed text."""
    def through(entry: Any) -> Any:
        if isinstance(entry, (list, tuple)):
            return type(entry)(through(part) for part in entry)
        return float(format(entry)) if isinstance(entry, float) else entry

    return {"answer": lambda result: {
        field: through(entry) if only in ("", field) else entry for field, entry in result.items()}}


def digits(count: int, field: str = "") -> tuple[str, dict[str, Any]]:
    return worded(count, "digits", field), printed(lambda number: f"{number:.{count}g}", field)


def decimals(count: int, field: str = "") -> tuple[str, dict[str, Any]]:
    return worded(count, "decimals", field), printed(lambda number: f"{number:.{count}f}", field)


def worded(count: int, of: str, field: str) -> str:
    """One field is named only if every number fits: without a digit, golden check looks for no other amount."""
    return f"{field}, {WORDS[count]} {of}" if field else f"{count} {of}"


def as_single(number: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.float32(number))


WORDS = {2: "two", 3: "three", 4: "four", 6: "six", 15: "fifteen"}
FEW_DIGITS = "numbers printed with too few digits"
cause(FEW_DIGITS, "§11", *map(digits, (6, 7)), *map(decimals, (2, 3, 4, 5, 6)))
cause(FEW_DIGITS, "§11", *map(digits, range(8, 17)), *map(decimals, range(7, 16)),
      ("as f32", printed(as_single)), only="server")
cause(FEW_DIGITS, "§11", digits(8), only="client")
cause("one number printed with too few digits", "§11", *(
    spelling for field in (
        "depth_variance", "edge_coherence", "min_depth", "max_depth", "mean_depth", "median_depth", "coverage",
        "uniformity_ratio", "min_quadrant_variance", "peak_depths", "stages.quadrants")
    for spelling in (*(decimals(count, field) for count in (2, 3, 4, 6)), digits(6, field), digits(15, field))),
      only="server")
