"""Edge cases of a hash-only capture: content types, rules and their order, members of a video, recorded values."""

from __future__ import annotations

import json
from typing import Any

from capture_material import PHOTO_HASH, hash_only, payload

CHAIN = {"final_hash": "ab", "chain_length": 1}
VIDEO = {"media_type": "video", "hash_chain": CHAIN, "frame_count": 1, "duration_ms": 1}
TEMPORAL = {
    "mean_variance": 1.5, "variance_stability": 0.5, "temporal_coherence": 0.25, "is_likely_real_scene": True,
    "keyframe_count": 1, "algorithm_version": "",
}


def content_types() -> None:
    for name, notes, kind in (
        ("text", "Text is not JSON.", "text/x+json"), ("capitals", "Capitals.", "Application/Json"),
        ("jsonp", "A word that begins alike.", "application/jsonp"), ("space", "A space is no semicolon.",
                                                                      "application/json charset=utf-8"),
        ("absent", "None.", None), ("empty", "An empty one.", ""),
        ("blank-before-semicolon", "A blank before the semicolon.", "application/json ;charset=utf-8"),
        ("bare-suffix", "Nothing before the plus.", "application/+json"),
        ("json-xml", "The subtype counts without its suffix.", "application/json+xml"),
        ("json-plus", "An empty suffix.", "application/json+"),
        ("suffix", "A suffix.", "application/vnd.a+JSON"),
        ("two-suffixes", "Several suffixes: the last is used.", "application/a+b+json"),
        ("two-suffixes-json-first", "The first suffix is not used.", "application/json+a+xml"),
        ("star", "Any subtype.", "application/*"), ("no-subtype", "No subtype.", "application/"),
        ("no-type", "No type.", "/json"), ("semicolon", "A semicolon at the end.", "application/json; "),
        ("two-semicolons", "Two of them.", "application/json;;"),
        ("no-value", "A name without a value.", "application/json; charset"),
        ("empty-value", "An empty value at the very end.", "application/json; charset="),
        ("empty-value-first", "An empty value before another.", "application/json; charset=;a=b"),
        ("no-name", "A value without a name.", "application/json; =utf-8"),
        ("blank-in-parameter", "A blank before the equals sign.", "application/json; charset =utf-8"),
        ("blank-behind-value", "A space after a value.", "application/json; charset=utf-8 ;a=b"),
        ("tab", "A tab after the semicolon.", "application/json;\tcharset=utf-8"),
        ("quotes", "A value in quotes, spaces after it.", 'application/json; a="b, c" ; d=e'),
        ("empty-quotes", "Nothing in quotes.", 'application/json; a=""'),
        ("backslash", "A backslash escapes nothing.", 'application/json; a="b\\"'),
        ("escaped-quote", "What follows the quote is refused.", 'application/json; a="b\\"c"'),
        ("open-quotes", "No closing quote.", 'application/json; a="b'),
        ("letter", "A letter beyond ASCII.", 'application/json; a="é"'),
        ("list", "Two types.", "application/json, application/json"),
    ):
        hash_only(f"hash-only-type-{name}", notes, content_type=kind)


