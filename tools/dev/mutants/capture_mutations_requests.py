"""Mutations of registrations as requests, of signed requests and of chains."""

BODY = "Registration/RegistrationBody.swift"
JUDGE = "Registration/RegistrationJudge.swift"
REFUSAL = "Registration/RegistrationRefusal.swift"
JUDGEMENT = "Registration/RegistrationJudgement.swift"
VERIFIER = "Attestation/AttestationVerifier.swift"
HEADERS = "SignedRequests/RequestHeaders.swift"
REQUEST = "SignedRequests/AuthenticationRequest.swift"
SIGNED = "SignedRequests/RequestJudge.swift"
CHAIN = "Chains/CaptureChain.swift"


def rule_order(first: str, second: str) -> tuple[str, str, str, str]:
    """Swaps two rules of a registration."""
    find = "for rule in RegistrationRule.allCases {"
    replace = (f"let swapped: [RegistrationRule: RegistrationRule] = [.{first}: .{second}, .{second}: .{first}]\n"
               "        for rule in RegistrationRule.allCases.map({ swapped[$0] ?? $0 }) {")
    return (JUDGE, find, replace, f"order of registration: {first}, {second}")


RULES = [
    (REFUSAL, f"case .{name}: {find}", f"case .{name}: {replace}", f"registration: {rule}")
    for name, find, replace, rule in (
        ("platform", "body.isIOS || body.isAndroid", "true", "platforms"),
        ("model", "!body.model.isBlank", "true", "a model"),
        ("model", "!body.model.isBlank", "!body.model.isEmpty", "a model that is more than white space"),
        ("hasLiDAR", "!body.hasLiDAR", "true", "Android without LiDAR"),
        ("androidAttestation", "body.androidAttestation != nil", "true", "Android's own attestation"),
        ("certificateChain", "(body.androidAttestation?.certificateChain.count ?? 0) >= 2", "true",
         "Android's certificates"),
        ("androidChallenge", "!(body.androidAttestation?.challenge.isBlank ?? true)", "true", "Android's challenge"),
        ("keyIDPresent", "body.keyID != nil", "true", "a key id"),
        ("attestationObjectPresent", "body.objectText != nil", "true", "an object"),
        ("keyID", "!(body.keyID?.isBlank ?? true)", "true", "a key id that is more than white space"),
        ("attestationObject", "body.objectText.flatMap(StrictBase64.bytes) != nil", "true", "an object in base64"),
        ("challenge", "body.challengeText.map { StrictBase64.bytes(of: $0) != nil } ?? true", "true",
         "a challenge in base64"),
    )
] + [
    (REFUSAL, "isIOS: Bool { platform.lowercased()", "isIOS: Bool { platform", "registration: iOS in any case"),
    (REFUSAL, "isAndroid: Bool { platform.lowercased()", "isAndroid: Bool { platform",
     "registration: Android in any case"),
    (JUDGE, "let applies = isCommon || rule.isForAndroid == body.isAndroid",
     "let applies = isCommon || !rule.isForAndroid",
     "registration: Android's rules"),
    (JUDGE, "let applies = isCommon || rule.isForAndroid == body.isAndroid", "let applies = true",
     "registration: each platform's own rules"),
    rule_order("platform", "model"), rule_order("model", "keyIDPresent"),
    rule_order("keyIDPresent", "attestationObjectPresent"), rule_order("attestationObjectPresent", "keyID"),
    rule_order("attestationObject", "challenge"),
]

