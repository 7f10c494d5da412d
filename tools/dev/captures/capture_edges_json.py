"""Edge cases of JSON in captures: rules of grammar, shape, numbers and text that no other case covers."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from capture_material import add, assertion, full, hash_only, metadata, payload, signed_text


def rewritten(name: str, notes: str, edit: Callable[[str], str], **changes: Any) -> None:
    """A hash-only capture whose text is edited, signed for what the server reads from it."""
    def sign(body: dict[str, Any]) -> str:
        sent = edit(json.dumps(body | {"assertion": ""}, separators=(",", ":"), ensure_ascii=False))
        return assertion(signed_text(sent))

    hash_only(f"hash-only-{name}", notes, payload(**changes), sign=sign, edit=edit)


def replacing(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        if old not in text:
            raise ValueError(f"{old} is not in the payload")
        return text.replace(old, new, 1)
    return edit


def edited(name: str, notes: str, old: str, new: str) -> None:
    hash_only(f"hash-only-{name}", notes, edit=replacing(old, new))


def grammar() -> None:
    rewritten("white-space", "Spaces, tabs, both ends of lines.",
              lambda text: " \t\r\n" + text.replace('":', '"\t\r\n :').replace(",", "\t,\r") + "\n\r\t ")
    edited("form-feed", "A form feed is no white space.", ',"media_type"', ',\f"media_type"')
    edited("word-case", "A word in capitals.", ":true,", ":tRUE,")
    edited("word-cut", "A word that ends too early, in place of a number.", ':0.5,"max', ':nul,"max')
    edited("zero-for-text", "A zero before other digits, in place of text: grammar comes first.", '"hash_only"', "01")
    edited("text-escape", "An unknown escape in place of a number.", ':0.5,"max', ':"\\q","max')
    edited("value-none", "No value at all.", ':0.5,"max', ':,"max')
    edited("semicolon", "A semicolon for a comma.", '{},"metadata_flags"', '{};"metadata_flags"')
    edited("equals-sign", "An equals sign for a colon.", '"media_type":', '"media_type"=')
    edited("text-behind", "Text after the value.", '"metadata":{}', '"metadata":{}}, {"x":1')
    edited("name-number", "A number for a name.", '"metadata":{}', '"metadata":{1:2}')


def shape() -> None:
    rewritten("name-case", "Names in capitals are other names.",
              replacing('"metadata":{}', '"metadata":{},"Media_Type":"x","ASSERTION":1'))
    hash_only("hash-only-no-members", "No member: the first is missed.", edit=lambda text: "{}")
    for name, notes, changes in (
        ("dimensions-array-short", "Too few elements.", {"depth_map_dimensions": [256]}),
        ("dimensions-array-long", "One element too many is no other shape.", {"depth_map_dimensions": [256, 192, 1]}),
        ("dimensions-array-empty", "No element.", {"depth_map_dimensions": []}),
        ("dimensions-below-0", "Less than an unsigned number.", {"depth_map_dimensions": {"width": -1, "height": 1}}),
        ("dimensions-32-bits", "The largest number of 32 bits is too large a side.",
         {"depth_map_dimensions": {"width": 4294967295, "height": 1}}),
        ("dimensions-33-bits", "A number above 32 bits is invalid.",
         {"depth_map_dimensions": {"width": 4294967296, "height": 1}}),
        ("location-array-short", "Altitude and accuracy have defaults, so an array may end before them.",
         {"location": [59, 10]}),
        ("location-array-3", "An accuracy left out.", {"location": [59, 10, None]}),
        ("location-array-1", "A longitude has no default.", {"location": [59]}),
        ("longitude-absent", "A latitude alone.", {"location": {"latitude": 59}}),
        ("location-null", "null is no location.", {"location": None}),
    ):
        members = metadata(**changes) | ({"location": None} if name == "location-null" else {})
        full(f"full-{name}", notes, members)


def skipped() -> None:
    for name, notes, value in (
        ("semicolon", "A semicolon for a comma.", "[1;2]"), ("bracket", "A bracket for a brace.", '{"a":1]'),
        ("comma", "A comma before the end.", "[1,]"), ("name", "A name that is a number.", "{1 2}"),
        ("zero", "A zero before other digits.", "[01]"), ("point", "No digit after the point.", "[1.]"),
        ("exponent", "No digit after the e.", "[1e]"), ("escape", "An unknown escape.", '["\\q"]'),
        ("tab", "A tab inside text.", '["\t"]'),
    ):
        edited(f"skipped-{name}", f"In an unknown member: {notes}", '"metadata":{}',
               f'"metadata":{{}},"x":{value}')
    rewritten("skipped", "Unknown members in every form.", replacing(
        '"metadata":{}', '"metadata":{},"x":[-1e999,0.5E+3,"\\ud800\\/",[],{},{"a":{"b":[null,true,false]}}]'))


def strings() -> None:
    model = '"metadata":{"device_model":"%s"}'
    rewritten("escapes", "All escapes, and what needs none.", replacing(
        '"metadata":{}', model % '\\b\\f\\n\\r\\t\\"\\\\\\/\\u001F\\u007f\x7f\\u00E9\\ud83d\\uDE00/'))
    for name, notes, text in (
        ("control", "U+001F as it is.", "\x1f"), ("apostrophe", "An apostrophe is not escaped.", "\\'"),
        ("surrogate-trailing", "The second of two surrogates alone.", "\\udc00x"),
        ("surrogate-trailing-first", "Two surrogates the wrong way round.", "\\ude00\\ud83d"),
        ("surrogate-letter", "A letter in place of the second.", "\\ud83d\\u0041"),
    ):
        edited(f"text-{name}", notes, '"metadata":{}', model % text)
    body = json.dumps(payload(metadata={"device_model": "x"}) | {"assertion": "QQ=="}).encode()
    bad = base64.b64encode(body.replace(b'"x"', b'"\xff"')).decode()
    add("hash-only-text-bytes", "captures/hash-only", "A byte that is no UTF-8.", content_type="application/json",
        body={"base64": bad})


def numbers() -> None:
    for name, notes, texts in (
        ("large", "More digits than 64 bits hold.", ("1234567890123456789012345", "-98765432109876543210987654321.5",
                                                     "18446744073709551615", "18446744073709551616")),
        ("room", "A digit that finds no room ends the digits.", ROOM),
        ("small", "Next to nothing.", ("-0", "-1e-99999999999", "0e99999999999", "1e-99999999999")),
        ("subnormal", "Below 10⁻³⁰⁸ the reader takes two steps.", SUBNORMAL),
        ("signed", "Integers below those of 64 bits.", ("-9223372036854775808", "-9223372036854775809",
                                                        "-18446744073709551615", "-0.0")),
        ("powers", "The largest power of ten.", ("1e308", "0.1e309", "17e307", "-1E+2")),
        ("plain", "Written plainly.", ("1234567890123456", "1234567890123456.5", "0.000012", "0.001")),
        ("exponents", "Written with an exponent.", ("12345678901234567", "1e16", "0.0000099", "9e-7")),
    ):
        members = dict(zip(("latitude", "longitude", "altitude", "accuracy"), (1.25, 2.25, 3.25, 4.25), strict=True))

        def edit(text: str, texts: tuple[str, ...] = texts) -> str:
            for index, number in enumerate(texts, start=1):
                text = replacing(f":{index}.25", f":{number}")(text)
            return text

        rewritten(f"numbers-{name}", notes, edit, metadata={"location": members})
    for name, notes, text in (
        ("309", "A power of ten too many.", "1e309"), ("beyond", "Beyond binary64.", "1.8e308"),
        ("exponent-large", "An exponent beyond 32 bits.", "1e99999999999"), ("point", "No digit after the point.",
         "1."),
        ("exponent-none", "No digit after the e.", "1e"), ("zero", "A zero before other digits.", "00.5"),
    ):
        edited(f"number-{name}", notes, ':0.5,"max', f':{text},"max')
    rewritten("binary32", "Integers are rounded to binary32 at once, all others twice.", replacing(
        ':1.5,"depth_layers"', ':1152921573326323713,"depth_layers"'),
        analysis={"min_depth": -1152921573326323713})
    rewritten("binary32-twice", "What binary64 has lost binary32 does not get.",
              replacing(':5.5,"is', ':16777217.0000000000001,"is'))
    for name, notes, layers in (
        ("largest", "The largest number of layers.", 2**31 - 1), ("larger", "One more is no number of 32 bits.", 2**31),
        ("least", "The least number of 32 bits is one, but below 0.", -(2**31)), ("0", "No layers.", 0),
        ("minus-0", "-0 is no integer.", "-0"),
    ):
        rewritten_or_refused(f"layers-{name}", notes, str(layers))


def rewritten_or_refused(name: str, notes: str, layers: str) -> None:
    hash_only(f"hash-only-{name}", notes, edit=replacing('"depth_layers":4', f'"depth_layers":{layers}'))


# Numbers that another order of the same steps would read differently; see docs/MUTANTS.md.
ROOM = ("1844674407370955161999999999999999999999990", "1844.67440737095516183681", "1.5", "2.5")
SUBNORMAL = ("9404e-310", "-5e-320", "2.5e-308", "1e-400")


def add_all() -> None:
    for group in (grammar, shape, skipped, strings, numbers):
        group()
