import ArgumentParser
import Support

/// Processes many files: several at once, with results in the order of the files, a progress bar, and one exit code.
struct Batch<Item: Sendable, Answer: Sendable> {
    let items: BatchItems<Item>
    let jobs: Int
    let showsProgress: Bool
    let work: @Sendable (Item) -> Answer

    init(
        items: BatchItems<Item>, jobs: Int, showsProgress: Bool, name: (@Sendable (Item) -> String)?,
        work: @escaping @Sendable (Item) -> Answer
    ) {
        (self.items, self.jobs, self.showsProgress) = (items, jobs, showsProgress)
        if let name {
            self.work = { item in CrashReport.naming(name(item)) { work(item) } }
        } else {
            self.work = work
        }
    }

    init(
        items: [Item], jobs: Int, showsProgress: Bool, name: (@Sendable (Item) -> String)?,
        work: @escaping @Sendable (Item) -> Answer
    ) {
        self.init(items: BatchItems(items), jobs: jobs, showsProgress: showsProgress, name: name, work: work)
    }

    /// Processes all items in order. If stdout closes, the work ends; the results so far determine the exit code.
    func run(
        exitCode: (Answer) -> ExitCode = { _ in .success }, consume: (Answer) throws -> Void,
        finish: () throws -> Void = {}
    ) throws -> ExitCode {
        var progress = ProgressBar(total: items.count, isWanted: showsProgress)
        defer { progress.finish() }
        var worst = ExitCode.success
        func consumeInOrder(_ answer: Answer) throws {
            progress.advance()
            let code = exitCode(answer)
            // The larger code is worse: 4 (not modelled) and 2 (unreadable) are larger than 1 (a condition holds).
            if code.rawValue > worst.rawValue { worst = code }
            try consume(answer)
        }
        do {
            // Each file is inflated, copied and measured in memory that was in use a moment before.
            FileAccess.keepFreedMemory()
            if items.count == 1 {
                // One file needs no thread.
                for item in items { try consumeInOrder(work(item)) }
            } else {
                // Files wait on disk, but members of archives hold memory and may arrive slowly.
                try parallelMap(items, jobs: jobs, ahead: items.count == nil ? 0 : jobs, work, consume: consumeInOrder)
            }
            progress.finish()
            try finish()
        } catch is StandardOutputClosed {}
        return worst
    }
}

/// The items of a batch: known ones, followed by ones discovered during the work, such as members of an archive.
struct BatchItems<Item: Sendable>: Sequence {
    private let known: AnySequence<Item>
    private let knownCount: Int
    private let more: AnySequence<Item>?
    /// Replaces an item by its parts; returns nil for an item without parts.
    private let parts: ((Item) -> AnySequence<Item>?)?

    init(_ known: [Item], then more: AnySequence<Item>? = nil, parts: ((Item) -> AnySequence<Item>?)? = nil) {
        self.init(known, count: known.count, then: more, parts: parts)
    }

    init(
        _ known: some Sequence<Item>, count: Int, then more: AnySequence<Item>? = nil,
        parts: ((Item) -> AnySequence<Item>?)? = nil
    ) {
        self.known = AnySequence(known)
        knownCount = count
        (self.more, self.parts) = (more, parts)
    }

    var count: Int? { more == nil && parts == nil ? knownCount : nil }

    func makeIterator() -> AnyIterator<Item> {
        let (known, more) = (known.makeIterator(), more?.makeIterator())
        var current: AnyIterator<Item>?
        return AnyIterator {
            while true {
                if let part = current?.next() { return part }
                current = nil
                guard let next = known.next() else { return more?.next() }
                guard let several = parts?(next) else { return next }
                current = several.makeIterator()
            }
        }
    }
}

struct ProgressBar {
    /// Shorter runs show no bar.
    private static let smallestTotal = 20
    private static let interval = Duration.milliseconds(100)

    private let total: Int?
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var lastDrawn = ContinuousClock.now
    private var done = 0

    init(total: Int?, isWanted: Bool) {
        self.total = total
        isShown = isWanted && total ?? .max >= Self.smallestTotal && Terminal.isTerminal(.error)
    }

    mutating func advance() {
        done += 1
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - lastDrawn >= Self.interval else { return }
        lastDrawn = now
        Terminal.showPassing(line(after: now - start))
    }

    func finish() { Terminal.erasePassing() }

    private func line(after elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = Double(done) / max(seconds, 0.001)
        guard let total else { return "\(done)  \(Int(clamping: rate))/s" }
        let left = Int(clamping: (Double(total - done) / max(rate, 0.001)).rounded(.up))
        let counts =
            " \(done)/\(total)  \(Int(clamping: rate))/s  \(left / 60)m\(left % 60 < 10 ? "0" : "")\(left % 60)s left"
        let width = Terminal.columns(of: .error) ?? 80
        let columns = min(40, width - counts.count - 3)
        guard columns >= 5 else { return String(counts.dropFirst().prefix(max(width - 1, 0))) }
        let filled = columns * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: columns - filled)
        return "[\(bar)]" + counts
    }
}