FORMS = [
    (BODY, "var keyID: String? { attestation?.keyID ?? deviceID }",
     "var keyID: String? { deviceID ?? attestation?.keyID }",
     "registration: the nested key id counts"),
    (BODY, "attestation.map(\\.attestationObject) ?? attestationObject }",
     "attestationObject ?? attestation?.attestationObject }", "registration: the nested object counts"),
    (BODY, "attestation.map(\\.challenge) ?? challenge }", "challenge ?? attestation?.challenge }",
     "registration: the nested challenge counts"),
    (BODY, "case .platform, .model, .hasLiDAR: .error", "case .platform, .model: .error",
     "registration: has_lidar is there"),
    (BODY, "case .platform, .model, .hasLiDAR: .error", "case .platform, .hasLiDAR: .error",
     "registration: model is there"),
    (BODY, "case .platform, .model, .hasLiDAR: .error", "case .model, .hasLiDAR: .error",
     "registration: platform is there"),
    (BODY, "case .hasLiDAR: hasLiDAR = try reader.boolean()", "case .hasLiDAR: try reader.skipValue()",
     "registration: has_lidar is a boolean"),
    (BODY, "case .publicKey: _ = try reader.optionalString()", "case .publicKey: try reader.skipValue()",
     "registration: public_key is a text"),
    (BODY, "case challenge\n\n            var absence: ServerJSONAbsence { .error }",
     "case challenge\n\n            var absence: ServerJSONAbsence { self == .keyID ? .standardValue : .error }",
     "registration: the nested key_id is there"),
    (BODY, "case challenge\n\n            var absence: ServerJSONAbsence { .error }",
     "case challenge\n\n            var absence: ServerJSONAbsence { self == .challenge ? .standardValue : .error }",
     "registration: the nested challenge is there"),
    (BODY, "case challenge\n\n            var absence: ServerJSONAbsence { .error }",
     "case challenge\n\n            var absence: ServerJSONAbsence { self == .attestationObject ? .standardValue : "
     ".error }",
     "registration: the nested attestation_object is there"),
    (BODY, "self == .keyID ? .standardValue : .error }", "self != .challenge ? .standardValue : .error }",
     "registration: Android's certificate_chain is there"),
    (BODY, "        try reader.end()\n", "", "registration: nothing behind the body"),
    (BODY, 'case hasLiDAR = "has_lidar"', 'case hasLiDAR = "hasLidar"', "registration: has_lidar"),
    (BODY, "        case platform, model\n        case hasLiDAR", "        case model, platform\n        case hasLiDAR",
     "registration: the order in an array"),
    (JUDGE, "try require(.contentType, isJSON,", "try require(.contentType, true,",
     "registration: a content type of JSON"),
    (JUDGE, "bytes.count <= limit,", "bytes.count < limit,", "registration: 2,097,152 bytes are taken"),
    (JUDGE, "bytes.count <= limit,", "bytes.count <= limit + 1,", "registration: one byte more is refused"),
]

