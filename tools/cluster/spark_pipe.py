#!/usr/bin/env python3
"""Measures tar shards with Spark, one shard per task: spark-submit tools/cluster/spark_pipe.py shards.txt table

usage: spark-submit tools/cluster/spark_pipe.py LIST FOLDER [--shards-per-task 1]

LIST has one shard per line, in measure-shard's format. FOLDER gets the rows as NDJSON, one file per task, in the
order of the list: cat FOLDER/part-* > table.ndjson is a table for `depthcheck tune`. A task whose measure-shard exits
with a code other than 0 has failed: Spark discards its rows and retries it (spark.task.maxFailures; locally
local[2,4]). measure-shard gets DEPTHCHECK*, AWS_*, HOME, TMPDIR and PATH of the driver and is searched for on that
PATH.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

from pyspark.sql import SparkSession

# One shard at a time, as they arrive. -r: runs nothing for a task without shards.
COMMAND = "xargs -r -d '\\n' -n 1 measure-shard"
PASSED = ("HOME", "TMPDIR", "PATH", "LD_LIBRARY_PATH")


def environment() -> dict[str, str]:
    """The environment of the programs, because `pipe` passes none by itself."""
    return {key: value for key, value in os.environ.items() if key in PASSED or key.startswith(("DEPTHCHECK", "AWS_"))}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("list", type=Path)
    parser.add_argument("folder")
    parser.add_argument("--shards-per-task", type=int, default=1)
    options = parser.parse_args()
    shards = [line for line in options.list.read_text(encoding="utf-8").splitlines() if line]
    if not shards:
        parser.error(f"{options.list} lists no shards")

    begin = time.monotonic()
    session = SparkSession.builder.appName("depthcheck measure, pipe").getOrCreate()
    session.sparkContext.setLogLevel("WARN")
    started = time.monotonic()
    # Many tasks, so that a failed one costs little. Each writes its file only at the end.
    tasks = -(-len(shards) // options.shards_per_task)
    rows = session.sparkContext.parallelize(shards, tasks).pipe(COMMAND, env=environment(), checkCode=True)
    rows.saveAsTextFile(options.folder)
    done = time.monotonic()
    times = {"session_seconds": round(started - begin, 3), "job_seconds": round(done - started, 3)}
    print(json.dumps({"shards": len(shards), "tasks": tasks, **times}))
    session.stop()


if __name__ == "__main__":
    main()
