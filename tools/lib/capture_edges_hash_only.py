"""The edges of a hash-only capture: content types, rules and their order, members of a video, what is recorded."""

from __future__ import annotations

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
        ("text", "Text is none of it.", "text/x+json"), ("capitals", "Capitals.", "Application/Json"),
        ("jsonp", "A word that begins alike.", "application/jsonp"), ("space", "A space is no semicolon.",
                                                                      "application/json charset=utf-8"),
        ("absent", "None.", None),
    ):
        hash_only(f"hash-only-type-{name}", notes, content_type=kind)


def rules() -> None:
    for name, notes, changes in (
        ("hash-63", "63 digits.", {"media_hash": PHOTO_HASH[1:]}),
        ("hash-64-letters", "64 letters of two bytes are 128 bytes.", {"media_hash": "é" * 64}),
        ("hash-spaces", "64 digits and a space.", {"media_hash": f" {PHOTO_HASH}"}),
        ("hash-upper-case", "Digits of either case.", {"media_hash": PHOTO_HASH.upper()}),
        ("video-capital", "A capital.", {"media_type": "Video"}),
        ("video-shortest", "One frame, one millisecond.", VIDEO),
        ("video-duration-none", "Nothing to see.", VIDEO | {"duration_ms": 0}),
        ("photo-frames", "A photo's counts are not looked at.", {"frame_count": 0, "duration_ms": -1}),
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
    """Two rules that stand next to each other are broken: the first is told."""
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
        hash_only(f"hash-only-first-{name}", "Of two broken rules the first is told.", payload(**changes))
    hash_only("hash-only-first-time-assertion", "Of two broken rules the first is told.", payload(captured_at=""),
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
    for group in (content_types, rules, orders, evidence):
        group()
