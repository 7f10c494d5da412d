"""The findings of tools/dev/exponential/run: the sum of what program.swift prints for each block."""

from __future__ import annotations

# The largest denominator of a share: the interior pixels of a map of 256x192 samples.
INTERIOR = 254 * 190
VARIANTS = ["fused", "plain"]
# Comparisons of `Exponential` with the variant of glibc that it implements.
IMPLEMENTED = ["fused glibc-fma", "plain glibc-plain"]


class Findings:
    def __init__(self) -> None:
        # By variant: the numbers of quotients and pairs.
        self.compared = {variant: [0, 0] for variant in VARIANTS}
        # By the names of two variants of `exp`: `exp`, `coherence`, `beyond one` and `verdicts` are the numbers of
        # quotients and pairs that differ; `units` and `difference` are the largest differences of coherences, with a
        # share.
        self.comparisons: dict[str, dict[str, list]] = {}
        # The largest errors, with a share.
        self.errors: dict[str, list] = {}
        self.counts: dict[str, int] = {}
        # By variant: numerator, denominator, and the lowest 8 bits of the coherence by glibc.
        self.differing: dict[str, list[list[int]]] = {variant: [] for variant in VARIANTS}
        self.seconds = 0.0

    def add(self, variant: str, block: dict) -> None:
        """Adds a block of one of VARIANTS. Those of one variant must come in order."""
        self.compared[variant] = add_numbers(self.compared[variant], block["compared"])
        for name, found in block["comparisons"].items():
            # Both processes compare these.
            if name in ("fused plain", "client musl rounded") and variant == "plain":
                continue
            sums = self.comparisons.setdefault(name, dict.fromkeys(found, [0, 0]))
            for key, value in found.items():
                is_largest = isinstance(value[1], str)
                sums[key] = larger(sums[key], value) if is_largest else add_numbers(sums[key], value)
        for name, error in block["errors"].items():
            self.errors[name] = larger(self.errors.get(name, [0, ""]), error)
        for name, count in block["counts"].items():
            self.counts[f"{variant} {name}"] = self.counts.get(f"{variant} {name}", 0) + count
        self.differing[variant] += block["differing"]
        self.seconds += block["seconds"]

    def problems(self) -> list[str]:
        """What contradicts the documents, in words."""
        found = [
            f"{name}: {numbers['exp'][0]} quotients differ; expected none"
            for name, numbers in self.comparisons.items() if name in IMPLEMENTED and numbers["exp"][0]
        ]  # fmt: skip
        found += [
            f"{name}: {numbers['verdicts'][0]} quotients have another verdict; expected none"
            for name, numbers in self.comparisons.items()
            if numbers["verdicts"][0]
        ]
        if self.errors["reference"][0] >= 2**-76:
            found.append(f"the reference is off by {self.errors['reference'][0]}; expected less than 2^-76")
        if self.compared["fused"] != self.compared["plain"]:
            found.append(f"the processes compared {self.compared}; expected the same numbers")
        if [share[:2] for share in self.differing["fused"]] != [share[:2] for share in self.differing["plain"]]:
            found.append("the two processes list other shares as differing")
        return found

    def packed_shares(self) -> bytes:
        """The file golden/exponential-shares.bin, which golden/README.md describes."""
        packed = bytearray()
        last_numerator = last_denominator = 0
        for fused, plain in zip(self.differing["fused"], self.differing["plain"]):
            numerator, denominator, fused_bits = fused
            if denominator != last_denominator:
                last_numerator = 0
            packed += encoded(denominator - last_denominator) + encoded(numerator - last_numerator)
            packed += bytes([fused_bits, plain[2]])
            last_numerator, last_denominator = numerator, denominator
        return bytes(packed)


def add_numbers(first: list[int], second: list[int]) -> list[int]:
    return [one + other for one, other in zip(first, second)]


def larger(first: list, second: list) -> list:
    return second if second[0] > first[0] else first


def encoded(number: int) -> bytes:
    """Seven bits per byte, lowest first; all bytes but the last have the highest bit set."""
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)
