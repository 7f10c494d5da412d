internal import Support

struct RequestSubject: Sendable {
    let request: AuthenticationRequest
    let milliseconds: Int64?
    /// The text whose hash the signature must cover; nil if time or body is not known.
    let clientData: String?
    /// Nil if the signature header is absent or not text.
    let assertion: AssertionSubject?

    init(_ request: AuthenticationRequest) {
        self.request = request
        let body: [UInt8]? = if case .bytes(let bytes) = request.body { bytes } else { nil }
        let milliseconds = request.headers.milliseconds
        let clientData = milliseconds.flatMap { SignedRequest(milliseconds: $0).text(body: body) }
        (self.milliseconds, self.clientData) = (milliseconds, clientData)
        assertion = request.headers.signatureText.map { text in
            AssertionSubject(
                text: text, device: request.device,
                clientDataHash: milliseconds.map { _ in SHA256Digest.bytes(of: Array((clientData ?? "").utf8)) })
        }
    }

    /// The age of the request in milliseconds, and whether it overflowed and wrapped, as in the server's release build.
    fileprivate var age: (milliseconds: Int64, isWrapped: Bool)? {
        milliseconds.map { milliseconds in
            let (age, isWrapped) = request.now.milliseconds.subtractingReportingOverflow(milliseconds)
            return (age, isWrapped)
        }
    }
}

/// The checks of a signed request, in the server's order. The server checks neither the app nor the flags.
enum RequestRules {
    typealias Rule = ServerRule<RequestSubject, RequestFailure>
    typealias Outcome = RuleOutcome<RequestFailure>

    static let all = headers + timeAndDevice + assertion

    /// Each header is parsed before the presence of the next is checked.
    private static let headers =
        header(.device, .deviceHeader, "REQ-004", "REQ-005") { DeviceIdentifier.isValid($0) }
        + header(.timestamp, .timestampHeader, "REQ-006") { RequestJudge.milliseconds($0) != nil }
        + header(.signature, .signatureHeader, "REQ-007") { StrictBase64.bytes(of: $0) != nil }

    private static func header(
        _ header: SignatureHeader, _ check: RequestCheck, _ ids: String...,
        isWellFormed: @escaping @Sendable (String) -> Bool
    ) -> [Rule] {
        @Sendable func found(_ sent: RequestSubject) -> CaptureCheckValue? {
            sent.request.headers.value(header.rawValue).map { .text(String(decoding: $0, as: UTF8.self)) }
        }
        return [
            Rule(
                ["REQ-001"], check: .request(check),
                CaptureAnswer(401, .authenticationRequired, .headers, header.rawValue)
            ) { sent in
                let value = found(sent)
                return Outcome(value != nil, value, or: .missingHeader(header))
            },
            Rule(
                ["REQ-003"] + ids, check: .request(check), CaptureAnswer(400, .validation, .headers, header.rawValue)
            ) { sent in
                guard let text = sent.request.headers.text(header.rawValue) else { return .needs }
                return Outcome(text.map(isWellFormed) ?? false, found(sent), or: .malformedHeader(header))
            },
        ]
    }

    private static let timeAndDevice = [
        time("REQ-010", .notPast, .timestampExpired, "past") { age, _ in
            age > RequestJudge.ages.upperBound ? .past(milliseconds: age) : nil
        },
        time("REQ-011", .notFuture, .timestampInvalid, "future") { age, isWrapped in
            age < RequestJudge.ages.lowerBound && !isWrapped ? .future(milliseconds: age, isWrapped: false) : nil
        },
        time("REQ-012", .notFuture, .timestampInvalid, "future") { age, isWrapped in
            age < RequestJudge.ages.lowerBound && isWrapped ? .future(milliseconds: age, isWrapped: true) : nil
        },
        Rule(
            "REQ-013", check: .request(.deviceKnown), CaptureAnswer(404, .deviceNotFound, .device, "unknown")
        ) { sent in
            guard sent.request.isDeviceGiven else { return .needs }
            return Outcome(sent.request.device != nil, or: .unknownDevice)
        },
        Rule(
            "REQ-014", "REQ-016", check: .request(.deviceVerified),
            CaptureAnswer(403, .deviceUnverified, .device, "unverified")
        ) { sent in
            guard let level = sent.request.device?.attestationLevel else { return .needs }
            let isVerified = level.utf8.elementsEqual(CaptureDevice.verifiedLevel.utf8)
            return Outcome(isVerified, .text(level), or: .unverifiedDevice(level: level))
        },
        Rule(
            "REQ-015", check: .request(.bodySize), CaptureAnswer(400, .validation, .bodySize, "request_limit")
        ) { sent in
            let count = sent.request.body.byteCount
            let isSmall = count <= AuthenticationRequest.byteLimit
            return Outcome(isSmall, .integer(Int64(count)), or: .bodyTooLarge(byteCount: count))
        },
    ]

    private static func time(
        _ id: String, _ check: RequestCheck, _ code: CaptureAnswer.ErrorCode, _ reason: String,
        fault: @escaping @Sendable (_ age: Int64, _ isWrapped: Bool) -> RequestFailure?
    ) -> Rule {
        Rule(id, check: .request(check), CaptureAnswer(401, code, .timestamp, reason)) { sent in
            guard let (age, isWrapped) = sent.age else { return .needs }
            return fault(age, isWrapped).map { .failed([$0], .integer(age)) } ?? .passed(.integer(age))
        }
    }

    private static let assertion = [
        shared("REQ-017", .cbor, AssertionRules.cbor),
        shared("REQ-017", .members, AssertionRules.members),
        shared("REQ-017", .authenticatorData, AssertionRules.authenticatorData),
        shared("REQ-018", .counter, AssertionRules.counter, 401, .replay),
        shared("REQ-020", .publicKeyStored, AssertionRules.publicKeyStored, 401, .signature),
        shared("REQ-020", .publicKeyValid, AssertionRules.publicKeyValid, 401, .signature),
        shared("REQ-021", .signatureForm, AssertionRules.signatureForm),
        shared("REQ-022", .signature, AssertionRules.signature, 401, .signature),
    ]

    private static func shared(
        _ id: String, _ check: RequestCheck, _ rule: AssertionRules.Rule, _ status: Int = 400,
        _ code: CaptureAnswer.ErrorCode = .validation
    ) -> Rule {
        Rule([id] + rule.ids, check: .request(check), CaptureAnswer(status, code, .assertion)) { sent in
            guard let assertion = sent.assertion else { return .needs }
            return switch rule.examine(assertion) {
            case .passed(let found): .passed(found)
            case .failed(let faults, let found, _):
                .failed(
                    faults.map { .assertion($0) }, assertion.assertion == nil ? nil : found, reason: faults.first?.code)
            case .notApplicable: .notApplicable
            case .notModelled, .needs: .needs
            }
        }
    }
}
