/// Reads a field of a result and, unless the field is derived, sets it.
///
/// The functions capture nothing, so that a definition allocates nothing.
enum FieldAccess {
    typealias Get<Content> = (SceneAnalysis) -> Content
    typealias Set<Content> = (inout SceneAnalysis, Content) -> Void
    /// Returns false for unknown words.
    typealias SetWords<Content> = (inout SceneAnalysis, Content) -> Bool

    case text(Get<String>, SetWords<String>?)
    case texts(Get<[String]>, SetWords<[String]>)
    case flag(Get<Bool>, Set<Bool>?)
    case whole(Get<Int>, Set<Int>)
    case wholes(Get<[Int]>, Set<[Int]>)
    case real(Get<Double>, Set<Double>)
    case reals(Get<[Double]>, Set<[Double]>)
    case quadrants(Get<[DepthQuadrant]>, Set<[DepthQuadrant]>)
    case checks(Get<[CheckOutcome]>, Set<[CheckOutcome]>)

    var kind: AnalysisFieldValue.Kind {
        switch self {
        case .text: .text
        case .texts: .texts
        case .flag: .flag
        case .whole: .whole
        case .wholes: .wholes
        case .real: .real
        case .reals: .reals
        case .quadrants: .quadrants
        case .checks: .checks
        }
    }

    var isStored: Bool {
        switch self {
        case .text(_, nil), .flag(_, nil): false
        default: true
        }
    }

    func value(in analysis: SceneAnalysis) -> AnalysisFieldValue {
        switch self {
        case .text(let get, _): .text(get(analysis))
        case .texts(let get, _): .texts(get(analysis))
        case .flag(let get, _): .flag(get(analysis))
        case .whole(let get, _): .whole(get(analysis))
        case .wholes(let get, _): .wholes(get(analysis))
        case .real(let get, _): .real(get(analysis))
        case .reals(let get, _): .reals(get(analysis))
        case .quadrants(let get, _): .quadrants(get(analysis))
        case .checks(let get, _): .checks(get(analysis))
        }
    }

    /// Returns false for a value of another kind, an unknown word, or a derived field.
    func set(_ value: AnalysisFieldValue, in analysis: inout SceneAnalysis) -> Bool {
        switch (self, value) {
        case (.text(_, let set?), .text(let word)): return set(&analysis, word)
        case (.texts(_, let set), .texts(let words)): return set(&analysis, words)
        case (.flag(_, let set?), .flag(let flag)): set(&analysis, flag)
        case (.whole(_, let set), .whole(let number)): set(&analysis, number)
        case (.wholes(_, let set), .wholes(let numbers)): set(&analysis, numbers)
        case (.real(_, let set), .real(let number)): set(&analysis, number)
        case (.reals(_, let set), .reals(let numbers)): set(&analysis, numbers)
        case (.quadrants(_, let set), .quadrants(let quadrants)): set(&analysis, quadrants)
        case (.checks(_, let set), .checks(let checks)): set(&analysis, checks)
        default: return false
        }
        return true
    }
}
