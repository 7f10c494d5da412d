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
                let (work, ahead) = (work, items.count == nil ? 0 : jobs)
                try parallelMap(
                    items, jobs: jobs, ahead: ahead, { item in MemoryTurn.take { work(item) } }, consume: take)
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
    /// Hands out one item after the other; nil behind the last.
    typealias Source = () -> Item?

    private let known: Known
    /// Begins to hand out those of which nobody knows how many there are.
    private let more: (() -> Source)?
    /// What stands in the place of an item that is several; nil for one that is one.
    private let parts: ((Item) -> [Item]?)?

    private enum Known {
        case list([Item])
        /// Made one by one of something smaller.
        ///
        /// Functions, not lazy sequences: the types of those take the runtime longer to put together than a map takes.
        case made(() -> Source, count: Int)
    }

    init(_ known: [Item], then more: (() -> Source)? = nil, parts: ((Item) -> [Item]?)? = nil) {
        self.known = .list(known)
        self.more = more
        self.parts = parts
    }

    /// - Parameters:
    ///   - count: how many items there are before `more`.
    ///   - known: begins to hand them out, from the first on.
    init(
        count: Int, then more: (() -> Source)?, parts: ((Item) -> [Item]?)? = nil, known: @escaping () -> Source
    ) {
        self.known = .made(known, count: count)
        self.more = more
        self.parts = parts
    }

    /// Hands out what is made of the elements of a sequence.
    ///
    ///     BatchItems(count: files.count, then: nil) { BatchItems.source(of: files) { Item(file: $0) } }
    @inline(__always)
    static func source<Elements: Sequence>(
        of elements: Elements, _ item: @escaping (Elements.Element) -> Item
    ) -> Source {
        var rest = elements.makeIterator()
        return { rest.next().map(item) }
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
        switch known {
        case .list(let items): Iterator(list: items, made: nil, more: more?(), parts: parts)
        case .made(let begin, _): Iterator(list: [], made: begin(), more: more?(), parts: parts)
        }
    }

    struct Iterator: IteratorProtocol {
        private var list: IndexingIterator<[Item]>
        private let made: Source?
        private let more: Source?
        private let parts: ((Item) -> [Item]?)?
        /// The parts that come next, the first of them last.
        private var waiting: [Item] = []

        fileprivate init(
            list: [Item], made: Source?, more: Source?, parts: ((Item) -> [Item]?)?
        ) {
            self.list = list.makeIterator()
            self.made = made
            self.more = more
            self.parts = parts
        }

        mutating func next() -> Item? {
            while waiting.isEmpty, let next = list.next() ?? made?() {
                guard let several = parts?(next) else { return next }
                waiting = several.reversed()
            }
            return waiting.popLast() ?? more?()
        }
    }
}
