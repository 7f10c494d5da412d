internal import DepthAnalysis
internal import PlainText

/// What the report comes to, in one sentence.
extension TuningReport {
    /// The bound that the data must be able to support before anything is advised: the APCER the objective allows, or
    /// 10 %.
    var boundToSupport: Double { options.objective.maximumAPCER ?? 0.1 }

    /// Groups of attacks, and of real scenes, without which even a flawless result would bound no error rate well
    /// enough: that of attacks by ``boundToSupport``, that of real scenes by 10 %.
    var groupsNeeded: (bonaFide: Int, attack: Int) {
        (ErrorRate.countWithoutErrors(toBound: 0.1), ErrorRate.countWithoutErrors(toBound: boundToSupport))
    }

    /// Whether there are enough groups to advise anything. Groups are counted, not frames: frames of one scene say the
    /// same.
    public var hasEnoughData: Bool {
        groupCounts.bonaFide >= groupsNeeded.bonaFide && groupCounts.attack >= groupsNeeded.attack
            && expected != nil
    }

    /// The advice: one plain sentence.
    public var advice: String {
        let groups = presentations.groupNames.count
        guard hasEnoughData, let expected else {
            let bound = NumberText.significant(100 * boundToSupport, digits: 3)
            return "Too little data to say: \(groups) groups (\(groupCounts.bonaFide) with real scenes, "
                + "\(groupCounts.attack) with attacks), where at least \(groupsNeeded.bonaFide) and "
                + "\(groupsNeeded.attack) are needed before even a flawless result bounds BPCER by 10 % and APCER by "
                + "\(bound) %."
        }
        let tunedParameters = tuned.assessment.parameters
        let presentACER = present.rates.acer ?? 1
        let expectedACER = expected.rates.acer ?? 1
        if tuned.assessment.rates.bpcer.errors == tuned.assessment.rates.bpcer.total {
            return
                "Keep the present thresholds: no others of this rule reach the objective (\(options.objective.title)) "
                + "without rejecting every real scene."
        }
        guard expectedACER < presentACER else {
            return "Keep the present thresholds: on new scenes the tuned ones promise an ACER of "
                + "\(Self.percent(expectedACER)), no better than the present \(Self.percent(presentACER))."
        }
        return "Use \(Self.changes(from: present.parameters, to: tunedParameters)): on new scenes expect BPCER "
            + "\(Self.percent(expected.rates.bpcer.value))\(Self.text(expectedEstimate?.bpcer, options.confidence)) "
            + "and APCER of the worst species \(Self.percent(expected.rates.worstAPCER))"
            + "\(Self.text(expectedEstimate?.worstAPCER, options.confidence)), where the present thresholds have "
            + "\(Self.percent(present.rates.bpcer.value)) and \(Self.percent(present.rates.worstAPCER))."
    }

    private static func changes(from old: AnalysisParameters, to new: AnalysisParameters) -> String {
        let parts = AnalysisParameters.Key.allCases.filter { old[$0] != new[$0] }.map { key in
            guard case .real(let number) = new[key] else { return "\(key.rawValue) \(new[key].text)" }
            return "\(key.rawValue) \(NumberText.significant(number, digits: 4))"
        }
        return parts.isEmpty ? "the present thresholds" : parts.joined(separator: ", ")
    }

    /// A share in per cent; a dash for none.
    static func percent(_ share: Double?) -> String {
        share.map { NumberText.fixed(100 * $0, digits: 2) + " %" } ?? "-"
    }

    private static func text(_ interval: ConfidenceInterval?, _ confidence: Double) -> String {
        guard let interval else { return "" }
        let level = NumberText.significant(100 * confidence, digits: 3)
        return " (\(level) % interval \(NumberText.fixed(100 * interval.lower, digits: 2)) to "
            + "\(NumberText.fixed(100 * interval.upper, digits: 2)) %)"
    }
}
