import DepthAnalysis
import Foundation
import Support
import Testing

@testable import ThresholdTuning

#if canImport(FoundationXML)
    import FoundationXML
#endif

private func evaluation(
    _ presentations: LabelledPresentations, development: LabelledPresentations? = nil, name: String = "given"
) -> SystemEvaluation {
    var parameters = AnalysisParameters.standard
    parameters.standardDeviationThreshold = 0.75
    parameters.layerThreshold = 2
    parameters.coherenceThreshold = 0.25
    let given = EvaluatedSystem(
        name: name, parameters: parameters, presentations: presentations, development: development)
    let against = EvaluatedSystem(name: "other", parameters: .standard, presentations: presentations)
    return SystemEvaluation([given, against])
}

@Suite struct FigureTests {
    @Test func everyFigureIsWellFormedAndTheSameEachTime() throws {
        let presentations = LabelledPresentations.random(200, seed: 4)
        let development = LabelledPresentations.random(200, seed: 5)
        let named = LabelledPresentations(
            species: ["a<b & \"c\"", "\u{1B}[31m]]>", String(repeating: "long ", count: 30)],
            groupNames: presentations.groupNames, all: presentations.all)
        let figures = EvaluationFigures(evaluation(named, development: development, name: "<&>.json")).all
        #expect(figures.map(\.name) == EvaluationFigures.names)
        for figure in figures {
            let svg = try #require(figure.svg, "\(figure.reason ?? "")")
            #expect(svg.hasPrefix("<!-- Written by depthcheck. -->\n<svg "))
            #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(figure.name)")
            #expect(!svg.contains("nan") && !svg.contains("inf\"") && !svg.contains("\u{1B}"), "\(figure.name)")
        }
        let again = EvaluationFigures(evaluation(named, development: development, name: "<&>.json")).all
        #expect(again.map(\.svg) == figures.map(\.svg))
    }

    /// The members `data` of all figures, read back.
    private static func data(of figures: EvaluationFigures) throws -> [String: JSONValue] {
        var data: [String: JSONValue] = [:]
        for figure in figures.all {
            var writer = JSONWriter(.compact)
            writer.object { figure.writeData(to: &$0) }
            data[figure.name] = try JSONReader.read(writer.text)["data"]
        }
        return data
    }

    /// The SVG has places with two decimals; the data have the numbers themselves.
    @Test func theDataOfFiguresHaveTheExactCurvesCountsAndTexts() throws {
        let presentations = LabelledPresentations.random(200, seed: 4)
        let figures = EvaluationFigures(evaluation(presentations, development: presentations))
        let data = try Self.data(of: figures)
        let roc = try #require(data["roc"]?["series"]?.elements).dropFirst()
        #expect(roc.count == figures.curves.count && !roc.isEmpty)
        for (series, curve) in zip(roc, figures.curves) {
            let found: [JSONValue] = series["points"]?.elements ?? []
            let points: [[Double]] = found.map { ($0.elements ?? []).compactMap(\.real) }
            let expected: [[Double]] = curve.curve.points.map { [$0.apcer, 1 - $0.bpcer] }
            #expect(series["name"]?.string == curve.name)
            #expect(points == expected)
        }
        let rows = try #require(data["scores"]?["rows"]?.elements)
        // The first row is of real scenes, each other one of a species.
        #expect(rows.count == 1 + figures.shownSpecies.count)
        let scores: [Double] = figures.scored.scores.compactMap { $0 }
        let bins = ScoreBins(scores)
        for (kind, row) in zip([0] + figures.shownSpecies.map { $0 + 1 }, rows) {
            let counts: [Int] = (row["counts"]?.elements ?? []).compactMap(\.whole)
            #expect(counts == bins.counts(of: figures.scored.scores(ofClass: kind)))
        }
        for figure in figures.all {
            let svg = try #require(figure.svg)
            let shown = try #require(data[figure.name])
            let entries = try #require((shown["series"] ?? shown["rows"])?.elements)
            for entry in entries {
                let label = try #require(entry["label"]?.string)
                #expect(svg.contains(">\(label)</text>"), "\(figure.name): \(label)")
            }
        }
    }

    @Test func aFigureThatCannotBeMadeHasNoData() throws {
        let data = try Self.data(
            of: EvaluationFigures(evaluation(LabelledPresentations.random(60, seed: 4).subset([]))))
        #expect(data.count == EvaluationFigures.names.count && data.values.allSatisfy { $0 == JSONValue.null })
    }

