"""Errors, with the codes of docs/JSON.md."""

from __future__ import annotations

from ._printed import printed

__all__ = [
    "DepthcheckError",
    "InputError",
    "IntegerDepthWarning",
    "ParameterError",
    "PooledSpeciesWarning",
    "SkippedWarning",
]


class DepthcheckError(Exception):
    """The base class of all errors of this package.

    Attributes
    ----------
    code : str
        The kind of error, for programs: a code of docs/JSON.md, or one of this package, listed in docs/PYTHON.md.
    message : str
        What was found, what was expected and what to do, with escapes for what is not printable.
    """

    def __init__(self, code: str, message: str) -> None:
        # All messages pass here, so that none sends the control characters of a name to a terminal.
        message = printed(message)
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


class SkippedWarning(UserWarning):
    """Something in a folder was skipped: a folder that cannot be listed, or an entry that is not a regular file."""


class PooledSpeciesWarning(UserWarning):
    """Attacks of all kinds count as one species, which hides the rate of the kind that passes most often."""


class IntegerDepthWarning(UserWarning):
    """Integers are taken as metres, because scikit-learn requires that an estimator accepts them."""