def arrays() -> None:
    """Arrays instead of objects, in the order of the server's types."""
    body = payload(**VIDEO)
    analysis, flags = list(body["depth_analysis"].values()), list(body["metadata_flags"].values())
    temporal = [[], *TEMPORAL.values()]

    def changed(name: str, notes: str, **changes: Any) -> None:
        """Signed as members of objects, sent as arrays."""
        def edit(text: str) -> str:
            return json.dumps(json.loads(text) | changes, separators=(",", ":"))
        hash_only(f"hash-only-{name}", notes, body | {"temporal_depth_analysis": TEMPORAL}, edit=edit)

    changed("analysis-array", "All seven members.", depth_analysis=analysis)
    changed("analysis-array-6", "One too few.", depth_analysis=analysis[:6])
    changed("flags-array", "All six flags.", metadata_flags=flags)
    changed("flags-array-5", "One too few.", metadata_flags=flags[:5])
    changed("metadata-array", "null in place of each member.", metadata=[None, None, None])
    changed("metadata-array-2", "A model left out, which has no default.", metadata=[None, None])
    changed("metadata-array-0", "Nothing.", metadata=[])
    changed("chain-array-2", "Version and checkpoints have defaults.", hash_chain=["ab", 1])
    changed("chain-array-3", "Checkpoints have one.", hash_chain=["ab", 1, "2"])
    changed("chain-array-null", "null is no version.", hash_chain=["ab", 1, None])
    changed("chain-array-1", "A length has none.", hash_chain=["ab"])
    changed("chain-array-5", "One element too many.", hash_chain=["ab", 1, "2", 0, 0])
    changed("temporal-array", "Frames come first.", temporal_depth_analysis=temporal)
    changed("temporal-array-no-frames", "Frames have a default, but not in front of others.",
            temporal_depth_analysis=temporal[1:])
    changed("temporal-array-empty", "Nothing.", temporal_depth_analysis=[])
    for name, notes, place in (
        ("location-array-2", "In hash-only captures all four must be there.", [1, 2]),
        ("location-array-nulls", "null for two of them.", [1, 2, None, None]),
    ):
        hash_only(f"hash-only-{name}", notes, payload(metadata={"location": place})
                  if len(place) == 4 else payload(metadata={}),
                  edit=lambda text, place=place: text.replace(
                      '"metadata":{}', f'"metadata":{{"location":{json.dumps(place)}}}'))
    names = ("capture_mode", "media_hash", "media_type", "depth_analysis", "metadata", "metadata_flags", "captured_at",
             "assertion", "hash_chain", "temporal_depth_analysis", "frame_count", "duration_ms")

    def listed(name: str, notes: str, order: tuple[str, ...] = names, more: tuple[Any, ...] = ()) -> None:
        def edit(text: str) -> str:
            members = json.loads(text)
            return json.dumps([*(members.get(member) for member in order), *more], separators=(",", ":"))
        hash_only(f"hash-only-payload-{name}", notes, body, edit=edit)

    listed("array", "The whole payload in the order of the type.")
    listed("array-temporal-last", "A number where an object is due.", names[:9] + names[10:] + names[9:10])
    listed("array-11", "A duration left out, which has no default.", names[:11])
    listed("array-13", "One element too many.", more=(None,))


def nul() -> None:
    """U+0000 in values that the server stores as JSON."""
    for name, changes in (
        ("model", {"metadata": {"device_model": "\0"}}), ("location", {"flags": {"location_level": "none\0"}}),
        ("time", {"flags": {"timestamp_level": "\0exact"}}), ("info", {"flags": {"device_info_level": "a\0b"}}),
    ):
        hash_only(f"hash-only-nul-{name}", "The database refuses U+0000.", payload(**changes))
    hash_only("hash-only-nul-elsewhere", "U+0000 in what is not stored as JSON.",
              payload(metadata={"timestamp": "\0"}, analysis={"algorithm_version": "1\0"}))
    hash_only("hash-only-nul-unsigned", "The signature is checked first.", payload(),
              edit=lambda text: text.replace('"location_level":"none"', '"location_level":"none\\u0000"'))


