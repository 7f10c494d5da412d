package import DepthAnalysis
internal import PlainText
package import Platform

/// Answers that were made elsewhere, where nothing can be started from here: one JSON object a line, each an analysis
/// with the `name` of its input and its `profile` (`server` where it has none).
///
///     let answers = try AnswerFile("phone.ndjson")
package struct AnswerFile: Sendable {
    package let path: String
    /// The first answer to each request.
    let answers: [AnswerRequest.ID: Answer]
    /// The lines that are no answer, and those that answer a second time.
    let unusable: [Failure]
    private let lines: [AnswerRequest.ID: Int]

    private static let maximumByteCount = 1 << 30

    /// Reads a file, or standard input for `-`. Lines that are no answers do not end it.
    package init(_ path: String) throws(FileAccessError) {
        self.init(try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount), path: path)
    }

    /// Takes the answers from what stands in a file.
    init(_ bytes: [UInt8], path: String) {
        self.path = path
        var answers: [AnswerRequest.ID: Answer] = [:]
        var lines: [AnswerRequest.ID: Int] = [:]
        var unusable: [Failure] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy({ $0 <= 0x20 }) else { continue }
            let number = index + 1
            do throws(AnswerLineError) {
                let (id, answer) = try Self.answer(in: Array(line))
                if let first = lines[id] {
                    unusable.append(.secondAnswer(id, line: number, first: first))
                } else {
                    answers[id] = answer
                    lines[id] = number
                }
            } catch {
                unusable.append(.notAnAnswer(line: number, error))
            }
        }
        self.answers = answers
        self.lines = lines
        self.unusable = unusable
    }

    /// The profiles that are answered for.
    package var profiles: [AnalysisProfile] {
        AnalysisProfile.allCases.filter { profile in answers.keys.contains { $0.profile == profile } }
    }

    private static func answer(in line: [UInt8]) throws(AnswerLineError) -> (AnswerRequest.ID, Answer) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line) } catch { throw .notJSON(error.finding) }
        guard value.members != nil else { throw .notAnObject(value.kindName) }
        guard let name = value[AnswerRequest.Key.name.rawValue]?.string else { throw .withoutName }
        var profile = AnalysisProfile.server
        if let found = value[AnswerRequest.Key.profile.rawValue] {
            guard let known = found.string.flatMap(AnalysisProfile.init) else { throw .unknownProfile(found.shortText) }
            profile = known
        }
        return (.init(name: name, profile: profile), value.answerOfLine)
    }

    /// What is wrong with the file as answers to a set: unusable lines, and answers to what nothing asks.
    func failures(knownTo set: GoldenSet) -> [Failure] {
        let known = Set(set.cases.map { AnswerRequest.ID(name: $0.name, profile: $0.profile) })
        let unknown = lines.filter { !known.contains($0.key) }.sorted { $0.value < $1.value }
        return unusable + unknown.map { .unknownAnswer($0.key, line: $0.value) }
    }
}

/// Why a line of an answers file is none.
package enum AnswerLineError: Error, Sendable, Hashable {
    case notJSON(String)
    case notAnObject(String)
    case withoutName
    case unknownProfile(String)
}
