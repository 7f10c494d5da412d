"""Hash-only captures beside the bounds of each rule, changed after signing, or signed as other code writes the text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from capture_edges_hash_only import TEMPORAL, VIDEO
from capture_edges_json import replacing
from capture_material import CASES, PHOTO_HASH, assertion, hash_only, payload, sha256, sign_payload, signed_text


def guard(rules: str, name: str, notes: str, body: dict[str, Any] | None = None, **options: Any) -> None:
    hash_only(f"hash-only-guard-{name}", notes, body, rules=rules.split(), **options)


def written(rules: str, name: str, notes: str, edit: Callable[[str], str], **changes: Any) -> None:
    """The text is edited, then signed for what the server reads from it."""
    def sign(body: dict[str, Any]) -> str:
        sent = edit(json.dumps(body | {"assertion": ""}, separators=(",", ":"), ensure_ascii=False))
        return assertion(signed_text(sent))
    guard(rules, name, notes, payload(**changes), sign=sign, edit=edit)


def changes() -> None:
    """Each covered member changed after signing: 401. Members that are not covered: accepted."""
    place = {"latitude": 59.5, "longitude": 10.5, "altitude": 5.0, "accuracy": 3.0}
    body = payload(**VIDEO, metadata={"location": place, "timestamp": "t", "device_model": "m"}) | {
        "temporal_depth_analysis": TEMPORAL}
    for name, old, new in (
        ("time", '"captured_at":"2026-03-01T12:00:00Z"', '"captured_at":"2026-03-01T12:00:01Z"'),
        ("time-form", '"captured_at":"2026-03-01T12:00:00Z"', '"captured_at":"2026-03-01T12:00:00+00:00"'),
        ("variance", '"depth_variance":1.5', '"depth_variance":1.75'),
        ("layers", '"depth_layers":4', '"depth_layers":5'),
        ("scene", '"is_likely_real_scene":true,"algorithm_version":"1.0"},"media',
         '"is_likely_real_scene":false,"algorithm_version":"1.0"},"media'),
        ("hash-case", PHOTO_HASH, PHOTO_HASH.upper()),
        ("type", '"media_type":"video"', '"media_type":"photo"'),
        ("latitude", "59.5", "59.25"), ("altitude", '"altitude":5.0', '"altitude":6.0'),
        ("accuracy-absent", ',"accuracy":3.0', ""), ("model", '"device_model":"m"', '"device_model":"n"'),
        ("timestamp-null", '"timestamp":"t"', '"timestamp":null'),
        ("level", '"location_level":"none"', '"location_level":"exact"'),
        ("included", '"timestamp_included":true', '"timestamp_included":false'),
    ):
        guard("CAP-180 AST-036", f"changed-{name}", "A member that the signature covers was changed.", body,
              edit=replacing(old, new))
    for name, old, new in (
        ("temporal", '"mean_variance":1.5', '"mean_variance":9.5'), ("temporal-absent", '"keyframe_count":1',
                                                                     '"keyframe_count":2'),
        ("unknown", '"frame_count":1', '"frame_count":1,"note":"later"'),
        ("spelling", '"max_depth":5.5', '"max_depth":55e-1'),
    ):
        guard("CAP-181", f"uncovered-{name}", "What the signature does not cover was changed.", body,
              edit=replacing(old, new))


def plain(body: dict[str, Any]) -> str:
    """The signed text for a body, as text."""
    return signed_text(json.dumps(body | {"assertion": ""}, ensure_ascii=False)).decode()


def texts() -> None:
    """Signed as other code writes the text: the signature fails."""
    def other(rules: str, name: str, notes: str, change: Callable[[str], str], **changes_: Any) -> None:
        def sign(body: dict[str, Any]) -> str:
            text = plain(body)
            if change(text) == text:
                raise ValueError(f"{name}: the change changes nothing")
            return assertion(change(text).encode())
        guard(rules, name, notes, payload(**changes_), sign=sign)

    model = {"metadata": {"device_model": 'é/\x1f\x7f"\u2028'}}
    other("CAP-182", "text-slash-escaped", "A signer that escapes the slash.", lambda t: t.replace("/", "\\/"), **model)
    other("CAP-182", "text-ascii", "A signer that writes ASCII only.", lambda t: t.replace("é", "\\u00e9"), **model)
    other("CAP-182", "text-control-capitals", "A signer that writes capitals in escapes.",
          lambda t: t.replace("\\u001f", "\\u001F"), **model)
    other("CAP-182", "text-delete-escaped", "A signer that escapes U+007F.",
          lambda t: t.replace("\x7f", "\\u007f"), **model)
    tab = {"metadata": {"device_model": "\t\n\f\b\r"}}
    other("CAP-182", "text-tab-number", "A signer that writes a tab as \\u0009.",
          lambda t: t.replace("\\t", "\\u0009"), **tab)
    for name, number, old, new in (
        ("whole", 8, "8.0", "8"), ("large", 1e16, "1e16", "10000000000000000.0"),
        ("small-plain", 0.00000999, "9.99e-6", "0.00000999"), ("minus-zero", -0.0, "-0.0", "0.0"),
    ):
        other("CAP-183", f"number-{name}", "A signer that writes the number otherwise.",
              lambda t, old=old, new=new: t.replace(old, new),
              metadata={"location": {"latitude": number, "longitude": 0.5}})
    other("CAP-184", "number-binary32", "A signer that writes binary32 in its own digits.",
          lambda t: t.replace("0.8700000047683716", "0.87"), analysis={"depth_variance": 0.87})
    other("CAP-184", "number-infinite-left-out", "A signer that leaves out what is null.",
          lambda t: t.replace('"depth_variance":null,', ""), analysis={"depth_variance": 1e39})
    other("CAP-180", "members-sorted", "A signer that sorts the members.",
          lambda t: json.dumps(json.loads(t), sort_keys=True, separators=(",", ":")))
    other("CAP-180", "text-assertion-empty", "A signer that adds an empty assertion.",
          lambda t: t[:-1] + ',"assertion":""}')
    other("AST-036", "of-hash", "The text hashed twice.", lambda t: sha256(t.encode()).hex())
    for rules, name, sent, exact in (
        ("CAP-186", "rounding", "-122.41941550000001", "-122.41941550000001"),
        ("CAP-185", "dropped", "315185834238518794844", "3.151858342385188e20"),
        ("CAP-188", "two-steps", "92030920993190389e-311", "9.20309209931904e-295"),
    ):
        text = plain(payload(metadata={"location": {"latitude": 1.25, "longitude": 2.25}}))
        guard(rules, f"number-{name}-exact", "A signer that reads the number correctly rounded.",
              payload(metadata={"location": {"latitude": 1.25, "longitude": 2.25}}),
              sign=lambda _, text=text, exact=exact: assertion(text.replace("1.25", exact).encode()),
              edit=replacing(":1.25", f":{sent}"))
    twice = plain(payload(analysis={"min_depth": 0.5})).replace('"min_depth":0.5', '"min_depth":1152921504606846976.0')
    guard("CAP-187", "number-binary32-through-binary64", "A signer that rounds an integer twice.", payload(),
          sign=lambda _: assertion(twice.replace("1152921504606846976.0", "1.152921504606847e18").encode()),
          edit=replacing('"min_depth":0.5', '"min_depth":1152921573326323713'))


def bounds() -> None:
    for name, rules, notes, changes_ in (
        ("frames-1", "CAP-159", "One frame.", VIDEO | {"frame_count": 1}),
        ("frames-0", "CAP-159", "No frame.", VIDEO | {"frame_count": 0}),
        ("duration-0", "CAP-159", "No millisecond.", VIDEO | {"duration_ms": 0}),
        ("frames-largest", "CAP-109 CAP-159", "The largest number of frames.", VIDEO | {"frame_count": 2**31 - 1}),
        ("layers-signed-largest", "CAP-109 CAP-161", "The largest number of layers.",
         {"analysis": {"depth_layers": 2**31 - 1}}),
        ("layers-minus-1", "CAP-161", "One layer fewer than none.", {"analysis": {"depth_layers": -1}}),
        ("coherence-below-0", "CAP-162", "The binary32 below 0.", {"analysis": {"edge_coherence": -1e-45}}),
        ("coherence-minus-0", "CAP-162", "-0 is 0.", {"analysis": {"edge_coherence": -0.0}}),
        ("coherence-to-1", "CAP-162", "A number that binary32 rounds to 1.",
         {"analysis": {"edge_coherence": 1.00000001}}),
        ("coherence-above-1", "CAP-162", "The binary32 above 1.", {"analysis": {"edge_coherence": 1.0000001192}}),
        ("coherence-infinite", "CAP-162 CAP-184", "Beyond binary32, which only the coherence may not be.",
         {"analysis": {"edge_coherence": 1e39}}),
        ("hash-other", "CAP-156 CAP-170", "Any 64 digits: nothing is compared.", {"media_hash": "0" * 64}),
        ("mode-capital", "CAP-154", "Capitals in the mode.", {"capture_mode": "HASH_ONLY"}),
        ("mode-hyphen", "CAP-154", "A hyphen in the mode.", {"capture_mode": "hash-only"}),
        ("type-blank", "CAP-157", "A space after the type.", {"media_type": "photo "}),
        ("old", "CAP-163", "A time of 1970.", {"captured_at": "1970-01-01T00:00:00Z"}),
        ("time-leap", "CAP-064 CAP-163", "A second 60.", {"captured_at": "2026-03-01T12:00:60Z"}),
        ("time-zone-absent", "CAP-163 CAP-060", "A time without a zone.", {"captured_at": "2026-03-01T12:00:00"}),
        ("latitude-large", "CAP-171", "Coordinates have no range.",
         {"metadata": {"location": {"latitude": 1000, "longitude": -1000}}}),
        ("levels-empty", "CAP-171", "Levels of any text.", {"flags": {"location_level": "", "timestamp_level": "?"}}),
        ("location-included-none", "CAP-171 CAP-173", "A location that is included and absent.",
         {"flags": {"location_included": True, "location_level": "precise"}}),
        ("negative-depths", "CAP-170", "Numbers are not compared with the verdict.",
         {"analysis": {"min_depth": -5, "max_depth": -10, "depth_variance": 0}}),
        ("real-without-layers", "CAP-170", "The phone's word counts, whatever its numbers.",
         {"analysis": {"depth_layers": 0, "depth_variance": 0, "edge_coherence": 0}}),
        ("not-real-with-layers", "CAP-170", "The same the other way round.",
         {"analysis": {"is_likely_real_scene": False, "depth_layers": 9}}),
        ("model-empty", "CAP-172", "An empty model stays empty.", {"metadata": {"device_model": ""}}),
        ("time-hidden", "CAP-172", "A time that is not included.", {"flags": {"timestamp_included": False}}),
        ("chain-defaults", "CAP-107 CAP-158", "A chain without version and checkpoints.", VIDEO),
    ):
        guard(rules, name, notes, payload(**changes_))
    guard("CAP-109 CAP-153", "frames-larger", "One more is no number of 32 bits.", payload(**VIDEO),
          edit=replacing('"frame_count":1', '"frame_count":2147483648'))
    for level in ("coarse", "precise", "Coarse", "none"):
        guard("CAP-173", f"location-{level}" if level != "Coarse" else "location-capital", "The text of a location.",
              payload(metadata={"location": {"latitude": -33.86785, "longitude": 151.20732}},
                      flags={"location_included": True, "location_level": level}))
    guard("CAP-110", "number-largest", "The largest binary64, whose last step overflows as the server reads it.",
          payload(metadata={"location": {"latitude": 1.25, "longitude": 2.25}}),
          edit=replacing(":1.25", ":1.7976931348623157e308"))
    for rules, name, notes, number in (
        ("CAP-188", "two-steps", "An exponent below -308 is applied in two steps.", "92030920993190389e-311"),
        ("CAP-183", "minus-0", "-0 keeps its sign.", "-0"),
    ):
        written(rules, f"number-{name}", notes, replacing(":1.25", f":{number}"),
                metadata={"location": {"latitude": 1.25, "longitude": 2.25}})
    written("CAP-184 CAP-110", "number-binary32-beyond", "Beyond binary32 is no fault of grammar.",
            replacing(':5.5,"is', ':4e38,"is'))


def shapes() -> None:
    """Members that are absent, null or of another type: 422."""
    for member in ("capture_mode", "media_hash", "media_type", "depth_analysis", "captured_at", "assertion"):
        def without(text: str, member: str = member) -> str:
            members = json.loads(text)
            del members[member]
            return json.dumps(members)
        guard("CAP-106 CAP-153", f"without-{member.replace('_', '-')}", "A required member is absent.", edit=without)
    for name, old, new in (
        ("mode-null", '"capture_mode":"hash_only"', '"capture_mode":null'),
        ("scene-number", '"is_likely_real_scene":true', '"is_likely_real_scene":1'),
        ("city", '"metadata":{}', '"metadata":{"location":{"city":"Oslo","country":"NO"}}'),
        ):
        guard("CAP-107 CAP-108 CAP-153" if "null" in name else "CAP-108 CAP-153", name, "A value of another type.",
              edit=replacing(old, new))
    for name, notes, text in (
        ("blank", "Nothing but white space.", "  "), ("array-empty", "An empty array.", "[]"),
        ("null", "null.", "null"),
        ("text", "A text.", '"hash_only"'), ("number", "A number.", "1"), ("cut", "Cut off.", '{"capture_mode":'),
    ):
        rules = "CAP-152 CAP-100" if name in ("blank", "cut") else "CAP-153 CAP-108"
        guard(rules, f"body-{name}", notes, edit=lambda _, text=text: text)
    guard("CAP-101 CAP-152", "body-twice", "The body twice.", edit=lambda text: text + text)
    guard("CAP-100 CAP-152", "nan", "NaN.", edit=replacing(":0.5,", ":NaN,"))
    guard("CAP-112 CAP-153", "shape-before-syntax", "A wrong type before a comma too many.",
          edit=lambda text: text.replace('"hash_only"', "1")[:-1] + ",}")
    guard("CAP-112 CAP-152", "syntax-before-shape", "A comma too many before a wrong type.",
          edit=lambda text: text.replace('{"capture_mode"', '{,"capture_mode"').replace('"photo"', "1"))
    guard("CAP-105 CAP-103", "unknown-twice", "An unknown member may occur twice.",
          edit=replacing('"metadata":{}', '"metadata":{},"x":1,"x":[2]'))
    guard("CAP-111 CAP-182", "surrogate-pair", "Two surrogates in the right order are one character.",
          payload(metadata={"device_model": "\U0001f600"}),
          edit=lambda text: text.replace("\U0001f600", "\\ud83d\\ude00"))


def content_types() -> None:
    for name, rules, notes, kind in (
        ("tokens", "CAP-130 CAP-131", "Every kind of character in the subtype.", "application/!#$%&'*.^_`|~-z0+json"),
        ("blank-before", "CAP-130", "A blank in front.", " application/json"),
        ("subtype-only", "CAP-130", "A subtype alone.", "json"),
        ("two-blanks", "CAP-133", "Two spaces after the semicolon.", "application/json;  charset=utf-8"),
        ("no-blank", "CAP-133 CAP-134", "No space after the semicolon.", "application/json;charset=utf-8"),
        ("any-charset", "CAP-131", "The charset is not checked.", "application/json; charset=utf-16"),
        ("form", "CAP-131", "The type of a full capture.", "multipart/form-data; boundary=x"),
        ("comma-in-quotes", "CAP-135", "A comma in quotation marks.", 'application/json; a=","'),
        ("delete-in-quotes", "CAP-135", "U+007F in quotation marks.", 'application/json; a="\x7f"'),
        ("letters-behind-quotes", "CAP-135", "Letters after quotation marks.", 'application/json; a="b"c'),
    ):
        guard(rules + " CAP-150", f"kind-{name}", notes, content_type=kind)


def orders() -> None:
    guard("CAP-150", "order-type-syntax", "The content type before the JSON.", content_type="text/plain",
          edit=lambda _: "{")
    guard("CAP-153 CAP-154", "order-shape-mode", "The shape before the rules.", payload(capture_mode="full"),
          edit=replacing('"depth_layers":4', '"depth_layers":"4"'))
    for name, changes_ in (
        ("mode-assertion", {"capture_mode": "full"}), ("hash-time", {"media_hash": "x", "captured_at": "x"}),
        ("video-coherence", {"media_type": "video", "analysis": {"edge_coherence": 2}}),
        ):
        guard("CAP-166", f"order-{name}", "The first of two violated rules in the order is reported.",
              payload(**changes_), sign=lambda _: "?")
    guard("CAP-164 CAP-166", "assertion-empty", "An empty assertion.", sign=lambda _: "")
    guard("CAP-164", "assertion-no-break-space", "U+00A0 is white space.", sign=lambda _: "\u00a0")
    guard("CAP-165 CAP-164", "assertion-unit-separator", "U+001F is not white space and not base64.",
          sign=lambda _: "\x1f")
    guard("CAP-165", "assertion-unpadded", "Base64 without padding.",
          sign=lambda body: sign_payload(body).rstrip("=") + "A")
    guard("CAP-165", "assertion-url", "The alphabet of URLs.", sign=lambda _: "-_-_")
    guard("CAP-167 AST-002", "assertion-other-bytes", "Base64 of other bytes.", sign=lambda _: "AAAA")
    nul = payload(metadata={"device_model": "\0"})
    guard("CAP-168 CAP-169", "nul-stored", "U+0000 before a stored hash.", nul, media_hash_already_stored=True)
    guard("CAP-167 CAP-168", "failing-nul", "An assertion that fails before U+0000.", nul,
          sign=lambda body: sign_payload(body, nonce=True))
    guard("CAP-167 CAP-169", "failing-stored", "An assertion that fails before a stored hash.",
          sign=lambda body: sign_payload(body, nonce=True), media_hash_already_stored=True)
    guard("CAP-168", "nul-algorithm", "U+0000 in a text that is not stored as JSON.",
          payload(analysis={"algorithm_version": "\0"}))
    guard("CAP-170", "unverified-request", "A request that was not verified caps no hash-only capture.",
          request_verified=False)


def body_sizes() -> None:
    """The limit of the body, with spaces after the value."""
    for rules, name, notes, size, options in (
        ("CAP-151", "2-mib", "2,097,152 bytes.", 2_097_152, {}),
        ("CAP-151", "2-mib-and-1", "One byte more.", 2_097_153, {}),
        ("CAP-151 CAP-152", "size-before-syntax", "The size before the JSON.", 2_097_153,
         {"edit": lambda text: text[:-1]}),
        ("CAP-151 CAP-150", "type-before-size", "The content type before the size.", 2_097_153,
         {"content_type": "text/plain"}),
    ):
        guard(rules, f"body-{name}", notes, **options)
        body = CASES[f"hash-only-guard-body-{name}"]["body"]
        body["spaces"] = size - len(body["text"].encode())


def add_all() -> None:
    for group in (changes, texts, bounds, shapes, content_types, orders, body_sizes):
        group()
