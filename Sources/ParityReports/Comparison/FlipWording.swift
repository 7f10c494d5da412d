internal import DepthAnalysis
internal import DepthReports

/// All words about what flips.
extension CheckFlip {
    /// What was compared with what on both sides.
    package var comparisonWording: String {
        "\(check.name) \(Self.side(check, server, .server)) on the server, "
            + "\(Self.side(check, client, .client)) on the client"
    }

    /// Why, in a sentence without its point.
    package var causeWording: String {
        switch cause {
        case .binEdges: "samples on the edge of a histogram bin fall to its other side in f32\(placeWording)"
        case .prominence:
            "the histograms are equal, but a bin at the prominence threshold is above it on one side only"
                + placeWording
        case .deviationRounding: "the standard deviation lies at its threshold, and f32 sums round to its other side"
        case .lostBits: "the f32 sums of so many samples lose too many bits"
        case .gradientThreshold:
            "gradients lie at the edge threshold, whose f32 literal is another number\(placeWording)"
        case .coherenceRounding:
            "both count the same edges, but the coherence lies at its threshold, and f32 rounds to its other side"
        case .screenRange: "the depth range lies at a screen's, and the f32 difference rounds to its other side"
        case .screenUniformity: "the uniformity lies at a screen's, and f32 rounds to its other side"
        case .screenMean: "the mean depth lies at a screen's, and f32 sums round to its other side"
        case .quadrantRounding:
            "a quadrant's standard deviation lies at its threshold, and f32 rounds to its other side"
        }
    }

    /// The whole in one sentence: what flips, and why.
    package var sentence: String { "\(comparisonWording): \(causeWording)." }

    private var placeWording: String { place.map { "; first \($0.wording)" } ?? "" }

    private static func side(_ check: Check, _ outcome: CheckOutcome, _ profile: AnalysisProfile) -> String {
        func text(_ number: Double) -> String {
            Int(exactly: number).map(String.init) ?? profile.shortestDecimal(number)
        }
        let relation = (outcome.holds ? "" : "not ") + check.comparison.rawValue
        return "\(text(outcome.value)) \(relation) \(text(outcome.threshold))"
    }
}

extension FirstDifference {
    /// Where and how much, in a few words.
    package var wording: String {
        switch self {
        case .bin(let bin, let server, let client): "in bin \(bin): \(server) on the server, \(client) on the client"
        case .peak(let bin, let isServers): "in bin \(bin): a peak only on the \(isServers ? "server" : "client")"
        case .edgeCount(let server, let client): "in edge pixels: \(server) on the server, \(client) on the client"
        }
    }
}
