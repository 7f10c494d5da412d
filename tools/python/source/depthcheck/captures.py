"""Captures: the server's answer, the reasons that it does not state, and the necessary changes.

>>> import depthcheck.captures
>>> result = depthcheck.captures.verify_file("capture.json")
>>> result.outcome
'high'
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Union

from ._answers import AnswerCheck, check, requests
from ._arguments import path_text, time_text
from ._errors import InputError
from ._packing import PackedCapture, pack
from ._reading import Reading, as_reading
from ._reading_error import ReadingError
from ._requests import request
from ._results import Members

__all__ = [
    "AnswerCheck",
    "AuditResult",
    "CaptureResult",
    "PackedCapture",
    "audit",
    "audit_file",
    "check",
    "example_device",
    "inspect",
    "inspect_all",
    "inspect_file",
    "pack",
    "requests",
    "verify",
    "verify_all",
    "verify_file",
]

#: The server's record of a device: the object of a device file, or the path of one.
Device = Union[Mapping[str, Any], str, "os.PathLike[str]", None]


@dataclass(frozen=True, eq=False)
class CaptureResult(Members):
    """The server's answer to a capture, a registration or a request, with the reasons for it.

    Attributes
    ----------
    result : dict
        The object of ``depthcheck capture verify --format json``, described in docs/JSON.md.

    Examples
    --------
    >>> found = verify_file("capture.json")
    >>> found.outcome, found["answer"]["http_status"], found.reasons
    ('high', 202, ())
    """

    result: dict[str, Any]

    @property
    def outcome(self) -> str:
        """The outcome in one word, such as ``high`` or ``refused``."""
        return str(self.result["outcome"])

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons as sentences; for a request that could not be read, the error."""
        return tuple(self.result["reasons"]) if "reasons" in self.result else (str(self.result["error"]),)

    def to_dict(self) -> dict[str, Any]:
        """The object of ``depthcheck capture verify --format json``."""
        return copy.deepcopy(self.result)

    def __getitem__(self, member: str) -> Any:
        return self.result[member]

    def _rows(self) -> list[dict[str, Any]]:
        return [{name: value for name, value in self.result.items() if not isinstance(value, (dict, list))}]


def verify(
    body: Any,
    *,
    name: str = "capture",
    boundary: str | None = None,
    device: Device = None,
    at: str | datetime | None = None,
    team: str | None = None,
    bundle: str | None = None,
    request_verified: bool = False,
    strict_attestation: bool = False,
    require_verified: bool = False,
    challenge: str | None = None,
    key_id: str | None = None,
    root: Any = None,
    challenge_state: str | None = None,
    key_registered: bool = False,
) -> CaptureResult:
    """Judges a capture in memory like the server: ``verify(body, device="device.json", at="2026-03-01T12:00:00Z")``.

    Nothing is sent anywhere. The contents determine the kind: a multipart body, an HTTP request, a hash-only body, a
    case file, a registration or an attestation object.

    Parameters
    ----------
    body : bytes-like
        The body.
    name : str
        The name in the result; files that a case names are searched beside it.
    boundary : str, optional
        The boundary of a multipart body; by default from its first line.
    device : mapping or path-like, optional
        The server's record of the device, such as :func:`example_device`. Without it, counter, key and signature are
        not checked, and ``assumptions`` of the result says so. A case file contains its own.
    at : str or datetime, optional
        The server's clock. A datetime needs a time zone. Without it, no age is checked.
    team, bundle : str, optional
        The Apple team and bundle identifiers that the server expects.
    request_verified : bool
        Whether to assume that the signature of the request is valid.
    strict_attestation, require_verified : bool
        Whether the server runs with STRICT_ATTESTATION and REQUIRE_VERIFIED_DEVICES.
    challenge, key_id : str, optional
        The challenge in base64 and the key id of an attestation object without a registration.
    root : bytes-like, optional
        The root certificate to trust in DER or PEM; by default Apple's.
    challenge_state : str, optional
        The server's state of the challenge; by default ``issued``.
    key_registered : bool
        Whether to assume that the key id is already registered.

    Returns
    -------
    CaptureResult
        The same as from ``depthcheck capture verify``.

    Raises
    ------
    ReadingError
        For bytes that are not a capture.
    InputError
        For invalid arguments, and for an export of several requests, which :func:`verify_all` reads.

    Examples
    --------
    >>> with open("capture.json", "rb") as file:
    ...     verify(file.read()).outcome
    'high'
    """
    options = _options(boundary, device, at, team, bundle, request_verified, strict_attestation, require_verified,
                       challenge, key_id, challenge_state, key_registered)  # fmt: skip
    return _result({"name": name, **options}, [body], root)


