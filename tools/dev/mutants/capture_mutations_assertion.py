"""Mutations of the assertion: base64, CBOR, authenticator data, signature, key, order of the steps, what is signed."""

BASE64 = "Assertion/StrictBase64.swift"
CBOR = "Assertion/CBORReader.swift"
ASSERTION = "Assertion/Assertion.swift"
SIGNATURE = "Assertion/P256Signature.swift"
VERIFIER = "Judgement/AssertionVerifier.swift"
JUDGEMENT = "Judgement/CaptureJudgement.swift"
BINDING = "Bindings/Binding.swift"
ENTRIES = "Bindings/Binding+Entries.swift"
MATERIAL = "Bindings/BindingMaterial.swift"

ENCODING = [
    (BASE64, "guard characters.count % 4 == 0 else { return nil }", "", "base64: padding is required"),
    (BASE64, ".prefix(2).prefix {", ".prefix(3).prefix {", "base64: two signs of padding at most"),
    (BASE64, "return bits == 0 ? bytes : nil", "return bytes", "base64: unused bits are zero"),
    (BASE64, "let characters = Array(text.utf8)\n", "let characters = Array(text.utf8.filter { $0 != 0x20 })\n",
     "base64: no white space"),
    (BASE64, "let characters = Array(text.utf8)\n",
     "let characters = text.utf8.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }\n",
     "base64: the standard alphabet"),
    (CBOR, "        guard digits.count <= 16, ", "        guard ", "CBOR: bignums of 16 bytes"),
    (CBOR, "digits.count < 16 || digits.first ?? 0 < 0x80", "true", "CBOR: the lowest bignum"),
    (CBOR, "guard head.type == .bytes else { throw .unreadableBignum }",
     "guard head.type == .bytes else { return .other }", "CBOR: bignums of byte strings"),
    (CBOR, "string(head).drop { $0 == 0 }", "string(head)[...]", "CBOR: leading zeros of bignums"),
    (CBOR, "return isNegative ? .negative(number) : .unsigned(number)", "return .unsigned(number)",
     "CBOR: the sign of bignums"),
    (CBOR, "let head = try head()\n        guard head.type == .map",
     "var head = try head()\n        while head.type == .tag { head = try self.head() }\n"
     "        guard head.type == .map",
     "CBOR: no tag around the map"),
    (CBOR, "guard head.type == .map else", "guard head.type == .map || head.type == .array else",
     "CBOR: an array is no map"),
    (CBOR, "where values[index] == nil && name", "where name", "CBOR: of two members the first counts"),
    (CBOR, "where values[index] == nil && name",
     "where values[index].map { if case .bytes = $0 { false } else { true } }"
     " != false && name", "CBOR: the first counts even if it is no byte string"),
    (CBOR, "guard case .text(let name) = name else { return }",
     "let text: [UInt8]? = switch name { case .text(let text), .bytes(let text): text\n case .other: nil }\n"
     "            guard let name = text else { return }", "CBOR: names are text"),
    (CBOR, "case 24..<28:\n", "case 24..<29:\n", "CBOR: form 28 is reserved"),
    (CBOR, "case 24..<28:\n", "case 24..<27:\n", "CBOR: numbers may have eight bytes"),
    (CBOR, "count = count << 8 | UInt64(try byte())", "count = count | UInt64(try byte())",
     "CBOR: numbers are big-endian"),
    (CBOR, "case 31 where ![.unsigned, .negative, .tag].contains(type):", "case 31:",
     "CBOR: no number or tag is indefinite"),
    (CBOR, "case 31 where ![.unsigned, .negative, .tag].contains(type):", "case 31 where type == .map:",
     "CBOR: strings may be indefinite"),
    (CBOR, "case 31 where ![.unsigned, .negative, .tag].contains(type):", "case 31 where type == .bytes:",
     "CBOR: maps may be indefinite"),
    (CBOR, "maximumDepth = 256", "maximumDepth = 255", "CBOR: 256 values inside each other"),
    (CBOR, "maximumDepth = 256", "maximumDepth = 257", "CBOR: 257 values inside each other"),
    (CBOR, "guard inner.type == head.type else { throw .wrongChunk }", "",
     "CBOR: chunks are of the type of their string"),
    (CBOR, "if inner.count == nil { openCount += 1 } else {",
     "if inner.count == nil { throw .wrongChunk } else {", "~ CBOR: chunks within chunks"),
    (CBOR, "guard head.type == .bytes || String(validating: content, as: UTF8.self) != nil else { throw .notUTF8 }", "",
     "CBOR: text is UTF-8"),
    (CBOR, "guard let count = head.count else { throw .unexpectedBreak }",
     "guard let count = head.count else { return }", "CBOR: a break ends what is open"),
    (CBOR, "(20..<24).contains(count)", "(16..<24).contains(count)", "CBOR: simple value 19 is unknown"),
    (CBOR, "(20..<24).contains(count)", "(20..<25).contains(count)", "CBOR: simple value 24 is unknown"),
    (CBOR, "(20..<24).contains(count)", "(21..<24).contains(count)", "CBOR: false is known"),
    (CBOR, "(20..<24).contains(count)", "(20..<23).contains(count)", "CBOR: undefined is known"),
    (CBOR, "(25..<28).contains(head.form)", "(26..<28).contains(head.form)", "CBOR: floats of two bytes are known"),
    (CBOR, "(25..<28).contains(head.form)", "(25..<27).contains(head.form)", "CBOR: floats of eight bytes are known"),
    (CBOR, "let valueCount = head.type == .map ? 2 : 1", "let valueCount = 1", "CBOR: maps have two values a member"),
    (CBOR, "return values\n",
     "guard position == bytes.count else { throw .truncated }\n        return values\n",
     "CBOR: what follows the map is ignored"),
]

