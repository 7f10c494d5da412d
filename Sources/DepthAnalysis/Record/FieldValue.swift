/// What stands in one field of a result.
///
///     if case .real(let metres) = SceneAnalysis.Field.meanDepth.value(in: analysis) { … }
public enum FieldValue: Sendable, Hashable {
    /// A word.
    case text(String)
    /// A list of words.
    case texts([String])
    /// A truth value.
    case flag(Bool)
    /// A whole number.
    case whole(Int)
    /// A list of whole numbers.
    case wholes([Int])
    /// A number of the profile's arithmetic: a client's is a `Float` widened.
    case real(Double)
    /// A list of such numbers.
    case reals([Double])
    /// The quadrants.
    case quadrants([Quadrant])
    /// The checks that were carried out.
    case checks([CheckOutcome])

    /// The cases without their values, which decide how a field is written and compared.
    public enum Kind: String, Sendable, Hashable {
        /// A word, compared exactly.
        case text
        /// A list of words, compared exactly.
        case texts
        /// A truth value, compared exactly.
        case flag
        /// A whole number, compared exactly.
        case whole
        /// A list of whole numbers, compared exactly.
        case wholes
        /// A number of the profile's arithmetic.
        case real
        /// A list of such numbers.
        case reals
        /// The quadrants.
        case quadrants
        /// The checks.
        case checks

        /// Whether a field of this kind holds one value, as a cell of a table does.
        public var isSingle: Bool {
            switch self {
            case .text, .flag, .whole, .real: true
            case .texts, .wholes, .reals, .quadrants, .checks: false
            }
        }
    }

    /// The value of a number, whole or real; nil for any other kind.
    public var number: Double? {
        switch self {
        case .whole(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}
