import Synchronization
import Testing

@testable import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct ByteBudgetTests {
    /// Work on a separate thread.
    private final class BackgroundWork: Sendable {
        private let isDone = Atomic(false)

        init(_ work: @escaping @Sendable () -> Void) throws {
            let thread = Threads.start { [self] in
                work()
                isDone.store(true, ordering: .releasing)
            }
            try #require(thread != nil)
        }

        func isDone(within milliseconds: Int) -> Bool {
            for _ in 0..<milliseconds where !isDone.load(ordering: .acquiring) { usleep(1000) }
            return isDone.load(ordering: .acquiring)
        }
    }

    private let budget = ByteBudget { 100 }

    @Test func aPieceExceedingTheBudgetWaits() throws {
        let (first, second) = (budget.begin(), budget.begin())
        budget.reserve(60, for: first)
        budget.reserve(40, for: second)
        let work = try BackgroundWork { [budget] in budget.reserve(1, for: second) }
        #expect(!work.isDone(within: 50))
        budget.end(first)
        #expect(work.isDone(within: 5000))
    }

    @Test func theOldestPieceNeverWaits() throws {
        let (first, second) = (budget.begin(), budget.begin())
        budget.reserve(90, for: second)
        budget.reserve(1000, for: first)
        let work = try BackgroundWork { [budget] in budget.reserve(10, for: second) }
        #expect(!work.isDone(within: 50))
        // The second piece is now the oldest.
        budget.end(first)
        #expect(work.isDone(within: 5000))
        budget.reserve(1000, for: second)
    }

    @Test func returnedBytesCanBeTakenByOthers() throws {
        let (first, second) = (budget.begin(), budget.begin())
        budget.reserve(100, for: first)
        let work = try BackgroundWork { [budget] in budget.reserve(30, for: second) }
        #expect(!work.isDone(within: 50))
        // A piece gives back at most what it took.
        budget.release(1000, of: first)
        #expect(work.isDone(within: 5000))
        let more = try BackgroundWork { [budget] in budget.reserve(71, for: second) }
        #expect(more.isDone(within: 50) == false)
        budget.end(first)
        #expect(more.isDone(within: 5000))
    }

    @Test func aShareCountsUntilItIsReleased() throws {
        let (first, second) = (budget.begin(), budget.begin())
        var share: ByteBudget.Share? = budget.shareOfResult(100)
        let work = try BackgroundWork { [budget] in budget.reserve(1, for: second) }
        #expect(!work.isDone(within: 50))
        withExtendedLifetime(share) {}
        share = nil
        #expect(work.isDone(within: 5000))
        budget.end(first)
    }

    /// Reading ahead waits only for pieces that are under way.
    @Test func aShareWaitsOnlyWhileAPieceIsInProgress() throws {
        let full = budget.shareOfResult(100)
        let piece = budget.begin()
        let work = try BackgroundWork { [budget] in _ = budget.share(50) }
        #expect(!work.isDone(within: 50))
        budget.end(piece)
        #expect(work.isDone(within: 5000))
        withExtendedLifetime(full) {}
    }

    /// Twenty pieces on eight threads; each takes 60 of the 100 bytes.
    @Test func usageNeverExceedsTheBudgetPlusTheOldestPiece() {
        final class Use: Sendable { let bytes = Mutex((now: 0, most: 0)) }
        let use = Use()
        parallelMap(Array(0..<20), jobs: 8) { [budget] _ in
            let piece = budget.begin()
            for _ in 0..<2 {
                budget.reserve(30, for: piece)
                use.bytes.withLock { bytes in
                    bytes.now += 30
                    bytes.most = max(bytes.most, bytes.now)
                }
                usleep(500)
            }
            use.bytes.withLock { $0.now -= 60 }
            budget.end(piece)
        } consume: { _ in
        }
        #expect((60...160).contains(use.bytes.withLock { $0.most }))
    }

    @Test func reservationsReturnTheirBytesAndIgnoreSmallPieces() throws {
        let budget = ByteBudget { 4 << 20 }
        let first = ByteReservation(of: budget)
        var second: ByteReservation? = ByteReservation(of: budget)
        let third = ByteReservation(of: budget)
        second?.reserve(4 << 20)
        second?.reserve(ByteReservation.minimumCounted - 1)
        third.reserve(ByteReservation.minimumCounted - 1)
        let work = try BackgroundWork { third.reserve(3 << 20) }
        #expect(!work.isDone(within: 50))
        second = nil
        #expect(work.isDone(within: 5000))
        withExtendedLifetime(first) {}
    }
}
