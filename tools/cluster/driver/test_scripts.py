"""Tests of the job scripts with the available engines; see tools/cluster/test."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

import document
import failures
import tables
import ways
from ways import Inputs
from work import TOOLS, Environment, Work

HAS_PARALLEL = shutil.which("parallel") is not None
HAS_SLURM = shutil.which("sinfo") is not None and subprocess.run(["sinfo"], capture_output=True).returncode == 0
# --array=3-7:2
ARRAY = range(3, 8, 2)


class ScriptTests(unittest.TestCase):
    folder: Path
    work: Work
    intact: list[Path]
    scene: Inputs
    expected: list[tables.Row]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.work = Work(cls.folder, Path(os.environ["DEPTHCHECK"]).resolve())
        cls.intact = cls.make_shards(document.REPOSITORY / "fixtures", "intact", members=15)
        cls.scene = failures.make_scene(cls.intact, cls.folder / "scene")
        cls.expected = ways.plain_shards(cls.work, cls.scene)()
        codes = {row["error_code"] for row in cls.expected if row["error"]}
        assert {"tar_header_damaged", "member_torn"} < codes and len(cls.expected) > len(codes), codes

    @classmethod
    def make_shards(cls, maps: Path, name: str, members: int) -> list[Path]:
        cls.work.run(TOOLS / "make-shards", maps, cls.folder / name, "--members", members)
        return sorted((cls.folder / name).iterdir())

    def fresh_folder(self) -> Path:
        return ways.fresh_folder(self.work, self.id().rpartition(".")[2])

    def expected_of(self, shard: Path) -> list[tables.Row]:
        return [row for row in self.expected if str(row["file"]).startswith(f"{shard.name}/")]

    def test_equal_maps_in_other_files_yield_equal_shards(self) -> None:
        copy = self.folder / "copy"
        shutil.copytree(document.REPOSITORY / "fixtures", copy, copy_function=shutil.copyfile)
        (copy / "no-map.txt").write_text("skipped")
        again = self.make_shards(copy, "again", members=15)
        self.assertEqual([(shard.name, shard.read_bytes()) for shard in again],
                         [(shard.name, shard.read_bytes()) for shard in self.intact])
        packed: dict[str, bytes] = {}
        for shard in again:
            with tarfile.open(shard) as archive:
                for member in archive:
                    contents = archive.extractfile(member)
                    assert contents, member
                    packed[member.name] = contents.read()
        maps = {str(path.relative_to(copy)): path.read_bytes() for path in copy.rglob("*.gz")}
        self.assertGreater(len(maps), 80)
        self.assertEqual(packed, maps)

    def test_a_shard_yields_the_rows_of_one_machine_even_if_damaged(self) -> None:
        folder = self.fresh_folder()
        for shard in self.scene.shards:
            self.work.run("measure-shard", shard, "-o", folder / f"{shard.stem}.csv")
            printed = folder / f"{shard.stem}.ndjson"
            printed.write_text(self.work.run("measure-shard", shard))
            self.assertEqual(tables.differences(self.expected_of(shard), tables.read_ndjson([printed])), [])
        self.assertEqual(tables.differences(self.expected, ways.rows_of_folder(folder)), [])

    def test_an_interrupted_download_leaves_no_table_and_is_a_temporary_failure(self) -> None:
        table = self.fresh_folder() / "table.csv"
        table.write_text("earlier")
        shard = self.scene.shards[failures.INTACT]
        fetch = {"DEPTHCHECK_FETCH": 'head -c 20000 "$1"; exit 1'}
        self.work.run("measure-shard", shard, "-o", table, environment=fetch, codes=(75,))
        self.assertEqual(self.work.run("measure-shard", shard, environment=fetch, codes=(75,)), "")
        self.assertEqual([(path.name, path.read_text()) for path in table.parent.iterdir()],
                         [("table.csv", "earlier")])

    def test_a_killed_depthcheck_leaves_no_table(self) -> None:
        table = self.fresh_folder() / "table.csv"
        shard = self.scene.shards[failures.SLOW]
        task = self.work.start("measure-shard", shard, "-o", table,
                               environment=failures.slowly(self.scene, failures.SLOW))
        failures.kill_measuring(shard)
        self.work.finish(task, codes=(137,))
        self.assertEqual(list(table.parent.iterdir()), [])

    def test_a_task_without_memory_leaves_no_table(self) -> None:
        folder = self.fresh_folder()
        (folder / "maps").mkdir()
        (folder / "maps/large.bin").write_bytes(bytes(4 * 2048 * 2048))
        [shard] = self.make_shards(folder / "maps", "large", members=1)
        codes = []
        # Too little to start, then too little for depthcheck, then enough.
        for limit in (32 << 20, 256 << 20, 1 << 30, 4 << 30):
            table = folder / "table.csv"
            ended = subprocess.run(
                [TOOLS / "measure-shard", shard, "-o", table], env=self.work.environment, capture_output=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            codes.append(ended.returncode)
            self.assertEqual(ended.returncode == 0, table.exists())
            if ended.returncode == 0:
                break
        self.assertEqual(codes[-2:], [71, 0])

    def test_tasks_of_an_array_share_the_list(self) -> None:
        for place, task in enumerate(ARRAY):
            folder = self.fresh_folder()
            self.run_task(task, folder)
            self.assertEqual({path.stem for path in folder.iterdir()},
                             {shard.stem for shard in self.scene.shards[place :: len(ARRAY)]})

    def test_a_resubmitted_array_continues(self) -> None:
        folder = self.fresh_folder()
        broken = {"DEPTHCHECK_FETCH": f'case $1 in *{self.scene.shards[2].name}) exit 1 ;; *) cat "$1" ;; esac'}
        for task in ARRAY:
            self.run_task(task, folder, broken, codes=(0, 75))
        written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
        self.assertEqual(len(written), len(self.scene.shards) - 1)
        for task in ARRAY:
            self.run_task(task, folder)
        self.assertEqual({path: path.stat().st_mtime_ns for path in written}, written)
        self.assertEqual(tables.differences(self.expected, ways.rows_of_folder(folder)), [])

    def run_task(self, task: int, folder: Path, environment: Environment = {}, codes: tuple[int, ...] = (0,)) -> None:
        """Runs a task like Slurm, except for requeuing."""
        place = {"ID": task, "MIN": ARRAY.start, "STEP": ARRAY.step, "COUNT": len(ARRAY)}
        variables = {f"SLURM_ARRAY_TASK_{name}": str(value) for name, value in place.items()}
        self.work.run("bash", TOOLS / "slurm-array.sh", self.scene.list_file, folder, codes=codes,
                      environment={**variables, "SLURM_RESTART_COUNT": "3", **environment})

    @unittest.skipUnless(HAS_PARALLEL, "GNU parallel is missing")
    def test_parallel_yields_the_table_of_one_machine_after_a_worker_is_killed(self) -> None:
        for play in (failures.in_parallel, failures.in_parallel_resumed):
            self.assertEqual(tables.differences(self.expected, play(self.work, self.scene)[1]), [])

    def test_the_commands_of_the_page_yield_the_same_table(self) -> None:
        engines = {name for name, is_there in (("parallel", HAS_PARALLEL), ("slurm", HAS_SLURM)) if is_there}
        self.assertEqual(len(document.run(self.work, engines)), 1 + len(engines))


if __name__ == "__main__":
    unittest.main()
