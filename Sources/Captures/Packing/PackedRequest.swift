/// A request of HTTP/1.1 as it is sent, with the headers that sign it.
///
///     let request = try await PackedRequest.signed(capture, deviceID: id, milliseconds: now, by: signer)
///     try Data(request.bytes).write(to: url)
///
/// Source: docs/CAPTURE.md, "Signed requests"; RFC 9112 §2.
public struct PackedRequest: Sendable {
    /// All of it: request line, headers, an empty line, the body.
    public let bytes: [UInt8]

    /// A capture in a request that is signed over its body and the time.
    ///
    /// - Parameters:
    ///   - deviceID: the identifier that the server gave the device, a UUID.
    ///   - milliseconds: since 1970; the server takes what is 300 seconds old, and 60 ahead.
    ///   - signer: one with a counter below that of the capture's assertion, or else the capture fails.
    /// - Throws: ``PackingError``, and what the signer throws.
    public static func signed(
        _ capture: PackedCapture, deviceID: String, milliseconds: Int64, by signer: any CaptureSigner
    ) async throws -> PackedRequest {
        var material = BindingMaterial()
        material.requestText = SignedRequest(milliseconds: milliseconds).text(body: capture.body)
        guard let hash = Binding.request.entry.clientDataHash?(material) else {
            preconditionFailure("the text of a request with a body is known")
        }
        let cbor = try await signer.assertion(of: hash)
        do throws(AssertionFailure) { _ = try Assertion(cbor: cbor) } catch { throw PackingError.noAssertion(error) }
        let body = capture.body
        let lines = [
            "POST /api/v1/\(capture.payload.endpoint.rawValue) HTTP/1.1", "Host: localhost",
            "Content-Type: \(capture.contentType)", "Content-Length: \(body.count)",
            "\(SignatureHeader.device.rawValue): \(deviceID)", "\(SignatureHeader.timestamp.rawValue): \(milliseconds)",
            "\(SignatureHeader.signature.rawValue): \(StrictBase64.text(of: cbor))",
        ]
        return PackedRequest(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
}
