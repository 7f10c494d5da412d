package import Support

/// A valid input with up to three departures, determined by a seed and a number.
package struct GeneratedInput: Sendable {
    package let name: String
    package let kind: InputDraft.Kind
    package let departures: [Departure]
    private let seed: UInt64
    private let number: Int
    /// The place of each departure among those drawn. It determines the parameters, even if another one is removed.
    private let places: [Int]

    private static let maximumCount = 3

    /// All groups are equally likely. If a kind has no departures, its input is valid.
    package init(seed: UInt64, number: Int, among groups: [[Departure]]) {
        var random = SplitMix64(seed: seed, stream: number)
        // Registrations have twice as many departures as other kinds.
        let kind = random.pick(InputDraft.Kind.allCases + [.registration])
        // Inputs with one departure find most differences; those with several also test the order of the checks.
        let count = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, Self.maximumCount])
        let suitable = groups.map { $0.filter { kind.subjects.isSuperset(of: $0.subject) } }.filter { !$0.isEmpty }
        var drawn: [Departure] = []
        for _ in 0..<count where !suitable.isEmpty {
            let departure = random.pick(random.pick(suitable))
            if !drawn.contains(where: { $0.id == departure.id }) { drawn.append(departure) }
        }
        self.init(seed: seed, number: number, kind: kind, departures: drawn, places: Array(drawn.indices))
    }

    /// Nil if no valid input of the kind can have these departures.
    init?(_ departures: [Departure], of kind: InputDraft.Kind? = nil, seed: UInt64, number: Int) {
        let kinds = kind.map { [$0] } ?? InputDraft.Kind.allCases
        let suitable = kinds.first { kind in departures.allSatisfy { kind.subjects.isSuperset(of: $0.subject) } }
        guard let suitable else { return nil }
        self.init(seed: seed, number: number, kind: suitable, departures: departures, places: Array(departures.indices))
    }

    private init(
        name: String? = nil, seed: UInt64, number: Int, kind: InputDraft.Kind, departures: [Departure], places: [Int]
    ) {
        (self.seed, self.number, self.kind, self.departures, self.places) = (seed, number, kind, departures, places)
        self.name = name ?? "\(kind.rawValue)-\(seed)-\(number)"
    }

    package func keeping(_ indices: [Int]) -> GeneratedInput {
        GeneratedInput(
            name:
                "\(kind.rawValue)-\(seed)-\(number)-\(indices.isEmpty ? "0" : indices.map { String($0 + 1) }.joined())",
            seed: seed, number: number,
            kind: kind, departures: indices.map { departures[$0] }, places: indices.map { places[$0] })
    }

    package var rules: [String] {
        var rules: [String] = []
        for rule in departures.flatMap(\.rules) where !rules.contains(rule) { rules.append(rule) }
        return rules
    }

    /// Whether the rules of the departures list all answers that servers may give. For a departure that may differ,
    /// they do so only if it is the only one, and not in a capture with a signed request.
    package var hasListedAnswers: Bool {
        !mayDiffer || departures.count == 1 && (!kind.subjects.contains(.signed) || kind == .request)
    }

    package var mayDiffer: Bool { departures.contains(where: \.mayDiffer) }

    package var caseMembers: [JSONValue.Member] {
        var draft = InputDraft(kind)
        for (departure, place) in zip(departures, places) {
            var random = SplitMix64(seed: seed, stream: -1 - number)
            for _ in 0..<place { _ = random.next() }
            var parameters = SplitMix64(seed: random.next(), stream: place)
            departure.change(&draft, &parameters)
        }
        return draft.caseMembers
    }
}
