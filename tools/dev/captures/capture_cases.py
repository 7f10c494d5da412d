"""The captures in fixtures/captures, one per rule of docs/CAPTURE.md. Each lists only its differences from a valid
one."""

from __future__ import annotations

import json
import struct
from typing import Any

import cbor2
from capture_material import (
    DEPTH, KEY, OTHER_KEY, PHOTO, PHOTO_HASH, STORED_COUNTER, TAKEN, assertion, authenticator_data, cbor,
    full, hash_only, high_s, metadata, part, payload, point, raw, sha256, sign_payload, signature, text,
)
from cryptography.hazmat.primitives.asymmetric import ec

# The prime of the curve's field.
FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
REQUEST = {"timestamp_ms": 1_772_366_420_000, "body_sha256": sha256(b"some body").hex()}


def of_hash(client_hash: bytes, nonce: bool = False) -> Any:
    """Signs other data than the server checks."""
    data = authenticator_data()
    return lambda _: text(cbor(signature(data, client_hash, nonce), data))


def full_signatures() -> None:
    """The signed data, and the encoding of the signature."""
    both = sha256(PHOTO + DEPTH)
    full("full-verifies", "Bound to photo hash and time, plain: all that the server wants.")
    full("full-request-unverified", "A request that did not verify limits the confidence.", request_verified=False)
    full("full-nonce", "As Apple's hardware signs: hashed once more.", sign=lambda data: assertion(data, nonce=True))
    full("full-jpeg-depth-nonce", "As the app signs.", sign=of_hash(both, nonce=True))
    full("full-jpeg-depth", "Photo and depth map, plain.", sign=of_hash(both))
    full("full-jpeg-depth-twice", "A hash handed to a function that hashes.", sign=of_hash(sha256(both)))
    full("full-jpeg", "The photo alone.", sign=of_hash(sha256(PHOTO)))
    request = sha256(f"{REQUEST['timestamp_ms']}|{REQUEST['body_sha256']}".encode())
    full("full-request-binding", "An assertion of the request in place of the capture's.", sign=of_hash(request),
         request=REQUEST)
    full("full-other-key", "A key that the server has not stored.", sign=lambda data: assertion(data, key=OTHER_KEY))
    full("full-compressed-key", "The key is stored in 33 bytes.",
         device={"public_key_hex": point(KEY, "CompressedPoint")})
    full("full-key-missing", "The device has no key.", device={"public_key_hex": None})
    off_curve = point(KEY)[:-2] + f"{int(point(KEY)[-2:], 16) ^ 1:02x}"
    full("full-key-off-curve", "The stored key is no point.", device={"public_key_hex": off_curve})
    keys = [ec.derive_private_key(0x5EED + number, ec.SECP256R1()) for number in range(16)]
    low = next(key for key in keys if key.public_key().public_numbers().y < FIELD // 2)
    high = next(key for key in keys if key.public_key().public_numbers().y > FIELD // 2)
    for name, key in (("low", low), ("high", high)):
        full(f"full-key-compact-{name}", "x alone is stored: of the two y the smaller is meant.",
             sign=lambda data, key=key: assertion(data, key=key),
             device={"public_key_hex": "05" + point(key, "CompressedPoint")[2:]})
    full("full-key-compact-off-curve", "An x that no point has.", device={"public_key_hex": "05" + "00" * 31 + "01"})
    full("full-key-compact-large", "An x that is no number of the field.", device={"public_key_hex": "05" + "ff" * 32})
    full("full-key-hybrid", "The stored key has an invalid form.",
         device={"public_key_hex": "06" + point(KEY)[2:]})

    def rewritten(change: Any) -> Any:
        def sign(data: bytes) -> str:
            authenticator = authenticator_data()
            return text(cbor(change(signature(authenticator, sha256(data))), authenticator))
        return sign

    full("full-high-s", "The larger s is accepted.", sign=rewritten(high_s))
    full("full-raw", "64 bytes are read as r and s.", sign=rewritten(raw))
    full("full-raw-63", "63 bytes are no form.", sign=rewritten(lambda der: raw(der)[:-1]))
    full("full-der-trailing", "A byte after the sequence.", sign=rewritten(lambda der: der + b"\0"))
    full("full-der-long-length", "A length in more bytes than it needs.",
         sign=rewritten(lambda der: der[:1] + bytes([0x81]) + der[1:]))
    full("full-der-r-zero", "r is 0.", sign=rewritten(lambda der: bytes.fromhex("3006020100020101")))
    full("full-bit-flipped", "One bit of s is another.", sign=rewritten(lambda der: der[:-1] + bytes([der[-1] ^ 1])))


def full_assertions() -> None:
    """Base64, CBOR, authenticator data, counter, app."""
    full("full-assertion-absent", "No assertion.", sign=None)
    full("full-assertion-null", "null is no assertion.", metadata() | {"assertion": None}, sign=None)
    full("full-assertion-blank", "White space is no assertion.", metadata(assertion=" \t"), sign=None)
    full("full-base64-url", "The alphabet of URLs.", sign=lambda _: "_-8=")
    full("full-base64-unpadded", "Padding left out.", sign=lambda data: assertion(data).rstrip("=") + "A")
    full("full-base64-bits", "Unused bits that are not 0.", sign=lambda _: "QUJDRB==")
    full("full-base64-space", "A space at the end.", sign=lambda data: assertion(data) + " ")

    def of_cbor(make: Any) -> Any:
        def sign(data: bytes) -> str:
            authenticator = authenticator_data()
            return text(make(signature(authenticator, sha256(data)), authenticator))
        return sign

    def pair(name: str, value: bytes) -> bytes:
        return bytes([0x60 + len(name)]) + name.encode() + bytes([0x58, len(value)]) + value

    signature_, data_ = "signature", "authenticatorData"
    full("full-cbor-reversed", "The other order of members.",
         sign=of_cbor(lambda der, data: b"\xa2" + pair(data_, data) + pair(signature_, der)))
    full("full-cbor-trailing", "Bytes after the map are ignored.",
         sign=of_cbor(lambda der, data: cbor(der, data) + b"\xff"))
    full("full-cbor-indefinite", "A map without a length.",
         sign=of_cbor(lambda der, data: b"\xbf" + cbor(der, data)[1:] + b"\xff"))
    full("full-cbor-chunks", "A signature in two chunks.", sign=of_cbor(
        lambda der, data: b"\xa2\x69signature\x5f\x58\x20" + der[:32] + bytes([0x58, len(der) - 32]) + der[32:]
        + b"\xff" + pair(data_, data)))
    full("full-cbor-long-lengths", "Lengths in more bytes than they need.", sign=of_cbor(
        lambda der, data: b"\xb8\x02\x69signature\x59\x00" + bytes([len(der)]) + der + pair(data_, data)))
    full("full-cbor-more-members", "Other members are ignored.", sign=of_cbor(
        lambda der, data: b"\xa3\x61x\x81\xf6" + cbor(der, data)[1:]))
    full("full-cbor-first-counts", "Two signatures: the first, which is text, is used.", sign=of_cbor(
        lambda der, data: b"\xa3\x69signature\x60" + cbor(der, data)[1:]))
    full("full-cbor-first-counts-good", "Two signatures: the first is used.", sign=of_cbor(
        lambda der, data: b"\xa3" + cbor(der, data)[1:] + b"\x69signature\x40"))
    full("full-cbor-tagged", "A tag around the map.", sign=of_cbor(lambda der, data: b"\xc1" + cbor(der, data)))
    full("full-cbor-cut", "The map ends too early.", sign=of_cbor(lambda der, data: cbor(der, data)[:-1]))
    full("full-cbor-no-signature", "One member only.", sign=of_cbor(lambda der, data: b"\xa1" + pair(data_, data)))
    full("full-cbor-no-data", "The other only.", sign=of_cbor(lambda der, data: b"\xa1" + pair(signature_, der)))
    full("full-data-36-bytes", "Too few bytes of authenticator data.",
         sign=of_cbor(lambda der, data: cbor(der, data[:-1])))

    def longer(data: bytes) -> str:
        authenticator = authenticator_data() + b"more"
        return text(cbor(signature(authenticator, sha256(data)), authenticator))

    full("full-data-longer", "More bytes are accepted and signed.", sign=longer)

    def of_ios_27(data: bytes) -> str:
        extension = {"apple_bundle_version_01": "1.2.3", "apple_validation_category_01": struct.pack("<I", 4)}
        authenticator = authenticator_data(flags=0x80) + cbor2.dumps(extension)
        return text(cbor(signature(authenticator, sha256(data)), authenticator))

    full("full-data-ios-27", "The extension map of iOS 27 after the counter, and its flags.", sign=of_ios_27)
    full("full-flags-ignored", "The flags are not checked.", sign=lambda data: assertion(data, flags=0))
    full("full-counter-equal", "The stored counter again; no signature was checked, and assertion_verified is true.",
         sign=lambda data: assertion(data, counter=STORED_COUNTER))
    full("full-counter-largest", "The largest counter.", sign=lambda data: assertion(data, counter=2**32 - 1))
    little = struct.unpack(">I", struct.pack("<I", 1))[0]
    full("full-counter-little-endian", "The bytes of 1 the other way round.",
         sign=lambda data: assertion(data, counter=little))
    full("full-other-app", "Made for another app; the counter was not checked, and counter_valid is true.",
         sign=lambda data: assertion(data, app="ABCDE12345.org.example.other", counter=1))


def full_metadata() -> None:
    """Shape, grammar and rules of the metadata."""
    for name, changes, notes in (
        ("time-zone-absent", {"captured_at": "2026-03-01T12:00:00"}, "A time without a zone."),
        ("time-february-29", {"captured_at": "2026-02-29T12:00:00Z"}, "A day that is not."),
        ("model-blank", {"device_model": " \u3000"}, "A model of white space."),
        ("hash-short", {"photo_hash": PHOTO_HASH[:-1]}, "63 digits."),
        ("hash-not-hex", {"photo_hash": "g" + PHOTO_HASH[1:]}, "A letter that is no digit."),
        ("hash-spaces", {"photo_hash": f" {PHOTO_HASH} "}, "White space passes the length and then no more."),
        ("hash-of-other", {"photo_hash": sha256(b"").hex()}, "The hash of something else."),
        ("width-0", {"depth_map_dimensions": {"width": 0, "height": 192}}, "No sample in a row."),
        ("height-1001", {"depth_map_dimensions": {"width": 256, "height": 1001}}, "More rows than are accepted."),
        ("width-real", {"depth_map_dimensions": {"width": 256.0, "height": 192}}, "An integer with a point."),
        ("latitude-90.1", {"location": {"latitude": -90.1, "longitude": 0}}, "Beyond the pole."),
        ("longitude-180.1", {"location": {"latitude": 0, "longitude": 180.1}}, "Beyond the date line."),
        ("city", {"location": {"city": "Oslo", "country": "NO"}}, "Coarse as the app means it."),
    ):
        full(f"full-{name}", notes, metadata(**changes))
    for name, changes, notes in (
        ("time-offset", {"captured_at": "2026-03-01 13:00:00.999999999+01:00"}, "A space, nine digits, an offset."),
        ("time-901-s", {"captured_at": "2026-03-01T11:45:19Z"}, "901 s ago is not valid, and counts nothing."),
        ("time-900.9-s", {"captured_at": "2026-03-01T11:45:19.1Z"}, "900.9 s are 900."),
        ("time-ahead", {"captured_at": "2026-03-01T12:15:20.5Z"}, "900 whole seconds ahead."),
        ("model-unknown", {"device_model": "iPhone"}, "As UIDevice says it: not verified, and counts nothing."),
        ("model-inside", {"device_model": "my IPHONE12 PRO max"}, "The model inside other words."),
        ("hash-upper-case", {"photo_hash": PHOTO_HASH.upper()}, "Digits of either case."),
        ("dimensions-array", {"depth_map_dimensions": [256, 192]}, "An array for an object."),
        ("dimensions-other", {"depth_map_dimensions": {"width": 1000, "height": 1}}, "What does not fit is inferred."),
        ("location", {"location": {"latitude": 59.91375, "longitude": -10.75525, "accuracy": None}},
         "Rounded when shown."),
        ("location-edge", {"location": [-90, 180, 1e300, -1]}, "At the ends; altitude is unchecked."),
        ("members-more", {"detection_method": "lidar", "x": {"y": [1, {}]}}, "Unknown members are ignored."),
    ):
        full(f"full-{name}", notes, metadata(**changes))
    plain = json.dumps(metadata())
    full("full-json-nan", "NaN is no JSON.", plain.replace("256", "NaN"))
    full("full-json-comma", "A comma before the end.", plain[:-1] + ",}")
    full("full-json-two", "A second value.", plain + " {}")
    full("full-json-twice", "A known member twice.", plain[:-1] + f', "captured_at": "{TAKEN}"}}')
    full("full-json-shape-first", "Wrong type before a comma too many: the first problem decides.",
         plain.replace(f'"{TAKEN}"', "1")[:-1] + ",}")
    full("full-json-skipped", "An unknown member can overflow.", plain[:-1] + ', "x": [1e999, "\\ud800"]}')
    full("full-json-surrogate", "A lone surrogate in a known member.", plain.replace("iPhone 14 Pro", "\\ud800"))
    full("full-json-mark", "A byte order mark is dropped.", "\ufeff" + plain)


def full_parts() -> None:
    """Parts, depth maps, stored values."""
    full("full-photo-empty", "A photo without bytes.", parts=lambda parts: [part("photo", text="")] + parts[1:])
    full("full-depth-absent", "No depth map.", parts=lambda parts: [parts[0], parts[2]])
    full("full-parts-reversed", "Any order.", parts=lambda parts: parts[::-1])
    full("full-photo-twice", "Two photos: the last is used.",
         parts=lambda parts: [part("photo", ref="shared/other.jpg")] + parts)
    full("full-parts-more", "Unknown and nameless parts are ignored.",
         parts=lambda parts: [part("detection", text="{"), {**part(None, text="x")}] + parts)
    full("full-photo-stored", "The photo is stored already; the counter moved.", media_hash_already_stored=True)
    for name, notes in (
        ("stairs-zlib", "zlib is no gzip."), ("stairs-deflate", "As the app packs: no header."),
        ("stairs-cut-gzip", "Cut off."), ("stairs-changed-gzip", "A checksum of something else."),
        ("two-members-gzip", "The first member counts."), ("odd-bytes-gzip", "A byte too many."),
        ("no-samples-gzip", "Nothing inside."), ("wall-gzip", "A wall."),
        ("nothing-valid-gzip", "No sample is valid."), ("small-gzip", "Small, with dimensions that fit."),
    ):
        size = {"width": 24, "height": 18} if name.startswith("small") else {"width": 256, "height": 192}
        members = metadata(depth_map_dimensions=size)
        full(f"full-depth-{name.removesuffix('-gzip')}", notes, members, depth=name)
    full("full-deflate-alone", "As the app is without an assertion.", depth="stairs-deflate", sign=None)
    full("full-wall-alone", "A wall without an assertion.", depth="wall-gzip", sign=None)


def hash_only_valid() -> None:
    """Accepted payloads."""
    video = {"media_type": "video", "hash_chain": {"final_hash": "ab", "chain_length": 3}, "frame_count": 3,
             "duration_ms": 100}
    place = {"latitude": 59.91375, "longitude": 10.75525, "altitude": 5.0}
    for name, body, notes in (
        ("verifies", {}, "Bound to the server's own text."),
        ("not-real", {"analysis": {"is_likely_real_scene": False}}, "The phone's word that it is no scene."),
        ("video", video, "A video; its own members are not signed."),
        ("numbers", {"analysis": {"depth_variance": 0.87, "min_depth": 1e-7, "max_depth": 16777217}},
         "Widened binary32."),
        ("infinite", {"analysis": {"depth_variance": 1e39}}, "Beyond binary32 it is null."),
        ("coarse", {"metadata": {"location": place}, "flags": {"location_included": True, "location_level": "coarse"}},
         "A location of one decimal."),
        ("precise",
         {"metadata": {"location": place}, "flags": {"location_included": True, "location_level": "precise"}},
         "A location of four."),
        ("level", {"metadata": {"location": place}, "flags": {"location_included": True, "location_level": "city"}},
         "An unknown level."),
        ("digits", {"metadata": {"location": {"latitude": 12.345678901234567, "longitude": -122.41941550000001}}},
         "More digits than the server reads."),
        ("text", {"metadata": {"device_model": "iPhone 14 Pro \"é\" /\u2028\u0001"}},
         "What is escaped and what is not."),
    ):
        hash_only(f"hash-only-{name}", notes, payload(**body))
    hash_only("hash-only-spaces", "White space is not signed.", edit=lambda body: body.replace(",", " ,\n"))
    hash_only("hash-only-changed-after", "A video's chain can be changed unnoticed.", payload(**video),
              edit=lambda body: body.replace('"ab"', '"cd"'))
    hash_only("hash-only-kind", "A content type with a suffix and a parameter.",
              content_type="application/Problem+JSON; charset=utf-8")


def hash_only_refused() -> None:
    """Refused payloads."""
    def edited(name: str, notes: str, old: str, new: str) -> None:
        hash_only(f"hash-only-{name}", notes, edit=lambda body: body.replace(old, new))

    video = payload(media_type="video")
    for name, body, notes in (
        ("mode", payload(capture_mode="full"), "Another mode."),
        ("hash-65", payload(media_hash=PHOTO_HASH + " "), "Nothing is trimmed."),
        ("hash-letters", payload(media_hash="z" * 64), "No digits."),
        ("audio", payload(media_type="audio"), "Neither photo nor video."),
        ("video-chain", video, "A video without a chain."),
        ("video-frames", video | {"hash_chain": {"final_hash": "", "chain_length": 0}}, "Without a count."),
        ("video-frames-0", video | {"hash_chain": {"final_hash": "", "chain_length": 0}, "frame_count": 0,
                                    "duration_ms": 1}, "Without a frame."),
        ("video-duration", video | {"hash_chain": {"final_hash": "", "chain_length": 0}, "frame_count": 1},
         "Without a duration."),
        ("video-duration-0", video | {"hash_chain": {"final_hash": "", "chain_length": 0}, "frame_count": 1,
                                      "duration_ms": -1}, "That ends before it begins."),
        ("version", payload(analysis={"algorithm_version": ""}), "An empty version."),
        ("layers", payload(analysis={"depth_layers": -1}), "Fewer layers than none."),
        ("coherence", payload(analysis={"edge_coherence": 1.001}), "More than all edges."),
        ("day", payload(captured_at="2026-03-01"), "A day is no time."),
    ):
        hash_only(f"hash-only-{name}", notes, body)
    hash_only("hash-only-assertion-blank", "A blank assertion.", sign=lambda _: " ")
    hash_only("hash-only-assertion-text", "No base64.", sign=lambda _: "assertion")
    edited("layers-real", "An integer with a point.", '"depth_layers":4', '"depth_layers":4.0')
    edited("flag-absent", "A flag that must be there.", '"location_level":"none",', "")
    edited("member-twice", "A member twice.", '"metadata":{}', '"metadata":{},"media_type":"photo"')
    edited("metadata-null", "null for an object.", '"metadata":{}', '"metadata":null')
    edited("number-text", "Text for a number.", '"min_depth":0.5', '"min_depth":"0.5"')
    edited("comma", "A comma too many.", '"metadata":{}', '"metadata":{,}')
    hash_only("hash-only-mark", "A byte order mark.", edit=lambda body: "\ufeff" + body)
    hash_only("hash-only-empty", "An empty body.", edit=lambda body: "")
    hash_only("hash-only-plain-text", "Another content type.", content_type="text/json")
    hash_only("hash-only-nonce", "As Apple's hardware signs.", sign=lambda body: sign_payload(body, nonce=True))
    hash_only("hash-only-counter", "The stored counter once more.",
              sign=lambda body: sign_payload(body, counter=STORED_COUNTER))
    hash_only("hash-only-stored", "The media is stored already.", media_hash_already_stored=True)

    def of_own_text(twice: bool) -> Any:
        def sign(body: dict[str, Any]) -> str:
            own = json.dumps(body | {"assertion": ""}, separators=(",", ":"), ensure_ascii=False).encode()
            return assertion(sha256(own) if twice else own)
        return sign

    hash_only("hash-only-own-text", "The body with an empty assertion, hashed once.", sign=of_own_text(False))
    hash_only("hash-only-own-text-twice", "As the app binds it.", sign=of_own_text(True))


def add_all() -> None:
    for group in (full_signatures, full_assertions, full_metadata, full_parts, hash_only_valid, hash_only_refused):
        group()
