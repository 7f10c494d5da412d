/// An HTTP/1.1 request with the headers that sign it.
///
///     let request = try await PackedRequest.signed(capture, deviceID: id, milliseconds: now, by: signer)
///     try Data(request.bytes).write(to: url)
///
/// Source: docs/CAPTURE.md, "The signed request"; RFC 9112 §2.
public struct PackedRequest: Sendable {
    /// The complete request: request line, headers, empty line, body.
    public let bytes: [UInt8]

    /// Wraps a capture in a request, signed over its body and the time.
    ///
    /// - Parameters:
    ///   - deviceID: The UUID that the server assigned to the device.
    ///   - milliseconds: The time since 1970. The server accepts requests up to 300 s old and up to 60 s in the
    ///     future.
    ///   - signer: Its counter must be below that of the capture's assertion, or the capture fails.
    /// - Throws: ``PackingError``, and errors of the signer.
    public static func signed(
        _ capture: PackedCapture, deviceID: String, milliseconds: Int64, by signer: any CaptureSigner
    ) async throws -> PackedRequest {
        var material = BindingMaterial()
        material.requestText = SignedRequest(milliseconds: milliseconds).text(body: capture.body)
        guard let hash = Binding.request.entry.clientDataHash?(material) else {
            preconditionFailure("the text of a request with a body is known")
        }
        let cbor = try await signer.assertion(of: hash)
        do throws(AssertionFailure) { _ = try Assertion(cbor: cbor) } catch {
            throw PackingError.invalidAssertion(error)
        }
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
