"""Which rules the cases guard, by their names: regular expressions, the first that matches the whole name counts.
Indented lines continue the one before."""

CAPTURES = r"""
full-verifies: AST-034 AST-035 CAP-043 CAP-080 CAP-030 CAP-031 CAP-032 CAP-033 CAP-039 CAP-041 CAP-060 CAP-064 CAP-073
    CAP-081 CAP-083 AST-001 AST-011 AST-023 AST-024 AST-027 AST-030 AST-032 AST-037 AST-038 CAP-009 CAP-070 CAP-076
    CAP-091 AST-002 AST-006 AST-020 AST-025 CAP-001 CAP-024 CAP-042 CAP-045 CAP-010 CAP-044 CAP-007 CAP-008 CAP-084
    CAP-085 CAP-071 CAP-072 CAP-106 CAP-108
full-request-unverified: CAP-081
full-nonce: AST-034 CAP-084 CAP-080 AST-038
full-jpeg-depth.*|full-jpeg|full-request-binding: AST-035
full-other-key: AST-034 CAP-084 CAP-043
full-compressed-key|full-other-compressed-key: AST-021
full-key-missing: AST-020
full-key-off-curve: AST-023
full-key-compact-(off-curve|large): AST-022 AST-023
full-key-compact-.*: AST-022
full-key-hybrid: AST-024
full-high-s: AST-028
full-raw: AST-026 AST-025
full-raw-6[35]: AST-026
full-raw-zeros: AST-027 AST-026
full-der-r-zero|full-der-r-order|full-der-s-.*|full-der-r-below-order: AST-027
full-der-.*: AST-025
full-bit-flipped: AST-034
full-assertion-absent: CAP-082 CAP-107 AST-038
full-assertion-null: CAP-107 CAP-082
full-assertion-blank: CAP-040 CAP-082
full-base64-.*: AST-001
full-cbor-(reversed|more-members|names-bytes): AST-004
full-cbor-trailing: AST-003
full-cbor-(indefinite|chunks|long-lengths|eight-bytes|wrong-chunk|bytes): AST-007
full-cbor-first-counts: AST-006 AST-005
full-cbor-first-counts-good: AST-005
full-cbor-(tagged|cut|array): AST-002
full-cbor-empty: AST-006 AST-037
full-cbor-no-signature-short: AST-037 AST-006
full-cbor-no-.*: AST-006
full-cbor-not-utf8: AST-008
full-cbor-(form-28|number-31|tag-31|break|simple-.*|simple|floats|numbers|map): AST-009
full-cbor-bignum-.*: AST-013
full-cbor-nested-.*: AST-010
full-data-36-bytes: AST-011
full-data-(longer|ios-27): AST-012
full-flags-ignored: AST-031
full-counter-little-endian: AST-033
full-counter-equal-no-key: AST-037 AST-032
full-counter-.*: AST-032
full-other-app: AST-030 AST-037
full-key-(missing|hybrid)-no-form: AST-037
full-fail-(unavailable|fail): CAP-084 CAP-083
full-time-(zone-absent): CAP-060
full-time-february-29|full-time-2000: CAP-063
full-time-(offset|minus|east): CAP-065 CAP-062
full-time-(small-letters|typographers): CAP-061
full-time-(digits|ninth-digit): CAP-062
full-time-(leap|leap-begins|same-leap): CAP-064
full-time-(leap-midnight|leap-evening|now-leap|both-leap): CAP-087 CAP-064
full-time-(901-s|900.9-s|ahead|900-s|901-s-ahead|seconds-ahead): CAP-086 CAP-091
full-no-time-2026-03-01(-12-00-00z|t12-00-00z-|t12-00z|t12-00-00-0100)|full-no-time-2026-03-1-.*: CAP-060
full-no-time-2026-03-01t12-00-00-(5z|z): CAP-062
full-no-time-2026-03-01t12-00-61z: CAP-064
full-no-time-2026-03-01t12-00-00-(24-00|01-60): CAP-065
full-no-time-.*: CAP-063
full-model-blank: CAP-031
full-model-.*: CAP-088 CAP-091
full-hash-(short|long|letters): CAP-032
full-hash-not-hex: CAP-033
full-hash-upper-case: CAP-033 CAP-042 CAP-032
full-hash-spaces: CAP-041
full-hash-of-other: CAP-042
full-(width-0|height-0): CAP-034
full-(width|height)-1001: CAP-035
full-(smallest): CAP-034
full-(largest): CAP-035
full-width-real: CAP-109
full-latitude-.*: CAP-036
full-longitude-absent|full-city: CAP-106
full-longitude-.*: CAP-037
full-location-edge|full-location-other-edge: CAP-036 CAP-037 CAP-038
full-location-array-.*: CAP-114 CAP-113
full-location-null: CAP-107 CAP-090
full-location(-half|-nearly|-ten)?: CAP-090 CAP-091
full-altitude-alone: CAP-107 CAP-038
full-dimensions-array: CAP-113
full-dimensions-array-long: CAP-115
full-dimensions-array-(short|empty): CAP-114
full-dimensions-(below-0|33-bits): CAP-109
full-dimensions-32-bits: CAP-035 CAP-109
full-dimensions-other: CAP-075
full-members-more: CAP-103
full-json-(nan|comma): CAP-100
full-json-two: CAP-101
full-json-twice: CAP-105
full-json-shape-first: CAP-112
full-json-skipped: CAP-104
full-json-surrogate: CAP-111
full-json-mark: CAP-020
full-photo-empty: CAP-007
full-photo-empty-first|full-metadata-bad-first|full-metadata-bad-alone: CAP-006
full-depth-empty: CAP-008
full-depth-absent|full-no-parts: CAP-010
full-(parts-reversed|parts-more|name-case): CAP-004
full-file-name: CAP-009 CAP-004
full-(photo|depth|metadata|detection)-twice: CAP-005
full-detection-bad-last: CAP-018 CAP-005
full-photo-stored: CAP-044
full-nul-model-stored: CAP-045 CAP-044
full-nul-.*: CAP-045
full-detection-plain: CAP-018
full-detection-nul-(unreadable): CAP-018 CAP-045
full-detection-(time|nul|nul-array): CAP-018 CAP-045
full-detection-(nul-nested|result-.*): CAP-046 CAP-018
full-detection-nul-(reason|version|classifications|breakdown|other-map|unknown-inside): CAP-047 CAP-045 CAP-046
full-detection-.*: CAP-045 CAP-018
full-depth-stairs-(zlib|deflate): CAP-071 CAP-083
full-depth-stairs-(cut|changed): CAP-072
full-depth-two-members: CAP-070
full-depth-(odd-bytes|no-samples): CAP-073
full-depth-wall|full-wall-alone: CAP-085 CAP-076
full-depth-nothing-valid: CAP-076 CAP-083
full-depth-small: CAP-075 CAP-073
full-depth-stripes: CAP-075
full-depth-(png|packed-twice): CAP-074
full-deflate-alone: CAP-083 CAP-071 CAP-082
full-text-mark-.*: CAP-020
full-text-(utf16-odd|ill-formed.*): CAP-023
full-text-(unknown-label|blank-before-semicolon): CAP-023
full-text-.*: CAP-021
full-metadata-array-(location-first): CAP-113
full-metadata-array-5: CAP-114
full-metadata-array-7: CAP-115
full-metadata-array.*: CAP-113 CAP-114
full-body: CAP-003 CAP-013 CAP-015 CAP-001
full-body-(line-first|text-behind|padded|boundary-inside|cut): CAP-003
full-body-(no-quotes|name-unquoted.*|name-single-quotes): CAP-016
full-body-(header-case|two-headers|last-header|bare-return): CAP-012
full-body-line-feed.*: CAP-019
full-body-(32-headers|33-headers|no-headers): CAP-011
full-body-name-(blank.*|names-first|starred): CAP-014
full-body-name-(no-closing-quote|escaped-quote|other-backslash|two-backslashes|empty-name): CAP-015
full-body-name-(no|other)-utf-8: CAP-017
full-body-name-.*: CAP-013
full-content-type-(semicolon|comma): CAP-136 CAP-001
full-content-type-suffix: CAP-132 CAP-001
full-content-type-(blank-before-semicolon): CAP-133 CAP-001
full-content-type-(blank-around-equals): CAP-134 CAP-001
full-content-type-quoted: CAP-135 CAP-001
full-content-type-(absent|empty): CAP-137 CAP-001
full-content-type-.*: CAP-001
full-first-.*: CAP-039
full-sides-.*: CAP-089 CAP-091
hash-only-verifies: CAP-170 CAP-155 CAP-166 CAP-112 CAP-105 CAP-109 CAP-110 CAP-115 CAP-130 CAP-133 CAP-137 AST-036
    CAP-150 CAP-153 CAP-152 CAP-167 CAP-169 CAP-168 CAP-180 CAP-163 CAP-154 CAP-157 CAP-101 CAP-102 CAP-164 CAP-165
    CAP-156
hash-only-not-real: CAP-170
hash-only-video: CAP-158 CAP-181 CAP-157
hash-only-numbers: CAP-184 CAP-183
hash-only-infinite: CAP-184
hash-only-(coarse|precise|level|location-none)(-.*)?: CAP-173
hash-only-location-hidden: CAP-173 CAP-172
hash-only-digits: CAP-186
hash-only-text: CAP-182
hash-only-spaces: CAP-180
hash-only-changed-after: CAP-181
hash-only-kind: CAP-131 CAP-150
hash-only-hash-(65|63|64-letters|spaces): CAP-155
hash-only-hash-letters: CAP-156
hash-only-hash-upper-case: CAP-156 CAP-155
hash-only-(audio|video-capital): CAP-157
hash-only-video-(chain|frames|duration): CAP-158
hash-only-photo-frames: CAP-158 CAP-159
hash-only-video-.*: CAP-159
hash-only-version-blank: CAP-160
hash-only-layers-(real|larger|minus-0): CAP-109
hash-only-layers-least: CAP-161 CAP-109
hash-only-layers-(largest|0): AST-036 CAP-180
hash-only-layers-none: CAP-161
hash-only-coherence-[01]|hash-only-coherence-below-0: CAP-162
hash-only-day: CAP-163
hash-only-flag-absent|hash-only-no-members|hash-only-temporal-frames: CAP-106
hash-only-(metadata|chain-length|temporal)-absent: CAP-106
hash-only-member-twice: CAP-105
hash-only-metadata-null: CAP-107
hash-only-number-text: CAP-108
hash-only-(comma|form-feed|word-case|word-cut|value-none|semicolon|equals-sign|name-number): CAP-100
hash-only-(zero-for-text|text-escape|text-behind): CAP-112 CAP-100
hash-only-(mark|empty): CAP-102
hash-only-plain-text: CAP-131
hash-only-nonce: AST-034 CAP-167
hash-only-counter: AST-032 CAP-167
hash-only-stored: CAP-169
hash-only-stored-and-bad: CAP-167 CAP-169
hash-only-own-text(-twice)?: AST-036 CAP-184
hash-only-white-space: CAP-100 CAP-180
hash-only-name-case: CAP-103
hash-only-skipped-.*: CAP-104 CAP-100
hash-only-skipped: CAP-104 CAP-181
hash-only-escapes: CAP-182 CAP-111
hash-only-text-(control|apostrophe): CAP-100
hash-only-text-(surrogate.*|bytes): CAP-111
hash-only-numbers-(large|room): CAP-185
hash-only-numbers-powers: CAP-186 CAP-110
hash-only-numbers-(small|subnormal): CAP-188
hash-only-numbers-signed: CAP-187
hash-only-numbers-(plain|exponents): CAP-183
hash-only-number-(309|beyond|exponent-large): CAP-110
hash-only-number-.*: CAP-100
hash-only-binary32.*: CAP-187
hash-only-type-(absent|empty|letter): CAP-137
hash-only-type-(text|capitals|jsonp): CAP-131
hash-only-type-(bare-suffix|json-xml|json-plus|suffix|two-suffixes.*): CAP-132 CAP-131
hash-only-type-(space|star|no-subtype|no-type): CAP-130
hash-only-type-(blank-before-semicolon|tab|blank-behind-value): CAP-133
hash-only-type-(semicolon|two-semicolons|list): CAP-136
hash-only-type-(quotes|empty-quotes|backslash|escaped-quote|open-quotes): CAP-135
hash-only-type-.*: CAP-134
hash-only-(chain-array-5|payload-array-13): CAP-115
hash-only-.*array-(\d|11|empty|no-frames|null|temporal-last): CAP-114
hash-only-.*array(-nulls)?: CAP-113 CAP-114
hash-only-nul-elsewhere: CAP-168 CAP-171
hash-only-nul-unsigned: CAP-167 CAP-168
hash-only-nul-.*: CAP-168
hash-only-(chain-all|temporal): CAP-181 CAP-107
hash-only-metadata-all: CAP-171 CAP-180 CAP-107
hash-only-first-.*: CAP-166
hash-only-nothing-included: CAP-172
"""

