internal import DepthAnalysis
internal import Support

/// The advice of a report: a code for programs, and sentences for the user.
///
///     if report.advice.code == .useTuned { print(report.advice.text) }
public struct TuningAdvice: Sendable, Hashable {
    /// The kind of advice.
    public enum Code: String, Sendable, CaseIterable {
        /// The folds that leave out a species, or a value of a column, cannot be formed.
        case cannotLeaveOut = "cannot_leave_out"
        /// Some class has too few groups for even an error-free result to be conclusive, or the limit of the objective
        /// is probably met on new scenes, but this is not shown.
        case tooLittleData = "too_little_data"
        /// The tuned thresholds are expected to exceed the limit of the objective on new scenes.
        case objectiveMissed = "objective_missed"
        /// No thresholds meet the limit of the objective and accept any bona fide map.
        case outOfReach = "objective_out_of_reach"
        /// The present thresholds are as good as any on new scenes, as far as the data show.
        case keepPresent = "keep_present"
        /// The tuned thresholds are expected to make fewer errors on new scenes, and are shown to meet any limit.
        case useTuned = "use_tuned"

        /// The reason not to use the tuned thresholds, as a clause; nil if their use is advised.
        package var objection: String? {
            switch self {
            case .cannotLeaveOut: "the requested folds cannot be formed"
            case .tooLittleData: "there is too little data"
            case .objectiveMissed: "the objective is missed on new scenes"
            case .outOfReach, .keepPresent: "the advice is to keep the present thresholds"
            case .useTuned: nil
            }
        }
    }

    /// The status of the objective's limit on new scenes.
    public enum ObjectiveStanding: String, Sendable, CaseIterable {
        /// The whole interval is above the limit.
        case missed
        /// The interval includes the limit, or cross-validations with other folds differ.
        case notShown = "not_shown"
        /// The whole interval is within the limit.
        case met
    }

    /// The kind of advice.
    public let code: Code
    /// The status of the limit; nil if the objective has none or nothing is known about new scenes.
    public let objective: ObjectiveStanding?
    /// The advice; then, where applicable, whether the objective is missed or not shown to be met, and which
    /// thresholds the data cannot determine.
    public let sentences: [String]

    /// All sentences on one line.
    public var text: String { sentences.joined(separator: " ") }
}

extension TuningReport.Shortfall {
    /// All classes with too few groups; see ``TuningReport/shortfalls``.
    package static func all(of species: [String], _ grouped: GroupedRates, _ required: RequiredGroups) -> [Self] {
        func shortfall(_ species: String?, _ rate: GroupedRate, _ needed: Int, limit: Double) -> Self? {
            guard rate.upperEndWithoutErrors(tail: required.tail) > limit else { return nil }
            return Self(species: species, groups: rate.groups, effectiveGroups: rate.flawlessSize, needed: needed)
        }
        let bonaFide = shortfall(nil, grouped.bpcer, required.bonaFide, limit: required.bpcer)
        let attacks = zip(species, grouped.apcer).map { name, rate in
            shortfall(name, rate, required.eachSpecies, limit: required.apcer)
        }
        return ([bonaFide] + attacks).compactMap { $0 }
    }

    /// A clause that describes the missing groups.
    package static func clause(_ shortfalls: [Self], speciesCount: Int, _ required: RequiredGroups) -> String {
        var found: [String] = []
        let species = shortfalls.filter { $0.species != nil }
        if let fewest = species.min(by: { $0.effectiveGroups < $1.effectiveGroups }) {
            found.append(
                "\(species.count) of \(speciesCount) species have fewer than the \(fewest.needed) "
                    + "groups that even an error-free result needs to bound APCER by "
                    + "\(TuningReport.limit(required.apcer)) "
                    + "(the fewest: \(fewest.species?.printable ?? ""), \(fewest.counted))")
        }
        if let bonaFide = shortfalls.first(where: { $0.species == nil }) {
            found.append(
                "real scenes have \(bonaFide.counted) of the \(bonaFide.needed) groups needed to bound BPCER by "
                    + TuningReport.limit(required.bpcer))
        }
        if found.isEmpty { found.append("the groups cannot be divided into folds; see On new scenes") }
        return found.joined(separator: "; ")
    }

    /// The number of groups and, if they differ in size, the effective number.
    private var counted: String {
        effectiveGroups >= Double(groups)
            ? "\(groups)"
            : "\(groups), which differ in size and are equivalent to \(NumberText.fixed(effectiveGroups, digits: 1))"
    }
}

extension TuningReport {
    /// A class with too few groups for any advice.
    public struct Shortfall: Sendable, Hashable {
        /// The species; nil for bona fide scenes.
        public let species: String?
        /// Groups with a verdict.
        public let groups: Int
        /// The effective number of equally large groups.
        public let effectiveGroups: Double
        /// The groups needed even without errors.
        public let needed: Int
    }

    /// The classes with too few groups to bound their error rate even without errors. The bound on the APCER of each
    /// species and on BPCER is the limit of the objective, or 10 % without a limit.
    ///
    /// Groups are counted, not frames, because frames of one scene are alike.
    public var shortfalls: [Shortfall] {
        Shortfall.all(of: presentations.species, present.grouped, requiredGroups)
    }

    /// The groups needed even without errors.
    public var requiredGroups: RequiredGroups {
        RequiredGroups(options.objective, confidence: options.confidence)
    }

    /// Whether every class has enough groups for advice.
    private var hasEnoughGroups: Bool { shortfalls.isEmpty && expected != nil }

    /// Whether there is enough data for advice.
    public var hasEnoughData: Bool { ![.tooLittleData, .cannotLeaveOut].contains(advice.code) }

