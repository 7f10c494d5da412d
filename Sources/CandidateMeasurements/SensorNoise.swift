internal import DepthAnalysis

extension SampleLattice {
    /// The share of the places, three cells in a row or a column, where the middle one leaves the line between the
    /// others in inverse depth by this share and more. On a plane, however it lies, none does.
    func discontinuityShare(above limit: Double) -> Double? {
        var (found, all) = (Lanes.zero, Lanes.zero)
        let one = Lanes(repeating: 1)
        @inline(__always)
        func look(_ index: Int, _ before: Lanes, _ after: Lanes) {
            let here = cells.inverses[index]
            let isPlace = (here .> 0) .& (before .> 0) .& (after .> 0)
            let bends = ((before + after) / 2 - here).magnitudes * cells.depths[index]
            all += one.kept(where: isPlace)
            found += one.kept(where: isPlace .& (bends .>= limit))
        }
        for index in cells.depths.indices {
            look(index, cells.inverses(beside: index, left: true), cells.inverses(beside: index, left: false))
        }
        for index in cells.groupsInRow..<cells.depths.count - cells.groupsInRow {
            look(index, cells.inverses[index - cells.groupsInRow], cells.inverses[index + cells.groupsInRow])
        }
        return all.total > 0 ? found.total / all.total : nil
    }
}

/// Noise of the sensor, from neighbouring samples of the map itself.
struct SensorNoise {
    /// A tenth of a millimetre: less than any of these sensors tells apart.
    private static let resolution = 1e-4
    /// Fewer places in a half say nothing.
    private static let leastPlaces = 32

    /// Noise in the farther half of the places divided by that in the nearer one; 1 where all are at one depth, nil
    /// where too few samples have both neighbours.
    let growth: Double?

    /// Of three samples side by side the middle one's distance from the line between the others in inverse depth, times
    /// the square of its depth: nearly its distance in metres from the surface, however that is tilted.
    init(_ map: DepthMap, _ lattice: SampleLattice, validRange: ValidRange, _ values: inout ValueList) {
        let cells = lattice.cells
        let (samples, valid) = (map.samples, ValidDepths(validRange))
        let padding = [Double](repeating: 0, count: 8 * cells.groupsInRow - lattice.columns)
        var (before, after): ([Double], [Double]) = ([], [])
        before.reserveCapacity(8 * cells.depths.count)
        after.reserveCapacity(8 * cells.depths.count)
        for row in lattice.mapRows {
            for column in lattice.mapColumns {
                let sample = row * map.width + column
                before.append(column > 0 ? valid.depth(of: samples[sample - 1]) : 0)
                after.append(column + 1 < map.width ? valid.depth(of: samples[sample + 1]) : 0)
            }
            before += padding
            after += padding
        }
        let (left, right) = (CellGroups.groups(before), CellGroups.groups(after))
        var noises: [Lanes] = []
        var places: [UInt8] = []
        noises.reserveCapacity(cells.depths.count)
        places.reserveCapacity(cells.depths.count)
        values.removeAll()
        for index in cells.depths.indices {
            let depths = cells.depths[index]
            let bends = (1 / left[index] + 1 / right[index]) / 2 - cells.inverses[index]
            noises.append(bends.magnitudes * depths * depths)
            places.append(LaneBits.of((depths .> 0) .& (left[index] .> 0) .& (right[index] .> 0)))
            values.append(depths, places[index])
        }
        guard values.count >= 2 * Self.leastPlaces else {
            growth = nil
            return
        }
        let middle = values.upperMedian()
        func noise(nearer isNearer: Bool) -> Double? {
            values.removeAll()
            for (index, noise) in noises.enumerated() {
                let depths = cells.depths[index]
                values.append(noise, places[index] & LaneBits.of(isNearer ? depths .< middle : depths .> middle))
            }
            return values.count >= Self.leastPlaces ? values.upperMedian() : nil
        }
        // All at one depth: nothing grows.
        guard let near = noise(nearer: true), let far = noise(nearer: false) else {
            growth = 1
            return
        }
        growth = (far + Self.resolution) / (near + Self.resolution)
    }
}
