internal import DepthAnalysis

/// The presentations that thresholds decide about, and what their decisions count for.
///
/// A presentation without a verdict, and one the screen rule rejects, is rejected at all thresholds: it counts in the
/// totals and nowhere else.
struct Candidates {
    var all: [Presentation]
    /// Presentations with a verdict, by class.
    let responses: [Int]

    init(_ presentations: Presentations, _ parameters: AnalysisParameters) {
        all = zip(presentations.all, presentations.screenLike(parameters))
            .filter { $0.responded && !$1 }.map { $0.0 }
        responses = presentations.counts { $0.responded }
    }

    /// Accepted presentations by class.
    func accepted(_ thresholds: Thresholds) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in all where thresholds.accept(candidate) { counts[candidate.kind] += 1 }
        return counts
    }

    /// The worst species' APCER for accepted counts by class; 0 without attacks.
    func worstAPCER(_ accepted: [Int]) -> Double { rates(accepted).worstAPCER ?? 0 }

    /// BPCER for accepted counts by class; 0 without real scenes.
    func bpcer(_ accepted: [Int]) -> Double { rates(accepted).bpcer.value ?? 0 }

    private func rates(_ accepted: [Int]) -> ErrorRates {
        ErrorRates(accepted: accepted, responses: responses, totals: responses)
    }
}
