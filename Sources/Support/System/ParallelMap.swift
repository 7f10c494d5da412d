#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Transforms elements on several threads and delivers the results in order.
///
/// Only a few elements are in progress beyond the last delivered result, so one slow element does not pile up results.
/// If no thread can be started, the calling thread does the work.
///
/// - Parameters:
///   - elements: taken one by one on the calling thread as needed.
///   - ahead: elements to take in advance, if they are cheap to produce and small.
///   - consume: called in order on the calling thread; an error ends the map.
package func parallelMap<Element: Sendable, Result: Sendable, Failure: Error>(
    _ elements: some Sequence<Element>, jobs: Int, ahead: Int = 0,
    _ transform: @escaping @Sendable (Element) -> Result, consume: (Result) throws(Failure) -> Void
) throws(Failure) {
    precondition(jobs >= 1, "at least one job is needed to get on")
    // More jobs would only wait for a processor.
    let jobs = min(jobs, 1024)
    let crew = WorkCrew(jobs: jobs, transform)
    defer { crew.dismiss() }
    let window = 4 * jobs
    var remaining = elements.makeIterator()
    var isExhausted = false
    var begun = 0
    var consumed = 0
    var early: [Int: Result] = [:]
    while true {
        // Taking the next element may block, so finished elements count as in progress until they are collected.
        while !isExhausted, begun - consumed - early.count < crew.most + ahead, begun - consumed < window {
            guard let element = remaining.next() else {
                isExhausted = true
                break
            }
            crew.begin(element, number: begun)
            begun += 1
        }
        guard consumed < begun else { return }
        crew.collect(into: &early)
        while let result = early.removeValue(forKey: consumed) {
            consumed += 1
            try consume(result)
        }
    }
}

/// Threads that transform elements, started on demand.
///
/// SAFETY: mutable state is accessed with the lock held, except `threads`, `most` and `isWhole`, which only the
/// creating thread uses.
private final class WorkCrew<Element: Sendable, Result: Sendable>: @unchecked Sendable {
    private let transform: @Sendable (Element) -> Result
    private let monitor = Monitor()

    private var waiting: [(number: Int, element: Element)] = []
    private var results: [(number: Int, result: Result)] = []
    private var idle = 0
    private var isDismissed = false

    private var threads: [pthread_t] = []
    private(set) var most: Int
    /// Whether no more threads can or may be started.
    private var isWhole = false

    init(jobs: Int, _ transform: @escaping @Sendable (Element) -> Result) {
        most = jobs
        self.transform = transform
    }

    private func addThread() {
        if let thread = Threads.start({ self.work() }) {
            threads.append(thread)
            isWhole = threads.count == most
        } else {
            most = max(1, threads.count)
            isWhole = true
        }
    }

    /// Queues an element for an idle thread or a new one; without threads, transforms it here.
    func begin(_ element: Element, number: Int) {
        let isOneMissing = monitor.locked {
            waiting.append((number, element))
            monitor.wakeWorker()
            return waiting.count > idle
        }
        if isOneMissing, !isWhole { addThread() }
        if threads.isEmpty { monitor.locked { nextElement() } }
    }

    func collect(into collected: inout [Int: Result]) {
        let found = monitor.locked {
            while results.isEmpty { monitor.waitForResults() }
            defer { results = [] }
            return results
        }
        for (number, result) in found { collected[number] = result }
    }

    func dismiss() {
        monitor.locked {
            isDismissed = true
            waiting = []
            monitor.wakeWorkers()
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    private func work() {
        monitor.locked {
            while !isDismissed {
                if waiting.isEmpty {
                    idle += 1
                    monitor.waitForWork()
                    idle -= 1
                } else {
                    nextElement()
                }
            }
        }
    }

    /// Transforms the oldest queued element. Called with the lock held; releases it during the transformation.
    private func nextElement() {
        let (number, element) = waiting.removeFirst()
        monitor.unlock()
        let result = transform(element)
        monitor.lock()
        results.append((number, result))
        monitor.wakeOwner()
    }
}

/// SAFETY: the mutex and conditions are created before the first use, and their addresses are fixed until deinit.
private final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let results = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        work.initialize(to: pthread_cond_t())
        results.initialize(to: pthread_cond_t())
        let areMade =
            pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(work, nil) == 0
            && pthread_cond_init(results, nil) == 0
        precondition(areMade, "locks with default attributes can be made")
    }

    deinit {
        pthread_cond_destroy(results)
        pthread_cond_destroy(work)
        pthread_mutex_destroy(mutex)
        results.deallocate()
        work.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    func locked<Value>(_ body: () -> Value) -> Value {
        lock()
        defer { unlock() }
        return body()
    }

    // Called with the lock held; waiting releases it.

    func waitForWork() { pthread_cond_wait(work, mutex) }
    func waitForResults() { pthread_cond_wait(results, mutex) }
    func wakeWorker() { pthread_cond_signal(work) }
    func wakeWorkers() { pthread_cond_broadcast(work) }
    func wakeOwner() { pthread_cond_signal(results) }
}
