internal import DepthAnalysis
internal import PlainText

/// What the report comes to: a code for programs, and the sentences.
///
///     if report.advice.code == .useTuned { print(report.advice.text) }
public struct Advice: Sendable, Hashable {
    /// What is advised.
    public enum Code: String, Sendable, CaseIterable {
        /// Some class has too few groups for even a flawless result to say enough.
        case tooLittleData = "too_little_data"
        /// No thresholds keep the objective's limit and accept any real scene.
        case outOfReach = "objective_out_of_reach"
        /// The present thresholds are as good as any, as far as new scenes can be judged.
        case keepPresent = "keep_present"
        /// The tuned thresholds promise fewer errors on new scenes.
        case useTuned = "use_tuned"

        /// Why the tuned thresholds are not to be used, as a clause; nil where they are advised.
        package var objection: String? {
            switch self {
            case .tooLittleData: "there is too little data"
            case .outOfReach, .keepPresent: "the advice is to keep the present thresholds"
            case .useTuned: nil
            }
        }
    }

    /// How the objective's limit stands on new scenes.
    public enum Objective: String, Sendable, CaseIterable {
        /// The rate is expected above the limit.
        case missed
        /// The rate is expected within the limit, but its interval reaches beyond it.
        case notShown = "not_shown"
        /// The whole interval lies within the limit.
        case met
    }

    /// What is advised.
    public let code: Code
    /// Nil for an objective without a limit, and where nothing can be said of new scenes.
    public let objective: Objective?
    /// One sentence of advice; then, if need be, that the objective is missed or not shown to be met, and which
    /// thresholds the data cannot place.
    public let sentences: [String]

    /// All sentences, on one line.
    public var text: String { sentences.joined(separator: " ") }
}

extension TuningReport.Shortfall {
    /// The bounds that the data must be able to support before anything is advised: what the objective allows, or 10 %
    /// where it says nothing. No data can show a rate to be 0, so that is nothing to go by.
    private static func boundsToSupport(_ objective: Objective) -> (apcer: Double, bpcer: Double) {
        func bound(_ limit: Double?) -> Double { limit.flatMap { $0 > 0 ? $0 : nil } ?? 0.1 }
        return (bound(objective.maximumAPCER), bound(objective.maximumBPCER))
    }

    /// Of all classes, whose groups with a verdict are counted, those with too few; see ``TuningReport/shortfalls``.
    package static func all(
        of species: [String], _ groupCounts: (bonaFide: Int, species: [Int]), _ options: TuningOptions
    ) -> [Self] {
        func needed(_ bound: Double) -> Int {
            ErrorRate.countWithoutErrors(toBound: bound, confidence: options.confidence)
        }
        let bounds = boundsToSupport(options.objective)
        let classes =
            [Self(species: nil, groups: groupCounts.bonaFide, needed: needed(bounds.bpcer))]
            + zip(species, groupCounts.species).map { Self(species: $0, groups: $1, needed: needed(bounds.apcer)) }
        return classes.filter { $0.groups < $0.needed }
    }

    /// What is missing, in a clause.
    ///
    /// - Parameters:
    ///   - shortfalls: none if there are groups enough, and yet no folds could be made of them.
    ///   - speciesCount: of all.
    package static func clause(
        _ shortfalls: [Self], speciesCount: Int, _ objective: Objective
    ) -> String {
        let bounds = boundsToSupport(objective)
        var found: [String] = []
        let species = shortfalls.filter { $0.species != nil }
        if let fewest = species.min(by: { $0.groups < $1.groups }) {
            found.append(
                "\(species.count) of \(speciesCount) species have fewer than the \(fewest.needed) "
                    + "groups that even a flawless result needs to bound APCER by \(TuningReport.limit(bounds.apcer)) "
                    + "(the fewest: \(fewest.species?.printable ?? ""), \(fewest.groups))")
        }
        if let bonaFide = shortfalls.first(where: { $0.species == nil }) {
            found.append(
                "real scenes have \(bonaFide.groups) of the \(bonaFide.needed) groups it takes to bound BPCER by "
                    + TuningReport.limit(bounds.bpcer))
        }
        if found.isEmpty { found.append("too few groups hold one class alone to make folds of them") }
        return found.joined(separator: "; ")
    }
}

extension TuningReport {
    /// A class with too few groups to advise anything.
    public struct Shortfall: Sendable, Hashable {
        /// The species; nil for real scenes.
        public let species: String?
        /// Its groups with a verdict.
        public let groups: Int
        /// The groups that even a flawless result needs.
        public let needed: Int
    }

    /// The classes with so few groups that even a flawless result would bound no error rate well enough: that of each
    /// species by the APCER the objective allows or 10 %, that of real scenes by the BPCER it allows or 10 %.
    ///
    /// Groups are counted, not frames: frames of one scene say the same. Each species is judged by itself, for the
    /// worst one decides; and to claim that all keep a limit each must keep it, at the confidence of one (an
    /// intersection-union test: Berger, Technometrics 24 (1982), 295-300).
    public var shortfalls: [Shortfall] {
        Shortfall.all(of: presentations.species, groupCounts, options)
    }