    @Test func aFigureThatNeedsAnotherClassGivesTheReason() {
        let all = LabelledPresentations.random(60, seed: 4)
        for isKept in [{ $0.kind == 0 }, { $0.kind > 0 }] as [(Presentation) -> Bool] {
            let figures = EvaluationFigures(evaluation(all.subset(all.all.indices.filter { isKept(all.all[$0]) }))).all
            #expect(figures.filter { $0.svg != nil }.map(\.name) == ["scores"])
            #expect(figures[0].reason == "it needs real scenes and attacks, each with a verdict")
        }
        let none = EvaluationFigures(evaluation(all.subset([]))).all
        #expect(none.allSatisfy { $0.svg == nil && $0.reason != nil })
    }

    /// Six species can be told apart; of eight, those of the highest APCER are drawn.
    @Test func ofManySpeciesTheWorstAreDrawn() throws {
        let rows =
            [PlantedRow(group: 0), PlantedRow(group: 1, deviation: 0.1)]
            + (0..<8).flatMap { species in
                (0..<8).map { PlantedRow(kind: species + 1, group: 2 + $0, deviation: $0 < species ? 1 : 0.1) }
            }
        let figures = EvaluationFigures(evaluation(LabelledPresentations(planted: rows, species: 8)))
        #expect(figures.shownSpecies == [2, 3, 4, 5, 6, 7])
        let det = try #require(figures.det?.svg)
        #expect(det.contains("species-7") && !det.contains("species-1<") && det.contains("2 further species"))
    }

