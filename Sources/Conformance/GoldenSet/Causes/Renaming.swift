internal import DepthAnalysis
internal import Support

struct WordPair: Sendable, Hashable {
    let stored: JSONValue
    let answered: JSONValue

    /// The pair of two values, or the pairs of the elements of two lists of equal length.
    static func all(_ stored: JSONValue, _ answered: JSONValue) -> [WordPair] {
        guard case .array(let stored) = stored else { return [WordPair(stored: stored, answered: answered)] }
        guard let answered = answered.elements, answered.count == stored.count else { return [] }
        return zip(stored, answered).map(WordPair.init)
    }
}

struct Renaming: Sendable {
    let field: Field
    let names: [WordPair]

    private static let fewest = 2

    /// The renamings in some answers.
    static func all(in entries: [CheckReport.Entry]) -> [Renaming] {
        let evidence = entries.filter(\.observation.crossed.isEmpty)
        return Field.compared.filter(\.isDecision).compactMap { field in
            let isProfile = field == .profile
            let answers = Dictionary(
                grouping: (isProfile ? entries : evidence).flatMap { $0.words[field] ?? [] }, by: \.stored)
            let names = answers.values.compactMap { pairs -> WordPair? in
                pairs[0].isChange && pairs.allSatisfy { $0 == pairs[0] } ? pairs[0] : nil
            }
            let isCommon = names.contains { isProfile || answers[$0.stored, default: []].count >= fewest }
            return isCommon ? Renaming(field: field, names: names.sorted { $0.text < $1.text }) : nil
        }
    }

    func explains(_ entry: CheckReport.Entry) -> Bool {
        let changes = (entry.words[field] ?? []).filter(\.isChange)
        return !changes.isEmpty && changes.allSatisfy(names.contains)
    }

    /// Whether an answer is for the other profile, and so has the values of that profile.
    func isOfProfile(_ entry: CheckReport.Entry) -> Bool { field == .profile && explains(entry) }
}

extension WordPair {
    fileprivate var isChange: Bool { stored != answered && KindMistake.first(in: answered, for: stored) == nil }

    var text: String { "\(stored.shortText) is given as \(answered.shortText)" }
}
