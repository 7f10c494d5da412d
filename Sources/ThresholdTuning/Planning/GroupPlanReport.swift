package import Support

/// A plan as text, the answer first, or as one JSON object.
///
///     print(GroupPlanReport.object(plan))
package enum GroupPlanReport {
    /// The page, including its final newline.
    package static func page(_ plan: GroupPlan, style: Style, width: Int) -> String {
        var page = ReportPage(style: style, width: width)
        page.lead(sentence(of: plan), setting: style.bold)
        page.headline("Groups of \(plan.design.classes), and the probability that the limit is shown to hold")
        let wanted = TuningReport.level(plan.design.probability)
        let rows: [(size: GroupPlan.Size?, remark: String)] = [
            (plan.possible, "with fewer, even a result without errors does not show it"),
            (
                plan.likely,
                plan.design.isExact ? "the least number with \(wanted)" : "the number found for \(wanted)"
            ),
            (plan.steady, "from this number on never below \(wanted)"),
        ]
        for (size, remark) in rows {
            guard let size else { continue }
            page.add("\(size.groups): \(text(ofProbability: size)); \(remark)")
        }
        page.headline("Assumptions")
        for assumption in assumptions(of: plan) { page.add(assumption) }
        return page.text
    }

    /// A probability in per cent with the digits that its standard error permits; 0 and 100 only if they are exact.
    static func text(ofProbability size: GroupPlan.Size) -> String {
        let probability = size.probability
        guard let error = size.simulation?.standardError else {
            if probability == 0 || probability == 1 { return "\(Int(100 * probability)) %" }
            if probability < 0.0001 { return "less than 0.01 %" }
            return probability > 0.9999 ? "more than 99.99 %" : TuningReport.percent(probability)
        }
        if probability < 0.01 { return "less than 1 %" }
        if probability > 0.99 { return "more than 99 %" }
        let points = NumberText.significant(100 * error, digits: 1)
        let unit = points == "1" ? "point" : "points"
        return "\(NumberText.fixed(100 * probability, digits: 0)) % with a standard error of \(points) \(unit)"
    }

    static func sentence(of plan: GroupPlan) -> String {
        let design = plan.design
        let species = design.classes
        let limit = TuningReport.level(design.limit)
        let probability = TuningReport.level(design.probability)
        let goal =
            "to show \(design.rate == .apcer ? "an APCER" : "a BPCER") of at most \(limit) with a probability of "
            + probability
        let truth = "if the true \(design.rate.name) is \(TuningReport.level(design.expected))"
        let least = plan.required.eachSpecies
        let fewest = least > 1 ? "; fewer than \(least) cannot show it" : ""
        guard let likely = plan.likely else {
            return "Found no plan of up to \(GroupPlan.mostGroups) groups of \(species) \(goal) \(truth)\(fewest)."
        }
        return "Collect \(NumberText.count(likely.groups, "group")) of \(species) \(goal) \(truth)\(fewest)."
    }

    private static func assumptions(of plan: GroupPlan) -> [String] {
        let design = plan.design
        let method =
            design.isExact
            ? "the probabilities are exact"
            : "the probabilities are simulated (seed \(design.seed)), in draws that were not used to choose the number"
        return [
            "\(design.capturesText); \(method)",
            "the limit is shown to hold if the \(TuningReport.level(design.confidence)) interval of "
                + "\(design.rate == .apcer ? "the worst species" : "BPCER"), "
                + "the same as that of tune and evaluate, does not extend beyond it",
            "thresholds are not chosen on these captures; tune adds the variation of its choice, so it needs more "
                + "groups",
        ]
            + (design.rate == .bpcer
                ? []
                : [
                    "tune also needs \(NumberText.count(plan.required.bonaFide, "group")) of real scenes, to bound "
                        + "BPCER by " + TuningReport.limit(plan.required.bpcer)
                ])
    }

    /// The object, without a final newline.
    package static func object(_ plan: GroupPlan) -> String { shape.text(of: plan) }

    package static let shape = Shape<GroupPlan> {
        Member("schema_version", .constant(1)) { _ in 1 }
        Member("provenance", Provenance.shape) { $0.design.provenance() }
        Member("code", .word) { $0.code }
        Member("sentence", .text) { sentence(of: $0) }
        Member("rate", .word) { $0.design.rate }
        Member("species", .count) { $0.design.speciesCount }
        Member("limit", .number) { $0.design.limit }
        Member("expected", .number) { $0.design.expected }
        Member("captures_per_group", .count) { $0.design.capturesPerGroup }
        Member("sizes", .list(of: .count)) { $0.design.sizes }
        Member("correlation", .number) { $0.design.correlation }
        Member("confidence", .number) { $0.design.confidence }
        Member("probability", .number) { $0.design.probability }
        Member("required_groups", RequiredGroups.shape) { $0.required }
        Member("possible", size) { $0.possible }
        Member("likely", size, or: .null) { $0.likely }
        Member("steady", size, or: .null) { $0.steady }
        Member("is_exact", .flag) { $0.design.isExact }
        Member("seed", .text, or: .null) { $0.design.isExact ? nil : $0.design.seed.description }
    }
    static let size = Shape<GroupPlan.Size> {
        Member("groups", .count) { $0.groups }
        Member("probability", .number) { $0.probability }
        Member("standard_error", .number, or: .null) { $0.simulation?.standardError }
        Member("replicates", .count, or: .null) { $0.simulation?.replicates }
    }
}
