internal import DepthAnalysis

/// A compact description of how an answer differs from the stored one, for comparison with known deviations: the
/// difference in ULP or units and, for a list, the elements that differ.
///
///     DifferenceMark("[17]+906*4")    // four elements differ, the first of them the 17th, by 906
///
/// Distances of a million and more are rounded to three digits, because their last digits carry no information.
struct DifferenceMark: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        /// The answer minus the stored value, in ULP for real fields, otherwise in the field's unit.
        case number(Double)
        /// The length of the answered list minus the length of the stored one.
        case length(Int)
        /// A different word or flag, or a value that is not a number.
        case other
    }

    let change: Change
    /// The first differing element of a list.
    var element: Int?
    /// The number of differing elements, for a list of the stored length.
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

    /// Parses a mark in the format of `golden/README.md`.
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
    ///
    /// - Parameter slack: the tolerance of the field in ULP.
    func matches(_ other: DifferenceMark, slack: Double) -> Bool {
        guard element == other.element, count == other.count else { return false }
        guard case .number(let left) = change, case .number(let right) = other.change else {
            return change == other.change
        }
        let limit = abs(right) < Self.exactBelow ? slack : Self.roundingShare * abs(right)
        return abs(left - right) <= limit
    }
}
