internal import Captures
internal import Conformance
internal import Support

/// A case as an HTTP request, and the state that it requires of the server.
struct CaseMessage {
    private let testCase: ConformanceCase
    /// The path below `/api/v1/`.
    let path: String
    let headers: [(name: String, value: [UInt8])]
    let body: [UInt8]
    private let now: CaptureTimestamp
    private var challenge: (bytes: [UInt8], state: ChallengeState)?
    private var registeredKey: String?
    private var mediaHash: [UInt8]?

    static let contentType = "Content-Type"
    /// The device identifier for a capture that has no headers.
    private static let device = "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162"

    init(_ testCase: ConformanceCase) throws(ProgramFailure) {
        let request: ServerRequest
        do throws(CaptureInputError) {
            let input = try CaptureInputReader().read(Array(testCase.line.utf8), testCase.path)
            request = try input.request(with: ServerState()).request
        } catch {
            throw .refused(error.wording)
        }
        self.testCase = testCase
        let form: String?
        var fields: [(name: String, value: [UInt8])] = []
        switch request {
        case .registration(let request):
            (path, now) = (RegistrationRequest.endpoint, request.now)
            switch request.content {
            case .http(let bytes, let contentType): (body, form) = (bytes, contentType)
            case .members(let members): (body, form) = (members.json, "application/json")
            }
            let sent = request.content.body
            challenge = sent?.challengeBytes.map { ($0, request.challengeState) }
            registeredKey = request.isKeyRegistered ? sent?.keyID : nil
        case .signedRequest(let request):
            // If the signature passes, the endpoint then refuses the request because it has no content type.
            (path, now, form) = (CaptureEndpoint.full.rawValue, request.now, nil)
            body =
                switch request.body {
                case .bytes(let bytes): bytes
                case .length(let count): Array(repeating: 0x20, count: count)
                }
            fields = request.headers.fields.map { ($0.name, $0.value) }
        case .capture(let capture):
            (path, now) = (capture.payload.endpoint.rawValue, capture.now)
            (body, form) = capture.payload.encoded
            let names = SignatureHeader.allCases.map(\.rawValue)
            let values = [Self.device, "\(now.milliseconds)", "AAAA"]
            fields = zip(names, values).map { ($0, Array($1.utf8)) }
            if capture.isMediaStored { mediaHash = CaptureJudge().judge(capture).mediaHash }
        case .chain(let chain):
            (path, now) = (chain.capture.payload.endpoint.rawValue, chain.capture.now)
            (body, form) = chain.capture.payload.encoded
            fields = chain.headers.fields.map { ($0.name, $0.value) }
            if chain.capture.isMediaStored { mediaHash = CaptureJudge().judge(chain.capture).mediaHash }
        }
        headers = fields + (form.map { [(Self.contentType, Array($0.utf8))] } ?? [])
    }

    /// The headers for curl. A header without a value must end in a semicolon; curl removes one that ends in a colon.
    var headerLines: [String] {
        let lines = headers.map { name, value in
            value.isEmpty ? "\(name);" : "\(name): \(String(decoding: value, as: UTF8.self))"
        }
        return headers.contains { $0.name == Self.contentType } ? lines : lines + ["\(Self.contentType):"]
    }

    /// The stored counter before the request.
    var counter: JSONValue {
        let device = testCase.request["device"]
        return device?["assertion_counter"] ?? device?["counter"] ?? .null
    }
    var isChallengeIssued: Bool { challenge?.state == .issued }

    /// The state in the form of ``SessionSettings``.
    func state(isStrict: Bool) -> JSONValue {
        var config = testCase.request["config"]?.members ?? []
        config += ["strict_attestation", "require_verified_devices"].map { .init(key: $0, value: .flag(isStrict)) }
        if let root = testCase.request["root_certificate"] {
            config.append(.init(key: "root_certificate", value: root))
        }
        var members = [
            JSONValue.Member(key: "now", value: testCase.request["now"] ?? .null),
            .init(key: "config", value: .object(config)), .init(key: "devices", value: .array(devices)),
        ]
        if let mediaHash {
            members.append(.init(key: "media_hashes", value: .array([.string(Hexadecimal.text(of: mediaHash))])))
        }
        if let challenge, challenge.state != .unknown {
            let end = now.adding(seconds: challenge.state == .expired ? -1 : SessionState.challengeLifetime)
            let record = JSONValue.object([
                .init(key: "challenge", value: .string(StrictBase64.text(of: challenge.bytes))),
                .init(key: "expires_at", value: end.millisecondText.map { .string($0) } ?? .null),
                .init(key: "used", value: .flag(challenge.state == .used)),
            ])
            members.append(.init(key: "challenges", value: .array([record])))
        }
        return .object(members)
    }

    private var devices: [JSONValue] {
        if let registeredKey {
            return [
                .object([
                    .init(key: "key_id", value: .string(registeredKey)),
                    .init(key: "attestation_level", value: .string(CaptureDevice.unverifiedLevel)),
                    .init(key: "public_key_hex", value: .null), .init(key: "assertion_counter", value: .number("0")),
                ])
            ]
        }
        guard testCase.request["device_known"]?.flag != false, let record = testCase.request["device"]?.members else {
            return []
        }
        let fields = RequestHeaders(headers.map { RequestHeaders.Field(name: $0.name, value: $0.value) })
        let sent = fields.text(SignatureHeader.device.rawValue).flatMap(\.self)
        let identifier = sent.flatMap(DeviceIdentifier.digits) ?? Self.device
        return [.object([.init(key: "id", value: .string(identifier))] + record)]
    }
}

extension CapturePayload {
    /// The body as it is sent, and its content type.
    fileprivate var encoded: ([UInt8], contentType: String?) {
        switch self {
        case .hashOnly(let bytes, let contentType): (bytes, contentType)
        case .full(.parts(let parts)):
            (MultipartWriter.standard.body(of: parts), MultipartWriter.standard.contentType)
        case .full(let body): (body.bytes ?? [], body.contentType)
        }
    }
}
