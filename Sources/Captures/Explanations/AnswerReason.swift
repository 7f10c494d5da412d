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
