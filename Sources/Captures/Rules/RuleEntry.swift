/// An entry of the tables of rules, for documents and tests.
///
///     for entry in RuleEntry.all { print(entry.ids, entry.check.name) }
package struct RuleEntry: Sendable, Hashable {
    /// The ids of the rules in docs/CAPTURE.md.
    package let ids: [String]
    /// The check.
    package let check: CaptureCheck

    /// The entry that passes whatever is sent, for tests that show that a case notices it; nil outside of tests.
    @TaskLocal package static var omitted: RuleEntry?

    /// The entries of all tables.
    package static let all: [RuleEntry] =
        entries(of: RegistrationRules.reading) + entries(of: RegistrationRules.members)
        + entries(of: AttestationRules.all) + entries(of: RegistrationRules.storage)
        + entries(of: RequestRules.all) + entries(of: FullRules.body)
        + entries(of: [FullRules.photo, FullRules.depthMap]) + entries(of: FullRules.metadata)
        + entries(of: FullRules.complete) + entries(of: FullRules.storage) + entries(of: HashOnlyRules.reading)
        + entries(of: HashOnlyRules.payload) + entries(of: HashOnlyRules.storage) + entries(of: AssertionRules.all)

    private static func entries<Subject, Fault>(of rules: [ServerRule<Subject, Fault>]) -> [RuleEntry] {
        rules.map { RuleEntry(ids: $0.ids, check: $0.check) }
    }
}

/// A rule for one member of a body, as words and as a check.
struct MemberRule<Subject> {
    /// The id in docs/CAPTURE.md.
    let id: String
    /// The fault of a body that breaks the rule.
    let fault: String
    /// The change that the sender must make.
    let remedy: String
    /// The value that the rule checks.
    let value: (Subject) -> CaptureCheckValue?
    /// Whether the rule is satisfied; nil if it does not apply.
    let holds: (Subject) -> Bool?

    init(
        _ id: String, _ fault: String, _ remedy: String, _ value: @escaping (Subject) -> CaptureCheckValue?,
        holds: @escaping (Subject) -> Bool?
    ) {
        (self.id, self.fault, self.remedy, self.value, self.holds) = (id, fault, remedy, value, holds)
    }
}
