import Captures
import Foundation
import Reports
import Support
import Tasks

/// The task, the database and the recent requests. Requests are judged one after another, as the state requires.
actor Desk {
    private var task: ServeTask
    private let store: StateStore
    private(set) var records: [RequestRecord] = []
    /// The number of the next request, from 1.
    private var nextNumber = 1
    private var answeredCount = 0
    /// The number of the record of each judged request, by the number that ``SessionCause`` gives the request.
    private var numbers: [Int: Int] = [:]

    /// The largest number of records that are kept, and of the bytes of their bodies.
    private static let (recordLimit, byteLimit) = (100, 64 << 20)

    init(_ task: ServeTask, _ store: StateStore) { (self.task, self.store) = (task, store) }

    var now: CaptureTimestamp { task.now }
    var latest: Int { nextNumber - 1 }

    /// Whether an injected fault replaces the next answer.
    func failsNext(_ failure: InjectedFailure?) -> Bool {
        guard let failure else { return false }
        answeredCount += 1
        return answeredCount.isMultiple(of: failure.interval)
    }

    func answer(_ message: HTTPRequestMessage, from address: String) throws -> RequestRecord {
        let cause = task.requestNumber
        let reply = try task.answer(to: message, from: address) { [store] in try store.store($0, at: $1) }
        let record = RequestRecord(
            number: nextNumber, message: message, reply: reply,
            causes: Set(reply.causes.compactMap { numbers[$0.request] }).sorted())
        if reply.judged != nil { numbers[cause] = nextNumber }
        nextNumber += 1
        records.append(record)
        var size = records.reduce(0) { $0 + $1.message.body.count }
        while records.count > Self.recordLimit || size > Self.byteLimit && records.count > 1 {
            size -= records.removeFirst().message.body.count
        }
        if numbers.count > 4 * Self.recordLimit, let first = records.first?.number {
            numbers = numbers.filter { $0.value >= first }
        }
        Console.print(record.line)
        return record
    }

    func record(_ number: Int) -> RequestRecord? { records.first { $0.number == number } }

    var state: [UInt8] {
        var writer = JSONWriter(.indented, .texts)
        task.write(to: &writer)
        return writer.bytes
    }

    func setState(_ json: [UInt8]) throws {
        let state = try task.setState(json)
        try store.reset()
        try store.store(state, at: task.now)
    }

    func setClock(_ text: String) throws(OptionError) { try task.setClock(text) }

    func reset() throws {
        task.reset()
        try store.reset()
        records = []
    }
}
