internal import Support

enum UniformFault: Hashable, Sendable {
    /// Members have another JSON type than expected.
    case type(members: [String], expected: String, found: String)
    /// An optional member is left out although other answers have it.
    case omission(member: String)
    /// The member has one wrong value wherever it should have another one.
    case value(member: String, expected: JSONValue, found: JSONValue)

    var title: String {
        switch self {
        case .type(let members, let expected, let found):
            "\(members.joined(separator: ", ")): \(found) in place of \(expected)"
        case .omission(let member): "\(member) is left out, although other answers have it"
        case .value(let member, let expected, let found):
            "\(member) is \(found.shortText) in all answers that should have \(expected.shortText)"
        }
    }
}

/// The uniform faults of a check: one mistake in how answers are written changes hundreds of them.
struct UniformFaults {
    private typealias Site = KnownMistake.Site

    private var faults: [KnownMistake.Site: UniformFault] = [:]

    /// A wrong value is a uniform fault only in at least this many cases, of at least this many rules.
    private static let (caseCount, ruleCount) = (4, 3)

    init(_ entries: [ServerCheckReport.Entry]) {
        let entries = entries.filter { !$0.dependsOnState && !$0.isAllowed && $0.comparison != nil }
        var expectedCounts: [Value: Int] = [:]
        var places: [UniformFault: [(site: Site, rule: String?, isCertain: Bool)]] = [:]
        for entry in entries {
            guard let comparison = entry.comparison else { continue }
            let isCertain = entry.testCase?.category != .mayDiffer
            for (path, value) in comparison.required where isCertain {
                expectedCounts[Value(member: Self.name(of: path), value: value), default: 0] += 1
            }
            for difference in comparison.differences {
                let site = Site(name: entry.id, path: difference.field)
                let fault = Self.fault(difference, expected: comparison.required[difference.field])
                places[fault, default: []].append((site, entry.testCase?.rules.first, isCertain))
            }
        }
        for (fault, places) in places {
            let isUniform =
                switch fault {
                case .type, .omission: true
                case .value(let member, let expected, _):
                    places.count(where: \.isCertain) == expectedCounts[Value(member: member, value: expected)]
                        && Set(places.map(\.site.name)).count >= Self.caseCount
                        && Set(places.map(\.rule)).count >= Self.ruleCount
                }
            if isUniform { for place in places { faults[place.site] = fault } }
        }
        mergeTypes()
        merge(entries)
    }

    private static func fault(_ difference: AnswerDifference, expected: JSONValue?) -> UniformFault {
        let member = name(of: difference.field)
        if expected == nil, difference.found == nil { return .omission(member: member) }
        let (expected, found) = (expected ?? difference.expected ?? .null, difference.found ?? .null)
        let isOtherType = expected != .null && found != .null && expected.kindName != found.kindName
        return isOtherType
            ? .type(members: [member], expected: expected.kindName, found: found.kindName)
            : .value(member: member, expected: expected, found: found)
    }

    /// Merges the faults of members with the same wrong type, such as 0 and 1 for all booleans.
    private mutating func mergeTypes() {
        var members: [[String]: Set<String>] = [:]
        for case .type(let names, let expected, let found) in faults.values {
            members[[expected, found], default: []].formUnion(names)
        }
        faults = faults.mapValues { fault in
            guard case .type(_, let expected, let found) = fault else { return fault }
            let names = members[[expected, found]] ?? []
            return .type(members: names.sorted(), expected: expected, found: found)
        }
    }

    /// Assigns to the fault of a wrong value the differences that follow from it: all cases with the fault, and no
    /// others, have the same other value in place of an expected one.
    private mutating func merge(_ entries: [ServerCheckReport.Entry]) {
        var cases: [UniformFault: Set<String>] = [:]
        for (site, fault) in faults {
            if case .value = fault { cases[fault, default: []].insert(site.name) }
        }
        for (fault, names) in cases.sorted(by: { ($1.value.count, $0.key.title) < ($0.value.count, $1.key.title) }) {
            var expectedCounts: [Consequence: Int] = [:]
            var places: [Consequence: [JSONValue: [Site]]] = [:]
            for entry in entries {
                guard let comparison = entry.comparison, let kind = entry.testCase?.kind else { continue }
                func consequence(_ path: String, _ value: JSONValue) -> Consequence {
                    Consequence(kind: kind, member: RequiredMembers.withoutMode(path), value: value)
                }
                for (path, value) in comparison.required where names.contains(entry.id) {
                    expectedCounts[consequence(path, value), default: 0] += 1
                }
                for difference in comparison.differences {
                    let expected = comparison.required[difference.field] ?? difference.expected ?? .null
                    places[consequence(difference.field, expected), default: [:]][
                        difference.found ?? .null, default: []
                    ]
                    .append(Site(name: entry.id, path: difference.field))
                }
            }
            for (consequence, found) in places {
                for sites in found.values
                where sites.count == expectedCounts[consequence] && sites.allSatisfy({ names.contains($0.name) }) {
                    for site in sites where faults[site].map(\.isValue) ?? true { faults[site] = fault }
                }
            }
        }
    }

    func fault(at site: KnownMistake.Site) -> UniformFault? { faults[site] }

    private struct Value: Hashable {
        let member: String
        let value: JSONValue
    }

    private struct Consequence: Hashable {
        let kind: ConformanceCase.Kind
        let member: String
        let value: JSONValue
    }

    /// The last part of a path: a member has the same fault in both positions of the switches.
    private static func name(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }
}

extension UniformFault {
    fileprivate var isValue: Bool { if case .value = self { true } else { false } }
}
