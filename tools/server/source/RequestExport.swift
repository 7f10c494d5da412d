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

    private var body: [UInt8] { isRedacted ? Self.redacted(record.message.body) : record.message.body }

    private static let secretTexts = [
        "key_id", "device_id", "public_key", "attestation_object", "challenge", "assertion",
    ]
    private static let secretNumbers = ["latitude", "longitude", "altitude", "accuracy"]

    /// Replaces values of members in JSON, or in JSON within a multipart body, by others of the same length.
    private static func redacted(_ body: [UInt8]) -> [UInt8] {
        var bytes = body
        for (names, isText) in [(secretTexts, true), (secretNumbers, false)] {
            for name in names.map({ Array("\"\($0)\"".utf8) }) {
                var start = bytes.startIndex
                while let found = bytes[start...].firstRange(of: name) {
                    start = found.upperBound
                    var index = start
                    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")].contains(bytes[index]) {
                        index += 1
                    }
                    if isText {
                        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { continue }
                        index += 1
                        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                            bytes[index] = UInt8(ascii: "A")
                            index += 1
                        }
                    } else {
                        var isFirst = true
                        while index < bytes.count, "+-.0123456789eE".utf8.contains(bytes[index]) {
                            bytes[index] = isFirst ? UInt8(ascii: "0") : 0x20
                            isFirst = false
                            index += 1
                        }
                    }
                }
            }
        }
        return bytes
    }
}
