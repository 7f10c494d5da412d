package import Support

extension InputDraft {
    /// The endpoint of a case of this kind.
    private var endpoint: String {
        switch kind {
        case .full, .fullChain: CaptureEndpoint.full.rawValue
        case .hashOnly, .hashOnlyChain: CaptureEndpoint.hashOnly.rawValue
        case .registration: RegistrationRequest.endpoint
        case .request: AuthenticationRequest.endpoint
        }
    }

    /// The members of the case file, signed and encoded, without remarks.
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
        if let contentType, !subjects.contains(.request) {
            members.append(("content_type", .string(contentType)))
        }
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
            if subjects.contains(.registration) { attestation.text } else if subjects.contains(.capture) {
                assertion.text(for: clientData)
            } else { "" }
        var bytes = json.bytes(later: later, space: space)
        for edit in jsonEdits { edit(&bytes) }
        return bytes
    }

    /// What the server hashes for the capture's assertion, or something similar if it cannot read the JSON.
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
