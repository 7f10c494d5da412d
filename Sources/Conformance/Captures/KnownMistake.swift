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
    let rules: [String]
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

struct FittingMistake: Sendable {
    let mistake: KnownMistake
    let equals: [KnownMistake]
    /// The members that differ as the mistake changes them.
    let sites: Set<KnownMistake.Site>
}

/// Explains differences by known mistakes.
struct MistakeFinder {
    let mistakes: [KnownMistake]
    let expected: (KnownMistake.Site) -> JSONValue?
    /// Whether servers may differ in a case. Such a case is evidence only for a mistake that changes no other cases.
    let mayDiffer: (String) -> Bool
    let rules: (String) -> [String]

    func fits(_ observed: [KnownMistake.Site: JSONValue], isWhole: Bool) -> [FittingMistake] {
        let counted = Set(observed.keys.filter { !mayDiffer($0.name) })
        let candidates = mistakes.compactMap { mistake in
            candidate(mistake, observed).map { (mistake: mistake, sites: $0) }
        }.filter { isWhole || isOnlyCause($0.mistake, $0.sites, counted) }
        var remaining = Set(observed.keys)
        var fits: [FittingMistake] = []
        func count(_ sites: Set<KnownMistake.Site>) -> Int { sites.intersection(remaining).count }
        while let best = candidates.max(by: { count($0.sites) < count($1.sites) }), count(best.sites) > 0 {
            remaining.subtract(best.sites)
            let equals = candidates.filter { $0.sites == best.sites && $0.mistake.name != best.mistake.name }
            fits.append(FittingMistake(mistake: best.mistake, equals: equals.map(\.mistake), sites: best.sites))
        }
        return isWhole && !remaining.isDisjoint(with: counted) ? [] : fits
    }

    private func candidate(
        _ mistake: KnownMistake, _ observed: [KnownMistake.Site: JSONValue]
    ) -> Set<KnownMistake.Site>? {
        // A member that is null may be absent: that is no change.
        let changed = mistake.values.filter { site, value in expected(site).map { $0 != value } ?? false }
        let certain = changed.filter { !mayDiffer($0.key.name) }
        let evidence = certain.isEmpty ? changed : certain
        guard !evidence.isEmpty, evidence.allSatisfy({ observed[$0.key] == $0.value }) else { return nil }
        return Set(changed.filter { observed[$0.key] == $0.value }.keys)
    }

    private func isOnlyCause(
        _ mistake: KnownMistake, _ sites: Set<KnownMistake.Site>, _ counted: Set<KnownMistake.Site>
    ) -> Bool {
        let cases = Set(sites.map(\.name))
        return counted.subtracting(sites).allSatisfy { site in
            !cases.contains(site.name) && Set(rules(site.name)).isDisjoint(with: mistake.rules)
        }
    }
}

extension KnownMistake {
    package static var schema: JSONSchema {
        let answers = JSONSchema.object(["members": .map(of: .any), "cases": .strings])
        let mistake = JSONSchema.object([
            "name": .string, "text": .string, "rules": .strings, "answers": .list(of: answers),
        ])
        return .object(["schema": .string, "mistakes": .list(of: mistake)])
    }
}
