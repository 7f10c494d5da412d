internal import Support

/// The limit of an objective compared with the expected rate on new scenes.
///
///     let limit = LimitOnNewScenes(.bpcer20, rates, grouped, species: ["print"], confidence: 0.95)
///     if limit?.standing == .met { print("it holds") }
package struct LimitOnNewScenes {
    private let name: String
    private let limit: Double
    private let rate: Double
    private let interval: ConfidenceInterval
    private let confidence: Double

    /// Nil if the objective has no limit or the limited rate is unknown.
    package init?(
        _ objective: TuningObjective, _ rates: ErrorRates, _ grouped: GroupedRates, species: [String],
        confidence: Double
    ) {
        self.confidence = confidence
        if let limit = objective.maximumAPCER {
            guard let worst = rates.worstSpecies, let rate = rates.worstAPCER, let interval = grouped.worstAPCER else {
                return nil
            }
            // Without any accepted attack, no species is the worst.
            name = rate == 0 ? "APCER of every species" : "APCER of \(species[worst].printable), the worst species,"
            (self.limit, self.rate, self.interval) = (limit, rate, interval)
        } else {
            guard let limit = objective.maximumBPCER, let rate = rates.bpcer.value,
                let interval = grouped.bpcer.interval
            else { return nil }
            name = "BPCER"
            (self.limit, self.rate, self.interval) = (limit, rate, interval)
        }
    }

    package var standing: TuningAdvice.ObjectiveStanding {
        rate > limit ? .missed : interval.upper > limit ? .notShown : .met
    }

    /// The status of the limit as a sentence; nil if it is met.
    package var sentence: String? {
        let found = "on new scenes \(name) is \(TuningReport.text(rate, interval, confidence: confidence))"
        let bound = TuningReport.limit(limit)
        return switch standing {
        case .missed: "The objective is missed: \(found), above \(bound)."
        case .notShown: "The objective is not shown to be met: \(found), whose interval extends beyond \(bound)."
        case .met: nil
        }
    }
}
