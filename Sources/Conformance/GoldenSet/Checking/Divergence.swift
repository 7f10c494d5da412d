package import DepthAnalysis
internal import Support

/// The first stage of the analysis in which an answer differs from the stored one.
package struct Divergence: Sendable, Hashable {
    package enum Evidence: Sendable, Hashable {
        /// The differing fields themselves: an earlier stage with no stored result may have differed.
        case fields
        case stored
        case sibling(String)
        /// Intermediate results of depthcheck, which agrees with this golden in every field.
        case recomputed
    }

    package let stage: AnalysisStage
    /// Earlier stages that cannot be excluded, because their results are unknown.
    package let notExcluded: [AnalysisStage]
    package let evidence: Evidence
    /// The first difference, if it is not among the golden's own differences.
    package let first: Difference?
    package let place: String?
}

/// A complete answer that agrees with the stored one, compared with the fresh answer.
struct Witness {
    let stored: JSONValue
    let evidence: Divergence.Evidence
    let comparison: AnswerComparison
}

extension Divergence {
    /// The divergence of a part of the differences. The first stage of the whole answer may belong to the others.
    func ofPart(_ part: [Difference], of all: [Difference]) -> Divergence {
        guard part.count < all.count, let first = part.map(\.field.stage).min(), first != stage else { return self }
        return Divergence(stage: first, notExcluded: [], evidence: .fields, first: nil, place: nil)
    }

    /// Finds the first stage from differences in stage order, at least one, and from a witness if there is one.
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
        (self.stage, self.evidence) = (stage, evidence)
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
