internal import Support

/// A capture as the server receives it, with all state that the response depends on.
///
///     let request = CaptureRequest(payload: .full(.multipart(body)), device: device, now: now)
///     print(CaptureJudge().judge(request).answer?.httpStatus ?? 0)
public struct CaptureRequest: Sendable {
    /// The body of the request.
    public var payload: CapturePayload
    /// The server's record of the device; nil if it is not known. Counter, key and signature are then not checked.
    public var device: CaptureDevice?
    /// The app that the server expects.
    public var application: CaptureApplication
    /// The server's clock.
    public var now: CaptureTimestamp
    /// Whether the request's own signature verified. If not, the confidence of a full capture is capped at medium.
    public var isRequestVerified: Bool
    /// The data that the request's signature covers, if known.
    public var signedRequest: SignedRequest?
    /// Whether media with the same hash is already stored.
    public var isMediaStored: Bool

    /// Creates a request.
    public init(
        payload: CapturePayload, device: CaptureDevice?, application: CaptureApplication = .standard,
        now: CaptureTimestamp, isRequestVerified: Bool = false, signedRequest: SignedRequest? = nil,
        isMediaStored: Bool = false
    ) {
        (self.payload, self.device, self.application, self.now) = (payload, device, application, now)
        (self.isRequestVerified, self.signedRequest) = (isRequestVerified, signedRequest)
        self.isMediaStored = isMediaStored
    }
}

/// The body of a capture.
///
///     let payload = CapturePayload.hashOnly(body, contentType: "application/json")
public enum CapturePayload: Sendable, Hashable {
    /// Photo, depth map and metadata.
    case full(FullCaptureBody)
    /// JSON, with the content type of the request.
    case hashOnly([UInt8], contentType: String?)

    /// The largest body in bytes. This is the default of the server's framework, which the server does not change.
    public static let byteLimit = 2_097_152

    /// The endpoint for this kind of capture.
    public var endpoint: CaptureEndpoint {
        switch self {
        case .full: .full
        case .hashOnly: .hashOnly
        }
    }
}

/// A capture endpoint; the raw value is the path below `/api/v1/`.
public enum CaptureEndpoint: String, Sendable, CaseIterable {
    /// Captures with photo, depth map and metadata.
    case full = "captures"
    /// Captures with the hash of the photo and the phone's own analysis.
    case hashOnly = "captures/hash-only"
}

/// The body of a full capture.
///
///     let payload = CapturePayload.full(.request(body, contentType: "multipart/form-data; boundary=B"))
public enum FullCaptureBody: Sendable, Hashable {
    /// An encoded body. If `boundary` is nil, it is detected in the first line.
    case multipart([UInt8], boundary: String? = nil)
    /// An encoded body, with the content type of the request, which names the boundary.
    case request([UInt8], contentType: String?)
    /// The parts in order. The size is taken to be that of the body that ``CapturePacker`` makes of them.
    case parts([BodyPart])

    /// The size in bytes.
    public var byteCount: Int {
        switch self {
        case .multipart(let bytes, _), .request(let bytes, _): bytes.count
        case .parts(let parts): MultipartWriter.standard.byteCount(of: parts)
        }
    }

    /// Whether the content type is `multipart/form-data` with a boundary; nil if it is unknown.
    var hasFormContentType: Bool? {
        guard case .request(_, let contentType) = self else { return nil }
        return contentType.flatMap { MediaType($0) }?.formBoundary != nil
    }

    package var contentType: String? { if case .request(_, let contentType) = self { contentType } else { nil } }

    package var bytes: [UInt8]? {
        switch self {
        case .multipart(let bytes, _), .request(let bytes, _): bytes
        case .parts: nil
        }
    }

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

/// The server's record of a device.
///
///     let device = CaptureDevice(publicKey: key, counter: 5)                // 65 bytes in SEC1 form
public struct CaptureDevice: Sendable, Hashable {
    /// The attestation level, such as `secure_enclave`. It does not affect the verdict on a capture.
    public var attestationLevel: String
    /// The public key in SEC1 form, if the device has one.
    public var publicKey: [UInt8]?
    /// The counter of the last accepted assertion.
    public var counter: Int64

    /// Creates a device record.
    public init(attestationLevel: String = "secure_enclave", publicKey: [UInt8]?, counter: Int64) {
        (self.attestationLevel, self.publicKey, self.counter) = (attestationLevel, publicKey, counter)
    }
}

/// The app that the server expects.
///
///     let application = CaptureApplication(teamIdentifier: "ABCDE12345", bundleIdentifier: "com.example.camera")
public struct CaptureApplication: Sendable, Hashable {
    /// Apple's team identifier.
    public var teamIdentifier: String
    /// The bundle identifier.
    public var bundleIdentifier: String

    /// The app of a server without configuration. Its default team is ten X, so assertions of real apps fail.
    public static let standard = CaptureApplication(
        teamIdentifier: "XXXXXXXXXX", bundleIdentifier: "com.realitycam.app")

    /// Creates an app.
    public init(teamIdentifier: String, bundleIdentifier: String) {
        (self.teamIdentifier, self.bundleIdentifier) = (teamIdentifier, bundleIdentifier)
    }

    /// SHA-256 of `team.bundle`, the first field of authenticator data.
    public var rpIDHash: [UInt8] { SHA256Digest.bytes(of: Array("\(teamIdentifier).\(bundleIdentifier)".utf8)) }
}

/// The data that a request's signature covers.
public struct SignedRequest: Sendable, Hashable {
    /// The timestamp header, in milliseconds since 1970.
    public var milliseconds: Int64
    /// SHA-256 of the body; nil to compute it from the body.
    public var bodyHash: [UInt8]?

    /// Creates a signed request.
    public init(milliseconds: Int64, bodyHash: [UInt8]? = nil) {
        (self.milliseconds, self.bodyHash) = (milliseconds, bodyHash)
    }

    func text(body: [UInt8]?) -> String? {
        (bodyHash ?? body.map { SHA256Digest.bytes(of: $0) }).map { "\(milliseconds)|\(Hexadecimal.text(of: $0))" }
    }
}
