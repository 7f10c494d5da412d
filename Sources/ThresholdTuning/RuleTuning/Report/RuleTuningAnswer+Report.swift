internal import Support

extension RuleReport {
    /// Whether the rule is better than the server's on new scenes, and the recommended action.
    package var answer: RuleTuningAnswer {
        let code = code
        return RuleTuningAnswer(code: code, sentences: [lead(code)] + rest(code))
    }

    private var code: RuleTuningAnswer.Code {
        if options.leftOut != .groups, foldObstacle != nil { return .cannotLeaveOut }
        guard hasEnoughGroups, let validation, let retuned else { return .tooLittleData }
        let hasLimit = options.objective.maximumAPCER != nil || options.objective.maximumBPCER != nil
        if hasLimit, atHand.bpcer.errors == atHand.bpcer.total { return .outOfReach }
        let figure = options.objective.figure(of: validation.rates) ?? .infinity
        let others = [present.rates, retuned.rates].map { options.objective.figure(of: $0) ?? .infinity }
        guard others.allSatisfy({ figure < $0 }) else { return .keepServer }
        return switch limitOnNewScenes?.standing {
        case .met, nil: .useRule
        case .missed: .objectiveMissed
        case .notShown: .tooLittleData
        }
    }

    private var hasEnoughGroups: Bool { shortfalls.isEmpty && validation != nil && retuned != nil }

    private func lead(_ code: RuleTuningAnswer.Code) -> String {
        if code == .cannotLeaveOut, let foldObstacle { return foldObstacle.sentence }
        guard code == .tooLittleData else { return comparison }
        if hasEnoughGroups, let sentence = limitOnNewScenes?.sentence {
            return "Too little data to decide whether the rule meets the objective: t" + sentence.dropFirst()
        }
        let clause = TuningReport.Shortfall.clause(
            shortfalls, speciesCount: presentations.species.count, requiredGroups)
        return "Too little data to decide whether the rule is better than the server's: \(clause)."
    }

    private func rest(_ code: RuleTuningAnswer.Code) -> [String] {
        switch code {
        case .cannotLeaveOut: []
        case .tooLittleData: validation == nil ? [] : [comparison]
        case .objectiveMissed: [limitOnNewScenes?.sentence].compactMap { $0 }
        case .outOfReach:
            [
                "No thresholds of these measurements reach the objective (\(options.objective.title)) without "
                    + "rejecting every real scene: keep the server's rule."
            ]
        case .keepServer:
            [
                "Keep the server's rule: on new scenes this one reaches \(options.objective.figureTitle) of "
                    + figures
            ]
        case .useRule:
            ["Use the rule: on new scenes it reaches \(options.objective.figureTitle) of " + figures]
        }
    }

    /// One sentence comparing the rule with the server's present and tuned rules.
    private var comparison: String {
        guard let validation, let againstPresent, let againstRetuned, let retuned else { return "" }
        func both(_ rate: (ErrorRates) -> Double?) -> String {
            let texts = [validation.rates, present.rates, retuned.rates].map { TuningReport.percent(rate($0)) }
            return "\(texts[0]) instead of \(texts[1]) unchanged and \(texts[2]) tuned"
        }
        let codes = [againstPresent, againstRetuned].map(\.evaluation.answer.code)
        let words =
            codes[0] == codes[1]
            ? "\(Self.words(codes[0])) the server's, both unchanged and tuned"
            : "\(Self.words(codes[0])) the server's unchanged, and \(Self.words(codes[1])) the server's tuned"
        return "On new scenes the rule is \(words): BPCER \(both { $0.bpcer.value }); APCER of the worst species "
            + "\(both { $0.worstAPCER })."
    }

    private static func words(_ code: EvaluationAnswer.Code) -> String {
        switch code {
        case .better: "better than"
        case .worse: "worse than"
        case .mixed: "better in one kind of error and worse in another than"
        case .notToldApart: "not shown to differ from"
        case .identical: "identical in every decision to"
        }
    }

    private var figures: String {
        func text(_ rates: ErrorRates?) -> String {
            options.objective.text(ofFigure: rates.flatMap { options.objective.figure(of: $0) })
        }
        return "\(text(validation?.rates)), the server's \(text(present.rates)) unchanged and "
            + "\(text(retuned?.rates)) tuned."
    }
}
