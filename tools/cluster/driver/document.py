"""Runs the commands of docs/CLUSTER.md, word for word and in order, in one folder."""

from __future__ import annotations

import re
from pathlib import Path

import tables
from work import TOOLS, Environment, Failed, Work

REPOSITORY = TOOLS.parents[1]
PAGE = REPOSITORY / "docs/CLUSTER.md"
# ```sh ENGINE: the engine that a block needs, if any.
BLOCK = re.compile(r"^```sh(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = "one-machine.csv"
# The tables that the page writes, and the engine of each.
TABLES = {
    "one-by-one.csv": "",
    "parallel.csv": "parallel",
    "slurm.csv": "slurm",
    "spark.ndjson": "spark",
    "arrow": "arrow",
}


def script(engines: set[str]) -> str:
    """The blocks that need no engine or one of these."""
    blocks: list[tuple[str, str]] = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    known = {need for need, _ in blocks}
    if not blocks or known != set(TABLES.values()):
        raise Failed(f"{PAGE}: found blocks of commands for {sorted(known)}; expected {sorted(TABLES.values())}")
    return "".join(commands for need, commands in blocks if not need or need in engines)


def run(work: Work, engines: set[str], environment: Environment = {}) -> list[str]:
    """Runs the page and compares each table with that of one machine."""
    folder = work.fresh("document")
    folder.mkdir()
    for name in ("tools", "fixtures"):
        (folder / name).symlink_to(REPOSITORY / name)
    work.run("bash", "-euo", "pipefail", "-c", script(engines), folder=folder,
             environment=environment)
    expected = tables.read_csv(folder / EXPECTED)
    made = [name for name, engine in TABLES.items() if not engine or engine in engines]
    for name in made:
        different = tables.differences(expected, rows(folder / name))
        if different:
            raise Failed(f"{PAGE}: {name}: {different[:3]}")
    return made


def rows(path: Path) -> list[tables.Row]:
    if path.is_dir():
        return tables.read_parquet(path)
    return tables.read_ndjson([path]) if path.suffix == ".ndjson" else tables.read_csv(path)
