"""Runs every method on the same shards, with deliberate failures, and prints measurements: see tools/cluster/run."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import shutil
import signal
import sys
from pathlib import Path

import document
import failures
import measured
import slurm
import tables
import ways
from ways import Inputs, Way
from work import TOOLS, Environment, Failed, Work


def inputs_of(work: Work, count: int, members: int) -> tuple[Inputs, Inputs]:
    """The maps and shards of a run, and two shards of one map each. Made if missing."""
    folder, tiny = work.folder / f"{count}-{members}", work.folder / f"{count}-{members}-tiny"
    if not (tiny / "shards").exists():
        for old in (folder, tiny):
            shutil.rmtree(old, ignore_errors=True)
        print(work.run(TOOLS / "make-shards", folder / "maps", folder / "shards", "--members", members,
                       "--make", count).strip(), flush=True)
        (tiny / "maps").mkdir(parents=True)
        for path in sorted((folder / "maps").rglob("*.gz"))[:2]:
            shutil.copy(path, tiny / "maps")
        work.run(TOOLS / "make-shards", tiny / "maps", tiny / "shards", "--members", 1)
    return Inputs.of(folder), Inputs.of(tiny)


def has_package() -> bool:
    if importlib.util.find_spec("depthcheck"):
        return True
    print("skipped: Spark with Arrow: found no Python package depthcheck; run tools/python/build")
    return False


def node(work: Work, stack: contextlib.ExitStack) -> Environment | None:
    try:
        return stack.enter_context(slurm.single_node(work))
    except (Failed, OSError) as failure:
        print(f"skipped: Slurm did not start: {failure}")
        return None


def ways_of(work: Work, slurm_node: Environment | None, inputs: list[Inputs]) -> list[Way]:
    found = [
        Way("measure --tar", ways.plain_shards),
        Way("measure, files", ways.plain_files, uses_files=True),
        Way("pipe, one shard at a time", ways.one_pipe),
        Way("GNU parallel", ways.parallel, "parallel"),
    ]
    if slurm_node:
        found.append(Way("Slurm array", ways.slurm_array(slurm_node), "slurm"))
    found.append(Way("Spark, pipe", ways.spark_pipe, "spark"))
    if has_package():
        for each in inputs:
            if not each.parquet.exists():
                print(ways.convert(work, each.shards, each.parquet).strip(), flush=True)
        found.append(Way("Spark, Arrow", ways.spark_arrow, "arrow"))
    return found


def check_failures(work: Work, slurm_node: Environment | None, scene: Inputs, has_arrow: bool) -> bool:
    """Runs all failures; returns whether each method still produced the table of one machine."""
    expected = ways.plain_shards(work, scene)()
    scenes: list[tuple[str, failures.Scene]] = [
        ("GNU parallel, a worker killed", failures.in_parallel),
        ("GNU parallel, everything killed", failures.in_parallel_resumed),
    ]
    if slurm_node:
        scenes.append(("Slurm, a worker killed, a node lost", failures.in_slurm(slurm_node)))
    scenes.append(("Spark, pipe, a worker killed", failures.in_spark_pipe))
    if has_arrow:
        scenes.append(("Spark, Arrow, a worker killed", failures.in_spark_arrow))
    errors = sorted({str(row["error_code"]) for row in expected if row["error"]})
    print(f"\nShards: intact, damaged, truncated, slow, with a damaged map: {len(expected)} rows, errors: {errors}")
    is_good = True
    for name, play in scenes:
        try:
            words, found = play(work, scene)
        except Failed as failure:
            words, found = str(failure), []
        different = tables.differences(expected, found)
        is_good = is_good and not different
        print(f"{'DIFFERS' if different else 'equal'}: {name}: {words} {different[:3] or ''}", flush=True)
    if has_arrow:
        print(failures.in_truncated_parquet(work, scene))
    return is_good


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/cluster/run", description=__doc__)
    parser.add_argument("binary", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--maps", type=int, default=400)
    parser.add_argument("--members", type=int, help="maps per shard [an eighth of the maps, at most 500]")
    parser.add_argument("--rounds", type=int, default=1, help="measurements of each method, in turns [1]")
    options = parser.parse_args()
    members = options.members or max(1, min(500, options.maps // 8))

    work = Work(options.folder, options.binary)
    options.folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(options.folder / "out", ignore_errors=True)
    inputs, tiny = inputs_of(work, options.maps, members)
    with contextlib.ExitStack() as stack:
        slurm_node = node(work, stack)
        found = ways_of(work, slurm_node, [inputs, tiny])
        times, is_equal = measured.measure(work, found, inputs, tiny, options.rounds)
        measured.print_table(times, options.maps)
        engines = {way.engine for way in found if way.engine}
        scene = failures.make_scene(inputs.shards, options.folder / "scene")
        is_safe = check_failures(work, slurm_node, scene, "arrow" in engines)
        made = document.run(work, engines, {**ways.spark_environment(), **(slurm_node or {})})
        print(f"\nThe commands of {document.PAGE.name} ran; equal to {document.EXPECTED}: {', '.join(made)}")
    return 0 if is_equal and is_safe else 1


if __name__ == "__main__":
    # Child processes end with this one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f"error: {failure}")
