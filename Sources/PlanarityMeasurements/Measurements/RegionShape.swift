extension PlanarRegions.Region {
    /// A neighbour is behind the region if it is at least 5 % farther away than the region's cell.
    private static let minimumStep = 1.05

    func extent(in lattice: SampleLattice) -> Double {
        var (left, right) = (lattice.columns, 0)
        var (top, bottom) = (lattice.rows, 0)
        for row in 0..<bits.rows {
            guard let ends = bits.ends(ofRow: row) else { continue }
            (left, right) = (min(left, ends.first), max(right, ends.last))
            (top, bottom) = (min(top, row), row)
        }
        return Double((right - left + 1) * (bottom - top + 1)) / Double(lattice.columns * lattice.rows)
    }

    /// The region's area divided by that of its smallest enclosing rectangle of any orientation.
    ///
    /// One side of that rectangle lies on a side of the convex hull (Freeman and Shapira, Communications of the ACM
    /// 18, 1975).
    var rectangularity: Double {
        let hull = convexHull
        var least = Double.infinity
        for (index, corner) in hull.enumerated() {
            let next = hull[(index + 1) % hull.count]
            let (dx, dy) = (next.x - corner.x, next.y - corner.y)
            var (leastAlong, mostAlong, mostAcross) = (Double.infinity, -Double.infinity, 0.0)
            for point in hull {
                let (px, py) = (point.x - corner.x, point.y - corner.y)
                leastAlong = min(leastAlong, px * dx + py * dy)
                mostAlong = max(mostAlong, px * dx + py * dy)
                mostAcross = max(mostAcross, abs(dx * py - dy * px))
            }
            least = min(least, (mostAlong - leastAlong) * mostAcross / (dx * dx + dy * dy))
        }
        return Double(count) / least
    }

    private struct Corner {
        let x: Double
        let y: Double
    }

    /// The corners of the convex hull of the cells (squares of side 1), in order of rotation.
    ///
    /// Andrew's monotone chain over the outer corners of each row (Information Processing Letters 9, 1979).
    private var convexHull: [Corner] {
        // The outer corners on each line between two rows, already in sorted order.
        var points: [Corner] = []
        var above: (first: Int, last: Int)?
        for row in 0...bits.rows {
            let ends = row < bits.rows ? bits.ends(ofRow: row) : nil
            if let either = ends ?? above {
                let first = min(either.first, above?.first ?? either.first)
                let last = max(either.last, above?.last ?? either.last)
                points.append(Corner(x: Double(first), y: Double(row)))
                points.append(Corner(x: Double(last + 1), y: Double(row)))
            }
            above = ends
        }
        func chain(_ points: some Sequence<Corner>) -> [Corner] {
            var chain: [Corner] = []
            for point in points {
                while chain.count >= 2 {
                    let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
                    guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0 else { break }
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain
        }
        return chain(points).dropLast() + chain(points.reversed()).dropLast()
    }

    /// The share of the region's outline at the frame's edge or in front of something at least 5 % farther away: 1 for
    /// an object in front of all else, small for a wall that is behind objects or meets another wall.
    ///
    /// Examines the next two cells outside, because the nearest may mix both sides. Parts of the outline without a
    /// valid cell beside them do not count.
    func enclosedOutline(in lattice: SampleLattice) -> Double {
        var (enclosed, all) = (0, 0)
        /// Examines the cells in `sides`, whose neighbour in one direction is outside the region.
        func examine(_ sides: UInt64, _ row: Int, _ word: Int, _ across: Int, _ down: Int) {
            var sides = sides
            while sides != 0 {
                let column = 64 * word + sides.trailingZeroBitCount
                sides &= sides - 1
                guard let near = lattice.depth(column + across, row + down) else {
                    enclosed += 1
                    all += 1
                    continue
                }
                let beside = max(near, lattice.depth(column + 2 * across, row + 2 * down) ?? 0)
                guard beside > 0 else { continue }
                all += 1
                if beside >= Self.minimumStep * lattice.depths[row * lattice.columns + column] { enclosed += 1 }
            }
        }
        for row in 0..<bits.rows {
            for word in 0..<bits.wordsInRow {
                let place = row * bits.wordsInRow + word
                let own = bits.words[place]
                guard own != 0 else { continue }
                let before = word > 0 ? bits.words[place - 1] >> 63 : 0
                let after = word + 1 < bits.wordsInRow ? bits.words[place + 1] << 63 : 0
                examine(own & ~(own << 1 | before), row, word, -1, 0)
                examine(own & ~(own >> 1 | after), row, word, 1, 0)
                examine(own & ~(row > 0 ? bits.words[place - bits.wordsInRow] : 0), row, word, 0, -1)
                examine(own & ~(row + 1 < bits.rows ? bits.words[place + bits.wordsInRow] : 0), row, word, 0, 1)
            }
        }
        return all > 0 ? Double(enclosed) / Double(all) : 0
    }
}

extension SampleLattice {
    /// The depth of a cell; 0 if it has none, nil outside the frame.
    fileprivate func depth(_ column: Int, _ row: Int) -> Double? {
        column >= 0 && column < columns && row >= 0 && row < rows ? depths[row * columns + column] : nil
    }
}
