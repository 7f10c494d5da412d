"""Evaluates calls of calls.txt with the depthcheck package on PYTHONPATH.

Reads a call from each line of standard input, and writes a line of JSON for it: the exit code of the child process that
evaluated it (64 if the call is wrong: bad syntax, or a name that does not exist), and its output: the result or the
exception, and the warnings.
"""

from __future__ import annotations

import csv
import hashlib
import importlib
import inspect
import json
import os
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck._library
import depthcheck.captures
import numpy as np

WRONG_USAGE = 64
#: Longer contents are shown as their SHA-256.
SHOWN = 400
LIMIT_SECONDS = 60
#: Modules that take a second to import.
SLOW = ("figures", "sklearn")


def request_text(text: bytes, *inputs: bytes) -> str | None:
    """The answer of the C interface to a request and its inputs."""
    library = depthcheck._library
    held = [(np.frombuffer(each, np.uint8), len(each)) for each in inputs]
    arguments = (library.CBytes * len(held))(*(library.CBytes(array.ctypes.data, size) for array, size in held))
    address = library.library.request(text, arguments, len(held))
    return library.text(address) if address else None


def request(kind: str, *inputs: bytes, **members: Any) -> Any:
    """The parsed answer to a request."""
    answer = request_text(json.dumps({"request": kind, **members}).encode(), *inputs)
    return None if answer is None else json.loads(answer)


def columns(path: str) -> dict[str, list[str]]:
    """A CSV file as columns of strings."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def items(values: Any) -> list[Any]:
    """The elements of an iterator that can continue after an error, with the errors."""
    found: list[Any] = []
    iterator = iter(values)
    while len(found) < 100:
        try:
            found.append(next(iterator))
        except StopIteration:
            break
        except Exception as error:
            found.append(error)
    return found


def signatures(*modules: Any) -> dict[str, str]:
    """The public names of modules, with the parameters of functions and methods."""
    found: dict[str, str] = {}
    for module in modules:
        for name in module.__all__:
            value = getattr(module, name)
            methods = inspect.getmembers(value, inspect.isroutine) if inspect.isclass(value) else []
            public = [(f"{name}.{method}", each) for method, each in methods if not method.startswith("_")]
            for called, each in [(name, value), *public]:
                try:
                    found[f"{module.__name__}.{called}"] = str(inspect.signature(each))
                except (TypeError, ValueError):
                    found[f"{module.__name__}.{called}"] = type(each).__name__
    return found


def plain(value: Any) -> Any:
    """A value as JSON, with all of its contents."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        lines = value.splitlines(keepends=True)
        return lines if len(lines) > 1 else value
    if isinstance(value, (bytes, bytearray)):
        digest = hashlib.sha256(value).hexdigest()
        return repr(value) if len(value) <= SHOWN else f"{len(value)} bytes, SHA-256 {digest}"
    if isinstance(value, np.ndarray):
        is_short = value.size <= SHOWN or value.dtype == object
        contents = value.tolist() if is_short else np.ascontiguousarray(value).tobytes()
        return {f"{value.dtype} {value.shape}": plain(contents)}
    if isinstance(value, BaseException):
        kinds = [kind.__name__ for kind in type(value).__mro__[:-2]]
        return {"raised": kinds, "message": str(value), "args": plain(value.args), **of(value)}
    if hasattr(value, "_asdict"):
        return {"type": type(value).__name__, **plain(value._asdict())}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if hasattr(value, "get_xlabel"):
        lines = {line.get_label(): plain(line.get_xydata()) for line in value.get_lines()}
        texts = [text.get_text() for text in value.texts]
        return {"labels": [value.get_xlabel(), value.get_ylabel()], "lines": lines, "texts": texts}
    if hasattr(value, "to_csv"):
        return {"columns": value.dtypes.astype(str).to_dict(), "rows": value.to_csv(index=False).splitlines()}
    if type(value).__module__.startswith("depthcheck"):
        return {"type": type(value).__name__, **of(value)}
    return repr(value)


def of(value: Any) -> dict[str, Any]:
    """The attributes of an object; those that begin with an underscore are not part of the interface."""
    return {name: plain(each) for name, each in vars(value).items() if not name.startswith("_") and name != "args"}


def evaluate(line: str) -> int:
    """Prints the result of a call; returns an exit code."""
    names: dict[str, Any] = {"json": json, "np": np, "depthcheck": depthcheck, "captures": depthcheck.captures}
    names |= {each.__name__: each for each in (request, request_text, columns, items, signatures)}
    names["file"] = lambda path: Path(path).read_bytes()
    names |= {name: importlib.import_module(f"depthcheck.{name}") for name in SLOW if name in line}
    if "room" in line:
        names["room"] = depthcheck.read("fixtures/room-01.bin.gz").depth
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            found = eval(line, names)
        except Exception as error:
            is_missing = isinstance(error, AttributeError) and inspect.ismodule(error.obj)
            if is_missing or isinstance(error, (SyntaxError, NameError)):
                print(f"error: {error!r}", file=sys.stderr)
                return WRONG_USAGE
            found = error
    print(json.dumps(plain(found), indent=1))
    for each in warned:
        print(f"warned {each.category.__name__}: {str(each.message)!a}")
    return 0


def in_child(line: str) -> dict[str, Any]:
    """The exit code and the output of a call in a child process, whose crash is a result."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            code = 1
            try:
                os.dup2(output.fileno(), 1)
                os.dup2(errors.fileno(), 2)
                signal.alarm(LIMIT_SECONDS)
                code = evaluate(line)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        streams = {"output": output, "errors": errors}
        for stream in streams.values():
            stream.seek(0)
        return {"code": code, **{name: stream.read().decode() for name, stream in streams.items()}}


if __name__ == "__main__":
    calls = [line.rstrip("\n") for line in sys.stdin]
    for name in SLOW:
        # Once, not in each child.
        if any(name in line for line in calls):
            importlib.import_module(f"depthcheck.{name}")
    for line in calls:
        print(json.dumps(in_child(line)), flush=True)
