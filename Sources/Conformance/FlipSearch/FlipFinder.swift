package import DepthAnalysis
internal import Support

/// A map on which the profiles disagree, made as small as it goes.
package struct FoundFlip: Sendable {
    /// Why they disagree; the only cause of this map.
    package let cause: FlipCause
    /// Which candidate of the search the map comes from, counted from 1.
    package let candidate: Int
    /// Samples it had before it was shrunk.
    package let originalCount: Int
    /// The smallest map that still flips for the same cause.
    package let map: DepthMap
    package let parity: MapParity

    /// A name for its fixture.
    package var name: String { Self.name(of: cause) }

    /// A name for the fixture of a map that flips for a cause.
    package static func name(of cause: FlipCause) -> String {
        "flip-" + String(cause.rawValue.map { $0 == "_" ? "-" : $0 })
    }

    /// What flips and why, in a sentence.
    package var sentence: String {
        let opening =
            parity.verdictFlips
            ? "\(parity.server.status.rawValue) on the server, \(parity.client.status.rawValue) on the client"
            : "a screen only to the \(parity.server.isScreenLike ? "server" : "client")"
        return opening + ": " + parity.responsible.map(\.sentence).joined(separator: " ")
    }
}

/// Looks for maps that the two profiles judge differently.
///
/// Everything is drawn from the seed, so a search finds the same maps every time, on every platform whose C library
/// rounds `exp` alike.
package struct FlipFinder {
    /// Where the random numbers begin.
    package let seed: UInt64
    /// Candidates to try.
    package let budget: Int
    /// The kinds of maps that are tried in turn; at least one.
    var families = CandidateFamily.allCases

    /// Flips of a cause that are shrunk; the smallest is kept.
    private static let wantedPerCause = 2

    package init(seed: UInt64, budget: Int) {
        self.seed = seed
        self.budget = budget
    }

    /// Searches, shrinks what is found, and returns the smallest map for each cause, in the order of ``FlipCause``.
    ///
    /// - Parameter progress: called after each candidate.
    package func run(progress: () -> Void = {}) -> [FoundFlip] {
        let analyzer = ParityAnalyzer()
        var random = SplitMix64(seed: seed)
        var found: [FlipCause: [FoundFlip]] = [:]
        func isWanted(_ cause: FlipCause) -> Bool { found[cause, default: []].count < Self.wantedPerCause }
        for candidate in 0..<budget {
            progress()
            // All that is left to try would be passed over.
            if !families.contains(where: { isWanted($0.aim) }) { break }
            let family = families[candidate % families.count]
            let cause = family.aim
            guard isWanted(cause), let map = family.map(analyzer, &random),
                Self.cause(analyzer.analyze(map)) == cause
            else { continue }
            var shrinking = Shrinking(map) { Self.cause(analyzer.analyze($0)) == cause }
            shrinking.run()
            found[cause, default: []].append(
                FoundFlip(
                    cause: cause, candidate: candidate + 1, originalCount: map.samples.count, map: shrinking.map,
                    parity: analyzer.analyze(shrinking.map)))
        }
        return FlipCause.allCases.compactMap { cause in
            found[cause]?.min { $0.map.samples.count < $1.map.samples.count }
        }
    }

    /// The cause of a verdict or a screen that flips; nil where none does, or for several causes at once.
    private static func cause(_ parity: MapParity) -> FlipCause? {
        guard parity.verdictFlips || parity.screenFlips else { return nil }
        let causes = Set(parity.responsible.map(\.cause))
        return causes.count == 1 ? causes.first : nil
    }
}
