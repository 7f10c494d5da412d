internal import DepthAnalysis
internal import Support

struct AnswerComparison {
    private(set) var differences: [Difference] = []
    private(set) var notReported: [Field] = []
    private(set) var compared: Set<Field> = []
    /// The fields whose different value is one that the server itself may give.
    private(set) var otherwiseAccepted: [Field] = []
    private(set) var words: [Field: [WordPair]] = [:]

    private let profile: AnalysisProfile
    private let tolerances: [String: Tolerance]
    let expected: JSONValue
    let actual: JSONValue

    init(
        expected: JSONValue, actual: JSONValue, profile: AnalysisProfile, tolerances: [String: Tolerance] = [:],
        mayDiffer: [String: MayDiffer] = [:]
    ) {
        (self.profile, self.tolerances, self.expected, self.actual) = (profile, tolerances, expected, actual)
        for field in Field.compared {
            guard let stored = field.value(in: expected) else { continue }
            guard let answer = field.value(in: actual) else {
                notReported.append(field)
                continue
            }
            compared.insert(field)
            if field.isDecision { words[field] = WordPair.all(stored, answer) }
            guard let difference = anyDifference(field, stored, answer) else { continue }
            let number = profile.real(answer)
            if let number, mayDiffer[field.path]?.accepted.contains(where: { profile.areSame($0, number) }) == true {
                otherwiseAccepted.append(field)
            } else {
                differences.append(difference)
            }
        }
    }

    /// The difference in value, or else in the kind of JSON.
    private func anyDifference(_ field: Field, _ stored: JSONValue, _ answer: JSONValue) -> Difference? {
        let mistake = KindMistake.first(in: answer, for: stored)
        let converted = mistake == nil ? answer : answer.converted(to: stored)
        guard var difference = difference(field, stored, converted) else {
            return mistake.map { Difference(field, nil, stored, answer, $0) }
        }
        if difference.element == nil { difference.kindMistake = KindMistake.first(in: converted, for: stored) }
        return difference
    }

    private func difference(_ field: Field, _ stored: JSONValue, _ answer: JSONValue) -> Difference? {
        switch field.kind {
        case .text, .flag: exact(field, stored, answer, nil)
        case .texts: list(field, stored, answer, exact)
        case .whole: whole(field, stored, answer, nil)
        case .wholes: list(field, stored, answer, whole)
        case .real: real(field, stored, answer, nil)
        case .reals: list(field, stored, answer, real)
        case .quadrants: list(field, stored, answer, quadrant)
        case .checks: nil
        }
    }

    private func exact(_ field: Field, _ stored: JSONValue, _ answer: JSONValue, _ element: Int?) -> Difference? {
        stored == answer ? nil : Difference(field, element, stored, answer)
    }

    private func whole(_ field: Field, _ stored: JSONValue, _ answer: JSONValue, _ element: Int?) -> Difference? {
        if let stored = stored.whole, stored == answer.whole { return nil }
        var difference = Difference(field, element, stored, answer)
        if let stored = stored.whole, let answer = answer.whole {
            difference.delta = Double(answer) - Double(stored)
            difference.crossed = crossed(field)
        }
        return difference
    }

    private func real(_ field: Field, _ stored: JSONValue, _ answer: JSONValue, _ element: Int?) -> Difference? {
        var difference = Difference(field, element, stored, answer)
        guard let storedNumber = profile.real(stored), let number = profile.real(answer) else { return difference }
        let tolerance = tolerances[field.path] ?? .exact
        difference.crossed = crossed(field)
        if tolerance.accepts(number, for: storedNumber, in: profile) {
            guard difference.crossed != nil, !profile.areSame(number, storedNumber) else { return nil }
            difference.within = tolerance
        }
        if storedNumber.isFinite, number.isFinite { difference.delta = number - storedNumber }
        difference.ulp = profile.ulpDistance(storedNumber, number)
        difference.isClose = difference.ulp.map { $0 <= profile.largestDistance } ?? true
        return difference
    }

    /// A member that is left out is not compared: it is a failure of its own.
    private func quadrant(_ field: Field, _ stored: JSONValue, _ answer: JSONValue, _ element: Int?) -> Difference? {
        let (count, deviation) = (DepthQuadrant.Key.validCount.rawValue, DepthQuadrant.Key.standardDeviation.rawValue)
        guard answer[count] == nil || stored[count]?.whole == answer[count]?.whole else {
            return Difference(
                field, element: element, expected: "\(stored[count]?.shortText ?? "none") valid samples",
                actual: "\(answer[count]?.shortText ?? "none") valid samples")
        }
        guard let value = answer[deviation] else { return nil }
        let storedValue = stored[deviation] ?? .null
        return storedValue == value ? nil : real(field, storedValue, value, element)
    }

    /// Reports the first differing element of a list; the others are counted.
    private func list(
        _ field: Field, _ stored: JSONValue, _ answer: JSONValue,
        _ compare: (Field, JSONValue, JSONValue, Int?) -> Difference?
    ) -> Difference? {
        guard let storedElements = stored.elements, let elements = answer.elements else {
            return Difference(field, nil, stored, answer)
        }
        let pairs = zip(storedElements, elements).enumerated()
        let found = pairs.compactMap { index, pair in compare(field, pair.0, pair.1, index) }
        guard storedElements.count == elements.count else {
            let first = found.first?.element ?? min(storedElements.count, elements.count)
            func text(_ list: [JSONValue]) -> String {
                let element = first < list.count ? list[first].shortText : "none"
                return "\(list.count) values, \(element) at \(first)"
            }
            var difference = Difference(field, element: first, expected: text(storedElements), actual: text(elements))
            difference.lengthDelta = elements.count - storedElements.count
            return difference
        }
        guard var first = found.first else { return nil }
        first.more = found.count - 1
        return first
    }

    /// The check with this field whose outcome differs from the stored one.
    private func crossed(_ field: Field) -> SceneAnalysis.Check? {
        SceneAnalysis.Check.allCases.first { check in
            guard check.fields.contains(field), let stored = check.value(in: expected, profile),
                let answer = check.value(in: actual, profile)
            else { return false }
            return check.holds(stored, in: profile) != check.holds(answer, in: profile)
        }
    }
}

extension JSONValue {
    /// The value as text for a report, truncated if long.
    var shortText: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let text): text
        case .string(let text): text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
        case .array(let elements):
            elements.count > 4 || elements.contains { $0.members != nil }
                ? "\(elements.count) values" : "[\(elements.map(\.shortText).joined(separator: ", "))]"
        case .object: "an object"
        }
    }
}
