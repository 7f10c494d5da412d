package import Support

/// A case file: one JSON document that describes one request and the server's state.
///
/// A full capture has either `parts`, or `content_type` and `body`. A hash-only capture has `content_type` and `body`.
package struct CaptureCase: Sendable {
    package let id: String?
    package let notes: String?

    private let form: CaptureCaseFile
    private let device: CaptureDevice
    private let payload: Payload

    private enum Payload {
        case full([(part: CaptureCaseFile.Part, content: CaseContent)])
        case request(CaseContent, contentType: String?)
        case hashOnly(CaseContent, contentType: String?)
    }

    package init(json: [UInt8]) throws(CaptureCaseError) {
        let form: CaptureCaseFile
        do throws(ServerJSONError) { form = try CaptureCaseFile(json: json) } catch { throw .json(error) }
        guard let endpoint = form.endpoint else { throw .unknownEndpoint(form.endpointName) }
        guard form.now != nil else { throw .notTimestamp(found: form.nowText) }
        switch endpoint {
        case .full:
            if form.parts == nil, let body = form.body {
                payload = .request(try body.content(at: "body"), contentType: form.contentType)
                break
            }
            guard let parts = form.parts else { throw .missing("parts") }
            var contents: [(part: CaptureCaseFile.Part, content: CaseContent)] = []
            for (index, part) in parts.enumerated() {
                contents.append((part, try part.source.content(at: "parts[\(index)]")))
            }
            payload = .full(contents)
        case .hashOnly:
            guard let body = form.body else { throw .missing("body") }
            payload = .hashOnly(try body.content(at: "body"), contentType: form.contentType)
        }
        do throws(DeviceFile.Fault) {
            device = try DeviceFile.device(form.device, level: "")
        } catch {
            throw .device(error)
        }
        if let text = form.bodyHashText, Hexadecimal.bytes(of: text)?.count != 32 {
            throw .notHexadecimal(member: "request.body_sha256")
        }
        self.form = form
        id = form.id
        notes = form.notes
    }

    /// - Parameter file: Reads a file that the case names; it defines the base folder of relative names.
    package func request<Failure: Error>(
        reading file: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> CaptureRequest {
        CaptureRequest(
            payload: try capturePayload(file),
            device: device,
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

package enum CaptureCaseError: Error, Hashable, Sendable {
    case json(ServerJSONError)
    case unknownEndpoint(String)
    case notTimestamp(found: String)
    case missing(String)
    case device(DeviceFile.Fault)
    /// A part or body has none of `text`, `base64` and `ref`, or more than one.
    case noSingleContent(member: String)
    case notBase64(member: String)
    /// A member is not hexadecimal, or has the wrong number of digits.
    case notHexadecimal(member: String)
    case notCertificate(member: String)
    case unknownChallengeState(String)
    /// `headers` is neither an object of strings nor a list of string pairs.
    case malformedHeaders
    case tooManySpaces(member: String)
    case wrongType(member: String, expected: String)
    case exclusive(String, String)
}

extension CaptureCaseError: CustomStringConvertible {
    package var description: String { "found \(wording); expected a case file; correct it" }

    private var wording: String {
        switch self {
        case .json(let error): error.wording
        case .unknownEndpoint(let name):
            "the endpoint \"\(name.printable)\", none of "
                + ([RegistrationRequest.endpoint, AuthenticationRequest.endpoint]
                + CaptureEndpoint.allCases.map(\.rawValue)).joined(separator: ", ")
        case .notTimestamp(let found): "\"\(found.printable)\" as now"
        case .missing(let member): "no member \(member)"
        case .device(let fault): "\(fault.finding), in device"
        case .noSingleContent(let member): "not exactly one of text, base64 and ref in \(member)"
        case .notBase64(let member): "no base64 in \(member)"
        case .notHexadecimal(let member): "the wrong number of hexadecimal digits in \(member)"
        case .notCertificate(let member): "no certificate in \(member)"
        case .unknownChallengeState(let name):
            "the challenge state \"\(name.printable)\", none of "
                + ChallengeState.allCases.map(\.rawValue).joined(separator: ", ")
        case .malformedHeaders: "headers that are neither an object of strings nor pairs of strings"
        case .tooManySpaces(let member): "more than \(CaseContent.spaceLimit) spaces in \(member)"
        case .wrongType(let member, let expected): "\(member) that is not \(expected)"
        case .exclusive(let first, let second): "both \(first) and \(second)"
        }
    }
}

extension CaptureCase {
    package static func schema(and others: [JSONSchema.Member] = []) -> JSONSchema {
        .object(of: CaptureCaseFile.members, and: others)
    }
    package static var configurationSchema: JSONSchema { .object(of: CaptureCaseFile.configuration) }
}
