internal import DepthAnalysis

extension SampleLattice {
    /// The share of places where inverse depth deviates by at least `limit` from the line between two neighbours. A
    /// place is a valid cell with both neighbours in its row or column. On a plane of any tilt, no place deviates.
    func discontinuityShare(above limit: Double) -> Double? {
        var (found, all) = (Lanes.zero, Lanes.zero)
        cells.withMemory { cells in
            @inline(__always)
            func look(_ row: Int, _ group: Int, _ before: Lanes, _ after: Lanes) {
                let here = cells.inverses(row, group)
                let isPlace = (here .> 0) .& (before .> 0) .& (after .> 0)
                let bends = ((before + after) / 2 - here).magnitudes * cells.depths(row, group)
                let one = Lanes(repeating: 1).kept(where: isPlace)
                all += one
                found += one.kept(where: bends .>= limit)
            }
            for row in 0..<cells.rows {
                for group in 0..<cells.groupsInRow {
                    look(row, group, cells.inverses(leftOf: row, group), cells.inverses(rightOf: row, group))
                }
            }
            for row in 1..<cells.rows - 1 {
                for group in 0..<cells.groupsInRow {
                    look(row, group, cells.inverses(row - 1, group), cells.inverses(row + 1, group))
                }
            }
        }
        return all.total > 0 ? found.total / all.total : nil
    }
}

/// The sensor's noise, estimated from neighbouring samples.
struct SensorNoise {
    /// A tenth of a millimetre, finer than the resolution of a depth sensor; keeps the ratio finite.
    private static let resolution = 1e-4
    /// The minimum number of places in each half.
    private static let minimumPlaces = 32

    /// Noise in the farther half of the places divided by noise in the nearer half. 1 if one of the halves is too
    /// small, because most are at one depth; nil if too few samples have both neighbours.
    let growth: Double?

    /// The noise at a sample is the deviation of its inverse depth from the line between both neighbours, times its
    /// depth squared. This is approximately its distance from the surface in metres, whatever the tilt.
    init(_ map: DepthMap, _ lattice: SampleLattice, validRange: ValidRange, _ values: inout ValueList) {
        let cells = lattice.cells
        let left = lattice.depths(of: map, validRange, besideBy: -1)
        let right = lattice.depths(of: map, validRange, besideBy: 1)
        var places: [UInt8] = []
        places.reserveCapacity(left.count)
        let noises = [Lanes](unsafeUninitializedCapacity: left.count) { noises, count in
            for index in left.indices {
                let (depths, inverses) = (cells.depths[index], cells.inverses[index])
                let bends = (1 / left[index] + 1 / right[index]) / 2 - inverses
                noises.initializeElement(at: index, to: bends.magnitudes * depths * depths)
                places.append(LaneBits.of((depths .> 0) .& (left[index] .> 0) .& (right[index] .> 0)))
            }
            count = left.count
        }
        values.replaceAll { values in
            for index in places.indices { values.append(cells.depths[index], places[index]) }
        }
        guard values.count >= 2 * Self.minimumPlaces else {
            growth = nil
            return
        }
        let middle = values.upperMedian()
        func noise(nearer isNearer: Bool) -> Double? {
            values.replaceAll { values in
                for index in places.indices {
                    let depths = cells.depths[index]
                    let isIncluded = isNearer ? depths .< middle : depths .> middle
                    values.append(noises[index], places[index] & LaneBits.of(isIncluded))
                }
            }
            return values.count >= Self.minimumPlaces ? values.upperMedian() : nil
        }
        // Too few samples are nearer or farther than the median depth.
        guard let near = noise(nearer: true), let far = noise(nearer: false) else {
            growth = 1
            return
        }
        growth = (far + Self.resolution) / (near + Self.resolution)
    }
}