CHALLENGE = [
    (JUDGE, "challenge.count == SessionState.challengeByteCount", "challenge.count <= SessionState.challengeByteCount",
     "challenge: not fewer than 32 bytes"),
    (JUDGE, "challenge.count == SessionState.challengeByteCount", "challenge.count >= SessionState.challengeByteCount",
     "challenge: not more than 32 bytes"),
    (JUDGE, "guard request.challengeState == .issued else {", "guard request.challengeState != .unknown else {",
     "challenge: used and over"),
    (JUDGE, "guard request.challengeState == .issued else {\n            isChallengeSpent = false",
     "guard request.challengeState == .issued else {\n            isChallengeSpent = true",
     "challenge: what is used is not spent"),
    (JUDGE, "        isChallengeSpent = true\n", "        isChallengeSpent = false\n",
     "challenge: it is spent whatever follows"),
    (JUDGE, "isChallengeSpent = false\n            conclude(AttestationVerdict(failure: .noChallenge)",
     "isChallengeSpent = nil\n            conclude(AttestationVerdict(failure: .noChallenge)",
     "challenge: without one none is spent"),
    (JUDGE, "            try draft.verify(body)\n            try draft.store(body)",
     "            try draft.store(body)\n            try draft.verify(body)",
     "registration: stored after the verification"),
    (JUDGE, "try require(.noNulCharacter, !body.storedTextContainsNul, or: .nulCharacter)",
     "try require(.noNulCharacter, request.isKeyRegistered || !body.storedTextContainsNul, or: .nulCharacter)",
     "order of registration: U+0000, 409"),
    (JUDGE, "try require(.keyIsNew, !request.isKeyRegistered,", "try require(.keyIsNew, true,", "registration: 409"),
    (REFUSAL, "model.containsNul || keyID?.containsNul == true", "model.containsNul",
     "registration: U+0000 in the key id"),
    (REFUSAL, "model.containsNul || keyID?.containsNul == true", "keyID?.containsNul == true",
     "registration: U+0000 in the model"),
    (JUDGE, "permissive = verifier.verify(object, challenge: challenge, isStrict: false)",
     "permissive = verifier.verify(object, challenge: challenge, isStrict: true)", "registration: the default mode"),
    (JUDGE, "strict = verifier.verify(object, challenge: challenge, isStrict: true)",
     "strict = verifier.verify(object, challenge: challenge, isStrict: false)", "registration: the strict mode"),
    (JUDGE, "uncheckedRequirements: isAsked && isReached", "uncheckedRequirements: isAsked",
     "registration: what Apple asks for is told where the server comes to it"),
    (JUDGE, "uncheckedRequirements: isAsked && isReached", "uncheckedRequirements: isReached",
     "registration: what Apple asks for is not told of bodies"),
    (REFUSAL, "case .contentType: CaptureAnswer(415", "case .contentType: CaptureAnswer(400", "answer: 415"),
    (REFUSAL, "case .bodyTooLarge: CaptureAnswer(413", "case .bodyTooLarge: CaptureAnswer(400",
     "answer: 413 of a registration"),
    (REFUSAL, "case .json(let error): CaptureAnswer(422", "case .json(let error): CaptureAnswer(400",
     "answer: 422 of a registration"),
    (REFUSAL, "CaptureAnswer(400, .attestationFormat,", "CaptureAnswer(400, .validation,",
     "answer: INVALID_ATTESTATION_FORMAT"),
    (REFUSAL, "CaptureAnswer(401, .challenge,", "CaptureAnswer(400, .challenge,", "answer: 401 of a challenge"),
    (REFUSAL, "CaptureAnswer(409, .deviceRegistered,", "CaptureAnswer(409, .internal,",
     "answer: DEVICE_ALREADY_REGISTERED"),
    (REFUSAL, "case .nulCharacter: CaptureAnswer(500", "case .nulCharacter: CaptureAnswer(400",
     "answer: 500 of U+0000"),
    (JUDGEMENT, "CaptureAnswer(httpStatus: 201", "CaptureAnswer(httpStatus: 200", "answer: 201"),
    (VERIFIER, 'verifiedLevel = "secure_enclave"', 'verifiedLevel = "secure-enclave"', "level: secure_enclave"),
    (VERIFIER, 'unverifiedLevel = "unverified"', 'unverifiedLevel = "none"', "level: unverified"),
]

HEADER = [
    (HEADERS, "$0.name.lowercased().utf8.elementsEqual", "$0.name.utf8.elementsEqual", "header: names in any case"),
    (HEADERS, "fields.first(where: {", "fields.last(where: {", "header: of two the first counts"),
    (HEADERS, "var value = field.value.drop { isBlank($0) }", "var value = field.value[...]",
     "header: blanks in front"),
    (HEADERS, "        while let last = value.last, isBlank(last) { value.removeLast() }\n", "",
     "header: blanks behind"),
    (HEADERS, "byte == 0x20 || byte == 0x09 }", "byte == 0x20 }", "header: tabs are blanks"),
    (HEADERS, "(0x20...0x7E).contains($0) || $0 == 0x09", "(0x00...0xFF).contains($0)",
     "= header: bytes that are no text"),
    (HEADERS, "if bytes.count == 32 { return bytes.allSatisfy(isDigit) }", "", "identifier: 32 digits"),
    (HEADERS, "if bytes.count == 32 { return bytes.allSatisfy(isDigit) }",
     "if (31...33).contains(bytes.count) { return bytes.allSatisfy(isDigit) }", "identifier: no more, no fewer"),
    (HEADERS, 'if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {', "if false {",
     "identifier: braces"),
    (HEADERS, 'bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {',
     'bytes.first == UInt8(ascii: "{") {', "identifier: both braces"),
    (HEADERS, 'Array("urn:uuid:".utf8)', 'Array("URN:UUID:".utf8)', "identifier: urn:uuid: in lower case"),
    (HEADERS, "[8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: \"-\") : isDigit(byte)",
     "byte == UInt8(ascii: \"-\") || isDigit(byte)", "identifier: hyphens in their places"),
    (HEADERS, "return isHyphenated(bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes)",
     "return isHyphenated(bytes)", "identifier: urn:uuid:"),
]

