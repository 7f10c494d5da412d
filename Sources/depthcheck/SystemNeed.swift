import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

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
    var count: Int { count(of: .files) }

    /// As many as were asked for, as far as what is done at once may have files open.
    func count(of work: DescriptorNeed.Work) -> Int { DescriptorNeed.jobs(jobs, of: work) }
}

/// What a command needs of the files that may be open at once.
enum DescriptorNeed {
    /// What is done at once.
    enum Work {
        /// Each is a file that is read.
        case files
        /// Each is a program that is started on a file.
        case programs

        /// Files that each has open: for a program its input or its samples, and both ends of its three streams while
        /// it is started.
        fileprivate var each: Int {
            switch self {
            case .files: 1
            case .programs: 8
            }
        }

        /// Files that are open however many are worked on: those of what is written, and of the system's queues, which
        /// cannot do without, where these share out the work; for programs those that a shell opens, which inherits the
        /// limit, too.
        fileprivate var all: Int {
            switch self {
            case .files: 6
            case .programs: 10
            }
        }

        fileprivate var least: Int { all + each }
    }

    /// Ends the command where even one at once would be too many.
    ///
    /// - Throws: `ExitCode.systemIncomplete`, after saying why.
    static func require(for work: Work = .files) throws {
        let free = Machine.freeDescriptorCount(wanted: work.least)
        if free >= work.least { return }
        let limit = Machine.descriptorLimit.map { " of the \($0) that the limit allows" } ?? ""
        throw ExitCode.systemIncomplete(
            "found \(free) files that can still be opened\(limit); expected at least \(work.least); "
                + "raise the limit with ulimit -n, or close files that are inherited")
    }

    /// How many jobs can have their files open at once, of as many as are asked for, or else one for each processor.
    static func jobs(_ asked: Int?, of work: Work = .files) -> Int {
        let wanted = min(asked ?? Machine.processorCount, 1024)
        let free = Machine.freeDescriptorCount(wanted: work.all + wanted * work.each)
        return max(1, min(wanted, (free - work.all) / work.each))
    }
}

/// The memory that a command needs.
enum MemoryNeed {
    /// What a file takes for each of the bytes it may have: packed, unpacked while that grows, as samples, in the
    /// server's reading and in an analysis.
    private static let bytesOfByte = 6

    /// Ends the command if the process may not have the addresses of the byte budget and of one file beside it.
    ///
    /// - Throws: `ExitCode.systemIncomplete`, after printing why.
    static func require() throws {
        let least = ByteBudget.mostBytes + bytesOfByte * ReadingOptions().maximumByteCount
        guard let limit = Memory.addressLimit, limit < least else { return }
        throw ExitCode.systemIncomplete(
            "found a limit of \(limit >> 20) MiB of memory addresses; expected at least \(least >> 20) MiB; "
                + "raise it with ulimit -v")
    }

    /// The most bytes that a file may have: as many as asked for, but above the default no more than find memory.
    static func maximumByteCount(_ asked: Int) -> Int {
        let usual = ReadingOptions().maximumByteCount
        guard asked > usual else { return asked }
        return min(asked, max(usual, Memory.left / bytesOfByte))
    }
}

/// The threads that a command of Swift's tasks needs.
enum ThreadNeed {
    /// A thread for each processor and two that watch these, all in the system's queues; and one that waits for a
    /// program.
    private static var least: Int { Machine.processorCount + 3 }

    /// Ends the command if they cannot be started.
    ///
    /// - Throws: `ExitCode.systemIncomplete`, after printing why.
    static func require() throws {
        let least = least
        if Threads.canStart(least) { return }
        throw ExitCode.systemIncomplete(
            "found fewer threads that can be started, or too little memory for them; expected at least \(least); "
                + "raise the limits with ulimit -u and ulimit -v")
    }
}

/// What a command needs that takes digests or signatures.
enum CryptographyNeed {
    /// Whether there is a library for them; said once where there is none, for arguments may be read twice.
    private static let isThere: Bool = {
        do throws(CryptographyError) {
            try CryptographyLibrary.require()
            return true
        } catch {
            Terminal.remark("error: \(error)")
            return false
        }
    }()

    /// Ends the command where there is none.
    ///
    /// - Throws: `ExitCode.systemIncomplete`, after saying why.
    static func require() throws {
        if !isThere { throw ExitCode.systemIncomplete }
    }
}

extension ExitCode {
    /// Says what the system lacks.
    static func systemIncomplete(_ message: String) -> ExitCode {
        Terminal.remark("error: \(message)")
        return .systemIncomplete
    }

    /// Says that an error is a lack of memory, if it is one; nil for any other.
    static func lackOfMemory(_ error: any Error) -> ExitCode? {
        switch error {
        case let error as CorpusError:
            if case .notEnoughMemory = error { .systemIncomplete(error.description) } else { nil }
        case let error as TuningError:
            if case .notEnoughMemory = error { .systemIncomplete(error.description) } else { nil }
        default: nil
        }
    }
}
