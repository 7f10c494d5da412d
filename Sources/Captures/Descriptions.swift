internal import Support

// The texts that `print` shows. They state the number of bytes instead of showing the bytes.

extension CaptureTimestamp: CustomStringConvertible {
    /// UTC with milliseconds; seconds since 1970 for years outside four digits.
    public var description: String { millisecondText ?? secondText }
}

extension CaptureDevice: CustomStringConvertible {
    /// Level and counter, and whether a key is stored.
    public var description: String {
        "\(attestationLevel) device with \(publicKey == nil ? "no key" : "a key"), counter \(counter)"
    }
}

extension CaptureMetadata: CustomStringConvertible {
    /// Time, model and dimensions, and whether there are a location and an assertion.
    public var description: String {
        "metadata of \(capturedAt.printable), \(deviceModel.printable), \(width)x\(height), "
            + "\(location == nil ? "without" : "with") location, "
            + "\(presentAssertion == nil ? "without" : "with") assertion"
    }
}

extension HashOnlyPayload: CustomStringConvertible {
    /// Time, type of media and its hash, and whether there is an assertion.
    public var description: String {
        "hash-only payload of \(capturedAt.printable), \(mediaType.printable) \(mediaHash.printable), "
            + "\(assertion.isEmpty ? "without" : "with") assertion"
    }
}

extension CapturePayload: CustomStringConvertible {
    /// The kind of capture and its size.
    public var description: String {
        switch self {
        case .full(let body): "full capture of \(NumberText.count(body.byteCount, "byte"))"
        case .hashOnly(let bytes, _): "hash-only capture of \(NumberText.count(bytes.count, "byte"))"
        }
    }
}

extension BodyPart: CustomStringConvertible {
    /// The name and size of the part.
    public var description: String {
        "part \(name.map { "\"\($0.printable)\"" } ?? "without a name"), \(NumberText.count(content.count, "byte"))"
    }
}

extension PackedCapture: CustomStringConvertible {
    /// The kind of capture and its size.
    public var description: String { payload.description }
}

extension PackedDepthMap: CustomStringConvertible {
    /// The map and the size of its gzip stream.
    public var description: String { "\(map), \(NumberText.count(bytes.count, "byte")) in gzip" }
}

extension PackedRequest: CustomStringConvertible {
    /// The size of the request.
    public var description: String { "HTTP request of \(NumberText.count(bytes.count, "byte"))" }
}

extension RequestHeaders: CustomStringConvertible {
    /// The names of the headers.
    public var description: String { "headers " + fields.map(\.name.printable).joined(separator: ", ") }
}

extension CaptureData: CustomStringConvertible {
    /// The size of the photo, the map, and the metadata.
    public var description: String { "photo of \(NumberText.count(photo.count, "byte")), \(depthMap), \(metadata)" }
}

extension AppAttestAssertion: CustomStringConvertible {
    /// The counter, and the size of the signature.
    public var description: String {
        "assertion with counter \(authenticatorData.counter), signature of \(NumberText.count(signature.count, "byte"))"
    }
}

extension AuthenticatorData: CustomStringConvertible {
    /// Size and counter.
    public var description: String {
        "authenticator data of \(NumberText.count(bytes.count, "byte")), counter \(counter)"
    }
}

extension AttestationCertificate: CustomStringConvertible {
    /// The subject and the time of validity.
    public var description: String { "certificate of \((subjectName ?? "-").printable), \(validityText)" }
}

extension CaptureCheckValue: CustomStringConvertible {
    /// The value as messages show it; long text and bytes are truncated.
    public var description: String { wording(limit: 40) }

    /// - Parameter limit: The number of characters above which a text is truncated.
    package func wording(limit: Int) -> String {
        switch self {
        case .text(let text):
            text.count > limit ? "\"\(text.prefix(limit - 3).description.printable)…\"" : "\"\(text.printable)\""
        case .integer(let number): number.description
        case .number(let number): number.description
        case .bytes(let bytes):
            Hexadecimal.text(of: bytes.prefix(4)) + (bytes.count > 4 ? "… (\(bytes.count) bytes)" : "")
        }
    }
}
