internal import Support

/// A signed request as the server receives it, with all state that the verdict on its signature depends on.
///
///     let request = AuthenticationRequest(headers: headers, body: .bytes(body), device: device, now: now)
///     print(RequestJudge().judge(request).permissive)
public struct AuthenticationRequest: Sendable {
    /// The headers.
    public var headers: RequestHeaders
    /// The body.
    public var body: Body
    /// The server's record of the device; nil for an unregistered device, or if it is not known.
    public var device: CaptureDevice?
    /// Whether the server's record is known. If not, nothing that depends on it is checked.
    public var isDeviceGiven: Bool
    /// The server's clock.
    public var now: CaptureTimestamp
    /// Whether the server runs with REQUIRE_VERIFIED_DEVICES.
    public var isStrict: Bool

    /// The body of a request.
    public enum Body: Sendable, Hashable {
        /// The bytes as received.
        case bytes([UInt8])
        /// The size of a body whose bytes do not matter.
        case length(Int)

        package var isKnown: Bool { if case .bytes = self { true } else { false } }

        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .length(let count): count
            }
        }
    }

    /// Creates a request.
    public init(
        headers: RequestHeaders, body: Body, device: CaptureDevice?, isDeviceGiven: Bool = true,
        now: CaptureTimestamp, isStrict: Bool = false
    ) {
        (self.headers, self.body, self.device, self.isDeviceGiven) = (headers, body, device, isDeviceGiven)
        (self.now, self.isStrict) = (now, isStrict)
    }

    /// The largest body in bytes that the authentication layer hashes. The capture handlers accept a tenth of this.
    public static let byteLimit = 20_971_520
    /// The `endpoint` of a signed request in case files. It is not a path, because the server checks the signature
    /// before it calls the handler of any capture endpoint.
    public static let endpoint = "request-authentication"
}

/// The checks of a signed request, in the server's order.
public enum RequestCheck: String, Sendable, CaseIterable {
    /// `X-Device-Id` is present and a UUID.
    case deviceHeader = "X-Device-Id"
    /// `X-Device-Timestamp` is present and an integer.
    case timestampHeader = "X-Device-Timestamp"
    /// `X-Device-Signature` is present and strict base64.
    case signatureHeader = "X-Device-Signature"
    /// The timestamp is at most 300 s old.
    case notPast = "not_past"
    /// The timestamp is at most 60 s ahead of the server's clock.
    case notFuture = "not_future"
    /// The device is registered.
    case deviceKnown = "device_known"
    /// The attestation level of the device is `secure_enclave`.
    case deviceVerified = "device_verified"
    /// The body is within ``AuthenticationRequest/byteLimit``.
    case bodySize = "body_size"
    /// See ``AssertionCheck/cbor``.
    case cbor
    /// See ``AssertionCheck/members``.
    case members
    /// See ``AssertionCheck/authenticatorData``.
    case authenticatorData = "authenticator_data"
    /// See ``AssertionCheck/counter``.
    case counter
    /// See ``AssertionCheck/publicKeyStored``.
    case publicKeyStored = "public_key_stored"
    /// See ``AssertionCheck/publicKeyValid``.
    case publicKeyValid = "public_key_valid"
    /// See ``AssertionCheck/signatureForm``.
    case signatureForm = "signature_form"
    /// The signature verifies with the stored key over SHA-256 of timestamp and hash of the body.
    case signature

    /// The checks that refuse a request only with REQUIRE_VERIFIED_DEVICES.
    public static let strictOnly: Set<RequestCheck> = [
        .deviceVerified, .cbor, .members, .authenticatorData, .counter, .publicKeyStored, .publicKeyValid,
        .signatureForm, .signature,
    ]
}

/// The reason the server refuses a request or continues with it as unverified.
public enum RequestFailure: Hashable, Sendable {
    /// A header is absent.
    case missingHeader(SignatureHeader)
    /// The value of a header does not have the required form.
    case malformedHeader(SignatureHeader)
    /// The timestamp is more than 300 s old.
    case past(milliseconds: Int64)
    /// The timestamp is more than 60 s ahead of the server's clock, or so old that the difference overflows.
    case future(milliseconds: Int64, isWrapped: Bool)
    /// The device is not registered.
    case unknownDevice
    /// The attestation level of the device is not `secure_enclave`.
    case unverifiedDevice(level: String)
    /// The body is above ``AuthenticationRequest/byteLimit``.
    case bodyTooLarge(byteCount: Int)
    /// The assertion does not verify.
    case assertion(AssertionFailure)
}

