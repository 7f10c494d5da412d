import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// A table that the command wrote, as rows of named cells.
private func rows(_ path: String) throws -> [[String: String]] {
    var records = CSVRecords(Array(try Data(contentsOf: URL(filePath: path))))
    let first = records.next()
    let header = try #require(first)
    return records.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
}

/// The digits of a JSON number; "" for null and for nothing, as in a table.
private func digits(_ value: JSONValue?) -> String {
    if case .number(let digits)? = value { digits } else { "" }
}

@Suite struct EvaluationDocumentTests {
    private static let lax = #"{"varianceThreshold": 0.05, "layerThreshold": 2, "coherenceThreshold": 0.05}"#

    @Test func tablesHaveTheNumbersOfTheJSON() throws {
        let fixture = try TuningFixture(count: 96)
        let other = try TuningFixture(count: 96, seed: 2)
        let lax = try fixture.parameters("lax.json", Self.lax)
        let tables = fixture.folder.url.appending(path: "tables").path
        let outcome = try fixture.evaluate([
            "--parameters", lax, "--tables", tables, "--development", other.measurements, "--development-labels",
            other.labels, "--format", "json",
        ])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let json = try JSONReader.read(Array(outcome.output.utf8))
        let names = ["given", "against"].map { (json[$0]?["name"]?.string, $0) }
        func side(_ row: [String: String]) throws -> JSONValue {
            let name = try #require(names.first { $0.0 == row["system"] }?.1)
            return try #require(json[name])
        }
        var compared = 0
        func equal(_ row: [String: String], _ column: String, _ value: JSONValue?) {
            #expect(row[column] == digits(value), "\(column) of \(row)")
            if row[column] != "" { compared += 1 }
        }
        for row in try rows(tables + "/rates.csv") {
            let side = try side(row)
            let rate = row["rate"] == "BPCER" ? side["bpcer"] : side["apcer"]?[row["species"] ?? ""]
            for (column, member) in [
                ("maps", "total"), ("groups", "groups"), ("errors", "errors"), ("value", "value"),
                ("groups_with_errors", "groups_with_errors"), ("level", "interval_level"),
            ] { equal(row, column, rate?[member]) }
            equal(row, "lower", rate?["interval"]?.elements?.first)
            equal(row, "upper", rate?["interval"]?.elements?.last)
        }
        for row in try rows(tables + "/curves.csv") {
            let score = try side(row)["score"]
            let attacks = row["attacks"] ?? ""
            let measures = attacks == "species" ? score?["species"]?[row["species"] ?? ""] : score?[attacks]
            for name in ["auc", "eer", "eer_threshold", "bpcer10", "bpcer20", "bpcer100"] {
                equal(row, name, measures?[name])
            }
        }
        for row in try rows(tables + "/summary.csv") {
            let side = try side(row)
            let (score, development) = (side["score"], side["development"])
            let values: [String: JSONValue?] = [
                "bpcer": side["bpcer"]?["value"], "apcer_worst": side["apcer_worst"],
                "apcer_pooled": side["apcer_pooled"], "acer_worst": side["acer_literature_usage"],
                "acer_pooled": side["acer_pooled_literature_usage"], "auc_least": score?["worst_species"]?["auc"],
                "auc_pooled": score?["pooled"]?["auc"], "eer_worst": score?["worst_species"]?["eer"],
                "eer_pooled": score?["pooled"]?["eer"], "hter_worst": development?["worst_species"]?["hter"],
                "hter_pooled": development?["pooled"]?["hter"],
            ]
            equal(row, "value", values[row["measure"] ?? ""] ?? nil)
        }
        for row in try rows(tables + "/epc.csv") {
            let points = try side(row)["development"]?[row["attacks"] ?? ""]?["epc"]?.elements ?? []
            let point = points.first { digits($0["weight"]) == row["weight"] }
            for name in ["threshold", "apcer", "bpcer", "hter"] { equal(row, name, point?[name]) }
        }
        // Both sides: seven classes with eight cells, eight curves with six, eleven measures, 42 points with four.
        #expect(compared >= 2 * (7 * 8 + 8 * 6 + 11 + 42 * 4))
    }

