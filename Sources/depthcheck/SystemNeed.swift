import ArgumentParser
import DepthFiles
import Support
import Tasks
import ThresholdTuning

struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "The number of files processed at once; results do not depend on it. [default: one per processor]")
    var jobs: Int?

    func validate() throws {
        if let jobs { try validated(OptionError.requireJobs, jobs) }
    }

    var count: Int { count(of: .files) }

    func count(of work: DescriptorNeed.Work) -> Int { DescriptorNeed.jobs(jobs, of: work) }
}

enum DescriptorNeed {
    enum Work {
        case files
        case programs

        /// The open files per job. For a program these are its input or samples and, while it starts, both ends of its
        /// three streams.
        fileprivate var each: Int {
            switch self {
            case .files: 1
            case .programs: 8
            }
        }

        /// The open files that do not depend on the number of jobs: the outputs, and the queues of the dispatch
        /// library, which fails without them. With programs also those of a shell, which inherits the limit.
        fileprivate var all: Int {
            switch self {
            case .files: 6
            case .programs: 10
            }
        }

        fileprivate var least: Int { all + each }
    }

    static func require(for work: Work = .files) throws { try require(work.least) }

    private static func require(_ least: Int) throws {
        let free = Machine.freeDescriptorCount(wanted: least)
        if free >= least { return }
        let limit = Machine.descriptorLimit.map { " of the limit of \($0)" } ?? ""
        throw ExitCode.systemIncomplete(
            "found \(free) free file descriptors\(limit); expected at least \(least); "
                + "raise the limit with ulimit -n, or close inherited files")
    }

    /// The open files besides the outputs: the input of one job, the queues of the dispatch library, and the folder of
    /// an output or a library.
    private static let besideOutputs = 5

    static func require(outputs count: Int) throws {
        // A single output is opened first, and the error of opening it reports the same.
        if count > 1 { try require(count + besideOutputs) }
    }

    static func jobs(_ asked: Int?, of work: Work = .files) -> Int {
        let wanted = min(asked ?? Machine.processorCount, 1024)
        let free = Machine.freeDescriptorCount(wanted: work.all + wanted * work.each)
        return max(1, min(wanted, (free - work.all) / work.each))
    }
}

enum MemoryNeed {
    /// The memory for each byte of a file's size limit: for the file compressed, decompressed while the buffer grows,
    /// as samples, in the server's reader, and in the analysis.
    private static let bytesPerByte = 6

    static func require() throws {
        let least = ByteBudget.maximumBytes + bytesPerByte * ReadingOptions().maximumByteCount
        guard let limit = Memory.addressLimit, limit < least else { return }
        throw ExitCode.systemIncomplete(
            "found a limit of \(limit >> 20) MiB on the address space; expected at least \(least >> 20) MiB; "
                + "raise it with ulimit -v")
    }

    /// The size limit of a file: the requested one, but above the default only as far as there is memory.
    static func maximumByteCount(_ asked: Int) -> Int {
        let usual = ReadingOptions().maximumByteCount
        guard asked > usual else { return asked }
        return min(asked, max(usual, Memory.left / bytesPerByte))
    }
}

enum ThreadNeed {
    /// One thread per processor, two managers of the dispatch library, and one that waits for a program.
    private static var least: Int { Machine.processorCount + 3 }

    static func require() throws {
        let least = least
        if Threads.canStart(least) { return }
        throw ExitCode.systemIncomplete(
            "found too few threads that can be started, or too little memory for them; expected at least \(least); "
                + "raise the limits with ulimit -u and ulimit -v")
    }
}

enum CryptographyNeed {
    /// Whether the library is available. The error is printed only once, because arguments may be validated twice.
    private static let isThere: Bool = {
        do throws(CryptographyError) {
            try CryptographyLibrary.require()
            return true
        } catch {
            Terminal.report("error: \(error)")
            return false
        }
    }()

    static func require() throws {
        if !isThere { throw ExitCode.systemIncomplete }
    }
}

extension ExitCode {
    static func systemIncomplete(_ message: String) -> ExitCode {
        Terminal.report("error: \(message)")
        return .systemIncomplete
    }

    /// Prints the error and returns the exit code if too few files may be open; nil for any other error.
    static func lackOfFiles(_ error: FileAccessError, _ message: String) -> ExitCode? {
        guard case .tooManyOpenFiles = error.reason else { return nil }
        Terminal.report(message)
        return .systemIncomplete
    }

    static func usageError(
        _ error: FileAccessError, at path: String, _ names: OptionNaming = .command
    ) -> any Error {
        let message = "\(path.printable): \(error.text(names))"
        return lackOfFiles(error, message) ?? ValidationError(message)
    }

    static func unreadable(_ error: FileAccessError, at path: String? = nil) -> ExitCode {
        let message = "\((path ?? error.path).printable): \(error.text(.command))"
        if let code = lackOfFiles(error, message) { return code }
        Terminal.report(message)
        return .unreadableInput
    }

    static func unreadable(_ failure: TaskFailure, at path: String? = nil) -> ExitCode {
        let place = (failure.path ?? path).map { "\($0.printable): " } ?? ""
        Terminal.report(place + failure.text(.command))
        return .unreadableInput
    }

    static func lackOfMemory(_ error: some PresentedError) -> ExitCode? {
        error.isLackOfMemory ? .systemIncomplete(error.text(.command)) : nil
    }
}
