import Synchronization
import Testing

@testable import Platform

@Suite struct ThreadTests {
    /// Whatever would be done at the same time on several threads is done in turn.
    @Test func withoutThreadsWorkIsDoneInTurn() async {
        let busy = Atomic(0)
        var results: [Int] = []
        await withTaskExecutorPreference(TurnExecutor.shared) {
            await parallelMap(0..<200, jobs: 8) { number in
                let isAlone = busy.add(1, ordering: .relaxed).oldValue == 0
                defer { busy.subtract(1, ordering: .relaxed) }
                return isAlone ? number : -1
            } consume: { (result) throws(Never) in
                results.append(result)
            }
        }
        #expect(results == Array(0..<200))
    }

    /// Work under way that hands over more does not wait for it before it ends.
    @Test func workThatHandsOverWorkDoesNotNest() async {
        let sum = await withTaskExecutorPreference(TurnExecutor.shared) {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<20_000 {
                    group.addTask {
                        await Task.yield()
                        return number
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(sum == 19_999 * 10_000)
    }

    @Test func aMachineThatHasThreadsNeedsNoSubstitute() {
        #expect(Threads.substitute() == nil)
        #expect(Threads.areThere(besides: 4))
    }
}
