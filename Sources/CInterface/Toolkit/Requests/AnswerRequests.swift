internal import Captures
internal import Conformance
internal import DepthFiles
internal import Reports
internal import Support
internal import Synchronization
internal import Tasks

// Checks of other capture servers, like `depthcheck capture check`.

extension Request {
    /// Checks the answers in an input, or else depthcheck's own. Returns the JSON of `depthcheck capture check`.
    func checkAnswers() throws(TaskFailure) -> String {
        try requireCryptography()
        let set = try conformanceSet()
        let subject = try optional("subject", .string) ?? "answers"
        let answerer: CaseAnswerer =
            if let place = try place("answers") {
                .file(AnswerFile(try input(place), path: subject, to: .serverAnswer))
            } else {
                .verifier(CheckTask.verifier)
            }
        let task = CheckTask(try CheckTask.Options(self))
        let report = CallingThread.run { await task.run(set, answerer, subject: subject) }
        return json { writer in writer.member("report", json: report.json(.reports)) }
    }

    /// Lists the requests for another server to answer, like `depthcheck capture requests`.
    func listRequests() throws(TaskFailure) -> String {
        let set = try conformanceSet()
        var options = CheckTask.Options()
        options.filters = try optional("filters", .strings) ?? []
        let requests = try CheckTask(options).requests(set)
        if let (path, finding) = set.unreadable.first { throw .unusableCase(path: path, finding: finding) }
        return json { $0.member("requests", json: "[" + requests.map(\.line).joined(separator: ",") + "]") }
    }

    private func conformanceSet() throws(TaskFailure) -> ConformanceSet {
        let path = try required("set", .string)
        do throws(FileAccessError) { return try ConformanceSet(path) } catch { throw .unreadable(error) }
    }
}

/// Runs asynchronous work on the calling thread only, because the threads of Swift's pool do not exist in a forked
/// process.
///
/// The work may await only its own tasks. Otherwise no job is left to run, and the process stops.
final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    private func runJobs() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let (thread, result) = (CallingThread(), Holder<Value>())
        Task(executorPreference: thread) {
            let value = await work()
            result.value.withLock { $0 = value }
        }
        thread.runJobs()
        guard let value = result.value.withLock({ $0 }) else {
            preconditionFailure("the work awaits a task of another executor")
        }
        return value
    }

    private final class Holder<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
