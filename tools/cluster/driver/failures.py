"""Deliberate failures of a cluster; the table must still equal that of one machine."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import slurm
import tables
import ways
from ways import Inputs
from work import TOOLS, Environment, Failed, Program, Work, own_processes, wait_for

# Causes a failure; returns its description and the final table.
Scene = Callable[[Work, Inputs], tuple[str, list[tables.Row]]]
SLOW_SECONDS = 3
INTACT, DAMAGED, TRUNCATED, SLOW, DAMAGED_MAP = range(5)


def make_scene(intact: list[Path], folder: Path) -> Inputs:
    """Five shards: one intact, one overwritten over several members, one truncated, one that is fetched slowly, and
    one overwritten within a map."""
    shards = folder / "shards"
    shutil.rmtree(folder, ignore_errors=True)
    shards.mkdir(parents=True)
    copies = [Path(shutil.copy(shard, shards)) for shard in intact[:5]]
    middle = copies[DAMAGED].stat().st_size // 2
    overwrite(copies[DAMAGED], middle, 200_000)
    os.truncate(copies[TRUNCATED], copies[TRUNCATED].stat().st_size * 6 // 10)
    with tarfile.open(copies[DAMAGED_MAP]) as archive:
        member = archive.getmembers()[7]
        overwrite(copies[DAMAGED_MAP], member.offset_data + member.size // 2, min(4096, member.size // 4))
    return Inputs.of(folder)


def overwrite(path: Path, offset: int, count: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xa5" * count)


def slowly(inputs: Inputs, *places: int) -> Environment:
    """An environment in which measure-shard fetches these shards slowly."""
    names = "|".join(f"*/{inputs.shards[place].name}" for place in places)
    trickle = f"{sys.executable} {TOOLS}/driver/trickle.py \"$1\" {SLOW_SECONDS}"
    return {"DEPTHCHECK_FETCH": f"case $1 in {names}) {trickle} ;; *) cat -- \"$1\" ;; esac"}


def kill_measuring(shard: Path) -> str:
    """Kills the depthcheck that measures a shard after it has read half of it. Returns a description."""
    size = shard.stat().st_size

    def halfway() -> tuple[int, int] | None:
        for number, words in own_processes():
            if b"measure" in words and shard.name.encode() in words:
                with contextlib.suppress(OSError):
                    read = int(Path(f"/proc/{number}/io").read_text().split()[1])
                    if size / 2 < read < size:
                        return number, read
        return None

    process, read = wait_for(f"half of {shard.name} to be read", halfway)
    os.kill(process, signal.SIGKILL)
    return f"depthcheck killed after reading {read} of {size} bytes of {shard.name}"


def in_parallel(work: Work, inputs: Inputs) -> tuple[str, list[tables.Row]]:
    """A worker is killed: --retries."""
    folder = ways.fresh_folder(work, "failing-parallel")
    engine = work.start(*ways.parallel_command(inputs, folder), environment=slowly(inputs, SLOW))
    killed = kill_measuring(inputs.shards[SLOW])
    work.finish(engine)
    return killed, ways.rows_of_folder(folder)


def in_parallel_resumed(work: Work, inputs: Inputs) -> tuple[str, list[tables.Row]]:
    """The whole process tree is killed, as when a machine fails: --resume-failed."""
    folder = ways.fresh_folder(work, "resumed-parallel")
    engine = work.start(*ways.parallel_command(inputs, folder), environment=slowly(inputs, SLOW))
    wait_for("two tables", lambda: True if len(list(folder.glob("*.csv"))) >= 2 else None)
    for number, _ in own_processes():
        with contextlib.suppress(ProcessLookupError):
            if os.getsid(number) == engine.pid:
                os.kill(number, signal.SIGKILL)
    engine.communicate()
    before = len(list(folder.glob("*.csv")))
    work.run(*ways.parallel_command(inputs, folder, "--resume-failed"))
    return f"parallel and its tasks killed after {before} tables, then resumed", ways.rows_of_folder(folder)


def in_slurm(environment: Environment) -> Scene:
    """A worker is killed, and a task is requeued, as when its node fails."""
    def run(work: Work, inputs: Inputs) -> tuple[str, list[tables.Row]]:
        folder = ways.fresh_folder(work, "failing-slurm")
        job = slurm.submit(work, len(inputs.shards), inputs.list_file, folder,
                           {**environment, **slowly(inputs, SLOW, DAMAGED_MAP)})
        killed = kill_measuring(inputs.shards[SLOW])
        wait_for("a task to requeue", lambda: slurm.is_running(work, environment, job, DAMAGED_MAP), pause=0.1)
        work.run("scontrol", "requeue", f"{job}_{DAMAGED_MAP}", environment=environment)
        last = slurm.wait(work, environment, job)
        restarts = {int(task): count for task, _, count in last}
        if any(state != "CD" for _, state, _ in last) or not restarts[SLOW] or not restarts[DAMAGED_MAP]:
            raise Failed(f"the array ended as {last}")
        return f"{killed}, scontrol requeue of a running task; both were restarted", ways.rows_of_folder(folder)

    return run


def in_spark_pipe(work: Work, inputs: Inputs) -> tuple[str, list[tables.Row]]:
    """A worker is killed: its task fails and is retried."""
    folder = work.fresh("failing-spark-pipe")
    environment = {**ways.spark_environment(), **slowly(inputs, SLOW)}
    engine = work.start(*ways.spark("spark_pipe.py", inputs.list_file, folder), environment=environment)
    killed = kill_measuring(inputs.shards[SLOW])
    work.finish(engine)
    return f"{killed}; {lost_tasks(engine)}", ways.rows_of_spark(folder)


def in_spark_arrow(work: Work, inputs: Inputs) -> tuple[str, list[tables.Row]]:
    """A Python worker is killed; shards that cannot be converted to Parquet are measured as shards."""
    shutil.rmtree(inputs.parquet, ignore_errors=True)
    messages = ways.convert(work, inputs.shards, inputs.parquet, codes=(2,)).strip()
    folder = work.fresh("failing-spark-arrow")
    engine = work.start(*ways.spark("spark_arrow.py", inputs.parquet, folder), environment=ways.spark_environment())
    worker = wait_for("a worker that measures", python_worker, pause=0.001)
    os.kill(worker, signal.SIGKILL)
    work.finish(engine)
    rows = tables.read_parquet(folder)
    for shard in inputs.shards:
        if not (inputs.parquet / f"{shard.stem}.parquet").exists():
            table = work.fresh("left.csv")
            work.run("measure-shard", shard, "-o", table)
            rows += tables.read_csv(table)
    place = {shard.name: number for number, shard in enumerate(inputs.shards)}
    rows.sort(key=lambda row: place[str(row["file"]).partition("/")[0]])
    return f"a Python worker killed; {lost_tasks(engine)}; {messages.rpartition('; ')[2]}", rows


def python_worker() -> int | None:
    """A Spark worker that has loaded the package, so it is measuring."""
    for number, words in own_processes():
        if b"pyspark.daemon" in words:
            with contextlib.suppress(OSError):
                if "/site-packages/depthcheck/" in Path(f"/proc/{number}/maps").read_text():
                    return number
    return None


def in_truncated_parquet(work: Work, inputs: Inputs) -> str:
    """A truncated Parquet file fails the job and leaves no table."""
    truncated = ways.fresh_folder(work, "truncated-parquet")
    whole = next(inputs.parquet.glob("*.parquet"))
    (truncated / whole.name).write_bytes(whole.read_bytes()[:-100])
    folder = work.fresh("truncated")
    work.run(*ways.spark("spark_arrow.py", truncated, folder), environment=ways.spark_environment(), codes=(1,))
    if (folder / "_SUCCESS").exists() or list(folder.glob("part-*")):
        raise Failed("a truncated Parquet file left a table")
    return "truncated Parquet file: exit code 1, no table"


def lost_tasks(engine: Program) -> str:
    """The number of tasks that Spark reported as lost; there must be some."""
    count = len(re.findall(r"WARN TaskSetManager: Lost task", engine.log.read_text(errors="replace")))
    if not count:
        raise Failed(f"no task was lost; see {engine.log}")
    return f"{count} task{'s' * (count > 1)} lost and retried"
