import DepthAnalysis
import TestSupport
import Testing

@testable import Conformance

@Suite struct ShrinkingTests {
    private let map = MapInput(
        DepthMap.make(width: 20, height: 15) { column, row in
            column == 13 && row == 4 ? 7 : 1 + 0.01 * Float(column) + 0.123 * Float(row)
        })

    private func smallest(_ input: MapInput, _ limits: Shrinking.Limits = .init(), while keeps: (MapInput) -> Bool)
        -> MapInput
    {
        var shrinking = Shrinking(input, limits: limits)
        shrinking.run(while: keeps)
        return shrinking.input
    }

    @Test func oneSampleIsLeftIfOneIsEnough() {
        let found = smallest(map) { $0.samples.contains(7) }
        #expect(found.samples == [7] && found.given == .none && !found.isWholeFile)
    }

    @Test func theFileBecomesPlainUnlessItIsTheReason() {
        var input = map
        input.departures = [.time(1), .checksum, .trailing([1, 2])]
        let unpacked = smallest(input) { $0.samples.contains(7) }
        #expect(unpacked.departures.isEmpty)
        let damaged = smallest(input) { $0.departures.contains(.checksum) }
        #expect(damaged.departures == [.checksum])
        #expect(damaged.samples.count == 1)
    }

    @Test func dimensionsBecomeFittingOrNone() {
        let other = map.giving(.other(MapDimensions(width: 7, height: 7)))
        #expect(smallest(other) { $0.samples.contains(7) }.given == .none)
        let grid = smallest(other) { ($0.grid?.width ?? 0) > 2 }
        #expect(grid.given == .fitting && grid.columns == 3 && grid.rows == 1)
        let kept = smallest(other) { if case .other = $0.given { $0.samples.count > 9 } else { false } }
        #expect(kept.samples.count == 10)
    }

    /// Rows are removed from the end, and no more is tried than the allowance admits.
    @Test func aLargeMapTakesFewAttempts() {
        let large = MapInput(Array(repeating: Float(1), count: 1_000_000), columns: 1000)
        var triedCount = 0
        let found = smallest(large) {
            triedCount += 1
            return $0.samples.count > 700_000
        }
        #expect(found.samples.count < 702_000 && triedCount < 40, "\(found.samples.count), \(triedCount) tries")
    }

    @Test func shrinkingStopsAtItsAllowance() {
        let map = MapInput(.constant(1, width: 100, height: 100))
        var looks = 0
        let found = smallest(map, Shrinking.Limits(allowance: 30_000)) { _ in
            looks += 1
            return false
        }
        #expect(looks < 10 && found.samples.count == map.samples.count)
    }
}
