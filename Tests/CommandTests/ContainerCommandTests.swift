import DepthFiles
import Foundation
import TestSupport
import Testing

/// Every stored answer, through every way of passing a map to the command.
@Suite struct ContainerCommandTests {
    private func analyze(_ arguments: [String], input: Data = Data()) throws -> [String: Any] {
        let outcome = try CommandRunner.depthcheck(["analyze", "--format", "json"] + arguments, input: input)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try parse(outcome.output)
    }

    private func samples(of answer: StoredAnswer) throws -> [UInt8] {
        let packed = [UInt8](try Data(contentsOf: answer.file))
        let map = try DepthFileReader().read(packed).result.get().map
        return DepthFileWriter.float32Bytes(of: map)
    }

    @Test(arguments: [DepthContainer.none, .gzip, .zlib, .deflate])
    func everyContainerGivesTheSameAnswer(container: DepthContainer) throws {
        let folder = try TemporaryFolder()
        for answer in try StoredAnswer.all() {
            let samples = try samples(of: answer)
            let file = try folder.file(answer.name, DepthFileWriter.pack(samples, as: container))
            // The server infers the size of such a map from gzip; in other containers, the wrong size is an error.
            if container != .gzip, let (width, height) = answer.given, width * height * 4 != samples.count {
                let arguments = ["analyze", "--format", "json"] + answer.dimensionArguments + [file.path]
                let outcome = try CommandRunner.depthcheck(arguments)
                #expect(outcome.exitCode == 2)
                #expect(outcome.output.contains("\"dimensions_do_not_fit\""), "\(outcome.output)")
                continue
            }
            let result = try analyze(answer.dimensionArguments + [file.path])
            answer.expect(result, "as \(container)")
            let serverAnswer = try #require(result["server_would_answer"] as? String)
            let status = try #require(answer.expected["status"] as? String)
            #expect(serverAnswer.hasPrefix(container == .gzip ? status : "unavailable: "))
        }
    }

    @Test func standardInputGivesTheSameAnswer() throws {
        for answer in try StoredAnswer.all() {
            let result = try analyze(answer.dimensionArguments + ["-"], input: try Data(contentsOf: answer.file))
            answer.expect(result, "from standard input")
            #expect(result["input"] as? String == "-")
        }
    }

    @Test func paddedRowsGiveTheSameAnswer() throws {
        let folder = try TemporaryFolder()
        for answer in try StoredAnswer.all() {
            let samples = try samples(of: answer)
            // Rows can be padded only if the dimensions are right.
            guard let (width, height) = answer.given, width * height * 4 == samples.count else { continue }
            let padding = [UInt8](repeating: 0x7F, count: 20)
            var padded: [UInt8] = []
            for row in 0..<height { padded += samples[row * width * 4..<(row + 1) * width * 4] + padding }
            let file = try folder.file(answer.name, padded)
            let result = try analyze(answer.dimensionArguments + ["--row-bytes", "\(width * 4 + 20)", file.path])
            answer.expect(result, "with padded rows")
        }
    }

    @Test func aFolderGivesTheSameAnswers() throws {
        // All files of a run share their dimensions, so there is one folder per size.
        for (size, answers) in Dictionary(grouping: try StoredAnswer.all(), by: \.dimensionArguments) {
            let folder = try TemporaryFolder()
            for answer in answers { try folder.file("\(answer.name).bin.gz", try Data(contentsOf: answer.file)) }
            let outcome = try CommandRunner.depthcheck(["analyze", "--format", "json"] + size + [folder.url.path])
            let results: [[String: Any]] = try parse(outcome.output)
            #expect(results.count == answers.count)
            for (answer, result) in zip(answers.sorted { "\($0.name).bin.gz" < "\($1.name).bin.gz" }, results) {
                #expect((result["input"] as? String)?.hasSuffix("/\(answer.name).bin.gz") == true)
                answer.expect(result, "from a folder")
            }
        }
    }
}
