"""The mutations of the suite captures: one change of one rule each, by the section of docs/CAPTURE.md's rules that it
breaks. mutation_suites.py defines mutations."""

from __future__ import annotations

import capture_mutations_assertion
import capture_mutations_attestation
import capture_mutations_json
import capture_mutations_judgement
import capture_mutations_parts
import capture_mutations_requests

MUTATIONS = [
    *capture_mutations_json.MUTATIONS, *capture_mutations_assertion.MUTATIONS, *capture_mutations_parts.MUTATIONS,
    *capture_mutations_judgement.MUTATIONS,
    *capture_mutations_attestation.MUTATIONS, *capture_mutations_requests.MUTATIONS,
]
