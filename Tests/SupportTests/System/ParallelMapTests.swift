import Foundation
import Support
import Synchronization
import TestSupport
import Testing

@Suite struct ParallelMapTests {
    /// Work whose duration depends on the element, so that later elements overtake earlier ones.
    private static func slowly(_ number: Int) -> Int {
        var generator = SeededGenerator(seed: UInt64(number))
        var sum: UInt64 = 0
        for _ in 0..<Int.random(in: 0...20_000, using: &generator) { sum &+= generator.next() }
        return sum == 1 ? -1 : number
    }

    @Test(arguments: [1, 2, 3, 16, Int.max]) func resultsKeepTheOrderOfTheElements(jobs: Int) {
        var results: [Int] = []
        parallelMap(0..<300, jobs: jobs, Self.slowly) { (result) throws(Never) in results.append(result) }
        #expect(results == Array(0..<300))
    }

    @Test func workNeverRunsFarAheadOfTheConsumer() {
        let begun = Atomic(0)
        var handedOn = 0
        var farthestAhead = 0
        parallelMap(0..<500, jobs: 4) { number in
            begun.add(1, ordering: .relaxed)
            return Self.slowly(number)
        } consume: { (_) throws(Never) in
            farthestAhead = max(farthestAhead, begun.load(ordering: .relaxed) - handedOn)
            handedOn += 1
        }
        #expect(handedOn == 500 && begun.load(ordering: .relaxed) == 500)
        #expect(farthestAhead <= 16)
    }

    @Test func noElementsGiveNoResults() {
        parallelMap([Int](), jobs: 3, Self.slowly) { (_) throws(Never) in Issue.record("unexpected result") }
    }

    @Test func anErrorOfTheConsumerEndsTheMap() {
        struct Enough: Error {}
        var results: [Int] = []
        #expect(throws: Enough.self) {
            try parallelMap(0..., jobs: 2, Self.slowly) { result in
                results.append(result)
                if result == 9 { throw Enough() }
            }
        }
        #expect(results == Array(0...9))
    }

    /// After an error, the caller may release what the work uses.
    @Test func noWorkIsInProgressAfterItReturns() {
        struct Enough: Error {}
        let begun = Atomic(0)
        let ended = Atomic(0)
        #expect(throws: Enough.self) {
            try parallelMap(0..., jobs: 4) { number in
                begun.add(1, ordering: .relaxed)
                defer { ended.add(1, ordering: .relaxed) }
                return Self.slowly(number)
            } consume: { number in
                if number == 20 { throw Enough() }
            }
        }
        #expect(begun.load(ordering: .relaxed) == ended.load(ordering: .relaxed))
    }

    /// Each job waits until all are under way.
    @Test func theRequestedJobsRunConcurrently() {
        let waiting = Atomic(0)
        var handedOn = 0
        parallelMap(0..<6, jobs: 6) { _ in
            waiting.add(1, ordering: .relaxed)
            while waiting.load(ordering: .relaxed) < 6 { sched_yield() }
        } consume: { (_) throws(Never) in
            handedOn += 1
        }
        #expect(handedOn == 6)
    }

    /// A signal that ends the process must reach a thread that existed before.
    @Test func workerThreadsBlockSignals() {
        @Sendable func isBlocked(_ signal: Int32) -> Bool {
            var blocked = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &blocked)
            return sigismember(&blocked, signal) == 1
        }
        // The test's own thread may block both signals: threads of dispatch queues do.
        var (two, before) = (sigset_t(), sigset_t())
        sigaddset(&two, SIGTERM)
        sigaddset(&two, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &two, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var found: [[Bool]] = []
        parallelMap(0..<3, jobs: 2) { _ in
            [SIGTERM, SIGINT, SIGSEGV].map { isBlocked($0) }
        } consume: { (blocked) throws(Never) in
            found.append(blocked)
        }
        #expect(found == [[Bool]](repeating: [true, true, false], count: 3))
        #expect(!isBlocked(SIGTERM) && !isBlocked(SIGINT))
    }

    /// While the sequence waits for its next element, such as a member of an archive from a pipe, at most `ahead`
    /// results are outstanding.
    @Test(arguments: [0, 2]) func elementsAreTakenOnlyWhenNeeded(ahead: Int) {
        var taken = 0
        var handedOn = 0
        var farthestAhead = 0
        let elements = sequence(state: ()) { _ -> Int? in
            farthestAhead = max(farthestAhead, taken - handedOn)
            // Time enough for all work under way to end.
            usleep(1000)
            guard taken < 40 else { return nil }
            taken += 1
            return taken
        }
        parallelMap(elements, jobs: 1, ahead: ahead) {
            $0
        } consume: { (_) throws(Never) in
            handedOn += 1
        }
        #expect(handedOn == 40 && farthestAhead == ahead)
    }
}
