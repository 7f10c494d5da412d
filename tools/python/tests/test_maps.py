"""Files and archives of several maps, shards, confidence and other reading options, compared with the command."""

from __future__ import annotations

import contextlib
import io
import os
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pytest
from conftest import FIXTURES, ROOT, Command, in_python
from test_files import by_the_command, rows_of

FORMATS = ROOT / "Tests/DepthFilesTests"
ARCHIVES = sorted(path for path in FORMATS.rglob("*") if path.suffix in (".npz", ".r3d", ".zip"))


def maps_of(path: Path, reading: depthcheck.Reading) -> Iterator[depthcheck.DepthFile | depthcheck.ReadingError]:
    """The maps at a path, and errors in place of those that cannot be read."""
    try:
        maps = iter(depthcheck.read(path, reading=reading))
    except depthcheck.ReadingError as error:
        yield error
        return
    while True:
        try:
            yield next(maps)
        except depthcheck.ReadingError as error:
            yield error
        except StopIteration:
            return


def require_equal(command: Command, path: Path, reading: depthcheck.Reading, *options: object) -> int:
    """Compares the maps with what the command analyses; returns their number."""
    expected = command.rows("analyze", path, "--quiet", *options, codes=(0, 1, 2))
    found = list(maps_of(path, reading))
    assert len(found) == len(expected)
    for one, row in zip(found, expected):
        if isinstance(one, depthcheck.ReadingError):
            assert (one.code, one.message, one.path) == (row["error_code"], in_python(row["error"]), row["input"])
            continue
        analysis = depthcheck.analyze(one.samples if "not_a_grid" in one.note_codes else one.depth)
        assert {name: value for name, value in row.items() if name in analysis.to_dict()} == analysis.to_dict()
        assert one.name == row["input"] and list(one.note_codes) == row["note_codes"]
        # Reading has no verdict, with or without a repeated number.
        assert list(one.notes) == [in_python(note).partition("; the verdict without")[0] for note in row["notes"]]
    return len(found)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: str(path.relative_to(FORMATS)))
def test_archives_yield_the_command_s_maps(command: Command, path: Path) -> None:
    for level in (None, "high"):
        options = [] if level is None else ["--min-confidence", level]
        require_equal(command, path, depthcheck.Reading(min_confidence=level), *options)


def test_a_capture_of_record3d_yields_its_frames(command: Command) -> None:
    path = FORMATS / "Archives/formats/record3d/capture.r3d"
    capture = depthcheck.read(path)
    frames = list(capture)
    assert [frame.name for frame in frames] == [f"{path}/rgbd/{number}.depth" for number in (0, 1, 2, 10)]
    # Again, and one by name.
    assert [frame.name for frame in capture] == [frame.name for frame in frames]
    alone = depthcheck.read(f"{path}/rgbd/1.depth")
    assert np.array_equal(alone.samples, frames[1].samples, equal_nan=True) and list(alone)[0] is alone
    masked = list(depthcheck.read(path, reading=depthcheck.Reading(min_confidence="high")))
    assert sum(np.isnan(frame.samples).sum() for frame in masked) > 0
    confidence = depthcheck.read_confidence(frames[0].name)
    assert confidence is not None and set(np.unique(confidence)) <= {0, 1, 2} and confidence.size > 1
    if confidence.shape == frames[0].depth.shape:
        assert np.isnan(masked[0].depth[confidence < 2]).all()
        kept = confidence == 2
        assert np.array_equal(masked[0].depth[kept], frames[0].depth[kept], equal_nan=True)
    assert depthcheck.read_confidence(FIXTURES / "room-01.bin.gz") is None
    for attribute in ("depth", "samples", "width"):
        with pytest.raises(depthcheck.InputError, match="several maps.*iterate") as error:
            getattr(capture, attribute)
        assert error.value.code == "wrong_shape"
    with pytest.raises(AttributeError):
        _ = capture.missing  # type: ignore[attr-defined]
    assert "capture.r3d" in repr(capture)


