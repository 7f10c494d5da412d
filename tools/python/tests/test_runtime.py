"""The library in a process: threads, forks, interpreters, memory; and the header in C."""

from __future__ import annotations

import ctypes
import gc
import itertools
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.captures
import numpy as np
import pytest
from conftest import FIXTURES, ROOT, Map, random_maps
from depthcheck._library import ABI_VERSION, PROTOTYPES, library

LIBRARIES = Path(depthcheck.__file__).with_name("lib")


def test_threads_can_share_an_analyzer(room: Map) -> None:
    maps = [*random_maps(30), room]
    expected = [depthcheck.analyze(samples) for samples in maps]
    wrong: list[int] = []

    def work() -> None:
        for _ in range(5):
            for number, samples in enumerate(maps):
                if depthcheck.analyze(samples) != expected[number]:
                    wrong.append(number)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def analyzed(samples: Map) -> depthcheck.Analysis:
    return depthcheck.analyze(samples)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_forked_processes_can_use_the_library(method: str, room: Map) -> None:
    maps = [*random_maps(20), room]
    expected = [depthcheck.analyze(samples) for samples in maps]
    # Forks while threads are in the library.
    stop = threading.Event()
    busy = [threading.Thread(target=lambda: [depthcheck.analyze(room) for _ in iter(stop.is_set, True)]) for _ in "ab"]
    for thread in busy:
        thread.start()
    try:
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            assert list(pool.map(analyzed, maps)) == expected
    finally:
        stop.set()
        for thread in busy:
            thread.join()


def test_results_and_errors_can_be_sent_to_other_processes(room: Map, tmp_path: Path) -> None:
    used = depthcheck.Reading(units_per_metre=5000)
    depthcheck.analyze_bytes((FIXTURES / "room-01.bin.gz").read_bytes(), reading=used)
    sent: list[Any] = [depthcheck.analyze(room), depthcheck.parity(room), depthcheck.Parameters(edgeGain=2),
                       depthcheck.Reading(invalid=(1, 2)), used,
                       depthcheck.analyze_file(FIXTURES / "room-01.bin.gz")]  # fmt: skip
    for each in sent:
        assert pickle.loads(pickle.dumps(each)) == each
    with pytest.raises(depthcheck.ReadingError) as error:
        depthcheck.analyze_file(tmp_path / "none")
    copy = pickle.loads(pickle.dumps(error.value))
    assert (copy.code, str(copy), copy.result) == (error.value.code, str(error.value), error.value.result)


def test_a_second_interpreter_can_load_the_library() -> None:
    interpreters = pytest.importorskip("_xxsubinterpreters")
    # NumPy does not support a second interpreter, so only the library is loaded.
    script = f"""
import ctypes, glob
for name in glob.glob({str(LIBRARIES / "*.so")!r}):
    library = ctypes.CDLL(name)
    library.depthcheck_analyzer.restype = library.depthcheck_analyze.restype = ctypes.c_void_p
    handle = library.depthcheck_analyzer(0, 0, None, ctypes.c_size_t(0))
    samples = (ctypes.c_float * 12)(*range(12))
    record = library.depthcheck_analyze(ctypes.c_void_p(handle), samples, ctypes.c_size_t(12), 4, 3)
    assert ctypes.cast(record, ctypes.POINTER(ctypes.c_double))[0] > 50
    library.depthcheck_free(ctypes.c_void_p(record))
    library.depthcheck_release(ctypes.c_void_p(handle))
"""
    for _ in range(3):
        interpreter = interpreters.create()
        interpreters.run_string(interpreter, script)
        interpreters.destroy(interpreter)
    assert depthcheck.analyze(np.ones((3, 4), np.float32)).status == "fail"


