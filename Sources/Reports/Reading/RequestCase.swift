package import Captures
internal import Conformance
package import Support

/// A case file for a registration, for a signed request, or for a capture with its signed request.
package struct RequestCase: Sendable {
    package let id: String?
    package let contents: Contents

    package enum Contents: Sendable {
        case registration(RegistrationRequest)
        case signedRequest(AuthenticationRequest)
        case chain(CaptureChain)
    }

    /// Decodes a case; nil for a capture without headers, and for malformed JSON.
    package init?(
        json bytes: [UInt8], reading file: @escaping (String) throws(CaptureInputError) -> [UInt8],
        failing failure: @escaping (CaptureCaseError) -> CaptureInputError
    ) throws(CaptureInputError) {
        let json: JSONValue
        // ``CaptureCase`` reports malformed JSON.
        do throws(JSONError) { json = try JSONReader.read(bytes, .texts) } catch { return nil }
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

private struct Source: MemberReader {
    let json: JSONValue
    /// The path of the object in the file, ending in a period; empty for the file's own object.
    var path = ""
    let file: (String) throws(CaptureInputError) -> [UInt8]
    let failure: (CaptureCaseError) -> CaptureInputError

    func registration() throws(CaptureInputError) -> RegistrationRequest {
        var request = RegistrationRequest(
            content: try registrationContent(), application: try application(), now: try now(),
            isKeyRegistered: try optional("key_registered", .flag) ?? false)
        if let root = json["root_certificate"], root != .null {
            guard let certificate = AttestationCertificate(file: try content(root, at: "root_certificate")) else {
                throw failure(.notCertificate(member: "root_certificate"))
            }
            request.root = certificate
        }
        if let name = try text("challenge_state") {
            guard let state = ChallengeState(rawValue: name) else { throw failure(.unknownChallengeState(name)) }
            request.challengeState = state
        }
        return request
    }

    private func registrationContent() throws(CaptureInputError) -> RegistrationRequest.Content {
        let members = ["key_id", "challenge", "attestation_object"]
        if let body = json["body"] {
            if let member = (members + ["model", "has_lidar"]).first(where: { json[$0] != nil }) {
                throw failure(.exclusive("body", member))
            }
            return .http(try content(body, at: "body"), contentType: try text("content_type"))
        }
        if json["content_type"] != nil { throw failure(.missing("body")) }
        var texts: [String] = []
        for member in members {
            guard let text = try text(member) else { throw failure(.missing(member)) }
            texts.append(text)
        }
        return .members(
            RegistrationBody(
                model: try text("model") ?? "iPhone 15 Pro", hasLiDAR: try optional("has_lidar", .flag) ?? true,
                attestation: RegistrationBody.Attestation(
                    keyID: texts[0], attestationObject: texts[2], challenge: texts[1])))
    }

    func signedRequest() throws(CaptureInputError) -> AuthenticationRequest {
        let body: AuthenticationRequest.Body
        if let count = json["body_bytes"] {
            guard let count = count.whole, count >= 0 else {
                throw failure(.wrongType(member: "body_bytes", expected: "a whole number from 0"))
            }
            body = .length(count)
        } else {
            guard let member = json["body"] else { throw failure(.missing("body")) }
            body = .bytes(try content(member, at: "body"))
        }
        return AuthenticationRequest(
            headers: try headers(), body: body, device: try isDeviceKnown() ? try device() : nil, now: try now())
    }

    func chain(_ bytes: [UInt8]) throws(CaptureInputError) -> CaptureChain {
        let capture: CaptureCase
        do throws(CaptureCaseError) { capture = try CaptureCase(json: bytes) } catch { throw failure(error) }
        return CaptureChain(
            capture: try capture.request(reading: file), headers: try headers(), isDeviceKnown: try isDeviceKnown())
    }

    private func isDeviceKnown() throws(CaptureInputError) -> Bool { try optional("device_known", .flag) ?? true }

    private func application() throws(CaptureInputError) -> CaptureApplication {
        guard let members = try optional("config", .object) else { return .standard }
        let (config, standard) = (object("config", .object(members)), CaptureApplication.standard)
        return CaptureApplication(
            teamIdentifier: try config.text("apple_team_id") ?? standard.teamIdentifier,
            bundleIdentifier: try config.text("apple_bundle_id") ?? standard.bundleIdentifier)
    }

    func value(_ name: String) -> JSONValue? { json[name] }

    func failure(of fault: MemberFault) -> CaptureInputError {
        switch fault {
        case .missing(let name): failure(.missing(path + name))
        case .wrongKind(let name, _, let expected): failure(.wrongType(member: path + name, expected: expected))
        }
    }

    private func text(_ name: String) throws(CaptureInputError) -> String? { try optional(name, "a text", \.string) }

    private func object(_ name: String, _ json: JSONValue) -> Source {
        Source(json: json, path: "\(name).", file: file, failure: failure)
    }

    private func now() throws(CaptureInputError) -> CaptureTimestamp {
        guard let text = try text("now") else { throw failure(.missing("now")) }
        guard let now = CaptureTimestamp(text) else { throw failure(.notTimestamp(found: text)) }
        return now
    }

    private func device() throws(CaptureInputError) -> CaptureDevice {
        let record = try required("device", .any)
        do throws(DeviceFile.Fault) { return try DeviceFile.device(record, level: "") } catch {
            throw failure(.device(error))
        }
    }

    /// The headers: an object, or pairs if order or repetition matters. Bytes that are not text are `{"base64": …}`.
    private func headers() throws(CaptureInputError) -> RequestHeaders {
        var pairs: [(String, JSONValue)] = []
        switch json["headers"] {
        case .object(let members)?: pairs = members.map { ($0.key, $0.value) }
        case .array(let elements)?:
            for element in elements {
                guard let pair = element.elements, pair.count == 2, let name = pair[0].string else {
                    throw failure(.malformedHeaders)
                }
                pairs.append((name, pair[1]))
            }
        default: throw failure(.malformedHeaders)
        }
        var fields: [RequestHeaders.Field] = []
        for (name, value) in pairs {
            let bytes: [UInt8]? =
                if let text = value.string { Array(text.utf8) } else {
                    value["base64"]?.string.flatMap(StrictBase64.bytes)
                }
            guard let bytes else { throw failure(.malformedHeaders) }
            fields.append(RequestHeaders.Field(name: name, value: bytes))
        }
        return RequestHeaders(fields)
    }

    private func content(_ member: JSONValue, at name: String) throws(CaptureInputError) -> [UInt8] {
        let content: CaseContent
        do throws(CaptureCaseError) {
            // A value of another type is treated like a negative number, which is an error.
            content = try CaseContent(
                text: member["text"]?.string, base64: member["base64"]?.string, file: member["ref"]?.string,
                spaces: member["spaces"].map { $0.whole ?? -1 }, at: name)
        } catch {
            throw failure(error)
        }
        return try content.bytes(file)
    }
}

extension RequestCase {
    package static var schema: JSONSchema {
        schema(and: JSONSchema.members(["rules": .strings, "class": .words(ConformanceCase.Class.self)], .optional))
    }

    /// The schema of the requests of `capture check`: cases with the bytes of their files and without remarks.
    package static var requestSchema: JSONSchema {
        schema(and: JSONSchema.members(["name": .string, "kind": .words(ConformanceCase.Kind.self)]))
            .removing(Set(ConformanceCase.Remark.allCases.map(\.rawValue) + ["ref"]))
    }

    private static func schema(and others: [JSONSchema.Member]) -> JSONSchema {
        .anyOf([CaptureCase.schema(and: others), registration(others), signedRequest(others), chain(others)])
    }

    private static let text = JSONSchema.string.orNull
    private static let remarks = JSONSchema.members(["id": text, "notes": text], .optional)
    private static let application = JSONSchema.members(["config": CaptureCase.configurationSchema.orNull], .optional)
    /// The headers: an object, or pairs if order or repetition matters.
    private static let headers = JSONSchema.anyOf([.map(of: header), .list(of: .list(of: header))])
    private static let header = JSONSchema.anyOf([.string, .object(["base64": .string])])

    private static func members(
        _ endpoint: [String], _ members: KeyValuePairs<String, JSONSchema>
    ) -> [JSONSchema.Member] {
        JSONSchema.members(["endpoint": .words(endpoint), "now": .string]) + JSONSchema.members(members) + remarks
            + application
    }

    private static func registration(_ others: [JSONSchema.Member]) -> JSONSchema {
        let members =
            others + members([RegistrationRequest.endpoint], [:])
            + JSONSchema.members(
                [
                    "root_certificate": CaseContent.schema.orNull, "key_registered": JSONSchema.flag.orNull,
                    "challenge_state": JSONSchema.words(ChallengeState.self).orNull,
                ], .optional)
        return .anyOf([
            .object(
                members + JSONSchema.members(["body": CaseContent.schema])
                    + JSONSchema.members(["content_type": text], .optional)),
            .object(
                members + JSONSchema.members(["key_id": .string, "challenge": .string, "attestation_object": .string])
                    + JSONSchema.members(["model": text, "has_lidar": JSONSchema.flag.orNull], .optional)),
        ])
    }

    private static func signedRequest(_ others: [JSONSchema.Member]) -> JSONSchema {
        let members =
            others
            + members([AuthenticationRequest.endpoint], ["headers": headers, "device": DeviceFile.schema()])
            + JSONSchema.members(["device_known": JSONSchema.flag.orNull], .optional)
        return .anyOf(
            [("body", CaseContent.schema), ("body_bytes", JSONSchema.count)].map { body in
                .object(members + [JSONSchema.Member(body.0, body.1)])
            })
    }

    private static func chain(_ others: [JSONSchema.Member]) -> JSONSchema {
        CaptureCase.schema(
            and: others + JSONSchema.members(["headers": headers])
                + JSONSchema.members(["device_known": JSONSchema.flag.orNull], .optional))
    }
}
