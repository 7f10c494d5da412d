import Captures
import Reports
import Support
import Tasks

/// A request as a file for `capture verify`: an HTTP message, or a case with the state that its answer depended on.
struct RequestExport {
    let record: RequestRecord
    /// Whether keys, signatures and locations are replaced, which changes the answer.
    let isRedacted: Bool

    /// An HTTP/1.1 message.
    var message: [UInt8] {
        let message = record.message
        var lines = ["\(message.method) \(message.path) HTTP/1.1"]
        lines += headers.filter { !["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
            .map { "\($0.name): \(String(decoding: $0.value, as: UTF8.self))" }
        lines.append("Content-Length: \(body.count)")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// A case file; nil for a request that the server does not judge.
    var caseFile: [UInt8]? {
        var writer = JSONWriter(.indented, .texts)
        guard let kind = record.reply.judged?.kind else { return nil }
        writer.object { writer in
            switch kind {
            case .registration(let judged): write(judged.request, to: &writer)
            case .chain(let judged):
                let chain = judged.chain
                writer.member("endpoint", chain.capture.payload.endpoint.rawValue)
                writeTime(chain.capture.now, chain.capture.application, to: &writer)
                writeDevice(chain.isDeviceKnown ? chain.capture.device : nil, to: &writer)
                writer.member("media_hash_already_stored", chain.capture.isMediaStored)
                writeHeaders(to: &writer)
                writeBody(to: &writer)
            case .signedRequest(let judged):
                writer.member("endpoint", AuthenticationRequest.endpoint)
                writeTime(judged.request.now, nil, to: &writer)
                writeDevice(judged.request.device, to: &writer)
                writeHeaders(to: &writer)
                writer.member("body") { $0.object { $0.member("base64", StrictBase64.text(of: body)) } }
            case .capture, .unreadable: break
            }
        }
        return writer.bytes + [0x0A]
    }

    private func write(_ request: RegistrationRequest, to writer: inout JSONWriter) {
        writer.member("endpoint", RegistrationRequest.endpoint)
        writeTime(request.now, request.application, to: &writer)
        writer.member("challenge_state", request.challengeState.rawValue)
        writer.member("key_registered", request.isKeyRegistered)
        writer.member("root_certificate") { writer in
            writer.object { $0.member("base64", StrictBase64.text(of: request.root.bytes)) }
        }
        writeBody(to: &writer)
    }

    private func writeTime(
        _ now: CaptureTimestamp, _ application: CaptureApplication?, to writer: inout JSONWriter
    ) {
        writer.member("now", now.millisecondText)
        guard let application else { return }
        writer.member("config") { writer in
            writer.object { writer in
                writer.member("apple_team_id", application.teamIdentifier)
                writer.member("apple_bundle_id", application.bundleIdentifier)
            }
        }
    }

    private func writeDevice(_ device: CaptureDevice?, to writer: inout JSONWriter) {
        guard let device else {
            writer.member("device_known", false)
            return
        }
        writer.member("device") { writer in
            writer.object { writer in
                writer.member("attestation_level", device.attestationLevel)
                writer.member("public_key_hex", isRedacted ? nil : device.publicKey.map { Hexadecimal.text(of: $0) })
                writer.member("assertion_counter", Int(device.counter))
            }
        }
    }

    private func writeHeaders(to writer: inout JSONWriter) {
        let names = SignatureHeader.allCases.map { $0.rawValue.lowercased() }
        writer.list("headers", headers.filter { names.contains($0.name.lowercased()) }) { field, writer in
            writer.array { writer in
                writer.value(field.name)
                writer.object { $0.member("base64", StrictBase64.text(of: field.value)) }
            }
        }
    }

    private func writeBody(to writer: inout JSONWriter) {
        writer.member("content_type", record.message.contentType)
        writer.member("body") { $0.object { $0.member("base64", StrictBase64.text(of: body)) } }
    }

    private var headers: [RequestHeaders.Field] {
        record.message.headers.fields.map { field in
            let isSecret = ["x-device-signature", "authorization", "cookie"].contains(field.name.lowercased())
            return isRedacted && isSecret ? RequestHeaders.Field(name: field.name, value: Array("AAAA".utf8)) : field
        }
    }

    private var body: [UInt8] { isRedacted ? record.message.redactedBody : record.message.body }
}

extension HTTPRequestMessage {
    /// The body without photo, keys, signatures and locations. What cannot be read is replaced as a whole.
    fileprivate var redactedBody: [UInt8] {
        guard let boundary = contentType.flatMap({ MediaType($0) })?.formBoundary,
            var reader = try? MultipartReader(body, boundary: boundary)
        else { return Self.redacted(body, called: "body") }
        var parts: [BodyPart] = []
        while let part = try? reader.next() {
            let name = part.name.flatMap { CapturePart.allCases.map(\.rawValue).contains($0) ? $0 : nil }
            let content =
                switch part.kind {
                case .depthMap: part.content
                case .metadata: Self.redacted(part.content, called: "metadata")
                case .photo, nil: Self.statement(part.content, called: name ?? "part")
                }
            parts.append(BodyPart(name: name, contentType: part.contentType, content: content))
        }
        return MultipartWriter(boundary: boundary).body(of: parts)
    }

    private static func redacted(_ bytes: [UInt8], called name: String) -> [UInt8] {
        guard let json = try? JSONReader.read(bytes, .texts) else { return statement(bytes, called: name) }
        var writer = JSONWriter(.compact, .texts)
        writer.value(json.redacted)
        return writer.bytes
    }

    private static func statement(_ bytes: [UInt8], called name: String) -> [UInt8] {
        let hash = Hexadecimal.text(of: SHA256Digest.bytes(of: bytes))
        return Array("\(name) removed: \(bytes.count) bytes with SHA-256 \(hash)".utf8)
    }
}

extension JSONValue {
    private static let secrets: Set = [
        "key_id", "device_id", "public_key", "attestation_object", "challenge", "assertion", "certificate_chain",
    ]

    /// The value without secrets and coordinates. The server also reads an object that is written as an array of its
    /// members, so the texts and numbers of arrays are replaced too.
    fileprivate var redacted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { member in
                    let isSecret = Self.secrets.contains(member.key) || member.key == "location"
                    return Member(key: member.key, value: isSecret ? member.value.blank : member.value.redacted)
                })
        case .array: blank
        default: self
        }
    }

    private var blank: JSONValue {
        switch self {
        case .string: .string("AAAA")
        case .number: .number("0")
        case .object(let members): .object(members.map { Member(key: $0.key, value: $0.value.blank) })
        case .array(let elements): .array(elements.map(\.blank))
        case .null, .flag: self
        }
    }
}