    /// The advice that the report supports.
    public var advice: TuningAdvice {
        var (code, sentences) = answer
        let limit = limitOnNewScenes
        // If the limit decides, the answer already begins with it.
        if code == .keepPresent || !hasEnoughGroups { sentences += [limit?.sentence].compactMap { $0 } }
        let unplaced = tunedSupport.filter { !$0.isPlaced }.map(\.key.rawValue)
        if ![.tooLittleData, .cannotLeaveOut].contains(code), !unplaced.isEmpty {
            sentences.append("The data cannot place \(Self.listed(unplaced)).")
        }
        return TuningAdvice(code: code, objective: limit?.standing, sentences: sentences)
    }

    /// The code, and the sentences that justify it.
    private var answer: (TuningAdvice.Code, [String]) {
        if options.leftOut != .groups, let foldObstacle {
            return (.cannotLeaveOut, [foldObstacle.sentence] + (shortfalls.isEmpty ? [] : [tooFewGroups]))
        }
        guard hasEnoughGroups, let expected else { return (.tooLittleData, [tooFewGroups]) }
        let title = options.objective.title
        let hasLimit = options.objective.maximumAPCER != nil || options.objective.maximumBPCER != nil
        if hasLimit, tuned.assessment.rates.bpcer.errors == tuned.assessment.rates.bpcer.total {
            return (
                .outOfReach,
                [
                    "Keep the present thresholds: no others of this rule reach the objective (\(title)) without "
                        + "rejecting every real scene."
                ]
            )
        }
        guard tuned.assessment.parameters != present.parameters else {
            return (
                .keepPresent,
                ["Keep the present thresholds: on this data no others are better for the objective (\(title))."]
            )
        }
        let (old, new) = (figure(present.rates), figure(expected.rates))
        guard new ?? .infinity < old ?? .infinity else {
            return (
                .keepPresent,
                [
                    "Keep the present thresholds: \(options.leftOut.unseen) the tuned ones reach "
                        + "\(options.objective.figureTitle) of \(figureText(new)), no better than the present "
                        + "\(figureText(old))."
                ]
            )
        }
        return answerWithLimit(expected)
    }

    /// The advice for thresholds expected to be better: use them only if the limit is shown to hold.
    private func answerWithLimit(_ expected: CrossValidation) -> (TuningAdvice.Code, [String]) {
        let change = Self.changes(from: present.parameters, to: tuned.assessment.parameters)
        let bpcer = expectation(expected.rates.bpcer.value, expectedGrouped?.bpcer.interval)
        let apcer = expectation(expected.rates.worstAPCER, expectedGrouped?.worstAPCER)
        let promise =
            "\(options.leftOut.unseen) expect BPCER \(bpcer) and APCER of the worst species \(apcer), where the "
            + "present thresholds have \(Self.percent(present.rates.bpcer.value)) and "
            + "\(Self.percent(present.rates.worstAPCER))."
        let limit = limitOnNewScenes
        guard let sentence = limit?.sentence else { return (.useTuned, ["Use \(change): \(promise)"]) }
        let tuned = "With \(change) \(promise)"
        return limit?.standing == .missed
            ? (.objectiveMissed, [sentence, tuned])
            : (.tooLittleData, ["Too little data to decide: t" + sentence.dropFirst(), tuned])
    }

    private var tooFewGroups: String {
        let clause = Shortfall.clause(
            shortfalls, speciesCount: presentations.species.count, requiredGroups)
        return "Too little data to decide: \(clause)."
    }

    private func figure(_ rates: ErrorRates) -> Double? { options.objective.figure(of: rates) }

    private func figureText(_ figure: Double?) -> String { options.objective.text(ofFigure: figure) }

    /// The limit on new scenes; nil if the objective has none or nothing is known about new scenes.
    private var limitOnNewScenes: LimitOnNewScenes? {
        guard let expected, let expectedGrouped else { return nil }
        return LimitOnNewScenes(
            options.objective, expected.rates, expectedGrouped, species: presentations.species,
            confidence: options.confidence, leftOut: options.leftOut, spread: spread)
    }

    private static func changes(from old: AnalysisParameters, to new: AnalysisParameters) -> String {
        AnalysisParameters.Key.allCases.filter { old[$0] != new[$0] }.map { key in
            guard case .real(let number) = new[key] else { return "\(key.rawValue) \(new[key].text)" }
            return "\(key.rawValue) \(NumberText.significant(number, digits: 4))"
        }.joined(separator: ", ")
    }

    private static func listed(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }

    static func limit(_ share: Double) -> String { NumberText.significant(100 * share, digits: 3) + " %" }

    /// A share in per cent; a dash for nil.
    package static func percent(_ share: Double?) -> String {
        share.map { NumberText.fixed(100 * $0, digits: 2) + " %" } ?? "-"
    }

    private func expectation(_ rate: Double?, _ interval: ConfidenceInterval?) -> String {
        Self.text(rate, interval, confidence: options.confidence)
    }

    static func text(_ rate: Double?, _ interval: ConfidenceInterval?, confidence: Double) -> String {
        guard let interval else { return percent(rate) }
        return "\(percent(rate)) (\(level(confidence)) interval "
            + "\(NumberText.fixed(100 * interval.lower, digits: 2)) to "
            + "\(NumberText.fixed(100 * interval.upper, digits: 2)) %)"
    }

    /// A confidence level in per cent: "99.2 %".
    package static func level(_ confidence: Double) -> String {
        // Enough digits that the level never rounds to 100 %.
        let texts = (3...15).map { NumberText.significant(100 * confidence, digits: $0) }
        return (texts.first { $0 != "100" } ?? "100") + " %"
    }
}
