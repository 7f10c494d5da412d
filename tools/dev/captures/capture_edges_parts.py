"""Edge cases of a full capture: its parts, the text and the rules of its metadata, its evidence."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

from capture_material import DEPTH, PHOTO, PHOTO_HASH, add, assertion, client_data, full, metadata, part


def parts() -> None:
    for name, notes, change in (
        ("depth-empty", "A depth map without bytes.", lambda p: [p[0], part("depth_map", text=""), p[2]]),
        ("photo-empty-first", "An empty photo, though another follows.", lambda p: [part("photo", text="")] + p),
        ("metadata-bad-first", "Metadata that are none, though others follow.",
         lambda p: [part("metadata", text="{}")] + p),
        ("metadata-twice", "Two metadata: the last are used.", lambda p: [part("metadata", text=json.dumps(
            metadata(device_model="first", assertion="QQ==")))] + p),
        ("depth-twice", "Two depth maps: the last is used.",
         lambda p: [part("depth_map", ref="shared/wall-gzip")] + p),
        ("name-case", "A name in capitals is another name.", lambda p: p + [{**part("x", text=""), "name": "Photo"}]),
        ("file-name", "A file's name is no name.", lambda p: p + [{**part(None, text=""), "filename": "photo"}]),
        ("no-parts", "The first missing part is reported.", lambda p: []),
        ("metadata-bad-alone", "Bad metadata before a missing photo.", lambda p: [part("metadata", text="{}")]),
    ):
        full(f"full-{name}", notes, parts=change)


def encoded(
    name: str, notes: str, encode: Callable[[str], bytes], charset: str | None = None, model: str = "é€",
    kind: str = "application/json",
) -> None:
    """Metadata in another encoding; the device model shows how they were read."""
    data = encode(json.dumps(metadata(device_model=model), ensure_ascii=False))
    if charset and ";" not in kind:
        kind += f"; charset={charset}"
    sent = {**part("metadata", base64=base64.b64encode(data).decode()), "content_type": kind}
    full(f"full-text-{name}", notes, parts=lambda p: p[:2] + [sent])


def texts() -> None:
    encoded("mark-outweighs", "A byte order mark outweighs the charset.", lambda t: t.encode("utf-8-sig"), "iso-8859-1")
    encoded("mark-utf16", "The byte order mark of UTF-16.", lambda t: b"\xff\xfe" + t.encode("utf-16-le"))
    encoded("mark-utf16-big", "The other one.", lambda t: b"\xfe\xff" + t.encode("utf-16-be"))
    encoded("utf16", "UTF-16 by its charset.", lambda t: t.encode("utf-16-le"), "UTF-16")
    encoded("utf16-big", "UTF-16, the other byte first.", lambda t: t.encode("utf-16-be"), '"utf-16BE"')
    encoded("utf16-odd", "Half a character at the end.", lambda t: t.encode("utf-16-le") + b" ", "utf-16le")
    encoded("latin1", "Latin-1 is windows-1252.", lambda t: t.encode("cp1252"), "ISO-8859-1")
    encoded("ill-formed", "Bytes that are no UTF-8.", lambda t: t.encode("latin-1"), model="é")


def charsets() -> None:
    """Labels and content types that name no encoding, or more than one."""
    encoded("mark-replaced", "A byte order mark outweighs a replaced charset.", lambda t: t.encode("utf-8-sig"),
            "replacement")
    encoded("unknown-label", "An unknown label means UTF-8.", str.encode, "iso-8859-99")
    encoded("blanks-in-label", "White space around a label.", lambda t: t.encode("cp1252"), '" latin1 "')
    encoded("blank-before-semicolon", "No content type, so UTF-8.", str.encode, "x", kind="text/plain ;charset=latin1")
    encoded("first-charset", "Two charsets: the first is used.", str.encode, "utf-8; charset=latin1")


COMMON = {
    "analysis_time_ms": 5, "algorithm_version": "1", "computed_at": "2026-03-01T12:00:00Z", "status": "success"}
TEXTURE = COMMON | {"classification": "real_scene", "confidence": 0.5, "is_likely_recaptured": False}
AGGREGATED = COMMON | {
    "overall_confidence": 1, "confidence_level": "high", "primary_signal_valid": True, "supporting_signals_agree": True}


def detections() -> None:
    """U+0000 in values that the server stores as JSON."""
    full("full-nul-model", "The database refuses U+0000.", metadata(device_model="iPhone\0"))
    full("full-nul-model-stored", "U+0000 and a photo that is stored.", metadata(device_model="\0x"),
         media_hash_already_stored=True)
    full("full-nul-elsewhere", "U+0000 in a text that is not stored.", metadata() | {"other": "\0"})
    times = {"computed_at": "2026-03-01T12:00:00Z", "total_processing_time_ms": 3}
    reason = TEXTURE | {"unavailability_reason": "a\0"}
    for name, notes, value in (
        ("plain", "A detection that can be read.", times),
        ("nul", "U+0000 in its time.", times | {"computed_at": "\0"}),
        ("nul-nested", "U+0000 in an object that lacks its time.", times | {"moire": {"kind": ["a\0"]}}),
        ("time", "A time that is none, beside U+0000.", times | {"texture": reason, "computed_at": "x"}),
        ("nul-reason", "U+0000 in the reason of a result.", times | {"texture": reason}),
        ("nul-version", "U+0000 in the version of a result.",
         times | {"aggregated_confidence": AGGREGATED | {"algorithm_version": "\0"}}),
        ("nul-classifications", "U+0000 in a name of a map.",
         times | {"texture": TEXTURE | {"all_classifications": {"a\0": 0.5}}}),
        ("nul-breakdown", "U+0000 in a name of a map.",
         times | {"aggregated_confidence": AGGREGATED | {"method_breakdown": {"\0": {"available": True}}}}),
        ("nul-other-map", "U+0000 in an unknown map.",
         times | {"texture": TEXTURE | {"method_breakdown": {"\0": {}}}}),
        ("nul-unknown-inside", "U+0000 in an unknown member.", times | {"texture": TEXTURE | {"extra": "\0"}}),
        ("result-text", "A text for a result, beside U+0000.", times | {"texture": reason, "moire": "x"}),
        ("result-number", "A text for a number, beside U+0000.", times | {"texture": reason | {"confidence": "1"}}),
        ("result-map", "Texts in a map of numbers.",
         times | {"texture": TEXTURE | {"all_classifications": {"\0": "x"}}}),
        ("result-member", "A result that lacks a member, beside U+0000.", times | {
            "texture": {name: value for name, value in reason.items() if name != "status"}}),
        ("result-time", "A time of a result that is none.", times | {"texture": reason | {"computed_at": "x"}}),
        ("nul-array", "An array in place of the object.",
          [None, TEXTURE | {"unavailability_reason": "\0"}, None, None, None, times["computed_at"], 3]),
        ("nul-name", "U+0000 in a name.", times | {"moire": {"\0": 1}}),
        ("nul-unknown", "U+0000 in an unknown member.", times | {"x": "\0"}),
        ("nul-unreadable", "A detection without its time is ignored.", {"computed_at": "\0"}),
    ):
        sent = part("detection", text=json.dumps(value))
        full(f"full-detection-{name}", notes, parts=lambda p, sent=sent: p + [sent])
    good, bad = (part("detection", text=json.dumps(times | {"texture": each})) for each in (TEXTURE, reason))
    full("full-detection-twice", "Two detections: the last is used.", parts=lambda p: p + [bad, good])
    full("full-detection-bad-last", "One that cannot be read replaces none.",
         parts=lambda p: p + [bad, part("detection", text="{")])


def arrays() -> None:
    """Arrays instead of the whole metadata, and of a whole hash-only payload."""
    def listed(name: str, notes: str, change: Callable[[list[object]], list[object]] = list) -> None:
        members = metadata()
        sign = assertion(client_data(members))
        values = change([*members.values(), sign, None])
        sent = part("metadata", text=json.dumps(values))
        full(f"full-metadata-{name}", notes, parts=lambda p: p[:2] + [sent])

    listed("array", "All six members in the order of the type.")
    listed("array-location", "A location last.", lambda v: v[:5] + [{"latitude": 1, "longitude": 2}])
    listed("array-location-first", "A location where the assertion is due.",
           lambda v: v[:4] + [{"latitude": 1, "longitude": 2}, v[4]])
    listed("array-5", "A location left out, which has no default.", lambda v: v[:5])
    listed("array-7", "One element too many.", lambda v: v + [None])
    listed("array-no-assertion", "null as assertion.", lambda v: v[:4] + [None, None])


def content_types() -> None:
    """A whole request: the content type of a form, and others."""
    members = metadata()
    members["assertion"] = assertion(client_data(members))
    sections = [("photo", PHOTO), ("depth_map", DEPTH), ("metadata", json.dumps(members).encode())]
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), content)
        for name, content in sections) + b"--edge--\r\n"
    for name, notes, kind in (
        ("form", "A form.", "multipart/form-data; boundary=edge"),
        ("case", "Names of either case.", "Multipart/FORM-data;Boundary=edge"),
        ("quoted", "A boundary in quotes.", 'multipart/form-data; charset=utf-8; boundary="edge" '),
        ("semicolon", "A semicolon at the end.", "multipart/form-data; boundary=edge;"),
        ("suffix", "The subtype counts without its suffix.", "multipart/form-data+x; boundary=edge"),
        ("first-boundary", "Two boundaries: the first is used.", "multipart/form-data; boundary=edge; boundary=other"),
        ("absent", "No content type.", None), ("empty", "An empty one.", ""),
        ("json", "JSON.", "application/json"), ("mixed", "Another kind.", "multipart/mixed; boundary=edge"),
        ("no-boundary", "No boundary.", "multipart/form-data"),
        ("blank-before-semicolon", "A blank before the semicolon.", "multipart/form-data ; boundary=edge"),
        ("comma", "Two of them.", "multipart/form-data; boundary=edge, text/plain"),
        ("blank-around-equals", "A blank before the equals sign.", "multipart/form-data; boundary =edge"),
    ):
        add(f"full-content-type-{name}", "captures", notes, request_verified=True, content_type=kind,
            body={"base64": base64.b64encode(body).decode()})


def rules() -> None:
    wide, place = "é" * 64, {"latitude": 0, "longitude": 0}
    for name, notes, changes in (
        ("hash-long", "65 digits.", {"photo_hash": PHOTO_HASH + "0"}),
        ("hash-letters", "64 letters of two bytes are 128 bytes.", {"photo_hash": wide}),
        ("height-0", "No row.", {"depth_map_dimensions": {"width": 1, "height": 0}}),
        ("width-1001", "More samples in a row than are accepted.",
         {"depth_map_dimensions": {"width": 1001, "height": 1}}),
        ("latitude-above", "Beyond the other pole.", {"location": place | {"latitude": 90.05}}),
        ("latitude-below", "A little beyond the pole.", {"location": place | {"latitude": -90.05}}),
        ("longitude-above", "A little beyond the date line.", {"location": place | {"longitude": 180.05}}),
        ("longitude-below", "Beyond it from the other side.", {"location": place | {"longitude": -180.05}}),
        ("location-other-edge", "At the other ends.", {"location": {"latitude": 90, "longitude": -180}}),
        ("smallest", "One sample.", {"depth_map_dimensions": {"width": 1, "height": 1}}),
        ("largest", "The largest number of samples.", {"depth_map_dimensions": {"width": 1000, "height": 1000}}),
        ("altitude-alone", "No accuracy.", {"location": place | {"altitude": 3}}),
    ):
        full(f"full-{name}", notes, metadata(**changes))


def orders() -> None:
    """Two adjacent rules are broken: the first one is reported."""
    sides, place = {"width": 0, "height": 1001}, {"latitude": 91, "longitude": 181}
    for name, changes in (
        ("time-model", {"captured_at": "x", "device_model": " "}),
        ("model-hash", {"device_model": " ", "photo_hash": "x"}),
        ("hash-digits", {"photo_hash": "xyz"}),
        ("digits-sides", {"photo_hash": "z" * 64, "depth_map_dimensions": sides}),
        ("sides", {"depth_map_dimensions": sides}),
        ("sides-latitude", {"depth_map_dimensions": {"width": 1, "height": 1001}, "location": place}),
        ("latitude-longitude", {"location": place}),
    ):
        full(f"full-first-{name}", "The first of two violated rules is reported.", metadata(**changes))


def evidence() -> None:
    for model in ("iPhone 11 Pro", "iphone12 pro", "IPHONE 13PRO", "iPhone 17 Pro Max", "iPhone 18 Pro",
    "iPhone 14\tPro"):
        name = "".join(letter if letter.isalnum() else "-" for letter in model.lower())
        full(f"full-model-{name}", "A model that is known, or not.", metadata(device_model=model))
    for width, height in ((266, 202), (246, 182), (267, 192), (256, 203), (245, 192), (256, 181), (320, 240), (640,
    480),
                          (384, 288), (192, 256)):
        full(f"full-sides-{width}x{height}", "Sides that are known, or not.",
             metadata(depth_map_dimensions={"width": width, "height": height}))
    for name, latitude, longitude in (("half", 0.125, -0.125), ("nearly", 1.005, -0.001), ("ten", 9.995, 0.0049999)):
        full(f"full-location-{name}", "Rounded to a hundredth, half away from zero.",
             metadata(location={"latitude": latitude, "longitude": longitude}))


def dimensions() -> None:
    full("full-depth-stripes", "Dimensions that fit count, for there are other edges in others.",
         metadata(depth_map_dimensions={"width": 3, "height": 600}), depth="stripes-gzip")
    full("full-depth-png", "Samples that begin as a PNG.", depth="png-gzip")
    full("full-depth-packed-twice", "Samples that begin as gzip.", depth="packed-gzip")


def times() -> None:
    for name, notes, taken in (
        ("small-letters", "t and z.", "2026-03-01t12:00:00z"), ("minus", "West of Greenwich.",
         "2026-03-01T10:30:00-01:30"),
        ("typographers", "The minus of typographers.", "2026-03-01T10:30:00\u221201:30"),
        ("east", "As far east as it goes.", "2026-03-02T11:59:00+23:59"),
        ("digits", "The tenth digit is dropped.", "2026-03-01T12:00:19.0000000009Z"),
        ("ninth-digit", "A nanosecond less than a second.", "2026-03-01T12:00:19.000000001Z"),
        ("900-s", "900 s ago.", "2026-03-01T11:45:20Z"), ("901-s-ahead", "901 s ahead.", "2026-03-01T12:15:21Z"),
        ("2000", "A leap year.", "2000-02-29T12:00:00Z"), ("leap", "Second 60.", "2026-03-01T11:59:60.25Z"),
        ("leap-begins", "Second 60 as it begins.", "2026-03-01T11:59:60Z"),
        ("leap-midnight", "Second 60 before midnight.", "2026-02-28T23:59:60Z"),
        ("leap-evening", "Second 60 later in the day before.", "2026-02-28T12:30:60Z"),
    ):
        full(f"full-time-{name}", notes, metadata(captured_at=taken))
    for name, notes, now, taken in (
        ("now-leap", "The clock's second 60.", "2026-03-01T12:00:60Z", "2026-03-01T12:01:10Z"),
        ("same-leap", "Second 60 in the second that the clock shows.", "2026-03-01T12:00:59Z", "2026-03-01T12:00:60Z"),
        ("seconds-ahead", "A second and three quarters ahead.", "2026-03-01T12:00:20.75Z", "2026-03-01T12:00:22.5Z"),
        ("both-leap", "Both in second 60.", "2026-03-01T12:00:60.75Z", "2026-03-01T12:00:60.5Z"),
    ):
        full(f"full-time-{name}", notes, metadata(captured_at=taken), now=now)
    for taken in (
        "2026-03-01_12:00:00Z", "2026-03-01T12:00:00Z ", "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z",
        "2026-03-00T12:00:00Z", "2026-11-31T12:00:00Z", "1900-02-29T12:00:00Z", "2026-03-01T24:00:00Z",
        "2026-03-01T12:60:00Z", "2026-03-01T12:00:61Z", "2026-03-01T12:00:00,5Z", "2026-03-01T12:00:00.Z",
        "2026-03-01T12:00:00+24:00", "2026-03-01T12:00:00+01:60", "2026-03-01T12:00:00+0100", "2026-03-1/T12:00:00Z",
        "2026-03-01T12:00Z",
    ):
        name = "".join(letter if letter.isalnum() else "-" for letter in taken.lower())
        full(f"full-no-time-{name}", "No time.", metadata(captured_at=taken))


def add_all() -> None:
    for group in (
        parts, texts, charsets, detections, arrays, content_types, rules, orders, evidence, dimensions, times,
    ):
        group()
