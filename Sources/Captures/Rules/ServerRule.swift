/// A check of the server, written once: the ids of its rules, the check, and the answer if it fails. The first failure
/// of a table is the server's answer; all failures are the diagnosis.
struct ServerRule<Subject: Sendable, Fault: Hashable & Sendable>: Sendable {
    let ids: [String]
    let check: CaptureCheck
    /// The server's response if the check fails; nil if the server never refuses for it.
    let answer: CaptureAnswer?
    let examine: @Sendable (Subject) -> RuleOutcome<Fault>

    init(
        _ ids: String..., check: CaptureCheck, _ answer: CaptureAnswer? = nil,
        examine: @escaping @Sendable (Subject) -> RuleOutcome<Fault>
    ) {
        self.init(ids, check: check, answer, examine: examine)
    }

    init(
        _ ids: [String], check: CaptureCheck, _ answer: CaptureAnswer? = nil,
        examine: @escaping @Sendable (Subject) -> RuleOutcome<Fault>
    ) {
        (self.ids, self.check, self.answer, self.examine) = (ids, check, answer, examine)
    }

    func finding(in subject: Subject?) -> RuleFinding<Fault> {
        let isOmitted = RuleEntry.omitted == RuleEntry(ids: ids, check: check)
        let outcome = isOmitted ? .passed() : subject.map(examine) ?? .needs
        return RuleFinding(rules: ids, check: check, answer: answer, outcome: outcome)
    }
}

enum RuleOutcome<Fault: Hashable & Sendable>: Sendable {
    case passed(CaptureCheckValue? = nil)
    /// The faults in the server's order, the checked value, and the server's reason if it depends on the fault.
    case failed([Fault], CaptureCheckValue? = nil, reason: String? = nil)
    case notApplicable
    /// Whether the rule is violated is not modelled. The fault states why.
    case notModelled(Fault)
    /// The rule needs something that could not be decoded, after an earlier failure or because it is not modelled.
    case needs

    init(_ holds: Bool, _ found: CaptureCheckValue? = nil, or fault: @autoclosure () -> Fault) {
        self = holds ? .passed(found) : .failed([fault()], found)
    }

    var found: CaptureCheckValue? {
        switch self {
        case .passed(let found), .failed(_, let found, _): found
        case .notApplicable, .notModelled, .needs: nil
        }
    }
}

struct RuleFinding<Fault: Hashable & Sendable>: Sendable {
    let rules: [String]
    let check: CaptureCheck
    let answer: CaptureAnswer?
    let outcome: RuleOutcome<Fault>

    var failures: [RuleFailure<Fault>] {
        switch outcome {
        case .passed, .notApplicable, .needs: return []
        case .notModelled(let fault):
            return [RuleFailure(rules: rules, check: check, fault: fault, found: nil, answer: nil)]
        case .failed(let faults, let found, let reason):
            var answer = answer
            if let reason { answer?.reason = reason }
            return faults.map { RuleFailure(rules: rules, check: check, fault: $0, found: found, answer: answer) }
        }
    }
}

/// A failed check of the server.
///
///     if let failure = judgement.refused { print(failure.rules, failure.check.name, failure.fault) }
public struct RuleFailure<Fault: Hashable & Sendable>: Sendable, Hashable {
    /// The ids of the rules in docs/CAPTURE.md, such as `REG-020`.
    public let rules: [String]
    /// The check.
    public let check: CaptureCheck
    /// The reason the check fails.
    public let fault: Fault
    /// The value that was checked.
    public let found: CaptureCheckValue?
    /// The server's response if this failure is the first; nil if the server never refuses for it.
    public let answer: CaptureAnswer?
}

extension Array {
    func findings<Subject, Fault>(in subject: Subject?) -> [RuleFinding<Fault>]
    where Element == ServerRule<Subject, Fault> { map { $0.finding(in: subject) } }

    func failures<Fault>() -> [RuleFailure<Fault>] where Element == RuleFinding<Fault> { flatMap(\.failures) }
}

struct CheckTrail {
    private(set) var results: [CaptureCheckResult]

    init(_ checks: [CaptureCheck]) {
        results = checks.map { CaptureCheckResult(check: $0, outcome: .notReached, found: nil) }
    }

    mutating func record(
        _ check: CaptureCheck, _ outcome: CaptureCheckResult.Outcome, _ found: CaptureCheckValue? = nil
    ) {
        guard let index = results.firstIndex(where: { $0.check == check })
        else { preconditionFailure("\(check.name) is no check of this endpoint") }
        results[index].outcome = outcome
        results[index].found = found
    }

    /// Records findings up to the first failure; true if there is none.
    mutating func record<Fault>(_ findings: some Sequence<RuleFinding<Fault>>) -> Bool {
        for finding in findings {
            switch finding.outcome {
            case .passed(let found): record(finding.check, .passed, found)
            case .notApplicable: record(finding.check, .notApplicable)
            case .needs: continue
            case .notModelled:
                record(finding.check, .notReached)
                return false
            case .failed(_, let found, _):
                record(finding.check, .failed, found)
                return false
            }
        }
        return true
    }
}

/// An entry of the tables of rules, for documents and tests.
package struct RuleEntry: Sendable, Hashable {
    package let ids: [String]
    package let check: CaptureCheck

    /// A rule that always passes, so that tests can show that a case notices its absence; nil outside of tests.
    @TaskLocal package static var omitted: RuleEntry?

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

/// A rule for one member of a body, in words and as a function.
struct MemberRule<Subject> {
    let id: String
    let fault: String
    let remedy: String
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
