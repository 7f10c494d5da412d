"""Analysis of arrays."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ._analysis import Analysis, decoded
from ._analyzer import Engine, Profile, SomeParameters, analyzer
from ._arrays import Samples, as_samples, dimensions, map_arguments, own_samples
from ._errors import InputError
from ._library import Handle, description, library, numbers
from ._parameters import Parameters
from ._progress import Progress, advancing

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["analyze", "analyze_many"]


def analyze(
    array: npt.ArrayLike,
    *,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    valid: npt.ArrayLike | None = None,
    engine: Engine = "kernel",
) -> Analysis:
    """Analyses a depth map: ``depthcheck.analyze(array).status``.

    Parameters
    ----------
    array : array_like of float, shape (height, width)
        Depths in metres. C-contiguous float32 is used without copying; other floats and strides are converted. NaN,
        infinite and masked samples are not valid. For an array of one dimension, width and height are inferred from
        its size, as on the server.
    profile : {"server", "client"}
        The arithmetic: the server's binary64 or the client's binary32.
    parameters : Parameters or mapping, optional
        The constants, or some of them by name; the others are the server's.
    valid : array_like of bool, optional
        An array of the shape of ``array``; False for samples to ignore.
    engine : {"kernel", "plain"}
        The implementation: fast, or step by step as in the specification. The results do not differ.

    Returns
    -------
    Analysis
        The same as from the command ``depthcheck analyze``, bit for bit.

    Raises
    ------
    InputError
        For integers (``wrong_type``), other shapes (``wrong_shape``) and unknown options (``invalid_argument``).
    ParameterError
        For an invalid parameter.

    Examples
    --------
    >>> analyze(np.full((192, 256), 0.4, np.float32)).status
    'fail'
    """
    chosen = analyzer(profile, parameters, engine)
    return analyze_samples(chosen, as_samples(array, valid))


def analyze_samples(chosen: Handle, samples: Samples) -> Analysis:
    """Analyses the result of :func:`as_samples`."""
    return decoded(numbers(library.analyze(chosen.address, *map_arguments(samples))))


def analyze_many(
    maps: Any,
    *,
    profile: Profile = "server",
    parameters: SomeParameters = None,
    valid: npt.ArrayLike | None = None,
    engine: Engine = "kernel",
    jobs: int | None = None,
    progress: Progress = False,
) -> dict[str, npt.NDArray[Any]]:
    """Analyses many depth maps at once: ``pandas.DataFrame(depthcheck.analyze_many(stack))``.

    Parameters
    ----------
    maps : ndarray of float, shape (count, height, width), or iterable of arrays as for :func:`analyze`
        A stack, or maps of any sizes. An iterable is read as needed: if it is a generator that reads files, only a few
        maps are in memory at a time. In an array of shape (count, samples), each row is a map whose width and height
        are inferred.
    profile, parameters, engine
        As for :func:`analyze`.
    valid : array_like of bool, optional
        An array of the shape of the stack.
    jobs : int, optional
        The number of threads; by default one per available processor. Results do not depend on it.
    progress : bool or function
        True for a bar of tqdm, or a function that gets the number of analysed maps and their total, None if it is not
        known. Threads call the function, one at a time. An error in it ends the analysis and is raised.

    Returns
    -------
    dict of str to ndarray
        A column for each value of an analysis, in the order of the maps: strings as str, flags as bool, counts as
        int64, others as float64; ``reasons`` and ``peak_depths`` have a tuple for each map. Each check has
        ``<check>_threshold``, ``<check>_margin`` and ``<check>_holds``, the last 1.0 or 0.0; NaN if it was not made.

    Raises
    ------
    InputError, ParameterError
        As for :func:`analyze`.

    Examples
    --------
    >>> stack = np.stack([np.full((48, 64), depth, np.float32) for depth in (0.4, 0.5)])
    >>> table = analyze_many(stack)
    >>> table["status"].tolist(), table["mean_depth"].round(3).tolist()
    (['fail', 'fail'], [0.4, 0.5])
    """
    chosen = analyzer(profile, parameters, engine)
    workers = job_count(jobs)
    if not isinstance(maps, Iterable) or (isinstance(maps, np.ndarray) and maps.ndim == 0):
        raise InputError("wrong_type", f"found {type(maps).__name__}; expected a stack, or an iterable of maps")
    if isinstance(maps, np.ndarray) or valid is not None:
        samples = as_samples(maps, valid)
        with advancing(progress, len(samples)) as advance:
            return _Table.of_stack(chosen, samples, workers, advance).columns()
    with advancing(progress, len(maps) if isinstance(maps, Sized) else None) as advance:
        return _Table.of_maps(chosen, maps, workers, advance).columns()


def job_count(jobs: int | None) -> int:
    """The number of threads to use."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(jobs, (int, np.integer)) or isinstance(jobs, bool) or jobs < 1:
        raise InputError("invalid_argument", f"found {jobs!r} for jobs; expected a whole number of at least 1, or None")
    # More threads only wait for each other.
    return min(int(jobs), 16 * (os.cpu_count() or 1))


#: A function that reports further maps as done.
Advance = Callable[[int], None]

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_order(work: Callable[[Given], Made], given: Iterable[Given], workers: int) -> Iterator[Made]:
    """Maps ``work`` over ``given`` in order, reading only a few items ahead."""
    if workers == 1 or is_ending():
        yield from map(work, given)
        return
    # Takes longer to import than most of this package.
    from concurrent.futures import ThreadPoolExecutor

    rest = iter(given)
    with ThreadPoolExecutor(workers) as threads:
        waiting: deque[Future[Made]] = deque(threads.submit(work, each) for each in islice(rest, 2 * workers))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(threads.submit(work, each) for each in islice(rest, 1))
        finally:
            for future in waiting:
                future.cancel()


