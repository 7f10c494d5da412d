package import Support

/// Everything about one request in one JSON: the form of the cases of the reference.
///
///     let file = try CaptureCase(json: bytes)
///     let request = try file.request { name in try read(name) }
///
/// A full capture is either `parts` or, as a whole HTTP request, `content_type` and `body`; a hash-only capture is the
/// latter. Photos and depth maps may stand in files of their own; ``request(reading:)`` asks for them.
public struct CaptureCase: Sendable {
    /// The name of the case, if it says one.
    public let id: String?
    /// What the case shows, if it says so.
    public let notes: String?

    private let form: CaptureCaseForm
    private let payload: Payload

    private enum Payload {
        case full([(part: CaptureCaseForm.Part, content: CaptureCaseForm.Content)])
        case request(CaptureCaseForm.Content, contentType: String?)
        case hashOnly(CaptureCaseForm.Content, contentType: String?)
    }

    /// Reads a case.
    ///
    /// - Throws: ``CaptureCaseError``.
    public init(json: [UInt8]) throws(CaptureCaseError) {
        let form: CaptureCaseForm
        do throws(ServerJSONError) {
            form = try CaptureCaseForm(json: json)
        } catch {
            throw .json(error)
        }
        guard let endpoint = form.endpoint else { throw .unknownEndpoint(form.endpointName) }
        guard form.now != nil else { throw .notTimestamp(found: form.nowText) }
        switch endpoint {
        case .full:
            if form.parts == nil, let body = form.body {
                payload = .request(try body.content(at: "body"), contentType: form.contentType)
                break
            }
            guard let parts = form.parts else { throw .missing("parts") }
            var contents: [(part: CaptureCaseForm.Part, content: CaptureCaseForm.Content)] = []
            for (index, part) in parts.enumerated() {
                contents.append((part, try part.source.content(at: "parts[\(index)]")))
            }
            payload = .full(contents)
        case .hashOnly:
            guard let body = form.body else { throw .missing("body") }
            payload = .hashOnly(try body.content(at: "body"), contentType: form.contentType)
        }
        if let text = form.publicKeyText, Hexadecimal.bytes(of: text) == nil {
            throw .notHexadecimal(member: "device.public_key_hex")
        }
        if let text = form.bodyHashText, Hexadecimal.bytes(of: text)?.count != 32 {
            throw .notHexadecimal(member: "request.body_sha256")
        }
        self.form = form
        id = form.id
        notes = form.notes
    }

    /// The request that the case describes.
    ///
    /// - Parameter file: reads the file that a case names; the name is relative to wherever its files are.
    public func request<Failure: Error>(
        reading file: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> CaptureRequest {
        CaptureRequest(
            payload: try capturePayload(file),
            device: CaptureDevice(
                attestationLevel: form.attestationLevel, publicKey: form.publicKeyText.flatMap(Hexadecimal.bytes),
                counter: form.counter),
            application: CaptureApplication(
                teamIdentifier: form.teamIdentifier ?? CaptureApplication.standard.teamIdentifier,
                bundleIdentifier: form.bundleIdentifier ?? CaptureApplication.standard.bundleIdentifier),
            now: form.now ?? CaptureTimestamp(utcSeconds: 0), isRequestVerified: form.isRequestVerified,
            signedRequest: form.milliseconds.map {
                SignedRequest(milliseconds: $0, bodyHash: form.bodyHashText.flatMap(Hexadecimal.bytes))
            },
            isMediaStored: form.isMediaStored)
    }

    private func capturePayload<Failure: Error>(
        _ file: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> CapturePayload {
        switch payload {
        case .full(let contents):
            var parts: [BodyPart] = []
            for (part, content) in contents {
                parts.append(
                    BodyPart(
                        name: part.name, fileName: part.fileName, contentType: part.contentType,
                        content: try content.bytes(file)))
            }
            return .full(.parts(parts))
        case .request(let content, let contentType):
            return .full(.request(try content.bytes(file), contentType: contentType))
        case .hashOnly(let content, let contentType):
            return .hashOnly(try content.bytes(file), contentType: contentType)
        }
    }
}

/// What is wrong with a case file.
public enum CaptureCaseError: Error, Hashable, Sendable {
    /// It is no JSON, or of another shape.
    case json(ServerJSONError)
    /// The endpoint is none of ``CaptureEndpoint``.
    case unknownEndpoint(String)
    /// `now` is no time.
    case notTimestamp(found: String)
    /// A member that the endpoint needs is absent.
    case missing(String)
    /// Neither `text`, nor `base64`, nor `ref` says what a part or body holds, or more than one of them does.
    case noSingleContent(member: String)
    /// A `base64` is none.
    case notBase64(member: String)
    /// Not hexadecimal digits, or not as many as there must be.
    case notHexadecimal(member: String)
    /// A root certificate that is none.
    case notCertificate(member: String)
    /// `challenge_state` is none of ``ChallengeState``.
    case unknownChallengeState(String)
    /// `headers` are neither an object of texts nor pairs of them.
    case noHeaders
    /// More spaces behind a body than anybody sends.
    case tooManySpaces(member: String)
    /// A member of another type.
    case wrongType(member: String, expected: String)
    /// Two members of which a case has one.
    case exclusive(String, String)
}

extension CaptureCase {
    /// A case of a capture; a photo or depth map in a file of its own is a `ref`.
    ///
    /// - Parameter others: members of a case that is more than a capture.
    package static func schema(and others: [JSONSchema.Member] = []) -> JSONSchema {
        CaptureCaseForm.schema(and: others)
    }
    /// The member `config`, which other cases have too.
    package static var configurationSchema: JSONSchema { CaptureCaseForm.configuration }
    /// The member `device`.
    package static var deviceSchema: JSONSchema { CaptureCaseForm.device }
}
