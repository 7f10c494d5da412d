internal import Support

/// A signed request as it arrives, and all else that the server's answer to its signature depends on.
///
///     let request = AuthenticationRequest(headers: headers, body: .bytes(body), device: device, now: now)
///     print(RequestJudge().judge(request).permissive)
public struct AuthenticationRequest: Sendable {
    /// The headers.
    public var headers: RequestHeaders
    /// The body.
    public var body: Body
    /// What the server has stored of the device; nil for one that it does not know.
    public var device: CaptureDevice?
    /// The server's clock.
    public var now: CaptureTimestamp
    /// Whether the server insists on verified devices: REQUIRE_VERIFIED_DEVICES.
    public var isStrict: Bool

    /// The body of a request.
    public enum Body: Sendable, Hashable {
        /// Its bytes.
        case bytes([UInt8])
        /// Only its length, where nothing else matters.
        case length(Int)

        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .length(let count): count
            }
        }
    }

    /// Puts a request together.
    public init(
        headers: RequestHeaders, body: Body, device: CaptureDevice?, now: CaptureTimestamp, isStrict: Bool = false
    ) {
        self.headers = headers
        self.body = body
        self.device = device
        self.now = now
        self.isStrict = isStrict
    }

    /// The most bytes that are hashed. The handlers behind it take a tenth.
    public static let byteLimit = 20_971_520

    /// What case files call it: no endpoint, but what stands in front of every one for captures.
    public static let endpoint = "request-authentication"
}

/// The checks of a signed request, in the server's order.
public enum RequestCheck: String, Sendable, CaseIterable {
    case deviceHeader = "X-Device-Id"
    case timestampHeader = "X-Device-Timestamp"
    case signatureHeader = "X-Device-Signature"
    case notPast = "not_past"
    case notFuture = "not_future"
    case deviceKnown = "device_known"
    case deviceVerified = "device_verified"
    case bodySize = "body_size"
    case cbor
    case members
    case authenticatorData = "authenticator_data"
    case counter
    case publicKeyStored = "public_key_stored"
    case publicKeyValid = "public_key_valid"
    case signatureForm = "signature_form"
    case signature

    /// Those that refuse nothing unless the server insists on verified devices.
    public static let strictOnly: Set<RequestCheck> = [
        .deviceVerified, .cbor, .members, .authenticatorData, .counter, .publicKeyStored, .publicKeyValid,
        .signatureForm, .signature,
    ]
}

/// Why a request is refused, or goes on as not verified.
public enum RequestFailure: Error, Hashable, Sendable {
    /// A header is not there.
    case missingHeader(SignatureHeader)
    /// A header is not what it should be.
    case malformedHeader(SignatureHeader)
    /// The request is more than 300 s old.
    case past(milliseconds: Int64)
    /// It is more than 60 s ahead, or so old that the difference wraps.
    case future(milliseconds: Int64, isWrapped: Bool)
    /// The device is not registered.
    case unknownDevice
    /// The device has another level than `secure_enclave`.
    case unverifiedDevice(level: String)
    /// The body is too large.
    case bodyTooLarge(byteCount: Int)
    /// The assertion does not verify.
    case assertion(AssertionFailure)

    /// The step that fails.
    public var check: RequestCheck {
        switch self {
        case .missingHeader(let header), .malformedHeader(let header):
            switch header {
            case .device: .deviceHeader
            case .timestamp: .timestampHeader
            case .signature: .signatureHeader
            }
        case .past: .notPast
        case .future: .notFuture
        case .unknownDevice: .deviceKnown
        case .unverifiedDevice: .deviceVerified
        case .bodyTooLarge: .bodySize
        case .assertion(let failure):
            switch failure.check {
            case .base64, .cbor: .cbor
            case .members: .members
            case .authenticatorData, .rpID: .authenticatorData
            case .counter: .counter
            case .publicKeyStored: .publicKeyStored
            case .publicKeyValid: .publicKeyValid
            case .signatureForm: .signatureForm
            case .signature: .signature
            }
        }
    }

    /// What the server answers where it refuses for this.
    public var answer: CaptureAnswer {
        switch self {
        case .missingHeader(let header): CaptureAnswer(401, .authenticationRequired, .headers, header.rawValue)
        case .malformedHeader(let header): CaptureAnswer(400, .validation, .headers, header.rawValue)
        case .past: CaptureAnswer(401, .timestampExpired, .timestamp, "past")
        case .future: CaptureAnswer(401, .timestampInvalid, .timestamp, "future")
        case .unknownDevice: CaptureAnswer(404, .deviceNotFound, .device, "unknown")
        case .unverifiedDevice: CaptureAnswer(403, .deviceUnverified, .device, "unverified")
        case .bodyTooLarge: CaptureAnswer(400, .validation, .bodySize, "request_limit")
        case .assertion(let failure):
            switch failure {
            case .counterNotIncreasing: CaptureAnswer(401, .replay, .assertion, failure.code)
            case .missingPublicKey, .invalidPublicKey, .signatureInvalid:
                CaptureAnswer(401, .signature, .assertion, failure.code)
            default: CaptureAnswer(400, .validation, .assertion, failure.code)
            }
        }
    }

    /// Why a request goes on as not verified, as the reference names it.
    public var passingReason: String {
        if case .unverifiedDevice = self { "device_unverified" } else { answer.reason ?? "" }
    }
}

/// What comes of the signature of a request in one mode of the server.
public enum RequestOutcome: Sendable, Hashable {
    /// It goes on; the server stores the counter at once.
    case verified(newCounter: Int64)
    /// It goes on, not verified; the counter stays.
    case unverified(RequestFailure)
    /// That is the answer.
    case refused(RequestFailure)

    /// Whether the signature verified.
    public var isVerified: Bool { if case .verified = self { true } else { false } }
    /// Why not.
    public var failure: RequestFailure? {
        switch self {
        case .verified: nil
        case .unverified(let failure), .refused(let failure): failure
        }
    }
    /// Why it is refused.
    public var refusal: RequestFailure? { if case .refused(let failure) = self { failure } else { nil } }
    /// The counter that is stored.
    public var newCounter: Int64? { if case .verified(let counter) = self { counter } else { nil } }
}

/// What the server makes of the signature of a request.
public struct RequestJudgement: Sendable {
    /// In the default mode.
    public let permissive: RequestOutcome
    /// With REQUIRE_VERIFIED_DEVICES.
    public let strict: RequestOutcome
    /// Whether the strict outcome is the one that counts.
    public let isStrict: Bool
    /// The text whose hash the signature must cover; nil where it did not come to that.
    public let clientData: String?
    /// The assertion, where it could be read.
    public let assertion: Assertion?
    /// Every definition that the signature satisfies; empty where it could not be tried.
    public let bindings: [SatisfiedBinding]
    /// Each check of the server, in order, in the mode that counts.
    public let checks: [CheckResult]

    /// The outcome that counts.
    public var outcome: RequestOutcome { isStrict ? strict : permissive }
    /// SHA-256 of ``clientData``.
    public var clientDataHash: [UInt8]? { clientData.map { SHA256Digest.bytes(of: Array($0.utf8)) } }
}