def share(work: Callable[[Given], object], given: Iterable[Given], workers: int) -> None:
    """Distributes items among threads, including this one. For work much shorter than starting a thread."""
    rest = iter(given)
    errors: list[BaseException] = []

    def run() -> None:
        try:
            # The threads share one iterator.
            for each in rest:
                if errors:
                    return
                work(each)
        except BaseException as error:
            errors.append(error)

    others = [threading.Thread(target=run, daemon=True) for _ in range(1 if is_ending() else workers)][1:]
    for thread in others:
        thread.start()
    run()
    for thread in others:
        thread.join()
    if errors:
        raise errors[0]


def is_ending() -> bool:
    """Whether the interpreter is exiting and cannot start threads."""
    return sys.is_finalizing() or not threading.main_thread().is_alive()


#: The maximum number of peaks stored with a row. Two peaks are never in adjacent bins.
_PEAK_ROOM = Parameters().histogramBins // 2 + 1
_LAYERS = description.columns.index("depth_layers")


class _Table:
    """A row of numbers for each map, and the values that do not fit into it."""

    def __init__(self, count: int) -> None:
        self.rows = np.empty((count, len(description.columns)))
        self.peaks = np.empty((count, _PEAK_ROOM))
        #: The peaks of maps that have more than fit.
        self.long_peaks: dict[int, tuple[float, ...]] = {}

    @classmethod
    def of_stack(cls, chosen: Handle, samples: Samples, workers: int, advance: Advance) -> _Table:
        """The table of a stack of maps. ``advance`` gets the number of maps done since the last call."""
        if samples.ndim not in (2, 3):
            raise InputError(
                "wrong_shape", f"found an array of shape {samples.shape}; expected a stack: maps, rows and columns"
            )
        table = cls(len(samples))
        if not len(samples):
            return table
        dimensions(samples[0])
        # Large enough that threads rarely request more, small enough that they finish at about the same time.
        size = max(1, min(16, len(samples) // (4 * workers)))

        def fill(start: int) -> None:
            table._fill(chosen, samples[start : start + size], start)
            advance(min(size, len(samples) - start))

        share(fill, range(0, len(samples), size), workers)
        return table

    @classmethod
    def of_maps(cls, chosen: Handle, maps: Iterable[Any], workers: int, advance: Advance) -> _Table:
        """The table of maps of any sizes."""

        def taken() -> Iterator[Samples]:
            # Converts immediately, because the caller can reuse one array for all maps.
            for place, array in enumerate(maps):
                try:
                    samples = own_samples(array)
                    dimensions(samples)
                except InputError as error:
                    raise InputError(error.code, f"map {place}: {error.message}") from None
                yield samples

        tables = list(in_order(lambda samples: cls.of_stack(chosen, samples[None], 1, advance), taken(), workers))
        joined = cls(0)
        if tables:
            joined.rows = np.concatenate([each.rows for each in tables])
            joined.peaks = np.concatenate([each.peaks for each in tables])
            joined.long_peaks = {place: each.long_peaks[0] for place, each in enumerate(tables) if each.long_peaks}
        return joined

    def _fill(self, chosen: Handle, samples: Samples, start: int) -> None:
        rows, peaks = self.rows[start : start + len(samples)], self.peaks[start : start + len(samples)]
        address, *shape = map_arguments(samples[0])
        library.analyze_many(
            chosen.address, address, len(samples), *shape, rows.ctypes.data, peaks.ctypes.data, _PEAK_ROOM
        )
        for place in np.flatnonzero(rows[:, _LAYERS] > _PEAK_ROOM):
            self.long_peaks[start + int(place)] = analyze_samples(chosen, samples[place]).peak_depths

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The table as columns."""
        fields = {field["name"]: field for field in description.fields}
        found: dict[str, npt.NDArray[Any]] = {}
        for place, name in enumerate(description.columns):
            found[name] = _column(self.rows[:, place], fields.get(name))
        counts = found["depth_layers"].tolist()
        peaks = [tuple(row[:count]) for row, count in zip(self.peaks.tolist(), counts)]
        for place, depths in self.long_peaks.items():
            peaks[place] = depths
        found["peak_depths"] = _tuples(peaks)
        return found


def _column(numbers: npt.NDArray[np.float64], field: dict[str, Any] | None) -> npt.NDArray[Any]:
    """Converts numbers to the values of a field."""
    kind = field["kind"] if field else "real"
    if field and kind == "text":
        words_of_rows: npt.NDArray[Any] = np.array(field["words"])[numbers.astype(np.int64)]
        return words_of_rows
    if field and kind == "texts":
        listed = numbers.astype(np.int64).tolist()
        # There are few distinct values.
        texts = {
            powers: tuple(word for place, word in enumerate(field["words"]) if powers >> place & 1)
            for powers in set(listed)
        }
        return _tuples([texts[powers] for powers in listed])
    if kind == "flag":
        return np.not_equal(numbers, 0)
    return numbers.astype(np.int64) if kind == "whole" else numbers.copy()


def _tuples(values: list[tuple[Any, ...]]) -> npt.NDArray[Any]:
    """An array of tuples, which NumPy would otherwise interpret as rows."""
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
