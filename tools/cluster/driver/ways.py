"""The methods that measure shards: the programs to start and the rows that they write."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import slurm
import tables
from work import TOOLS, Environment, Work

# Reads the rows that a method wrote; not part of its time.
Rows = Callable[[], list[tables.Row]]
TASKS = 2
# In local mode, tasks are retried only if the second number is above 1.
SPARK = ("--master", f"local[{TASKS},4]", "--conf", "spark.ui.enabled=false")


@dataclass(frozen=True)
class Inputs:
    """The same maps in each format."""

    maps: Path
    shards: list[Path]
    list_file: Path
    parquet: Path

    @staticmethod
    def of(folder: Path) -> Inputs:
        shards = sorted((folder / "shards").glob("*.tar"))
        list_file = folder / "shards.txt"
        list_file.write_text("".join(f"{shard}\n" for shard in shards))
        return Inputs(folder / "maps", shards, list_file, folder / "parquet")


Run = Callable[[Work, Inputs], Rows]


@dataclass(frozen=True)
class Way:
    """A method of measuring inputs; `run` returns a function that reads the rows."""

    name: str
    run: Run
    # The engine that it needs, by its name in docs/CLUSTER.md.
    engine: str = ""
    # Whether rows are named by file instead of member.
    uses_files: bool = False


def plain_files(work: Work, inputs: Inputs) -> Rows:
    return plainly(work, inputs.maps)


def plain_shards(work: Work, inputs: Inputs) -> Rows:
    return plainly(work, *(word for shard in inputs.shards for word in ("--tar", shard)))


def plainly(work: Work, *inputs: object) -> Rows:
    table = work.fresh("plain.csv")
    work.run(work.binary, "measure", *inputs, "--quiet", "--jobs", TASKS, "--output", table, codes=(0, 2))
    return lambda: tables.read_csv(table)


def one_pipe(work: Work, inputs: Inputs) -> Rows:
    """One shard at a time, each through a pipe; the command uses all processors."""
    folder = fresh_folder(work, "pipe")
    line = f"while read -r shard; do measure-shard $shard -o {folder}/$(basename $shard .tar).csv; done"
    work.run("bash", "-ec", f"{line} <{shlex.quote(str(inputs.list_file))}",
             environment={"DEPTHCHECK_JOBS": str(TASKS)})
    return lambda: rows_of_folder(folder)


def parallel(work: Work, inputs: Inputs) -> Rows:
    folder = fresh_folder(work, "parallel")
    work.run(*parallel_command(inputs, folder))
    return lambda: rows_of_folder(folder)


def parallel_command(inputs: Inputs, folder: Path, *more: str) -> list[object]:
    return ["parallel", "--will-cite", "--jobs", TASKS, "--retries", 3, "--joblog", f"{folder}.log", *more,
            f"measure-shard {{}} -o {folder}/{{/.}}.csv", "::::", inputs.list_file]


def slurm_array(environment: Environment) -> Run:
    def run(work: Work, inputs: Inputs) -> Rows:
        folder = fresh_folder(work, "slurm")
        job = slurm.submit(work, min(4, len(inputs.shards)), inputs.list_file, folder, environment)
        slurm.wait(work, environment, job)
        return lambda: rows_of_folder(folder)

    return run


def spark_pipe(work: Work, inputs: Inputs) -> Rows:
    folder = work.fresh("spark-pipe")
    work.run(*spark("spark_pipe.py", inputs.list_file, folder), environment=spark_environment())
    return lambda: rows_of_spark(folder)


def spark_arrow(work: Work, inputs: Inputs) -> Rows:
    folder = work.fresh("spark-arrow")
    work.run(*spark("spark_arrow.py", inputs.parquet, folder), environment=spark_environment())
    return lambda: tables.read_parquet(folder)


def spark(script: str, *arguments: object) -> list[object]:
    return [Path(sys.executable).parent / "spark-submit", *SPARK, TOOLS / script, *arguments]


def spark_environment() -> Environment:
    java = Path(os.path.realpath("/usr/bin/java")).parents[1]
    return {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
            "JAVA_HOME": os.environ.get("JAVA_HOME", str(java))}


def fresh_folder(work: Work, name: str) -> Path:
    folder = work.fresh(name)
    folder.mkdir()
    return folder


def rows_of_folder(folder: Path) -> list[tables.Row]:
    return tables.read_csv(*sorted(folder.glob("*.csv")))


def rows_of_spark(folder: Path) -> list[tables.Row]:
    return tables.read_ndjson(sorted(folder.glob("part-*")))


def convert(work: Work, shards: list[Path], folder: Path, codes: tuple[int, ...] = (0,)) -> str:
    """Makes the Parquet files that spark_arrow reads."""
    return work.run(sys.executable, TOOLS / "shards_to_parquet.py", folder, *shards, codes=codes)
