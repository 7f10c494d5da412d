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