def verify_file(
    path: str | os.PathLike[str],
    *,
    boundary: str | None = None,
    device: Device = None,
    at: str | datetime | None = None,
    team: str | None = None,
    bundle: str | None = None,
    request_verified: bool = False,
    strict_attestation: bool = False,
    require_verified: bool = False,
    challenge: str | None = None,
    key_id: str | None = None,
    root: Any = None,
    challenge_state: str | None = None,
    key_registered: bool = False,
) -> CaptureResult:
    """Judges a capture in a file or folder. Otherwise like :func:`verify`.

    Examples
    --------
    >>> verify_file("capture.json")["confidence"]
    'high'
    """
    options = _options(boundary, device, at, team, bundle, request_verified, strict_attestation, require_verified,
                       challenge, key_id, challenge_state, key_registered)  # fmt: skip
    return _result({"path": path_text(path), **options}, [], root)


def verify_all(
    path: str | os.PathLike[str],
    *,
    boundary: str | None = None,
    device: Device = None,
    at: str | datetime | None = None,
    team: str | None = None,
    bundle: str | None = None,
    request_verified: bool = False,
    strict_attestation: bool = False,
    require_verified: bool = False,
    challenge: str | None = None,
    key_id: str | None = None,
    root: Any = None,
    challenge_state: str | None = None,
    key_registered: bool = False,
) -> list[CaptureResult]:
    """Judges each request to the capture server in an export: a HAR, flows of mitmproxy, a trace of curl, and others.

    Any other file gives a list of one result. Among several requests, the outcome of one that the export does not hold
    completely is ``unreadable``. Otherwise like :func:`verify`.

    Examples
    --------
    >>> [result.outcome for result in verify_all("capture.json")]
    ['high']
    """
    options = _options(boundary, device, at, team, bundle, request_verified, strict_attestation, require_verified,
                       challenge, key_id, challenge_state, key_registered)  # fmt: skip
    return _results({"path": path_text(path), **options}, [], root)


def example_device() -> dict[str, Any]:
    """An example of the server's record of a device, to fill in for ``device`` of :func:`verify`.

    Returns
    -------
    dict
        The object of ``depthcheck capture verify --example-device``.

    Examples
    --------
    >>> device = example_device()
    >>> device["attestation_level"], device["assertion_counter"]
    ('secure_enclave', 0)
    """
    found: dict[str, Any] = request("example_device", {})["device"]
    return found


def inspect(body: Any, *, name: str = "capture", boundary: str | None = None) -> dict[str, Any]:
    """Lists the contents of a capture, without judging it: ``inspect(body)["parts"]``.

    Parameters
    ----------
    body, name, boundary
        As for :func:`verify`.

    Returns
    -------
    dict
        The object of ``depthcheck capture inspect --format json``.

    Raises
    ------
    ReadingError
        For bytes that are not a capture.
    InputError
        For an export of several requests, which :func:`inspect_all` reads.

    Examples
    --------
    >>> with open("capture.json", "rb") as file:
    ...     inspect(file.read())["endpoint"]
    'captures/hash-only'
    """
    return _inspected({"name": name, "boundary": boundary}, [body])


def inspect_file(path: str | os.PathLike[str], *, boundary: str | None = None) -> dict[str, Any]:
    """Lists the contents of a capture in a file or folder. Otherwise like :func:`inspect`.

    Examples
    --------
    >>> inspect_file("capture.json")["form"]
    'case'
    """
    return _inspected({"path": path_text(path), "boundary": boundary}, [])


def inspect_all(path: str | os.PathLike[str], *, boundary: str | None = None) -> list[dict[str, Any]]:
    """Lists the contents of each request to the capture server in an export. Otherwise like :func:`verify_all`.

    Examples
    --------
    >>> [found["form"] for found in inspect_all("capture.json")]
    ['case']
    """
    return _answers("inspect_capture", {"path": path_text(path), "boundary": boundary}, [])


@dataclass(frozen=True, eq=False)
class AuditResult(Members):
    """The phone's analysis in a hash-only payload, compared with the depth map, returned by :func:`audit`.

    Attributes
    ----------
    result : dict
        The object of ``depthcheck capture audit --format json``.

    Examples
    --------
    >>> found = audit_file("capture.json", "room.bin.gz")
    >>> found.to_frame()[["field", "agrees"]].values.tolist()[-1]
    ['is_likely_real_scene', True]
    """

    result: dict[str, Any]

    @property
    def agrees(self) -> bool:
        """Whether every field of the payload is that of the map."""
        return bool(self.result["agrees"])

    def to_dict(self) -> dict[str, Any]:
        """The object of ``depthcheck capture audit --format json``."""
        return copy.deepcopy(self.result)

    def __getitem__(self, member: str) -> Any:
        return self.result[member]

    def _rows(self) -> list[dict[str, Any]]:
        return [dict(field) for field in self.result["fields"]]


