internal import Captures
package import Support

// The sentences about input that cannot be judged.

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
        case .clockMissing:
            "found a request whose time is not stated; expected a time in times or now of session.json; add it"
        case .badMessage(_, let fault): "\(fault)"
        case .otherTarget(_, let method, let target):
            "found a request \(method.printable) \(target.printable); expected "
                + "\(CaptureInputError.targets); choose another request"
        case .inputWithoutCapture(_, let form):
            "found \(form.wording) without a capture in it; expected a capture; name one"
        case .noPayload(_, let error):
            "found \(error.map(\.wording) ?? "a full capture"); expected a hash-only payload; name its JSON"
        case .notInSession(_, let form):
            "found \(form?.wording ?? "another kind of file"); expected an HTTP/1.1 request, or the JSON body of a "
                + "registration or of a hash-only capture; export the request"
        case .noSession(_, let count):
            "found "
                + (count == 0 ? "an empty folder" : "a folder with \(NumberText.count(count, "other file"))")
                + "; expected requests in it whose names begin with a digit, such as 02-register.http; rename them"
        case .badSession(_, let fault): "found \(fault.finding); expected \(fault.expected); correct it"
        case .badResponse(_, let finding):
            "found \(finding); expected an answer of the server, {\"data\": {…}}; correct it"
        }
    }
}

extension CaptureInputError {
    /// The requests that can be judged.
    fileprivate static var targets: String {
        ([RegistrationRequest.endpoint] + CaptureEndpoint.allCases.map(\.rawValue))
            .map { "POST /api/v1/\($0)" }.joined(separator: ", ") + ", or another one below /api/v1/captures"
    }
}

extension CaptureInput.Form {
    /// The form with its indefinite article.
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
