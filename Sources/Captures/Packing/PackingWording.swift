public import DepthAnalysis
public import DepthFiles
public import Support

// The messages for packing errors.

extension CapturePackingError: CustomStringConvertible, PresentedError {
    /// The error in one line: "found …; expected …; …".
    public var description: String { wording.description }

    package var wording: Message {
        switch self {
        case .emptyPhoto: "found an empty photo; expected at least 1 byte; name another file"
        case .notDepthMap(let error): error.wording
        case .dimensionsDoNotFit(let dimensions, let sampleCount):
            "found \(sampleCount) samples, which do not fit \(dimensions.shown); expected width times height; give the "
                + "width and height of the map"
        case .dimensionsTooLarge(let dimensions, let limit):
            "found a depth map of \(dimensions.shown); expected at most \(limit) on either side; make it smaller"
        case .depthMapTooLarge(let byteCount, let limit):
            "found \(byteCount) bytes of compressed depth; expected at most \(limit); make the map smaller"
        case .samplesChanged(let before, let after):
            "found samples with the SHA-256 \(after ?? "of no map") after packing; expected \(before); report this: "
                + "packing must be lossless"
        case .timeOutOfRange(let seconds):
            "found a time \(seconds) s from 1970; expected a year of four digits; give the time of the capture"
        case .metadataRule(let rule, let found):
            "found metadata with \(found.shown); expected another value, because \(rule.fault); \(rule.remedy)"
        case .payloadRule(let rule, let found):
            "found a payload with \(found.shown); expected another value, because \(rule.fault); \(rule.remedy)"
        case .bodyTooLarge(let byteCount, let limit):
            "found a body of \(byteCount) bytes; expected at most \(limit); use a smaller photo"
        case .assertionRequired:
            "found no key; expected a key, because a hash-only capture is refused without an assertion; give a key"
        case .bindingNotMade(let binding, let endpoint):
            "found the binding \(binding.name), \(binding.definition); expected "
                + "\(AssertionBinding.packable(at: endpoint).map(\.name).joined(separator: ", ")); name one of these"
        case .invalidAssertion(let failure):
            "found an assertion that cannot be read (\(failure.code)); expected one in CBOR; correct the signer"
        }
    }
}

extension AssertionBinding {
    package static func packable(at endpoint: CaptureEndpoint) -> [AssertionBinding] {
        var material = BindingMaterial()
        switch endpoint {
        case .full: (material.fullText, material.photoHash, material.photoAndDepthHash) = ("", [], [])
        case .hashOnly: (material.signedJSON, material.bodyWithoutAssertionHash) = ([], [])
        }
        return allCases.filter { $0.entry.clientDataHash?(material) != nil }
    }
}

extension CaptureCheckValue? {
    fileprivate var shown: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .integer(let number): number.description
        case .number(let number): number.description
        case .bytes(let bytes): Hexadecimal.text(of: bytes)
        case nil: "nothing"
        }
    }
}

extension MapDimensions { fileprivate var shown: String { "\(width)x\(height)" } }

/// The reason a capture cannot be packed in a form that the server accepts.
///
///     do throws(CapturePackingError) { … } catch .depthMapTooLarge(let byteCount, let limit) { … }
///
/// ``description`` is the message for users.
public enum CapturePackingError: Error, Hashable, Sendable {
    /// The photo has no bytes.
    case emptyPhoto
    /// The file contains no depth map.
    case notDepthMap(DepthFileError)
    /// Width times height differs from the number of samples, so the server would read other samples.
    case dimensionsDoNotFit(MapDimensions, sampleCount: Int)
    /// A dimension of the depth map is above the server's limit.
    case dimensionsTooLarge(MapDimensions, limit: Int)
    /// The packed depth map is too large.
    case depthMapTooLarge(byteCount: Int, limit: Int)
    /// The server would read other samples, or none. The hashes are in hexadecimal.
    case samplesChanged(before: String, after: String?)
    /// The year does not have four digits.
    case timeOutOfRange(utcSeconds: Int64)
    /// The metadata violates a rule.
    case metadataRule(MetadataRule, found: CaptureCheckValue?)
    /// The hash-only payload violates a rule.
    case payloadRule(PayloadRule, found: CaptureCheckValue?)
    /// The body is above the server's limit.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The server refuses hash-only captures without an assertion.
    case assertionRequired
    /// A capture for this endpoint lacks the data that the binding covers.
    case bindingNotMade(AssertionBinding, CaptureEndpoint)
    /// The signer did not return a valid assertion.
    case invalidAssertion(AssertionFailure)
}
