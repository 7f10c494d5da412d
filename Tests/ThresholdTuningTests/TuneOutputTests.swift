import Foundation
import TestSupport
import Testing

@Suite struct TuneOutputTests {
    private static let options = ["--output", "--curves", "--operating-points", "--sweep-table", "--save-folds"]

    private func names(below folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    /// By its name, by a detour or by a hard link: inputs remain, and the refusal names the option.
    @Test(arguments: options)
    func inputsAreNeverReplaced(option: String) throws {
        let fixture = try TuningFixture(count: 8)
        let kept = fixture.folder.path + "/kept"
        let sweep = [
            "--replicates", "0", "--sweep", "histogramBins=20", "--corpus", fixture.corpus, "--sweep-folder", kept,
        ]
        #expect(try fixture.tune(sweep).exitCode == 3)
        let link = fixture.folder.path + "/link.csv"
        try FileManager.default.linkItem(atPath: fixture.measurements, toPath: link)
        let map = try #require(
            try names(below: fixture.folder).first { $0.hasSuffix(".bin.gz") || $0.hasSuffix(".bin") })
        let row = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
        let before = try names(below: fixture.folder)
        for file in [
            fixture.folder.path + "/./m.csv", link, fixture.labels, fixture.folder.path + "/" + map, kept + "/" + row,
            kept + "/new.csv", kept + "/../kept/new.csv",
        ] {
            let old = try? Data(contentsOf: URL(filePath: file))
            let outcome = try fixture.tune(sweep + [option, file])
            #expect(
                outcome.exitCode == 64 && outcome.errors.contains("depthcheck: error: \(option) "),
                "\(file) \(outcome.errors)")
            let now = try? Data(contentsOf: URL(filePath: file))
            #expect(now == old)
        }
        #expect(try names(below: fixture.folder) == before)
    }

    /// Files that do not exist yet are identified by their folder.
    @Test func twoOutputsNeverShareAFile() throws {
        let fixture = try TuningFixture(count: 8)
        try fixture.folder.link("o", to: ".")
        let file = fixture.folder.path + "/a.json"
        let sweep = ["--replicates", "0", "--sweep", "histogramBins=20", "--corpus", fixture.corpus]
        for (first, second) in zip(Self.options, Self.options.dropFirst()) {
            for other in [file, fixture.folder.path + "/./a.json", fixture.folder.path + "/o/a.json"] {
                let outcome = try fixture.tune(sweep + [first, file, second, other])
                #expect(
                    outcome.exitCode == 64 && outcome.errors.contains("\(first) and \(second) are the same file"),
                    "\(outcome.errors)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: file))
        let device = try fixture.tune(sweep + Self.options.flatMap { [$0, "/dev/null"] })
        #expect(device.exitCode == 3, "\(device.errors)")
    }

    /// An obstacle to the last output is reported before the work, and no other output appears.
    @Test func outputsAreCheckedBeforeTheWork() throws {
        let fixture = try TuningFixture(count: 8)
        let kept = fixture.folder.path + "/kept"
        let curves = fixture.folder.path + "/curves.csv"
        let outcome = try fixture.tune([
            "--replicates", "0", "--sweep", "histogramBins=20", "--corpus", fixture.corpus, "--sweep-folder", kept,
            "--curves", curves, "--sweep-table", fixture.folder.path + "/nowhere/t.csv",
        ])
        #expect(outcome.exitCode == 74 && outcome.errors.contains("nowhere/t.csv"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try fixture.folder.names == ["corpus", "m.csv"])
    }

    /// Files appear only together and after the report.
    @Test func noFileIsWrittenIfTheReportFails() throws {
        let fixture = try TuningFixture(count: 8)
        let outcome = try CommandRunner.depthcheck(
            [
                "tune", fixture.measurements, "--labels", fixture.labels, "--replicates", "0", "--curves",
                fixture.folder.path + "/curves.csv",
            ], writingTo: .full, in: fixture.folder.url)
        #expect(outcome.exitCode == 74)
        #expect(try fixture.folder.names == ["corpus", "m.csv"])
    }

    @Test(arguments: [
        ["--confidence", "0.9999999999999999"], ["--confidence", "0.49"], ["--max-apcer", "1e-20"],
        ["--max-apcer", "1e-320"], ["--max-bpcer", "1e-300"],
        ["--sweep", "gradientThreshold=0:1:1e-9223372036854775808"],
    ])
    func meaninglessNumbersAreUsageErrors(options: [String]) throws {
        let fixture = try TuningFixture(count: 4)
        let outcome = try fixture.tune(options)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(options[0]), "\(outcome.errors)")
    }

    /// The ends of the allowed ranges.
    @Test(arguments: [
        ["--confidence", "0.9999"], ["--confidence", "0.5"], ["--max-apcer", "1e-6"], ["--max-bpcer", "1e-6"],
    ])
    func numbersAtTheirLimitsAreAccepted(options: [String]) throws {
        let fixture = try TuningFixture(count: 8)
        let outcome = try fixture.tune(options + ["--replicates", "0"])
        #expect(outcome.exitCode == 3, "\(outcome.exitCode) \(outcome.errors)")
    }
}
