internal import Support

/// A definition of what an assertion is bound to: from what the hash is made that is signed with the authenticator
/// data.
///
///     for binding in Binding.allCases { print(binding.name, binding.definition, binding.users) }
///
/// Every definition that phone, server and documents have is one entry of ``entry``. Source: docs/CAPTURE.md.
public enum Binding: String, CaseIterable, Sendable, Hashable {
    /// The server's, for full captures.
    case serverFull = "server-full"
    /// The server's, for hash-only captures.
    case serverHashOnly = "server-hash-only"
    /// The server's, for signed requests.
    case request
    /// Both sides', at registration.
    case challenge
    /// The app's, for full captures.
    case jpegDepth = "jpeg-depth"
    /// The same with one hash more.
    case jpegDepthTwice = "jpeg-depth-twice"
    /// Of the photo alone.
    case jpeg
    /// The app's, for hash-only captures.
    case bodyEmptyAssertionTwice = "body-empty-assertion-twice"
    /// The same with one hash less.
    case bodyEmptyAssertion = "body-empty-assertion"
    /// Of the metadata, by an older app.
    case expoMetadata = "expo-metadata"
    /// The app's, for videos.
    case video

    /// What is known of a binding.
    struct Entry {
        /// From what the hash is made; H is SHA-256, ‖ puts bytes together.
        let definition: String
        /// Who makes or checks it.
        let users: String
        /// Where it is written down.
        let sources: String
        /// What is signed, from what a capture holds; nil for what no capture holds.
        let clientDataHash: (@Sendable (BindingMaterial) -> [UInt8]?)?
    }

    /// The name, such as `server-full`.
    public var name: String { rawValue }
    /// From what the hash is made; H is SHA-256, ‖ puts bytes together.
    public var definition: String { entry.definition }
    /// Who makes or checks it.
    public var users: String { entry.users }
    /// Where it is written down.
    public var sources: String { entry.sources }
    /// Whether a capture holds all that it is made from, so that a signature can be tried against it.
    public var isInCaptures: Bool { entry.clientDataHash != nil }
}

extension CaptureEndpoint {
    /// What the server checks there.
    public var binding: Binding {
        switch self {
        case .full: .serverFull
        case .hashOnly: .serverHashOnly
        }
    }
}

/// What an assertion is a signature of, once the hash is made.
public enum SigningForm: String, CaseIterable, Sendable, Hashable {
    /// SHA-256 of authenticator data ‖ hash: what the server checks.
    case plain
    /// SHA-256 of SHA-256 of the same: what Apple's hardware signs.
    case nonce

    /// What is handed to ECDSA with SHA-256.
    package func message(_ authenticatorData: [UInt8], _ clientDataHash: [UInt8]) -> [UInt8] {
        let message = authenticatorData + clientDataHash
        return self == .plain ? message : SHA256Digest.bytes(of: message)
    }
}

/// A binding that a signature satisfies.
public struct SatisfiedBinding: Sendable, Hashable {
    /// From what the hash was made.
    public let binding: Binding
    /// How it was signed.
    public let form: SigningForm

    /// Names one.
    public init(_ binding: Binding, _ form: SigningForm) {
        self.binding = binding
        self.form = form
    }

    /// Such as `server-full/plain`.
    public var name: String { "\(binding.name)/\(form.rawValue)" }
}
