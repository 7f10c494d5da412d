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

    /// A report of maps has the rows of the report of their table, and the messages and exit code of `measure`.
    @Test(arguments: [
        (["corpus"], []), (["corpus"], ["--candidates"]), (["corpus"], ["--parameters", "p.json"]),
        (["corpus", "--profile", "client"], []), (["corpus", "--exclude", "*-01*"], []),
        (["corpus", "--rotate", "90"], []), (["corpus", "--root", "."], []), (["capture.r3d", "corpus"], []),
        (["corpus/room-01.bin.gz"], []), (["corpus/room-01.bin.gz", "corpus/damaged.bin.gz"], []),
        (["capture.r3d"], []), (["--manifest", "corpus/manifest.csv"], []),
    ])
    func mapsAreMeasuredAsByMeasure(maps: [String], options: [String]) throws {
        let material = try ReportMaterial()
        try material.folder.file("p.json", Data(#"{"histogramBins": 20}"#.utf8))
        try material.folder.file(
            "corpus/manifest.csv", Data("file,width,height\nroom-03.bin.gz,192,256\nroom-04.bin.gz,,\n".utf8))
        let archive = "Tests/DepthFilesTests/Archives/formats/record3d/capture.r3d"
        try material.folder.file("capture.r3d", Data(contentsOf: CommandRunner.package.appending(path: archive)))
        let measured = try CommandRunner.depthcheck(
            ["measure"] + maps + options + ["-o", "table.csv", "-q"], in: material.folder.url)
        let report = try material.report(maps + options)
        // Tests run where the analysis for browsers may not be built.
        let messages = report.errors.split(separator: "\n").filter { !$0.contains("WebAssembly module") }
        #expect(messages == measured.errors.split(separator: "\n"))
        #expect(report.exitCode == measured.exitCode)
        var facts = try material.facts()
        let decided = try #require(facts.objects("outcomes").first?["count"] as? Int)
        #expect(try decided > 0 && facts.objects("pictures").count == decided)

        #expect(try material.report(["table.csv"] + options, output: "t.html").exitCode == 0)
        for (name, block) in try material.blocks(of: "t.html") where name != "report" {
            #expect(try material.blocks()[name] == block, "\(name)")
        }
        var expected = try material.facts(of: "t.html")
        for name in ["measurements", "pictures"] { (facts[name], expected[name]) = (nil, nil) }
        #expect(facts as NSDictionary == expected as NSDictionary)
    }

    @Test func aReportOfMapsCanHaveLabels() throws {
        let material = try ReportMaterial()
        let options = ["--labels", "labels.csv", "--jobs", "2"]
        #expect(try material.report(["corpus"] + options).exitCode == 2)
        #expect(try material.report(["m.csv", "--maps", "corpus"] + options, output: "t.html").exitCode == 0)
        let (now, table) = (try material.folder.text(of: "r.html"), try material.folder.text(of: "t.html"))
        #expect(now == table.replacing(#""measurements":"m.csv""#, with: #""measurements":"corpus""#))
        #expect(try material.report(["corpus", "--pictures", "2"]).exitCode == 2)
        #expect(try material.facts().objects("pictures").count == 2)
    }

    @Test func aReportOfMapsIsNamedAfterThem() throws {
        let material = try ReportMaterial()
        let folder = material.folder.url.lastPathComponent
        let names = [
            ["corpus/"]: "corpus", ["."]: folder, ["corpus/.."]: folder, ["corpus/room-01.bin.gz"]: "room-01.bin.gz",
            ["corpus/room-01.bin.gz", "corpus/room-02.bin.gz", "corpus/wall-01.bin.gz"]: "room-01.bin.gz and 2 more",
        ]
        for (maps, name) in names {
            _ = try material.report(maps + ["--pictures", "0"])
            #expect(try material.facts()["measurements"] as? String == name, "\(maps)")
        }
    }

    @Test func mapsAreNeverReplaced() throws {
        let material = try ReportMaterial()
        let map = material.folder.url.appending(path: "corpus/room-02.bin.gz")
        let before = try Data(contentsOf: map)
        for maps in [["corpus"], ["corpus/room-02.bin.gz", "corpus/room-01.bin.gz"]] {
            let outcome = try material.report(maps, output: "corpus/room-02.bin.gz")
            #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(outcome.errors)")
        }
        #expect(try Data(contentsOf: map) == before)
    }

    @Test func missingAndUnreadableMapsAreReported() throws {
        let material = try ReportMaterial()
        try FileManager.default.createDirectory(
            at: material.folder.url.appending(path: "empty"), withIntermediateDirectories: false)
        for maps in [["empty"], ["nowhere.bin"], ["corpus", "nowhere"], ["nowhere"]] {
            let outcome = try material.report(maps)
            let start = "\(maps.last ?? ""): found \(maps == ["empty"] ? "an empty folder" : "no")"
            #expect(outcome.exitCode == 2 && outcome.errors.contains(start), "\(outcome.errors)")
            #expect(!outcome.errors.contains("FileSelection"))
        }
        #expect(try !material.folder.names.contains("r.html"))
        let damaged = try material.report(["corpus/damaged.bin.gz"])
        #expect(damaged.exitCode == 2 && damaged.errors.contains("damaged.bin.gz: found "), "\(damaged.errors)")
        #expect(try material.facts()["rows"] as? Int == 1)
    }

    @Test func optionsWithoutEffectAreRefused() throws {
        let material = try ReportMaterial()
        let ofMaps = [
            ["--profile", "client"], ["--exclude", "a"], ["--root", "."], ["--rotate", "90"], ["--exp", "plain"],
        ]
        for options in ofMaps {
            let outcome = try material.report(["m.csv"] + options)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("beside a table"), "\(outcome.errors)")
        }
        let maps = try material.report(["corpus", "--maps", "corpus"])
        #expect(maps.exitCode == 64 && maps.errors.contains("--maps needs a table"), "\(maps.errors)")
        let none = try material.report([])
        #expect(none.exitCode == 64 && none.errors.contains("found no corpus; expected"), "\(none.errors)")
        #expect(try !material.folder.names.contains("r.html"))
    }

    /// A tar archive may be a pipe, so it is read only once.
    @Test func membersOfTarArchivesHaveNoPictures() throws {
        let material = try ReportMaterial()
        let map = try Data(contentsOf: material.folder.url.appending(path: "corpus/room-01.bin.gz"))
        try material.folder.file("a.tar", TestTar.member("room-01.bin.gz", [UInt8](map)) + TestTar.end)
        let outcome = try material.report(["--tar", "a.tar"])
        let note = "skipped 1 picture of maps that could not be read, such as a.tar/room-01.bin.gz: found a member"
        #expect(outcome.exitCode == 0 && outcome.errors.contains(note), "\(outcome.errors)")
        #expect(try material.facts()["rows"] as? Int == 1)
    }
}
