"""The tables of tools/dev/exponential/run."""

from __future__ import annotations

import math

from findings import Findings

SERVER = {
    "fused glibc-fma": "fused, {glibc} with FMA",
    "plain glibc-plain": "plain, {glibc} without FMA",
    "fused plain": "fused, plain",
    "fused rounded": "fused, correctly rounded",
    "plain rounded": "plain, correctly rounded",
}
CLIENT = {
    "client glibc-fma musl": "{glibc} with FMA, {musl}",
    "client glibc-plain musl": "{glibc} without FMA, {musl}",
    "client glibc-fma rounded": "{glibc} with FMA, correctly rounded",
    "client glibc-plain rounded": "{glibc} without FMA, correctly rounded",
    "client musl rounded": "{musl}, correctly rounded",
}
ERRORS = {
    "fused": "server, fused",
    "plain": "server, plain",
    "client glibc-fma": "client, {glibc} with FMA",
    "client glibc-plain": "client, {glibc} without FMA",
    "client musl": "client, {musl}",
}
HEADER = """\
| {side}: compared | `exp` differs: quotients | pairs | `edge_coherence` differs: quotients | pairs \
| by more than 1 ULP | by at most | verdicts |
|---|---|---|---|---|---|---|---|
"""


def report(findings: Findings, glibc: str, musl: str) -> str:
    names = {"glibc": glibc, "musl": musl}
    quotients, pairs = findings.compared["fused"]
    undecided = findings.counts["fused undecided"], findings.counts["fused client undecided"]
    text = f"{pairs:,} pairs with {quotients:,} distinct quotients. MPFR decided {undecided[0]:,} roundings to f64 and "
    text += f"{undecided[1]:,} to f32.\n"
    for side, rows in (("server", SERVER), ("client", CLIENT)):
        text += "\n" + HEADER.format(side=side)
        for name, words in rows.items():
            text += row(words.format(**names), findings.comparisons[name])
    text += "\n| largest error of `exp` | ULP | share |\n|---|---|---|\n"
    for name, words in ERRORS.items():
        error, share = findings.errors[name]
        text += f"| {words.format(**names)} | {error:.5f} | {share} |\n"
    return text


def row(words: str, numbers: dict) -> str:
    cells = [words, *counts(numbers["exp"]), *counts(numbers["coherence"]), counts(numbers["beyond one"])[0]]
    units, share = numbers["units"]
    cells.append(f"{units:,.0f} ULP ({share}), 2^{math.log2(numbers['difference'][0]):g}" if units else "0")
    cells.append(f"{numbers['verdicts'][0]:,}")
    return f"| {' | '.join(cells)} |\n"


def counts(tally: list[int]) -> list[str]:
    return [f"{tally[0]:,}", f"{tally[1]:,}"]
