"""Errors, with the codes of docs/JSON.md."""

from __future__ import annotations

from ._analysis import FileAnalysis

__all__ = [
    "DepthcheckError",
    "InputError",
    "IntegerDepthWarning",
    "ParameterError",
    "PooledSpeciesWarning",
    "ReadingError",
    "SkippedWarning",
]


class DepthcheckError(Exception):
    """The base class of all errors of this package.

    Attributes
    ----------
    code : str
        The kind of error, for programs: a code of docs/JSON.md, or one of this package, listed in docs/PYTHON.md.
    message : str
        What was found, what was expected and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class InputError(DepthcheckError, ValueError):
    """An argument cannot be analysed, for example because of its shape."""


def invalid_argument(name: str, found: object, expected: str) -> InputError:
    """The error for an invalid argument."""
    return InputError("invalid_argument", f"found {found!r} for {name}; expected {expected}; correct it")


class ParameterError(DepthcheckError, ValueError):
    """A parameter is invalid."""


class ReadingError(DepthcheckError):
    """A file could not be read as a depth map.

    Attributes
    ----------
    path : str or None
        The file, if it has a name.
    result : FileAnalysis or None
        The result of the analysis, with the server's answer, if the file was to be analysed.
    """

    def __init__(
        self, code: str, message: str, path: str | None = None, result: FileAnalysis | None = None
    ) -> None:
        super().__init__(code, message)
        # For pickling.
        self.args = (code, message, path, result)
        self.path = path
        self.result = result

    def __str__(self) -> str:
        return self.message if self.path is None else f"{self.path}: {self.message}"


class SkippedWarning(UserWarning):
    """Something in a folder was skipped: a folder that cannot be listed, or an entry that is not a regular file."""


class PooledSpeciesWarning(UserWarning):
    """Attacks of all kinds count as one species, which hides the rate of the kind that passes most often."""


class IntegerDepthWarning(UserWarning):
    """Integers are taken as metres, because scikit-learn requires that an estimator accepts them."""