    /// The band contains the curve of the worst species: intervals contain their rate.
    @Test func theBandLiesAroundTheWorstSpecies() throws {
        let figures = EvaluationFigures(evaluation(LabelledPresentations.random(300, seed: 6)))
        let points = ThresholdTuner.thinned(try #require(figures.worst).points, to: 100)
        let intervals = figures.intervals
        #expect(intervals.count == points.count && points.count == 100)
        for (point, interval) in zip(points, intervals) {
            #expect(interval.apcer.lower <= point.apcer && point.apcer <= interval.apcer.upper)
            #expect(interval.bpcer.lower <= point.bpcer && point.bpcer <= interval.bpcer.upper)
        }
    }

    /// By hand: of APCER 0.5 and 0.2, a limit of 0.3 allows the BPCER of 0.2.
    @Test func aCurveOfTiesHasCornersAtTheLeastBPCER() {
        let steps = ([(1, 0), (0.5, 0.1), (0.2, 0.4)] as [SVGFigure.Point]).asSteps
        #expect(steps.map(\.x) == [1, 1, 0.5, 0.5, 0.2] && steps.map(\.y) == [0, 0.1, 0.1, 0.4, 0.4])
    }

    @Test(arguments: [0.5, 1.5, 4, 8, 15, 40, 1000])
    func noBinHasAcceptedAndRejectedScores(largest: Double) {
        let bins = ScoreBins(Array(repeating: largest, count: 20))
        for score in [-1, -0.999, -0.5, -1e-12, 0, 1e-300, 1e-12, 0.01, 0.99, 1, largest, 1e308] {
            let counts = bins.counts(of: [score])
            let bin = counts.firstIndex(of: 1) ?? -1
            #expect(counts.reduce(0, +) == 1)
            #expect(score > 0 ? bins.edges[bin] >= 0 : bins.edges[bin + 1] <= 0, "\(score) in \(bins.edges[bin])")
            #expect(bins.edges[bin] <= score && score <= max(bins.edges[bin + 1], bins.end, score), "\(score)")
        }
        #expect(bins.edges[bins.counts(of: []).count] == bins.end)
    }

    // MARK: Names

    /// Species that differ only in the middle, are wide, read from right to left, or have control characters.
    private static let awkwardNames = [
        "printed on glossy paper of 200 g/m2 with the laser printer at 600 dpi, first batch",
        "printed on glossy paper of 200 g/m2 with the inkjet printer at 600 dpi, first batch",
        String(repeating: "画面を撮影した写真", count: 5), "תמונה מודפסת (12) על נייר",
        String(repeating: "W", count: 90), "line\nbreak\u{1B}[31m and a\u{202E}reversed name",
    ]

    private static func awkwardFigures() throws -> [(name: String, svg: String)] {
        let rows =
            [PlantedRow(group: 0), PlantedRow(group: 1, deviation: 0.1)]
            + awkwardNames.indices.flatMap { species in
                (0..<8).map { PlantedRow(kind: species + 1, group: 2 + $0, deviation: $0 < species ? 1 : 0.1) }
            }
        let planted = LabelledPresentations(planted: rows, species: awkwardNames.count)
        let presentations = LabelledPresentations(
            species: awkwardNames, groupNames: planted.groupNames, all: planted.all)
        let name = String(repeating: "parameters tuned on the second corpus ", count: 4) + ".json"
        return try EvaluationFigures(evaluation(presentations, development: presentations, name: name)).all
            .map { ($0.name, try #require($0.svg, "\($0.reason ?? "")")) }
    }

    /// The drawn texts with their places, sizes and anchors.
    private static func texts(in svg: String) throws -> [(x: Double, size: Double, anchor: String, text: String)] {
        let pattern = try Regex(
            #"<text x="([0-9.]+)" y="[0-9.]+" font-size="([0-9.]+)" text-anchor="(\w+)" fill="[^"]*">"#
                + #"(?:<title>[^<]*</title>)?([^<]*)</text>"#)
        return svg.matches(of: pattern).map { match in
            let parts = match.output.map { String($0.substring ?? "") }
            return (Double(parts[1]) ?? .nan, Double(parts[2]) ?? .nan, parts[3], parts[4])
        }
    }

    @Test func everyTextIsInsideTheFigure() throws {
        for (name, svg) in try Self.awkwardFigures() {
            let texts = try Self.texts(in: svg)
            #expect(texts.count >= 8, "\(name)")
            for (x, size, anchor, text) in texts {
                let plain = text.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
                let width = size * FigureLabels.width(of: plain)
                let left = x - width * (anchor == "end" ? 1 : anchor == "middle" ? 0.5 : 0)
                #expect(left >= 0 && left + width <= SVGFigure.columnWidth, "\(name): \(text)")
            }
        }
    }

    @Test func shortenedNamesStayDifferentAndHaveTheirFullNameAsTitle() throws {
        for (name, svg) in try Self.awkwardFigures() where ["det", "roc", "scores"].contains(name) {
            let labels = try Self.texts(in: svg).map(\.text).filter { $0.contains("printed on") }
            // Without the numbers before them, such as AUC.
            let names = labels.map { $0.suffix(from: $0.range(of: "printed on")?.lowerBound ?? $0.startIndex) }
            #expect(names.count == 2 && Set(names).count == 2, "\(name): \(labels)")
            #expect(labels.allSatisfy { $0.contains("…") })
            #expect(svg.contains("<title>\(Self.awkwardNames[0])</title>"), "\(name)")
            #expect(!svg.contains("\u{1B}") && !svg.contains("\u{202E}") && svg.contains("line break"))
            // Numbers precede names, so that a name from right to left does not move them.
            #expect(svg.contains("\u{2068}תמונה"), "\(name)")
        }
        let roc = try #require(try Self.awkwardFigures().first { $0.name == "roc" }?.svg)
        #expect(roc.contains(/>AUC [01]\.[0-9]{3}: \u{2068}תמונה/))
    }

    /// By hand, with widths of Helvetica: W is 0.944 wide, the ellipsis counts 0.72, and fonts may be wider by 1.16.
    @Test func labelsAreAsLongAsTheSpaceAllows() {
        let name = String(repeating: "W", count: 20)
        let labels = FigureLabels.all([("a: ", name), ("", "short")], width: 10 * 1.16 * 10, size: 10)
        // 10 - 0.556 - 0.278 - 0.278 - 0.72 = 8.168, room for eight of 0.944.
        #expect(labels[0] == FigureLabels.Label(text: "a: WWWW…WWWW", fullName: name))
        #expect(labels[1] == FigureLabels.Label(text: "short", fullName: nil))
        let alike = FigureLabels.all([("", "WWaWW"), ("", "WWbWW"), ("", "WW…WW")], width: 4.2 * 11.6, size: 10)
        #expect(Set(alike.map(\.text)).count == 3, "\(alike)")
        // The same name twice needs no numbers.
        let same = FigureLabels.all([("a: ", "tuned"), ("b: ", "tuned")], width: 200, size: 10)
        #expect(same.map(\.text) == ["a: tuned", "b: tuned"])
    }
}
