package import DepthAnalysis
internal import DepthFiles

package struct CheckFlip: Sendable, Hashable {
    package let check: SceneAnalysis.Check
    package let server: CheckOutcome
    package let client: CheckOutcome
    package let cause: FlipCause
    /// The earliest intermediate whole number that differs; nil if only the compared value differs.
    package let firstDifference: FirstDifference?

    init?(_ check: SceneAnalysis.Check, _ server: SceneAnalysis, _ client: SceneAnalysis) {
        guard let serverOutcome = server.outcome(of: check), let clientOutcome = client.outcome(of: check),
            serverOutcome.holds != clientOutcome.holds
        else { return nil }
        self.check = check
        self.server = serverOutcome
        self.client = clientOutcome
        cause = FlipCause(of: check, server, client)
        firstDifference =
            switch check {
            case .layers: .ofLayers(server, client)
            case .edgeCoherence where server.edgeCount != client.edgeCount:
                .edgeCount(server: server.edgeCount, client: client.edgeCount)
            default: nil
            }
    }

    package var comparisonWording: String {
        "\(check.name) \(Self.side(check, server, .server)) on the server, "
            + "\(Self.side(check, client, .client)) on the client"
    }

    package var sentence: String {
        "\(comparisonWording): \(cause.wording)\(firstDifference.map { "; first \($0.wording)" } ?? "")."
    }

    private static func side(_ check: SceneAnalysis.Check, _ outcome: CheckOutcome, _ profile: AnalysisProfile)
        -> String
    {
        func text(_ number: Double) -> String {
            Int(exactly: number).map(String.init) ?? profile.shortestDecimal(number)
        }
        let relation = (outcome.holds ? "" : "not ") + check.comparison.rawValue
        return "\(text(outcome.value)) \(relation) \(text(outcome.threshold))"
    }
}

package enum FlipCause: String, CaseIterable, Sendable, Hashable {
    case binEdges = "bin_edges"
    case prominence
    case deviationRounding = "deviation_rounding"
    case lostBits = "lost_bits"
    case gradientThreshold = "gradient_threshold"
    case coherenceRounding = "coherence_rounding"
    case screenRange = "screen_range"
    case screenUniformity = "screen_uniformity"
    case screenMean = "screen_mean"
    case quadrantRounding = "quadrant_rounding"

    init(of check: SceneAnalysis.Check, _ server: SceneAnalysis, _ client: SceneAnalysis) {
        self =
            switch check {
            case .standardDeviation:
                ParityPromise.standardDeviation.isKept(server, client) ? .deviationRounding : .lostBits
            case .layers: server.histogramCounts == client.histogramCounts ? .prominence : .binEdges
            case .edgeCoherence: server.edgeCount == client.edgeCount ? .coherenceRounding : .gradientThreshold
            case .screenRange: .screenRange
            case .screenUniformity: .screenUniformity
            case .screenNearest, .screenFarthest: .screenMean
            case .quadrant: .quadrantRounding
            }
    }

    var wording: String {
        switch self {
        case .binEdges: "samples on the edge of a histogram bin fall on its other side in f32"
        case .prominence: "the histograms are equal, but a bin at the prominence threshold is above it on one side only"
        case .deviationRounding: "the standard deviation is at its threshold, and f32 sums round to its other side"
        case .lostBits: "the f32 sums of this many samples lose too many bits"
        case .gradientThreshold: "gradients are at the edge threshold, whose f32 literal differs"
        case .coherenceRounding:
            "both count the same edges, but the coherence is at its threshold, and f32 rounds to its other side"
        case .screenRange: "the depth range is at the screen threshold, and the f32 difference rounds to its other side"
        case .screenUniformity: "the uniformity is at the screen threshold, and f32 rounds to its other side"
        case .screenMean: "the mean depth is at the screen threshold, and f32 sums round to its other side"
        case .quadrantRounding: "a quadrant's standard deviation is at its threshold, and f32 rounds to its other side"
        }
    }
}

/// The first count that differs between two analyses, such as that of a histogram bin.
package enum FirstDifference: Sendable, Hashable {
    case bin(Int, server: Int, client: Int)
    /// The histograms are equal, but this bin is a peak on one side only.
    case peak(bin: Int, isServers: Bool)
    case edgeCount(server: Int, client: Int)

    /// The first difference in the histograms or, if they are equal, in the peaks; nil if the peaks are equal too.
    static func ofLayers(_ server: SceneAnalysis, _ client: SceneAnalysis) -> FirstDifference? {
        for (bin, counts) in zip(server.histogramCounts, client.histogramCounts).enumerated()
        where counts.0 != counts.1 {
            return .bin(bin, server: counts.0, client: counts.1)
        }
        guard let bin = Set(server.peakBins).symmetricDifference(client.peakBins).min() else { return nil }
        return .peak(bin: bin, isServers: server.peakBins.contains(bin))
    }

    package var wording: String {
        switch self {
        case .bin(let bin, let server, let client): "in bin \(bin): \(server) on the server, \(client) on the client"
        case .peak(let bin, let isServers): "in bin \(bin): a peak only on the \(isServers ? "server" : "client")"
        case .edgeCount(let server, let client): "in edge pixels: \(server) on the server, \(client) on the client"
        }
    }
}
