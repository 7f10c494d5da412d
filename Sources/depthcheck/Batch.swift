import ArgumentParser
import Support

/// The road of every command that works on many files: several at once, each answer handed on in the order of the
/// files, a bar that shows how far it is, and one exit code in the end.
struct Batch<Item: Sendable, Answer: Sendable> {
    let items: BatchItems<Item>
    let jobs: Int
    let isProgressWanted: Bool
    /// Works on one item; called on several threads.
    let work: @Sendable (Item) -> Answer

    init(
        items: BatchItems<Item>, jobs: Int, isProgressWanted: Bool, work: @escaping @Sendable (Item) -> Answer
    ) {
        self.items = items
        self.jobs = jobs
        self.isProgressWanted = isProgressWanted
        self.work = work
    }

    init(items: [Item], jobs: Int, isProgressWanted: Bool, work: @escaping @Sendable (Item) -> Answer) {
        self.init(items: BatchItems(items), jobs: jobs, isProgressWanted: isProgressWanted, work: work)
    }

    /// Works on all items.
    ///
    /// That nobody reads the output any more ends the work; what was found up to there still decides the exit code.
    ///
    /// - Parameters:
    ///   - judge: says which exit code an answer asks for; called in order, before the answer is handed on.
    ///   - consume: takes the answers in order.
    ///   - finish: called after the last one, when the bar is gone.
    /// - Returns: the worst exit code: unreadable input outweighs a condition that holds.
    func run(
        judge: (Answer) -> ExitCode = { _ in .success }, consume: (Answer) throws -> Void,
        finish: () throws -> Void = {}
    ) throws -> ExitCode {
        var progress = ProgressBar(total: items.count, isWanted: isProgressWanted)
        defer { progress.finish() }
        var worst = ExitCode.success
        func take(_ answer: Answer) throws {
            progress.advance()
            let code = judge(answer)
            if code.rawValue > worst.rawValue { worst = code }
            try consume(answer)
        }
        do {
            // One file is inflated, copied and measured in memory of which much was used a moment before.
            FileAccess.keepFreedMemory()
            if items.count == 1 {
                // No thread is started for one file.
                for item in items { try take(work(item)) }
            } else {
                // Files are at hand; what comes out of archives holds memory, and may be waited for.
                try parallelMap(items, jobs: jobs, ahead: items.count == nil ? 0 : jobs, work, consume: take)
            }
            progress.finish()
            try finish()
        } catch is ReaderIsGone {}
        return worst
    }
}

/// What a batch works on: items that are known, and behind them others that show one by one as they are needed, such as
/// the members of an archive.
struct BatchItems<Item: Sendable>: Sequence {
    private let known: AnySequence<Item>
    private let knownCount: Int
    /// Those of which nobody knows how many there are.
    private let more: AnySequence<Item>?
    /// What stands in the place of an item that is several; nil for one that is one.
    private let parts: ((Item) -> [Item]?)?

    init(_ known: [Item], then more: AnySequence<Item>? = nil, parts: ((Item) -> [Item]?)? = nil) {
        self.init(known, count: known.count, then: more, parts: parts)
    }

    /// - Parameters:
    ///   - known: items that may be made one by one.
    ///   - count: how many these are.
    init(
        _ known: some Sequence<Item>, count: Int, then more: AnySequence<Item>? = nil,
        parts: ((Item) -> [Item]?)? = nil
    ) {
        self.known = AnySequence(known)
        knownCount = count
        self.more = more
        self.parts = parts
    }

    /// How many there are; nil where nobody knows before the last.
    var count: Int? { more == nil && parts == nil ? knownCount : nil }

    func makeIterator() -> AnyIterator<Item> {
        let (known, more) = (known.makeIterator(), more?.makeIterator())
        // The parts that come next, the first of them last.
        var waiting: [Item] = []
        return AnyIterator {
            while waiting.isEmpty, let next = known.next() {
                guard let several = parts?(next) else { return next }
                waiting = several.reversed()
            }
            return waiting.popLast() ?? more?.next()
        }
    }
}
