/// Cells in rows, eight side by side in a group: what candidates calculate with.
///
/// The lanes of a sum are added up row by row and to one another at last (``Lanes/total``): an order that does not
/// depend on how many a processor adds at once. A row is filled up with cells that have no depth.
struct CellGroups: Sendable {
    /// Horizontal coordinates, the same for each row.
    let x: [Lanes]
    /// Vertical coordinates of the rows, downwards.
    let y: [Double]
    /// Depths in metres, row by row, 0 where there is none.
    let depths: [Lanes]
    /// Their inverses, 0 where there is none.
    let inverses: [Lanes]
    /// Which have a depth, a bit each.
    let valid: [UInt8]

    /// - Parameters:
    ///   - x: coordinates of the columns.
    ///   - y: coordinates of the rows.
    ///   - depths: row by row, whole groups, 0 where there is none.
    init(x: [Double], y: [Double], depths: [Lanes]) {
        self.x = Self.groups(x)
        self.y = y
        self.depths = depths
        inverses = Self.list(depths.count) { (1 / depths[$0]).kept(where: depths[$0] .> 0) }
        valid = Self.list(depths.count) { LaneBits.of(depths[$0] .> 0) }
    }

    /// Only every second, third... row, and of these such columns, those in the middle.
    init(_ all: CellGroups, columns count: Int, every step: Int) {
        let columns = Array(stride(from: step / 2, to: count, by: step))
        let rows = Array(stride(from: step / 2, to: all.rows, by: step))
        let groupsInRow = (columns.count + 7) / 8
        func some(_ lanes: [Lanes], _ rows: [Int]) -> [Lanes] {
            var some = [Lanes](repeating: .zero, count: rows.count * groupsInRow)
            lanes.withUnsafeBytes { lanes in
                some.withUnsafeMutableBytes { some in
                    columns.withUnsafeBufferPointer { columns in
                        for (place, row) in rows.enumerated() {
                            for index in columns.indices {
                                // SAFETY: both have 64 bytes for each eight columns of each row.
                                let value = lanes.load(
                                    fromByteOffset: 8 &* (row &* 8 &* all.groupsInRow &+ columns[index]),
                                    as: Double.self)
                                some.storeBytes(
                                    of: value, toByteOffset: 8 &* (place &* 8 &* groupsInRow &+ index), as: Double.self)
                            }
                        }
                    }
                }
            }
            return some
        }
        x = some(all.x, [0])
        y = rows.map { all.y[$0] }
        depths = some(all.depths, rows)
        inverses = some(all.inverses, rows)
        let depths = depths
        valid = Self.list(depths.count) { LaneBits.of(depths[$0] .> 0) }
    }

    /// Values in groups of eight, filled up with 0.
    private static func groups(_ values: [Double]) -> [Lanes] {
        list((values.count + 7) / 8) { group in
            var lanes = Lanes.zero
            for lane in 0..<min(8, values.count - 8 * group) { lanes[lane] = values[8 * group + lane] }
            return lanes
        }
    }

    /// A list made one by one, quicker than by appending.
    @inline(__always)
    private static func list<Element>(_ count: Int, _ element: (Int) -> Element) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { list, initialized in
            for index in 0..<count { list.initializeElement(at: index, to: element(index)) }
            initialized = count
        }
    }

    /// Depths row by row, without what rows are filled up with.
    func depths(columns: Int) -> [Double] {
        depths.withUnsafeBytes { bytes in
            let all = bytes.bindMemory(to: Double.self)
            var list: [Double] = []
            list.reserveCapacity(rows * columns)
            for row in 0..<rows {
                let first = 8 * groupsInRow * row
                list += all[first..<first + columns]
            }
            return list
        }
    }

    /// Groups in a row.
    var groupsInRow: Int { x.count }
    /// Rows of groups.
    var rows: Int { y.count }

    /// Calls `body` with the memory of the cells, for loops that go through all of it.
    @inline(__always)
    func withMemory<Result>(_ body: (CellMemory) -> Result) -> Result {
        precondition(
            depths.count == rows * groupsInRow && inverses.count == depths.count && valid.count == depths.count)
        return x.withUnsafeBytes { x in
            y.withUnsafeBufferPointer { y in
                depths.withUnsafeBytes { depths in
                    inverses.withUnsafeBytes { inverses in
                        valid.withUnsafeBufferPointer { valid in
                            body(CellMemory(groupsInRow, x, y, depths, inverses, valid))
                        }
                    }
                }
            }
        }
    }
}

