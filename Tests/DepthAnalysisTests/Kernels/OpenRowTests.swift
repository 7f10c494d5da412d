import TestSupport
import Testing

@testable import DepthAnalysis

/// Consecutive rows without holes are processed together, up to the number that had no holes before. No sample is
/// lost or counted twice, wherever such a run ends.
@Suite struct OpenRowTests {
    private static let sizes = [(16, 64), (19, 50), (9, 30), (64, 48), (300, 40)]

    private func isAsPlain(_ map: DepthMap) -> Bool {
        let plain = plainMeasurements(of: map)
        return differences(kernelMeasurements(of: map), plain).isEmpty
    }

    /// A slope with one odd sample: a hole, nearer than valid, valid but not usable, or usable but not valid.
    @Test(arguments: sizes) func oneInvalidSampleInAnyRowMatchesThePlainVersion(width: Int, height: Int) {
        for row in 0..<height {
            let odd = [0, .nan, Float(0.1).nextDown, 0.1, 25][row % 5]
            let map = DepthMap.make(width: width, height: height) { column, place in
                place == row && column == row * 7 % width ? odd : 1 + Float(column + 3 * place) * 0.01
            }
            #expect(isAsPlain(map), "\(row)")
        }
    }

    /// A column of holes, interrupted by 1, 2, 3, … rows without holes.
    @Test(arguments: sizes) func longerStretchesWithoutHolesMatchThePlainVersion(width: Int, height: Int) {
        var rowsWithHoles: Set<Int> = []
        var row = 0
        while row < height {
            rowsWithHoles.insert(row)
            row += rowsWithHoles.count + 1
        }
        let map = DepthMap.make(width: width, height: height) { column, row in
            column == 5 && rowsWithHoles.contains(row) ? 0 : 1 + Float(column * 31 % 17 + row * 7 % 5) * 0.06
        }
        #expect(isAsPlain(map))
    }

    /// A dot at 0.4 m on a map at 0.2 m: f32 cannot decide whether its four neighbours are edges.
    @Test(arguments: sizes) func fourPixelsUndecidedInF32MatchThePlainVersion(width: Int, height: Int) throws {
        let threshold = try #require(KernelPlan(.standard)).gradient
        let square = (Float(0.4) - 0.2) * (Float(0.4) - 0.2)
        #expect(square >= threshold.noEdgeBelow && square < threshold.edgeFrom)
        for row in 1..<height - 1 {
            let map = DepthMap.make(width: width, height: height) { column, place in
                place == row && column == 4 ? 0.4 : 0.2
            }
            #expect(isAsPlain(map), "\(row)")
        }
    }

    /// Samples without a grid form rows, of which the last is short.
    @Test(arguments: [1023, 1024, 1025, 4096, 5000, 9217]) func inferredRowsMatchThePlainVersion(count: Int) {
        let samples = (0..<count).map { 1 + Float($0 * 37 % 1009) * 0.01 }
        let map = DepthMap(inferringDimensionsOf: samples)
        #expect(isAsPlain(map), "\(map.width)x\(map.height)")
    }
}
