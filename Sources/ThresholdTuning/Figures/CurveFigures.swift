internal import Support

extension EvaluationFigures {
    /// The DET curve of each species, with the band of the worst one.
    ///
    /// Source: Martin et al., "The DET curve in assessment of detection task performance", Eurospeech 1997.
    var det: Plot? {
        guard let worst else { return nil }
        let axes = probitRange(of: worst)
        var plot = Plot(
            title: "DET curves of \(givenName)",
            description: "BPCER against APCER of each species on axes of normal deviates, along the \(scoreName). "
                + bandNote,
            horizontal: PlotAxis(title: "APCER (%)", scale: .probit, range: axes.range, ticks: axes.ticks),
            vertical: PlotAxis(title: "BPCER (%)", scale: .probit, range: axes.range, ticks: axes.ticks))
        plot.guides = [(0.1, "BPCER10"), (0.05, "BPCER20"), (0.01, "BPCER100")]
        plot.band = band
        if curves.count > 1 {
            plot.series.append(
                Plot.Series(
                    name: "worst species at each threshold", style: .worst, points: worst.rates.asSteps))
        }
        plot.series += curves.map { curve in
            Plot.Series(
                name: curve.name, style: curve.style, points: curve.curve.rates.asSteps,
                marks: plot.guides.map { ($0.value, curve.curve.bpcer(atAPCER: $0.value)) })
        }
        plot.notes =
            ["marks: BPCER10, BPCER20, BPCER100; rates beyond an axis, such as 0, are at its end", bandNote] + omission
        return plot
    }

    /// The range of both axes, which begins below the least rate above 0, and its ticks.
    private func probitRange(of curve: ErrorCurve) -> (
        range: ClosedRange<Double>, ticks: [(value: Double, text: String)]
    ) {
        let least = curve.points.flatMap { [$0.apcer, $0.bpcer] }.filter { $0 > 0 }.min() ?? 0.01
        let lower = [0.005, 0.002, 0.001, 0.0005, 0.0002].first { $0 < least } ?? 0.0001
        // Ticks far enough apart for their texts.
        let shares =
            lower < 0.002
            ? [0.0001, 0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9]
            : [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9]
        return (
            lower...0.95,
            shares.filter { $0 >= lower }.map { ($0, NumberText.significant(100 * $0, digits: 3)) }
        )
    }

    /// The ROC curve of each species, with its area and the operating point.
    var roc: Plot? {
        guard let worst else { return nil }
        var plot = Plot(
            title: "ROC curves of \(givenName)",
            description: "Share of real scenes accepted against APCER of each species, along the \(scoreName). "
                + bandNote,
            horizontal: .percent("APCER (%)", upTo: 1),
            vertical: .percent("real scenes accepted, 1 − BPCER (%)", upTo: 1))
        plot.band = band.map { ($0.x, 1 - $0.y) }
        if curves.count > 1 {
            plot.series.append(
                Plot.Series(
                    name: "worst species at each threshold", style: .worst,
                    points: worst.points.map { ($0.apcer, 1 - $0.bpcer) }))
        }
        plot.series += curves.map { curve in
            let bpcer = evaluation.given.rates.bpcer.value ?? 0
            let apcer = evaluation.given.grouped.apcer[curve.species].rate.value ?? 0
            return Plot.Series(
                prefix: "AUC \(NumberText.fixed(curve.curve.auc, digits: 3)): ", name: curve.name,
                style: curve.style, points: curve.curve.points.map { ($0.apcer, 1 - $0.bpcer) },
                marks: [(apcer, 1 - bpcer)])
        }
        let source = evaluation.given.operatingPoint
        let point =
            source.isOptimistic ? "operating point, chosen on the evaluated data: optimistic" : "operating point"
        plot.notes = ["marks: the \(point)", bandNote] + omission
        return plot
    }

