"""Multipart bodies as received: fixtures/captures/bodies. Each is also a case."""

from __future__ import annotations

import base64
import copy
import json
from typing import Any

from capture_material import (
    BUNDLE, DEPTH, KEY, NOW, PHOTO, STORED_COUNTER, TEAM, assertion, client_data, metadata, point, sha256,
)

BODIES: dict[str, bytes] = {}
# The same bodies as cases.
BODY_CASES: dict[str, Any] = {}
# Bodies that no reader of multipart accepts; the answer has no reason, because each reader has its own.
ILL_FORMED: set[str] = set()
DEVICE = {"level": "secure_enclave", "public_key": point(KEY), "counter": STORED_COUNTER}
BOUNDARY = b"Boundary-6"
CONTENT_TYPE = f"multipart/form-data; boundary={BOUNDARY.decode()}"
# Lines that resemble a boundary but do not begin like one.
TRICKY = PHOTO + b" --Boundary-6\r\n-Boundary-6\r\n--Boundary"


def parts(photo: bytes = PHOTO) -> list[tuple[list[bytes], bytes]]:
    """The headers and content of each part of a valid capture."""
    members = metadata(photo_hash=sha256(photo).hex())
    members["assertion"] = assertion(client_data(members))
    return [
        ([b'Content-Disposition: form-data; name="photo"; filename="photo.jpg"', b"Content-Type: image/jpeg"], photo),
        ([b'Content-Disposition: form-data; name="depth_map"; filename="depth.bin"',
          b"Content-Type: application/octet-stream"], DEPTH),
        ([b'Content-Disposition: form-data; name="metadata"; filename="metadata.json"',
          b"Content-Type: application/json"], json.dumps(members).encode()),
    ]


def written(
    parts_: list[tuple[list[bytes], bytes]], *, before: bytes = b"", padding: bytes = b"", behind: bytes = b"\r\n",
) -> bytes:
    sections = (b"--" + BOUNDARY + padding + b"\r\n" + b"\r\n".join(headers) + b"\r\n\r\n" + content + b"\r\n"
                for headers, content in parts_)
    return before + b"".join(sections) + b"--" + BOUNDARY + b"--" + behind


def add(name: str, body: bytes, *, is_ill_formed: bool = False) -> None:
    BODIES[f"{name}.body"] = body
    words = name.removeprefix("full-body").replace("-", " ").strip() or "as the phone writes it"
    case = {
        "id": name, "endpoint": "captures", "notes": f"A multipart body as it is sent: {words}.", "now": NOW,
        "config": {"apple_team_id": TEAM, "apple_bundle_id": BUNDLE},
        "device": {"attestation_level": "secure_enclave", "public_key_hex": DEVICE["public_key"],
                   "assertion_counter": STORED_COUNTER},
        "request_verified": True, "content_type": CONTENT_TYPE,
        "body": {"base64": base64.b64encode(body).decode()},
    }
    BODY_CASES[name] = case
    if is_ill_formed:
        ILL_FORMED.add(name)


def changed(index: int, find: bytes, replace: bytes) -> list[tuple[list[bytes], bytes]]:
    """The parts, with a replaced text in the headers of one."""
    changed_ = copy.deepcopy(parts())
    headers = b"\r\n".join(changed_[index][0])
    if find not in headers:
        raise ValueError(f"{find!r} is not in {headers!r}")
    changed_[index] = (headers.replace(find, replace).split(b"\r\n"), changed_[index][1])
    return changed_


def add_all() -> None:
    add("full-body", written(parts()))
    add("full-body-line-first", written(parts(), before=b"\r\n"))
    add("full-body-text-behind", written(parts(), behind=b"\r\n--Boundary-6\r\nnothing"))
    add("full-body-padded", written(parts(), padding=b" \t"))
    add("full-body-no-quotes", written(changed(0, b'"photo";', b"photo ;")))
    add("full-body-header-case", written(changed(0, b"Content-Disposition", b"CONTENT-disposition")))
    add("full-body-name-last", written(changed(
        1, b'name="depth_map"; filename="depth.bin"', b'filename="depth.bin"; name="depth_map"')))
    add("full-body-two-headers", written(changed(
        0, b"\r\nContent-Type: image/jpeg", b'\r\nContent-Disposition: form-data; name="x"')))
    add("full-body-last-header", written(changed(
        0, b"Content-Type: image/jpeg", b'Content-Disposition: form-data; name="photo"')))
    for index, (name, find, replace) in enumerate((
        ("blank-before-equals", b'name="photo";', b'name \t="photo";'),
        ("blank-behind-equals", b'name="photo";', b'name= \t"photo";'),
        ("unquoted-blank", b'name="photo"; filename="photo.jpg"', b"name=photo x"),
        ("unquoted-tab", b'name="photo"; filename="photo.jpg"', b"name=photo\tx"),
        ("single-quotes", b'name="photo";', b"name='photo';"),
        ("no-closing-quote", b'name="photo"; filename="photo.jpg"', b'name="photo'),
        ("escaped-quote", b'name="photo";', b'name="photo\\"";'),
        ("other-backslash", b'name="photo";', b'name="pho\\to";'),
        ("two-backslashes", b'name="photo"; filename="photo.jpg"', b'name="photo\\\\"'),
        ("word-in-file-name", b'name="photo"; filename="photo.jpg"', b'filename="my name.jpg"; name="photo"'),
        ("name-in-file-name", b'name="photo"; filename="photo.jpg"', b'filename="a; name=b"; name="photo"'),
        ("names-first", b'form-data; name="photo"', b'form-data; names=1; name="photo"'),
        ("capitals", b'name="photo";', b'NAME="photo";'),
        ("starred", b'name="photo";', b"name*=photo;"),
        ("file-name-is-name", b'name="photo"; filename="photo.jpg"', b'filename=name; name="photo"'),
        ("file-name-word", b'name="photo"; filename="photo.jpg"', b'filenamename="photo"'),
        ("no-form-data", b'form-data; name="photo"', b'name="photo"'),
        ("no-utf-8", b'name="photo"; filename="photo.jpg"', b'name="photo\xff"; name="photo"'),
        ("empty-name", b'name="photo";', b'name="";'),
        ("32-headers", b"Content-Type: image/jpeg", b"\r\n".join(b"X-%d: x" % index for index in range(31))),
    )):
        add(f"full-body-name-{name}" if index < 19 else f"full-body-{name}", written(changed(0, find, replace)))
    add("full-body-33-headers", written(changed(
        0, b"Content-Type: image/jpeg", b"\r\n".join(b"X-%d: x" % index for index in range(32)))),
        is_ill_formed=True)
    add("full-body-bare-return", written(changed(0, b'"photo.jpg"', b'"photo.jpg"\rx')), is_ill_formed=True)
    add("full-body-line-feed", written(changed(2, b'.json"\r\n', b'.json"\n')))
    add("full-body-line-feed-twice", written(changed(2, b"\r\nContent-Type", b"\n\nContent-Type")))
    add("full-body-line-feed-at-end", written(parts()).replace(b"json\r\n\r\n", b"json\n\n"), is_ill_formed=True)
    no_headers = parts()
    no_headers[0] = ([], no_headers[0][1])
    add("full-body-no-headers", written(no_headers), is_ill_formed=True)
    unknown = ([b'Content-Disposition: form-data; name="f\xc3\xb6to"'], b"")
    add("full-body-name-other-utf-8", written([*parts(), unknown]))
    add("full-body-boundary-inside", written(parts(TRICKY)))
    add("full-body-cut", written(parts())[:-20], is_ill_formed=True)
