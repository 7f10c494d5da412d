/// Behaviour of the server that this package does not model. A judgement that depends on it has no answer.
///
///     if let reason = judgement.notModelled { print(reason.code, reason) }  // not_modelled:charset, charset gb18030
public enum NotModelled: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part has text in this encoding of the Encoding Standard.
    case charset(String)
    /// A detection has U+0000 where its types decide whether the server stores it.
    case detection
    /// A certificate of an attestation has another form than RFC 5280 defines.
    case certificate(index: Int)

    /// A stable code for this kind.
    public var code: String {
        switch self {
        case .charset: "not_modelled:charset"
        case .detection: "not_modelled:detection"
        case .certificate: "not_modelled:certificate"
        }
    }

    /// A noun phrase, such as `charset gb18030`.
    public var description: String {
        switch self {
        case .charset(let name): "charset \(name)"
        case .detection: "U+0000 in this detection"
        case .certificate(let index): "the form of certificate \(index + 1)"
        }
    }
}