def audit(
    body: Any, depth: str | os.PathLike[str], *, name: str = "payload", reading: Reading = Reading()
) -> AuditResult:
    """Checks the phone's analysis in a hash-only payload against its depth map: ``audit(body, "depth.bin").agrees``.

    Parameters
    ----------
    body : bytes-like
        The hash-only payload, or a case file with one.
    depth : path-like
        The depth map, in any format.
    name : str
        The name of the payload in the result.
    reading : Reading
        Options for reading the depth map.

    Returns
    -------
    AuditResult
        The same as from ``depthcheck capture audit``.

    Raises
    ------
    ReadingError
        For bytes that are not a hash-only payload, and for a depth map that cannot be read.

    Examples
    --------
    >>> with open("capture.json", "rb") as file:
    ...     audit(file.read(), "room.bin.gz")["server_answer"]
    'pass'
    """
    return _audited({"name": name}, [body], depth, reading)


def audit_file(
    path: str | os.PathLike[str], depth: str | os.PathLike[str], *, reading: Reading = Reading()
) -> AuditResult:
    """Audits a payload in a file. Otherwise like :func:`audit`.

    Examples
    --------
    >>> audit_file("capture.json", "room.bin.gz")["believed_depth_status"]
    'pass'
    """
    return _audited({"path": path_text(path)}, [], depth, reading)


def _audited(
    members: dict[str, Any], inputs: list[Any], depth: str | os.PathLike[str], reading: Reading
) -> AuditResult:
    members = {**members, **as_reading(reading).members, "depth": path_text(depth)}
    return AuditResult(request("audit_capture", members, inputs)["result"])


def _inspected(members: dict[str, Any], inputs: list[Any]) -> dict[str, Any]:
    return _single(_answers("inspect_capture", members, inputs), "inspect_all")


def _options(
    boundary: str | None, device: Device, at: str | datetime | None, team: str | None, bundle: str | None,
    request_verified: bool, strict_attestation: bool, require_verified: bool, challenge: str | None,
    key_id: str | None, challenge_state: str | None, key_registered: bool,
) -> dict[str, Any]:  # fmt: skip
    return {
        "boundary": boundary,
        "device": _device(device),
        "at": time_text(at),
        "team": team,
        "bundle": bundle,
        "request_verified": request_verified,
        "strict_attestation": strict_attestation,
        "require_verified": require_verified,
        "challenge": challenge,
        "key_id": key_id,
        "challenge_state": challenge_state,
        "key_registered": key_registered,
    }


def _device(device: Device) -> Mapping[str, Any] | None:
    if device is None or isinstance(device, Mapping):
        return None if device is None else dict(device)
    if not isinstance(device, (str, os.PathLike)):
        raise InputError(
            "wrong_type", f"found {type(device).__name__} for device; expected a mapping, or the path of a device file"
        )
    name = path_text(device)
    with open(name, encoding="utf-8-sig") as file:
        try:
            found = json.load(file)
        except ValueError as error:
            raise InputError("invalid_argument", f"{name}: found invalid JSON: {error}; expected a device") from None
    if not isinstance(found, dict):
        raise InputError("invalid_argument", f"{name}: found JSON that is not an object; expected a device")
    return found


def _result(members: dict[str, Any], inputs: list[Any], root: Any) -> CaptureResult:
    results = [result.result for result in _results(members, inputs, root)]
    return CaptureResult(_single(results, "verify_all"))


def _results(members: dict[str, Any], inputs: list[Any], root: Any) -> list[CaptureResult]:
    if root is not None:
        members["root"] = len(inputs)
        inputs.append(root)
    return [CaptureResult(result) for result in _answers("verify_capture", members, inputs)]


def _answers(kind: str, members: dict[str, Any], inputs: list[Any]) -> list[dict[str, Any]]:
    """The results for each request of an export, or the one of another file, which must be readable."""
    answer = request(kind, members, inputs)
    if "results" in answer:
        return list(answer["results"])
    result: dict[str, Any] = answer["result"]
    if "error_code" in result:
        raise ReadingError(result["error_code"], result["error"], members.get("path", members.get("name")))
    return [result]


def _single(results: list[dict[str, Any]], function: str) -> dict[str, Any]:
    """The only result; for more, the error names the function that returns them all."""
    if len(results) > 1:
        raise InputError(
            "invalid_argument",
            f"found an export with {len(results)} requests to the capture server; expected one; use {function}() with "
            "its path",
        )
    if "error_code" in results[0]:
        raise ReadingError(results[0]["error_code"], results[0]["error"], results[0]["input"])
    return results[0]
