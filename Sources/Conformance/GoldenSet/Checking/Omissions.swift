internal import DepthAnalysis
internal import Support

// Members that answers lack.

extension CheckReport {
    /// The numbers of goldens for which each field was compared, in the order of the stages.
    var comparedCounts: [(field: String, count: Int)] { Self.counts(entries.flatMap(\.compared)) }

    package var notReportedCounts: [(field: String, count: Int)] { Self.counts(entries.flatMap(\.notReported)) }

    private static func counts(_ fields: [Field]) -> [(field: String, count: Int)] {
        let counts = Dictionary(grouping: fields) { $0 }.mapValues(\.count)
        return Field.compared.compactMap { field in counts[field].map { (field.path, $0) } }
    }

    /// Fails goldens whose answers lack a field that other answers of the profile have: it could be left out exactly
    /// where it would differ.
    ///
    /// - Parameter isComplete: whether each missing field is a failure already.
    mutating func refuseOmissions(isComplete: Bool) {
        guard !isComplete else { return }
        for profile in AnalysisProfile.allCases {
            let answered = entries.indices.filter { entries[$0].question?.profile == profile }
            let given = Dictionary(grouping: answered.flatMap { entries[$0].compared }) { $0 }
            // Fields that the same answers lack are one failure.
            let omissions = Dictionary(grouping: Field.compared.filter { given[$0] != nil }) { field in
                answered.filter { entries[$0].notReported.contains(field) }
            }
            for (missing, fields) in omissions {
                let most = fields.map { given[$0, default: []].count }.max() ?? 0
                for index in missing {
                    entries[index].failures.append(.leftOut(fields, given: most, leftOut: missing.count))
                }
            }
        }
    }
}

extension AnswerComparison {
    /// The failure of an answer that has known fields under other names, or none to compare.
    var unknownMembers: Failure? {
        let members = (actual.members ?? []).map(\.key) + (actual[Field.stagesKey]?.members ?? []).map(\.key)
        let other = notReported.compactMap { field in
            members.first { $0 != field.rawValue && Self.letters($0) == Self.letters(field.rawValue) }
                .map { OtherName(found: $0, expected: field) }
        }
        if !other.isEmpty { return .otherNames(other) }
        let identifying: [Field] = [.status, .profile, .algorithmVersion]
        let isKnown = Field.compared.contains { !identifying.contains($0) && $0.value(in: actual) != nil }
        return isKnown || notReported.isEmpty ? nil : .noKnownMember
    }

    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

/// A member that has the letters of a known one.
package struct OtherName: Sendable, Hashable {
    let found: String
    let expected: Field
}
