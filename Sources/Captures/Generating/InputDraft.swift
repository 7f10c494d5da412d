package import Support

package struct InputDraft: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case full
        case hashOnly = "hash-only"
        case registration = "register"
        case request
        case fullChain = "chain-full"
        case hashOnlyChain = "chain-hash-only"

        var subjects: Subject {
            switch self {
            case .full: [.full, .capture, .json, .device]
            case .hashOnly: [.hashOnly, .capture, .json, .device]
            case .registration: [.registration, .json]
            case .request: [.request, .signed, .device]
            case .fullChain: [.full, .capture, .json, .signed, .device]
            case .hashOnlyChain: [.hashOnly, .capture, .json, .signed, .device]
            }
        }
    }

    struct Subject: OptionSet, Sendable {
        let rawValue: Int

        static let full = Subject(rawValue: 1)
        static let hashOnly = Subject(rawValue: 2)
        /// A full or a hash-only capture, with its assertion.
        static let capture = Subject(rawValue: 4)
        static let registration = Subject(rawValue: 8)
        /// Metadata, a payload or a registration.
        static let json = Subject(rawValue: 16)
        static let signed = Subject(rawValue: 32)
        /// A signed request without a capture.
        static let request = Subject(rawValue: 64)
        /// A capture or a signed request of a device that the server knows.
        static let device = Subject(rawValue: 128)
    }

    let kind: Kind

    // The state of the server.
    var now = Self.clock.millisecondText ?? ""
    var level = CaptureDevice.verifiedLevel
    var publicKey: [UInt8]? = TestKeys.device.publicKey
    var storedCounter: Int64 = 41
    var isDeviceKnown = true
    var isRequestVerified = true
    var isMediaStored = false
    var challengeState = ChallengeState.issued
    var isKeyRegistered = false

    // The body.
    var contentType: String?
    var photo = Self.usualPhoto
    var depthMap = DepthPart()
    var json: JSONDraft
    var space: [UInt8] = []
    /// Changes to the text of the JSON, which is already signed.
    var jsonEdits: [@Sendable (inout [UInt8]) -> Void] = []
    var multipart = MultipartDraft()
    var bodyEdits: [@Sendable (inout [UInt8]) -> Void] = []
    /// The size to which spaces after the body pad it; nil for no padding.
    var bodyByteCount: Int?
    var assertion: AssertionDraft
    var attestation = AttestationDraft.usual

    // The signed request.
    var deviceID = "00000000-0000-4000-8000-000000000001"
    var timestamp: String
    var signedMilliseconds: Int64?
    var requestAssertion: AssertionDraft
    var headerEdits: [@Sendable (inout [(name: String, value: [UInt8])]) -> Void] = []

    // 2026-03-01T12:00:20Z.
    static let clock = CaptureTimestamp(utcSeconds: 1_772_366_420)
    static let application = CaptureApplication(
        teamIdentifier: "ABCDE12345", bundleIdentifier: "org.example.depthcheck")
    static let applicationName = "\(application.teamIdentifier).\(application.bundleIdentifier)"
    static let usualPhoto = [0xFF, 0xD8, 0xFF, 0xE0] + Array("no picture".utf8)
    static let capturedAt = clock.adding(seconds: -20).millisecondText ?? ""

    init(_ kind: Kind) {
        self.kind = kind
        let milliseconds = Self.clock.milliseconds - 1000
        timestamp = String(milliseconds)
        // The server stores the request's counter before it judges the capture, so the capture's must be higher.
        requestAssertion = AssertionDraft(application: Self.applicationName, counter: 42)
        assertion = AssertionDraft(application: Self.applicationName, counter: 43)
        switch kind {
        case .full, .fullChain:
            json = Self.metadata
            contentType = "multipart/form-data; boundary=\(multipart.boundary)"
        case .hashOnly, .hashOnlyChain:
            json = Self.payload
            contentType = "application/json"
        case .registration:
            json = Self.registration(attestation)
            contentType = "application/json"
        case .request: json = .of([("a body of", .text("a request"))])
        }
    }

    private static let metadata = JSONDraft.of([
        ("captured_at", .text(capturedAt)), ("device_model", .text(CaptureData.usualModel)),
        ("photo_hash", .text(SHA256Digest.hexadecimal(of: usualPhoto))),
        (
            "depth_map_dimensions",
            .of([("width", .number(DepthPart.width)), ("height", .number(DepthPart.height))])
        ),
        ("assertion", .later),
        ("location", .of([("latitude", .raw("59.9127")), ("longitude", .raw("10.7461"))])),
    ])

    private static let payload = JSONDraft.of([
        ("capture_mode", .text("hash_only")), ("media_hash", .text(SHA256Digest.hexadecimal(of: usualPhoto))),
        ("media_type", .text("photo")), ("depth_analysis", analysis),
        ("metadata", .of([("device_model", .text(CaptureData.usualModel))])),
        (
            "metadata_flags",
            .of([
                ("location_included", .flag(false)), ("location_level", .text("none")),
                ("timestamp_included", .flag(true)), ("timestamp_level", .text("exact")),
                ("device_info_included", .flag(true)), ("device_info_level", .text("model_only")),
            ])
        ),
        ("captured_at", .text(capturedAt)), ("assertion", .later),
    ])

    static let analysis = JSONDraft.of([
        ("depth_variance", .raw("1.5")), ("depth_layers", .number(4)), ("edge_coherence", .raw("0.625")),
        ("min_depth", .raw("0.5")), ("max_depth", .raw("5.5")), ("is_likely_real_scene", .flag(true)),
        ("algorithm_version", .text("1.0")),
    ])

    private static func registration(_ attestation: AttestationDraft) -> JSONDraft {
        .of([
            ("platform", .text("ios")), ("model", .text(CaptureData.usualModel)), ("has_lidar", .flag(true)),
            (
                "attestation",
                .of([
                    ("key_id", .text(StrictBase64.text(of: attestation.credential))), ("attestation_object", .later),
                    ("challenge", .text(StrictBase64.text(of: attestation.challenge))),
                ])
            ),
        ])
    }

    private var endpoint: String {
        switch kind {
        case .full, .fullChain: CaptureEndpoint.full.rawValue
        case .hashOnly, .hashOnlyChain: CaptureEndpoint.hashOnly.rawValue
        case .registration: RegistrationRequest.endpoint
        case .request: AuthenticationRequest.endpoint
        }
    }

    package var caseMembers: [JSONValue.Member] {
        var members: [(String, JSONValue)] = [
            ("endpoint", .string(endpoint)), ("now", .string(now)),
            (
                "config",
                .object([
                    .init(key: "apple_team_id", value: .string(Self.application.teamIdentifier)),
                    .init(key: "apple_bundle_id", value: .string(Self.application.bundleIdentifier)),
                ])
            ),
        ]
        let subjects = kind.subjects
        if subjects.contains(.registration) {
            members += [
                ("root_certificate", Self.content(AttestationDraft.rootCertificate)),
                ("challenge_state", .string(challengeState.rawValue)), ("key_registered", .flag(isKeyRegistered)),
            ]
        } else {
            members.append(("device", device))
        }
        if subjects.contains(.capture) {
            if !subjects.contains(.signed) { members.append(("request_verified", .flag(isRequestVerified))) }
            members.append(("media_hash_already_stored", .flag(isMediaStored)))
        }
        let body = body
        if subjects.contains(.signed) {
            members.append(("device_known", .flag(isDeviceKnown)))
            members.append(("headers", .array(headers(for: body).map(Self.header))))
        }
        if let contentType, !subjects.contains(.request) { members.append(("content_type", .string(contentType))) }
        members.append(("body", Self.content(body.bytes, spaces: body.spaces)))
        return members.map { JSONValue.Member(key: $0.0, value: $0.1) }
    }

    private var device: JSONValue {
        .object([
            .init(key: "attestation_level", value: .string(level)),
            .init(key: "public_key_hex", value: publicKey.map { .string(Hexadecimal.text(of: $0)) } ?? .null),
            .init(key: "assertion_counter", value: .number(String(storedCounter))),
        ])
    }

    /// The body, and the number of spaces after it.
    private var body: (bytes: [UInt8], spaces: Int) {
        var bytes = kind.subjects.contains(.full) ? multipart.bytes(content) : sentJSON
        for edit in bodyEdits { edit(&bytes) }
        return (bytes, max(0, (bodyByteCount ?? 0) - bytes.count))
    }

    private func content(_ content: MultipartDraft.Content) -> [UInt8] {
        switch content {
        case .photo: photo
        case .depthMap: depthMap.bytes
        case .metadata: sentJSON
        case .bytes(let bytes): bytes
        }
    }

    private var sentJSON: [UInt8] {
        let subjects = kind.subjects
        let later =
            if subjects.contains(.registration) {
                attestation.text
            } else if subjects.contains(.capture) {
                assertion.text(for: clientData)
            } else { "" }
        var bytes = json.bytes(later: later, space: space)
        for edit in jsonEdits { edit(&bytes) }
        return bytes
    }

    /// The client data that the capture's assertion signs; similar data if the server cannot read the JSON.
    private var clientData: [UInt8] {
        let unsigned = json.bytes(later: "", space: space)
        if kind.subjects.contains(.full) {
            let text = (try? CaptureMetadata(json: unsigned))?.clientText
            return Array((text ?? Self.capturedAt).utf8)
        }
        return (try? HashOnlyPayload(json: unsigned))?.signedJSON ?? unsigned
    }

    private func headers(for body: (bytes: [UInt8], spaces: Int)) -> [(name: String, value: [UInt8])] {
        let bytes = body.bytes + Array(repeating: 0x20, count: body.spaces)
        let milliseconds = signedMilliseconds ?? Int64(timestamp) ?? 0
        let text = SignedRequest(milliseconds: milliseconds).text(body: bytes) ?? ""
        var headers: [(name: String, value: [UInt8])] = [
            (SignatureHeader.device.rawValue, Array(deviceID.utf8)),
            (SignatureHeader.timestamp.rawValue, Array(timestamp.utf8)),
            (SignatureHeader.signature.rawValue, Array(requestAssertion.text(for: Array(text.utf8)).utf8)),
        ]
        for edit in headerEdits { edit(&headers) }
        return headers
    }

    private static func header(_ header: (name: String, value: [UInt8])) -> JSONValue {
        let value: JSONValue =
            String(validating: header.value, as: UTF8.self).map { .string($0) }
            ?? .object([.init(key: "base64", value: .string(StrictBase64.text(of: header.value)))])
        return .array([.string(header.name), value])
    }

    private static func content(_ bytes: [UInt8], spaces: Int = 0) -> JSONValue {
        var members: [JSONValue.Member] =
            if let text = String(validating: bytes, as: UTF8.self) { [.init(key: "text", value: .string(text))] } else {
                [.init(key: "base64", value: .string(StrictBase64.text(of: bytes)))]
            }
        if spaces > 0 { members.append(.init(key: "spaces", value: .number(String(spaces)))) }
        return .object(members)
    }
}
