internal import DepthAnalysis
internal import Support

/// The changes that one known deviation from the specification makes to the answers of a golden set.
struct Fingerprint: Sendable {
    /// Completes the sentence "looks like …". Fingerprints with the same cause differ in detail or amount.
    let cause: String
    let rule: String
    let detail: String
    let marks: [Site: DifferenceMark]
    let fields: Set<Field>
    /// For each question with samples classified differently, the first such sample.
    let samples: [Question: SampleChange]

    init(
        cause: String, rule: String, detail: String, marks: [Site: DifferenceMark],
        samples: [Question: SampleChange]
    ) {
        (self.cause, self.rule, self.detail, self.marks, self.samples) = (cause, rule, detail, marks, samples)
        fields = Set(marks.keys.map(\.field))
    }

    /// An input of the set and the profile that answers.
    struct Question: Sendable, Hashable {
        let profile: AnalysisProfile
        let input: String

        static func == (left: Question, right: Question) -> Bool {
            left.profile == right.profile && left.input.isExactly(right.input)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(profile)
            hasher.combine(ExactText(input))
        }
    }

    struct Site: Sendable, Hashable {
        let question: Question
        let field: Field
    }

    var title: String { "\(cause) (\(rule))" + (detail.isEmpty ? "" : ": \(detail)") }
}

/// A sample that the stored answer and a deviation classify differently.
package struct SampleChange: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case valid, interior, edge, band, bin, quadrant
    }

    package let depth: String
    package let kind: Kind
    package let index: Int
    /// For bins and quadrants the number, or -1 for none; otherwise 1 for yes and 0 for no.
    package let stored: Int
    package let answered: Int
}

/// The file of fingerprints. Its schema is in `golden/README.md`; `tools/dev/deviations/fingerprints` writes it.
enum FingerprintFile {
    static let name = "fingerprints.json"
    static let schemaVersion = 1

    static func read(_ json: JSONValue) throws(GoldenFormatError) -> [Fingerprint] {
        let reader = try GoldenReader(json, path: "")
        try reader.requireSchema(schemaVersion)
        let inputs = try reader.required("inputs", .array).compactMap(\.string)
        var fingerprints: [Fingerprint] = []
        for (number, entry) in try reader.required("variants", .array).enumerated() {
            fingerprints.append(try fingerprint(entry, path: "variants[\(number)]", inputs))
        }
        try reader.requireMembers(among: schema.memberNames)
        return fingerprints
    }

    private static func fingerprint(
        _ json: JSONValue, path: String, _ inputs: [String]
    ) throws(GoldenFormatError) -> Fingerprint {
        let reader = try GoldenReader(json, path: path)
        var marks: [Fingerprint.Site: DifferenceMark] = [:]
        for entry in try reader.required("effects", .object) {
            let profile = try profile(entry.key, path)
            for effect in entry.value.members ?? [] {
                guard let field = Field.named(effect.key) else { throw .notAField("\(path).effects.\(effect.key)") }
                for (input, text) in try list(effect.value, "\(path).effects.\(effect.key)", inputs) {
                    guard let mark = DifferenceMark(text) else { throw .notAMark("\(path).effects.\(effect.key)") }
                    marks[.init(question: .init(profile: profile, input: input), field: field)] = mark
                }
            }
        }
        var samples: [Fingerprint.Question: SampleChange] = [:]
        for entry in try reader.required("samples", .object) {
            let profile = try profile(entry.key, path)
            for (input, text) in try list(entry.value, "\(path).samples", inputs) {
                guard let sample = SampleChange(text) else { throw .notAMark("\(path).samples") }
                samples[.init(profile: profile, input: input)] = sample
            }
        }
        let fingerprint = Fingerprint(
            cause: try reader.required("cause", .string), rule: try reader.required("rule", .string),
            detail: try reader.required("detail", .string),
            marks: marks, samples: samples)
        try reader.requireMembers(among: variant.memberNames)
        return fingerprint
    }

