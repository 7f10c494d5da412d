/// An HTTP/1.1 request with the headers that sign it.
///
///     let request = try await PackedRequest.signed(capture, deviceID: id, milliseconds: now, by: signer)
///     try Data(request.bytes).write(to: url)
///
/// Source: docs/CAPTURE.md, "The signed request"; RFC 9112 §2.
public struct PackedRequest: Sendable {
    /// The complete request: request line, headers, empty line, body.
    public let bytes: [UInt8]

    /// Wraps a capture in a request that is signed over its body and the time.
    ///
    /// - Parameters:
    ///   - capture: The capture to send.
    ///   - deviceID: The UUID that the server assigned to the device.
    ///   - milliseconds: The time since 1970. The server accepts requests up to 300 s old and up to 60 s in the
    ///     future.
    ///   - signer: Its counter must be below that of the capture's assertion, or the capture fails.
    /// - Throws: ``CapturePackingError``, and errors of the signer.
    public static func signed(
        _ capture: PackedCapture, deviceID: String, milliseconds: Int64, by signer: any CaptureSigner
    ) async throws -> PackedRequest {
        var material = BindingMaterial()
        material.requestText = SignedRequest(milliseconds: milliseconds).text(body: capture.body)
        guard let hash = AssertionBinding.request.entry.clientDataHash?(material)
        else { preconditionFailure("the text of a request with a body is known") }
        let cbor = try await signer.assertion(of: hash)
        do throws(AssertionFailure) {
            _ = try AppAttestAssertion(cbor: cbor)
        } catch {
            throw CapturePackingError.invalidAssertion(error)
        }
        return PackedRequest(
            method: "POST", path: capture.payload.endpoint.rawValue, contentType: capture.contentType,
            headers: [
                (SignatureHeader.device.rawValue, deviceID), (SignatureHeader.timestamp.rawValue, "\(milliseconds)"),
                (SignatureHeader.signature.rawValue, StrictBase64.text(of: cbor)),
            ], body: capture.body)
    }

    /// - Parameter contentType: Nil for a request without a body. `path` is below `/api/v1/`.
    package init(
        method: String, path: String, contentType: String? = nil, headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        var lines = ["\(method) /api/v1/\(path) HTTP/1.1", "Host: localhost"]
        if let contentType { lines += ["Content-Type: \(contentType)", "Content-Length: \(body.count)"] }
        lines += headers.map { "\($0.name): \($0.value)" }
        bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
