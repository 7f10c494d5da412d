import ArgumentParser
import Platform

/// The road of every command that works on many files: several at once, each answer handed on in the order of the
/// files, a bar that shows how far it is, and one exit code in the end.
struct Batch<Item: Sendable, Answer: Sendable> {
    let items: [Item]
    let jobs: Int
    let isProgressWanted: Bool
    /// Works on one item; called on several threads.
    let work: @Sendable (Item) -> Answer

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
            if items.count == 1 || !Memory.hasRoomForThreads {
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

/// How many files a command works on at once.
struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Files worked on at once; no result depends on it. [default: one for each processor]")
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected at least 1") }
    }

    /// As many as were asked for, as far as the files they have open are allowed.
    var count: Int { DescriptorNeed.jobs(jobs ?? Machine.processorCount) }
}

/// What a command needs of the files that may be open at once.
enum DescriptorNeed {
    /// Those of the runtime that shares out the work, which cannot do without, and of what is written.
    private static let ofRuntime = 6

    /// Ends the command where even one file at once would be too many.
    ///
    /// - Throws: `ExitCode.systemIncomplete`, after saying why.
    static func require() throws {
        let free = Machine.freeDescriptorCount(wanted: ofRuntime + 1)
        if free > ofRuntime { return }
        let limit = Machine.descriptorLimit.map { " of the \($0) that the limit allows" } ?? ""
        Terminal.remark(
            "error: found \(free) files that can still be opened\(limit); expected at least \(ofRuntime + 1); "
                + "raise the limit with ulimit -n, or close files that are inherited")
        throw ExitCode.systemIncomplete
    }

    /// How many jobs can have a file open at once, of as many as are wanted.
    static func jobs(_ wanted: Int) -> Int {
        let wanted = min(wanted, 1024)
        return max(1, min(wanted, Machine.freeDescriptorCount(wanted: ofRuntime + wanted) - ofRuntime))
    }
}