class MallocInfo(ctypes.Structure):
    """``struct mallinfo2`` of the C library."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def allocated() -> int:
    """The bytes allocated by the C library, including those of the library but not small Python objects."""
    function = ctypes.CDLL(None).mallinfo2
    function.restype = MallocInfo
    found = function()
    return int(found.uordblks) + int(found.hblkhd)


def leaked(count: int, call: Callable[[], object]) -> float:
    """The bytes leaked by each call, after a warm-up."""
    for _ in range(count // 10):
        call()
    gc.collect()
    before = allocated()
    for _ in range(count):
        call()
    gc.collect()
    return (allocated() - before) / count


numbers = np.random.default_rng(0).uniform(0, 3, (8, 6))
packed = (FIXTURES / "size-5x3.bin.gz").read_bytes()
small = random_maps(1)[0][:20, :20]
gains = itertools.count(1)


def torn() -> None:
    with pytest.raises(depthcheck.ReadingError):
        depthcheck.read_bytes(packed[:20])


def refused() -> None:
    with pytest.raises(depthcheck.InputError):
        depthcheck.plan(0, 0.05)


case = (FIXTURES / "captures/cases/hash-only-binary32.json").read_bytes()

CALLS: dict[str, tuple[int, Callable[[], object]]] = {
    "analyze": (50_000, lambda: depthcheck.analyze(small)),
    "analyze_many": (10_000, lambda: depthcheck.analyze_many([small], jobs=1)),
    "analyze_bytes": (10_000, lambda: depthcheck.analyze_bytes(packed)),
    "read_bytes": (10_000, lambda: depthcheck.read_bytes(packed)),
    "read_bytes, torn": (5_000, torn),
    "parity": (5_000, lambda: depthcheck.parity(small)),
    "render": (500, lambda: depthcheck.render(small, overlays="all", scale=2)),
    "tune": (5_000, lambda: depthcheck.tune(numbers, ["bona_fide", "print"] * 4)),
    "decide": (5_000, lambda: depthcheck.decide(numbers)),
    # Each makes an analyzer; some are cached, and the others released.
    "analyzer": (2_000, lambda: depthcheck.analyze(small, parameters={"edgeGain": next(gains)})),
    "measure": (500, lambda: depthcheck.measure(FIXTURES / "size-5x3.bin.gz", jobs=1)),
    "read": (2_000, lambda: depthcheck.read(FIXTURES / "size-5x3.bin.gz")),
    "planarity": (2_000, lambda: depthcheck.planarity(small)),
    "request, refused": (1_000, refused),
    "captures": (500, lambda: depthcheck.captures.verify(case)),
    "measure_bytes": (500, lambda: depthcheck.measure_bytes(["a"], [packed], jobs=1)),
}


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="this C library has no mallinfo2")
@pytest.mark.parametrize("name", CALLS)
def test_a_hundred_thousand_calls_leak_no_memory(name: str) -> None:
    assert sum(count for count, _ in CALLS.values()) > 100_000
    # The smallest allocation is 32 bytes.
    assert leaked(*CALLS[name]) < 16


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="this C library has no mallinfo2")
def test_a_leak_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(library, "free", lambda address: None)
        for name in ("analyze", "analyze_bytes", "read_bytes", "parity", "render", "tune", "measure", "measure_bytes"):
            assert leaked(300, CALLS[name][1]) > 100, name
    monkeypatch.setattr(library, "release", lambda handle: None)
    assert leaked(300, CALLS["analyzer"][1]) > 100
    monkeypatch.setattr(library, "release_corpus", lambda handle: None)
    assert leaked(300, CALLS["measure"][1]) > 100


def test_importing_needs_only_numpy() -> None:
    script = "import depthcheck, sys; print(sorted({name.split('.')[0] for name in sys.modules} & " \
             "{'sklearn', 'pandas', 'scipy', 'matplotlib', 'pyarrow'}))"  # fmt: skip
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


HEADER = ROOT / "Sources/CDepthcheck"


@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_a_c_program_needs_only_the_header(compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} was not found")
    binary = tmp_path / "program"
    language = ["-x", "c++"] if compiler == "c++" else ["-std=c11", "-x", "c"]
    subprocess.run(
        [compiler, *language, "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", HEADER,
         Path(__file__).with_name("program.c"), "-x", "none", "-o", binary, LIBRARIES / "libdepthcheck.so",
         f"-Wl,-rpath,{LIBRARIES}", "-Wl,--allow-shlib-undefined"],
        check=True,
    )  # fmt: skip
    done = subprocess.run([binary, FIXTURES / "room-01.bin.gz"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = depthcheck.analyze_file(FIXTURES / "room-01.bin.gz")
    answer, deviation, size = done.stdout.split()
    assert (answer, float(deviation), size) == (expected.server_answer, expected.analysis.depth_variance, "256x192")


def test_the_header_and_the_package_name_the_same_functions() -> None:
    text = (HEADER / "depthcheck.h").read_text()
    declared = {word.split("(")[0].lstrip("*") for word in text.split() if word.lstrip("*").startswith("depthcheck_")
                and "(" in word}  # fmt: skip
    assert {f"depthcheck_{name}" for name in PROTOTYPES} <= declared
    assert f"#define DEPTHCHECK_ABI_VERSION {ABI_VERSION}" in text
    for name in declared:
        getattr(library, name)