TIMES = [
    (SIGNED, "guard DeviceIdentifier.isValid(try text(.device)) else { throw .malformedHeader(.device) }\n",
     "_ = try text(.device)\n", "header: the identifier is one"),
    (SIGNED, 'guard !digits.isEmpty, digits.allSatisfy', 'guard digits.allSatisfy', "= timestamp: a digit"),
    (SIGNED, "$0 == UInt8(ascii: \"+\") || $0 == UInt8(ascii: \"-\") }", "$0 == UInt8(ascii: \"-\") }",
     "timestamp: a plus"),
    (SIGNED, "$0 == UInt8(ascii: \"+\") || $0 == UInt8(ascii: \"-\") }", "$0 == UInt8(ascii: \"+\") }",
     "timestamp: a minus"),
    (SIGNED, "-60_000...300_000", "-60_000...299_999", "timestamp: 300,000 ms are not too old"),
    (SIGNED, "-60_000...300_000", "-60_000...300_001", "timestamp: 300,001 ms are"),
    (SIGNED, "-60_000...300_000", "-59_999...300_000", "timestamp: 60,000 ms ahead"),
    (SIGNED, "-60_000...300_000", "-60_001...300_000", "timestamp: 60,001 ms ahead"),
    (SIGNED, "let (age, isWrapped) = now.milliseconds.subtractingReportingOverflow(milliseconds)",
     "let (wrapping, isWrapped) = now.milliseconds.subtractingReportingOverflow(milliseconds)\n"
     "        let age = isWrapped ? Int64.max : wrapping", "timestamp: the difference wraps"),
    (SIGNED, "Int128(utcSeconds) * 1000 + Int128(nanoseconds) / 1_000_000) }", "Int128(utcSeconds) * 1000) }",
     "timestamp: milliseconds of the clock"),
]

TIME = "if let fault = RequestJudge.timeFault(headers.milliseconds, now: request.now) { throw fault }\n"
DEVICE = "guard let known = request.device else { throw .unknownDevice }\n            device = known\n"

