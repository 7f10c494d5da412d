#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package enum Threads {
    /// Whether `count` threads can be started. Under `ulimit -u`, Swift's task queues wait forever for one that cannot.
    package static func canStart(_ count: Int) -> Bool {
        #if canImport(Darwin)
            // The system manages the threads of its queues and never runs out.
            return true
        #else
            let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            gate.initialize(to: pthread_mutex_t())
            defer { gate.deallocate() }
            guard pthread_mutex_init(gate, nil) == 0 else { return false }
            defer { pthread_mutex_destroy(gate) }
            pthread_mutex_lock(gate)
            let threads = waiting(at: gate, count)
            pthread_mutex_unlock(gate)
            for thread in threads { pthread_join(thread, nil) }
            return threads.count == count
        #endif
    }

    /// Starts a thread, which blocks all signals except faults, so that other threads receive them. The caller joins or
    /// detaches the thread.
    static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
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

    /// Runs work on a new thread, to keep the system's few queues free; if none can be started, on the calling thread.
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
        /// Starts up to `count` threads that wait for a lock.
        private static func waiting(at gate: UnsafeMutablePointer<pthread_mutex_t>, _ count: Int) -> [pthread_t] {
            var threads: [pthread_t] = []
            while threads.count < count {
                var thread = pthread_t()
                // SAFETY: the lock outlives the threads, which are joined before it is destroyed.
                let status = pthread_create(
                    &thread, nil,
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

/// Wraps a closure for a C function that takes only a pointer.
private final class ThreadBody: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}
