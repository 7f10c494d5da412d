import Foundation
import TestSupport
import Testing

@Suite struct ReportDocumentTests {
    @Test func everyCommandOfTheReportPageRuns() throws {
        let page = try String(contentsOf: CommandRunner.package.appending(path: "docs/REPORT.md"), encoding: .utf8)
        var commands: [String] = []
        var isCode = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode = line == "```sh"
            } else if isCode {
                commands.append(String(line))
            }
        }
        try #require(commands.count >= 4)
        // The page's names of the two programs, as scripts that come first on the path.
        let folder = try TemporaryFolder()
        let products = CommandRunner.binary.deletingLastPathComponent().path
        for (name, program) in [("bin/depthcheck", "depthcheck"), ("tools/dev/tuning/make-corpus", "make-corpus")] {
            let script = try folder.file(name, "#!/bin/sh\nexec '\(products)/\(program)' \"$@\"\n".utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        }
        for command in commands {
            let outcome = try CommandRunner.run(
                URL(filePath: "/bin/sh"), ["-c", "PATH=\"$PWD/bin:$PATH\"; \(command)"], in: folder.url)
            #expect(outcome.exitCode == 0, "\(command)\n\(outcome.errors)")
        }
        #expect(try folder.text(of: "report.html").contains("id=\"picture-"))
        #expect(try folder.names.contains("corpus.html"))
    }
}
