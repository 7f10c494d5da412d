import ArgumentParser
import Corpora
import DepthAnalysis
import Platform
import RuleTuning
import SceneRules
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
    ///
    /// - Parameters:
    ///   - bytes: the table the rows come from.
    ///   - name: what it is called.
    func data(_ labelled: LabelledMeasurements, table bytes: [UInt8], name: String) throws -> RuleData {
        let others = wanted.map(\.name).filter { RuleMeasurement.ofTheServer.named($0) == nil }
        let columns = try asUsageError { () throws(CorpusError) in
            try NumberColumns(bytes, of: others, name: name)
        }
        do throws(RuleDataError) { return try data(labelled, columns) } catch {
            throw ValidationError(error.description)
        }
    }

    private func data(_ labelled: LabelledMeasurements, _ columns: NumberColumns) throws(RuleDataError) -> RuleData {
        guard case .best(let size) = choice else { return try RuleData(labelled, wanted, columns: columns) }
        // Of those that are there: a table of the server's measurements alone has them.
        let present = wanted.filter { measurement in
            if RuleMeasurement.ofTheServer.named(measurement.name) != nil {
                return labelled.rows.contains { measurement.value(in: $0.analysis) != nil }
            }
            return labelled.rows.contains { columns.value(of: measurement.name, file: $0.file) != nil }
        }
        guard present.count >= size else { throw .rule(.tooFewMeasurements(found: present.count, wanted: size)) }
        return try RuleData(labelled, present, columns: columns)
    }
}
