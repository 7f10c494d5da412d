#!/usr/bin/env python3
"""Measures maps in Parquet with Spark and Arrow: spark-submit tools/cluster/spark_arrow.py parquet table

usage: spark-submit tools/cluster/spark_arrow.py PARQUET FOLDER [--records-per-batch 64] [--partition-bytes 33554432]

PARQUET has the columns `name` (string) and `bytes` (binary), as written by shards_to_parquet.py. FOLDER becomes
Parquet with the columns of `depthcheck measure`. The Python package depthcheck measures in the Spark workers: an
unreadable map is a row with its error, and the task of a worker that dies is retried.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator

import depthcheck
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema


def measured(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Measures the maps of a task in one thread, because Spark runs one task per processor."""
    for batch in batches:
        blobs = [blob.as_buffer() for blob in batch.column("bytes")]
        # A lack of memory is not an error of the map: it raises, so the task fails and is retried.
        columns = depthcheck.measure_bytes(batch.column("name").to_pylist(), blobs, jobs=1)
        yield pa.RecordBatch.from_pydict(columns)


def columns_of_table() -> pa.Schema:
    """The columns that the package returns, determined with one map."""
    names, blobs = pa.array(["map.bin"]), pa.array([bytes(36)], pa.binary())
    batch = pa.RecordBatch.from_arrays([names, blobs], names=["name", "bytes"])
    return next(measured(iter([batch]))).schema


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("parquet")
    parser.add_argument("folder")
    parser.add_argument("--records-per-batch", type=int, default=64)
    parser.add_argument("--partition-bytes", type=int, default=32 << 20)
    options = parser.parse_args()

    begin = time.monotonic()
    session = (
        SparkSession.builder.appName("depthcheck measure, Arrow")
        # Both count rows. Their defaults, 10,000 and 4,096, suit numbers, but would be gigabytes of maps.
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", options.records_per_batch)
        .config("spark.sql.parquet.columnarReaderBatchSize", options.records_per_batch)
        .config("spark.sql.files.maxPartitionBytes", options.partition_bytes)
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("WARN")
    started = time.monotonic()
    maps = session.read.parquet(options.parquet).select("name", "bytes")
    table = maps.mapInArrow(measured, from_arrow_schema(columns_of_table()))
    table.write.parquet(options.folder)
    done = time.monotonic()
    times = {"session_seconds": round(started - begin, 3), "job_seconds": round(done - started, 3)}
    print(json.dumps({"partitions": maps.rdd.getNumPartitions(), **times}))
    session.stop()


if __name__ == "__main__":
    main()
