"""Reports of progress."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, Union

from ._arguments import flag
from ._errors import InputError

__all__ = ["Progress"]

#: True for a bar of tqdm, or a function of the number done and the total, which is None if it is not known.
Progress = Union[bool, Callable[[int, Union[int, None]], object]]

Item = TypeVar("Item")


@contextlib.contextmanager
def advancing(progress: Progress, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function that reports further items as done, which threads can share."""
    if callable(progress):
        lock, done = threading.Lock(), 0

        def advance(count: int) -> None:
            nonlocal done
            with lock:
                done += count
                progress(done, total)

        yield advance
    elif flag("progress", progress):
        with _bar(total) as bar:
            yield bar.update
    else:
        yield lambda count: None


def _bar(total: int | None) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise InputError(
            "invalid_argument",
            "found progress=True without tqdm; expected it, or a function; pip install tqdm, or give a function of "
            "the number done and the total",
        ) from None
    return tqdm(total=total)


def tracked(items: Iterable[Item], progress: Progress, total: int | None) -> Iterator[Item]:
    """Yields the items and reports each as done when the next is requested."""
    with advancing(progress, total) as advance:
        for item in items:
            yield item
            advance(1)
