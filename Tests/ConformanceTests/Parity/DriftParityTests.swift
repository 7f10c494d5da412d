import Conformance
import Testing

@Suite struct DriftParityTests {
    @Test func anEmptyDriftIsZero() {
        let drift = Drift()
        #expect(drift.count == 0 && drift.largest == 0 && drift.mean == 0 && drift.percentile99 == 0)
        #expect(drift.place == nil)
    }

    @Test func theFirstOfEqualLargestDifferencesIsKept() {
        var drift = Drift()
        for (difference, file) in [(0.0, "none"), (2.0, "a"), (1.0, "b"), (2.0, "c")] {
            drift.add(difference, at: file)
        }
        #expect(drift.largest == 2 && drift.place == "a" && drift.count == 4)
        #expect(drift.mean == 1.25)
        #expect(drift.percentile99 == 2)
    }

    @Test func zeroDifferenceHasNoPlace() {
        var drift = Drift()
        drift.add(0, at: "a")
        #expect(drift.place == nil && drift.largest == 0)
    }

    /// The 99th percentile of the integers 1 to n is the one of rank ⌈0.99 n⌉.
    @Test(arguments: [(1, 1.0), (99, 99), (100, 99), (101, 100), (200, 198), (201, 199), (1000, 990)])
    func percentilesUseTheNearestRank(count: Int, expected: Double) {
        var drift = Drift()
        // Descending, so that sorting is necessary.
        for number in (1...count).reversed() { drift.add(Double(number), at: "file") }
        #expect(drift.percentile99 == expected)
        #expect(drift.mean == Double(count + 1) / 2)
    }
}
