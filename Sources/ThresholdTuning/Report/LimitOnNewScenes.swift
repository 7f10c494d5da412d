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
    private let unseen: String
    /// The standing in cross-validations with other folds.
    private let spread: ValidationSpread?

    /// Nil if the objective has no limit or the limited rate is unknown.
    package init?(
        _ objective: TuningObjective, _ rates: ErrorRates, _ grouped: GroupedRates, species: [String],
        confidence: Double, leftOut: TuningOptions.LeftOut = .groups, spread: ValidationSpread? = nil
    ) {
        self.confidence = confidence
        self.spread = spread
        unseen = leftOut.unseen
        if let limit = objective.maximumAPCER {
            guard let worst = rates.worstSpecies, let rate = rates.worstAPCER, let interval = grouped.worstAPCER else {
                return nil
            }
            // If no attack is accepted, no species is the worst.
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

    /// The standing on which all cross-validations agree; `notShown` if they do not agree.
    package var standing: TuningAdvice.ObjectiveStanding { isAgreed ? alone : .notShown }

    private var isAgreed: Bool { spread?.standings.allSatisfy { $0 == alone } ?? true }

    private var alone: TuningAdvice.ObjectiveStanding {
        interval.lower > limit ? .missed : interval.upper > limit ? .notShown : .met
    }

    /// The status of the limit as a sentence; nil if it is met.
    package var sentence: String? {
        let found = "\(unseen) \(name) is \(TuningReport.text(rate, interval, confidence: confidence))"
        let bound = TuningReport.limit(limit)
        return switch standing {
        case .missed: "The objective is missed: \(found), wholly above \(bound)."
        case .notShown where !isAgreed:
            "The objective is not shown to be met: \(found), against \(bound), and other folds give another answer "
                + "(\(spread?.standingsText ?? ""))."
        case .notShown where rate > limit:
            "The objective is neither shown to be met nor missed: \(found), whose interval includes \(bound)."
        case .notShown: "The objective is not shown to be met: \(found), whose interval extends beyond \(bound)."
        case .met: nil
        }
    }
}
