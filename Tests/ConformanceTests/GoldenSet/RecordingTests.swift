import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance
@testable import depthcheck

@Suite("Goldens are recorded by hand")
struct RecordingTests {
    private let program = "echo '{\"status\": \"fail\", \"depth_layers\": 9, \"more\": 1, \"profile\": \"server\"}'"

    /// A set in which size-4x4 has a golden that is not frozen: depthcheck's answer with one layer more.
    private func set() throws -> TemporarySet {
        let set = try TemporarySet(["server/size-3x3", "server/size-4x4"])
        try set.replace("\"frozen\": true", by: "\"frozen\": false", in: "golden/server/size-4x4.json")
        try set.replace("\"independent\": true", by: "\"independent\": false", in: "golden/server/size-4x4.json")
        return set
    }

    private func record(
        _ set: TemporarySet, answerer: Answerer = .depthcheck, isCI: Bool = false,
        _ change: (inout Recording.Options) -> Void = { _ in }
    ) async throws -> [(id: String, outcome: Recording.Outcome)] {
        var options = Recording.Options()
        change(&options)
        return try await Recording(
            try GoldenSet(set.path), answerer: answerer,
            origin: .init(implementation: "somebody", version: "1"),
            options: options, isCI: isCI
        ).run()
    }

    @Test func unchangedAnswersAreNotWritten() async throws {
        let set = try set()
        let before = try set.folder.text(of: "golden/server/size-4x4.json")
        // The stored goldens have no stages, unlike depthcheck's answer; they are unchanged only if all other
        // fields agree.
        let outcomes = try await record(set)
        #expect(outcomes.map(\.outcome) == [.unchanged, .unchanged])
        #expect(try set.folder.text(of: "golden/server/size-4x4.json") == before)
    }

    @Test func aChangedAnswerReplacesTheStoredGolden() async throws {
        let set = try set()
        let command = try CommandTemplate("'\(try set.script("program", program))' {input}")
        let outcomes = try await record(set, answerer: .program(AskedProgram(command, timeout: 3600))) {
            $0.filters = ["size-4x4"]
        }
        #expect(outcomes.map(\.outcome) == [.written(path: "\(set.path)/server/size-4x4.json", isNew: false)])
        let golden = try #require(try GoldenSet(set.path).cases.first { $0.name == "size-4x4" })
        #expect(golden.expected["depth_layers"]?.whole == 9)
        #expect(golden.expected["more"] == nil)
        #expect(golden.provenance.implementation == "somebody")
        #expect(golden.provenance.isIndependent)
        #expect(golden.provenance.answeredOn?.count == 10)
    }

    @Test func recordingANewGoldenRequiresItsRule() async throws {
        let set = try set()
        let bytes = (0..<16).flatMap { [0, 0, $0 < 8 ? 128 : 0, 63] as [UInt8] }
        try set.folder.file("fixtures/new.bin.gz", DepthFileWriter.pack(bytes, as: .gzip))
        #expect(try await set.check { $0.profiles = [.server] }.codes == ["input-without-golden"])
        #expect(try set.folder.text(of: "golden/manifest.json").contains("new") == false)
        let without = try await record(set) { $0.filters = ["new"] }
        let unguarded: Message = "a new golden needs the rule it guards: \(option: .guards) 'SENTENCE'"
        #expect(without.map(\.outcome) == [.failed(unguarded)])
        let with = try await record(set) {
            $0.filters = ["new"]
            $0.guards = "§8: a test"
            $0.dimensions = .init(width: 4, height: 4)
        }
        #expect(with.map(\.outcome) == [.written(path: "\(set.path)/server/new.json", isNew: true)])
        #expect(try await set.check { $0.profiles = [.server] }.isGood)
        let golden = try #require(try GoldenSet(set.path).cases.first { $0.name == "new" })
        #expect(golden.guards == "§8: a test")
        #expect(!golden.provenance.isIndependent)
        #expect(golden.text == (try set.folder.text(of: "golden/server/new.json")))
        #expect(try await record(set).map(\.outcome) == [.unchanged, .unchanged, .unchanged])
    }

    @Test func frozenAndIndependentGoldensAreProtected() async throws {
        let set = try set()
        let command = try CommandTemplate("'\(try set.script("program", program))' {input}")
        let stored = try set.folder.text(of: "golden/server/size-3x3.json")
        let refused = try await record(set, answerer: .program(AskedProgram(command, timeout: 3600))) {
            $0.filters = ["size-3x3"]
        }
        guard case .refused(let reason) = try #require(refused.first).outcome else {
            throw Unexpected(text: "\(refused)")
        }
        #expect(reason.hasPrefix("frozen, answered by capture backend (Rust)"))
        #expect(try set.folder.text(of: "golden/server/size-3x3.json") == stored)

        try set.replace("\"independent\": false", by: "\"independent\": true", in: "golden/server/size-4x4.json")
        try set.replace("\"depth_layers\": ", by: "\"depth_layers\": 1", in: "golden/server/size-4x4.json")
        let own = try await record(set) { $0.filters = ["size-4x4"] }
        guard case .refused(let reason) = try #require(own.first).outcome else { throw Unexpected(text: "\(own)") }
        #expect(reason.contains("depthcheck's own answer cannot replace it"))
    }

    @Test func ciMayNotRecord() async throws {
        let set = try set()
        await #expect(throws: RecordingError.refusedInCI) { try await record(set, isCI: true) }
        #expect(RecordingError.refusedInCI.wording.description.contains("CI is set"))
    }

    @Test func recordingErrorsAreReported() async throws {
        let set = try set()
        let command = try CommandTemplate("'\(try set.script("program", "exit 4"))' {input}")
        let failed = try await record(set, answerer: .program(AskedProgram(command, timeout: 3600))) {
            $0.filters = ["size-4x4"]
        }
        #expect(failed.map(\.outcome) == [.failed("the program ended with exit code 4; expected 0")])
        await #expect(throws: RecordingError.nothingMatches(["size-9x9"])) {
            try await record(set) { $0.filters = ["size-9x9"] }
        }
        try set.folder.file("golden/server/size-4x4.json", Data("{".utf8))
        let unreadable = try await record(set) { $0.filters = ["size-4x4"] }
        #expect(unreadable.map(\.outcome) == [.refused("the stored golden cannot be read; correct or remove it")])
        #expect(try set.folder.text(of: "golden/server/size-4x4.json") == "{")
    }
}
