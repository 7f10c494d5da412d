"""Files, folders and tables, compared with the command."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import json
import os
import resource
import subprocess
import sys
import tarfile
import threading
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES, ROOT, Command, fixture_map
from depthcheck import _measure
from PIL import Image


def rows_of(table: dict[str, Any]) -> list[dict[str, Any]]:
    """A table as rows, with Python values."""
    return [dict(zip(table, (value.item() for value in row))) for row in zip(*table.values())]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Files of every kind, some of which cannot be read."""
    folder = tmp_path / "corpus"
    (folder / "inner" / "empty").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    names = ["room-01.bin.gz", "inner/screen-01.bin.gz", "inner/noise-01.bin.gz", ".hidden/room-02.bin.gz"]
    for name in [*names, ".room-03.bin.gz", "inferred-1000.bin.gz"]:
        (folder / name).write_bytes((FIXTURES / name.split("/")[-1].lstrip(".")).read_bytes())
    (folder / "Größe \n\\u{1B}.bin").write_bytes(gzip.decompress((FIXTURES / "room-01.bin.gz").read_bytes()))
    (folder / os.fsdecode(b"caf\xe9.bin")).write_bytes(b"\0" * 64)
    (folder / "torn.bin.gz").write_bytes((FIXTURES / "room-01.bin.gz").read_bytes()[:900])
    (folder / "empty.bin").write_bytes(b"")
    (folder / "notes.txt").write_text("none of ours")
    (folder / "inner" / "loop").symlink_to(folder)
    (folder / "linked.bin.gz").symlink_to(folder / "room-01.bin.gz")
    (folder / "dangling.txt").symlink_to(folder / "nowhere")
    return folder


def by_the_command(command: Command, *arguments: object) -> list[dict[str, Any]]:
    return command.rows("measure", *arguments, "--quiet", codes=(0, 1, 2))


@pytest.mark.parametrize("profile", depthcheck.description.profiles)
def test_a_folder_has_the_command_s_measurements(command: Command, corpus: Path, profile: Any) -> None:
    expected = by_the_command(command, corpus, "--profile", profile)
    assert len(expected) == 9
    for jobs in (1, 3):
        table = depthcheck.measure(corpus, profile=profile, jobs=jobs)
        found = rows_of(table)
        if profile == "client":
            # The command writes the shortest decimals of binary32.
            expected = [
                {name: float(np.float32(value)) if isinstance(value, float) else value for name, value in row.items()}
                for row in expected
            ]
        assert [list(row) for row in found] == [list(row) for row in expected]
        assert found == expected
    header = command.run("measure", corpus, "--quiet", codes=(0, 1, 2)).decode().splitlines()[0]
    assert header.split(",") == list(table)


@pytest.mark.parametrize("profile", depthcheck.description.profiles)
def test_a_written_table_equals_the_command_s(
    command: Command, corpus: Path, tmp_path: Path, profile: Any
) -> None:
    table = depthcheck.measure(corpus, profile=profile)
    depthcheck.write_measurements(table, tmp_path / "table.ndjson")
    depthcheck.write_measurements(pd.DataFrame(table), tmp_path / "frame.ndjson")
    expected = command.run(
        "measure", corpus, "--profile", profile, "--format", "ndjson", "--quiet", codes=(0, 1, 2)
    ).decode()
    assert (tmp_path / "table.ndjson").read_text() == (tmp_path / "frame.ndjson").read_text() == expected
    for wrong in [{"file": [object()]}, {"file": ["a"], "mean_depth": [np.nan]}, {"file": ["a", "b"], "width": [1]}]:
        with pytest.raises(depthcheck.InputError, match="found.*expected"):
            depthcheck.write_measurements(wrong, tmp_path / "table.ndjson")
    assert (tmp_path / "table.ndjson").read_text() == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "frame.ndjson", "table.ndjson"]


@pytest.mark.parametrize("folder", [FIXTURES, ROOT / "Tests/DepthFilesTests"])
def test_every_fixture_and_format_is_the_same_row(command: Command, folder: Path) -> None:
    table = depthcheck.measure(folder)
    assert rows_of(table) == by_the_command(command, folder)
    # Including archives, in which each map is a row.
    assert folder == FIXTURES or any("capture.r3d/" in file for file in table["file"])


