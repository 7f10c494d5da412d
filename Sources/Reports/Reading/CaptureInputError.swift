package import Captures
internal import DepthFiles
package import Support

/// The reason a path yields no capture that can be judged. ``message`` is for readers.
package enum CaptureInputError: Error, Hashable, Sendable {
    case inaccessible(FileAccessError)
    /// The file matches no known form.
    case noCapture(path: String)
    case empty(path: String)
    /// The file is something else.
    case foreign(path: String, ForeignFile)
    /// The export has no request to the capture server; `examples` are others.
    case noRequest(path: String, noun: String, count: Int, examples: [String])
    /// The export has several requests, where one is expected.
    case severalRequests(path: String, count: Int)
    /// The export is malformed or cut off.
    case damagedExport(path: String, noun: String, ExportDamage)
    /// The export does not hold the request completely.
    case incompleteRequest(path: String, ExportFault)
    /// The folder contains no part of a capture.
    case noCaptureInFolder(path: String, count: Int, misnamed: [MisnamedFile])
    /// The file contains a damaged attestation object.
    case damagedAttestation(path: String, AttestationDamage)
    /// Options do not apply to the case file; each with its member for that, such as "time (its member now)".
    case unusedOptions(path: String, [Message])
    case badCase(path: String, CaptureCaseError)
    /// A case names a file by an absolute path or one with `..`.
    case fileElsewhere(path: String, name: String)
    case namedFileInaccessible(path: String, FileAccessError)
    /// The request of a session needs a time.
    case clockMissing(path: String)
    /// The exported HTTP request is malformed.
    case badMessage(path: String, HTTPRequestMessage.Fault)
    /// The request is not addressed to an endpoint of the capture server.
    case otherTarget(path: String, method: String, target: String)
    /// The input does not contain a capture.
    case inputWithoutCapture(path: String, form: CaptureInput.Form)
    /// The input is not a hash-only payload.
    case noPayload(path: String, ServerJSONError?)
    /// The file of a session is neither a request nor the body of one; `form` is nil if it has no known form.
    case notInSession(path: String, form: CaptureInput.Form?)
    /// The folder of a session contains no request.
    case noSession(path: String, count: Int)
    /// The settings of a session are malformed.
    case badSession(path: String, SessionSettings.Fault)
    /// The answer of a server is malformed.
    case badResponse(path: String, finding: String)

    package var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .noCapture(let path), .badCase(let path, _), .fileElsewhere(let path, _),
            .namedFileInaccessible(let path, _),
            .noPayload(let path, _), .clockMissing(let path),
            .badMessage(let path, _), .otherTarget(let path, _, _), .inputWithoutCapture(let path, _), .empty(let path),
            .noCaptureInFolder(let path, _, _), .damagedAttestation(let path, _), .unusedOptions(let path, _),
            .foreign(let path, _), .noRequest(let path, _, _, _), .severalRequests(let path, _),
            .damagedExport(let path, _, _), .incompleteRequest(let path, _),
            .notInSession(let path, _), .noSession(let path, _), .badSession(let path, _), .badResponse(let path, _):
            path
        }
    }

    /// The codes of capture errors; file errors have their own.
    package enum Code: String, CaseIterable, Sendable {
        case noCapture = "no_capture"
        case damagedAttestation = "damaged_attestation"
        case unusedOption = "unused_option"
        case badCase = "bad_case"
        case fileElsewhere = "file_elsewhere"
        case clockMissing = "circumstances_missing"
        case badRequest = "bad_http_request"
        case severalRequests = "several_requests"
        case damagedExport = "damaged_export"
        case incompleteRequest = "incomplete_request"
        case otherTarget = "other_target"
        case noPayload = "no_payload"
        case badSession = "bad_session"
    }

    /// The stable code of the error, in snake case.
    package var code: String {
        switch self {
        case .inaccessible(let error), .namedFileInaccessible(_, let error): error.code
        case .noCapture, .noCaptureInFolder, .empty, .inputWithoutCapture, .notInSession, .noSession, .foreign,
            .noRequest:
            Code.noCapture.rawValue
        case .damagedAttestation: Code.damagedAttestation.rawValue
        case .unusedOptions: Code.unusedOption.rawValue
        case .badCase: Code.badCase.rawValue
        case .fileElsewhere: Code.fileElsewhere.rawValue
        case .clockMissing: Code.clockMissing.rawValue
        case .badMessage: Code.badRequest.rawValue
        case .severalRequests: Code.severalRequests.rawValue
        case .damagedExport: Code.damagedExport.rawValue
        case .incompleteRequest: Code.incompleteRequest.rawValue
        case .otherTarget: Code.otherTarget.rawValue
        case .noPayload: Code.noPayload.rawValue
        case .badSession, .badResponse: Code.badSession.rawValue
        }
    }
}

extension TaskOption {
    /// The options that state what a capture server knows.
    package static let ofServerState: [TaskOption] = [
        .device, .at, .team, .bundle, .requestVerified, .challenge, .keyID, .root, .challengeState, .keyRegistered,
        .boundary,
    ]

    /// The equivalent member of a case file; nil if a case of this kind does not depend on the option.
    func member(of contents: CaptureInput.Contents) -> String? {
        let isRegistration = if case .requestCase(.registration) = contents { true } else { false }
        switch self {
        case .at: return "now"
        case .team: return "config.apple_team_id"
        case .bundle: return "config.apple_bundle_id"
        case .device: return isRegistration ? nil : "device"
        case .requestVerified: if case .request = contents { return "request_verified" } else { return nil }
        case .challenge, .keyID:
            guard case .requestCase(.registration(let request)) = contents else { return nil }
            if case .http = request.content { return "body" }
            return self == .challenge ? "challenge" : "key_id"
        case .root: return isRegistration ? "root_certificate" : nil
        case .challengeState: return isRegistration ? "challenge_state" : nil
        case .keyRegistered: return isRegistration ? "key_registered" : nil
        default: return nil
        }
    }
}