CONTENT = [
    (ASSERTION, "let members = [Member.authenticatorData, .signature]",
     "let members = [Member.signature, .authenticatorData]",
     "assertion: the names of its members"),
    (ASSERTION, "guard let data = values[0] else { throw .missingMember(members[0]) }\n"
     "        guard let signature = values[1] else { throw .missingMember(members[1]) }",
     "guard let signature = values[1] else { throw .missingMember(members[1]) }\n"
     "        guard let data = values[0] else { throw .missingMember(members[0]) }",
     "assertion: authenticatorData is looked for first"),
    (ASSERTION, "guard let data = values[0] else { throw .missingMember(members[0]) }\n",
     "guard let data = values[0] else { throw .missingMember(members[0]) }\n"
     "        guard data.count >= 37 else { throw .invalidAuthenticatorData(byteCount: data.count) }\n",
     "assertion: both members are looked for before the data is"),
    (ASSERTION, "minimumByteCount = 37", "minimumByteCount = 36", "authenticator data: 37 bytes at least"),
    (ASSERTION, "minimumByteCount = 37", "minimumByteCount = 38", "authenticator data: 37 bytes are enough"),
    (ASSERTION, "guard bytes.count >= Self.minimumByteCount else", "guard bytes.count == Self.minimumByteCount else",
     "authenticator data: more bytes are taken"),
    (ASSERTION, "bytes[33..<37].reduce(0) { $0 << 8", "bytes[33..<37].reversed().reduce(0) { $0 << 8",
     "authenticator data: the counter is big-endian"),
    (ASSERTION, "bytes[33..<37].reduce(0)", "bytes[34..<37].reduce(0)",
     "authenticator data: the counter has four bytes"),
    (ASSERTION, "guard bytes.count >= Self.minimumByteCount else",
     "guard bytes.count >= Self.minimumByteCount, bytes[32] == 0x40 else",
     "authenticator data: no flag is looked at"),
    (SIGNATURE, "P256Curve.hasNumber(raw[..<32]) && P256Curve.hasNumber(raw[32...])",
     "P256Curve.hasNumber(raw[..<32])", "signature: s is in range"),
    (SIGNATURE, "P256Curve.hasNumber(raw[..<32]) && P256Curve.hasNumber(raw[32...])",
     "P256Curve.hasNumber(raw[32...])", "signature: r is in range"),
    (SIGNATURE, "bytes.count == 64, Self.areInRange(bytes)", "bytes.count == 64", "signature: 64 bytes in range"),
    (SIGNATURE, "} else if bytes.count == 64, Self", "} else if bytes.count == 65, Self",
     "signature: 64 bytes are a form"),
    (SIGNATURE, "let raw = Self.numbers(ofDER: bytes), Self.areInRange(raw)",
     "let raw = Self.numbers(ofDER: bytes), Self.areInRange(raw), raw[32] < 0x80", "signature: a high s is taken"),
    (SIGNATURE, "bytes[0] == 0x30, bytes[1]", "bytes[0] & 0xFE == 0x30, bytes[1]", "DER: a sequence"),
    (SIGNATURE, "Int(bytes[1]) == bytes.count - 2 else { return nil }\n        var rest = bytes[2...]",
     "Int(bytes[1]) <= bytes.count - 2 else { return nil }\n        var rest = bytes[2..<2 + Int(bytes[1])]",
     "DER: nothing after the sequence"),
    (SIGNATURE,
     "guard bytes.count >= 2, bytes[0] == 0x30, bytes[1] < 0x80, Int(bytes[1]) == bytes.count - 2 else { return nil }\n"
     "        var rest = bytes[2...]",
     "let skip = bytes.count > 2 && bytes[1] == 0x81 ? 1 : 0\n"
     "        guard bytes.count >= 3, bytes[0] == 0x30, Int(bytes[1 + skip]) == bytes.count - 2 - skip else {\n"
     "            return nil\n        }\n"
     "        var rest = bytes[(2 + skip)...]", "DER: lengths in one byte"),
    (SIGNATURE, "let s = consumeInteger(from: &rest), rest.isEmpty else", "let s = consumeInteger(from: &rest) else",
     "DER: nothing more in the sequence"),
    (SIGNATURE, "guard rest.popFirst() == 0x02, let", "guard rest.popFirst() != nil, let", "DER: integers"),
    (SIGNATURE, "let first = digits.first, first < 0x80 else", "let first = digits.first else",
     "DER: no negative integer"),
    (SIGNATURE, "guard let second = digits.first, second >= 0x80 else { return nil }", "", "DER: no padded integer"),
    (SIGNATURE, "guard digits.count <= 32 else { return nil }", "digits = digits.suffix(32)",
     "DER: integers of 32 bytes"),
    (SIGNATURE, "let count = rest.popFirst(), count > 0,", "let count = rest.popFirst(),", "= DER: no empty integer"),
]

