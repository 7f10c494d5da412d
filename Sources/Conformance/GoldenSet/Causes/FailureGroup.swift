internal import DepthAnalysis
internal import Support

/// Failures that probably have one cause.
package struct FailureGroup: Sendable {
    enum Reason: Sendable {
        /// A known deviation explains them.
        case cause(Cause)
        /// No known deviation explains them; the answers diverge first in this stage.
        case unknown(AnalysisStage)
        /// There is no answer to compare, or the set is incomplete. The group has all failures of this kind.
        case failure(Failure)
    }

    /// A golden, and its failure that belongs to the group.
    struct Member: Sendable {
        let entry: CheckReport.Entry
        let failure: Failure
        /// The sample that is classified differently, if the cause identifies it.
        let sample: SampleChange?

        var differences: [Difference] {
            if case .differences(let differences, _) = failure { differences } else { [] }
        }
    }

    /// The number of goldens in which a field differs, and the largest difference.
    struct Tally: Sendable {
        let field: Field
        let goldenCount: Int
        let largest: Difference
    }

    let reason: Reason
    let members: [Member]

    var cause: Cause? { if case .cause(let cause) = reason { cause } else { nil } }

    /// The differing fields, in the order of the stages.
    var tallies: [Tally] {
        let found = Dictionary(grouping: members.flatMap(\.differences), by: \.field)
        return Field.compared.compactMap { field in
            guard let differences = found[field], let largest = differences.max(by: { $0.size < $1.size }) else {
                return nil
            }
            return Tally(field: field, goldenCount: differences.count, largest: largest)
        }
    }

    var verdictCount: Int { members.count { $0.differences.contains { $0.severity.rank == .verdict } } }

    /// Sort key: failures of the set, missing answers, known causes, then the rest; larger groups first.
    fileprivate var place: (Int, Int) {
        let kind =
            switch reason {
            case .failure(.noAnswer(.notAsked)): 5
            case .failure(let failure): failure.severity.rank == .set ? 0 : failure.severity.rank == .noAnswer ? 1 : 2
            case .cause(let cause): cause.isKnown ? 3 : 4
            case .unknown: 4
            }
        return (kind, -members.count)
    }
}

extension CheckReport {
    /// Groups the failures, those of answers by the known deviations that explain them.
    mutating func diagnose(fingerprints: [Fingerprint], slack: @escaping (Fingerprint.Site) -> Double) {
        var observations: [Fingerprint.Question: Observation] = [:]
        for entry in entries {
            if let question = entry.question { observations[question, default: Observation()].add(entry.observation) }
        }
        let finder = CauseFinder(fingerprints: fingerprints, observations: observations, slack: slack)
        groups = Grouping(causes: finder.causes(), slack: slack).groups(failed)
    }
}

private struct Grouping {
    let causes: [Cause]
    let slack: (Fingerprint.Site) -> Double

    private enum Key: Hashable {
        case cause(Int)
        case unknown(AnalysisStage)
        case failure(Message)
    }

    func groups(_ failed: [CheckReport.Entry]) -> [FailureGroup] {
        var members: [Key: [FailureGroup.Member]] = [:]
        for entry in failed {
            for failure in entry.failures {
                for (key, part) in parts(of: failure, entry) {
                    let sample = sample(key, part, entry)
                    members[key, default: []].append(.init(entry: entry, failure: part, sample: sample))
                }
            }
        }
        return members.compactMap { key, members in
            let reason: FailureGroup.Reason? =
                switch key {
                case .cause(let number): .cause(causes[number])
                case .unknown(let stage): .unknown(stage)
                case .failure: members.first.map { .failure($0.failure) }
                }
            return reason.map { FailureGroup(reason: $0, members: members) }
        }
        .sorted { ($0.place, $0.members[0].entry.id) < ($1.place, $1.members[0].entry.id) }
    }

    private func parts(of failure: Failure, _ entry: CheckReport.Entry) -> [(Key, Failure)] {
        guard case .differences(let differences, let divergence) = failure else {
            return [(.failure(failure.groupTitle), failure)]
        }
        func known(_ field: Field) -> Int? {
            entry.question.flatMap { question in
                causes.firstIndex { $0.sites.contains(.init(question: question, field: field)) }
            }
        }
        // A decision that no cause predicts follows from an explained number of the same answer.
        let explained = Field.compared.lazy.compactMap(known).first
        let keyed = Dictionary(grouping: differences) { difference -> Key in
            if let number = known(difference.field) ?? (difference.field.isDecision ? explained : nil) {
                return .cause(number)
            }
            return .unknown(divergence.stage)
        }
        return keyed.map { ($0.key, .differences($0.value, divergence)) }
    }

    /// The sample that differs. It is known only if the cause predicts exactly this answer.
    private func sample(_ key: Key, _ failure: Failure, _ entry: CheckReport.Entry) -> SampleChange? {
        guard case .cause(let number) = key, case .differences(let differences, _) = failure,
            let question = entry.question
        else { return nil }
        let fingerprint = causes[number].fingerprint
        let isJustThis = differences.allSatisfy { difference in
            let site = Fingerprint.Site(question: question, field: difference.field)
            return fingerprint.marks[site]?.matches(DifferenceMark(difference), slack: slack(site)) == true
        }
        return isJustThis ? fingerprint.samples[question] : nil
    }
}

private func < (left: ((Int, Int), String), right: ((Int, Int), String)) -> Bool {
    left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
}

extension Difference {
    /// The distance, for finding the largest difference.
    fileprivate var size: Double { ulp.map(Double.init) ?? abs(delta ?? 0) }
}
