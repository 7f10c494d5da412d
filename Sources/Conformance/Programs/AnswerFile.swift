package import DepthAnalysis
package import Support

/// A file of answers from another machine or program, with one JSON object per line.
package struct AnswerFile: Sendable {
    package let path: String
    private let first: [RequestID: (answer: Answer, line: Int)]
    let unusable: [AnswerFileFailure]
    /// The number of further unusable lines, and whether any of them is not an answer.
    private let unlisted: (count: Int, areUnreadable: Bool)

    private static let maximumByteCount = 1 << 30
    /// The largest number of failures to list.
    static let maximumFailures = 1000

    /// Reads a file, or stdin for `-`. Lines that are not answers become failures.
    package init(_ path: String, to task: ProgramTask = .analysis) throws(FileAccessError) {
        self.init(try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount), path: path, to: task)
    }

    package init(_ bytes: [UInt8], path: String, to task: ProgramTask = .analysis) {
        self.path = path
        var first: [RequestID: (answer: Answer, line: Int)] = [:]
        var unusable: [AnswerFileFailure] = []
        var unlisted = (count: 0, areUnreadable: false)
        func list(_ failure: AnswerFileFailure) {
            if unusable.count < Self.maximumFailures {
                unusable.append(failure)
            } else {
                unlisted.count += 1
                if failure.isUnreadable { unlisted.areUnreadable = true }
            }
        }
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy({ $0 <= 0x20 }) else { continue }
            let number = index + 1
            do throws(AnswerLineError) {
                let (id, answer) = try Self.answer(in: Array(line), to: task)
                if let line = first[id]?.line {
                    list(.secondAnswer(id, line: number, first: line))
                } else {
                    first[id] = (answer, number)
                }
            } catch {
                list(.notAnAnswer(line: number, error))
            }
        }
        (self.first, self.unusable, self.unlisted) = (first, unusable, unlisted)
    }

    package var profiles: [AnalysisProfile] {
        AnalysisProfile.allCases.filter { profile in first.keys.contains { $0.profile == profile } }
    }

    subscript(id: RequestID) -> Answer? { first[id]?.answer }

    private static func answer(in line: [UInt8], to task: ProgramTask) throws(AnswerLineError) -> (RequestID, Answer) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line, task.strings) } catch { throw .notJSON(error.finding) }
        return (try task.requestID(of: value), task.answer(in: value))
    }

    /// The failures when the file is checked against a set: unusable lines, and answers to requests not in the set.
    func failures(asked known: Set<RequestID>) -> [AnswerFileFailure] {
        let unknown = first.lazy.filter { !known.contains($0.key) }.map { (id: $0.key, line: $0.value.line) }
            .sorted { $0.line < $1.line }
        let listed = unknown.prefix(Self.maximumFailures - unusable.count)
        let count = unlisted.count + unknown.count - listed.count
        return unusable + listed.map { .unknownAnswer($0.id, line: $0.line) }
            + (count == 0 ? [] : [.furtherLines(count: count, areUnreadable: unlisted.areUnreadable)])
    }
}

package enum AnswerFileFailure: Error, Sendable, Hashable {
    case notAnAnswer(line: Int, AnswerLineError)
    case secondAnswer(RequestID, line: Int, first: Int)
    case unknownAnswer(RequestID, line: Int)
    case furtherLines(count: Int, areUnreadable: Bool)

    var code: String {
        switch self {
        case .notAnAnswer: "not-an-answer"
        case .secondAnswer: "second-answer"
        case .unknownAnswer: "unknown-answer"
        case .furtherLines: "further-lines"
        }
    }

    /// Whether a line is not an answer, as opposed to a duplicate answer or an answer to an unknown request.
    var isUnreadable: Bool {
        switch self {
        case .notAnAnswer: true
        case .secondAnswer, .unknownAnswer: false
        case .furtherLines(_, let areUnreadable): areUnreadable
        }
    }
}

package enum AnswerLineError: Error, Sendable, Hashable {
    case notJSON(String)
    case notAnObject(String)
    case withoutName
    case unknownProfile(String)
}
