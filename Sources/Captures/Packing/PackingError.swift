public import DepthAnalysis
public import DepthFiles

/// Why a capture is not packed: the server would not take it.
///
///     do throws(PackingError) { … } catch .depthMapTooLarge(let byteCount, let limit) { … }
///
/// ``description`` puts it into words.
public enum PackingError: Error, Hashable, Sendable {
    /// The photo has no bytes.
    case emptyPhoto
    /// The file holds no depth map.
    case notDepthMap(DepthFileError)
    /// Width and height do not multiply to the samples, so that the server would take others for them.
    case dimensionsDoNotFit(MapDimensions, sampleCount: Int)
    /// A side of the depth map is longer than the server takes.
    case dimensionsTooLarge(MapDimensions, limit: Int)
    /// The packed depth map is too large.
    case depthMapTooLarge(byteCount: Int, limit: Int)
    /// What the server would get are other samples, or none.
    case samplesChanged(before: String, after: String?)
    /// The year has not four digits.
    case timeOutOfRange(utcSeconds: Int64)
    /// The metadata would break a rule.
    case metadataRule(MetadataRule, found: CheckValue?)
    /// The hash-only payload would break a rule.
    case payloadRule(PayloadRule, found: CheckValue?)
    /// The body is larger than the server takes.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// A hash-only capture is refused without an assertion.
    case assertionRequired
    /// A capture of this kind does not hold what the binding is made from.
    case bindingNotMade(Binding, CaptureEndpoint)
    /// What the signer made is no assertion.
    case noAssertion(AssertionFailure)
}
