internal import DepthAnalysis

// The valid values of table cells. A table may come from anywhere, and values that no map has would distort the
// results.

extension SceneAnalysis.Field {
    /// Whether a map can have this value.
    func canBe(_ value: FieldValue) -> Bool {
        switch value {
        case .whole(let number): wholeRange.contains(number)
        case .real(let number): realRange?.contains(number) ?? true
        default: true
        }
    }

    /// The valid values in words.
    var expectation: String {
        switch self {
        case .profile: "server or client"
        case .status: "pass, fail or unavailable"
        case .layerCount: "a whole number from 0 to \(wholeRange.upperBound)"
        default:
            switch kind {
            case .flag: "true or false"
            case .whole: "a whole number of at least 0"
            default:
                realRange.map { $0.upperBound == 1 ? "a number from 0 to 1" : "a number of at least 0" } ?? "a number"
            }
        }
    }

    private var wholeRange: ClosedRange<Int> {
        0...(self == .layerCount ? AnalysisParameters.Key.binCounts.upperBound : Int.max)
    }

    private var realRange: ClosedRange<Double>? {
        switch self {
        case .coverage, .edgeCoherence, .uniformityRatio: 0...1
        case .standardDeviation, .minimumQuadrantStandardDeviation: 0...Double.greatestFiniteMagnitude
        default: nil
        }
    }
}