    /// Whether every class has the groups it takes to advise anything.
    public var hasEnoughData: Bool { shortfalls.isEmpty && expected != nil }

    /// The advice.
    public var advice: Advice {
        let (code, sentence) = answer
        var sentences = [sentence]
        let objective = objectiveOnNewScenes
        if code != .outOfReach, let objective { sentences += objectiveSentence(objective) }
        let unplaced = tunedSupport.filter { !$0.isPlaced }.map(\.key.rawValue)
        if code != .tooLittleData, !unplaced.isEmpty {
            sentences.append("The data cannot place \(Self.listed(unplaced)).")
        }
        return Advice(code: code, objective: objective, sentences: sentences)
    }

    private var answer: (Advice.Code, String) {
        guard hasEnoughData, let expected else { return (.tooLittleData, tooLittleData) }
        let title = options.objective.title
        let hasLimit = options.objective.maximumAPCER != nil || options.objective.maximumBPCER != nil
        if hasLimit, tuned.assessment.rates.bpcer.errors == tuned.assessment.rates.bpcer.total {
            return (
                .outOfReach,
                "Keep the present thresholds: no others of this rule reach the objective (\(title)) without rejecting "
                    + "every real scene."
            )
        }
        guard tuned.assessment.parameters != present.parameters else {
            return (
                .keepPresent, "Keep the present thresholds: on this data none are better for the objective (\(title))."
            )
        }
        let (old, new) = (figure(present.rates), figure(expected.rates))
        guard new ?? .infinity < old ?? .infinity else {
            return (
                .keepPresent,
                "Keep the present thresholds: on new scenes the tuned ones promise \(options.objective.figureTitle) of "
                    + "\(figureText(new)), no better than the present \(figureText(old))."
            )
        }
        let change = Self.changes(from: present.parameters, to: tuned.assessment.parameters)
        let bpcer = expectation(expected.rates.bpcer.value, expectedGrouped?.bpcer.interval)
        let apcer = expectation(expected.rates.worstAPCER, expectedGrouped?.worstAPCER)
        return (
            .useTuned,
            "Use \(change): on new scenes expect BPCER \(bpcer) and APCER of the worst species \(apcer), where the "
                + "present thresholds have \(Self.percent(present.rates.bpcer.value)) and "
                + "\(Self.percent(present.rates.worstAPCER))."
        )
    }

    private var tooLittleData: String {
        let clause = Shortfall.clause(
            shortfalls, speciesCount: presentations.species.count, options.objective)
        return "Too little data to say: \(clause)."
    }

    private func figure(_ rates: ErrorRates) -> Double? { options.objective.figure(of: rates) }

    private func figureText(_ figure: Double?) -> String { options.objective.text(ofFigure: figure) }

    /// A rate on new scenes that the objective limits.
    private struct LimitedRate {
        let name: String
        let limit: Double
        let rate: Double
        let interval: ConfidenceInterval
    }

    /// Nil for an objective without a limit, and where nothing can be said of new scenes.
    private var limitedRate: LimitedRate? {
        guard let expected, let grouped = expectedGrouped else { return nil }
        if let limit = options.objective.maximumAPCER, let worst = expected.rates.worstSpecies,
            let rate = expected.rates.worstAPCER, let interval = grouped.worstAPCER
        {
            // Where no attack passed, none of the species is worse than another.
            let name =
                rate == 0
                ? "APCER of every species" : "APCER of \(presentations.species[worst].printable), the worst species,"
            return LimitedRate(name: name, limit: limit, rate: rate, interval: interval)
        }
        guard let limit = options.objective.maximumBPCER, let rate = expected.rates.bpcer.value,
            let interval = grouped.bpcer.interval
        else { return nil }
        return LimitedRate(name: "BPCER", limit: limit, rate: rate, interval: interval)
    }

    private var objectiveOnNewScenes: Advice.Objective? {
        limitedRate.map { $0.rate > $0.limit ? .missed : $0.interval.upper > $0.limit ? .notShown : .met }
    }

    private func objectiveSentence(_ objective: Advice.Objective) -> [String] {
        guard let limited = limitedRate else { return [] }
        let found = "on new scenes \(limited.name) is \(expectation(limited.rate, limited.interval))"
        let bound = Self.limit(limited.limit)
        return switch objective {
        case .missed: ["The objective is missed: \(found), above \(bound)."]
        case .notShown: ["The objective is not shown to be met: \(found), which reaches beyond \(bound)."]
        case .met: []
        }
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

    fileprivate static func limit(_ share: Double) -> String { NumberText.significant(100 * share, digits: 3) + " %" }

    /// A share in per cent; a dash for none.
    package static func percent(_ share: Double?) -> String {
        share.map { NumberText.fixed(100 * $0, digits: 2) + " %" } ?? "-"
    }

    private func expectation(_ rate: Double?, _ interval: ConfidenceInterval?) -> String {
        guard let interval else { return Self.percent(rate) }
        let level = NumberText.significant(100 * options.confidence, digits: 3)
        return "\(Self.percent(rate)) (\(level) % interval \(NumberText.fixed(100 * interval.lower, digits: 2)) to "
            + "\(NumberText.fixed(100 * interval.upper, digits: 2)) %)"
    }
}
