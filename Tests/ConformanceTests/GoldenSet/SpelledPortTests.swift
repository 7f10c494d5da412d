import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

private let hasPython = (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

extension SpelledPort {
    /// The second opinion takes seconds for the largest maps. All maps are compressed alike, so a few of them
    /// reveal a mistake about gzip.
    fileprivate func isAsked(about input: GoldenInput) -> Bool {
        input.isWholeFile || input.sampleCount <= (file == .gzip ? 100 : mostSamples)
    }
}

/// Ports with the right formulas in other arithmetic, or with a different reading of one rule. None may pass, and
/// the report must not name another rule.
@Suite(.enabled(if: hasPython, "needs python3")) struct SpelledPortTests {
    private static let atOnce = 4

    private static func check(_ port: SpelledPort, _ set: GoldenSet) async throws -> CheckReport {
        let folder = try TemporaryFolder()
        for file in [SpelledPort.File.reference, .gzip] {
            let source = try source(file)
            let text = file == port.file ? source.replacing(port.text, with: port.spelling) : source
            try folder.file(file.rawValue, text.utf8)
        }
        var options = GoldenCheck.Options()
        options.profiles = [.server]
        options.filters = set.cases.filter { port.isAsked(about: $0.input) }.map(\.id)
        let command = try SessionCommand("/usr/bin/env python3 -B '\(folder.path)/reference.py' --serve")
        return await GoldenCheck(set, answerer: .session(command, timeout: 3600), options: options).run()
    }

    private static func source(_ file: SpelledPort.File) throws -> String {
        let path = CommandRunner.package.appending(path: "tools/dev/golden").appending(path: file.rawValue)
        return String(decoding: try Data(contentsOf: path), as: UTF8.self)
    }

    private static func reports(on ports: [SpelledPort]) async throws -> [(port: SpelledPort, report: CheckReport)] {
        let set = try GoldenSet(TemporarySet.committed)
        return try await withThrowingTaskGroup(of: (SpelledPort, CheckReport).self) { group in
            var remaining = ports.makeIterator()
            func addNext() {
                if let port = remaining.next() { group.addTask { (port, try await check(port, set)) } }
            }
            for _ in 0..<atOnce { addNext() }
            var found: [(port: SpelledPort, report: CheckReport)] = []
            for try await (port, report) in group {
                found.append((port, report))
                addNext()
            }
            return found
        }
    }

    @Test func eachPortReplacesOnePassageOfTheReference() throws {
        let sources = try [SpelledPort.File.reference: Self.source(.reference), .gzip: Self.source(.gzip)]
        for port in SpelledPort.mistaken + SpelledPort.equivalent {
            let parts = try #require(sources[port.file]).components(separatedBy: port.text)
            #expect(parts.count == 2, "\(port.text)")
            #expect(port.text != port.spelling, "\(port.text)")
        }
    }

    @Test func mistakenPortsFailAndNoOtherRuleIsNamed() async throws {
        for (port, report) in try await Self.reports(on: SpelledPort.mistaken) {
            // The failure message would otherwise contain the whole report.
            let (isGood, isOfGoldens) = (report.isGood, report.failed.allSatisfy { $0.guards != nil })
            #expect(!isGood, "passes: \(port.spelling)")
            #expect(isOfGoldens, "\(port.spelling): \(report.codes)")
            // Another amount of a known mistake has no known cause.
            let claims = report.groups.filter { $0.cause != nil }.map(\.title.description)
            // Numbers that are rounded when they are printed (§11) look like numbers rounded in each step.
            let isOfRule =
                claims.isEmpty || port.rule == "§11" || claims.contains { $0.contains("(\(port.rule))") }
            #expect(isOfRule, "\(port.spelling): \(claims)")
        }
    }

    @Test func equivalentPortsPass() async throws {
        for (port, report) in try await Self.reports(on: SpelledPort.equivalent) {
            let isGood = report.isGood
            #expect(isGood, "\(port.spelling): \(report.groups.map(\.title))")
        }
    }
}
