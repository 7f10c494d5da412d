"""Full captures beside the bounds of each rule, and with two faults at once.
Each case names the rules that it guards."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import capture_bodies
from capture_edges_parts import TEXTURE
from capture_material import (
    FILES, PHOTO, PHOTO_HASH, SMALL, STAIRS, Case, add, assertion, full, metadata, part, sha256,
)

PLACE = {"latitude": 0, "longitude": 0}


def guard(rules: str, name: str, notes: str, members: Any = None, **options: Any) -> None:
    full(f"full-guard-{name}", notes, members, rules=rules.split(), **options)


def parts() -> None:
    """Parts, their order, and what is ignored."""
    def unnamed(index: int, name: str | None) -> Callable[[list[Case]], list[Case]]:
        return lambda p: [{**one, "name": name} if place == index else one for place, one in enumerate(p)]

    guard("CAP-004", "photo-capital", "A part `Photo` is not the photo.", parts=unnamed(0, "Photo"))
    guard("CAP-004", "depth-hyphen", "A part `depth-map` is not the depth map.", parts=unnamed(1, "depth-map"))
    guard("CAP-004", "metadata-nameless", "Metadata without a name are ignored, and then missing.",
          parts=unnamed(2, None))
    guard("CAP-004", "depth-first", "The depth map before the photo.", parts=lambda p: [p[1], p[0], p[2]])
    guard("CAP-004 CAP-006", "unknown-empty", "An unknown part may be empty.",
          parts=lambda p: [part("thumbnail", text=""), *p])
    guard("CAP-005 CAP-024", "metadata-twice-bad-last", "The second of two metadata is no object.",
          parts=lambda p: [*p, part("metadata", text="[]")])
    guard("CAP-006 CAP-032", "metadata-twice-bad-first", "A hash of 63 digits in front of valid metadata.",
          parts=lambda p: [*p[:2], part("metadata", text=json.dumps(metadata(photo_hash=PHOTO_HASH[1:]))), p[2]])
    guard("CAP-006 CAP-031", "metadata-blank-model-alone", "A blank model answers before the missing photo.",
          metadata(device_model=" "), parts=lambda p: p[2:])
    guard("CAP-005 CAP-085", "depth-twice-wall-last", "The second of two depth maps is a wall.",
          parts=lambda p: [*p, part("depth_map", ref="shared/wall-gzip")])
    guard("CAP-006 CAP-008", "depth-empty-last", "An empty second depth map is refused, although one was there.",
          parts=lambda p: [*p, part("depth_map", text="")])
    guard("CAP-006 CAP-007 CAP-010", "photo-empty-alone", "An empty photo answers before the missing depth map.",
          parts=lambda p: [part("photo", text="")])
    guard("CAP-006 CAP-007 CAP-030", "empty-photo-before-time", "An empty photo in front of bad metadata.",
          metadata(captured_at="now"), parts=lambda p: [part("photo", text=""), p[1], p[2]])
    guard("CAP-007 CAP-009", "photo-one-byte", "A photo of one byte is a photo.", one_byte(), sign=None,
          parts=lambda p: [part("photo", text="x"), *p[1:]])
    guard("CAP-009", "content-types-exchanged", "The content types of photo and depth map are not checked.",
          parts=lambda p: [{**p[0], "content_type": "text/plain"}, {**p[1], "content_type": "image/png"}, p[2]])
    guard("CAP-010", "no-photo", "No photo.", parts=lambda p: p[1:])
    guard("CAP-041 CAP-010", "padded-hash-no-photo", "A missing part before the padded hash.",
          metadata(photo_hash=f" {PHOTO_HASH}"), parts=lambda p: p[1:])


def one_byte() -> dict[str, Any]:
    return metadata(photo_hash=sha256(b"x").hex())


def encodings() -> None:
    """The text of the metadata in an encoding other than it seems."""
    def sent(name: str, rules: str, notes: str, data: bytes, kind: str) -> None:
        one = {**part("metadata", base64=base64.b64encode(data).decode()), "content_type": kind}
        guard(rules, f"text-{name}", notes, parts=lambda p: [*p[:2], one])

    text = json.dumps(metadata())
    sent("mark-utf16-before-utf8", "CAP-020", "The mark of UTF-16 before UTF-8.", b"\xff\xfe" + text.encode(),
         "application/json")
    sent("utf16-charset-of-utf8", "CAP-021", "UTF-8 sent as UTF-16BE.", text.encode() + b" " * (len(text) % 2),
         "application/json; charset=utf-16be")
    sent("replaced-second", "CAP-021", "The second charset does not count.", text.encode(),
         "application/json; charset=utf-8; charset=iso-2022-kr")
    sent("ill-formed-syntax", "CAP-023", "An ill-formed byte outside of strings.", text.encode()[:-1] + b"\xff}",
         "application/json")


def metadata_bounds() -> None:
    """Both sides of each bound of the metadata."""
    guard("CAP-024", "metadata-array-of-objects", "A list of one object.", json.dumps([metadata()]))
    guard("CAP-024 CAP-100", "metadata-blank", "Nothing but white space.", " \n")
    for name, notes, model in (
        ("unit-separator", "U+001F is not white space.", "\x1f"),
        ("zero-width", "U+200B is not white space.", "\u200b"),
        ("mark", "U+FEFF is not white space.", "\ufeff"),
    ):
        guard("CAP-031", f"model-{name}", notes, metadata(device_model=model))
    for code in (0x0B, 0x85, 0xA0, 0x1680, 0x200A, 0x2029, 0x205F):
        guard("CAP-031", f"model-only-{code:04x}", "White space alone is blank.", metadata(device_model=chr(code)))
    guard("CAP-031", "model-empty", "An empty model.", metadata(device_model=""))
    for name, notes, digits in (
        ("empty", "No digit.", ""), ("blank", "White space is trimmed away.", " " * 64),
        ("unit-separator", "U+001F is not trimmed, so there are 65 bytes.", PHOTO_HASH + "\x1f"),
        ("128", "Twice 64 digits.", PHOTO_HASH * 2),
    ):
        guard("CAP-032", f"hash-{name}", notes, metadata(photo_hash=digits))
    for name, notes, digits in (
        ("prefix", "A prefix is no digit.", "0x" + PHOTO_HASH[2:]),
        ("full-width", "Digits of another alphabet: 64 bytes, but not hexadecimal.", "\uff11" + PHOTO_HASH[3:]),
        ("inner-blank", "White space inside is no digit.", PHOTO_HASH[:31] + " " + PHOTO_HASH[32:]),
    ):
        guard("CAP-033", f"hash-{name}", notes, metadata(photo_hash=digits))
    guard("CAP-033 CAP-042", "hash-mixed-case", "Digits of both cases.",
          metadata(photo_hash=PHOTO_HASH[:32].upper() + PHOTO_HASH[32:]))
    for name, notes, digits in (
        ("no-break-space", "U+00A0 in front.", "\u00a0" + PHOTO_HASH),
        ("line", "A line end after the value.", PHOTO_HASH + "\r\n"),
    ):
        guard("CAP-041", f"hash-{name}", notes, metadata(photo_hash=digits))
    guard("CAP-042", "hash-of-hash", "The photo hashed twice.", metadata(photo_hash=sha256(sha256(PHOTO)).hex()))
    guard("CAP-042", "hash-last-digit", "The last digit differs.",
          metadata(photo_hash=PHOTO_HASH[:-1] + ("0" if PHOTO_HASH[-1] != "0" else "1")))
    for width, height in ((1, 0), (0, 1), (0, 0)):
        guard("CAP-034", f"sides-{width}x{height}", "A side of 0.", size(width, height))
    for width, height in ((1, 1000), (1000, 1)):
        guard("CAP-034 CAP-035", f"sides-{width}x{height}", "Both ends of the range.", size(width, height))
    for width, height in ((1001, 1001), (1, 1001)):
        guard("CAP-035", f"sides-{width}x{height}", "A side above 1000.", size(width, height))
    for name, rule, member, number in (
        ("latitude-next-above", "CAP-036", "latitude", 90.00000000000001),
        ("latitude-next-below", "CAP-036", "latitude", -90.00000000000001),
        ("longitude-next-above", "CAP-037", "longitude", 180.00000000000003),
        ("longitude-next-below", "CAP-037", "longitude", -180.00000000000003),
        ("latitude-90", "CAP-036", "latitude", 90), ("latitude-minus-90", "CAP-036", "latitude", -90.0),
        ("longitude-180", "CAP-037", "longitude", 180), ("longitude-minus-180", "CAP-037", "longitude", -180.0),
        ("latitude-huge", "CAP-036", "latitude", 1e300),
    ):
        guard(rule, name, "At an end of the range, or one step beyond.", metadata(location=PLACE | {member: number}))
    guard("CAP-037 CAP-036", "coordinates-exchanged", "A longitude where the latitude belongs.",
          metadata(location={"latitude": 120.0, "longitude": 30.0}))
    guard("CAP-038", "altitude-low", "An altitude below all places.",
          metadata(location=PLACE | {"altitude": -1e300, "accuracy": -5}))
    guard("CAP-038", "altitude-text", "An altitude must be a number all the same.",
          metadata(location=PLACE | {"altitude": "5"}))


def size(width: int, height: int) -> dict[str, Any]:
    return metadata(depth_map_dimensions={"width": width, "height": height})


def shapes() -> None:
    """Members that are absent, null, twice or of another type."""
    for member in ("captured_at", "device_model", "photo_hash", "depth_map_dimensions"):
        guard("CAP-106", f"without-{member.replace('_', '-')}", "A required member is absent.",
              {name: value for name, value in metadata().items() if name != member}, sign=None)
        guard("CAP-107", f"null-{member.replace('_', '-')}", "A required member is null.",
              metadata() | {member: None}, sign=None)
    for name, changes in (
        ("time", {"captured_at": 1_772_366_400}), ("model", {"device_model": ["iPhone"]}),
        ("dimensions", {"depth_map_dimensions": "256x192"}), ("width", {"depth_map_dimensions": {
            "width": "256", "height": 192}}), ("location", {"location": "59.9,10.7"}),
    ):
        guard("CAP-108", f"type-{name}", "A value of another type.", metadata(**changes), sign=None)
    guard("CAP-108", "type-assertion", "An assertion that is an object.", metadata() | {"assertion": {}}, sign=None)
    plain = json.dumps(metadata(), separators=(",", ":"))
    guard("CAP-105 CAP-103", "unknown-twice", "An unknown member may occur twice.",
          plain[:-1] + ',"x":1,"x":2}')
    guard("CAP-105", "dimensions-width-twice", "A known member of a nested object twice.",
          plain.replace('"width":256', '"width":256,"width":256'))
    for name, number in (("exponent", "256e0"), ("fraction", "256.5")):
        guard("CAP-109", f"width-{name}", "No unsigned 32-bit integer.", plain.replace(":256", f":{number}"))
    guard("CAP-103", "camel-case", "`capturedAt` is another name, so the time is absent.",
          plain.replace("captured_at", "capturedAt"))
    guard("CAP-101", "blanks-around", "White space before and after the object.", f" \r\n\t{plain}\n ")
    guard("CAP-101", "nul-behind", "U+0000 after the object is not white space.", plain + "\0")
    guard("CAP-100", "comment", "A comment.", plain[:-1] + "/* */}")
    guard("CAP-112 CAP-030", "time-before-shape", "A bad time is noticed after the shape.",
          metadata(captured_at="x", depth_map_dimensions={"width": 1.5, "height": 1}))
    for name, text in (
        ("zero-width", "\u200b"), ("unit-separator", "\x1f"), ("mark", "\ufeff"),
    ):
        guard("CAP-040", f"assertion-{name}", "Not white space, so an assertion, and no base64.",
              metadata() | {"assertion": text}, sign=None)
    for name, text in (("no-break-space", "\u00a0"), ("line", "\n"), ("wide", "\u3000\u2003"), ("empty", "")):
        guard("CAP-040", f"assertion-{name}", "White space alone counts as absent.",
              metadata() | {"assertion": text}, sign=None)


def orders() -> None:
    """Two faults that are not neighbours in the order of the checks: the first is reported."""
    for name, changes in (
        ("time-longitude", {"captured_at": "x", "location": PLACE | {"longitude": 181}}),
        ("time-hash", {"captured_at": "x", "photo_hash": "x"}),
        ("latitude-mismatch", {"photo_hash": "0" * 64, "location": PLACE | {"latitude": 91}}),
    ):
        guard("CAP-039", f"order-{name}", "The first of two violated rules in the order is reported.",
              metadata(**changes))
    guard("CAP-039 CAP-041", "order-padded-latitude", "A rule of the metadata before the encoding of the hash.",
          metadata(photo_hash=f"{PHOTO_HASH} ", location=PLACE | {"latitude": 91}))
    guard("CAP-041 CAP-042", "order-padded-mismatch", "The encoding of the hash before the hash.",
          metadata(photo_hash=f"{'0' * 64} "))
    guard("CAP-042 CAP-044", "order-mismatch-stored", "The hash before the database.",
          metadata(photo_hash="0" * 64), media_hash_already_stored=True)
    guard("CAP-044 CAP-084", "stored-bad-assertion", "A stored photo, and an assertion that fails.",
          sign=lambda data: assertion(data, nonce=True), media_hash_already_stored=True)
    guard("CAP-044 CAP-082", "stored-no-assertion", "A stored photo without an assertion.", sign=None,
          media_hash_already_stored=True)


def times() -> None:
    for name, rules, notes, taken in (
        ("plus-zero", "CAP-060 CAP-065", "An offset of zero.", "2026-03-01T12:00:00+00:00"),
        ("minus-zero", "CAP-060 CAP-065", "An offset of minus zero.", "2026-03-01T12:00:00-00:00"),
        ("twenty-digits", "CAP-062", "Twenty digits of a second.", "2026-03-01T12:00:00.12345678901234567890Z"),
        ("leap-year", "CAP-063", "February 29 of a leap year.", "2028-02-29T12:00:00Z"),
        ("last-minute", "CAP-063", "The last minute of a day.", "2026-02-28T23:59:00Z"),
        ("april-30", "CAP-063", "The last day of April.", "2026-04-30T12:00:00Z"),
        ("west", "CAP-065", "As far west as it goes.", "2026-02-28T12:01:00-23:59"),
        ("phone", "CAP-060", "As the phone writes it, in milliseconds.", "2026-03-01T12:00:00.123Z"),
    ):
        guard(rules, f"time-{name}", notes, metadata(captured_at=taken))
    for name, rules, notes, taken in (
        ("date-alone", "CAP-060", "A date without a time.", "2026-03-01"),
        ("blank-before", "CAP-060", "A blank before.", " 2026-03-01T12:00:00Z"),
        ("line-behind", "CAP-060", "A line end after the value.", "2026-03-01T12:00:00Z\n"),
        ("two-zones", "CAP-060", "Z and an offset.", "2026-03-01T12:00:00Z+00:00"),
        ("full-width", "CAP-060", "A digit of another alphabet.", "202\uff16-03-01T12:00:00Z"),
        ("milliseconds", "CAP-060", "Milliseconds since 1970.", "1772366400250"),
        ("dash", "CAP-061", "U+2013 is no minus.", "2026-03-01T10:30:00\u201301:30"),
        ("tab", "CAP-061", "A tab for the T.", "2026-03-01\t12:00:00Z"),
        ("april-31", "CAP-063", "A day that April lacks.", "2026-04-31T12:00:00Z"),
        ("west-24", "CAP-065", "24 hours west.", "2026-03-01T12:00:00-24:00"),
        ):
        guard(rules, f"no-time-{name}", notes, metadata(captured_at=taken))
    for name, rules, notes, now, taken in (
        ("900-999-ms", "CAP-086", "900.999 s ago are 900.", "2026-03-01T12:15:00.999Z", "2026-03-01T12:00:00Z"),
        ("901-exactly", "CAP-086", "901 s ago.", "2026-03-01T12:15:01Z", "2026-03-01T12:00:00Z"),
        ("ahead-900-999-ms", "CAP-086", "900.999 s ahead are 900.", "2026-03-01T12:00:00Z", "2026-03-01T12:15:00.999Z"),
        ("ahead-901", "CAP-086", "901 s ahead.", "2026-03-01T12:00:00Z", "2026-03-01T12:15:01Z"),
        ("ahead-half", "CAP-086", "Half a second ahead is 0.", "2026-03-01T12:00:00Z", "2026-03-01T12:00:00.5Z"),
        ("a-year", "CAP-086 CAP-091", "A year ago: recorded, and still high.", "2026-03-01T12:00:00Z",
         "2025-03-01T12:00:00Z"),
        ("1970", "CAP-086 CAP-091", "A time since boot, read as one since 1970.", "2026-03-01T12:00:00Z",
         "1970-01-02T03:04:05Z"),
        ("leap-901", "CAP-087 CAP-086", "A second 60 between makes 900 s 901.", "2026-03-01T12:15:00Z",
         "2026-03-01T11:59:60Z"),
        ("leap-900", "CAP-087 CAP-086", "A second 60 between makes 899 s 900.", "2026-03-01T12:14:59Z",
         "2026-03-01T11:59:60Z"),
    ):
        guard(rules, f"clock-{name}", notes, metadata(captured_at=taken), now=now)


def gzip_with(content: bytes, flags: int = 0, fields: bytes = b"", method: int = 8) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (b"\x1f\x8b" + bytes([method, flags, 0, 0, 0, 0, 2, 255]) + fields + packer.compress(content)
            + packer.flush() + struct.pack("<II", zlib.crc32(content), len(content)))


def depth_maps() -> None:
    """Depth parts: the container, the content, the dimensions."""
    pass_ = FILES["shared/stairs-gzip"]
    png = b"\x89PNG\r\n\x1a\n" + STAIRS[8:]
    again = b"\x1f\x8b\x08\0\0\0\0\0" + STAIRS[8:]
    header = b"\x1f\x8b\x08\x02\0\0\0\0\x02\xff"
    files = {
        "guard-behind": pass_ + b"\0garbage", "guard-before": b"\0" + pass_,
        "guard-method-7": b"\x1f\x8b\7" + pass_[3:],
        "guard-reserved-flag": gzip_with(STAIRS, 0x20), "guard-name": gzip_with(STAIRS, 8, b"depth.bin\0"),
        "guard-header-checksum": header + struct.pack("<H", zlib.crc32(header) & 0xFFFF) + pass_[10:],
        "guard-header-checksum-wrong": header + struct.pack("<H", (zlib.crc32(header) ^ 1) & 0xFFFF) + pass_[10:],
        "guard-length-wrong": pass_[:-4] + struct.pack("<I", len(STAIRS) + 4), "guard-no-trailer": pass_[:-8],
        "guard-header-alone": pass_[:10], "guard-png-first": gzip.compress(png, 9, mtime=0),
        "guard-gzip-first": gzip.compress(again, 9, mtime=0),
        "guard-3-bytes": gzip.compress(STAIRS + b"\0\0\0", 9, mtime=0),
        "guard-4-bytes": gzip.compress(STAIRS + SMALL[:4], 9, mtime=0),
        "guard-big-endian": gzip.compress(struct.pack(
            f">{len(STAIRS) // 4}f", *struct.unpack(f"<{len(STAIRS) // 4}f", STAIRS)), 9, mtime=0),
        "guard-one-sample": gzip.compress(struct.pack("<f", 1.0), 9, mtime=0),
        "guard-millimetres": gzip.compress(struct.pack(
            f"<{len(STAIRS) // 4}f", *(1000 * one for one in struct.unpack(f"<{len(STAIRS) // 4}f", STAIRS))), 9,
            mtime=0),
    }
    FILES.update({f"shared/{name}": data for name, data in files.items()})
    for name, rules, notes in (
        ("behind", "CAP-070", "Bytes after the gzip member."), ("before", "CAP-070 CAP-071", "A byte before it."),
        ("method-7", "CAP-071", "Another compression method."), ("reserved-flag", "CAP-072", "A reserved flag."),
        ("name", "CAP-070", "A file name in the header."),
        ("header-checksum", "CAP-070 CAP-072", "A checksum of the header."),
        ("header-checksum-wrong", "CAP-072", "A wrong checksum of the header."),
        ("length-wrong", "CAP-072", "A length that is not that of the content."),
        ("no-trailer", "CAP-072", "Cut off before its checksum."),
        ("png-first", "CAP-074", "Samples whose first bytes are those of a PNG file."),
        ("gzip-first", "CAP-074", "Samples whose first bytes are those of a gzip file."),
        ("3-bytes", "CAP-073", "Three bytes too many."),
        ("4-bytes", "CAP-075 CAP-073", "A sample too many: the map is read, in inferred dimensions."),
        ("big-endian", "CAP-073", "Big-endian samples."), ("one-sample", "CAP-076 CAP-075", "One sample."),
        ("millimetres", "CAP-073 CAP-076", "Millimetres: no sample is valid."),
    ):
        guard(rules, f"depth-{name}", notes, depth=f"guard-{name}")
    for width, height in ((512, 96), (96, 512), (1, 1000), (256, 191), (257, 192)):
        guard("CAP-075", f"dimensions-{width}x{height}",
              "Dimensions that fit are used, others inferred.", size(width, height))
    guard("CAP-075 CAP-076", "small-one-row", "One row of 432 samples fits, and has no edges.", size(432, 1),
          depth="small-gzip")


def confidences() -> None:
    """Each cell of the table of confidences, in requests that verified and that did not."""
    signs: dict[str, Any] = {"pass": assertion, "none": None, "fail": lambda data: assertion(data, nonce=True)}
    for hardware, sign in signs.items():
        for depth, file in (("pass", "stairs-gzip"), ("unavailable", "stairs-zlib"), ("fail", "wall-gzip")):
            for verified in (True, False):
                # Depth `unavailable` and `fail` have rules, but an assertion that fails decides before `unavailable`.
                rules = {"unavailable": "CAP-083", "fail": "CAP-085"}.get(depth)
                if rules is None or (hardware, depth) == ("fail", "unavailable"):
                    rules = {"pass": "CAP-080", "none": "CAP-082", "fail": "CAP-084"}[hardware]
                if not verified and (hardware, depth) == ("pass", "pass"):
                    rules = f"CAP-081 {rules}"
                request = "verified" if verified else "unverified"
                guard(rules, f"confidence-{hardware}-{depth}-{request}",
                      f"Assertion {hardware}, depth {depth}, request {request}.", sign=sign, depth=file,
                      request_verified=verified)


def evidence() -> None:
    for name, model in (
        ("15-pro", "iPhone 15 Pro"), ("16-pro-max", "iPhone 16 Pro Max"), ("14-plus", "iPhone 14 Plus"),
        ("identifier", "iPhone16,1"), ("no-break-space", "iPhone\u00a014\u00a0Pro"), ("hyphen", "iPhone-14-Pro"),
        ("12-pro", "iPhone 12 Pro"),
    ):
        guard("CAP-088", f"model-{name}", "Which model names are verified.", metadata(device_model=model))
    for width, height in ((330, 250), (331, 250), (650, 490), (651, 490), (394, 299), (320, 192)):
        guard("CAP-089", f"resolution-{width}x{height}", "Ten samples from a known resolution, or eleven.",
              size(width, height))
    for name, latitude, longitude in (
        ("negative-zero", -0.001, -0.004), ("rounded-up", 0.005, -0.005), ("ends", -90, 180), ("whole", 12, -7),
    ):
        guard("CAP-090 CAP-091", f"location-{name}", "How a location is rounded.",
              metadata(location={"latitude": latitude, "longitude": longitude}))
    guard("CAP-018 CAP-046", "detection-nul-deep", "U+0000 four levels deep, in an object without its time.",
          parts=lambda p: [*p, part("detection", text=json.dumps({
              "moire": {"a": [[{"a": "\0"}]]}, "computed_at": TEXTURE["computed_at"],
              "total_processing_time_ms": 1}))])
    for name, number, notes in (
        ("integer-64", 2**63 - 1, "The largest processing time, so the detection is read."),
        ("integer-65", 2**63, "A processing time of more than 64 bits, so the detection is ignored."),
        ("real", 1.5, "A processing time that is no integer, so the detection is ignored."),
    ):
        guard("CAP-018 CAP-109", f"detection-{name}", notes, parts=lambda p, number=number: [*p, part(
            "detection", text=json.dumps({
                "texture": TEXTURE | {"algorithm_version": "\0"}, "computed_at": TEXTURE["computed_at"],
                "total_processing_time_ms": number}))])


def body_sizes() -> None:
    """The limit of the whole body, with spaces after the closing boundary."""
    body = capture_bodies.written(capture_bodies.parts())
    for rules, name, notes, size, kind in (
        ("CAP-002", "2-mib", "2,097,152 bytes.", 2_097_152, capture_bodies.CONTENT_TYPE),
        ("CAP-002", "2-mib-and-1", "One byte more.", 2_097_153, capture_bodies.CONTENT_TYPE),
        ("CAP-002 CAP-001", "type-before-size", "The content type before the size.", 2_097_153, "text/plain"),
    ):
        add(f"full-guard-body-{name}", "captures", notes, request_verified=True, content_type=kind, rules=rules.split(),
            body={"base64": base64.b64encode(body).decode(), "spaces": size - len(body)})


def add_all() -> None:
    for group in (parts, encodings, metadata_bounds, shapes, orders, times, depth_maps, confidences,
                  evidence, body_sizes):
        group()

