import ArgumentParser
import Platform

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
    @MainActor
    func run(
        judge: (Answer) -> ExitCode = { _ in .success }, consume: (Answer) throws -> Void,
        finish: () throws -> Void = {}
    ) async throws -> ExitCode {
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
            if items.count == 1 {
                // No thread is started for one file.
                for item in items { try take(work(item)) }
            } else {
                FileAccess.keepFreedMemory()
                let work = work
                try await parallelMap(items, jobs: jobs, { item in MemoryTurn.take { work(item) } }, consume: take)
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
    private let known: Known
    private let more: AnySequence<Item>?
    /// What stands in the place of an item that is several; nil for one that is one.
    private let parts: ((Item) -> [Item]?)?

    /// A list, or what is made one by one of something smaller. A list is looked at as what it is:
    /// for one file no type is to be hidden.
    private enum Known {
        case list([Item])
        case made(AnySequence<Item>, count: Int)
    }

    init(_ known: [Item]) {
        self.known = .list(known)
        more = nil
        parts = nil
    }

    init(_ known: [Item], then more: (some Sequence<Item>)?, parts: ((Item) -> [Item]?)? = nil) {
        self.known = .list(known)
        self.more = more.map { AnySequence($0) }
        self.parts = parts
    }

    /// - Parameter count: how many items `known` makes.
    init(
        _ known: some Sequence<Item>, count: Int, then more: (some Sequence<Item>)?, parts: ((Item) -> [Item]?)? = nil
    ) {
        self.known = .made(AnySequence(known), count: count)
        self.more = more.map { AnySequence($0) }
        self.parts = parts
    }

    /// How many there are; nil where nobody knows before the last.
    var count: Int? {
        guard more == nil, parts == nil else { return nil }
        return switch known {
        case .list(let items): items.count
        case .made(_, let count): count
        }
    }

    func makeIterator() -> Iterator {
        let made: AnyIterator<Item>? = if case .made(let items, _) = known { items.makeIterator() } else { nil }
        let list = if case .list(let items) = known { items } else { [Item]() }
        return Iterator(list: list.makeIterator(), made: made, more: more?.makeIterator(), parts: parts)
    }

    struct Iterator: IteratorProtocol {
        fileprivate var list: IndexingIterator<[Item]>
        fileprivate let made: AnyIterator<Item>?
        fileprivate let more: AnyIterator<Item>?
        fileprivate let parts: ((Item) -> [Item]?)?
        /// The parts that come next, the first of them last.
        private var waiting: [Item] = []

        fileprivate init(
            list: IndexingIterator<[Item]>, made: AnyIterator<Item>?, more: AnyIterator<Item>?,
            parts: ((Item) -> [Item]?)?
        ) {
            self.list = list
            self.made = made
            self.more = more
            self.parts = parts
        }

        mutating func next() -> Item? {
            while waiting.isEmpty, let next = list.next() ?? made?.next() {
                guard let several = parts?(next) else { return next }
                waiting = several.reversed()
            }
            return waiting.popLast() ?? more?.next()
        }
    }
}