REGISTRATIONS = r"""
register-verified: REG-019 REG-022 REG-051 REG-050 REG-041 REG-018 REG-020 REG-021 REG-030 REG-031 REG-032 REG-033
    REG-034 REG-035 REG-036 REG-042 REG-043 REG-044 REG-045 REG-048 REG-052 REG-053 REG-054 REG-060 REG-061 REG-011
    REG-012 REG-013 REG-015 REG-016 REG-017 REG-040 REG-023 REG-056 REG-038 REG-039 SES-009 REG-062 REG-006 REG-010
register-development: REG-055
register-flags-80: REG-055
register-ios-27: REG-060
register-(before-)?first-second|register-(after-)?last-second: REG-041
register-unchecked-.*: REG-055
register-off-curve|register-key-zero-point: REG-066
register-challenge-unpadded: REG-012
register-challenge-(31|33|empty): REG-013
register-challenge-unknown-and-no-object: REG-015 REG-023
register-known-key: REG-020 REG-018 SES-009
register-known-key-nul.*: REG-021 REG-023 REG-020
register-known-key-.*: REG-023 REG-020 REG-018
register-nul-.*: REG-021
register-model-.*: REG-006
register-key-id-blank: REG-010
register-object-and-challenge-bad: REG-023
register-object-.*: REG-011
register-cbor-(behind): AST-003 REG-030
register-cbor-indefinite: AST-007 REG-030
register-cbor-ill-formed-text: AST-008 REG-030
register-member-twice-first-bad: REG-031 AST-005 REG-030
register-member-twice: AST-005 REG-030
register-member-order: AST-004 REG-030
register-member-more: REG-037
register-x5c-text-between: REG-036
register-receipt-.*: REG-037
register-data-56: REG-038
register-data-counter.*: REG-054
register-data-app.*: REG-052
register-data-.*: REG-038
register-(leaf|intermediate)-behind: REG-040
register-third-root: REG-047
register-third-.*: REG-047
register-leaf-(long|early|late|times-exchanged)|register-intermediate-early: REG-041
register-leaf-unique-identifier: REG-040
register-leaf-authority: REG-047
register-strict-.*: REG-046
register-leaf-sha384: REG-045
register-intermediate-p256: REG-044 REG-045
register-root-as-intermediate: REG-043
register-nonce-twice.*: REG-049
register-nonce-bit: REG-051 REG-019 REG-022
register-nonce-(31|33): REG-051
register-nonce-form-(behind|cut|set|bare-octets|primitive-sequence|indefinite|empty): REG-070
register-nonce-form-(context-0|primitive-tag|tag-alone|application-tag): REG-071
register-nonce-form-(real|universal-15|two-in-tag|not-first-in-tag|tag-of-nothing): REG-071
register-nonce-form-(octets|first-octets-short|octets-in-octets): REG-072
register-nonce-form-in-.*|register-nonce-form-after-short-text: REG-073
register-nonce-form-after-.*|register-nonce-form-integer-alone: REG-074
register-nonce-form-printable-all: REG-075
register-nonce-form-.*: REG-075
register-nonce-of-.*|register-nonce-hashed-twice: REG-051
register-key-bignums: REG-061 AST-013 REG-063 REG-064
register-key-(more-members|text-label|order|indefinite|long-numbers): REG-063
register-key-(no-algorithm|algorithm.*): REG-064
register-key-(operations|kid|iv): REG-065
register-no-key-bignum-below: AST-013 REG-060
register-no-key-(byte-behind|cut|tag|array|sec1): REG-060
register-no-key-curve-bignum-2: REG-061 AST-013
register-no-key-(type|curve).*: REG-061
register-no-key-[xy]-.*: REG-062
register-no-key-algorithm.*: REG-064
register-no-key-(operations|kid|iv).*: REG-065
register-no-key-.*label.*: REG-063
register-order-.*: REG-056
register-http-nested: REG-007 REG-004 REG-001 REG-003 REG-005
register-http-flat: REG-007 REG-008 REG-009 REG-014
register-http-flat-no-challenge-known-key: REG-020 REG-014
register-http-flat-(no-challenge|null-challenge): REG-014
register-http-flat-no-key-id-no-object: REG-023
register-http-flat-blank-key-id-no-object|register-http-model-before-key-id: REG-023
register-http-flat-public-key.*: REG-007 REG-004
register-http-both-forms|register-http-nested-null: REG-007
register-http-nested-without.*: CAP-106 REG-004
register-http-array-of-ten: CAP-115
register-http-(arrays|array-flat): CAP-113 CAP-114
register-http-array-.*: CAP-114
register-http-platform-(capitals|blank|web): REG-005
register-http-(platform|model|lidar)-missing: CAP-106
register-http-(model|lidar)-number: CAP-108
register-http-model-empty: REG-006
register-http-lidar-false|register-http-android-beside: REG-007
register-http-android-beside-shape: REG-004
register-http-unknown-member: CAP-103 CAP-104
register-http-member-twice: CAP-105
register-http-camel-case: CAP-103 CAP-106
register-http-(empty|byte-order-mark): CAP-102
register-http-two-values: CAP-101
register-http-shape-before-grammar: CAP-112
register-http-null: CAP-108
register-http-body-2-mib.*: REG-002
register-http-no-content-type: CAP-137
register-http-content-type-text: REG-001 REG-023
register-http-content-type-suffix: CAP-131 REG-001
register-http-used-challenge: REG-016
register-http-android-model-blank: REG-023
register-http-android-blank-challenge: REG-028 REG-027
register-http-android-array: REG-027 CAP-113
"""

