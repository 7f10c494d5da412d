package import DepthAnalysis
internal import Support
package import ThresholdTuning

/// Tuning in progress: the sets of parameters of a sweep, and the measurements that were made with them so far.
package struct Tuning {
    /// The sets of parameters with which the maps must be measured before ``report()``; empty without a sweep. When the
    /// last of them is added, refinement can add more.
    package private(set) var missing: [AnalysisParameters] = []

    private let tuner: ThresholdTuner
    private let labelled: LabelledMeasurements
    private let exponential: DepthAnalyzer.Exponential
    private var sweep: Sweep
    private var rounds: Int
    /// The measured sets of parameters, the present one first.
    private var variants: [TuningVariant] = []
    /// The sets of parameters of the current round, measured or not.
    private var added: [Sweep.Way]
    /// The measured maps, by the digest of the parameters that affect measuring.
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

    /// Adds the maps of the task, measured with one of ``missing`` or, for later refinement, with other parameters.
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

    /// Computes what is missing. If nothing is, takes the measured sets and refines around the best.
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
