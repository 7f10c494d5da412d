#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Transforms elements on several threads and hands the results on in the order of the elements.
///
///     try parallelMap(files, jobs: 8, analyzer.analyze) { result in try stream.write(result) }
///
/// Memory is bounded whatever the number of elements: no element is begun before all but a few of the results before it
/// have been handed on, so one slow element cannot let results pile up. If fewer threads can be started, these do the
/// work; if none can, the calling thread does.
///
/// - Parameters:
///   - elements: what is transformed; taken one by one, as they are needed, on the thread that calls.
///   - jobs: transformations under way at once, at least 1, each on a thread of its own.
///   - ahead: elements taken besides, so that no thread waits for the one that calls: for those that are at hand and
///     hold little memory.
///   - transform: is called on those threads.
///   - consume: is called in order, on the thread that calls. What it throws ends the whole, once what is under way has
///     ended.
package func parallelMap<Element: Sendable, Result: Sendable, Failure: Error>(
    _ elements: some Sequence<Element>, jobs: Int, ahead: Int = 0,
    _ transform: @escaping @Sendable (Element) -> Result, consume: (Result) throws(Failure) -> Void
) throws(Failure) {
    precondition(jobs >= 1, "at least one job is needed to get on")
    // More jobs than this would only wait for a processor.
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
        // The next element may take long to come: so what is done counts until it was handed on.
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

/// Threads that each take one element after the other and transform it. They are started as they are needed: a few
/// elements that are done soon take few.
///
/// SAFETY: what changes is read and written by whoever holds the lock; `threads`, `most` and `isWhole` by the thread
/// alone that made the crew.
private final class WorkCrew<Element: Sendable, Result: Sendable>: @unchecked Sendable {
    private let transform: @Sendable (Element) -> Result
    private let monitor = Monitor()

    /// Elements that nobody has taken yet, the oldest first.
    private var waiting: [(number: Int, element: Element)] = []
    /// Results that were not collected yet.
    private var results: [(number: Int, result: Result)] = []
    /// Threads that wait for an element.
    private var idle = 0
    private var isDismissed = false

    private var threads: [pthread_t] = []
    /// As many threads as there may be, but one at least.
    private(set) var most: Int
    /// Whether no more threads are started, for there are as many as may or can be.
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

    /// Has an element transformed: by a thread that has nothing to do, by a new one, or here where none can be had.
    func begin(_ element: Element, number: Int) {
        let isOneMissing = monitor.locked {
            waiting.append((number, element))
            monitor.wakeWorker()
            return waiting.count > idle
        }
        if isOneMissing, !isWhole { addThread() }
        if threads.isEmpty { monitor.locked { takeOne() } }
    }

    /// Waits until there is a result that was not collected yet, and takes all there are.
    func collect(into collected: inout [Int: Result]) {
        let found = monitor.locked {
            while results.isEmpty { monitor.waitForResults() }
            defer { results = [] }
            return results
        }
        for (number, result) in found { collected[number] = result }
    }

    /// Lets nothing more begin, and waits for what is under way.
    func dismiss() {
        monitor.locked {
            isDismissed = true
            waiting = []
            monitor.wakeWorkers()
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// What a thread does.
    private func work() {
        monitor.locked {
            while !isDismissed {
                if waiting.isEmpty {
                    idle += 1
                    monitor.waitForWork()
                    idle -= 1
                } else {
                    takeOne()
                }
            }
        }
    }

    /// Transforms the oldest element that waits. Called with the lock held, and gives it up meanwhile.
    private func takeOne() {
        let (number, element) = waiting.removeFirst()
        monitor.unlock()
        let result = transform(element)
        monitor.lock()
        results.append((number, result))
        monitor.wakeOwner()
    }
}

/// The lock of a crew, and what its threads wait for.
///
/// SAFETY: all three are made before anyone can use them, and lie at one address until nobody does.
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

    // With the lock held, which is given up while there is nothing to do.

    func waitForWork() { pthread_cond_wait(work, mutex) }
    func waitForResults() { pthread_cond_wait(results, mutex) }
    func wakeWorker() { pthread_cond_signal(work) }
    func wakeWorkers() { pthread_cond_broadcast(work) }
    func wakeOwner() { pthread_cond_signal(results) }
}
