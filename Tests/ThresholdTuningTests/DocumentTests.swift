import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

private let hasBLAS = (try? BLAS()) != nil

@Suite struct DocumentTests {
    @Test(.enabled(if: hasBLAS, "OpenBLAS is missing: install libopenblas-dev"))
    func everyCommandOfTheTuningPageRuns() throws {
        let page = try String(contentsOf: CommandRunner.package.appending(path: "docs/TUNING.md"), encoding: .utf8)
        var commands: [String] = []
        var isCode = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode = line == "```sh"
            } else if isCode {
                commands.append(String(line))
            }
        }
        try #require(commands.count >= 12)

        // The page's names of the two programs, as scripts that come first on the path.
        let folder = try TemporaryFolder()
        let products = CommandRunner.binary.deletingLastPathComponent().path
        for (name, program) in [("bin/depthcheck", "depthcheck"), ("tools/dev/tuning/make-corpus", "make-corpus")] {
            let script = try folder.file(name, "#!/bin/sh\nexec '\(products)/\(program)' \"$@\"\n".utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        }
        var report = ""
        for command in commands {
            let outcome = try CommandRunner.run(
                URL(filePath: "/bin/sh"), ["-c", "PATH=\"$PWD/bin:$PATH\"; \(command)"], in: folder.url)
            // The page's corpus has twenty groups per species, which is too little, and tuning reports that.
            let isTuning = command.contains(" tune ")
            #expect(outcome.exitCode == (isTuning ? 3 : 0), "\(command)\n\(outcome.errors)")
            if isTuning, !command.contains("--format json") {
                let line = outcome.output.replacing("\n", with: " ")
                #expect(line.hasPrefix("Too little data to decide: 6 of 6 species"), "\(command)")
            }
            if command.contains("--format json") { report = outcome.output }
        }
        #expect(report.contains("\"advice\""))
        let joined = try MeasurementTable(
            Array(Data(contentsOf: folder.url.appending(path: "joined.csv"))), name: "joined.csv")
        let whole = try MeasurementTable(
            Array(Data(contentsOf: folder.url.appending(path: "measurements.csv"))), name: "measurements.csv")
        #expect(Set(joined.rows) == Set(whole.rows) && whole.rows.count == 240)
    }
}
