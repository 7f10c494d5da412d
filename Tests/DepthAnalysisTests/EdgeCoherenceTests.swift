import TestSupport
import Testing

@testable import DepthAnalysis

private func edges(_ map: DepthMap, _ parameters: AnalysisParameters = .standard) -> EdgeCoherence<Double> {
    map.withView { EdgeCoherence(of: $0, parameters: parameters) }
}

@Suite struct EdgeCoherenceTests {
    @Test func aWallHasNoEdges() {
        let found = edges(.constant(2, width: 6, height: 5))
        #expect(found.interiorCount == 4 * 3 && found.edgeCount == 0 && found.value == 0)
    }

    @Test func aHorizontalStepHasEdgesInBothAdjacentRows() {
        let found = edges(.make(width: 8, height: 8) { _, row in row < 4 ? 1 : 3 })
        #expect(found.interiorCount == 36 && found.edgeCount == 12)
        #expect(found.value == 1 - Double.exponential(-10, .fused))
    }

    @Test func aVerticalStepHasEdgesInBothAdjacentColumns() {
        let found = edges(.make(width: 9, height: 5) { column, _ in column < 4 ? 1 : 3 })
        #expect(found.interiorCount == 21 && found.edgeCount == 6)
    }

    @Test func bothDirectionsCountTogether() {
        // gx = gy = 0.08: neither is an edge alone, but the root of the sum of squares is 0.113.
        let slope: Float = 0.08
        #expect(edges(.make(width: 3, height: 3) { column, _ in 1 + slope * Float(column) }).edgeCount == 0)
        #expect(edges(.make(width: 3, height: 3) { column, row in 1 + slope * Float(column + row) }).edgeCount == 1)
    }

    @Test func aGradientEqualToTheThresholdIsNotAnEdge() {
        var parameters = AnalysisParameters()
        parameters.gradientThreshold = 0.25
        let map = DepthMap.make(width: 3, height: 3) { column, _ in 1 + 0.25 * Float(column) }
        #expect(edges(map, parameters).edgeCount == 0)
        parameters.gradientThreshold = 0.25.nextDown
        #expect(edges(map, parameters).edgeCount == 1)
    }

    /// A 3 × 3 map around `centre`: its left neighbour is 1 m, its right one is given.
    private func edgeCount(right: Float, centre: Float = 1) -> Int {
        let map = DepthMap.make(width: 3, height: 3) { column, row in
            row != 1 || column == 0 ? 1 : (column == 1 ? centre : right)
        }
        return edges(map).edgeCount
    }

    @Test func aNeighbourBeyondTheValidRangeIsUsed() {
        #expect(edgeCount(right: 30) == 1)
    }

    @Test func aNeighbourAtTheLowerEndIsNotUsed() {
        #expect(edgeCount(right: 0.1) == 0)
        #expect(edgeCount(right: Float(0.1).nextUp) == 1)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 0, -5]) func unusableNeighboursGiveNoGradient(right: Float) {
        #expect(edgeCount(right: right) == 0)
    }

    @Test func onlyValidCentresCount() {
        for centre: Float in [.nan, 0, 25, Float(0.1).nextDown] {
            let map = DepthMap.make(width: 3, height: 3) { column, row in column == 1 && row == 1 ? centre : 1 }
            #expect(edges(map) == EdgeCoherence(interiorCount: 0, edgeCount: 0, gain: 30))
        }
        #expect(edgeCount(right: 2, centre: 0.1) == 1, "a centre at the lower end is valid")
    }

    @Test(arguments: [(2, 9), (9, 2), (1, 1)]) func mapsWithoutInteriorHaveNoEdges(width: Int, height: Int) {
        let found = edges(.make(width: width, height: height) { column, row in 1 + Float(column + row) })
        #expect(found.interiorCount == 0 && found.value == 0)
    }

    @Test func incompleteGridsHaveNoInterior() {
        let map = DepthMap(inferringDimensionsOf: (0..<1000).map { 1 + Float($0 % 7) })
        #expect(edges(map).interiorCount == 0)
    }

    @Test func coherenceNeverExceedsOne() {
        #expect(EdgeCoherence<Double>(interiorCount: 100, edgeCount: 0, gain: 30).value == 0)
        #expect(EdgeCoherence<Double>(interiorCount: 100, edgeCount: 100, gain: 30).value <= 1)
        #expect(EdgeCoherence<Float>(interiorCount: 100, edgeCount: 100, gain: 30).value == 1)
        let values = (0...100).map { EdgeCoherence<Double>(interiorCount: 100, edgeCount: $0, gain: 30).value }
        #expect(values == values.sorted())
    }
}
