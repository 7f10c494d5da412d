internal import DepthAnalysis

/// How an answer differs from the stored one, short enough to be held against what known deviations do: by so many
/// representable or whole numbers, in which element of a list.
///
///     DifferenceMark("[17]+906*4")    // four elements differ, the first of them the 17th, by 906
///
/// Distances of a million and more were rounded to three digits, where the last bits tell nothing.
struct DifferenceMark: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        /// The answer less the stored value: representable numbers of real ones, else the whole difference.
        case number(Double)
        /// So many elements more than are stored.
        case length(Int)
        /// A word, a flag, a number that is none.
        case other
    }

    let change: Change
    /// The first element that differs, of a list.
    var element: Int?
    /// How many elements differ, of a list of the stored length.
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

    /// Reads a mark as `golden/README.md` describes it.
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

    /// Whether both tell the same change, as far as marks tell it.
    ///
    /// - Parameter slack: representable numbers that make no difference, by the tolerance of the field.
    func matches(_ other: DifferenceMark, slack: Double) -> Bool {
        guard element == other.element, count == other.count else { return false }
        guard case .number(let left) = change, case .number(let right) = other.change else {
            return change == other.change
        }
        let limit = abs(right) < Self.exactBelow ? slack : Self.roundingShare * abs(right)
        return abs(left - right) <= limit
    }
}
