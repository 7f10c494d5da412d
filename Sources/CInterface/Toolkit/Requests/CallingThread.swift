internal import Synchronization

/// Runs asynchronous work on the calling thread. It uses no other thread, because those of Swift's pool do not exist in
/// a forked process.
///
///     let report = CallingThread.run { await check.run() }
///
/// The work waits only for other work of its own.
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
        let (thread, made) = (CallingThread(), Made<Value>())
        Task(executorPreference: thread) {
            let value = await work()
            made.value.withLock { $0 = value }
        }
        thread.runJobs()
        guard let value = made.value.withLock({ $0 }) else { preconditionFailure("the work waits only for its own") }
        return value
    }

    private final class Made<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
