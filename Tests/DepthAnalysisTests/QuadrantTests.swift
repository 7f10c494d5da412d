import TestSupport
import Testing

@testable import DepthAnalysis

private func server(_ map: DepthMap, _ parameters: AnalysisParameters = .standard) -> Quadrants<Double> {
    map.withView { Quadrants(of: $0, parameters: parameters, rules: .server) }
}

private func client(_ map: DepthMap) -> Quadrants<Float> {
    map.withView { Quadrants(of: $0, parameters: .standard, rules: .client) }
}

@Suite struct QuadrantTests {
    @Test func eachQuadrantHasItsOwnStandardDeviation() {
        // Columns alternate between 1 m and 1 m plus twice the spread: 0.25, 0.5, 1 and 2 m.
        let spreads: [Float] = [0.25, 0.5, 1, 2]
        let found = server(
            .make(width: 16, height: 12) { column, row in
                1 + (column % 2 == 0 ? 0 : 2 * spreads[(row / 6) * 2 + column / 8])
            })
        #expect(found.all == spreads.map { DepthQuadrant(validCount: 48, standardDeviation: Double($0)) })
        #expect(found.minimumStandardDeviation == 0.25 && found.passes)
    }

    @Test func oddLastRowsAndColumnsAreInNoQuadrant() {
        let found = server(.make(width: 9, height: 9) { column, row in column == 8 || row == 8 ? 15 : 2 })
        #expect(found.all == [DepthQuadrant](repeating: DepthQuadrant(validCount: 16, standardDeviation: 0), count: 4))
        #expect(!found.passes)
    }

    @Test func aQuadrantNeedsTenValidSamples() {
        func map(valid: Int) -> DepthMap {
            .make(width: 8, height: 8) { column, row in
                column < 4 && row < 4 && row * 4 + column < valid ? 1 + 2 * Float(column % 2) : 0
            }
        }
        #expect(server(map(valid: 9)).all[0] == DepthQuadrant(validCount: 9, standardDeviation: nil))
        #expect(server(map(valid: 10)).all[0].standardDeviation == 1)
    }

    @Test func profilesReportDifferentMinimaIfAllQuadrantsAreSkipped() {
        let map = DepthMap.constant(0, width: 8, height: 8)
        #expect(server(map).minimumStandardDeviation == .greatestFiniteMagnitude && server(map).passes)
        #expect(client(map).minimumStandardDeviation == 0 && client(map).passes)
    }

    @Test(arguments: [(3, 9), (9, 3)]) func smallMapsHaveNoQuadrants(width: Int, height: Int) {
        let found = server(.constant(1, width: width, height: height))
        #expect(found.all.isEmpty && !found.passes && found.minimumStandardDeviation == 0)
    }

    @Test func incompleteGridsHaveNoQuadrants() {
        #expect(server(DepthMap(inferringDimensionsOf: [Float](repeating: 1, count: 1000))).all.isEmpty)
    }

    @Test func aValueEqualToTheThresholdDoesNotPass() {
        var parameters = AnalysisParameters()
        parameters.quadrantStandardDeviationThreshold = 0.5
        let map = DepthMap.make(width: 8, height: 8) { column, _ in column % 2 == 0 ? 1 : 2 }
        #expect(!server(map, parameters).passes)
        parameters.quadrantStandardDeviationThreshold = 0.5.nextDown
        #expect(server(map, parameters).passes)
    }
}
