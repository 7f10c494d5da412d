import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// The second opinion, `tools/dev/golden/reference.py`, against the analyzer, to the last bit of every field and stage.
@Suite("Reference in Python: a second opinion on fixtures and random maps")
struct ReferencePythonTests {
    private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static let needsPython: Comment = "needs python3"

    /// A file for Python, and the label of a mismatch.
    private struct Question {
        let path: String
        let given: MapDimensions?
        let label: String
    }

    /// Compares both answers for each file, and returns the number of comparisons.
    private static func compare(_ questions: [Question]) throws -> Int {
        let script = CommandRunner.package.appending(path: "tools/dev/golden/reference.py").path
        let lines = questions.map { "\($0.path)\t\($0.given?.width ?? 0)\t\($0.given?.height ?? 0)\n" }.joined()
        let outcome = try CommandRunner.run(
            URL(filePath: try #require(python)), ["-B", script, "--batch"], input: Data(lines.utf8))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let answers = outcome.output.split(separator: "\n")
        try #require(answers.count == questions.count)
        for (question, text) in zip(questions, answers) {
            let answer = try JSONReader.read(String(text))
            let reader = DepthFileReader(options: ReadingOptions(dimensions: question.given))
            for engine in DepthAnalyzer.Engine.allCases {
                let own = FileAnalyzer(analyzer: DepthAnalyzer(engine: engine), reader: reader)
                    .analyze(question.path).analysis.answer
                let comparison = AnswerComparison(expected: answer, actual: own, profile: .server)
                #expect(comparison.differences.map(\.line) == [], "\(question.label) \(engine)")
                #expect(comparison.notReported == [], "\(question.label)")
            }
            // Both report the same fields.
            let missing = Field.compared.filter { $0.value(in: answer) == nil }.map(\.path)
            #expect(missing == [], "\(question.label)")
        }
        return answers.count
    }

    @Test(.enabled(if: python != nil, needsPython)) func everyFixtureMatchesTheReference() throws {
        let set = try GoldenSet(TemporarySet.committed)
        let questions = set.inputFiles(of: nil).map { file in
            let given = set.cases.first { $0.input.file == file }?.input.given
            return Question(path: set.inputPath(file), given: given, label: file)
        }
        #expect(try Self.compare(questions) >= 48)
    }

    @Test(.enabled(if: python != nil, needsPython)) func randomMapsOfEveryKindMatchTheReference() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 20_261_121)
        var questions: [Question] = []
        for kind in MapKind.allCases {
            for number in 0..<40 {
                // The smallest sizes all occur; half of the others are small, where borders matter most.
                let largest = number < 20 ? 8 : 70
                let width = number < 4 ? number % 2 + 1 : Int.random(in: 1...largest, using: &generator)
                let height = number < 4 ? number / 2 + 1 : Int.random(in: 1...largest, using: &generator)
                let map = kind.map(width: width, height: height, using: &generator)
                let label = "\(kind)-\(number)-\(width)x\(height)"
                let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip, level: 1)
                let file = try folder.file("\(label).bin.gz", bytes)
                questions.append(
                    Question(path: file.path, given: MapDimensions(width: width, height: height), label: label))
            }
        }
        #expect(try Self.compare(questions) == 40 * MapKind.allCases.count)
    }
}
