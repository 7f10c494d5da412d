package import DepthAnalysis
internal import Support

/// The first stage of the analysis in which an answer parts from the stored one.
package struct Divergence: Sendable, Hashable {
    /// What tells a stage.
    package enum Evidence: Sendable, Hashable {
        /// From the differing fields themselves: a stage of which nothing is stored may have parted before.
        case fields
        /// From whole numbers this golden stores.
        case stored
        /// From whole numbers that another golden of the same input stores.
        case sibling(String)
        /// From those depthcheck calculates, which agrees with this golden in every field.
        case recomputed
    }

    package let stage: AnalysisStage
    /// Earlier stages that cannot be excluded, because nothing is known of their results.
    package let notExcluded: [AnalysisStage]
    package let evidence: Evidence
    /// What differs first, where it is not among the differences of the golden itself.
    package let first: Difference?
    /// The bin or pixel to look at, in words, where one can be told.
    package let place: String?
}

/// A complete answer that agrees with the stored one, with what an answer differs from it.
struct Witness {
    let stored: JSONValue
    let evidence: Divergence.Evidence
    let comparison: AnswerComparison
}

extension Divergence {
    /// Finds the first stage by differences in the order of the stages, at least one, and by a complete answer that
    /// agrees with the stored one, where there is such a witness.
    init(
        _ differences: [Difference], of golden: GoldenCase, actual: JSONValue,
        witness: Witness?, map: DepthMap?
    ) {
        var found = differences.first
        var evidence = Evidence.fields
        var isElsewhere = false
        if let witness {
            evidence = witness.evidence
            if let first = witness.comparison.differences.first, first.field.stage < found?.field.stage ?? .verdict {
                found = first
                isElsewhere = true
            }
        }
        let stage = found?.field.stage ?? .verdict
        self.stage = stage
        self.evidence = evidence
        first = isElsewhere ? found : nil
        let known = witness?.stored ?? golden.expected
        notExcluded = AnalysisStage.allCases.filter { earlier in
            guard earlier < stage, Self.prerequisites[stage, default: []].contains(earlier) else { return false }
            return !Field.compared.contains { field in
                field.stage == earlier && field.value(in: known) != nil && field.value(in: actual) != nil
            }
        }
        place = found.flatMap { difference in
            map.flatMap {
                PlaceFinder(map: $0, profile: golden.profile, expected: known, actual: actual).place(of: difference)
            }
        }
    }

    private static let prerequisites: [AnalysisStage: [AnalysisStage]] = [
        .statistics: [.validity], .histogram: [.validity, .statistics], .peaks: [.validity, .statistics, .histogram],
        .screen: [.validity, .statistics],
        .verdict: [.validity, .statistics, .histogram, .peaks, .gradient, .screen],
    ]
}