STEPS = [
    (VERIFIER, "guard data.rpIDHash == application.rpIDHash else", "guard true else", "step: the app"),
    (VERIFIER, "guard Int64(data.counter) > device.counter else", "guard Int64(data.counter) >= device.counter else",
     "step: the counter is above the stored one"),
    (VERIFIER, "guard Int64(data.counter) > device.counter else",
     "guard data.counter > UInt32(truncatingIfNeeded: device.counter) else", "step: the stored counter has 64 bits"),
    (VERIFIER, "guard Int64(data.counter) > device.counter else",
     "guard Int64(Int32(bitPattern: data.counter)) > device.counter else", "step: the counter is unsigned"),
    (VERIFIER, "guard data.rpIDHash == application.rpIDHash else {",
     "guard Int64(data.counter) > device.counter else {\n"
     "            throw .counterNotIncreasing(found: data.counter, stored: device.counter)\n        }\n"
     "        guard data.rpIDHash == application.rpIDHash else {", "order of steps: app, counter"),
    (VERIFIER, "guard Int64(data.counter) > device.counter else {",
     "guard device.publicKey != nil else { throw .missingPublicKey }\n"
     "        guard Int64(data.counter) > device.counter else {", "order of steps: counter, key"),
    (VERIFIER, "guard let bytes = device.publicKey else",
     "guard P256Signature(assertion.signature) != nil else { throw .signatureFormat }\n"
     "        guard let bytes = device.publicKey else", "order of steps: key, form of the signature"),
    (VERIFIER, "guard let key = P256PublicKey(sec1: bytes) else",
     "guard P256Signature(assertion.signature) != nil else { throw .signatureFormat }\n"
     "        guard let key = P256PublicKey(sec1: bytes) else", "order of steps: valid key, form of the signature"),
    (VERIFIER, "guard key.verifies(signature.raw, of: SigningForm.plain.message(data.bytes, clientDataHash)) else",
     "guard key.verifies(signature.raw, of: SigningForm.nonce.message(data.bytes, clientDataHash)) else",
     "step: the signature is plain"),
    (VERIFIER, "guard key.verifies(signature.raw, of: SigningForm.plain.message(data.bytes, clientDataHash)) else",
     "guard key.verifies(signature.raw, of: SigningForm.plain.message(Array(data.bytes[..<37]), clientDataHash)) else",
     "step: all of the authenticator data is signed"),
    (VERIFIER, "guard key.verifies(signature.raw, of: SigningForm.plain.message(data.bytes, clientDataHash)) else",
     "guard true else", "step: the signature"),
    (ASSERTION, "if case .counterNotIncreasing = self { true } else { false }", "false",
     "flags: verified though the counter failed"),
    (ASSERTION, "if case .counterNotIncreasing = self { true } else { false }",
     "switch self { case .counterNotIncreasing, .missingPublicKey, .invalidPublicKey: true\n default: false }",
     "flags: not verified without a key"),
    *((ASSERTION, "case .rpIDMismatch, .signatureFormat, .signatureInvalid: true", f"case {kept}: true",
       f"flags: counter valid though {name} failed")
      for name, kept in (("the app", ".signatureFormat, .signatureInvalid"),
                         ("the form of the signature", ".rpIDMismatch, .signatureInvalid"),
                         ("the signature", ".rpIDMismatch, .signatureFormat"))),
    (ASSERTION, "case .rpIDMismatch, .signatureFormat, .signatureInvalid: true",
     "case .rpIDMismatch, .signatureFormat, .signatureInvalid, .missingPublicKey, .invalidPublicKey: true",
     "flags: counter not valid without a key"),
    (ASSERTION, "case .rpIDMismatch, .signatureFormat, .signatureInvalid: true",
     "case .rpIDMismatch, .signatureFormat, .signatureInvalid, .invalidAuthenticatorData: true",
     "flags: counter not valid without authenticator data"),
    (JUDGEMENT, "status == .pass ? assertion.map { Int64", "true ? assertion.map { Int64",
     "new counter: only of what verifies"),
]

