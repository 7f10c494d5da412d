package import Captures
internal import DepthFiles
package import Support

/// The reason a path yields no capture that can be judged. ``message`` is for readers.
package enum CaptureInputError: Error, Hashable, Sendable {
    case inaccessible(FileAccessError)
    case noCapture(path: String)
    case empty(path: String)
    case foreign(path: String, ForeignFile)
    /// The export has no request to the capture server; `examples` are some of its other requests.
    case noRequest(path: String, noun: String, count: Int, examples: [String])
    case severalRequests(path: String, count: Int)
    case damagedExport(path: String, noun: String, ExportDamage)
    case incompleteRequest(path: String, ExportFault)
    case noCaptureInFolder(path: String, count: Int, misnamed: [MisnamedFile])
    case damagedAttestation(path: String, AttestationDamage)
    /// Options that do not apply to the case file, each with the case's own member, such as "time (its member now)".
    case unusedOptions(path: String, [Message])
    case badCase(path: String, CaptureCaseError)
    /// A case names a file by an absolute path or one with `..`.
    case fileElsewhere(path: String, name: String)
    case namedFileInaccessible(path: String, FileAccessError)
    case badMessage(path: String, HTTPRequestMessage.Fault)
    case otherTarget(path: String, method: String, target: String)
    case inputWithoutCapture(path: String, form: CaptureInput.Form)
    case noPayload(path: String, ServerJSONError?)

    package var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .noCapture(let path), .badCase(let path, _), .fileElsewhere(let path, _),
            .namedFileInaccessible(let path, _), .noPayload(let path, _), .badMessage(let path, _),
            .otherTarget(let path, _, _), .inputWithoutCapture(let path, _), .empty(let path),
            .noCaptureInFolder(let path, _, _), .damagedAttestation(let path, _), .unusedOptions(let path, _),
            .foreign(let path, _), .noRequest(let path, _, _, _), .severalRequests(let path, _),
            .damagedExport(let path, _, _), .incompleteRequest(let path, _):
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
        case badRequest = "bad_http_request"
        case severalRequests = "several_requests"
        case damagedExport = "damaged_export"
        case incompleteRequest = "incomplete_request"
        case otherTarget = "other_target"
        case noPayload = "no_payload"
    }

    package var code: String {
        switch self {
        case .inaccessible(let error), .namedFileInaccessible(_, let error): error.code
        case .noCapture, .noCaptureInFolder, .empty, .inputWithoutCapture, .foreign, .noRequest:
            Code.noCapture.rawValue
        case .damagedAttestation: Code.damagedAttestation.rawValue
        case .unusedOptions: Code.unusedOption.rawValue
        case .badCase: Code.badCase.rawValue
        case .fileElsewhere: Code.fileElsewhere.rawValue
        case .badMessage: Code.badRequest.rawValue
        case .severalRequests: Code.severalRequests.rawValue
        case .damagedExport: Code.damagedExport.rawValue
        case .incompleteRequest: Code.incompleteRequest.rawValue
        case .otherTarget: Code.otherTarget.rawValue
        case .noPayload: Code.noPayload.rawValue
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

extension CaptureInputError: PresentedError {
    /// The error in one line: "found …; expected …; …". The caller prefixes ``path``.
    package var wording: Message {
        switch self {
        case .inaccessible(let error): "\(error.text(.none))"
        case .namedFileInaccessible(_, let error):
            "the case names the file \(error.path.printable): \(error.text(.none))"
        case .noCapture:
            "found no multipart body, no JSON, no HTTP/1.1 request and no attestation object in CBOR or base64; "
                + "expected a capture or a registration; check the path, or give "
                + "\(option: .boundary) for a multipart body, or \(option: .challenge) for an attestation object"
        case .foreign(_, let file):
            "not a capture: this is \(file.noun); expected a capture, a registration, or an export with requests; "
                + "\(file.advice)"
        case .noRequest(_, let noun, let count, let examples):
            "found \(noun) with \(NumberText.count(count, "request")), none to the capture server"
                + (examples.isEmpty ? "" : " (\(examples.map(\.printable).joined(separator: ", ")))")
                + "; expected one to \(CaptureInputError.targets); export the session in which the app sends it"
        case .severalRequests(_, let count):
            "found an export with \(count) requests to the capture server; expected one; save it alone"
        case .damagedExport(_, let noun, let damage):
            "found \(noun) with \(damage.finding); expected a complete file; export it again"
        case .incompleteRequest(_, let fault):
            "found \(fault.wording); expected the bytes of the request; \(fault.advice)"
        case .empty:
            "found no bytes; expected a capture, a registration, a request or an attestation object; check how the "
                + "file was written"
        case .noCaptureInFolder(_, let count, let misnamed):
            "found \(count == 0 ? "an empty folder" : "a folder with \(NumberText.count(count, "other file"))"); "
                + "expected photo.jpg, depth.bin or metadata.json in it, or *.json and *.body; "
                + "\(MisnamedFile.list(misnamed))to use another form, such as an attestation object, name the file "
                + "itself"
        case .damagedAttestation(_, let damage):
            "found \(damage.wording); expected an attestation object in CBOR or base64; \(damage.advice), or give "
                + "\(option: .challenge) or \(option: .keyID) for the server's answer to it"
        case .unusedOptions(_, let options):
            "found a case file, which contains its own server state; expected no "
                + options.joined(separator: ", ") + "; edit the case, or omit the "
                + (options.count == 1 ? "option" : "options")
        case .badCase(_, let error): "\(error)"
        case .fileElsewhere(_, let name):
            "found the file name \"\(name.printable)\"; expected a file in the folder of the case or in its parent; "
                + "move the file"
        case .badMessage(_, let fault): "\(fault)"
        case .otherTarget(_, let method, let target):
            "found a request \(method.printable) \(target.printable); expected "
                + "\(CaptureInputError.targets); choose another request"
        case .inputWithoutCapture(_, let form):
            "found \(form.wording) without a capture in it; expected a capture; name one"
        case .noPayload(_, let error):
            "found \(error.map(\.wording) ?? "a full capture"); expected a hash-only payload; name its JSON"
        }
    }
}

extension CaptureInputError {
    fileprivate static var targets: String {
        ([RegistrationRequest.endpoint] + CaptureEndpoint.allCases.map(\.rawValue))
            .map { "POST /api/v1/\($0)" }.joined(separator: ", ") + ", or another one below /api/v1/captures"
    }
}

extension CaptureInput.Form {
    package var wording: String {
        switch self {
        case .multipart: "a multipart body"
        case .folder: "a folder of parts"
        case .hashOnly: "a hash-only body"
        case .caseFile: "a case file"
        case .registration: "the body of a registration"
        case .attestationObject: "an attestation object"
        case .httpRequest: "an HTTP request"
        }
    }
}