    private static func profile(_ name: String, _ path: String) throws(GoldenFormatError) -> AnalysisProfile {
        guard let profile = AnalysisProfile(rawValue: name) else {
            throw .wrongValue(path, found: .string(name), expected: .profile)
        }
        return profile
    }

    /// The entries of a list such as `3 +12, 40 -7`: the index of an input, and a text.
    private static func list(
        _ value: JSONValue, _ path: String, _ inputs: [String]
    ) throws(GoldenFormatError) -> [(input: String, text: Substring)] {
        var entries: [(input: String, text: Substring)] = []
        for entry in value.string?.split(separator: ",") ?? [] {
            let words = entry.drop { $0 == " " }
            guard let space = words.firstIndex(of: " "), let number = Int(words[..<space]),
                inputs.indices.contains(number)
            else { throw .notAMark(path) }
            entries.append((inputs[number], words[words.index(after: space)...]))
        }
        return entries
    }

    static let schema = JSONSchema.object([
        "schema_version": .constant(schemaVersion), "inputs": .strings, "variants": .list(of: variant),
    ])

    private static let variant = JSONSchema.object([
        "cause": .string, "rule": .string, "detail": .string,
        "effects": .map(of: .map(of: .string, names: Field.compared.map(\.path)), names: profiles),
        "samples": .map(of: .string, names: profiles),
    ])

    private static let profiles = AnalysisProfile.allCases.map(\.rawValue)
}

extension SampleChange {
    fileprivate init?(_ text: Substring) {
        let words = text.split(separator: " ")
        guard words.count == 5, let kind = Kind(rawValue: String(words[1])), let index = Int(words[2]),
            let stored = Int(words[3]), let answered = Int(words[4])
        else { return nil }
        self.init(depth: String(words[0]), kind: kind, index: index, stored: stored, answered: answered)
    }
}

/// A compact description of how an answer differs from the stored one, for comparison with known deviations: the
/// difference in ULP or units and, for a list, the elements that differ.
struct DifferenceMark: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        /// The answer minus the stored value, in ULP for real fields, otherwise in the field's unit.
        case number(Double)
        case length(Int)
        /// A different word or flag, or a value that is not a number.
        case other
    }

    let change: Change
    var element: Int?
    var count: Int?

    init(_ difference: Difference) {
        element = difference.element
        if let length = difference.lengthDelta {
            change = .length(length)
            return
        }
        count = element.map { _ in difference.more + 1 }
        let isNegative = (difference.delta ?? 0) < 0
        change =
            if let ulp = difference.ulp { .number(isNegative ? -Double(ulp) : Double(ulp)) } else {
                if let delta = difference.delta { .number(delta) } else { .other }
            }
    }

    init?(_ text: Substring) {
        var rest = text
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]"), let element = Int(rest[rest.index(after: rest.startIndex)..<end])
            else { return nil }
            self.element = element
            rest = rest[rest.index(after: end)...]
        }
        if rest.hasPrefix("#") {
            guard let length = Int(rest.dropFirst()) else { return nil }
            change = .length(length)
            return
        }
        if let star = rest.lastIndex(of: "*") {
            guard let count = Int(rest[rest.index(after: star)...]) else { return nil }
            self.count = count
            rest = rest[..<star]
        }
        if rest == "!" {
            change = .other
        } else {
            guard let number = Double(rest) else { return nil }
            change = .number(number)
        }
    }

    private static let exactBelow = 1e6
    private static let roundingShare = 0.01

    /// Whether both describe the same change, to the precision of marks.
    func matches(_ other: DifferenceMark, slack: Double) -> Bool {
        guard element == other.element, count == other.count else { return false }
        guard case .number(let left) = change, case .number(let right) = other.change else {
            return change == other.change
        }
        let limit = abs(right) < Self.exactBelow ? slack : Self.roundingShare * abs(right)
        return abs(left - right) <= limit
    }
}
