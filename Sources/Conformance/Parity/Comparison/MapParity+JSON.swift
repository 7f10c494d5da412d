internal import DepthAnalysis
internal import DepthFiles
package import Support

extension MapParity {
    /// Writes the disagreements of the profiles as members of an object.
    package func write(to writer: inout JSONWriter) {
        writer.member("broken_promises", brokenPromises.map { $0.field.rawValue })
        for (name, analysis) in [("server", server), ("client", client)] {
            writer.member(name) { $0.object { Self.writeNumbers(of: analysis, to: &$0) } }
        }
        writer.objects("checks", checkFlips) { flip, writer in
            writer.member("check", flip.check.rawValue)
            writer.member("comparison", flip.check.comparison.rawValue)
            for (name, outcome) in [("server", flip.server), ("client", flip.client)] {
                writer.member(name) { writer in
                    writer.object { writer in
                        writer.member("value", outcome.value)
                        writer.member("threshold", outcome.threshold)
                        writer.member("holds", outcome.holds)
                    }
                }
            }
            writer.member("responsible", responsible.contains(flip))
            writer.member("cause", flip.cause.rawValue)
            writer.member("sentence", flip.sentence)
        }
        writer.member("layer_difference", layerDifference?.wording)
    }

    /// The members for each profile: the numbers that must agree, and the flags.
    static let writtenFields: [SceneAnalysis.Field] = [
        .status, .standardDeviation, .layerCount, .edgeCoherence, .isScreenLike, .quadrantPasses,
    ]

    /// Writes the numbers that must agree, and the flags, in the vocabulary of `docs/JSON.md`. The client's numbers
    /// are widened to f64 for comparison with the server's.
    private static func writeNumbers(of analysis: SceneAnalysis, to writer: inout JSONWriter) {
        for field in writtenFields {
            writer.member(field.rawValue) { $0.value(field.value(in: analysis), in: .server) }
        }
    }
}