/// The memory of ``CellGroups``, which debug builds alone hold indices to.
struct CellMemory {
    let groupsInRow: Int
    let rows: Int
    private let ownX: UnsafeRawBufferPointer
    private let ownY: UnsafeBufferPointer<Double>
    private let ownDepths: UnsafeRawBufferPointer
    private let ownInverses: UnsafeRawBufferPointer
    private let ownValid: UnsafeBufferPointer<UInt8>

    fileprivate init(
        _ groupsInRow: Int, _ x: UnsafeRawBufferPointer, _ y: UnsafeBufferPointer<Double>,
        _ depths: UnsafeRawBufferPointer, _ inverses: UnsafeRawBufferPointer, _ valid: UnsafeBufferPointer<UInt8>
    ) {
        self.groupsInRow = groupsInRow
        rows = y.count
        (ownX, ownY, ownDepths, ownInverses, ownValid) = (x, y, depths, inverses, valid)
    }

    // SAFETY of all: groups are less than `groupsInRow`, rows than `rows` and pairs than 4 in every caller, and the
    // lists have a group of 64 bytes for each; any alignment will do.

    @inline(__always)
    func y(_ row: Int) -> Double { ownY[row] }

    @inline(__always)
    func x(_ group: Int) -> Lanes { Self.lanes(ownX, 64 &* group) }

    @inline(__always)
    func x(_ group: Int, _ pair: Int) -> TwoLanes { Self.twoLanes(ownX, 64 &* group &+ 16 &* pair) }

    @inline(__always)
    func depths(_ row: Int, _ group: Int) -> Lanes { Self.lanes(ownDepths, place(row, group)) }

    @inline(__always)
    func depths(_ row: Int, _ group: Int, _ pair: Int) -> TwoLanes {
        Self.twoLanes(ownDepths, place(row, group) &+ 16 &* pair)
    }

    @inline(__always)
    func inverses(_ row: Int, _ group: Int) -> Lanes { Self.lanes(ownInverses, place(row, group)) }

    @inline(__always)
    func inverses(_ row: Int, _ group: Int, _ pair: Int) -> TwoLanes {
        Self.twoLanes(ownInverses, place(row, group) &+ 16 &* pair)
    }

    /// The inverses of the cells to the left of those of a group; 0 where there is none.
    @inline(__always)
    func inverses(leftOf row: Int, _ group: Int) -> Lanes {
        let offset = place(row, group)
        guard group == 0 else { return Self.lanes(ownInverses, offset - 8) }
        let own = Self.lanes(ownInverses, offset)
        return Lanes(0, own[0], own[1], own[2], own[3], own[4], own[5], own[6])
    }

    /// Those to the right.
    @inline(__always)
    func inverses(rightOf row: Int, _ group: Int) -> Lanes {
        let offset = place(row, group)
        guard group + 1 == groupsInRow else { return Self.lanes(ownInverses, offset + 8) }
        let own = Self.lanes(ownInverses, offset)
        return Lanes(own[1], own[2], own[3], own[4], own[5], own[6], own[7], 0)
    }

    @inline(__always)
    func valid(_ row: Int, _ group: Int) -> UInt8 { ownValid[row &* groupsInRow &+ group] }

    @inline(__always)
    private func place(_ row: Int, _ group: Int) -> Int { 64 &* (row &* groupsInRow &+ group) }

    @inline(__always)
    private static func lanes(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Lanes {
        assert(offset >= 0 && offset + 64 <= bytes.count)
        return bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
    }

    @inline(__always)
    private static func twoLanes(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> TwoLanes {
        assert(offset >= 0 && offset + 16 <= bytes.count)
        return bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: TwoLanes.self)
    }
}