MODES = [
    (SIGNED, "guard let known = request.device else { throw .unknownDevice }",
     "let known = request.device ?? CaptureDevice(publicKey: nil, counter: 0)", "request: the device is known"),
    (SIGNED, f"            {TIME}            {DEVICE}", f"            {DEVICE}            {TIME}",
     "order of request: time, device"),
    (SIGNED, "guard device.attestationLevel.utf8.elementsEqual(CaptureDevice.verifiedLevel.utf8) else {",
     "guard device.attestationLevel.lowercased() == CaptureDevice.verifiedLevel else {",
     "request: the level to the letter"),
    (SIGNED, "guard device.attestationLevel.utf8.elementsEqual(CaptureDevice.verifiedLevel.utf8) else {",
     'guard ["secure_enclave", "tee", "strongbox"].contains(device.attestationLevel) else {',
     "request: Android's levels are none"),
    (SIGNED, "return (isTooLarge ? tooLarge : .unverified(failure), .refused(failure))",
     "return (isTooLarge ? tooLarge : .unverified(failure), isTooLarge ? tooLarge : .refused(failure))",
     "order of request: level, body"),
    (SIGNED, "return (isTooLarge ? tooLarge : .unverified(failure), .refused(failure))",
     "return (.unverified(failure), .refused(failure))", "request: the limit holds for unverified devices"),
    (SIGNED, "return (isTooLarge ? tooLarge : .unverified(failure), .refused(failure))",
     "return (isTooLarge ? tooLarge : .refused(failure), .refused(failure))",
     "request: the default mode lets unverified devices through"),
    (SIGNED, "        guard !isTooLarge else { return (tooLarge, tooLarge) }\n", "", "request: the limit of the body"),
    (REQUEST, "byteLimit = 20_971_520", "byteLimit = 20_971_521", "request: 20,971,520 bytes"),
    (SIGNED, "return (.unverified(.assertion(error)), .refused(.assertion(error)))",
     "return (.refused(.assertion(error)), .refused(.assertion(error)))",
     "request: the default mode refuses no assertion"),
    (SIGNED, "return (.unverified(.assertion(error)), .refused(.assertion(error)))",
     "return (.unverified(.assertion(error)), .unverified(.assertion(error)))", "request: the strict mode does"),
    (SIGNED, "guard Int64(data.counter) > device.counter else {", "guard Int64(data.counter) >= device.counter else {",
     "request: the counter is above the stored one"),
    (SIGNED, "guard Int64(data.counter) > device.counter else {",
     "guard Int64(data.counter) == device.counter + 1 else {",
     "request: a counter may jump"),
    (SIGNED, "guard let stored = device.publicKey else { throw .missingPublicKey }",
     "let stored = device.publicKey ?? []",
     "request: a key that is missing"),
    (SIGNED, "SigningForm.plain.message", "SigningForm.nonce.message", "request: plain is signed"),
    (SIGNED, "clientData = SignedRequest(milliseconds: milliseconds).text(body: body)",
     "clientData = SignedRequest(milliseconds: milliseconds).text(body: Array((body ?? []).prefix(1)))",
     "request: the hash of the body"),
    (SIGNED, "return Int64(data.counter)\n", "return device.counter\n", "request: its counter is stored"),
    (REQUEST, '{ "device_unverified" }', '{ "unverified" }', "reason: device_unverified"),
] + [
    (REQUEST, find, replace, f"answer of a request: {rule}")
    for find, replace, rule in (
        ("CaptureAnswer(401, .authenticationRequired", "CaptureAnswer(400, .authenticationRequired",
         "DEVICE_AUTH_REQUIRED"),
        ("CaptureAnswer(400, .validation, .headers", "CaptureAnswer(401, .validation, .headers", "a malformed header"),
        ("CaptureAnswer(401, .timestampExpired", "CaptureAnswer(401, .timestampInvalid", "TIMESTAMP_EXPIRED"),
        ("case .future: CaptureAnswer(401, .timestampInvalid", "case .future: CaptureAnswer(401, .timestampExpired",
         "TIMESTAMP_INVALID"),
        ("CaptureAnswer(404, .deviceNotFound", "CaptureAnswer(403, .deviceNotFound", "DEVICE_NOT_FOUND"),
        ("CaptureAnswer(403, .deviceUnverified", "CaptureAnswer(401, .deviceUnverified", "DEVICE_UNVERIFIED"),
        ("CaptureAnswer(400, .validation, .bodySize", "CaptureAnswer(413, .validation, .bodySize",
         "the limit of the body"),
        ("CaptureAnswer(401, .replay", "CaptureAnswer(409, .replay", "REPLAY_DETECTED"),
        ("case .missingPublicKey, .invalidPublicKey, .signatureInvalid:", "case .missingPublicKey, .signatureInvalid:",
         "an invalid key"),
        ("default: CaptureAnswer(400, .validation, .assertion", "default: CaptureAnswer(401, .signature, .assertion",
         "an assertion that cannot be read"),
    )
]

CHAINS = [
    (CHAIN, "if let counter = outcome.newCounter { capture.device.counter = counter }", "",
     "chain: the counter of the request is stored first"),
    (CHAIN, "capture.isRequestVerified = outcome.isVerified", "capture.isRequestVerified = true",
     "chain: a request that is not verified caps"),
    (CHAIN, "counterAfter: judgement.assertion?.newCounter ?? capture.device.counter)",
     "counterAfter: capture.device.counter)", "chain: the counter of the capture is stored"),
    (CHAIN, "if let refusal = outcome.refusal {", "if let refusal = outcome.failure {",
     "chain: only a refusal is the answer"),
    (CHAIN, "device: isDeviceKnown ? capture.device : nil,", "device: capture.device,",
     "chain: an unknown device"),
]

MUTATIONS: list[tuple[str, str, str, str]] = [*RULES, *FORMS, *CHALLENGE, *HEADER, *TIMES, *MODES, *CHAINS]
