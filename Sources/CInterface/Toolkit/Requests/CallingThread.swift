internal import Synchronization

/// Runs asynchronous work on the calling thread only, because the threads of Swift's pool do not exist in a forked
/// process.
///
///     let report = CallingThread.run { await check.run() }
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