SIGNED = [
    (BINDING, "return self == .plain ? message : SHA256Digest", "return self == .nonce ? message : SHA256Digest",
     "bindings: plain and nonce"),
    (BINDING, "let message = authenticatorData + clientDataHash", "let message = clientDataHash + authenticatorData",
     "bindings: the authenticator data stands first"),
    (ENTRIES, "clientDataHash: { $0.photoAndDepthHash.map { SHA256Digest.bytes(of: $0) } })",
     "clientDataHash: { $0.photoAndDepthHash })", "bindings: jpeg-depth-twice"),
    (ENTRIES, "clientDataHash: { $0.bodyWithoutAssertionHash.map { SHA256Digest.bytes(of: $0) } })",
     "clientDataHash: { $0.bodyWithoutAssertionHash })", "bindings: body-empty-assertion-twice"),
    (ENTRIES, "clientDataHash: { $0.photoHash })",
     "clientDataHash: { $0.photoHash.map { SHA256Digest.bytes(of: $0) } })",
     "bindings: jpeg"),
    (ENTRIES, 'users: "the app, for full captures", sources: "the app\'s code",\n'
     "                clientDataHash: { $0.photoAndDepthHash })",
     'users: "the app, for full captures", sources: "the app\'s code",\n'
     "                clientDataHash: { $0.photoHash })", "bindings: jpeg-depth"),
    (MATERIAL, "allCases.flatMap { binding in", "allCases.prefix(3).flatMap { binding in", "bindings: all are tried"),
    ("Judgement/CaptureJudge+Full.swift", '"\\(photoHash)|\\(capturedAt)"', '"\\(photoHash)\\(capturedAt)"',
     "bindings: hash and time are parted by |"),
    ("Judgement/CaptureJudge+Full.swift", '"\\(photoHash)|\\(capturedAt)"',
     '"\\(photoHash.lowercased())|\\(capturedAt)"',
     "bindings: the hash as it was sent"),
    ("Judgement/CaptureRequest.swift", '"\\(milliseconds)|\\(Hexadecimal', '"\\(milliseconds)\\(Hexadecimal',
     "bindings: the request's time and hash are parted by |"),
    ("Judgement/CaptureRequest.swift", '"\\(teamIdentifier).\\(bundleIdentifier)"',
     '"\\(teamIdentifier)\\(bundleIdentifier)"',
     "the app's name is team, point and bundle"),
    ("Judgement/CaptureJudge+HashOnly.swift", "body[..<assertionRange.lowerBound]",
     "body[..<(assertionRange.lowerBound - 1)]",
     "bindings: the quotes of an emptied assertion stay"),
    ("Judgement/CaptureJudge+Full.swift", "if !parts.isComplete { parts = FullParts(readable: body) }", "",
     "bindings: of refused captures too"),
]

MUTATIONS = [*ENCODING, *CONTENT, *STEPS, *SIGNED]
