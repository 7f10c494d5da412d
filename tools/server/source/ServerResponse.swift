import Captures
import Reports
import Support

/// A response in the form of the capture server.
///
/// Source: docs/CAPTURE.md, "The rules".
struct ServerResponse: Sendable, Hashable {
    let status: Int
    /// Nil without a body.
    private(set) var contentType: String?
    private(set) var body: [UInt8] = []

    init(status: Int) { self.status = status }

    /// An answer in plain text.
    private init(status: Int, text: String) {
        (self.status, contentType, body) = (status, "text/plain; charset=utf-8", Array(text.utf8))
    }

    /// The response if depthcheck does not know the server's answer. The capture server never gives this status.
    static func unsimulated(_ text: String) -> ServerResponse { ServerResponse(status: 501, text: text) }

    static func success(
        _ status: Int, at now: CaptureTimestamp, _ data: (inout JSONWriter) -> Void
    ) -> ServerResponse {
        json(status, "data", at: now, data)
    }

    static func error(
        _ status: Int, code: String, _ message: String, at now: CaptureTimestamp
    ) -> ServerResponse {
        json(status, "error", at: now) { writer in
            writer.member("code", code)
            writer.member("message", message)
        }
    }

    private static func json(
        _ status: Int, _ member: String, at now: CaptureTimestamp, _ content: (inout JSONWriter) -> Void
    ) -> ServerResponse {
        var writer = JSONWriter(.compact, .texts)
        writer.object { writer in
            writer.member(member) { $0.object { content(&$0) } }
            writer.member("meta") { writer in
                writer.object { writer in
                    writer.member("request_id", RandomIdentifier.uuid())
                    writer.member("timestamp", now.millisecondText)
                }
            }
        }
        var response = ServerResponse(status: status)
        (response.contentType, response.body) = ("application/json", writer.bytes)
        return response
    }

    /// - Parameter device: The identifier of a registered device.
    init(_ judged: JudgedInput, device: String?, at now: CaptureTimestamp) {
        guard let answer = judged.answer else {
            self = .unsimulated(judged.reasons.first?.sentence ?? "not modelled")
            return
        }
        if let code = answer.errorCode {
            let reason = judged.reasons.first?.sentence ?? ""
            let message = answer.serverMessage ?? code.fixedMessage ?? reason
            self = .error(answer.httpStatus, code: code.rawValue, message, at: now)
        } else if answer.httpStatus >= 400 {
            self.init(status: answer.httpStatus, text: answer.frameworkSentence)
        } else if case .registration(let registration) = judged.kind {
            self = .success(answer.httpStatus, at: now) { $0.registered(registration, as: device) }
        } else {
            let capture = RandomIdentifier.uuid()
            self = .success(answer.httpStatus, at: now) { writer in
                writer.member("capture_id", capture)
                writer.member("status", "complete")
                if judged.captureJudgement?.endpoint == .hashOnly {
                    writer.member("capture_mode", "hash_only")
                    writer.member("media_stored", false)
                }
                writer.member("verification_url", "/verify/\(capture)")
            }
        }
    }
}

extension ServerResponse {
    // The schemas of the bodies in JSON.

    static let challengeSchema = schema(
        "data", .object(["challenge": .string, "expires_at": .string]))
    static let deviceSchema = schema(
        "data",
        .object(
            ["device_id": .string, "attestation_level": .string],
            optional: ["security_level": .object(["attestation": .string, "platform": .string])]))
    static let captureSchema = schema(
        "data",
        .object(
            ["capture_id": .string, "status": .words(["complete"]), "verification_url": .string],
            optional: ["capture_mode": .words(["hash_only"]), "media_stored": .flag]))
    static let errorSchema = schema(
        "error",
        .object([
            "code": .words(CaptureAnswer.ErrorCode.allCases.map(\.rawValue) + [tooManyRequests]), "message": .string,
        ]))
    static let tooManyRequests = "TOO_MANY_REQUESTS"

    private static func schema(_ member: String, _ content: JSONSchema) -> JSONSchema {
        .object([
            JSONSchema.Member(member, content),
            JSONSchema.Member("meta", .object(["request_id": .string, "timestamp": .string])),
        ])
    }
}

extension JSONWriter {
    fileprivate mutating func registered(_ judged: JudgedRegistration, as device: String?) {
        let level = judged.judgement.stored?.attestationLevel ?? ""
        member("device_id", device)
        member("attestation_level", level)
        guard level == CaptureDevice.verifiedLevel else { return }
        member("security_level") { writer in
            writer.object { writer in
                writer.member("attestation", level)
                writer.member("platform", judged.judgement.sent?.platform.lowercased())
            }
        }
    }
}

extension CaptureAnswer {
    /// The server's sentence for a validation error, if it is known verbatim; nil otherwise.
    fileprivate var serverMessage: String? {
        switch (stage, reason) {
        case (.multipart, "body_too_large"): "Failed to read multipart form"
        case (.metadataJSON, _): "Invalid metadata JSON"
        case (.bodySize, _): "Request body too large"
        default: nil
        }
    }

    /// The text of a refusal by the server's framework.
    ///
    /// Source: axum 0.8, extract/rejection.rs. The framework adds the place in the JSON.
    fileprivate var frameworkSentence: String {
        switch stage {
        case .contentType where httpStatus == 400: "Invalid `boundary` for `multipart/form-data` request"
        case .contentType: "Expected request with `Content-Type: application/json`"
        case .bodySize: "Failed to buffer the request body: length limit exceeded"
        case .jsonSyntax: "Failed to parse the request body as JSON"
        default: "Failed to deserialize the JSON body into the target type" + (reason.map { ": \($0)" } ?? "")
        }
    }
}

extension CaptureAnswer.ErrorCode {
    /// The fixed sentence of an error whose reason the server hides; nil for an error that names the fault.
    fileprivate var fixedMessage: String? {
        switch self {
        case .validation, .authenticationRequired, .attestationFormat: nil
        case .attestation: "Attestation verification failed"
        case .internal: "Internal server error"
        case .challenge: "Invalid challenge"
        case .deviceRegistered: "Device already registered"
        case .timestampExpired: "Request timestamp expired"
        case .timestampInvalid: "Request timestamp invalid"
        case .deviceNotFound: "Device not found"
        case .deviceUnverified: "Device not verified"
        case .replay: "Replay detected"
        case .signature: "Invalid signature"
        }
    }
}
