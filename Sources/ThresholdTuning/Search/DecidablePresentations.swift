internal import DepthAnalysis

/// The presentations whose decisions depend on the thresholds.
///
/// A presentation without a verdict, or rejected by the screen rule, is rejected at all thresholds: it counts only
/// in the totals.
struct DecidablePresentations {
    var all: [Presentation]
    /// Presentations with a verdict, by class.
    let responses: [Int]

    init(_ presentations: Presentations, _ parameters: AnalysisParameters) {
        all = zip(presentations.all, presentations.screenLike(parameters))
            .filter { $0.responded && !$1 }.map { $0.0 }
        responses = presentations.counts { $0.responded }
    }

    func accepted(_ thresholds: Thresholds) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in all where thresholds.accept(candidate) { counts[candidate.kind] += 1 }
        return counts
    }

    /// The worst species' APCER for accepted counts by class; 0 without attacks.
    func worstAPCER(_ accepted: [Int]) -> Double { rates(accepted).worstAPCER ?? 0 }

    /// BPCER for accepted counts by class; 0 without bona fide presentations.
    func bpcer(_ accepted: [Int]) -> Double { rates(accepted).bpcer.value ?? 0 }

    private func rates(_ accepted: [Int]) -> ErrorRates {
        ErrorRates(accepted: accepted, responses: responses, totals: responses)
    }
}
