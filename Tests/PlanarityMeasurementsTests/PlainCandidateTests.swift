import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import PlanarityMeasurements

/// The module, which processes eight cells at a time, has the same bits as the plain algorithm.
@Suite struct PlainCandidateTests {
    @Test(arguments: MapKind.allCases)
    func everyKindOfMapMatchesThePlainVersion(kind: MapKind) throws {
        var generator = SeededGenerator(seed: 31)
        var count = 0
        for (width, height) in [(33, 27), (130, 20), (9, 100), (3, 70), (256, 192)] {
            try holds(kind.map(width: width, height: height, using: &generator), &count)
        }
        #expect(count > 0)
    }

    @Test func planesWithObjectsMatchThePlainVersion() throws {
        var generator = SeededGenerator(seed: 32)
        var count = 0
        for round in 0..<12 {
            // Two planes, one in a box in front of the other, with noise; some maps lack a part of the samples.
            let (near, far) = (Self.randomPlane(1...3, &generator), Self.randomPlane(0.2...0.6, &generator))
            let left = Double.random(in: -0.8...0, using: &generator)
            let noise = round % 3 == 0 ? 0 : Double.random(in: 0.0001...0.02, using: &generator)
            let map = DepthMap.make(width: 72, height: 56) { column, row in
                let (x, y) = (Double(2 * column - 71) / 72, Double(2 * row - 55) / 72)
                let plane = x > left && x < left + 0.9 && abs(y) < 0.4 ? near : far
                let depth = 1 / (plane.a * x + plane.b * y + plane.c)
                let isMissing = round % 4 == 1 && Int.random(in: 0..<5, using: &generator) == 0
                return isMissing ? 0 : Float(depth * (1 + noise * Double.random(in: -1...1, using: &generator)))
            }
            try holds(map, &count)
        }
        #expect(count == 12)
    }

    @Test func customRangesMatchThePlainVersion() throws {
        var generator = SeededGenerator(seed: 33)
        for range in [ValidRange(lower: 0, upper: 3), ValidRange(lower: 0.5, upper: .infinity)] {
            let map = MapKind.sceneWithHoles.map(width: 64, height: 48, using: &generator)
            let plain = try #require(PlainCandidates(map, validRange: range))
            #expect(SceneCandidates(of: map, validRange: range) == plain.candidates)
        }
    }

    private static func randomPlane(
        _ inverse: ClosedRange<Double>, _ generator: inout SeededGenerator
    ) -> InversePlane {
        let c = Double.random(in: inverse, using: &generator)
        return InversePlane(
            a: c * Double.random(in: -0.4...0.4, using: &generator),
            b: c * Double.random(in: -0.4...0.4, using: &generator), c: c)
    }

    private func holds(_ map: DepthMap, _ count: inout Int) throws {
        guard let plain = PlainCandidates(map)?.candidates else {
            #expect(SceneCandidates(of: map) == .unavailable)
            return
        }
        count += 1
        let found = SceneCandidates(of: map)
        for candidate in CandidateMeasurement.allCases {
            #expect(
                found[candidate]?.bitPattern == plain[candidate]?.bitPattern,
                "\(candidate) of \(map.width)x\(map.height): \(found[candidate] ?? .nan), \(plain[candidate] ?? .nan)")
        }
    }
}
