package import Support

/// A change that makes the server accept a request, or record a higher confidence.
///
///     let judged = JudgedCapture(request)
///     for change in judged.changes { print(change.party, change.code, change.sentence) }
///
/// ``code`` and ``cause`` are stable for programs; ``sentence`` is for readers.
public struct RequiredChange: Sendable, Hashable {
    /// A stable code for this kind of change, such as `photo_hash`.
    public let code: String
    /// A stable code for the cause, such as `base64`; nil if only the kind of change is known.
    public private(set) var cause: String?
    /// The party that must change.
    public let party: Party
    /// The result of the change.
    public let purpose: Purpose
    package let message: Message

    /// The instruction in one sentence, without a period. It names properties of this package, such as `now`.
    public var sentence: String { message.description }

    init(_ code: String, _ party: Party, _ purpose: Purpose, _ message: Message) {
        (self.code, self.party, self.purpose, self.message) = (code, party, purpose, message)
    }

    init(_ change: CaptureChange, at endpoint: CaptureEndpoint) {
        self.init(change.code, change.party, change.purpose(at: endpoint), "\(change.sentence)")
        cause = change.cause
    }

    /// The result of a change.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The server accepts the request.
        case acceptance
        /// The server records a higher confidence, or verifies the device.
        case confidence
        /// The server records other evidence, which does not affect the confidence.
        case record
    }

    /// A party of the exchange.
    public enum Party: String, Sendable, CaseIterable {
        /// The app or the phone.
        case sender
        /// The capture server.
        case server
    }
}

/// A reason for the server's answer, or a note about the input.
///
///     for reason in JudgedCapture(request).reasons { print(reason.code, reason.sentence) }
public struct AnswerReason: Sendable, Hashable {
    /// A stable code, the server's own if it has one, such as `photo_hash_mismatch`.
    public let code: String
    /// The reason in one sentence, without a period.
    public let sentence: String
    /// The ids of the rules in docs/CAPTURE.md that give the reason; empty for a note.
    public let rules: [String]

    package init(code: String, sentence: String, rules: [String] = []) {
        (self.code, self.sentence, self.rules) = (code, sentence, rules)
    }
}
