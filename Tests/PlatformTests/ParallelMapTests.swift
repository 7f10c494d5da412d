import DepthTestSupport
import Platform
import Synchronization
import Testing

@Suite struct ParallelMapTests {
    /// Work that takes a while that depends on the element, so that later ones overtake earlier ones.
    private static func slowly(_ number: Int) -> Int {
        var generator = SeededGenerator(seed: UInt64(number))
        var sum: UInt64 = 0
        for _ in 0..<Int.random(in: 0...20_000, using: &generator) { sum &+= generator.next() }
        return sum == 1 ? -1 : number
    }

    @Test(arguments: [1, 2, 3, 16, Int.max]) func resultsComeInTheOrderOfTheElements(jobs: Int) async {
        var results: [Int] = []
        await parallelMap(0..<300, jobs: jobs, Self.slowly) { (result) throws(Never) in results.append(result) }
        #expect(results == Array(0..<300))
    }

    @Test func nothingIsBegunFarAheadOfWhatWasHandedOn() async {
        let begun = Atomic(0)
        var handedOn = 0
        var farthestAhead = 0
        await parallelMap(0..<500, jobs: 4) { number in
            begun.add(1, ordering: .relaxed)
            return Self.slowly(number)
        } consume: { (_) throws(Never) in
            farthestAhead = max(farthestAhead, begun.load(ordering: .relaxed) - handedOn)
            handedOn += 1
        }
        #expect(handedOn == 500 && begun.load(ordering: .relaxed) == 500)
        #expect(farthestAhead <= 16)
    }

    @Test func noElementsAreNoResults() async {
        await parallelMap([Int](), jobs: 3, Self.slowly) { (_) throws(Never) in Issue.record("nothing was asked for") }
    }

    @Test func whatTheConsumerThrowsEndsTheWhole() async {
        struct Enough: Error {}
        var results: [Int] = []
        await #expect(throws: Enough.self) {
            try await parallelMap(0..., jobs: 2, Self.slowly) { result in
                results.append(result)
                if result == 9 { throw Enough() }
            }
        }
        #expect(results == Array(0...9))
    }
}