    /// The least BPCER for each APCER over all thresholds, the curve of the score, and both operating points.
    var tradeOff: Plot? {
        let given = evaluation.given
        guard let worst, given.decidesMaps, let parameters = given.parameters else { return nil }
        let sides = zip(evaluation.systems, [Self.givenStyle, Self.againstStyle])
        let points = sides.compactMap { side, style in PlottedPoint(side, style) }
        let upper = points.flatMap { [$0.apcerInterval.upper, $0.bpcerInterval.upper] }.max() ?? 1
        let end = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].first { $0 >= upper } ?? 1
        var plot = Plot(
            title: "Trade-off of \(givenName)",
            description: "BPCER against APCER of the worst species: the least over all thresholds, and with all "
                + "thresholds scaled together; the operating points with their intervals over groups.",
            horizontal: .percent("APCER of the worst species (%)", upTo: end),
            vertical: .percent("BPCER (%)", upTo: end))
        let least = scored.presentations.tradeOff(parameters, effort: Self.searchCount)
        plot.series = [
            Plot.Series(
                name: "least BPCER over all thresholds", style: PlotStyle.numbered(2),
                points: ([(1, 0)] + least.reversed().map { ($0.worstAPCER, $0.bpcer) } + [(0, 1)]).asSteps),
            Plot.Series(
                prefix: "all thresholds scaled together: ", name: givenName, style: PlotStyle.numbered(1),
                points: worst.rates.asSteps),
        ]
        plot.series += points.map { point in
            Plot.Series(name: point.name, style: point.style, marks: [(point.apcer, point.bpcer)])
        }
        plot.bars = points.flatMap(\.bars)
        plot.notes = [
            "thresholds of the least BPCER are chosen on these maps", "bars: intervals over groups, \(level)",
        ]
        return plot
    }

    /// The largest number of searches for the trade-off; each visits all presentations.
    private static let searchCount = 64
    private static let givenStyle = PlotStyle(stroke: SVGFigure.Stroke(width: 1), marker: .disc)
    private static let againstStyle = PlotStyle(
        stroke: SVGFigure.Stroke(colour: "#0072b2", width: 1), marker: .diamond)

    /// The rates of one side with their intervals.
    private struct PlottedPoint {
        let name: String
        let style: PlotStyle
        let apcer: Double
        let bpcer: Double
        let apcerInterval: ConfidenceInterval
        let bpcerInterval: ConfidenceInterval

        init?(_ side: EvaluatedSystem, _ style: PlotStyle) {
            guard let apcer = side.rates.worstAPCER, let bpcer = side.rates.bpcer.value,
                let apcerInterval = side.grouped.worstAPCER, let bpcerInterval = side.grouped.bpcer.interval
            else { return nil }
            (self.apcer, self.bpcer) = (apcer, bpcer)
            (self.apcerInterval, self.bpcerInterval) = (apcerInterval, bpcerInterval)
            self.style = style
            name = side.name
        }

        var bars: [(from: SVGFigure.Point, to: SVGFigure.Point, colour: String)] {
            [
                ((apcerInterval.lower, bpcer), (apcerInterval.upper, bpcer), style.stroke.colour),
                ((apcer, bpcerInterval.lower), (apcer, bpcerInterval.upper), style.stroke.colour),
            ]
        }
    }

    /// HTER on the evaluated maps against the weight of APCER on the development set.
    var expectedPerformance: Plot? {
        let transfer = evaluation.given.transfer
        let kinds = [("worst species", transfer.worstSpecies), ("pooled attacks", transfer.pooled)]
        let curves = kinds.compactMap { name, transfer in transfer.map { (name, $0.expectedPerformance) } }
        guard !curves.isEmpty else { return nil }
        let upper = curves.flatMap { $0.1.map(\.test.hter) }.max() ?? 1
        let end = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].first { $0 >= upper } ?? 1
        let ticks = (0...5).map { (value: Double($0) / 5, text: NumberText.significant(Double($0) / 5, digits: 2)) }
        var plot = Plot(
            title: "Expected performance curve of \(givenName)",
            description: "HTER at the threshold of the least weighted sum of APCER and BPCER on the development set.",
            horizontal: PlotAxis(
                title: "weight of APCER on the development set", scale: .linear, range: 0...1, ticks: ticks),
            vertical: .percent("HTER (%)", upTo: end), aspect: 0.7)
        plot.series = curves.enumerated().map { number, curve in
            let points = curve.1.map { (x: $0.weight, y: $0.test.hter) }
            return Plot.Series(name: curve.0, style: .numbered(number), points: points, marks: points)
        }
        return plot
    }
}