    @Test func filesOfOthersStayAndOwnOnesAreReplaced() throws {
        let fixture = try TuningFixture(count: 24)
        let lax = try fixture.parameters("lax.json", Self.lax)
        let folder = fixture.folder.url.appending(path: "paper").path
        let arguments = ["--parameters", lax, "--tables", folder, "--figures", folder]
        let first = try fixture.evaluate(arguments)
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(
            first.errors == """
                depthcheck: note: \(folder)/epc: table not written, because there is no development set
                depthcheck: note: \(folder)/epc: figure not written, because there is no development set

                """)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            names == [
                "comparisons.csv", "comparisons.md", "comparisons.tex", "curves.csv", "curves.md", "curves.tex",
                "det.svg",
                "provenance.json", "rates.csv", "rates.md", "rates.tex", "roc.svg", "scores.svg", "summary.csv",
                "summary.md", "summary.tex", "trade-off.svg",
            ])
        func contents() throws -> [Data] {
            try names.map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
        }
        let old = try contents()
        #expect(try fixture.evaluate(arguments).exitCode == 0)
        #expect(try contents() == old)
        for (name, text) in [
            ("rates.csv", "file,label\n"), ("det.svg", "<svg/>"), ("summary.tex", "% mine\n"), ("curves.md", ""),
        ] {
            let path = folder + "/" + name
            let kept = try Data(contentsOf: URL(filePath: path))
            try Data(text.utf8).write(to: URL(filePath: path))
            let refused = try fixture.evaluate(arguments)
            #expect(refused.exitCode == 64 && refused.errors.contains("did not write"), "\(refused.errors)")
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
            try kept.write(to: URL(filePath: path))
        }
        #expect(try contents() == old)
    }

    @Test func anInputInTheFolderIsNotReplaced() throws {
        let fixture = try TuningFixture(count: 24)
        let folder = fixture.folder.url.appending(path: "paper")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let parameters = folder.appending(path: "rates.csv").path
        try Data(Self.lax.utf8).write(to: URL(filePath: parameters))
        let outcome = try fixture.evaluate(["--parameters", parameters, "--tables", folder.path])
        #expect(outcome.exitCode == 64 && outcome.errors.contains(" would replace "), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(filePath: parameters)) == Data(Self.lax.utf8))
    }

    @Test func withOneClassTheOtherDocumentsAreWritten() throws {
        let fixture = try TuningFixture(count: 48)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let real = lines.enumerated().filter { $0 == 0 || $1.contains(",real,") || $1.contains(",bona_fide,") }
        #expect(real.count > 4)
        let labels = try fixture.folder.file("real.csv", real.map { $1 + "\n" }.joined().utf8).path
        let folder = fixture.folder.url.appending(path: "paper").path
        let arguments = [
            "evaluate", fixture.measurements, "--labels", labels, "--ignore-unlabelled", "--parameters",
            try fixture.parameters("lax.json", Self.lax),
        ]
        #expect(try CommandRunner.depthcheck(arguments).exitCode == 64)
        let outcome = try CommandRunner.depthcheck(arguments + ["--tables", folder, "--figures", folder])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for missing in ["curves: table", "epc: table", "det: figure", "roc: figure", "trade-off: figure"] {
            #expect(outcome.errors.contains("/\(missing) not written, because "), "\(outcome.errors)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                "comparisons.csv", "comparisons.md", "comparisons.tex", "provenance.json", "rates.csv", "rates.md",
                "rates.tex", "scores.svg", "summary.csv", "summary.md", "summary.tex",
            ])
        let none = try fixture.folder.file("none.csv", "\(lines[0])\n".utf8).path
        let empty = fixture.folder.url.appending(path: "empty").path
        let refused = try CommandRunner.depthcheck(
            arguments.map { $0 == labels ? none : $0 } + ["--tables", empty, "--figures", empty])
        #expect(refused.exitCode == 64 && refused.errors.contains("found no labelled map with a verdict"))
        #expect(!FileManager.default.fileExists(atPath: empty), "\(refused.output)")
    }

    /// CSV has the exact name; the other formats have it on one line, by their own rules.
    @Test func namesAreWrittenByTheRulesOfEachFormat() throws {
        let fixture = try TuningFixture(count: 24)
        let name = "x, \"y\"\n<&>_50\u{200D} %"
        let text = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8)
        #expect(text.contains(",monitor_full,"))
        let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
        let labels = try fixture.folder.file(
            "named.csv", text.replacing(",monitor_full,", with: ",\(quoted),").utf8
        ).path
        let folder = fixture.folder.url.appending(path: "paper").path
        let outcome = try CommandRunner.depthcheck([
            "evaluate", fixture.measurements, "--labels", labels, "--parameters",
            try fixture.parameters("lax.json", Self.lax), "--tables", folder, "--figures", folder,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try rows(folder + "/rates.csv").contains { $0["species"] == name })
        for (file, expected) in [
            ("rates.md", "| x, \"y\" \\<\\&\\>\\_50\u{200D} % |"),
            ("rates.tex", "& x, {\\char34}y{\\char34} \\textless{}\\&\\textgreater{}\\_50\u{200D} \\% &"),
            ("det.svg", ">x, &quot;y&quot; &lt;&amp;&gt;_50\u{200D} %<"),
        ] {
            let document = try String(contentsOf: URL(filePath: folder + "/" + file), encoding: .utf8)
            #expect(document.contains(expected), "\(file): \(document)")
        }
        let curves = fixture.folder.url.appending(path: "curves.csv").path
        let tuned = try CommandRunner.depthcheck([
            "tune", fixture.measurements, "--labels", labels, "--replicates", "0", "--curves", curves,
        ])
        #expect(tuned.exitCode == 3, "\(tuned.errors)")
        #expect(try rows(curves)[0]["apcer_" + name] != nil)
    }

    /// An evaluation that ends with an error leaves no empty folders.
    @Test func foldersAreCreatedForDocumentsOnly() throws {
        let fixture = try TuningFixture(count: 24)
        let folder = fixture.folder.url.appending(path: "paper").path
        let outcome = try fixture.evaluate([
            "--parameters", try fixture.parameters("lax.json", Self.lax), "--tables", folder, "--development",
            fixture.measurements, "--development-labels", fixture.measurements,
        ])
        #expect(outcome.exitCode == 64 && !FileManager.default.fileExists(atPath: folder), "\(outcome.errors)")
    }
}
