package import DepthAnalysis
internal import Support
package import ThresholdTuning

/// Tuning in progress: the sets of parameters of a sweep, as far as the maps have been measured with them.
package struct Tuning {
    /// The sets of parameters with which the maps must be measured before ``report()``; without a sweep none. When the
    /// last of them is added, refinement can add more.
    package private(set) var missing: [AnalysisParameters] = []

    private let tuner: ThresholdTuner
    private let labelled: LabelledMeasurements
    private let exponential: DepthAnalyzer.Exponential
    private var sweep: Sweep
    private var rounds: Int
    /// Measured sets of parameters, best known last.
    private var variants: [TuningVariant] = []
    /// Those that need measurements, or have them.
    private var added: [Sweep.Way]
    /// By the digest of what measures.
    private var measured: [String: LabelledPresentations] = [:]

    init(
        _ tuner: ThresholdTuner, _ labelled: LabelledMeasurements, of parameters: AnalysisParameters, _ sweep: Sweep,
        rounds: Int
    ) throws(TuningError) {
        (self.tuner, self.labelled, self.sweep, self.rounds) = (tuner, labelled, sweep, rounds)
        exponential = try labelled.exponential(for: parameters)
        added = sweep.ways
        measured[parameters.measuringDigest(exponential)] = try LabelledPresentations(labelled)
        advance()
    }

    /// Adds the maps of the task, measured with one of ``missing``. Others are kept in case refinement needs them.
    package mutating func add(_ rows: [MapMeasurement]) throws(TaskFailure) {
        guard let digest = rows.first?.provenance.measuringDigest else { return }
        do throws(TuningError) {
            let other = try LabelledMeasurements(rows: rows, labels: labelled.labels, isLenient: true)
            measured[digest] = try LabelledPresentations(try other.ordered(as: labelled))
        } catch {
            throw .tuning(error)
        }
        advance()
    }

    /// Takes the measured sets, and refines when none is missing.
    private mutating func advance() {
        while true {
            var unmeasured: [String: AnalysisParameters] = [:]
            missing = []
            for way in added {
                let digest = way.parameters.measuringDigest(exponential)
                let part = way.parameters.measuringPart
                if measured[digest] == nil, unmeasured.updateValue(part, forKey: digest) == nil { missing.append(part) }
            }
            guard missing.isEmpty else { return }
            for way in added {
                guard let presentations = measured[way.parameters.measuringDigest(exponential)] else { continue }
                variants.append(
                    TuningVariant(parameters: way.parameters, presentations: presentations, origin: way.origin))
            }
            guard rounds > 0 else { return added = [] }
            rounds -= 1
            added = sweep.refine(around: tuner.bestWay(variants))
            if added.isEmpty { return }
        }
    }

    /// Tunes.
    ///
    /// - Precondition: no measurement is missing.
    package func report() throws(TaskFailure) -> TuningReport {
        precondition(missing.isEmpty, "measurements are missing")
        do throws(TuningError) { return try tuner.report(variants, labelled: labelled) } catch { throw .tuning(error) }
    }
}
