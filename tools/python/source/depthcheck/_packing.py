"""Packing of captures that the capture server accepts."""

from __future__ import annotations

import os
from base64 import b64decode
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy.typing as npt

from ._arguments import is_path, path_text, time_text
from ._arrays import map_request
from ._errors import invalid_argument
from ._reading import Reading, as_reading
from ._requests import request
from ._results import Result

__all__ = ["PackedCapture", "pack"]


@dataclass(frozen=True, eq=False)
class PackedCapture(Result):
    """A capture to send to a capture server, returned by :func:`pack`.

    Attributes
    ----------
    body : bytes
        The body of the request.
    content_type : str
        Its content type.
    parts : dict of str to bytes
        The files of a full capture: ``photo.jpg``, ``depth.bin`` and ``metadata.json``; empty for a hash-only one.
    request : bytes or None
        The whole signed request, for a capture with ``device_id``.
    samples_sha256 : str
        The SHA-256 of the samples.

    Examples
    --------
    >>> packed = pack(b"a photo", "room.bin.gz", at="2026-03-01T12:00:00Z")
    >>> packed.content_type.split(";")[0], list(packed.parts)
    ('multipart/form-data', ['photo.jpg', 'depth.bin', 'metadata.json'])
    """

    body: bytes
    content_type: str
    parts: dict[str, bytes]
    request: bytes | None
    samples_sha256: str

    def to_dict(self) -> dict[str, Any]:
        """The sizes and hashes, without the contents."""
        return self._rows()[0]

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "content_type": self.content_type,
                "body_bytes": len(self.body),
                "request_bytes": None if self.request is None else len(self.request),
                "samples_sha256": self.samples_sha256,
            }
        ]


def pack(
    photo: Any,
    depth: str | os.PathLike[str] | npt.ArrayLike,
    *,
    at: str | datetime | None = None,
    model: str | None = None,
    location: tuple[float, float] | None = None,
    hash_only: bool = False,
    key: str | os.PathLike[str] | None = None,
    binding: str | None = None,
    counter: int | None = None,
    team: str | None = None,
    bundle: str | None = None,
    device_id: str | None = None,
    request_counter: int | None = None,
    reading: Reading = Reading(),
) -> PackedCapture:
    """Packs a capture: ``pack(photo, "depth.png", key="key.pem").body``.

    Parameters
    ----------
    photo : bytes-like
        The photo, in any format.
    depth : path-like or array_like
        A depth file in any format, or an array of metres as for :func:`depthcheck.analyze`. It is sent as gzip, and no
        sample changes.
    at : str or datetime, optional
        The time of the capture; by default now. A datetime needs a time zone.
    model : str, optional
        The phone model; by default the command's.
    location : tuple of float, optional
        Latitude and longitude in degrees.
    hash_only : bool
        Privacy mode: whether to pack the hashes and the phone's own analysis instead of the media.
    key : path-like, optional
        A file with a test key, which ``depthcheck capture key`` creates, or the PEM text itself. Without one, the
        capture has no assertion.
    binding : str, optional
        The binding to sign; by default the one that the server checks.
    counter, request_counter : int, optional
        The counters of the assertions of the capture and of the request.
    team, bundle : str, optional
        The Apple team and bundle identifiers of the app.
    device_id : str, optional
        Packs the whole signed request for the device of this UUID.
    reading : Reading
        Options for reading the depth file.

    Returns
    -------
    PackedCapture
        The same bytes as from ``depthcheck capture pack``, except signatures, which always differ.

    Raises
    ------
    ReadingError
        For a depth file that cannot be read.
    InputError
        For a capture that the server would refuse.

    Examples
    --------
    >>> packed = pack(b"a photo", np.full((48, 64), 2, np.float32), at="2026-03-01T12:00:00Z")
    >>> depthcheck.read_bytes(packed.parts["depth.bin"]).depth.shape
    (48, 64)
    """
    members: dict[str, Any] = {
        "at": None if at is None else time_text(at),
        "model": model,
        "hash_only": hash_only,
        "key": _pem(key),
        "binding": binding,
        "counter": counter,
        "team": team,
        "bundle": bundle,
        "device_id": device_id,
        "request_counter": request_counter,
    }
    if location is not None:
        members["latitude"], members["longitude"] = _degrees(location)
    inputs = [photo]
    if is_path(depth):
        members |= {"depth": path_text(depth), **as_reading(reading).members}  # type: ignore[arg-type]
    else:
        dimensions, samples = map_request(depth, None)
        members |= dimensions
        inputs.append(samples)
    answer = request("pack_capture", members, inputs)
    return PackedCapture(
        body=b64decode(answer["body"]),
        content_type=answer["content_type"],
        parts={name: b64decode(content) for name, content in answer["parts"].items()},
        request=None if answer["request"] is None else b64decode(answer["request"]),
        samples_sha256=answer["samples_sha256"],
    )


def _degrees(location: Any) -> tuple[Any, Any]:
    """Latitude and longitude."""
    try:
        latitude, longitude = location
    except (TypeError, ValueError):
        raise invalid_argument("location", location, "latitude and longitude, such as (52.52, 13.405)") from None
    return latitude, longitude


def _pem(key: str | os.PathLike[str] | None) -> str | None:
    """The text of a key, or of a file with one."""
    if key is None or (isinstance(key, str) and key.lstrip().startswith("-----BEGIN")):
        return key
    with open(path_text(key), encoding="ascii", errors="replace") as file:
        return file.read()
