"""What goes wrong, with the codes of docs/JSON.md."""

from __future__ import annotations

from ._analysis import FileAnalysis

__all__ = [
    "DepthcheckError",
    "InputError",
    "ParameterError",
    "PooledSpeciesWarning",
    "ReadingError",
    "SkippedWarning",
]


class DepthcheckError(Exception):
    """Base of all errors of this package.

    Attributes
    ----------
    code : str
        What kind of error it is, for programs: a code of docs/JSON.md, or one of those that only this package has,
        which docs/PYTHON.md lists.
    message : str
        What was found, what was expected, what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class InputError(DepthcheckError, ValueError):
    """An argument is none that can be analysed, such as an array of another shape."""


def meaningless(name: str, found: object, expected: str) -> InputError:
    """The error for an argument without a meaning."""
    return InputError("invalid_argument", f"found {found!r} for {name}; expected {expected}; correct it")


class ParameterError(DepthcheckError, ValueError):
    """A parameter has no meaning."""


class ReadingError(DepthcheckError):
    """A file could not be read as a depth map.

    Attributes
    ----------
    path : str or None
        The file, where it has a name.
    result : FileAnalysis or None
        Where it was to be analysed: its result, with what the server would answer.
    """

    def __init__(
        self, code: str, message: str, path: str | None = None, result: FileAnalysis | None = None
    ) -> None:
        super().__init__(code, message)
        # All of them, or a copy that was sent to another process would lack some.
        self.args = (code, message, path, result)
        self.path = path
        self.result = result

    def __str__(self) -> str:
        return self.message if self.path is None else f"{self.path}: {self.message}"


class SkippedWarning(UserWarning):
    """Something below a folder was left out: a folder that cannot be listed, or what is no file."""


class PooledSpeciesWarning(UserWarning):
    """Attacks of all kinds count as one species: the rate of the kind that passes most often is not seen."""
