package import Captures
internal import Support

/// A registration, a signed request or both a capture and its request, in one JSON: the form of the cases of the
/// reference.
///
///     let file = try RequestCase(json: bytes) { name in try read(name) }
///
/// A capture without headers is a ``CaptureCase``.
package struct RequestCase: Sendable {
    /// The name of the case, if it says one.
    package let id: String?
    package let contents: Contents

    package enum Contents: Sendable {
        case registration(RegistrationRequest)
        case signedRequest(AuthenticationRequest)
        case chain(CaptureChain)
    }

    /// Reads a case; nil for one of a capture without headers.
    ///
    /// - Parameter file: reads the file that a case names; the name is relative to wherever its files are.
    package init?(
        json bytes: [UInt8], reading file: @escaping (String) throws(CaptureInputError) -> [UInt8],
        failing failure: @escaping (CaptureCaseError) -> CaptureInputError
    ) throws(CaptureInputError) {
        let json: JSONValue
        // What is no JSON is told by the reader of captures.
        do throws(JSONError) { json = try JSONReader.read(bytes) } catch { return nil }
        let source = Source(json: json, file: file, failure: failure)
        switch json["endpoint"]?.string {
        case RegistrationRequest.endpoint: contents = .registration(try source.registration())
        case AuthenticationRequest.endpoint: contents = .signedRequest(try source.signedRequest())
        case let name? where CaptureEndpoint(rawValue: name) != nil && json["headers"] != nil:
            contents = .chain(try source.chain(bytes))
        default: return nil
        }
        id = json["id"]?.string
    }
}

/// The members of a case, read one by one.
private struct Source {
    let json: JSONValue
    let file: (String) throws(CaptureInputError) -> [UInt8]
    let failure: (CaptureCaseError) -> CaptureInputError

    func registration() throws(CaptureInputError) -> RegistrationRequest {
        var request = RegistrationRequest(
            content: try registrationContent(), application: application, now: try now(),
            isKeyRegistered: json["key_registered"]?.flag ?? false)
        if let root = json["root_certificate"], root != .null {
            guard let certificate = Certificate(file: try content(root, at: "root_certificate")) else {
                throw failure(.notCertificate(member: "root_certificate"))
            }
            request.root = certificate
        }
        if let name = json["challenge_state"]?.string {
            guard let state = ChallengeState(rawValue: name) else { throw failure(.unknownChallengeState(name)) }
            request.challengeState = state
        }
        return request
    }

    private func registrationContent() throws(CaptureInputError) -> RegistrationRequest.Content {
        if let body = json["body"] {
            return .http(try content(body, at: "body"), contentType: json["content_type"]?.string)
        }
        let members = ["key_id", "challenge", "attestation_object"]
        for member in members where json[member]?.string == nil { throw failure(.missing(member)) }
        let texts = members.map { json[$0]?.string ?? "" }
        return .members(
            RegistrationBody(
                model: json["model"]?.string ?? "iPhone 15 Pro", hasLiDAR: json["has_lidar"]?.flag ?? true,
                attestation: RegistrationBody.Attestation(
                    keyID: texts[0], attestationObject: texts[2], challenge: texts[1])))
    }

    func signedRequest() throws(CaptureInputError) -> AuthenticationRequest {
        let body: AuthenticationRequest.Body
        if let count = json["body_bytes"]?.whole {
            body = .length(count)
        } else {
            guard let member = json["body"] else { throw failure(.missing("body")) }
            body = .bytes(try content(member, at: "body"))
        }
        return AuthenticationRequest(
            headers: try headers(), body: body, device: isDeviceKnown ? try device() : nil, now: try now())
    }

    func chain(_ bytes: [UInt8]) throws(CaptureInputError) -> CaptureChain {
        let capture: CaptureCase
        do throws(CaptureCaseError) { capture = try CaptureCase(json: bytes) } catch { throw failure(error) }
        return CaptureChain(
            capture: try capture.request(reading: file), headers: try headers(), isDeviceKnown: isDeviceKnown)
    }

    private var isDeviceKnown: Bool { json["device_known"]?.flag ?? true }

    private var application: CaptureApplication {
        CaptureApplication(
            teamIdentifier: json["config"]?["apple_team_id"]?.string ?? CaptureApplication.standard.teamIdentifier,
            bundleIdentifier: json["config"]?["apple_bundle_id"]?.string
                ?? CaptureApplication.standard.bundleIdentifier)
    }

    private func now() throws(CaptureInputError) -> CaptureTimestamp {
        guard let text = json["now"]?.string else { throw failure(.missing("now")) }
        guard let now = CaptureTimestamp(text) else { throw failure(.notTimestamp(found: text)) }
        return now
    }

    private func device() throws(CaptureInputError) -> CaptureDevice {
        guard let device = json["device"] else { throw failure(.missing("device")) }
        guard let counter = device["assertion_counter"]?.whole else {
            throw failure(.missing("device.assertion_counter"))
        }
        var key: [UInt8]?
        if let text = device["public_key_hex"]?.string {
            guard let bytes = Hexadecimal.bytes(of: text) else {
                throw failure(.notHexadecimal(member: "device.public_key_hex"))
            }
            key = bytes
        }
        return CaptureDevice(
            attestationLevel: device["attestation_level"]?.string ?? "", publicKey: key, counter: Int64(counter))
    }

    /// An object, or pairs where order or repetition matters; a value that is no text is `{"base64"}`.
    private func headers() throws(CaptureInputError) -> RequestHeaders {
        var pairs: [(String, JSONValue)] = []
        switch json["headers"] {
        case .object(let members)?: pairs = members.map { ($0.key, $0.value) }
        case .array(let elements)?:
            for element in elements {
                guard let pair = element.elements, pair.count == 2, let name = pair[0].string else {
                    throw failure(.noHeaders)
                }
                pairs.append((name, pair[1]))
            }
        default: throw failure(.noHeaders)
        }
        var fields: [RequestHeaders.Field] = []
        for (name, value) in pairs {
            let bytes: [UInt8]? =
                if let text = value.string { Array(text.utf8) } else {
                    value["base64"]?.string.flatMap(StrictBase64.bytes)
                }
            guard let bytes else { throw failure(.noHeaders) }
            fields.append(RequestHeaders.Field(name: name, value: bytes))
        }
        return RequestHeaders(fields)
    }

    /// The bytes that one of `text`, `base64` and `ref` says, and as many spaces behind them as `spaces`.
    private func content(_ member: JSONValue, at name: String) throws(CaptureInputError) -> [UInt8] {
        var bytes: [UInt8]
        switch (member["text"]?.string, member["base64"]?.string, member["ref"]?.string) {
        case (let text?, nil, nil): bytes = Array(text.utf8)
        case (nil, let base64?, nil):
            guard let content = StrictBase64.bytes(of: base64) else { throw failure(.notBase64(member: name)) }
            bytes = content
        case (nil, nil, let file?): bytes = try self.file(file)
        default: throw failure(.noSingleContent(member: name))
        }
        if let count = member["spaces"]?.whole, count > 0 {
            guard count <= 1 << 26 else { throw failure(.tooManySpaces(member: name)) }
            bytes += Array(repeating: 0x20, count: count)
        }
        return bytes
    }
}
