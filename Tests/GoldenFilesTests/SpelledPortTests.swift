import DepthAnalysis
import DepthTestSupport
import Foundation
import Testing

@testable import GoldenFiles

private let hasPython = (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

/// Ports with the right formulas in other arithmetic, or with another reading of a rule. None may pass, and the rule it
/// departs from is to be named.
@Suite(.enabled(if: hasPython, "needs python3")) struct SpelledPortTests {
    /// The second opinion takes seconds for the largest maps, and each of these mistakes shows on a smaller one.
    private static let mostSamples = 20_000
    private static let atOnce = 4

    private static func check(_ port: SpelledPort, _ set: GoldenSet) async throws -> CheckReport {
        let folder = try TemporaryFolder()
        let tools = CommandRunner.package.appending(path: "tools")
        for file in [SpelledPort.File.reference, .gzip] {
            var source = String(decoding: try Data(contentsOf: tools.appending(path: file.rawValue)), as: UTF8.self)
            if file == port.file {
                try #require(source.components(separatedBy: port.text).count == 2, "\(port.text)")
                source = source.replacing(port.text, with: port.spelling)
            }
            try folder.file(file.rawValue, source.utf8)
        }
        var options = GoldenCheck.Options()
        options.profiles = [.server]
        options.filters = set.cases.filter { $0.input.sampleCount <= mostSamples }.map(\.id)
        let command = try SessionCommand("/usr/bin/env python3 -B '\(folder.path)/reference.py' --serve")
        return await GoldenCheck(set, answerer: .session(command, timeout: 3600), options: options).run()
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

    @Test func noMistakenPortPassesAndTheRuleOfNineInTenIsNamed() async throws {
        var unnamed: [String] = []
        for (port, report) in try await Self.reports(on: SpelledPort.mistaken) {
            // The whole report in a failure's text would hide what it is about.
            let (isGood, isOfGoldens) = (report.isGood, report.failed.allSatisfy { $0.guards != nil })
            #expect(!isGood, "passes: \(port.spelling)")
            #expect(isOfGoldens, "\(port.spelling): \(report.codes)")
            // Another amount of a known mistake can look like several: then all that are named are of the rule.
            let isNamed = report.groups.contains { group in
                let rules = Set(group.title.matches(of: /\((§[0-9]+)\)/).map { String($0.1) })
                return rules == [port.rule]
            }
            if !isNamed { unnamed.append("\(port.spelling): \(report.groups.map(\.title))") }
        }
        #expect(10 * unnamed.count <= SpelledPort.mistaken.count, "\(unnamed)")
    }

    @Test func portsThatAreEqualInTheServersArithmeticPass() async throws {
        for (port, report) in try await Self.reports(on: SpelledPort.equivalent) {
            let isGood = report.isGood
            #expect(isGood, "\(port.spelling): \(report.groups.map(\.title))")
        }
    }
}
