import Synchronization
import Testing

@testable import Support

@Suite struct ThreadTests {
    /// Whatever would be done at the same time on several threads is done in turn.
    @Test func withoutThreadsWorkIsDoneInTurn() async {
        final class Busy: Sendable { let count = Atomic(0) }
        let busy = Busy()
        let aloneCount = await withTaskExecutorPreference(TurnExecutor.shared) {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        defer { busy.count.subtract(1, ordering: .relaxed) }
                        return busy.count.add(1, ordering: .relaxed).oldValue == 0
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(aloneCount == 200)
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
