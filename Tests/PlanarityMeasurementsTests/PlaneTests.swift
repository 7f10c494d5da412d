import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import PlanarityMeasurements

/// A plane in front of a pinhole camera, by its inverse depth in the units of the lattice.
func planeMap(_ plane: InversePlane, width: Int, height: Int) -> DepthMap {
    let longer = Double(max(width, height))
    return .make(width: width, height: height) { column, row in
        let (x, y) = (Double(2 * column + 1 - width) / longer, Double(2 * row + 1 - height) / longer)
        return Float(1 / (plane.a * x + plane.b * y + plane.c))
    }
}

@Suite struct PlaneTests {
    static let planes = [
        InversePlane(a: 0, b: 0, c: 1), InversePlane(a: 0.8, b: 0, c: 1), InversePlane(a: -0.3, b: 0.4, c: 0.9),
        InversePlane(a: 1.9, b: -1.1, c: 4), InversePlane(a: 0.02, b: 0.03, c: 0.1),
    ]

    @Test(arguments: planes, [(256, 192), (192, 256), (64, 48), (640, 480), (33, 27)])
    func tiltedPlanesAreFound(plane: InversePlane, size: (Int, Int)) throws {
        let trace = try #require(CandidateTrace(of: planeMap(plane, width: size.0, height: size.1)))
        let candidates = trace.candidates
        // The remaining distance is the rounding of the samples.
        #expect(try #require(candidates.planeDistanceMedian) < 1e-5)
        #expect(try #require(candidates.planeDistance90) < 1e-4)
        #expect(candidates.planeShare1 == 1)
        #expect(candidates.planeShare2 == 1)
        #expect(candidates.regionShare == 1)
        #expect(candidates.regionExtent == 1)
        #expect(candidates.regionRectangularity == 1)
        #expect(candidates.enclosedPlaneShare == 1)
        #expect(candidates.planeCount == 1)
        #expect(try #require(candidates.quadricDistanceMedian) < 1e-5)
        #expect(candidates.discontinuityShare == 0)
        let found = try #require(trace.plane)
        #expect(abs(found.a - plane.a) < 1e-5 && abs(found.b - plane.b) < 1e-5 && abs(found.c - plane.c) < 1e-5)
    }

    @Test func distancesAreMetresAlongTheAxis() throws {
        // Three quarters are at 1 m, the rest is 0.5 m behind.
        let map = DepthMap.make(width: 256, height: 192) { column, _ in column < 192 ? 1 : 1.5 }
        let candidates = SceneCandidates(of: map)
        #expect(candidates.planeDistanceMedian == 0)
        #expect(candidates.planeDistance90 == 0.5)
        #expect(candidates.planeShare1 == 0.75)
        #expect(candidates.regionShare == 0.75)
        #expect(candidates.planeCount == 2)
    }

    @Test func theShareCountsDistancesUpToItsLimit() throws {
        // 1.5 % behind the plane: within 2 %, not within 1 %.
        let map = DepthMap.make(width: 64, height: 48) { column, row in
            column >= 48 && row >= 24 ? 1.015 : 1
        }
        let candidates = SceneCandidates(of: map)
        #expect(candidates.planeShare1 == 0.875)
        #expect(candidates.planeShare2 == 1)
    }

    @Test func thePlaneOfMostSamplesIsChosen() throws {
        var generator = SeededGenerator(seed: 5)
        // Two in five samples are at random distances behind a tilted sheet.
        let sheet = planeMap(InversePlane(a: 0.5, b: -0.2, c: 2), width: 256, height: 192)
        let samples = sheet.samples.map { depth in
            Int.random(in: 0..<5, using: &generator) < 2 ? depth + Float.random(in: 0.3...3, using: &generator) : depth
        }
        let map = try DepthMap(width: 256, height: 192, samples: samples)
        let candidates = SceneCandidates(of: map)
        #expect(try #require(candidates.planeDistanceMedian) < 1e-5)
        #expect(try (0.57...0.63).contains(#require(candidates.planeShare1)))
    }

    @Test func distancesScaleWithDepthAndSharesDoNot() throws {
        var generator = SeededGenerator(seed: 6)
        for kind in [MapKind.scene, .sceneWithHoles] {
            let map = kind.map(width: 96, height: 72, using: &generator)
            let doubled = try DepthMap(width: 96, height: 72, samples: map.samples.map { 2 * $0 })
            // Scaling by two preserves the bits.
            let range = ValidRange(lower: 0.1, upper: 20)
            let one = SceneCandidates(of: map, validRange: range)
            let two = SceneCandidates(of: doubled, validRange: ValidRange(lower: 0.2, upper: 40))
            #expect(one.planeDistanceMedian.map { 2 * $0 } == two.planeDistanceMedian)
            #expect(one.quadricDistanceMedian.map { 2 * $0 } == two.quadricDistanceMedian)
            for candidate in CandidateMeasurement.allCases
            where candidate.definition.unit.isEmpty && candidate != .noiseGrowth {
                #expect(one[candidate] != nil && one[candidate] == two[candidate], "\(candidate)")
            }
        }
    }

    @Test func surfacesStayWithinTheValidRange() throws {
        // A steep plane whose inverse depth falls below 1/20 m at the right, where the samples stop at 20 m.
        let map = DepthMap.make(width: 64, height: 48) { column, _ in
            let inverse = 0.5 - Double(column) * 0.01
            return inverse > 0.05 ? Float(1 / inverse) : 20
        }
        let candidates = SceneCandidates(of: map)
        #expect(try #require(candidates.planeDistance90) < 1e-3)
    }

    @Test func unmeasurableMapsHaveNoValues() throws {
        let none = SceneCandidates.unavailable
        #expect(CandidateMeasurement.allCases.allSatisfy { none[$0] == nil })
        #expect(SceneCandidates(of: .constant(1, width: 2, height: 400)) == none)
        #expect(SceneCandidates(of: .constant(1, width: 400, height: 2)) == none)
        #expect(SceneCandidates(of: DepthMap(inferringDimensionsOf: [Float](repeating: 1, count: 1000))) == none)
        #expect(SceneCandidates(of: .constant(0, width: 64, height: 48)) == none)
        #expect(SceneCandidates(of: .constant(.nan, width: 64, height: 48)) == none)
        let few = DepthMap.make(width: 64, height: 48) { column, row in row == 0 && column < 63 ? 1 : 0 }
        #expect(SceneCandidates(of: few) == none)
        // 64 samples on a line are enough, but do not determine a plane.
        let line = DepthMap.make(width: 64, height: 48) { _, row in row == 20 ? 1 : 0 }
        let trace = try #require(CandidateTrace(of: line))
        #expect(trace.plane == nil)
        #expect(trace.candidates.planeDistanceMedian == nil)
        #expect(trace.candidates.quadricDistanceMedian == nil)
        #expect(trace.candidates.regionShare == 0)
        #expect(trace.candidates.planeCount == 4)
    }

    @Test func customRangesExcludeOtherSamples() throws {
        let map = DepthMap.make(width: 64, height: 48) { column, _ in column < 40 ? 1 : 3 }
        let near = SceneCandidates(of: map, validRange: ValidRange(lower: 0.1, upper: 2))
        #expect(near.planeShare1 == 1)
        #expect(SceneCandidates(of: map).planeShare1 == 0.625)
        // A range that begins at 0 includes samples without an inverse.
        let zeros = DepthMap.make(width: 64, height: 48) { column, _ in column < 40 ? 1 : 0 }
        #expect(SceneCandidates(of: zeros, validRange: ValidRange(lower: 0, upper: 20)).planeShare1 == 1)
    }
}