def test_units_of_a_published_data_set_are_recognised_by_its_folders(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "rgbd_dataset_freiburg1_xyz/depth/1305031102.160407.png"
    picture.parent.mkdir(parents=True)
    Image.fromarray(np.arange(5000, 5000 + 64 * 48, dtype=np.uint16).reshape(48, 64)).save(picture)
    table = depthcheck.measure(tmp_path)
    assert rows_of(table) == by_the_command(command, tmp_path)
    assert "units_of_dataset" in table["note_codes"][0]


def test_names_roots_options_and_parameters_match_the_command(command: Command, corpus: Path) -> None:
    folders = [corpus / "inner", corpus / "room-01.bin.gz"]
    expected = by_the_command(command, *folders, "--root", corpus, "--strict", "--width", 256, "--height", 192,
                              "--invalid-value", 0, "--max-bytes", 100000)  # fmt: skip
    reading = depthcheck.Reading(width=256, height=192, invalid=(0,), strict=True, max_bytes=100000)
    assert rows_of(depthcheck.measure(folders, root=corpus, reading=reading)) == expected
    assert {row["error_code"] for row in expected} >= {"too_large"}
    assert depthcheck.measure(str(corpus / "room-01.bin.gz"))["file"].tolist() == ["room-01.bin.gz"]
    parameters = {"layerThreshold": 5, "histogramBins": 64}
    table = depthcheck.measure(corpus / "inner", parameters=parameters)
    (corpus / "parameters.json").write_text('{"layerThreshold": 5, "histogramBins": 64}')
    assert rows_of(table) == by_the_command(command, corpus / "inner", "--parameters", corpus / "parameters.json")


def test_ambiguous_and_missing_paths_are_errors(corpus: Path) -> None:
    with pytest.raises(depthcheck.InputError, match="both named room-01.bin.gz") as error:
        depthcheck.measure([corpus / "room-01.bin.gz", FIXTURES / "room-01.bin.gz"])
    assert error.value.code == "invalid_argument"
    with pytest.raises(depthcheck.InputError, match="outside the root"):
        depthcheck.measure(corpus, root=FIXTURES)
    with pytest.raises(depthcheck.ReadingError, match="no depth file") as nothing:
        depthcheck.measure(corpus / "inner" / "empty")
    assert nothing.value.code == "no_depth_files"


def test_a_file_that_has_disappeared_is_a_row(command: Command, corpus: Path) -> None:
    for path in [corpus / "nowhere", corpus / "nowhere.bin"]:
        with pytest.raises(depthcheck.ReadingError) as missing:
            depthcheck.measure([corpus, path])
        assert missing.value.code == "missing" and missing.value.path == str(path)
        assert not command.run("measure", corpus, path, codes=(2,))


def test_pipes_and_inaccessible_folders_are_skipped_with_a_warning(command: Command, corpus: Path) -> None:
    os.mkfifo(corpus / "pipe.bin")
    with pytest.warns(depthcheck.SkippedWarning, match="pipe.bin"):
        table = depthcheck.measure(corpus)
    assert rows_of(table) == by_the_command(command, corpus)
    if os.getuid() != 0:
        (corpus / "inner").chmod(0)
        with pytest.warns(depthcheck.SkippedWarning, match="inner"):
            assert len(depthcheck.measure(corpus)["file"]) == 7
        (corpus / "inner").chmod(0o700)


def test_measured_bytes_equal_the_rows_of_a_tar_shard(command: Command, corpus: Path, tmp_path: Path) -> None:
    paths = sorted(path for path in corpus.rglob("*.gz") if path.is_file() and "loop" not in path.parts)
    with tarfile.open(tmp_path / "shard.tar", "w") as shard:
        for number, path in enumerate(paths):
            member = tarfile.TarInfo(f"m{number}.bin.gz")
            member.size = len(path.read_bytes())
            shard.addfile(member, io.BytesIO(path.read_bytes()))
    expected = by_the_command(command, "--tar", tmp_path / "shard.tar")
    blobs: list[Any] = [path.read_bytes() for path in paths]
    blobs[0], blobs[1] = bytearray(blobs[0]), memoryview(blobs[1])
    names = [f"shard.tar/m{number}.bin.gz" for number in range(len(paths))]
    assert rows_of(depthcheck.measure_bytes(names, blobs)) == expected
    assert rows_of(depthcheck.measure_bytes(names, blobs, jobs=1)) == expected
    with pytest.raises(depthcheck.InputError, match="one for each"):
        depthcheck.measure_bytes(names, blobs[1:])
    with pytest.raises(depthcheck.InputError, match="without null characters"):
        depthcheck.measure_bytes(["a\0b"], blobs[:1])
    empty = depthcheck.measure_bytes([], [])
    assert list(empty) == list(expected[0]) and len(empty["file"]) == 0


@pytest.mark.skipif("DEPTHCHECK_SHARED" not in os.environ, reason="needs the streams that distinguish decoders")
def test_streams_that_distinguish_decoders_have_equal_rows(command: Command) -> None:
    folder = Path(os.environ["DEPTHCHECK_SHARED"]) / "reference/containers"
    expected = by_the_command(command, folder)
    assert len(expected) > 30
    assert rows_of(depthcheck.measure(folder)) == expected


def test_reading_returns_the_samples_and_their_description() -> None:
    for name, shape in [("room-01", (192, 256)), ("quadrant-odd-size", None)]:
        file = depthcheck.read(FIXTURES / f"{name}.bin.gz")
        expected = fixture_map(name)
        assert np.array_equal(file.samples.view(np.uint32), expected.view(np.uint32))
        assert file.container == "gzip" and file.format == "float32"
        if shape:
            assert file.depth.shape == shape and file.depth.dtype == np.float32
    odd = depthcheck.read(FIXTURES / "inferred-1000.bin.gz")
    assert (odd.width, odd.height, odd.samples.size) == (37, 27, 1000)
    with pytest.raises(depthcheck.InputError, match="1000 samples"):
        _ = odd.depth
    assert depthcheck.analyze(odd.samples) == depthcheck.analyze_file(FIXTURES / "inferred-1000.bin.gz").analysis


def test_unreadable_files_are_errors_with_codes(tmp_path: Path) -> None:
    torn = tmp_path / "torn.bin.gz"
    torn.write_bytes((FIXTURES / "room-01.bin.gz").read_bytes()[:500])
    for read in (depthcheck.read, depthcheck.analyze_file):
        for path, code in [(torn, "truncated"), (tmp_path / "none.bin", "missing"), (tmp_path, "is_folder")]:
            with pytest.raises(depthcheck.ReadingError, match="found.*expected") as error:
                read(path)
            assert error.value.code == code and error.value.path == str(path)
            assert str(error.value).startswith(f"{path}: ")
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.analyze_bytes(torn.read_bytes(), name="upload")
    assert error.value.result is not None and error.value.result.server_answer == "unavailable"
    assert error.value.result.to_dict()["input"] == "upload"
    for data in ["text", None, 5]:
        with pytest.raises(depthcheck.InputError, match="expected the bytes"):
            depthcheck.analyze_bytes(data)
    strided = np.frombuffer((FIXTURES / "room-01.bin.gz").read_bytes(), np.uint8).repeat(2)[::2]
    assert depthcheck.analyze_bytes(strided).analysis.status == "pass"


@pytest.mark.parametrize(
    "options",
    [{"width": 2.5, "height": 1}, {"width": True, "height": True}, {"units_per_metre": float("inf")},
     {"units_per_metre": "5"}, {"max_bytes": 1e6}, {"invalid": 5}, {"invalid": "12"}, {"invalid": (float("nan"),)},
     {"invalid": (10**400,)}, {"min_confidence": Path("low")}, {"dataset": object()}, {"strict": "no"}],
)  # fmt: skip
def test_invalid_reading_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(depthcheck.InputError, match="expected") as error:
        depthcheck.Reading(**options)
    assert error.value.code == "invalid_argument"


def test_pipes_and_devices_are_read_once_and_have_no_times(command: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bin")
    samples = gzip.decompress((FIXTURES / "room-01.bin.gz").read_bytes())
    writer = threading.Thread(target=lambda: (tmp_path / "pipe.bin").write_bytes(samples))
    writer.start()
    assert depthcheck.analyze_file(tmp_path / "pipe.bin").analysis.status == "pass"
    writer.join()
    assert rows_of(depthcheck.measure("/dev/null")) == by_the_command(command, "/dev/null")


def test_links_are_followed_and_streams_are_written_directly(tmp_path: Path) -> None:
    table = depthcheck.measure(FIXTURES / "room-01.bin.gz")
    (tmp_path / "target.ndjson").write_text("old")
    (tmp_path / "link.ndjson").symlink_to(tmp_path / "target.ndjson")
    depthcheck.write_measurements(table, tmp_path / "link.ndjson")
    assert (tmp_path / "link.ndjson").is_symlink() and "room-01" in (tmp_path / "target.ndjson").read_text()
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    depthcheck.write_measurements(table, tmp_path / "pipe")
    reader.join()
    assert read == [(tmp_path / "target.ndjson").read_text()]


def test_system_failures_are_errors_not_rows() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    held: list[int] = []
    try:
        with contextlib.suppress(OSError):
            while True:
                held.append(os.open("/dev/null", os.O_RDONLY))
        with pytest.raises(OSError, match="Too many open files") as error:
            depthcheck.measure(FIXTURES / "room-01.bin.gz")
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert error.value.errno == errno.EMFILE and error.value.filename == str(FIXTURES / "room-01.bin.gz")
    assert len(depthcheck.measure(FIXTURES / "room-01.bin.gz")["file"]) == 1


def test_the_error_for_missing_cryptography_names_the_package(tmp_path: Path) -> None:
    for name in ("libcrypto.so.3", "libcrypto.so.4", "libcrypto.so.1.1", "libcrypto.so"):
        (tmp_path / name).write_text("no library")
    script = "import depthcheck, sys; depthcheck.analyze_file(sys.argv[1]); depthcheck.measure(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", script, FIXTURES / "room-01.bin.gz"], capture_output=True, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)})  # fmt: skip
    assert "in measure\n" in done.stderr and "OSError: found no cryptography library" in done.stderr


def test_a_lack_of_memory_is_an_error_not_a_row() -> None:
    answer = {"path": "a.bin", "error": "found too little", "error_code": "not_enough_memory", "error_number": 12}
    with pytest.raises(MemoryError, match="a.bin: found too little"):
        _measure._rows(json.dumps(answer))