def test_every_format_and_option_is_read_like_by_the_command(command: Command, tmp_path: Path) -> None:
    for path in sorted((FORMATS / "formats").rglob("*")):
        if path.is_file() and path.suffix[1:] in depthcheck.description.extensions:
            require_equal(command, path, depthcheck.Reading())
    samples = np.linspace(0.5, 3, 48 * 64, dtype=np.float32).reshape(48, 64)
    samples.tofile(tmp_path / "map.bin")
    samples.astype(np.float16).tofile(tmp_path / "half.bin")
    (samples * 5000).astype(np.uint16).tofile(tmp_path / "steps.bin")
    size: dict[str, Any] = {"width": 64, "height": 48}
    given = ["--width", 64, "--height", 48]
    for name, more, arguments in [
        ("map.bin", {"rotate": 90}, ["--rotate", 90]),
        ("map.bin", {"rotate": 270, "flip": True}, ["--rotate", 270, "--flip"]),
        ("half.bin", {"sample_type": "float16"}, ["--sample-type", "float16"]),
        ("steps.bin", {"sample_type": "uint16", "dataset": "tum"}, ["--sample-type", "uint16", "--dataset", "tum"]),
        ("map.bin", {"min_confidence": "low"}, ["--min-confidence", "low"]),
    ]:
        require_equal(command, tmp_path / name, depthcheck.Reading(**size, **more), *given, *arguments)
    turned = depthcheck.read(tmp_path / "map.bin", reading=depthcheck.Reading(**size, rotate=90)).depth
    assert np.array_equal(turned, np.rot90(samples, -1))


def test_a_file_of_several_maps_yields_each(command: Command, tmp_path: Path) -> None:
    stack = np.random.default_rng(5).uniform(0.5, 4, (3, 48, 64)).astype(np.float32)
    np.save(tmp_path / "stack.npy", stack)
    stack.tofile(tmp_path / "stack.bin")
    reading = depthcheck.Reading(width=64, height=48)
    assert require_equal(command, tmp_path / "stack.npy", depthcheck.Reading()) == 3
    assert require_equal(command, tmp_path / "stack.bin", reading, "--width", 64, "--height", 48) == 3
    for number, file in enumerate(depthcheck.read(tmp_path / "stack.npy")):
        assert np.array_equal(file.depth, stack[number])
    assert np.array_equal(depthcheck.read(tmp_path / "stack.npy/1").depth, stack[1])


def test_shards_are_measured_and_read_like_by_the_command(command: Command, tmp_path: Path) -> None:
    shards = []
    for number in range(2):
        shards.append(tmp_path / f"shard-{number}.tar")
        with tarfile.open(shards[-1], "w") as shard:
            for path in sorted(FIXTURES.glob(f"*-0{number + 1}.bin.gz")):
                member = tarfile.TarInfo(f"scene/{path.name}")
                member.size = path.stat().st_size
                shard.addfile(member, io.BytesIO(path.read_bytes()))
            member = tarfile.TarInfo("torn.bin.gz")
            member.size = 100
            shard.addfile(member, io.BytesIO((FIXTURES / "room-01.bin.gz").read_bytes()[:100]))
    expected = [row for path in shards for row in by_the_command(command, "--tar", path)]
    for jobs in (1, 2):
        assert rows_of(depthcheck.measure(shards, shards=True, jobs=jobs)) == expected
    expected = [row for path in shards for row in by_the_command(command, "--candidates", "--tar", path)]
    rows = rows_of(depthcheck.measure(shards, shards=True, candidates=True))
    assert [{name: None if value != value else value for name, value in row.items()} for row in rows] == expected
    answers = command.rows("analyze", "--tar", shards[0], "--quiet", codes=(0, 1, 2))
    found_maps = list(maps_of(shards[0], depthcheck.Reading()))
    assert len(found_maps) == len(answers) > 3
    for one, answer in zip(found_maps, answers):
        if isinstance(one, depthcheck.ReadingError):
            assert one.code == answer["error_code"]
        else:
            found = depthcheck.analyze(one.samples if "not_a_grid" in one.note_codes else one.depth).to_dict()
            assert found.items() <= answer.items()
    assert sum(isinstance(one, depthcheck.ReadingError) for one in found_maps) == 1
    with pytest.raises(depthcheck.InputError, match="both named"):
        depthcheck.measure([shards[0], shards[0]], shards=True)
    with pytest.raises(depthcheck.ReadingError, match="missing.tar: found") as error:
        depthcheck.measure(tmp_path / "missing.tar", shards=True)
    assert error.value.code == "missing"


