package import Support

/// A mistake in a capture server, and the answers that it changes.
package struct KnownMistake: Sendable, Hashable {
    /// Identifies a member of the answer to a case.
    struct Site: Sendable, Hashable {
        let name: String
        let path: String
    }

    let name: String
    /// Completes the sentence "looks like …".
    let text: String
    /// The ids of the rules that it breaks.
    let rules: [String]
    /// The changed members with their values; null for a member that is absent.
    let values: [Site: JSONValue]

    init(name: String, text: String, rules: [String] = [], values: [Site: JSONValue]) {
        (self.name, self.text, self.rules, self.values) = (name, text, rules, values)
    }

    /// Reads an entry of `mistakes.json`, which lists the cases of each set of changed members; nil for anything else.
    init?(_ json: JSONValue) {
        guard let name = json["name"]?.string, let answers = json["answers"]?.elements else { return nil }
        var values: [Site: JSONValue] = [:]
        for answer in answers {
            guard let members = answer["members"]?.members, let cases = answer["cases"]?.elements else { return nil }
            for name in cases {
                guard let name = name.string else { return nil }
                for member in members { values[Site(name: name, path: member.key)] = member.value }
            }
        }
        self.init(
            name: name, text: json["text"]?.string ?? "",
            rules: (json["rules"]?.elements ?? []).compactMap(\.string), values: values)
    }
}

/// A known mistake that explains differences, and how well it fits.
struct FittingMistake: Sendable {
    let mistake: KnownMistake
    /// Members that differ as the mistake changes them, in cases in which all do.
    let same: Int
    /// Members that it would change and that are as expected, or differ otherwise.
    let missing: Int
    /// Other mistakes that change the same members in the same way.
    let equals: [KnownMistake]
    /// The members that it explains and no better fit does.
    let sites: Set<KnownMistake.Site>
}

/// Explains differences by known mistakes: first by the one that explains most, then by the one that explains most of
/// the rest.
struct MistakeFinder {
    let mistakes: [KnownMistake]
    /// The expected value of a compared member; nil for others.
    let expected: (KnownMistake.Site) -> JSONValue?
    /// The differing members with the values of the answers; null for a member that is absent.
    let observed: [KnownMistake.Site: JSONValue]

    private static let maximumCount = 8

    func fits() -> [FittingMistake] {
        var remaining = Set(observed.keys)
        var fits: [FittingMistake] = []
        let candidates = mistakes.map(candidate)
        while fits.count < Self.maximumCount, let best = Self.best(candidates, remaining) {
            remaining.subtract(best.sites)
            fits.append(best)
        }
        return fits
    }

    private struct Candidate {
        let mistake: KnownMistake
        let same: Set<KnownMistake.Site>
        let missing: Int

        /// Whether most of what it changes is as observed. A mistake with an earlier one before it changes less.
        var isConvincing: Bool { same.count >= 2 * missing }
    }

    private func candidate(_ mistake: KnownMistake) -> Candidate {
        // A member that is null may be absent: that is no change.
        let changed = mistake.values.filter { site, value in expected(site).map { $0 != value } ?? false }
        // One member alone, such as the status of a server that always fails, is no evidence.
        let cases = Dictionary(grouping: changed.keys, by: \.name).values
        let same = Set(cases.filter { $0.allSatisfy { observed[$0] == changed[$0] } }.joined())
        return Candidate(mistake: mistake, same: same, missing: changed.count - same.count)
    }

    private static func best(_ candidates: [Candidate], _ remaining: Set<KnownMistake.Site>) -> FittingMistake? {
        let convincing = candidates.filter { $0.isConvincing && !$0.same.isDisjoint(with: remaining) }
        func score(_ candidate: Candidate) -> Int {
            candidate.same.intersection(remaining).count - candidate.missing
        }
        guard let best = convincing.max(by: { score($0) < score($1) }), score(best) > 0 else { return nil }
        return FittingMistake(
            mistake: best.mistake, same: best.same.count, missing: best.missing,
            equals: convincing.filter {
                $0.same == best.same && $0.missing == best.missing && $0.mistake.name != best.mistake.name
            }.map(\.mistake), sites: best.same.intersection(remaining))
    }
}

extension KnownMistake {
    /// The schema of `mistakes.json`.
    package static var schema: JSONSchema {
        let answers = JSONSchema.object(["members": .map(of: .any), "cases": .strings])
        let mistake = JSONSchema.object([
            "name": .string, "text": .string, "rules": .strings, "answers": .list(of: answers),
        ])
        return .object(["schema": .string, "mistakes": .list(of: mistake)])
    }
}
