internal import DepthAnalysis
internal import Support

extension CheckReport {
    var comparedCounts: [(field: String, count: Int)] { Self.counts(entries.flatMap(\.compared)) }

    package var notReportedCounts: [(field: String, count: Int)] { Self.counts(entries.flatMap(\.notReported)) }

    private static func counts(_ fields: [Field]) -> [(field: String, count: Int)] {
        let counts = Dictionary(grouping: fields) { $0 }.mapValues(\.count)
        return Field.compared.compactMap { field in counts[field].map { (field.path, $0) } }
    }

    /// Fails goldens whose answers lack a field that other answers of the profile have: a program could leave it out
    /// exactly where it would differ.
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
    /// The failures of an answer in which known members have other names, quadrants lack members, or no member can be
    /// compared.
    var memberFailures: [Failure] {
        let objects = [actual] + (actual[Field.stagesKey].map { [$0] } ?? [])
        let quadrants = Field.quadrants.value(in: actual)?.elements ?? []
        let other = OtherName.all(in: objects, of: .answers) + OtherName.all(in: quadrants, of: .quadrants)
        if !other.isEmpty { return [.otherNames(other)] }
        let stored = Field.quadrants.value(in: expected)?.elements ?? []
        let missing = DepthQuadrant.Key.allCases.map(\.rawValue).filter { key in
            zip(stored, quadrants).contains { stored, quadrant in
                quadrant.members != nil && quadrant[key] == nil && stored[key] != .null
            }
        }
        if !missing.isEmpty { return [.withoutMembers(missing.map { "\(Field.quadrants.path)[].\($0)" })] }
        let identifying: [Field] = [.status, .profile, .algorithmVersion]
        let isKnown = Field.compared.contains { !identifying.contains($0) && $0.value(in: actual) != nil }
        return isKnown || notReported.isEmpty ? [] : [.noKnownMember]
    }
}

/// A member whose name is a known one in another spelling.
package struct OtherName: Sendable, Hashable {
    let found: String
    let expected: String

    /// The members of some objects whose name differs from one of `names` only in case or punctuation.
    fileprivate static func all(in objects: [JSONValue], of names: KnownNames) -> [OtherName] {
        var seen: Set<OtherName> = []
        return objects.flatMap { $0.members ?? [] }.compactMap { member in
            guard !names.all.contains(member.key), let name = names.byLetters[KnownNames.letters(member.key)]
            else { return nil }
            let other = OtherName(found: member.key, expected: name)
            return seen.insert(other).inserted ? other : nil
        }
    }
}

private struct KnownNames {
    static let answers = KnownNames(Field.allCases.map(\.rawValue) + [Field.stagesKey])
    static let quadrants = KnownNames(DepthQuadrant.Key.allCases.map(\.rawValue))

    let all: Set<String>
    let byLetters: [String: String]

    private init(_ names: [String]) {
        all = Set(names)
        byLetters = Dictionary(names.map { (Self.letters($0), $0) }) { first, _ in first }
    }

    static func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
