internal import DepthAnalysis

extension SampleLattice {
    /// The share of the places, three cells in a row or a column, where the middle one leaves the line between the
    /// others in inverse depth by this share and more. On a plane, however it lies, none does.
    func discontinuityShare(above limit: Double) -> Double? {
        var (found, all) = (0, 0)
        func look(_ before: Int, _ index: Int, _ after: Int) {
            guard depths[before] > 0, depths[after] > 0 else { return }
            all += 1
            if abs((inverses[before] + inverses[after]) / 2 - inverses[index]) * depths[index] >= limit { found += 1 }
        }
        forEachValid { column, row, index in
            if column > 0, column + 1 < columns { look(index - 1, index, index + 1) }
            if row > 0, row + 1 < rows { look(index - columns, index, index + columns) }
        }
        return all > 0 ? Double(found) / Double(all) : nil
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
    init(_ map: DepthMap, _ lattice: SampleLattice, validRange: ValidRange) {
        var places: [(depth: Double, noise: Double)] = []
        lattice.forEachValid { column, row, index in
            let sample = lattice.mapRows[row] * map.width + lattice.mapColumns[column]
            let x = lattice.mapColumns[column]
            guard x > 0, x + 1 < map.width else { return }
            let (before, after) = (map.samples[sample - 1], map.samples[sample + 1])
            guard validRange.contains(before), validRange.contains(after), before > 0, after > 0 else { return }
            let depth = lattice.depths[index]
            let bend = (1 / Double(before) + 1 / Double(after)) / 2 - lattice.inverses[index]
            places.append((depth, abs(bend) * depth * depth))
        }
        guard places.count >= 2 * Self.leastPlaces else {
            growth = nil
            return
        }
        var depths = places.map(\.depth)
        let middle = depths.upperMedian()
        var near = places.filter { $0.depth < middle }.map(\.noise)
        var far = places.filter { $0.depth > middle }.map(\.noise)
        // All at one depth: nothing grows.
        guard near.count >= Self.leastPlaces, far.count >= Self.leastPlaces else {
            growth = 1
            return
        }
        growth = (far.upperMedian() + Self.resolution) / (near.upperMedian() + Self.resolution)
    }
}