def rules() -> None:
    for name, notes, changes in (
        ("hash-63", "63 digits.", {"media_hash": PHOTO_HASH[1:]}),
        ("hash-64-letters", "64 letters of two bytes are 128 bytes.", {"media_hash": "é" * 64}),
        ("hash-spaces", "64 digits and a space.", {"media_hash": f" {PHOTO_HASH}"}),
        ("hash-upper-case", "Digits of either case.", {"media_hash": PHOTO_HASH.upper()}),
        ("video-capital", "A capital.", {"media_type": "Video"}),
        ("video-shortest", "One frame, one millisecond.", VIDEO),
        ("video-duration-none", "Nothing to see.", VIDEO | {"duration_ms": 0}),
        ("photo-frames", "The counts of a photo are not checked.", {"frame_count": 0, "duration_ms": -1}),
        ("version-blank", "A blank version is not empty.", {"analysis": {"algorithm_version": " "}}),
        ("layers-none", "No layers.", {"analysis": {"depth_layers": 0}}),
        ("coherence-1", "All edges.", {"analysis": {"edge_coherence": 1}}),
        ("coherence-0", "No edges.", {"analysis": {"edge_coherence": 0}}),
        ("coherence-below-0", "Fewer edges than none.", {"analysis": {"edge_coherence": -0.001}}),
        ("chain-all", "All members of a chain.",
         VIDEO | {"hash_chain": CHAIN | {"version": "2", "checkpoint_count": 4}}),
        ("temporal", "Depth over time, without frames.", VIDEO | {"temporal_depth_analysis": TEMPORAL}),
        ("location-array", "An array of all members of a location.", {"metadata": {"location": [0.5, 1.5, 2.5, 3.5]}}),
        ("metadata-all", "All metadata.", {"metadata": {
            "device_model": "x", "timestamp": "any", "location": {"latitude": 0.5, "longitude": 1.5,
            "altitude": 2.5}}}),
    ):
        hash_only(f"hash-only-{name}", notes, payload(**changes))
    video = VIDEO | {"temporal_depth_analysis": TEMPORAL}
    for name, notes, body, old, new in (
        ("metadata-absent", "Metadata must be there.", {}, '"metadata":{},', ""),
        ("chain-length-absent", "A chain without a length.", video, ',"chain_length":1', ""),
        ("temporal-absent", "Depth over time without its mean.", video, '"mean_variance":1.5,', ""),
        ("temporal-frames", "With a frame that lacks all.", video, '"mean_variance"',
         '"keyframe_analyses":[{}],"mean_variance"'),
    ):
        hash_only(f"hash-only-{name}", notes, payload(**body), edit=lambda text, o=old, n=new: text.replace(o, n))


def orders() -> None:
    """Two adjacent rules are broken: the first one is reported."""
    video: dict[str, Any] = {"media_type": "video"}
    for name, changes in (
        ("mode-length", {"capture_mode": "", "media_hash": ""}),
        ("length-letters", {"media_hash": "z"}),
        ("letters-type", {"media_hash": "z" * 64, "media_type": "audio"}),
        ("chain-frames", video | {"duration_ms": 1}),
        ("frames-duration", video | {"hash_chain": CHAIN}),
        ("duration-frames-0", video | {"hash_chain": CHAIN, "frame_count": 0}),
        ("counts", VIDEO | {"frame_count": 0, "duration_ms": 0}),
        ("duration-version", VIDEO | {"duration_ms": 0, "analysis": {"algorithm_version": ""}}),
        ("version-layers", {"analysis": {"algorithm_version": "", "depth_layers": -1}}),
        ("layers-coherence", {"analysis": {"depth_layers": -1, "edge_coherence": 2}}),
        ("coherence-time", {"analysis": {"edge_coherence": 2}, "captured_at": ""}),
    ):
        hash_only(f"hash-only-first-{name}", "The first of two violated rules is reported.", payload(**changes))
    hash_only("hash-only-first-time-assertion", "The first of two violated rules is reported.", payload(captured_at=""),
              sign=lambda _: " ")
    hash_only("hash-only-stored-and-bad", "The assertion is verified first.", media_hash_already_stored=True,
              sign=lambda _: "QQ==")


def evidence() -> None:
    included = {"location_included": True, "location_level": "coarse"}
    for name, latitude, longitude in (
        ("ties", 0.25, -0.75), ("above-ties", 0.05, 0.15), ("ten", 9.97, -99.96), ("zero", -0.0, 0.04),
        ("large", 1e22, -12345.678),
    ):
        place = {"latitude": latitude, "longitude": longitude}
        hash_only(f"hash-only-coarse-{name}", "Coordinates as the server writes them.",
                  payload(metadata={"location": place}, flags=included))
    hash_only("hash-only-location-hidden", "A location that is not included.",
              payload(metadata={"location": {"latitude": 1, "longitude": 2}}))
    hash_only("hash-only-location-none", "None that is included.", payload(flags=included))
    hash_only("hash-only-nothing-included", "Neither time nor model.",
              payload(flags={"timestamp_included": False, "device_info_included": False}))


def add_all() -> None:
    for group in (content_types, arrays, nul, rules, orders, evidence):
        group()
