import DepthAnalysis
import DepthTestSupport
import Foundation
import Testing

@testable import GoldenFiles

private let hasPython = (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", ""]).exitCode) == 0

/// Ports with the right formulas in other arithmetic: copies of `tools/reference.py` with one text replaced. None may
/// pass, and the rule it departs from is to be named.
@Suite(.enabled(if: hasPython, "needs python3")) struct SpelledPortTests {
    private struct Port {
        let rule: String
        let text: String
        let spelling: String
    }

    private static let position = "(depth - nearest) / bin_width"
    private static let peak = "smoothed[i] > smoothed[i + 1] and smoothed[i] > threshold"
    private static let half = "return (after - before) / 2.0"
    private static let length = "math.sqrt(gx * gx + gy * gy) > GRADIENT_THRESHOLD"
    private static func single(_ text: String) -> String {
        "struct.unpack('<f', struct.pack('<f', \(text)))[0]"
    }

    private static let ports = [
        Port(rule: "§4", text: "mean = total / len(values)", spelling: "mean = total * (1 / len(values))"),
        Port(
            rule: "§4", text: "return mean, math.sqrt(squares / len(values))",
            spelling: "return mean, math.sqrt(squares) / math.sqrt(len(values))"),
        Port(rule: "§4", text: "deviation = value - mean", spelling: "deviation = " + single("value - mean")),
        Port(rule: "§5", text: position, spelling: "(depth - nearest) * (1 / bin_width)"),
        Port(rule: "§5", text: position, spelling: "(depth - nearest) * (50 / (farthest - nearest))"),
        Port(rule: "§5", text: position, spelling: "(depth - nearest) * 50 / (farthest - nearest)"),
        Port(rule: "§5", text: position, spelling: single(position)),
        Port(
            rule: "§5", text: peak,
            spelling: "smoothed[i] > smoothed[i + 1] and smoothed[i] / max(smoothed) > PEAK_PROMINENCE_RATIO"),
        Port(rule: "§6", text: half, spelling: "return " + single("after - before") + " / 2.0"),
        Port(
            rule: "§6", text: length,
            spelling: "math.sqrt(\(single("gx * gx")) + \(single("gy * gy"))) > GRADIENT_THRESHOLD"),
        Port(rule: "§6", text: "1.0 - math.exp(-ratio * EDGE_GAIN)", spelling: "-math.expm1(-ratio * EDGE_GAIN)"),
        Port(
            rule: "§9", text: "deviation > VARIANCE_THRESHOLD", spelling: "deviation > VARIANCE_THRESHOLD + 1e-9"),
        Port(
            rule: "§10", text: "int(math.sqrt(count / (4.0 / 3.0)))",
            spelling: "round(math.sqrt(count / (4.0 / 3.0)))"),
    ]

    private static func check(_ port: Port) async throws -> CheckReport {
        let folder = try TemporaryFolder()
        let reference = CommandRunner.package.appending(path: "tools/reference.py")
        let source = String(decoding: try Data(contentsOf: reference), as: UTF8.self)
        try #require(source.components(separatedBy: port.text).count == 2, "\(port.text)")
        let file = try folder.file("port.py", source.replacing(port.text, with: port.spelling).utf8)
        try folder.link("lib", to: reference.deletingLastPathComponent().appending(path: "lib").path)
        var options = GoldenCheck.Options()
        options.profiles = [.server]
        let command = try SessionCommand("/usr/bin/env python3 -B '\(file.path)' --serve")
        return await GoldenCheck(
            try GoldenSet(TemporarySet.committed), answerer: .session(command, timeout: 3600), options: options
        ).run()
    }

    @Test func noSpelledPortPassesAndTheRuleOfNineInTenIsNamed() async throws {
        var unnamed: [String] = []
        for port in Self.ports {
            let report = try await Self.check(port)
            #expect(!report.isGood, "passes: \(port.spelling)")
            #expect(report.failed.allSatisfy { $0.guards != nil }, "\(port.spelling): \(report.codes)")
            let isNamed = report.groups.contains {
                $0.title.hasPrefix("looks like") && $0.title.contains("(\(port.rule))")
            }
            if !isNamed { unnamed.append("\(port.spelling): \(report.groups.map(\.title))") }
        }
        #expect(10 * unnamed.count <= Self.ports.count, "\(unnamed)")
    }
}
