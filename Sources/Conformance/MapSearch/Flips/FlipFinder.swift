package import DepthAnalysis
internal import Support

/// A map on which the profiles disagree, made as small as possible.
package struct FoundFlip: Sendable {
    package let cause: FlipCause
    /// The number of the candidate that the map comes from, from 1.
    package let candidate: Int
    package let originalCount: Int
    /// The smallest map that still flips for the same cause.
    package let map: DepthMap
    package let parity: MapParity

    package var name: String { Self.name(of: cause) }

    package static func name(of cause: FlipCause) -> String {
        "flip-" + String(cause.rawValue.map { $0 == "_" ? "-" : $0 })
    }

    package var sentence: String {
        let opening =
            parity.verdictFlips
            ? "\(parity.server.status.rawValue) on the server, \(parity.client.status.rawValue) on the client"
            : "a screen only for the \(parity.server.isScreenLike ? "server" : "client")"
        return opening + ": " + parity.responsible.map(\.sentence).joined(separator: " ")
    }
}

/// Searches for maps on which the two profiles disagree.
///
/// All random numbers come from the seed, so a search finds the same maps on every platform whose C library rounds
/// `exp` alike.
package struct FlipFinder {
    package let seed: UInt64
    package let budget: Int
    /// The families with an aim, tried in turn; at least one.
    var families = MapFamily.allCases.filter { $0.aim != nil }

    /// The number of flips to shrink per cause; the smallest is kept.
    private static let wantedPerCause = 2

    package init(seed: UInt64, budget: Int) {
        self.seed = seed
        self.budget = budget
    }

    /// Searches, shrinks the flips, and returns the smallest map for each cause, in the order of ``FlipCause``.
    ///
    /// - Parameter progress: called after each candidate.
    package func run(progress: () -> Void = {}) -> [FoundFlip] {
        let analyzer = ParityAnalyzer()
        var random = SplitMix64(seed: seed)
        var found: [FlipCause: [FoundFlip]] = [:]
        func isWanted(_ cause: FlipCause) -> Bool { found[cause, default: []].count < Self.wantedPerCause }
        for candidate in 0..<budget {
            progress()
            // Every remaining candidate would be skipped.
            if !families.contains(where: { $0.aim.map(isWanted) ?? false }) { break }
            let family = families[candidate % families.count]
            func flips(_ input: MapInput) -> Bool {
                input.grid.flatMap { Self.cause(analyzer.analyze($0)) } == family.aim
            }
            guard let cause = family.aim, isWanted(cause), let input = family.input(analyzer, &random), flips(input)
            else { continue }
            var shrinking = Shrinking(input, limits: .flips)
            shrinking.run(while: flips)
            guard let map = shrinking.input.grid else { continue }
            found[cause, default: []].append(
                FoundFlip(
                    cause: cause, candidate: candidate + 1, originalCount: input.samples.count, map: map,
                    parity: analyzer.analyze(map)))
        }
        return FlipCause.allCases.compactMap { cause in
            found[cause]?.min { $0.map.samples.count < $1.map.samples.count }
        }
    }

    /// The cause of a flipping verdict or screen; nil if there is no flip or more than one cause.
    private static func cause(_ parity: MapParity) -> FlipCause? {
        guard parity.verdictFlips || parity.screenFlips else { return nil }
        let causes = Set(parity.responsible.map(\.cause))
        return causes.count == 1 ? causes.first : nil
    }
}
