internal import Support

/// A capture as it arrives, and all else that the server's answer depends on.
///
///     let request = CaptureRequest(payload: .full(.multipart(body)), device: device, now: now)
///     print(CaptureJudge().judge(request).answer.httpStatus)
public struct CaptureRequest: Sendable {
    /// What was sent.
    public var payload: CapturePayload
    /// What the server has stored of the device.
    public var device: CaptureDevice
    /// The app that the server expects.
    public var application: CaptureApplication
    /// The server's clock.
    public var now: CaptureTimestamp
    /// Whether the signature of the request verified; without it the confidence of a full capture is capped.
    public var isRequestVerified: Bool
    /// What the signature of the request covers, where that is known.
    public var signedRequest: SignedRequest?
    /// Whether media of the same hash is stored already.
    public var isMediaStored: Bool

    /// Puts a request together.
    public init(
        payload: CapturePayload, device: CaptureDevice, application: CaptureApplication = .standard,
        now: CaptureTimestamp, isRequestVerified: Bool = false, signedRequest: SignedRequest? = nil,
        isMediaStored: Bool = false
    ) {
        self.payload = payload
        self.device = device
        self.application = application
        self.now = now
        self.isRequestVerified = isRequestVerified
        self.signedRequest = signedRequest
        self.isMediaStored = isMediaStored
    }
}

/// What was sent.
public enum CapturePayload: Sendable, Hashable {
    /// A full capture: photo, depth map and metadata.
    case full(FullBody)
    /// A hash-only capture: JSON, with the content type of the request.
    case hashOnly([UInt8], contentType: String?)

    /// The most bytes that a body may have: a default of the server's framework that is raised nowhere.
    public static let byteLimit = 2_097_152

    /// Where it was sent to.
    public var endpoint: CaptureEndpoint {
        switch self {
        case .full: .full
        case .hashOnly: .hashOnly
        }
    }
}

/// Where captures are sent to, below `/api/v1/`.
public enum CaptureEndpoint: String, Sendable, CaseIterable {
    /// Full captures.
    case full = "captures"
    /// Hash-only captures.
    case hashOnly = "captures/hash-only"
}

/// The body of a full capture.
public enum FullBody: Sendable, Hashable {
    /// The bytes as they are sent; without a boundary, the one in the first line is taken.
    case multipart([UInt8], boundary: String? = nil)
    /// The bytes as they are sent, and the content type of the request, which names the boundary.
    case request([UInt8], contentType: String?)
    /// Its parts in order. Its size is what a body of them has with boundaries as long as the phone's.
    case parts([BodyPart])

    /// How many bytes it has.
    public var byteCount: Int {
        switch self {
        case .multipart(let bytes, _), .request(let bytes, _): bytes.count
        case .parts(let parts): MultipartWriter.standard.byteCount(of: parts)
        }
    }

    /// Whether the content type of the request is one of a form with a boundary; nil where it is not known.
    var hasFormContentType: Bool? {
        guard case .request(_, let contentType) = self else { return nil }
        return contentType.flatMap { MediaType($0) }?.formBoundary != nil
    }

    /// The content type of the request, where it is known.
    package var contentType: String? { if case .request(_, let contentType) = self { contentType } else { nil } }

    /// The bytes as they are sent; nil for parts.
    var bytes: [UInt8]? {
        switch self {
        case .multipart(let bytes, _), .request(let bytes, _): bytes
        case .parts: nil
        }
    }

    /// Reads the parts of a body as it is sent; nil for parts.
    package func reader() throws(MultipartFault) -> MultipartReader? {
        switch self {
        case .multipart(let bytes, let boundary): return try MultipartReader(bytes, boundary: boundary)
        case .request(let bytes, let contentType):
            guard let boundary = contentType.flatMap({ MediaType($0) })?.formBoundary else { throw .noBoundary }
            return try MultipartReader(bytes, boundary: boundary)
        case .parts: return nil
        }
    }
}

/// What the server has stored of a device.
public struct CaptureDevice: Sendable, Hashable {
    /// The level of its attestation, such as `secure_enclave`. Captures are judged without it.
    public var attestationLevel: String
    /// Its public key in SEC1 form, if it has any.
    public var publicKey: [UInt8]?
    /// The counter of its last assertion.
    public var counter: Int64

    /// A device.
    public init(attestationLevel: String = "secure_enclave", publicKey: [UInt8]?, counter: Int64) {
        self.attestationLevel = attestationLevel
        self.publicKey = publicKey
        self.counter = counter
    }
}

/// The app that the server expects.
public struct CaptureApplication: Sendable, Hashable {
    /// Apple's identifier of the team.
    public var teamIdentifier: String
    /// The identifier of the bundle.
    public var bundleIdentifier: String

    /// What a server expects that was not told: ten X are its own default for the team. An
    /// assertion of a real app is for another one, until it is told which.
    public static let standard = CaptureApplication(
        teamIdentifier: "XXXXXXXXXX", bundleIdentifier: "com.realitycam.app")

    /// An app.
    public init(teamIdentifier: String, bundleIdentifier: String) {
        self.teamIdentifier = teamIdentifier
        self.bundleIdentifier = bundleIdentifier
    }

    /// SHA-256 of `team.bundle`: what an assertion of the app begins with.
    public var rpIDHash: [UInt8] { SHA256Digest.bytes(of: Array("\(teamIdentifier).\(bundleIdentifier)".utf8)) }
}

/// What the signature of a request covers.
public struct SignedRequest: Sendable, Hashable {
    /// Milliseconds since 1970, as the header says.
    public var milliseconds: Int64
    /// SHA-256 of the body; nil for that of the body that was sent.
    public var bodyHash: [UInt8]?

    /// A signed request.
    public init(milliseconds: Int64, bodyHash: [UInt8]? = nil) {
        self.milliseconds = milliseconds
        self.bodyHash = bodyHash
    }

    /// `milliseconds|hash`.
    func text(body: [UInt8]?) -> String? {
        (bodyHash ?? body.map { SHA256Digest.bytes(of: $0) }).map { "\(milliseconds)|\(Hexadecimal.text(of: $0))" }
    }
}
