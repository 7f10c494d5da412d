import ArgumentParser
import DepthAnalysis
import PlanarityMeasurements
import Support
import ThresholdTuning

/// What `tune --use` names: measurements, or how many of all that are there.
struct UsedMeasurements: Equatable {
    let choice: MeasurementChoice
    /// The measurements named; all that a rule can name where the best are chosen.
    let wanted: [RuleMeasurement]

    private static let bestPrefix = "best:"
    /// Of more, the sets to try are too many.
    private static let bestSizes = 1...3

    /// Understands `depth_layers,edge_coherence` and `best:2`.
    init(_ text: String, known: [RuleMeasurement] = RuleMeasurement.known) throws(RuleTuningError) {
        if text.hasPrefix(Self.bestPrefix), let size = Int(text.dropFirst(Self.bestPrefix.count)),
            Self.bestSizes.contains(size)
        {
            choice = .best(size)
            wanted = known
            return
        }
        var wanted: [RuleMeasurement] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            guard let measurement = known.named(name) else {
                throw .unknownMeasurement(name, known: known.map(\.name))
            }
            guard !wanted.contains(measurement) else { throw .namedTwice(name) }
            wanted.append(measurement)
        }
        choice = .all
        self.wanted = wanted
    }

    /// The labelled maps with the measurements.
    func data(_ labelled: LabelledMeasurements) throws -> RuleData {
        do throws(RuleDataError) { return try chosen(labelled) } catch {
            throw ValidationError(error.description)
        }
    }

    private func chosen(_ labelled: LabelledMeasurements) throws(RuleDataError) -> RuleData {
        guard case .best(let size) = choice else { return try RuleData(labelled, wanted) }
        // Of those that are there: a table of the server's measurements alone has them.
        let present = wanted.filter { measurement in labelled.rows.contains { measurement.value(in: $0) != nil } }
        guard present.count >= size else { throw .rule(.tooFewMeasurements(found: present.count, wanted: size)) }
        return try RuleData(labelled, present)
    }
}
