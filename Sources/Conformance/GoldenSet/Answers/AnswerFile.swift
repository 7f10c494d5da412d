package import DepthAnalysis
package import Support

/// A file of answers from another machine or program: one JSON object per line, each an analysis with the `name` of
/// its input and its `profile` (`server` by default).
///
///     let answers = try AnswerFile("phone.ndjson")
package struct AnswerFile: Sendable {
    package let path: String
    /// The first answer to each request, with its line number.
    private let first: [AnswerRequest.ID: (answer: Answer, line: Int)]
    /// The first ``maximumFailures`` lines that are not answers or are duplicates.
    let unusable: [Failure]
    /// The number of further unusable lines, and whether any of them is not an answer.
    private let unlisted: (count: Int, areUnreadable: Bool)

    private static let maximumByteCount = 1 << 30
    /// The largest number of failures to list. A failure takes a thousand times the memory of the shortest line.
    static let maximumFailures = 1000

    /// Reads a file, or stdin for `-`. Lines that are not answers become failures.
    package init(_ path: String) throws(FileAccessError) {
        self.init(try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount), path: path)
    }

    init(_ bytes: [UInt8], path: String) {
        self.path = path
        var first: [AnswerRequest.ID: (answer: Answer, line: Int)] = [:]
        var unusable: [Failure] = []
        var unlisted = (count: 0, areUnreadable: false)
        func list(_ failure: Failure) {
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
                let (id, answer) = try Self.answer(in: Array(line))
                if let line = first[id]?.line {
                    list(.secondAnswer(id, line: number, first: line))
                } else {
                    first[id] = (answer, number)
                }
            } catch {
                list(.notAnAnswer(line: number, error))
            }
        }
        self.first = first
        self.unusable = unusable
        self.unlisted = unlisted
    }

    package var profiles: [AnalysisProfile] {
        AnalysisProfile.allCases.filter { profile in first.keys.contains { $0.profile == profile } }
    }

    subscript(id: AnswerRequest.ID) -> Answer? { first[id]?.answer }

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

    /// The failures when the file is checked against a set: unusable lines, and answers to requests not in the set.
    func failures(knownTo set: GoldenSet) -> [Failure] {
        let known = Set(set.cases.map(\.requestID))
        let unknown = first.lazy.filter { !known.contains($0.key) }.map { (id: $0.key, line: $0.value.line) }
            .sorted { $0.line < $1.line }
        let listed = unknown.prefix(Self.maximumFailures - unusable.count)
        let count = unlisted.count + unknown.count - listed.count
        return unusable + listed.map { .unknownAnswer($0.id, line: $0.line) }
            + (count == 0 ? [] : [.furtherLines(count: count, areUnreadable: unlisted.areUnreadable)])
    }
}

package enum AnswerLineError: Error, Sendable, Hashable {
    case notJSON(String)
    case notAnObject(String)
    case withoutName
    case unknownProfile(String)
}