/// The outcome of the signature check in one mode of the server.
///
///     print(judgement.strict.isVerified, judgement.strict.reason ?? "-")
public enum RequestOutcome: Sendable, Hashable {
    /// The server continues and stores the counter immediately.
    case verified(newCounter: Int64)
    /// The server continues with the request as unverified and keeps the old counter.
    case unverified(RuleFailure<RequestFailure>)
    /// Not determined, because the device is not known. The default mode continues.
    case unknown
    /// The server refuses the request.
    case refused(RuleFailure<RequestFailure>)

    /// Whether the signature verified.
    public var isVerified: Bool { if case .verified = self { true } else { false } }
    /// The reason the request is not verified; nil for a verified one.
    public var failure: RuleFailure<RequestFailure>? {
        switch self {
        case .verified, .unknown: nil
        case .unverified(let failure), .refused(let failure): failure
        }
    }
    /// The server's response; nil if it continues.
    public var answer: CaptureAnswer? { if case .refused(let failure) = self { failure.answer } else { nil } }
    /// The server's code for the failure, or `device_not_given`; nil for a verified request.
    public var reason: String? {
        if case .unknown = self { return "device_not_given" }
        if case .unverified(let failure) = self, case .unverifiedDevice = failure.fault { return "device_unverified" }
        return failure?.answer?.reason
    }
    /// The counter that the server stores; nil if it keeps the old one.
    public var newCounter: Int64? { if case .verified(let counter) = self { counter } else { nil } }
}

/// The server's verdict on the signature of a request.
public struct RequestJudgement: Sendable {
    /// The outcome in the default mode.
    public let permissive: RequestOutcome
    /// The outcome with REQUIRE_VERIFIED_DEVICES.
    public let strict: RequestOutcome
    /// Whether the server runs with REQUIRE_VERIFIED_DEVICES.
    public let isStrict: Bool
    /// The text whose hash the signature must cover; nil if an earlier check ended the verification.
    public let clientData: String?
    /// The assertion; nil if it could not be decoded.
    public let assertion: AppAttestAssertion?
    /// Every binding that the signature satisfies; empty if none could be tested.
    public let bindings: [SatisfiedBinding]
    /// The checks in the server's mode (``isStrict``), in the server's order.
    public let checks: [CaptureCheckResult]
    package let failures: [RuleFailure<RequestFailure>]

    /// The outcome in the server's mode (``isStrict``).
    public var outcome: RequestOutcome { isStrict ? strict : permissive }
    /// SHA-256 of ``clientData``.
    public var clientDataHash: [UInt8]? { clientData.map { SHA256Digest.bytes(of: Array($0.utf8)) } }
}

extension RequestFailure: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .missingHeader(let header): "\(header.rawValue) is missing"
        case .malformedHeader(let header): "\(header.rawValue) is not \(header.form)"
        case .past(let milliseconds):
            "the request is \(Self.shown(milliseconds, "old")), more than "
                + "\(RequestJudge.ages.upperBound / 1000) seconds"
        case .future(let milliseconds, isWrapped: false):
            "the request is "
                + "\(Self.shown(Int64(clamping: milliseconds.magnitude), "ahead of the server")), more than "
                + "\(-RequestJudge.ages.lowerBound / 1000) seconds"
        case .future(_, isWrapped: true):
            "the timestamp is so far from the server's that the difference overflows and counts as ahead"
        case .unknownDevice: "the device is not registered"
        case .unverifiedDevice(let level):
            "the device is registered as \"\(level.printable)\", not \(CaptureDevice.verifiedLevel): no signature is "
                + "checked"
                + (["tee", "strongbox"].contains(level) ? "; the levels of Android count as unverified here" : "")
        case .bodyTooLarge(let byteCount):
            "the body has \(byteCount) bytes, more than \(AuthenticationRequest.byteLimit)"
        case .assertion(let failure): "the assertion of the request: \(failure.wording)"
        }
    }
}

extension RequestFailure {
    /// A duration in a large unit and its direction, then the milliseconds in parentheses.
    package static func shown(_ milliseconds: Int64, _ direction: String) -> String {
        let duration = NumberText.duration(milliseconds: milliseconds)
        return "\(duration) \(direction)" + (duration.hasSuffix("ms") ? "" : " (\(milliseconds) ms)")
    }
}

extension SignatureHeader {
    package var form: String {
        switch self {
        case .device: "the UUID of the device"
        case .timestamp: "milliseconds since 1970, a whole number"
        case .signature: "strict base64 of an assertion"
        }
    }
}
