import Foundation
import PlanarityMeasurements
import TestSupport
import Testing

@Suite struct ReportCommandTests {
    @Test(arguments: ["server", "client"])
    func aReportContainsRowsLabelsAndMarks(profile: String) throws {
        let material = try ReportMaterial(profile: profile)
        try material.folder.file("mine.json", Data(#"{"coherenceThreshold": 0.125}"#.utf8))
        let outcome = try material.report(["m.csv", "--labels", "labels.csv", "--parameters", "mine.json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("r.html: 10 maps, 0 pictures, "), "\(outcome.output)")
        let facts = try material.facts()
        #expect(facts["rows"] as? Int == 10 && facts["profile"] as? String == profile)
        #expect(facts["species"] as? [String] == ["screen", "unspecified", "wall"])
        let marks = try facts.objects("marks")
        #expect(marks.compactMap { $0["kind"] as? String } == ["present", "tuned", "given"])
        #expect(marks.last?["name"] as? String == "mine.json")
        #expect((marks.last?["parameters"] as? [String: Any])?["coherenceThreshold"] as? Double == 0.125)
        #expect(try facts.objects("outcomes").compactMap { $0["count"] as? Int } == [8, 1, 1])
        let names = try material.blocks().keys.filter { $0.hasPrefix("column-") }.sorted()
        #expect(
            names == [
                "column-class", "column-depth_layers", "column-depth_range", "column-depth_variance",
                "column-edge_coherence", "column-file", "column-group", "column-group-name", "column-mean_depth",
                "column-outcome", "column-uniformity_ratio",
            ])
    }

    /// A report shows candidates only on request; a table without candidates cannot provide them.
    @Test func candidatesAreShownOnRequest() throws {
        let material = try ReportMaterial(measuring: ["--candidates"])
        #expect(try material.report(["m.csv"]).exitCode == 0)
        #expect(try material.facts().objects("candidates").isEmpty)
        let without = try Set(material.blocks().keys)
        let outcome = try material.report(["m.csv", "--candidates"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let candidates = try material.facts().objects("candidates")
        #expect(candidates.map { $0["column"] as? String } == CandidateMeasurement.allCases.map(\.rawValue))
        #expect(candidates.map { $0["unit"] as? String } == CandidateMeasurement.allCases.map(\.definition.unit))
        #expect(candidates.map { $0["meaning"] as? String } == CandidateMeasurement.allCases.map(\.definition.meaning))
        let added = try Set(material.blocks().keys).subtracting(without)
        #expect(added == Set(CandidateMeasurement.allCases.map { "column-\($0.rawValue)" }))

        let plain = try ReportMaterial()
        let refused = try plain.report(["m.csv", "--candidates"])
        #expect(refused.exitCode == 64 && refused.errors.contains("m.csv: found no columns of candidates"))
        #expect(try !plain.folder.names.contains("r.html"))
    }

    @Test func withoutLabelsNothingIsTuned() throws {
        let material = try ReportMaterial()
        #expect(try material.report(["m.csv"]).exitCode == 0)
        let facts = try material.facts()
        #expect(facts["labels"] is NSNull && facts["objective"] is NSNull)
        #expect(try facts.objects("marks").count == 1 && facts.objects("trade_off").isEmpty)
        #expect(try material.blocks()["column-class"] == nil)
        for option in [["--objective", "acer"], ["--ignore-unlabelled"], ["--pictures", "3"]] {
            let refused = try material.report(["m.csv"] + option, output: "no.html")
            #expect(refused.exitCode == 64 && refused.errors.contains("needs --"), "\(option): \(refused.errors)")
        }
        #expect(try !material.folder.names.contains("no.html"))
    }

    /// Maps of both classes and of each species are shown; missing maps are reported once.
    @Test func picturesShowTheAvailableMaps() throws {
        let material = try ReportMaterial()
        let whole = try material.report(["m.csv", "--labels", "labels.csv", "--maps", "corpus"])
        #expect(whole.exitCode == 0 && !whole.errors.contains("skipped"), "\(whole.errors)")
        #expect(try material.facts().objects("pictures").count == 8)
        let png = try #require(try material.blocks().first { $0.key.hasPrefix("picture-") }?.value)
        #expect(Data(base64Encoded: png)?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))

        #expect(try material.report(["m.csv", "--maps", "corpus", "--pictures", "2"]).exitCode == 0)
        #expect(try material.facts().objects("pictures").count == 2)

        try FileManager.default.removeItem(at: material.folder.url.appending(path: "corpus/room-01.bin.gz"))
        try FileManager.default.removeItem(at: material.folder.url.appending(path: "corpus/room-02.bin.gz"))
        let other = try Data(contentsOf: material.folder.url.appending(path: "corpus/room-04.bin.gz"))
        try material.folder.file("corpus/room-03.bin.gz", other)
        let part = try material.report(["m.csv", "--labels", "labels.csv", "--maps", "corpus"])
        #expect(part.exitCode == 0)
        #expect(part.errors.contains("skipped 2 pictures of maps that could not be read, such as corpus/room-0"))
        #expect(part.errors.contains("skipped 1 picture of maps that have changed since they were measured"))
        #expect(try material.facts().objects("pictures").count == 5)
        #expect(try material.report(["m.csv", "--maps", "nowhere"]).exitCode == 64)
    }

    /// A name that leads out of the folder matches none of its maps.
    @Test func picturesNeverComeFromOutsideTheCorpus() throws {
        let material = try ReportMaterial()
        let table = try material.folder.text(of: "m.csv").replacing(
            "\nroom-01.bin.gz,", with: "\n../corpus/room-01.bin.gz,")
        try material.folder.file("n.csv", Data(table.utf8))
        let outcome = try material.report(["n.csv", "--maps", "corpus"])
        #expect(outcome.exitCode == 0 && outcome.errors.contains("a name outside the folder"))
    }

    /// Names and labels are untrusted: none may end its element or pass for other content.
    @Test func hostileNamesAreEscaped() throws {
        let material = try ReportMaterial()
        let name = "\"</script><!--<script>alert(1)\n\u{202E}é\".bin.gz"
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        let table = try material.folder.text(of: "m.csv").replacing("\nroom-01.bin.gz,", with: "\n\(quoted),")
        try material.folder.file("n.csv", Data(table.utf8))
        let labels = try material.folder.text(of: "labels.csv")
            .replacing("\nroom-01.bin.gz,real,scene-1", with: "\n\(quoted),attack,</script><b>")
        try material.folder.file("l<!--.csv", Data(labels.utf8))
        #expect(try material.report(["n.csv", "--labels", "l<!--.csv"]).exitCode == 0)
        let page = try material.folder.text(of: "r.html")
        let (opened, closed) = (
            page.components(separatedBy: "<script").count, page.components(separatedBy: "</script>").count
        )
        #expect(opened == closed && !page.contains("alert(1)") && !page.contains("\u{202E}"))
        #expect(try material.facts()["labels"] as? String == "l<!--.csv")
    }

    @Test func inputsAreNeverReplaced() throws {
        let material = try ReportMaterial()
        let before = try material.folder.text(of: "m.csv")
        for output in ["m.csv", "labels.csv", "corpus/room-02.bin.gz", "./corpus/../m.csv"] {
            let outcome = try material.report(
                ["m.csv", "--labels", "labels.csv", "--maps", "corpus"], output: output)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(output): \(outcome.errors)")
        }
        #expect(try material.folder.text(of: "m.csv") == before)
    }

    @Test func unusableTablesAreReported() throws {
        let material = try ReportMaterial()
        let lines = try material.folder.text(of: "m.csv").split(separator: "\n")
        try material.folder.file("empty.csv", Data((lines[0] + "\n").utf8))
        let empty = try material.report(["empty.csv"])
        #expect(empty.exitCode == 64 && empty.errors.contains("found no measurements; expected"), "\(empty.errors)")
        try material.folder.file("p.json", Data(#"{"histogramBins": 20}"#.utf8))
        let other = try material.report(["m.csv", "--parameters", "p.json"])
        #expect(other.exitCode == 64 && other.errors.contains("measuring part"), "\(other.errors)")
        #expect(try material.report(["nowhere.csv"]).exitCode == 2)
        #expect(try material.report(["m.csv"], output: "no-folder/r.html").exitCode == 74)
    }

    /// One row of one class is shown, although nothing can be tuned.
    @Test func smallTablesAreShown() throws {
        let material = try ReportMaterial()
        let lines = try material.folder.text(of: "m.csv").split(separator: "\n")
        try material.folder.file("one.csv", Data("\(lines[0])\n\(lines[3])\n".utf8))
        #expect(try material.report(["one.csv"]).exitCode == 0)
        let one = try material.report(["one.csv", "--labels", "labels.csv", "--ignore-unlabelled"])
        #expect(one.exitCode == 0 && one.errors.contains("no tuned thresholds in the report"), "\(one.errors)")
        let untuned = try #require(try material.facts()["untuned"] as? String)
        #expect(untuned.hasPrefix("found no ") && untuned.contains("map with a verdict"))
    }

    @Test func standardOutputCarriesOnlyTheReport() throws {
        let material = try ReportMaterial()
        let outcome = try material.report(["m.csv"], output: "-")
        #expect(outcome.output.hasPrefix("<!doctype html>") && outcome.output.hasSuffix("</html>\n"))
        #expect(try material.report(["m.csv", "-q"]).output.isEmpty)
    }

    @Test func reportsAreReproducible() throws {
        let material = try ReportMaterial()
        for (jobs, output) in [("1", "a.html"), ("4", "b.html")] {
            let options = ["m.csv", "--labels", "labels.csv", "--maps", "corpus", "--jobs", jobs]
            #expect(try material.report(options, output: output).exitCode == 0)
        }
        #expect(try material.folder.text(of: "a.html") == material.folder.text(of: "b.html"))
    }
}
