internal import DepthAnalysis
internal import Support

/// Requests that a session answers again: an answer that depends on the requests before it is a failure of its own.
struct RepeatedRequests {
    let answerer: Answerer

    struct Session {
        var answers: [RequestID: TimedAnswer] = [:]
        var again: [(id: RequestID, answer: Answer)] = []
        var ending: ProgramFailure?
    }

    private static let repeatedCount = 8
    /// The number of failing requests that a second process gets at first. If an answer changes, the rest follow.
    private static let fewest = 20

    func answers(to requests: [AnswerRequest], repeats: Bool) async -> Session? {
        let step = max(1, requests.count / Self.repeatedCount)
        let repeated = requests.enumerated().filter { repeats && $0.offset % step == 0 }.map(\.element).reversed()
        guard let found = await answerer.sessionAnswers(to: requests + repeated) else { return nil }
        return Session(
            answers: Dictionary(uniqueKeysWithValues: zip(requests.map(\.id), found.answers)),
            again: zip(repeated, found.answers.dropFirst(requests.count)).map { ($0.id, $1.answer) },
            ending: found.ending)
    }

    func compare(
        _ session: Session, _ requests: [AnswerRequest], with cases: [GoldenCase], _ report: inout CheckReport
    ) async {
        let ids = Dictionary(uniqueKeysWithValues: cases.map { (ExactText($0.id), $0.requestID) })
        var changes = Self.changes(session.again, from: session.answers)
        let failed = Set(
            report.entries.filter { $0.failures.contains(where: \.isDifference) }.compactMap { ids[ExactText($0.id)] })
        let failing = requests.filter { failed.contains($0.id) }.reversed()
        for part in [failing.prefix(Self.fewest), failing.dropFirst(Self.fewest)] where !part.isEmpty {
            guard let found = await answerer.sessionAnswers(to: Array(part)) else { break }
            changes.merge(Self.changes(zip(part, found.answers).map { ($0.id, $1.answer) }, from: session.answers)) {
                first, _ in first
            }
            if changes.isEmpty { break }
        }
        for index in report.entries.indices {
            guard let change = ids[ExactText(report.entries[index].id)].flatMap({ changes[$0] }) else { continue }
            report.entries[index].failures.removeAll(where: \.isDifference)
            report.entries[index].failures.append(change)
            (report.entries[index].question, report.entries[index].words) = (nil, [:])
        }
    }

    /// The failure of each request whose second answer is missing or has other values.
    private static func changes(
        _ again: [(id: RequestID, answer: Answer)], from first: [RequestID: TimedAnswer]
    ) -> [RequestID: Failure] {
        var changes: [RequestID: Failure] = [:]
        for (id, answer) in again {
            guard case .success(let before)? = first[id]?.answer else { continue }
            switch answer {
            case .failure(.notAsked): continue
            case .failure(let failure): changes[id] = .noAnswer(failure)
            case .success(let after):
                let lines = Field.compared.compactMap { field -> String? in
                    let (first, second) = (field.value(in: before), field.value(in: after))
                    guard first != second else { return nil }
                    return "\(field.path): first \(first?.shortText ?? "left out"), then "
                        + (second?.shortText ?? "left out")
                }
                if !lines.isEmpty { changes[id] = .keepsState(lines) }
            }
        }
        return changes
    }
}
