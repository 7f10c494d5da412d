internal import Support

/// A definition of the client data hash that an assertion signs together with the authenticator data.
///
///     for binding in AssertionBinding.allCases { print(binding.name, binding.definition, binding.users) }
///
/// Device, server and documents use different definitions. Each definition that one of them uses is a case.
public enum AssertionBinding: String, CaseIterable, Sendable, Hashable {
    /// The server's definition for full captures.
    case serverFull = "server-full"
    /// The server's definition for hash-only captures.
    case serverHashOnly = "server-hash-only"
    /// The server's definition for signed requests.
    case request
    /// The definition for registrations, which app and server share.
    case challenge
    /// The app's definition for full captures.
    case jpegDepth = "jpeg-depth"
    /// ``jpegDepth``, hashed once more.
    case jpegDepthTwice = "jpeg-depth-twice"
    /// The hash of the photo alone.
    case jpeg
    /// The app's definition for hash-only captures.
    case bodyEmptyAssertionTwice = "body-empty-assertion-twice"
    /// ``bodyEmptyAssertionTwice``, hashed once less.
    case bodyEmptyAssertion = "body-empty-assertion"
    /// The hash of the metadata, as an older app signs it.
    case expoMetadata = "expo-metadata"
    /// The app's definition for videos.
    case video

    struct Entry {
        /// H is SHA-256, ‖ is concatenation.
        let definition: String
        let users: String
        let sources: String
        let clientDataHash: (@Sendable (BindingMaterial) -> [UInt8]?)?
    }

    /// The name, such as `server-full`.
    public var name: String { rawValue }
    /// The definition as a formula; H is SHA-256, ‖ is concatenation.
    public var definition: String { entry.definition }
    /// The software that signs or checks this binding.
    public var users: String { entry.users }
    /// The documents or code that define this binding.
    public var sources: String { entry.sources }
    /// Whether captures contain all the data of the definition, so that a signature can be tested against it.
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
    /// SHA-256 of the message of ``plain``, which Apple's hardware signs.
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
    public init(_ binding: AssertionBinding, _ form: SigningForm) { (self.binding, self.form) = (binding, form) }

    package init?(named text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let binding = AssertionBinding(rawValue: parts[0]), parts.count <= 2,
            let form = parts.count == 2 ? SigningForm(rawValue: parts[1]) : .plain
        else { return nil }
        self.init(binding, form)
    }

    package static var expected: String {
        let bindings = AssertionBinding.allCases.map(\.name).joined(separator: ", ")
        return "one of \(bindings), optionally followed by /plain or /nonce"
    }

    /// The name, such as `server-full/plain`.
    public var name: String { "\(binding.name)/\(form.rawValue)" }
}

extension AssertionBinding {
    var entry: Entry {
        switch self {
        case .serverFull:
            Entry(
                definition: "H(photo_hash ‖ \"|\" ‖ captured_at), both strings as sent",
                users: "the server, for full captures", sources: "story 4-4; the server's code",
                clientDataHash: { $0.fullText.map { SHA256Digest.bytes(of: Array($0.utf8)) } })
        case .serverHashOnly:
            Entry(
                definition: "H(the payload as re-encoded by the server)",
                users: "the server, for hash-only captures", sources: "the server's code",
                clientDataHash: { $0.signedJSON.map { SHA256Digest.bytes(of: $0) } })
        case .request:
            Entry(
                definition: "H(milliseconds ‖ \"|\" ‖ hexadecimal H(body))",
                users: "the server, for signed requests", sources: "the server's code",
                clientDataHash: { $0.requestText.map { SHA256Digest.bytes(of: Array($0.utf8)) } })
        case .challenge:
            Entry(
                definition: "H(challenge of the registration)",
                users: "phone and server, for registrations: the only one they share",
                sources: "the code of both sides", clientDataHash: nil)
        case .jpegDepth:
            Entry(
                definition: "H(photo ‖ depth_map)", users: "the app, for full captures", sources: "the app's code",
                clientDataHash: { $0.photoAndDepthHash })
        case .jpegDepthTwice:
            Entry(
                definition: "H(H(photo ‖ depth_map))",
                users: "no known code: a hash passed to a function that hashes again", sources: "story 6-8; epic 6",
                clientDataHash: { $0.photoAndDepthHash.map { SHA256Digest.bytes(of: $0) } })
        case .jpeg:
            Entry(
                definition: "H(photo)", users: "no known code", sources: "architecture document",
                clientDataHash: { $0.photoHash })
        case .bodyEmptyAssertionTwice:
            Entry(
                definition: "H(H(body with \"assertion\":\"\"))",
                users: "the app, for hash-only captures: hashed before the call and again inside it",
                sources: "the app's code",
                clientDataHash: { $0.bodyWithoutAssertionHash.map { SHA256Digest.bytes(of: $0) } })
        case .bodyEmptyAssertion:
            Entry(
                definition: "H(body with \"assertion\":\"\")", users: "no known code",
                sources: "architecture decision 011; story 8-3 AC5", clientDataHash: { $0.bodyWithoutAssertionHash })
        case .expoMetadata:
            Entry(
                definition: "H(JSON.stringify(metadata with an empty assertion)), as text in base64",
                users: "an unfinished Expo app",
                sources: "epic 3; story 3-4, with other members", clientDataHash: nil)
        case .video:
            Entry(
                definition: "H(last hash of the chain of frames)", users: "the app, for videos and their checkpoints",
                sources: "the app's code", clientDataHash: nil)
        }
    }
}

/// The data of one capture from which bindings compute client data hashes. Each hash is computed once.
struct BindingMaterial: Sendable {
    /// `photo_hash|captured_at` of a full capture.
    var fullText: String?
    /// The server's serialisation of a hash-only payload.
    var signedJSON: [UInt8]?
    /// `milliseconds|hash` of a signed request.
    var requestText: String?
    var photoHash: [UInt8]?
    /// SHA-256 of the photo followed by the depth map as sent.
    var photoAndDepthHash: [UInt8]?
    var bodyWithoutAssertionHash: [UInt8]?
}

extension AssertionBinding {
    /// The satisfied bindings, in the order of the cases. Two bindings can have the same message, for example if the
    /// depth map is empty. The search stops at the first message that verifies, because only a contrived key has a
    /// signature that is valid for two messages.
    static func satisfied(
        by assertion: AppAttestAssertion, _ material: BindingMaterial, publicKey: [UInt8]?, verified: [UInt8]?
    ) -> [SatisfiedBinding] {
        guard let key = publicKey.flatMap(P256PublicKey.init(sec1:)),
            let signature = P256Signature(assertion.signature)
        else { return [] }
        let candidates = allCases.flatMap { binding in
            let hash = binding.entry.clientDataHash?(material)
            return hash.map { hash in
                SigningForm.allCases.map {
                    (SatisfiedBinding(binding, $0), message: $0.message(assertion.authenticatorData.bytes, hash))
                }
            } ?? []
        }
        let signed = verified ?? candidates.first { key.verifies(signature.raw, of: $0.message) }?.message
        return candidates.filter { $0.message == signed }.map(\.0)
    }
}
