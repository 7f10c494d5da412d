public import DepthAnalysis
public import DepthFiles

/// The reason a capture cannot be packed in a form that the server accepts.
///
///     do throws(PackingError) { … } catch .depthMapTooLarge(let byteCount, let limit) { … }
///
/// ``description`` is the message for users.
public enum PackingError: Error, Hashable, Sendable {
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
    case metadataRule(MetadataRule, found: CheckValue?)
    /// The hash-only payload violates a rule.
    case payloadRule(PayloadRule, found: CheckValue?)
    /// The body is above the server's limit.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The server refuses hash-only captures without an assertion.
    case assertionRequired
    /// A capture for this endpoint lacks the data that the binding covers.
    case bindingNotMade(Binding, CaptureEndpoint)
    /// The signer did not return a valid assertion.
    case invalidAssertion(AssertionFailure)
}