REQUESTS = r"""
request-verified: REQ-022 REQ-027 REQ-017 REQ-018 REQ-001 REQ-004 REQ-006 REQ-007 REQ-013 REQ-014 REQ-016 REQ-020
    REQ-021 REQ-024 REQ-028 REQ-026 REQ-003 REQ-025 REQ-010 REQ-011
request-(bytes|no-body): REQ-024
request-(other-app|flags): REQ-025
request-counter-jump: REQ-019
request-raw-signature: AST-026 REQ-021
request-high-s: AST-028 REQ-021
request-ios-27: AST-012 REQ-017
request-(name-case|blanks|first-counts|first-bad): REQ-002
request-no-ascii-.*: REQ-003
request-without-.*: REQ-001
request-id-(simple|braces.*|brace.*|urn.*): REQ-005
request-id-.*: REQ-004
request-signature-.*: REQ-007
request-time-(plus|zeros|as-written): REQ-023 REQ-006
request-time-past.*|request-time-(zero|minus-1): REQ-010
request-time-future.*: REQ-011
request-time-largest: REQ-012 REQ-006
request-time-(smallest|last-that-wraps|first-that-does-not): REQ-012
request-time-.*: REQ-006
request-unknown: REQ-013
request-level-unverified-garbage: REQ-016 REQ-026
request-level-.*: REQ-014 REQ-016
request-body-20-mib.*: REQ-015 REQ-026
request-assertion-cbor-bignum-below: AST-013 REQ-017
request-assertion-cbor-behind: AST-003 REQ-017
request-assertion-no-number: REQ-021 AST-025
request-assertion-36-bytes: REQ-017 AST-011
request-assertion-(zero|order): AST-027 REQ-021
request-assertion-63-bytes: AST-026 REQ-021
request-assertion-.*: REQ-017
request-counter-.*: REQ-018
request-no-key: REQ-020 AST-020
request-key-off-curve: REQ-020 AST-023
request-key-compressed: REQ-020 AST-021
request-key-64-bytes: AST-024 REQ-020
request-nonce: REQ-022 REQ-026 REQ-027
request-(other-key|other-body|body-alone|hash-capitals): REQ-022 REQ-026
request-other-time: REQ-022
request-phone: REQ-017 REQ-026
request-order-.*: REQ-028
chain-high: SES-001 CAP-080 SES-004 SES-007 SES-003
chain-counter-order|chain-same-counter: SES-001 SES-005
chain-no-assertion: SES-005 SES-002 CAP-082
chain-other-(key|body): SES-003 CAP-081 REQ-026
chain-unverified-device: SES-006 REQ-014
chain-strongbox: SES-006 REQ-016
chain-unknown-device: SES-007
chain-refused-capture: SES-002 CAP-010
chain-hash-only-high: SES-001 CAP-170
chain-hash-only-counter-order: SES-001 CAP-167
chain-hash-only-unverified: CAP-170 SES-003
"""
