"""The known mistakes: each a name, a sentence, and the rules of docs/CAPTURE.md that it breaks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """A mistake that implementations make; `mistakes.planted(name)` is where this package can make it.

    `may_be_made`: a server that makes it is not wrong for phones, so that only cases that may differ show it."""

    name: str
    text: str
    rules: tuple[str, ...]
    may_be_made: bool = False


def _mistake(name: str, rules: str, text: str, may_be_made: bool = False) -> Mistake:
    return Mistake(name, text, tuple(rules.split()), may_be_made)


MISTAKES = (
    _mistake("double-hash", "AST-034 REQ-022", "hashes the client data twice"),
    _mistake("nonce-for-plain", "AST-034 REQ-022", "signs the nonce, not authenticator data and client data hash"),
    _mistake("raw-challenge", "REG-051", "computes the nonce from the challenge, not from its hash"),
    _mistake("equal-counter-accepted", "AST-032 REQ-018", "accepts a counter that is equal to the stored one"),
    _mistake("little-endian-counter", "AST-033 REQ-018", "reads the counter as little-endian"),
    _mistake("app-unchecked", "AST-030", "does not compare the app of a capture's assertion"),
    _mistake("request-app-checked", "REQ-025", "compares the app of a signed request, which the server does not"),
    _mistake("high-s-refused", "AST-028", "refuses signatures with the larger s"),
    _mistake("raw-signature-refused", "AST-026", "refuses signatures of 64 bytes"),
    _mistake("der-trailing-accepted", "AST-025", "accepts DER signatures with bytes after them"),
    _mistake("compressed-key-refused", "AST-021 AST-022", "refuses stored keys of 33 bytes"),
    _mistake("lenient-base64", "AST-001 REG-011 REG-012 REQ-007", "accepts URL-safe, unpadded and spaced base64"),
    _mistake("last-member-counts", "AST-005", "uses the last of two members with one name in an assertion"),
    _mistake("cbor-trailing-refused", "AST-003", "refuses assertions with bytes after the map"),
    _mistake("longer-data-refused", "AST-012", "refuses authenticator data of more than 37 bytes, as of iOS 27"),
    _mistake("time-rewritten", "AST-035", "rewrites the time of a full capture before hashing it"),
    _mistake("photo-hash-rewritten", "AST-035", "writes the photo's hash in lower case before hashing it"),
    _mistake("payload-signed-as-sent", "AST-036 CAP-180 CAP-184", "hashes the members of a hash-only capture as sent"),
    _mistake("numbers-to-nearest", "CAP-186 CAP-188", "reads each number as the nearest binary64"),
    _mistake("capital-digits-refused", "CAP-033 CAP-156", "refuses hashes in upper-case digits"),
    _mistake("photo-hash-unchecked", "CAP-042", "does not compare the photo's hash"),
    _mistake("first-part-counts", "CAP-005", "uses the first of two parts with one name"),
    _mistake("zlib-depth-accepted", "CAP-071", "inflates zlib streams as depth maps"),
    _mistake("captured-at-window", "CAP-091", "refuses captures more than 900 s from its clock"),
    _mistake("status-200", "CAP-043 CAP-170", "answers 200 to accepted captures, not 202"),
    _mistake("suspicious-capped-to-low", "CAP-084 CAP-085", "records low for suspicious"),
    _mistake("failed-assertion-as-absent", "CAP-084", "treats a failed assertion of a full capture as none"),
    _mistake("full-failure-refused", "CAP-043", "answers 401 to full captures whose assertion fails"),
    _mistake("unverified-request-uncapped", "CAP-081", "records high although the request was not verified"),
    _mistake("hash-only-hides-failure", "CAP-167", "accepts hash-only captures whose assertion fails"),
    _mistake("registered-app-unchecked", "REG-052", "does not compare the app of an attestation"),
    _mistake("registered-counter-unchecked", "REG-054", "accepts attestations with any counter"),
    _mistake("chain-without-time", "REG-041", "does not compare certificates with the clock"),
    _mistake("first-certificate-only", "REG-040 REG-041 REG-042", "checks the leaf, and no other certificate"),
    _mistake("strict-chain-unchecked", "REG-043 REG-044 REG-045", "does not verify the chain in strict mode"),
    _mistake("apple-nonce-form-only", "REG-070 REG-071 REG-073", "reads the nonce only in the form that Apple writes"),
    _mistake("key-without-end", "REG-060", "accepts keys with bytes after them, as of iOS 27"),
    _mistake("off-curve-refused", "REG-066", "refuses keys that are not on the curve", may_be_made=True),
    _mistake("key-id-checked", "REG-055", "requires the key id to be the hash of the key"),
    _mistake("challenge-replayed", "REG-016", "accepts a challenge that was used before"),
    _mistake("failed-attestation-refused", "REG-019 REG-022", "answers 400 to an attestation that fails"),
    _mistake("body-limit-off-by-one", "CAP-151 REG-002", "accepts bodies of one byte more than the limit"),
    _mistake("any-level-signs", "REQ-014 REQ-016", "verifies requests of devices with Android's levels"),
    _mistake("timestamp-in-seconds", "REQ-006", "reads the timestamp of a request in seconds"),
    _mistake("301-seconds", "REQ-010", "accepts requests that are 301 s old"),
    _mistake("difference-without-wrap", "REQ-012", "does not wrap the age of a request at 64 bits"),
    _mistake("parsed-body-hash", "REQ-024", "hashes the parsed and rewritten JSON of a request, not its bytes"),
    _mistake("timestamp-as-sent", "REQ-023", "hashes the timestamp of a request as sent, not the number that was read"),
    _mistake("request-counter-stored-late", "SES-001", "stores a request's counter after its capture is checked"),
)
