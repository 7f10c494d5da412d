internal import Support

extension EvaluationTables {
    /// The comparison of both sides on one class.
    struct ComparisonRow {
        let given: String
        let against: String
        let of: PairedComparison
        let direction: ThresholdEvaluation.Direction

        static func all(_ pair: ThresholdEvaluation) -> [ComparisonRow] {
            pair.outcomes.filter { $0.0.pairCount > 0 }.map { comparison, direction, _ in
                ComparisonRow(given: pair.given.name, against: pair.against.name, of: comparison, direction: direction)
            }
        }
    }

    static func comparisonColumns(of counted: String = "maps") -> [TableColumn<ComparisonRow>] {
        typealias Direction = ThresholdEvaluation.Direction
        let directions = [Direction.fewer, .more, .notToldApart].map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return [
            TableColumn("system", "the evaluated system", .words, isPrinted: false) { .string($0.given) },
            TableColumn("against", "the system that it is compared with", .words, isPrinted: false) {
                .string($0.against)
            },
            TableColumn("class", "real scenes, or attacks of one species", .words, "`bona_fide`, `attack`") {
                .string($0.of.isBonaFide ? "bona_fide" : "attack")
            },
            TableColumn("species", "the species of attack; none for real scenes", .words) {
                JSONValue($0.of.species)
            },
            TableColumn("pairs", heading: counted, "maps, or units, with a verdict from both sides", .count) {
                JSONValue($0.of.pairCount)
            },
            TableColumn("errors", "errors of the evaluated system among them", .count) {
                JSONValue($0.of.wrongInBoth + $0.of.wrongOnlyGiven)
            },
            TableColumn("errors_against", heading: "errors against", "errors of the other system", .count) {
                JSONValue($0.of.wrongInBoth + $0.of.wrongOnlyAgainst)
            },
            TableColumn("difference", "error rate of the evaluated system minus that of the other", .difference) {
                JSONValue($0.of.difference?.value)
            },
            TableColumn("lower", "lower end of the interval of the difference", .difference) {
                JSONValue($0.of.difference?.interval.lower)
            },
            TableColumn("upper", "upper end of that interval", .difference) {
                JSONValue($0.of.difference?.interval.upper)
            },
            TableColumn("p_over_groups", "p of the test over groups, to quote", .probability) {
                JSONValue($0.of.probabilityOverGroups)
            },
            TableColumn("p_over_maps", "p of McNemar's exact test", .probability) {
                JSONValue($0.of.probabilityOverMaps)
            },
            TableColumn("direction", "after the correction for several tests", .words, directions) {
                .string($0.direction.rawValue)
            },
        ]
    }

    /// The caption of a table: its contents, the data, and the method of its intervals.
    static func caption(_ name: String, _ evaluation: SystemEvaluation) -> String {
        let given = evaluation.given
        let all = given.presentations.all
        let unit = evaluation.unit.map { DecisionUnit.noun($0) }
        let scenes = NumberText.count(all.count { $0.kind == 0 }, unit.map { "real \($0)" } ?? "real scene")
        let attacks = NumberText.count(all.count { $0.kind > 0 }, unit.map { "\($0) of attacks" } ?? "attack")
        let species = given.presentations.species.count
        let data =
            "\(scenes) and \(attacks) of \(species) species in "
            + NumberText.count(given.presentations.groupNames.count, "group")
        let level = TuningReport.level(evaluation.confidence)
        let names = evaluation.systems.map(\.name.printable)
        let sides = names.count == 2 ? "\(names[0]) and \(names[1])" : names.joined(separator: ", ")
        let intervals =
            "Intervals: binomial mid-P with the effective number of independent maps of the groups, \(level)"
        switch name {
        case "rates":
            return "Error rates of \(sides) on \(data). \(intervals), jointly over species (Bonferroni)."
        case "comparisons":
            return
                "Comparison of \(sides) on \(data). Intervals of the difference: Newcombe's method 8 with the rates' "
                + "intervals over groups, \(level). p: two-sided, over groups and, by McNemar's exact test, over maps; "
                + "direction: step-down over classes."
        case "curves":
            return "Measures along the score of \(sides) on \(data). EER is not interpolated."
        case "summary": return "Measures of \(sides) on \(data). \(intervals)."
        case "matrix":
            return "Rates of \(sides) on \(data). Rows: the part that the threshold of equal errors was chosen on."
        default:
            return "Expected performance curve of \(sides) on \(data): thresholds are chosen on the development set."
        }
    }
}
