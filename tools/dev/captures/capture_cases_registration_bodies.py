"""Registrations by their JSON body and their headers: one case for each rule or edge case."""

from __future__ import annotations

import json
from typing import Any

from capture_attestation_material import CHALLENGE, KEY_ID, attestation, register_http, text


def add_all() -> None:
    add_http()
    add_android()


def body(**changes: Any) -> str:
    """A body in the nested form; None omits a member."""
    members = {
        "platform": "ios", "model": "iPhone 15 Pro", "has_lidar": True,
        "attestation": {
            "key_id": KEY_ID, "attestation_object": text(attestation()), "challenge": text(CHALLENGE)}, **changes}
    return json.dumps({name: value for name, value in members.items() if value is not None}, ensure_ascii=False)


def flat(**changes: Any) -> str:
    return body(**{
        "attestation": None, "device_id": KEY_ID, "attestation_object": text(attestation()),
        "challenge": text(CHALLENGE), **changes})


def add_http() -> None:
    nested = json.loads(body())["attestation"]
    register_http("nested", "The nested form.", body())
    register_http("flat", "The flat form.", flat())
    register_http("flat-no-challenge", "The object is not read.", flat(challenge=None))
    register_http("flat-no-challenge-known-key", "409 all the same.", flat(challenge=None), key_registered=True)
    register_http("flat-null-challenge", "Null is no challenge.", flat().replace(json.dumps(text(CHALLENGE)), "null"))
    register_http("flat-empty-challenge", "An empty one has no 32 bytes.", flat(challenge=""))
    register_http("flat-no-key-id", "No key id.", flat(device_id=None))
    register_http("flat-no-object", "No object.", flat(attestation_object=None))
    register_http("flat-no-key-id-no-object", "The key id is checked first.",
                  flat(device_id=None, attestation_object=None))
    register_http("flat-blank-key-id-no-object", "Presence before blanks.", flat(device_id=" ",
    attestation_object=None))
    register_http("flat-public-key", "A member that is ignored.", flat(public_key="04"))
    register_http("flat-public-key-number", "An ignored member must be a text.", flat(public_key=4))
    register_http("both-forms", "The nested form counts.", body(device_id=" ", attestation_object="?", challenge="?"))
    register_http("nested-null", "Null is no nested form.",
                  flat().replace('"platform"', '"attestation": null, "platform"'))
    for member in nested:
        rest = {name: value for name, value in nested.items() if name != member}
        register_http(f"nested-without-{member.replace('_', '-')}", "All three are required.", body(attestation=rest))
    register_http("arrays", "Arrays in place of objects.",
                  json.dumps(["ios", "iPhone 15 Pro", True, list(nested.values())]))
    register_http("array-of-three", "Members with a default may be left out.", json.dumps(["ios", "iPhone", True]))
    register_http("array-of-two", "Members without a default cannot be omitted.", json.dumps(["ios", "iPhone"]))
    register_http("array-flat", "All nine.", json.dumps(
        ["ios", "iPhone", True, None, None, KEY_ID, None, text(attestation()), text(CHALLENGE)]))
    register_http("array-of-ten", "One too many.", json.dumps(["ios", "iPhone", True] + [None] * 7))
    register_http("platform-capitals", "Any case.", body(platform="iOS"))
    register_http("platform-blank", "Not trimmed.", body(platform="ios "))
    register_http("platform-web", "Another.", body(platform="web", model=""))
    register_http("platform-missing", "Required.", body(platform=None))
    register_http("model-missing", "Required.", body(model=None))
    register_http("model-number", "A text.", body(model=15))
    register_http("model-empty", "Blank.", body(model=""))
    register_http("model-before-key-id", "In this order.", flat(model=" ", device_id=None))
    register_http("lidar-missing", "Required.", body(has_lidar=None))
    register_http("lidar-number", "A boolean.", body(has_lidar=1))
    register_http("lidar-false", "The member is not used for iOS.", body(has_lidar=False))
    register_http("android-beside", "The member is not used for iOS.", body(android_attestation={
        "key_id": None, "certificate_chain": [], "challenge": ""}))
    register_http("android-beside-shape", "An ignored member must have the right shape.",
                  body(android_attestation={"challenge": ""}))
    register_http("unknown-member", "Ignored.", body(app_version=[1e999]).replace("Infinity", "1e999"))
    register_http("member-twice", "A known one.", body().replace('"model"', '"model": "x", "model"', 1))
    register_http("camel-case", "has_lidar is then missing.", body().replace("has_lidar", "hasLidar"))
    register_http("empty", "No JSON.", "")
    register_http("byte-order-mark", "No JSON.", "\ufeff" + body())
    register_http("two-values", "No JSON.", body() + "{}")
    register_http("shape-before-grammar", "The first problem decides.", '{"platform": 5, "model": }')
    register_http("null", "An object is required.", "null")
    size = len(body().encode())
    register_http("body-2-mib", "2,097,152 bytes.", {"text": body(), "spaces": 2_097_152 - size})
    register_http("body-2-mib-and-1", "One byte more.", {"text": body(), "spaces": 2_097_153 - size})
    register_http("no-content-type", "The header is missing.", body(), None)
    register_http("content-type-text", "Another type, before the body is read.", "{", "text/plain")
    register_http("content-type-suffix", "A suffix.", body(), "application/vnd.example+JSON; charset=utf-8")
    register_http("used-challenge", "A used challenge gives an unverified device.", body(), challenge_state="used")


def add_android() -> None:
    chain = {"certificate_chain": ["x", "y"], "challenge": "x"}
    android = {"platform": "Android", "has_lidar": False, "attestation": None}
    register_http("android-lidar", "No Android phone has one.", body(**android | {"has_lidar": True}))
    register_http("android-nothing", "No attestation of its kind.", body(**android))
    register_http("android-nested-ios", "That of iOS does not count.", body(**android | {"attestation": {
        "key_id": "x", "attestation_object": "x", "challenge": "x"}}))
    register_http("android-one-certificate", "Two at least.", body(
        **android, android_attestation=chain | {"certificate_chain": ["x"]}))
    register_http("android-blank-challenge", "Not blank.", body(**android,
    android_attestation=chain | {"challenge": " "}))
    register_http("android-model-blank", "The model is checked before.", body(**android | {"model": " "}))
    register_http("android-array", "As arrays.", json.dumps(["android", "Pixel", False, None, ["k", ["x"], "c"]]))
