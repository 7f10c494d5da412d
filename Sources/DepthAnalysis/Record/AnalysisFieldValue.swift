/// The value of one field of a result.
///
///     if case .real(let metres) = SceneAnalysis.Field.meanDepth.value(in: analysis) { … }
public enum AnalysisFieldValue: Sendable, Hashable {
    /// A word.
    case text(String)
    /// A list of words.
    case texts([String])
    /// A Boolean.
    case flag(Bool)
    /// An integer.
    case whole(Int)
    /// A list of integers.
    case wholes([Int])
    /// A number in the profile's arithmetic: the client's is a widened `Float`.
    case real(Double)
    /// A list of real numbers.
    case reals([Double])
    /// The quadrants.
    case quadrants([DepthQuadrant])
    /// The outcomes of the checks.
    case checks([CheckOutcome])

    /// The kind of a value, which determines its format and comparison.
    public enum Kind: String, Sendable, Hashable {
        /// A word, compared exactly.
        case text
        /// A list of words, compared exactly.
        case texts
        /// A Boolean, compared exactly.
        case flag
        /// An integer, compared exactly.
        case whole
        /// A list of integers, compared exactly.
        case wholes
        /// A number in the profile's arithmetic.
        case real
        /// A list of real numbers.
        case reals
        /// The quadrants.
        case quadrants
        /// The checks.
        case checks

        /// Whether a value of this kind fits in one table cell.
        public var isSingle: Bool {
            switch self {
            case .text, .flag, .whole, .real: true
            case .texts, .wholes, .reals, .quadrants, .checks: false
            }
        }
    }

    /// The value as a number; nil for other kinds.
    public var number: Double? {
        switch self {
        case .whole(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}
