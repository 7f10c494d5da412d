internal import Support

/// A definition of the client data hash that an assertion signs together with the authenticator data.
///
///     for binding in AssertionBinding.allCases { print(binding.name, binding.definition, binding.users) }
///
/// Device, server and documents disagree; the cases are every definition they use. Source: docs/CAPTURE.md.
public enum AssertionBinding: String, CaseIterable, Sendable, Hashable {
    /// The server's, for full captures.
    case serverFull = "server-full"
    /// The server's, for hash-only captures.
    case serverHashOnly = "server-hash-only"
    /// The server's, for signed requests.
    case request
    /// The one that both sides use, at registration.
    case challenge
    /// The app's, for full captures.
    case jpegDepth = "jpeg-depth"
    /// ``jpegDepth``, hashed once more.
    case jpegDepthTwice = "jpeg-depth-twice"
    /// Over the photo alone.
    case jpeg
    /// The app's, for hash-only captures.
    case bodyEmptyAssertionTwice = "body-empty-assertion-twice"
    /// ``bodyEmptyAssertionTwice``, hashed once less.
    case bodyEmptyAssertion = "body-empty-assertion"
    /// Over the metadata, by an older app.
    case expoMetadata = "expo-metadata"
    /// The app's, for videos.
    case video

    struct Entry {
        /// H is SHA-256, ‖ is concatenation.
        let definition: String
        /// The software that makes or checks it.
        let users: String
        let sources: String
        /// Computes the client data hash from a capture; nil if captures do not contain the data it needs.
        let clientDataHash: (@Sendable (BindingMaterial) -> [UInt8]?)?
    }

    /// The name, such as `server-full`.
    public var name: String { rawValue }
    /// The definition as a formula; H is SHA-256, ‖ is concatenation.
    public var definition: String { entry.definition }
    /// The software that makes or checks it.
    public var users: String { entry.users }
    /// The documents or code that define it.
    public var sources: String { entry.sources }
    /// Whether captures contain all the data it needs, so that a signature can be tested against it.
    public var isInCaptures: Bool { entry.clientDataHash != nil }
}

extension CaptureEndpoint {
    /// The binding that the server checks at this endpoint.
    public var binding: AssertionBinding {
        switch self {
        case .full: .serverFull
        case .hashOnly: .serverHashOnly
        }
    }
}

/// The message that an assertion signs, derived from authenticator data and client data hash.
public enum SigningForm: String, CaseIterable, Sendable, Hashable {
    /// SHA-256 of authenticator data ‖ client data hash, which the server checks.
    case plain
    /// SHA-256 of SHA-256 of the same, which Apple's hardware signs.
    case nonce

    /// The message for ECDSA with SHA-256.
    package func message(_ authenticatorData: [UInt8], _ clientDataHash: [UInt8]) -> [UInt8] {
        let message = authenticatorData + clientDataHash
        return self == .plain ? message : SHA256Digest.bytes(of: message)
    }
}

/// A binding and signing form that a signature satisfies.
///
///     print(judgement.bindings.map(\.name))                                // ["jpeg-depth/nonce"]
public struct SatisfiedBinding: Sendable, Hashable {
    /// The definition of the client data hash.
    public let binding: AssertionBinding
    /// The form of the signed message.
    public let form: SigningForm

    /// Creates a pair.
    public init(_ binding: AssertionBinding, _ form: SigningForm) {
        self.binding = binding
        self.form = form
    }

    /// Parses the name of a binding with an optional `/plain` (the default) or `/nonce`; nil for any other text.
    package init?(named text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let binding = AssertionBinding(rawValue: parts[0]), parts.count <= 2,
            let form = parts.count == 2 ? SigningForm(rawValue: parts[1]) : .plain
        else { return nil }
        self.init(binding, form)
    }

    /// The names that can be parsed, for messages.
    package static var expected: String {
        let bindings = AssertionBinding.allCases.map(\.name).joined(separator: ", ")
        return "one of \(bindings), optionally followed by /plain or /nonce"
    }

    /// The name, such as `server-full/plain`.
    public var name: String { "\(binding.name)/\(form.rawValue)" }
}
