internal import DepthAnalysis
internal import Support

package struct FailureGroup: Sendable {
    enum Reason: Sendable {
        case cause(Cause)
        case kind(KindMistake)
        case renaming(Renaming)
        /// No known deviation explains them; the answers diverge first in this stage.
        case unknown(AnalysisStage)
        /// There is no answer to compare, or the set is incomplete. The group has all failures of this kind.
        case failure(Failure)
    }

    struct Member: Sendable {
        let entry: CheckReport.Entry
        let failure: Failure
        /// The sample that is classified differently, if the cause identifies it.
        let sample: SampleChange?

        var differences: [Difference] {
            if case .differences(let differences, _) = failure { differences } else { [] }
        }
    }

    struct Tally: Sendable {
        let field: Field
        let goldenCount: Int
        let largest: Difference
    }

    let reason: Reason
    let members: [Member]

    var cause: Cause? { if case .cause(let cause) = reason { cause } else { nil } }

    var tallies: [Tally] {
        let found = Dictionary(grouping: members.flatMap(\.differences), by: \.field)
        return Field.compared.compactMap { field in
            guard let differences = found[field], let largest = differences.max(by: { $0.size < $1.size }) else {
                return nil
            }
            return Tally(field: field, goldenCount: differences.count, largest: largest)
        }
    }

    /// The number of goldens with another verdict, not counting the same one in other words or of another JSON type.
    var verdictCount: Int {
        switch reason {
        case .kind, .renaming: 0
        case .cause, .unknown, .failure: members.count { $0.differences.contains { $0.severity.rank == .verdict } }
        }
    }

    /// Sort key: failures of the set, missing answers, known causes, then the rest; larger groups first.
    fileprivate var place: (Int, Int) {
        let kind =
            switch reason {
            case .failure(.noAnswer(.notAsked)): 5
            case .failure(let failure): failure.severity.rank == .set ? 0 : failure.severity.rank == .noAnswer ? 1 : 2
            case .cause, .kind, .renaming: 3
            case .unknown: 4
            }
        return (kind, -members.count)
    }
}

extension CheckReport {
    /// Groups the failures. The differences of answers are grouped by the known deviations that explain them.
    mutating func diagnose(fingerprints: [Fingerprint], slack: @escaping (Fingerprint.Site) -> Double) {
        let renamings = Renaming.all(in: entries)
        var observations: [Fingerprint.Question: Observation] = [:]
        for entry in entries {
            guard let question = entry.question, !renamings.contains(where: { $0.isOfProfile(entry) }) else { continue }
            var observation = entry.observation
            for renaming in renamings where renaming.explains(entry) { observation.marks[renaming.field] = nil }
            observations[question, default: Observation()].add(observation)
        }
        let finder = CauseFinder(fingerprints: fingerprints, observations: observations, slack: slack)
        groups = Grouping(causes: finder.causes(), renamings: renamings, slack: slack).groups(failed)
    }
}

private struct Grouping {
    let causes: [Cause]
    let renamings: [Renaming]
    let slack: (Fingerprint.Site) -> Double

    private enum Key: Hashable {
        case cause(Int)
        case kind(KindMistake)
        case renaming(Int)
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
                case .kind(let mistake): .kind(mistake)
                case .renaming(let number): .renaming(renamings[number])
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
        if let number = renamings.firstIndex(where: { $0.isOfProfile(entry) }) { return [(.renaming(number), failure)] }
        func known(_ field: Field) -> Key? {
            if let number = renamings.firstIndex(where: { $0.field == field && $0.explains(entry) }) {
                return .renaming(number)
            }
            return entry.question.flatMap { question in
                causes.firstIndex { $0.sites.contains(.init(question: question, field: field)) }.map(Key.cause)
            }
        }
        // If a single cause explains all measurements that crossed a threshold, it also explains the decisions that no
        // cause predicts.
        let crossed = Set(entry.observation.crossed.map(known))
        let consequence = crossed.count == 1 ? crossed.first.flatMap(\.self) : nil
        let keys = differences.map { difference in
            difference.kindMistake.map(Key.kind) ?? known(difference.field)
                ?? (difference.field.isDecision ? consequence : nil)
        }
        // The first diverging stage of the answer may belong to a known cause.
        let rest = zip(differences, keys).filter { $0.1 == nil }.map(\.0)
        let stage = rest.count == differences.count ? divergence.stage : rest.map(\.field.stage).min()
        return Dictionary(grouping: zip(differences, keys)) { $0.1 ?? .unknown(stage ?? divergence.stage) }
            .map { ($0.key, .differences($0.value.map(\.0), divergence.ofPart($0.value.map(\.0), of: differences))) }
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
    fileprivate var size: Double { ulp.map(Double.init) ?? abs(delta ?? 0) }
}
