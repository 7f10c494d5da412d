"""Cached analyzers of the library."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import c_double
from functools import lru_cache
from typing import Any, Literal, Union

from ._errors import InputError
from ._library import Handle, description, library
from ._parameters import Parameters

#: The arithmetic.
Profile = Literal["server", "client"]
#: The implementation: fast, or step by step as in the specification.
Engine = Literal["kernel", "plain"]
#: Parameters, or some of them by name.
SomeParameters = Union[Parameters, Mapping[str, float], None]


@lru_cache(maxsize=64)
def _made(profile: int, engine: int, parameters: Parameters) -> Handle:
    numbers = (c_double * len(description.parameters))(*parameters.numbers)
    address = library.analyzer(profile, engine, numbers, len(numbers))
    if not address:
        raise MemoryError("the library could not make an analyzer")
    return Handle(address, library.release)


def analyzer(profile: str = "server", parameters: SomeParameters = None, engine: str = "kernel") -> Handle:
    """The analyzer for a profile, parameters and an engine."""
    return _made(
        place_of(profile, "profile", description.profiles),
        place_of(engine, "engine", description.engines),
        as_parameters(parameters),
    )


_STANDARD = Parameters()


def as_parameters(parameters: SomeParameters) -> Parameters:
    """Converts an argument to parameters; None means the server's."""
    if parameters is None:
        return _STANDARD
    if isinstance(parameters, Parameters):
        return parameters
    if isinstance(parameters, Mapping):
        return Parameters.from_dict(parameters)
    raise InputError(
        "wrong_type",
        f"found {type(parameters).__name__} for parameters; expected Parameters, or a mapping from names to values",
    )


def place_of(word: Any, of: str, words: list[str]) -> int:
    """The index of a word in a list. Raises InputError if it is missing."""
    if not isinstance(word, str) or word not in words:
        raise InputError("invalid_argument", f"found {word!r} for {of}; expected one of {', '.join(map(repr, words))}")
    return words.index(word)
