internal import Support

// The sentences about signed requests.

extension RequestFailure: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .missingHeader(let header): "\(header.rawValue) is missing"
        case .malformedHeader(let header): "\(header.rawValue) is not \(header.form)"
        case .past(let milliseconds):
            "the request is \(Self.shown(milliseconds, "old")), more than "
                + "\(RequestJudge.ages.upperBound / 1000) seconds"
        case .future(let milliseconds, isWrapped: false):
            "the request is "
                + "\(Self.shown(Int64(clamping: milliseconds.magnitude), "ahead of the server")), more than "
                + "\(-RequestJudge.ages.lowerBound / 1000) seconds"
        case .future(_, isWrapped: true):
            "the timestamp is so far from the server's that the difference overflows and counts as ahead"
        case .unknownDevice: "the device is not registered"
        case .unverifiedDevice(let level):
            "the device is registered as \"\(level.printable)\", not \(CaptureDevice.verifiedLevel): no signature is "
                + "checked"
                + (["tee", "strongbox"].contains(level) ? "; the levels of Android count as unverified here" : "")
        case .bodyTooLarge(let byteCount):
            "the body has \(byteCount) bytes, more than \(AuthenticationRequest.byteLimit)"
        case .assertion(let failure): "the assertion of the request: \(failure.wording)"
        }
    }
}

extension RequestFailure {
    /// A duration in a large unit and its direction, with the milliseconds.
    package static func shown(_ milliseconds: Int64, _ direction: String) -> String {
        let duration = NumberText.duration(milliseconds: milliseconds)
        return "\(duration) \(direction)" + (duration.hasSuffix("ms") ? "" : " (\(milliseconds) ms)")
    }
}

extension SignatureHeader {
    /// The expected value of the header.
    package var form: String {
        switch self {
        case .device: "the UUID of the device"
        case .timestamp: "milliseconds since 1970, a whole number"
        case .signature: "strict base64 of an assertion"
        }
    }
}
