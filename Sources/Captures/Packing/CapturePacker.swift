internal import Support

/// Packs captures into request bodies that the server accepts, and signs them.
///
///     let packer = CapturePacker(signer: TestKeySigner(key: key, counter: 1))
///     let capture = try await packer.packFull(data)
///     send(capture.body, as: capture.contentType)
///
/// A body above ``CapturePayload/byteLimit`` is an error.
public struct CapturePacker: Sendable {
    /// The signer; nil packs a full capture without an assertion.
    public var signer: (any CaptureSigner)?
    /// The binding of the assertion; nil for the one that the server checks.
    public var binding: AssertionBinding?

    /// Creates a packer.
    public init(signer: (any CaptureSigner)?, binding: AssertionBinding? = nil) {
        (self.signer, self.binding) = (signer, binding)
    }

    /// Packs a full capture: photo, depth map and metadata.
    ///
    /// - Throws: ``CapturePackingError``, and errors of the signer.
    public func packFull(_ data: CaptureData) async throws -> PackedCapture {
        var metadata = data.metadata
        if let signer { metadata.assertion = try await assertion(by: signer, .full, Self.material(data)) }
        let parts = [
            BodyPart(.photo, contentType: "image/jpeg", content: data.photo),
            BodyPart(.depthMap, contentType: "application/octet-stream", content: data.depthMap.bytes),
            BodyPart(.metadata, contentType: "application/json", content: metadata.json),
        ]
        let writer = MultipartWriter(besides: parts)
        try Self.requireRoom(for: writer.byteCount(of: parts))
        return PackedCapture(
            payload: .full(.multipart(writer.body(of: parts), boundary: writer.boundary)), parts: parts,
            contentType: writer.contentType)
    }

    /// Packs a hash-only capture: the depth analysis and hashes, without media.
    ///
    /// - Throws: ``CapturePackingError``, and errors of the signer.
    public func packHashOnly(_ data: CaptureData) async throws -> PackedCapture {
        guard let signer else { throw CapturePackingError.assertionRequired }
        var payload = HashOnlyPayload(data)
        var material = BindingMaterial()
        material.signedJSON = payload.signedJSON
        material.bodyWithoutAssertionHash = SHA256Digest.bytes(of: payload.body(assertion: ""))
        payload.assertion = try await assertion(by: signer, .hashOnly, material)
        if let broken = PayloadRule.allCases.first(where: { $0.holds(payload) == false }) {
            throw CapturePackingError.payloadRule(broken, found: broken.value(in: payload))
        }
        let body = payload.body(assertion: payload.assertion)
        try Self.requireRoom(for: body.count)
        let contentType = "application/json"
        return PackedCapture(payload: .hashOnly(body, contentType: contentType), parts: [], contentType: contentType)
    }

    private func assertion(
        by signer: any CaptureSigner, _ endpoint: CaptureEndpoint, _ material: BindingMaterial
    ) async throws -> String {
        let binding = binding ?? endpoint.binding
        guard let hash = binding.entry.clientDataHash?(material)
        else { throw CapturePackingError.bindingNotMade(binding, endpoint) }
        let cbor = try await signer.assertion(of: hash)
        do throws(AssertionFailure) {
            _ = try AppAttestAssertion(cbor: cbor)
        } catch {
            throw CapturePackingError.invalidAssertion(error)
        }
        return StrictBase64.text(of: cbor)
    }

    private static func material(_ data: CaptureData) -> BindingMaterial {
        var material = BindingMaterial()
        material.fullText = data.metadata.clientText
        var stream = SHA256Stream()
        stream.append(data.photo)
        material.photoHash = stream.digest
        stream.append(data.depthMap.bytes)
        material.photoAndDepthHash = stream.digest
        return material
    }

    private static func requireRoom(for byteCount: Int) throws(CapturePackingError) {
        guard byteCount <= CapturePayload.byteLimit
        else { throw .bodyTooLarge(byteCount: byteCount, limit: CapturePayload.byteLimit) }
    }
}

/// A capture that is ready to send.
///
///     request.setValue(capture.contentType, forHTTPHeaderField: "Content-Type")
///     request.httpBody = Data(capture.body)
public struct PackedCapture: Sendable {
    /// The encoded body.
    public let payload: CapturePayload
    /// The parts of a full capture; empty for a hash-only one.
    public let parts: [BodyPart]
    /// The content type of the request.
    public let contentType: String

    /// The body of the request.
    public var body: [UInt8] {
        switch payload {
        case .full(.multipart(let bytes, _)), .full(.request(let bytes, _)), .hashOnly(let bytes, _): bytes
        case .full(.parts(let parts)): MultipartWriter.standard.body(of: parts)
        }
    }
}

extension BodyPart {
    fileprivate init(_ part: CapturePart, contentType: String, content: [UInt8]) {
        self.init(name: part.rawValue, fileName: part.fileName, contentType: contentType, content: content)
    }
}

extension CapturePart {
    /// The file name of the part in the app's requests and in capture folders.
    public var fileName: String {
        switch self {
        case .photo: "photo.jpg"
        case .depthMap: "depth.bin"
        case .metadata: "metadata.json"
        }
    }
}

extension MultipartWriter {
    /// The standard boundary; if a part contains it, with a number appended.
    fileprivate init(besides parts: [BodyPart]) {
        var number = 0
        while true {
            let digits = String(number, radix: 16)
            let boundary = Self.standard.boundary.dropLast(digits.count) + digits
            let search = ByteSearch(String(boundary))
            if parts.allSatisfy({ search.firstIndex(in: $0.content[...]) == nil }) {
                self.init(boundary: String(boundary))
                return
            }
            number += 1
        }
    }
}
