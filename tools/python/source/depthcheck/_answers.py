"""Checks of other capture servers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from ._arguments import is_path, listed, path_text
from ._errors import InputError, invalid_argument
from ._requests import json_bytes, request
from ._results import Report
from ._version import __version__

__all__ = ["AnswerCheck", "check", "requests"]

#: Answers by the name of their request, a file of them, or the server itself.
Answers = Union[
    Mapping[str, Mapping[str, Any]], Callable[[dict[str, Any]], Mapping[str, Any]], str, "os.PathLike[str]", None
]


@dataclass(frozen=True, eq=False)
class AnswerCheck(Report):
    """The check of a capture server's answers, returned by :func:`check`.

    Attributes
    ----------
    report : dict
        The object of ``depthcheck capture check --format json``, described in docs/JSON.md.

    Examples
    --------
    >>> check("cases").passed
    True
    """

    report: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether all answers are as expected."""
        return bool(self.report["passed"])

    def _rows(self) -> list[dict[str, Any]]:
        if not self.report["failures"]:
            return [{name: self.report[name] for name in ("passed", "case_count", "passed_count", "failed_count")}]
        return [{name: each.get(name) for name in ("id", "kind", "message")} for each in self.report["failures"]]


def requests(folder: str | os.PathLike[str], *, filters: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Lists the requests of a set of cases for another server: ``requests("fixtures/captures")[0]["name"]``.

    Parameters
    ----------
    folder : path-like
        The folder of the cases.
    filters : sequence of str
        Names, patterns or rules that select cases, as for ``depthcheck capture requests --filter``; by default all.

    Returns
    -------
    list of dict
        The objects of ``depthcheck capture requests``, each with all bytes that it needs.

    Raises
    ------
    ReadingError
        For a folder that cannot be read.
    InputError
        If no case matches.

    Examples
    --------
    >>> [each["name"] for each in requests("cases")]
    ['hash-only-binary32']
    """
    members = {"set": path_text(folder), "filters": _filters(filters)}
    found: list[dict[str, Any]] = request("list_requests", members)["requests"]
    return found


def check(
    folder: str | os.PathLike[str],
    answers: Answers = None,
    *,
    filters: Sequence[str] = (),
    reasons: bool = False,
) -> AnswerCheck:
    """Checks that a capture server gives the expected answers: ``check("fixtures/captures", server).passed``.

    Parameters
    ----------
    folder : path-like
        The folder of the cases.
    answers : function, mapping, or path-like, optional
        A function from a request of :func:`requests` to its answer, the answers by the names of their requests, or a
        file of them for ``depthcheck capture check --answers``. By default, depthcheck checks its own answers.
    filters : sequence of str
        As for :func:`requests`.
    reasons : bool
        Whether to compare members that an answer may omit too.

    Returns
    -------
    AnswerCheck
        The same as from ``depthcheck capture check``.

    Raises
    ------
    ReadingError
        For a folder that cannot be read.

    Examples
    --------
    >>> found = check("cases", lambda request: {"outcome": "high"})
    >>> found.passed, found["case_count"]
    (False, 1)
    """
    members = {"set": path_text(folder), "filters": _filters(filters), "reasons": reasons}
    if answers is None:
        return AnswerCheck(request("check_answers", {**members, "subject": f"depthcheck {__version__}"})["report"])
    if is_path(answers):
        name = path_text(answers)  # type: ignore[arg-type]
        with open(name, "rb") as file:
            data = file.read()
    else:
        name, data = "answers", _lines(folder, answers, filters)
    return AnswerCheck(request("check_answers", {**members, "subject": name, "answers": 0}, [data])["report"])


def _lines(folder: str | os.PathLike[str], answers: Any, filters: Sequence[str]) -> bytes:
    """Answers as the lines of a file."""
    if callable(answers):
        answers = {each["name"]: answers(each) for each in requests(folder, filters=filters)}
    if not isinstance(answers, Mapping) or not all(isinstance(each, Mapping) for each in answers.values()):
        raise InputError(
            "wrong_type",
            f"found {type(answers).__name__} for answers; expected a mapping of names to mappings, a function that "
            "returns mappings, or a path",
        )
    return b"".join(json_bytes({**answer, "name": name}) + b"\n" for name, answer in answers.items())


def _filters(filters: Sequence[str]) -> list[str]:
    found = listed("filters", filters, "a list of strings")
    if not all(isinstance(each, str) for each in found):
        raise invalid_argument("filters", filters, "a list of strings")
    return found