def test_archives_are_closed_when_an_iteration_ends_early() -> None:
    path = FORMATS / "Archives/formats/record3d/capture.r3d"
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(300):
        with contextlib.closing(frame for frame in depthcheck.read(path)) as frames:
            next(frames)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1


def test_an_archive_that_is_missing_is_an_error_at_once(tmp_path: Path) -> None:
    for name in ("missing.r3d", "missing.zip", "missing.npz"):
        with pytest.raises(depthcheck.ReadingError) as error:
            depthcheck.read(tmp_path / name)
        assert error.value.code == "missing" and error.value.path == str(tmp_path / name)
    for name in ("missing.bin", "missing.r3d/rgbd/0.depth"):
        with pytest.raises(depthcheck.ReadingError) as error:
            depthcheck.read_confidence(tmp_path / name)
        assert error.value.code == "missing"


def test_several_maps_have_no_attributes_of_one(tmp_path: Path) -> None:
    np.savez(tmp_path / "maps.npz", near=np.ones((4, 4), np.float32), far=np.full((4, 4), 2, np.float32))
    several = depthcheck.read(tmp_path / "maps.npz")
    assert not hasattr(several, "depth") and getattr(several, "samples", None) is None
    for name in ("depth", "samples", "width"):
        with pytest.raises(depthcheck.InputError, match="iterate over it") as error:
            getattr(several, name)
        assert error.value.code == "wrong_shape"


def test_reading_options_of_the_wrong_type_are_errors() -> None:
    assert depthcheck.Reading(rotate=np.int64(90)).rotate == 90  # type: ignore[arg-type]
    for options in [{"rotate": 90.0}, {"rotate": np.array([90])}, {"channel": "\ud800"}, {"channel": 5}, {"flip": 1}]:
        with pytest.raises(depthcheck.InputError, match="found.*expected"):
            depthcheck.Reading(**options)
    with pytest.raises(depthcheck.InputError, match="found 5 for the corpus"):
        depthcheck.measure(5)  # type: ignore[arg-type]
    path: Any = os.fsencode(FIXTURES / "room-01.bin.gz")
    assert depthcheck.measure(path)["file"].tolist() == ["room-01.bin.gz"]


def test_messages_name_arguments_of_python(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "maps.zip", "w") as archive:
        archive.writestr("notes.txt", "no map")
    content = (tmp_path / "maps.zip").read_bytes()
    (tmp_path / "empty").mkdir()
    room = (FIXTURES / "room-01.bin.gz").read_bytes()
    short, strict = depthcheck.Reading(max_bytes=1000), depthcheck.Reading(width=250, height=192, strict=True)
    calls: list[tuple[Any, str]] = [
        (lambda: depthcheck.read_bytes(content), r"name a file that ends in \.zip, .* with read\(\)"),
        (lambda: depthcheck.analyze_bytes(content), r"name a file that ends in \.zip"),
        (lambda: list(depthcheck.read(tmp_path / "maps.zip")), "name one of the members"),
        (lambda: depthcheck.measure(tmp_path / "empty"), "expected files that end in"),
        (lambda: depthcheck.read_bytes(room, reading=short), "raise it with max_bytes"),
        (lambda: depthcheck.analyze_bytes(room, reading=short), "raise it with max_bytes"),
        (lambda: depthcheck.read(FIXTURES / "room-01.bin.gz", reading=short), "raise it with max_bytes"),
        (lambda: depthcheck.analyze_file(FIXTURES / "room-01.bin.gz", reading=short), "raise it with max_bytes"),
        (lambda: depthcheck.read_bytes(room, reading=strict), "correct width and height"),
    ]
    for call, message in calls:
        with pytest.raises(depthcheck.ReadingError, match=message) as error:
            call()
        assert "--" not in error.value.message
    # The result has the command's words.
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.analyze_bytes(room, reading=short)
    assert error.value.result is not None and "--max-bytes" in str(error.value.result.error)
