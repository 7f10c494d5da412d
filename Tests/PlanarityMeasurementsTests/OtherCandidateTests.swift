import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import PlanarityMeasurements

@Suite struct OtherCandidateTests {
    @Test func aBentSheetIsAQuadricNotAPlane() throws {
        let map = DepthMap.make(width: 256, height: 192) { column, row in
            let (x, y) = (Double(2 * column - 255) / 256, Double(2 * row - 191) / 256)
            return Float(1 / (2.5 - 0.9 * x * x + 0.3 * x * y + 0.2 * x - 0.1 * y))
        }
        let candidates = SceneCandidates(of: map)
        #expect(try #require(candidates.quadricDistanceMedian) < 1e-6)
        #expect(try #require(candidates.planeDistanceMedian) > 0.005)
    }

    @Test func theQuadricFitsThePrintNotTheWall() throws {
        // A bent print over three fifths of the width, in front of a wall at 3 m.
        let map = DepthMap.make(width: 256, height: 192) { column, _ in
            let x = Double(2 * column - 255) / 256
            return abs(x) < 0.6 ? Float(1 / (2.5 - 0.9 * x * x)) : 3
        }
        #expect(try #require(SceneCandidates(of: map).quadricDistanceMedian) < 0.002)
    }

    @Test func discontinuitiesAreCountedAtBothSidesOfAStep() throws {
        // A step between two columns of cells: the cells on both sides deviate from the line of their neighbours.
        let map = DepthMap.make(width: 64, height: 48) { column, _ in column < 32 ? 1 : 2 }
        let places = 62 * 48 + 64 * 46
        #expect(SceneCandidates(of: map).discontinuityShare == Double(2 * 48) / Double(places))
        // On the farther side, inverse depth deviates from the line by half of the step, relative to the nearer depth.
        let small = DepthMap.make(width: 64, height: 48) { column, _ in column < 32 ? 1 : 1.12 }
        #expect(try #require(SceneCandidates(of: small).discontinuityShare) > 0)
        let smaller = DepthMap.make(width: 64, height: 48) { column, _ in column < 32 ? 1 : 1.09 }
        #expect(SceneCandidates(of: smaller).discontinuityShare == 0)
    }

    @Test func noiseIsComparedBetweenNearAndFar() throws {
        var generator = SeededGenerator(seed: 3)
        func map(_ near: Float, _ far: Float) -> DepthMap {
            .make(width: 256, height: 192) { _, row in
                row < 96
                    ? 1 + near * Float.random(in: -1...1, using: &generator)
                    : 3 + far * Float.random(in: -1...1, using: &generator)
            }
        }
        #expect(try (7.0...9.0).contains(#require(SceneCandidates(of: map(0.005, 0.04)).noiseGrowth)))
        #expect(try (0.9...1.1).contains(#require(SceneCandidates(of: map(0.01, 0.01)).noiseGrowth)))
        #expect(SceneCandidates(of: .constant(1, width: 64, height: 48)).noiseGrowth == 1)
    }

    @Test func everyMapFitsTheLattice() throws {
        for (width, height) in [
            (3, 3), (3, 100_000), (100_000, 3), (64, 48), (65, 49), (256, 192), (192, 256), (640, 480), (1920, 1440),
            (57, 54), (1000, 10),
        ] {
            let map = DepthMap.constant(1, width: width, height: height)
            guard let lattice = SampleLattice(map, validRange: .standard) else {
                #expect(width * height < 64)
                continue
            }
            #expect(lattice.columns * lattice.rows <= 3072)
            #expect(lattice.columns * lattice.rows >= min(width * height / 4, 700), "\(width)x\(height)")
            #expect(lattice.mapColumns.allSatisfy { (0..<width).contains($0) })
            #expect(lattice.mapRows.allSatisfy { (0..<height).contains($0) })
            #expect(zip(lattice.mapColumns, lattice.mapColumns.dropFirst()).allSatisfy(<))
            // Centred, to within the width of a cell.
            let cell = 2 * Double(width / lattice.columns + 1) / Double(max(width, height))
            let x = lattice.mapColumns.map { Double(2 * $0 + 1 - width) / Double(max(width, height)) }
            #expect(abs(x[0] + x[lattice.columns - 1]) <= cell)
        }
    }

    @Test func candidateNamesAreUnique() {
        #expect(Set(CandidateMeasurement.allCases.map(\.rawValue)).count == CandidateMeasurement.allCases.count)
        var values = SceneCandidates.unavailable
        for (index, candidate) in CandidateMeasurement.allCases.enumerated() { values[candidate] = Double(index) }
        #expect(
            CandidateMeasurement.allCases.map { values[$0] }
                == (0..<CandidateMeasurement.allCases.count).map(Double.init))
    }
}
