import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import PlanarityMeasurements

@Suite struct RegionTests {
    /// A screen of 32 by 24 cells at 0.6 m in front of a wall at 2 m.
    private static let screenInRoom = DepthMap.make(width: 64, height: 48) { column, row in
        (16..<48).contains(column) && (12..<36).contains(row) ? 0.6 : 2
    }

    @Test func aScreenInFrontOfAWallIsTwoRegions() throws {
        let trace = try #require(CandidateTrace(of: Self.screenInRoom))
        #expect(trace.regions.all.map(\.cells.count) == [64 * 48 - 32 * 24, 32 * 24])
        let screen = trace.regions.all[1]
        #expect(screen.rectangularity == 1)
        #expect(screen.extent(in: trace.lattice) == 0.25)
        #expect(screen.enclosedOutline(in: trace.lattice) == 1)
        // The wall's outline is the frame, 224 sides of cells, and the outline of the screen, 112, which is nearer.
        #expect(trace.regions.all[0].enclosedOutline(in: trace.lattice) == 224.0 / 336)
        #expect(trace.candidates.enclosedPlaneShare == 0.75 * 224 / 336)
        #expect(trace.candidates.regionShare == 0.75)
        #expect(trace.candidates.planeCount == 2)
    }

    @Test func regionsAreConnected() throws {
        // One plane behind a bar that divides it: three regions, no two of which touch.
        let map = DepthMap.make(width: 64, height: 48) { column, _ in (24..<32).contains(column) ? 0.5 : 2 }
        let trace = try #require(CandidateTrace(of: map))
        #expect(trace.regions.all.map(\.cells.count) == [32 * 48, 24 * 48, 8 * 48])
    }

    @Test func aRotatedRectangleFillsItsBoundingRectangle() throws {
        // Turned by 30 degrees, so that its bounds are much larger.
        let map = DepthMap.make(width: 256, height: 192) { column, row in
            let (x, y) = (Double(column) - 127.5, Double(row) - 95.5)
            let (along, across) = (x * 0.866 + y * 0.5, y * 0.866 - x * 0.5)
            return abs(along) <= 80 && abs(across) <= 48 ? 0.6 : 2
        }
        let trace = try #require(CandidateTrace(of: map))
        let screen = try #require(trace.regions.all.first { $0.plane.c > 1 })
        #expect(screen.rectangularity > 0.9)
        let triangle = DepthMap.make(width: 64, height: 48) { column, row in 4 * column < 3 * (row + 8) ? 0.6 : 2 }
        let other = try #require(CandidateTrace(of: triangle)?.regions.all.first { $0.plane.c > 1 })
        #expect(other.rectangularity < 0.7)
    }

    @Test func neighboursAreFoundAcrossHoles() throws {
        // A rim without readings around the screen, one cell wide: the wall is found beyond it.
        let map = DepthMap.make(width: 64, height: 48) { column, row in
            let inner = (16..<48).contains(column) && (12..<36).contains(row)
            let outer = (15..<49).contains(column) && (11..<37).contains(row)
            return inner ? 0.6 : outer ? 0 : 2
        }
        let trace = try #require(CandidateTrace(of: map))
        let screen = try #require(trace.regions.all.first { $0.plane.c > 1 })
        #expect(screen.enclosedOutline(in: trace.lattice) == 1)
    }

    @Test func everyRegionMatchesItsCells() throws {
        var generator = SeededGenerator(seed: 9)
        for kind in [MapKind.scene, .sceneWithHoles, .brokenRows, .screen, .extremes] {
            for (width, height) in [(64, 48), (256, 192), (50, 70)] {
                let map = kind.map(width: width, height: height, using: &generator)
                guard let trace = CandidateTrace(of: map) else { continue }
                try check(trace)
            }
        }
    }

    /// Cells are valid, in one region only, within the limit of its plane, and connected by their sides.
    private func check(_ trace: CandidateTrace) throws {
        let lattice = trace.lattice
        var taken: Set<Int> = []
        for region in trace.regions.all {
            #expect(region.cells.count >= 16)
            #expect(region.cells == region.cells.sorted())
            for cell in region.cells {
                #expect(taken.insert(cell).inserted)
                let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
                #expect(lattice.depths[cell] > 0)
                let misfits = lattice.cells.withMemory { region.plane.misfits($0, row, column / 8) }
                #expect(misfits[column % 8] <= 0.02)
            }
            var left = Set(region.cells)
            var seeds = 0
            while let cell = left.popFirst() {
                seeds += 1
                var reached = [cell]
                while let next = reached.popLast() {
                    let column = next % lattice.columns
                    for (neighbour, isThere) in [
                        (next - 1, column > 0), (next + 1, column + 1 < lattice.columns),
                        (next - lattice.columns, true), (next + lattice.columns, true),
                    ] where isThere && left.remove(neighbour) != nil { reached.append(neighbour) }
                }
            }
            // A region may begin with several cells that are connected only through their block.
            #expect(seeds <= 64)
        }
        let sizes = trace.regions.all.map(\.cells.count)
        #expect(sizes == sizes.sorted(by: >))
    }
}
