import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// A rectangle in a figure.
private struct Box {
    let text: String
    let (left, right, top, bottom): (Double, Double, Double, Double)

    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    private static func lines(of svg: String, _ beginning: String) -> [Substring] {
        svg.split(separator: "\n").filter { $0.hasPrefix(beginning) }
    }

    /// The texts of a figure, in Helvetica.
    static func texts(of svg: String) throws -> [Box] {
        let element =
            #/
            <text\ x="([^"]+)"\ y="([^"]+)"\ font-size="([^"]+)"\ text-anchor="(\w+)"\ fill="[^"]+"
            (\ transform="[^"]+")?>(<title>[^<]*<\/title>)?([^<]*)<\/text>
            /#
        return try lines(of: svg, "<text ").map { line in
            let match = try #require(line.wholeMatch(of: element))
            let (x, y) = (try #require(Double(match.1)), try #require(Double(match.2)))
            let (size, text) = (try #require(Double(match.3)), String(match.7))
            let width = FigureLabels.width(of: text) * size
            let before = match.4 == "start" ? 0 : match.4 == "middle" ? width / 2 : width
            guard match.5 == nil else {
                return Box(text: text, left: x - 0.7 * size, right: x, top: y - width + before, bottom: y + before)
            }
            return Box(text: text, left: x - before, right: x - before + width, top: y - 0.7 * size, bottom: y)
        }
    }

    /// The straight lines of a figure with a stroke of these dashes.
    static func lines(of svg: String, dash: String) throws -> [Box] {
        let element = #/<path [^>]*stroke-dasharray="([^"]+)"[^>]* d="M(\S+) ([^L]+)L(\S+) ([^L"]+)"/>/#
        return try lines(of: svg, "<path ").filter { $0.contains("dasharray=\"\(dash)\"") }.map { line in
            let match = try #require(line.wholeMatch(of: element))
            let ends = try [match.2, match.3, match.4, match.5].map { try #require(Double($0)) }
            return Box(
                text: "a line", left: min(ends[0], ends[2]) - 0.3, right: max(ends[0], ends[2]) + 0.3,
                top: min(ends[1], ends[3]), bottom: max(ends[1], ends[3]))
        }
    }
}

@Suite struct FigureTextTests {
    private static func figures(species: [String], seed: UInt64) -> [EvaluationFigures.Named] {
        let random = LabelledPresentations.random(120, seed: seed, species: species.count)
        let presentations = LabelledPresentations(
            species: species, groupNames: random.groupNames, all: random.all)
        var parameters = AnalysisParameters.standard
        (parameters.standardDeviationThreshold, parameters.layerThreshold) = (0.75, 2)
        let systems = [("given", parameters), ("other", .standard)].map {
            EvaluatedSystem(name: $0.0, parameters: $0.1, presentations: presentations, development: presentations)
        }
        return EvaluationFigures(SystemEvaluation(systems)).all
    }

    @Test(arguments: [
        ["print"], ["print", "screen", "mask"],
        (0..<8).map { "species \($0) with a long name, printed on matte paper and bent by a hand" },
    ])
    func noTextIsOnAnother(species: [String]) throws {
        for figure in Self.figures(species: species, seed: 4) {
            let svg = try #require(figure.svg)
            let texts = try Box.texts(of: svg)
            #expect(texts.count == svg.split(separator: "<text").count - 1 && texts.count > 8, "\(figure.name)")
            for (place, text) in texts.enumerated() {
                #expect(text.left >= 0 && text.right <= SVGFigure.columnWidth, "\(figure.name): \(text)")
                for other in texts[..<place] { #expect(!text.overlaps(other), "\(figure.name): \(text), \(other)") }
            }
        }
    }

    /// The threshold is a dashed line in the histograms, the guides of the DET curve are dotted lines.
    @Test(arguments: [("scores", "3 1.5"), ("det", "1 2")])
    func noTextIsOnALine(name: String, dash: String) throws {
        for seed in 1...5 {
            let figure = try #require(
                Self.figures(species: ["a", "b", "c"], seed: UInt64(seed)).first { $0.name == name })
            let svg = try #require(figure.svg)
            let lines = try Box.lines(of: svg, dash: dash)
            #expect(lines.count >= 3)
            for text in try Box.texts(of: svg) { #expect(!lines.contains(where: text.overlaps), "\(text)") }
        }
    }
}

@Suite struct ProvenanceTests {
    private static func digest(_ path: String) throws -> String {
        SHA256Digest.hexadecimal(of: Array(try Data(contentsOf: URL(filePath: path))))
    }

    /// Measurements, decided by the server's thresholds, and a score file with the same presentations.
    @Test func everyDocumentOfAMixedEvaluationNamesItsInputs() throws {
        let fixture = try TuningFixture(count: 48)
        let table = try MeasurementTable(
            Array(try Data(contentsOf: URL(filePath: fixture.measurements))), name: "m.csv")
        // The score accepts what the server's threshold of the spread accepts.
        let lines = table.rows.map {
            "\($0.file),\($0.analysis.standardDeviation),\($0.analysis.standardDeviation > 0.5)\n"
        }
        let scores = try fixture.folder.file("scores.csv", ("file,score,decision\n" + lines.joined()).utf8).path
        let folder = fixture.folder.url.appending(path: "paper").path
        let outcome = try CommandRunner.depthcheck([
            "evaluate", fixture.measurements, scores, "--labels", fixture.labels, "--tuned-on", fixture.labels,
            "--tables", folder, "--figures", folder, "--format", "json",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let json = try JSONReader.read(Array(outcome.output.utf8))
        #expect(["given", "against"].map { json[$0]?["name"]?.string } == ["the server's", "scores.csv"])
        #expect(json["answer"]?.string != nil)
        let inputs = try #require(json["provenance"]?["sha256"]?.members)
        #expect(
            inputs.map { [$0.key, $0.value.string ?? ""] } == [
                ["measurements", try Self.digest(fixture.measurements)], ["labels", try Self.digest(fixture.labels)],
                ["parameters", AnalysisParameters.standard.digest], ["system_2_scores", try Self.digest(scores)],
                ["system_2_labels", try Self.digest(fixture.labels)], ["tuned_on_1", try Self.digest(fixture.labels)],
            ])
        let line = #""sha256":{"measurements":"\#(try Self.digest(fixture.measurements))""#
        var counts: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try String(contentsOf: URL(filePath: folder + "/" + name), encoding: .utf8)
            let ending = String(name.split(separator: ".")[1])
            counts[ending, default: 0] += 1
            switch ending {
            case "csv": break
            case "json": #expect(try JSONReader.read(text)["sha256"] == json["provenance"]?["sha256"])
            case "svg": #expect(text.contains(line.replacing("\"", with: "&quot;")), "\(name)")
            default: #expect(text.contains(line), "\(name)")
            }
        }
        #expect(counts["json"] == 1 && counts["md", default: 0] >= 4 && counts["md"] == counts["tex"])
        #expect(counts["svg", default: 0] >= 3)
    }
}
