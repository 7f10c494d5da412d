import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether threads can be had, and what does the work where they cannot.
///
///     try await withTaskExecutorPreference(Threads.substitute()) { try await command.run() }
///
/// The queues of the system wait for ever for a thread that cannot be started, as after `ulimit -u` or `ulimit -v`. So
/// as many as they may want are started once, all together, before any work is handed to them.
package enum Threads {
    /// What does the work of the system's queues on the thread that hands it over; nil where these can do it.
    package static func substitute() -> (any TaskExecutor)? {
        FileAccess.saveAddresses()
        return areThere() ? nil : TurnExecutor.shared
    }

    /// Whether a single thread can be had: without any, even what waits on the main thread is never gone on with.
    package static var isOneThere: Bool {
        #if canImport(Darwin)
            return true
        #else
            return canStart(1, Memory.hasRoomForThreads(stackByteCount: stackByteCount))
        #endif
    }

    /// Whether the system's queues get their threads, a thread a processor and one that watches them, and others
    /// that are wanted besides; and whether all of these find memory then.
    ///
    /// - Parameter others: threads that are started besides those of the queues.
    package static func areThere(besides others: Int = 0) -> Bool {
        #if canImport(Darwin)
            // The system itself starts those of its queues, and never has too few.
            return Memory.hasRoomForThreads(stackByteCount: 0)
        #else
            let count = Machine.processorCount + 2 + others
            return canStart(count, Memory.hasRoomForThreads(stackByteCount: count * stackByteCount))
        #endif
    }

    /// Starts a thread that does some work and ends; nil where none can be had, or where there is too little memory for
    /// it. It is to be waited for (`pthread_join`), or let go (`pthread_detach`).
    ///
    /// Signals that end the process stay with the threads that were there before, as with those of the system's queues.
    static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        FileAccess.saveAddresses()
        #if !canImport(Darwin)
            guard !Memory.hasLimit || Memory.hasRoomForThreads(stackByteCount: stackByteCount) else { return nil }
        #endif
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        var (blocked, before) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        for fault in [SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGSYS] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let body = Unmanaged.passRetained(ThreadBody(work))
        let status = pthread_create(
            &thread, nil,
            { body in
                let opaque: UnsafeMutableRawPointer? = body
                if let opaque { Unmanaged<ThreadBody>.fromOpaque(opaque).takeRetainedValue().work() }
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            body.release()
            return nil
        }
        return thread
    }

    /// Does work that waits on a thread of its own, so that it holds none of the system's queues, which are few; here
    /// where no thread can be had.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Value, Never>) in
            if let thread = start({ continuation.resume(returning: work()) }) {
                pthread_detach(thread)
            } else {
                continuation.resume(returning: work())
            }
        }
    }

    #if !canImport(Darwin)
        /// What a thread has for its stack where nobody says otherwise.
        private static var stackByteCount: Int {
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return 0 }
            defer { pthread_attr_destroy(&attributes) }
            var byteCount = 0
            pthread_attr_getstacksize(&attributes, &byteCount)
            return byteCount
        }

        /// Whether so many threads can be there all together, and what holds then.
        private static func canStart(_ count: Int, _ condition: @autoclosure () -> Bool) -> Bool {
            let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            gate.initialize(to: pthread_mutex_t())
            defer { gate.deallocate() }
            guard pthread_mutex_init(gate, nil) == 0 else { return false }
            defer { pthread_mutex_destroy(gate) }
            pthread_mutex_lock(gate)
            let threads = waiting(at: gate, count)
            let holds = threads.count == count && condition()
            pthread_mutex_unlock(gate)
            for thread in threads { pthread_join(thread, nil) }
            return holds
        }

        /// Starts threads that wait for a lock, up to so many.
        private static func waiting(at gate: UnsafeMutablePointer<pthread_mutex_t>, _ count: Int) -> [pthread_t] {
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return [] }
            defer { pthread_attr_destroy(&attributes) }
            // The C library keeps the stacks of threads that have ended: small ones do not matter.
            pthread_attr_setstacksize(&attributes, 1 << 16)
            var threads: [pthread_t] = []
            while threads.count < count {
                var thread = pthread_t()
                // SAFETY: the lock outlives the threads, which are waited for before it is destroyed.
                let status = pthread_create(
                    &thread, &attributes,
                    { gate in
                        guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
                        pthread_mutex_lock(gate)
                        pthread_mutex_unlock(gate)
                        return nil
                    }, gate)
                if status != 0 { break }
                threads.append(thread)
            }
            return threads
        }
    #endif
}

/// What a thread does, where a function of C has room for a pointer alone.
private final class ThreadBody: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Does one piece of work after the other, on the thread that hands it over.
///
/// What is handed over while another piece is under way waits for its end: work that hands over work does not nest.
final class TurnExecutor: TaskExecutor {
    /// The only one, which stays: whoever hands over work, and so does it, holds no reference to the executor, and its
    /// last piece of work may be what ends the need for it.
    static let shared = TurnExecutor()

    private init() {}

    private struct State: Sendable {
        var waiting: [UnownedJob] = []
        var isBusy = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isMine = state.withLock { state in
            state.waiting.append(job)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isMine else { return }
        while let next = next() { next.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
