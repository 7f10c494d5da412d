import DepthAnalysis
import Foundation
import TestSupport
import Testing

private let room = "fixtures/room-01.bin.gz"
private let binEdges = "fixtures/flip-bin-edges.bin.gz"
private let binEdgesArguments = ["--width", "3", "--height", "3", binEdges]
private let nothingValid = "fixtures/all-invalid.bin.gz"

private func parity(_ arguments: [String], input: Data = Data()) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["parity"] + arguments, input: input)
}

private func object(_ outcome: CommandRunner.Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
}

@Suite struct ParityCommandTests {
    @Test func agreementExitsWith0() throws {
        let outcome = try parity([room])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("PARITY HOLDS\n  1 of 1 file compared, f64 with f32\n"))
    }

    @Test func aFlipExitsWith1AndIsExplained() throws {
        let outcome = try parity(binEdgesArguments + ["--format", "json"])
        #expect(outcome.exitCode == 1)
        let report = try object(outcome)
        #expect(report["holds"] as? Bool == false)
        let flips = try #require(report["verdict_flips"] as? [[String: Any]])
        #expect(flips.count == 1 && flips[0]["input"] as? String == binEdges)
        let checks = try #require(flips[0]["checks"] as? [[String: Any]])
        #expect(checks.map { $0["check"] as? String } == ["layers"])
        #expect(checks[0]["cause"] as? String == "bin_edges")
        let server = try #require(checks[0]["server"] as? [String: Any])
        #expect(server["value"] as? Int == 2 && server["threshold"] as? Int == 3 && server["holds"] as? Bool == false)
        let promises = try #require(report["promises"] as? [[String: Any]])
        #expect(promises.map { $0["broken_by"] as? Int } == [0, 0, 1, 1])
    }

    /// Every stored flip still flips, for the cause in its name.
    @Test(arguments: [
        ("bin-edges", 3, 3), ("deviation-rounding", 17, 17), ("lost-bits", 960, 675), ("gradient-threshold", 26, 3),
        ("coherence-rounding", 176, 178), ("screen-range", 3, 3), ("screen-mean", 18, 3),
    ])
    func storedFlipsStillFlip(name: String, width: Int, height: Int) throws {
        let outcome = try parity([
            "--width", "\(width)", "--height", "\(height)", "fixtures/flip-\(name).bin.gz", "--format", "json",
        ])
        let list = name.hasPrefix("screen") ? "screen_flips" : "verdict_flips"
        #expect(outcome.exitCode == (name.hasPrefix("screen") ? 0 : 1))
        let flips = try #require(try object(outcome)[list] as? [[String: Any]])
        let checks = try #require(flips.first?["checks"] as? [[String: Any]])
        #expect(
            checks.filter { $0["responsible"] as? Bool == true }.map { $0["cause"] as? String }
                == [String(name.map { $0 == "-" ? "_" : $0 })])
    }

    @Test func unreadableInputExitsWith2AndOthersAreCompared() throws {
        let outcome = try parity([room, "nowhere.bin", "--format", "json"])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("depthcheck: nowhere.bin: found no such file"))
        let report = try object(outcome)
        #expect(report["compared"] as? Int == 1 && report["files"] as? Int == 2)
        #expect((report["unreadable"] as? [Any])?.count == 1)
        #expect(try parity(binEdgesArguments + ["nowhere.bin"]).exitCode == 2)
    }

    @Test func smallMapsAreCountedSeparately() throws {
        let arguments = ["--width", "2", "--height", "2", "fixtures/size-2x2.bin.gz", nothingValid, "--format", "json"]
        let report = try object(try parity(arguments))
        #expect(report["compared"] as? Int == 0 && report["unavailable"] as? Int == 1)
        #expect(report["server_only"] as? [String] == ["fixtures/size-2x2.bin.gz"])
    }

    @Test func csvHasOneCompleteRowPerFile() throws {
        let outcome = try parity([room, nothingValid, "--format", "csv"])
        let rows = outcome.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 3 && Set(rows.map(\.count)) == [19])
        #expect(rows[0].prefix(3) == ["input", "outcome", "holds"])
        #expect(rows[1].prefix(5) == [Substring(room), "compared", "true", "pass", "pass"])
        #expect(rows[2].prefix(3) == [Substring(nothingValid), "unavailable", ""])
    }

    @Test func textExceptFileNamesFitsSixtyColumns() throws {
        for line in try parity(["fixtures"]).output.split(separator: "\n") where !line.contains("fixtures/") {
            #expect(line.count <= 60, "\(line)")
        }
    }

    @Test func quietTextIsOneLinePerFile() throws {
        let lines = try parity(["--quiet", room, nothingValid, "--jobs", "1"]).output.split(separator: "\n")
        #expect(lines == ["ok     \(room)", "n/a    \(nothingValid)  (no valid sample)"])
    }

    @Test func standardInputAndOutputFilesWorkAsInAnalyze() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report.json"
        let bytes = try Data(contentsOf: CommandRunner.package.appending(path: room))
        let outcome = try parity(["-", "--format", "json", "--output", path], input: bytes)
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty)
        #expect(try folder.text(of: "report.json").contains("\"compared\": 1"))
    }

    @Test(arguments: [
        [], ["--search"], ["--format", "xml", room], ["--jobs", "0", room],
    ])
    func usageErrorsExitWith64(arguments: [String]) throws {
        let outcome = try parity(arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    }
}
