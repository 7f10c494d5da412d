"""One deviation from the specification, and the list of all, which variants.py, spellings.py, habits.py and
readings.py fill."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional

from variant_analysis import CLIENT, SERVER, Rules

PROFILES = ("server", "client")


@dataclass(frozen=True)
class Same:
    """The reason why no answer can show a variant: the text of a proof in proofs.md, and its profiles."""

    proof: str
    profiles: tuple[str, ...] = PROFILES


@dataclass(frozen=True, eq=False)
class Variant:
    """One deviation: its description, and the rules it replaces."""

    cause: str
    rule: str
    detail: str
    changes: dict[str, Any]
    only: str = ""
    same: Optional[Same] = None

    @property
    def full_title(self) -> str:
        return f"{self.rule} {self.cause}" + (f": {self.detail}" if self.detail else "")

    def rules(self, profile: str) -> Rules | None:
        if self.only not in ("", profile):
            return None
        return replace(CLIENT if profile == "client" else SERVER, **self.changes)

    def proof(self, profile: str) -> str:
        """The proof that it changes nothing in a profile; empty if there is none."""
        return self.same.proof if self.same and profile in self.same.profiles else ""


VARIANTS: list[Variant] = []


def cause(words: str, rule: str, *variants: tuple[Any, ...], only: str = "") -> None:
    """Adds the variants of one cause: (detail, replaced rules), then a proof, if any."""
    for detail, changes, *more in variants:
        VARIANTS.append(Variant(words, rule, detail, changes, only, *more))


def value(name: str, *values: Any) -> list[tuple[Any, ...]]:
    """Other values of one constant."""
    return [(f"{value}", {name: value}) for value in values]
