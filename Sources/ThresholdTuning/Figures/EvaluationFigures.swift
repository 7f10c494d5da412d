package import Support

/// The figures of an evaluation, 3.5 inches wide. They show the given system.
///
///     for figure in EvaluationFigures(evaluation).all { print(figure.name, figure.svg ?? figure.reason ?? "") }
package struct EvaluationFigures {
    /// A figure, or the reason why it cannot be made.
    package struct Named {
        package let name: String
        package let reason: String?
        private let figure: (any Figure)?
        private let provenance: Provenance

        init(_ name: String, _ figure: (any Figure)?, of provenance: Provenance, otherwise reason: String) {
            self.provenance = provenance
            self.name = name
            self.figure = figure
            self.reason = figure == nil ? reason : nil
        }

        /// The text of its file.
        package var svg: String? {
            figure?.svg.replacing(
                "</desc>\n", with: "</desc>\n<metadata>\(provenance.line.xmlEscaped)</metadata>\n", maxReplacements: 1)
        }

        /// Writes the member `data` with all that the figure shows, or null without a figure.
        package func writeData(to writer: inout JSONWriter) {
            writer.member("data") { writer in
                guard let figure else { return writer.null() }
                writer.object { figure.writeData(to: &$0) }
            }
        }
    }

    /// The names of all figures.
    package static let names = ["det", "roc", "scores", "trade-off", "epc"]

    let evaluation: SystemEvaluation
    let scored: ScoredPresentations
    let worst: ErrorCurve?
    /// The species that are drawn, in the order of their numbers. If there are too many to distinguish, the species
    /// with the highest APCER.
    let shownSpecies: [Int]

    package init(_ evaluation: SystemEvaluation) {
        self.evaluation = evaluation
        scored = evaluation.given.scored
        worst = scored.worstSpeciesCurve
        let rates = evaluation.given.grouped.apcer
        let evaluated = rates.indices.filter { rates[$0].groups > 0 }
        shownSpecies =
            evaluated.sorted { (rates[$1].rate.value ?? 0, $0) < (rates[$0].rate.value ?? 0, $1) }
            .prefix(PlotStyle.count).sorted()
    }

    /// All figures, in the order of ``names``.
    package var all: [Named] {
        let provenance = evaluation.provenance
        let oneClass = "it needs real scenes and attacks, each with a verdict"
        return [
            Named("det", det, of: provenance, otherwise: oneClass),
            Named("roc", roc, of: provenance, otherwise: oneClass),
            Named("scores", scores, of: provenance, otherwise: "no map has a verdict"),
            Named(
                "trade-off", tradeOff, of: provenance,
                otherwise: evaluation.given.parameters == nil
                    ? "it needs parameters"
                    : evaluation.given.decidesMaps ? oneClass : "it needs a decision on each map"),
            Named(
                "epc", expectedPerformance, of: provenance,
                otherwise: evaluation.given.development == nil
                    ? "there is no development set" : "both sets need real scenes and attacks, each with a verdict"),
        ]
    }

    var species: [String] { scored.presentations.species }
    var givenName: String { evaluation.given.name }
    /// The score along which curves are drawn.
    var scoreName: String { scored.areMargins ? "normalised margin" : "score" }
    var level: String { TuningReport.level(evaluation.confidence) }

    /// A note on species that are not drawn.
    var omission: [String] {
        let count = evaluation.given.grouped.apcer.count { $0.groups > 0 } - shownSpecies.count
        return count == 0
            ? [] : ["\(count) further species, none of higher APCER: see the tables"]
    }

    /// The curve of each shown species with its style.
    var curves: [(name: String, species: Int, curve: ErrorCurve, style: PlotStyle)] {
        shownSpecies.enumerated().compactMap { number, index in
            scored.curve(ofSpecies: index).map { (species[index], index, $0, PlotStyle.numbered(number)) }
        }
    }

    /// The intervals of the worst species' APCER and of BPCER at thresholds spread along the curve.
    var intervals: [(apcer: ConfidenceInterval, bpcer: ConfidenceInterval)] {
        ThresholdTuner.thinned(worst?.points ?? [], to: Self.bandPointCount).compactMap { point in
            let rates = GroupedRates(
                scored.presentations, accepted: scored.accepted(above: point.highestRejected),
                confidence: evaluation.confidence)
            return rates.worstAPCER.flatMap { apcer in rates.bpcer.interval.map { (apcer, $0) } }
        }
    }

    /// The band between the lower and the upper ends of ``intervals``, as a polygon of APCER and BPCER.
    var band: [SVGFigure.Point] {
        let intervals = intervals
        let lower = intervals.map { ($0.apcer.lower, $0.bpcer.lower) as SVGFigure.Point }
        let upper = intervals.map { ($0.apcer.upper, $0.bpcer.upper) as SVGFigure.Point }
        guard let first = lower.first else { return [] }
        return [(1, first.y)] + lower.asSteps + [(0, 1)] + upper.asSteps.reversed()
    }

    /// The limit on points: each visits all presentations.
    private static let bandPointCount = 100

    /// The description of the band.
    var bandNote: String {
        "grey band: worst species; at each threshold both rates within their intervals over groups, \(level) each "
            + "(pointwise)"
    }
}

extension [SVGFigure.Point] {
    /// Points of APCER and BPCER by rising threshold, joined by steps: between two points, the least BPCER is that of
    /// the point with the lower APCER.
    var asSteps: [SVGFigure.Point] {
        prefix(1) + zip(self, dropFirst()).flatMap { [($0.x, $1.y), $1] as [SVGFigure.Point] }
    }
}

extension ErrorCurve {
    /// The points as APCER and BPCER.
    var rates: [SVGFigure.Point] { points.map { ($0.apcer, $0.bpcer) } }
}
