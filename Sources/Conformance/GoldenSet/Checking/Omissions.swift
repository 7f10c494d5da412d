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
            var fields: [Omission: [Field]] = [:]
            for field in Field.compared {
                let given = answered.count { entries[$0].compared.contains(field) }
                let missing = answered.filter { entries[$0].notReported.contains(field) }
                guard given > 0, !missing.isEmpty else { continue }
                fields[Omission(given: given, missing: missing), default: []].append(field)
            }
            for (omission, fields) in fields {
                let failure = Failure.leftOut(fields, given: omission.given, leftOut: omission.missing.count)
                for index in omission.missing { entries[index].failures.append(failure) }
            }
        }
    }

    /// The entries without some fields, which are one failure.
    private struct Omission: Hashable {
        let given: Int
        let missing: [Int]
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
        let isEmpty = compared.isSubset(of: [.status, .profile, .algorithmVersion])
        return isEmpty && !notReported.isEmpty ? .noKnownMember : nil
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
