/// The cells from which the candidates are calculated: row by row, in groups of eight.
///
/// Sums are accumulated per lane, row by row, and the lanes are added at the end (``Lanes/total``), so the order of
/// addition does not depend on the processor's vector width. Rows are padded with cells without a depth.
struct CellGroups: Sendable {
    let x: [Lanes]
    let y: [Double]
    let depths: [Lanes]
    /// Inverse depths; 0 if missing.
    let inverses: [Lanes]
    let valid: [UInt8]

    /// - Parameter depths: whole groups, row by row; 0 if missing.
    init(x: [Double], y: [Double], depths: [Lanes]) {
        self.x = Self.groups(x)
        self.y = y
        self.depths = depths
        inverses = Self.list(depths.count) { (1 / depths[$0]).kept(where: depths[$0] .> 0) }
        valid = Self.list(depths.count) { LaneBits.of(depths[$0] .> 0) }
    }

    /// Keeps every `step`th row and column, starting in the middle of the first step.
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

    private static func groups(_ values: [Double]) -> [Lanes] {
        list((values.count + 7) / 8) { group in
            var lanes = Lanes.zero
            for lane in 0..<min(8, values.count - 8 * group) { lanes[lane] = values[8 * group + lane] }
            return lanes
        }
    }

    /// Faster than appending.
    @inline(__always)
    private static func list<Element>(_ count: Int, _ element: (Int) -> Element) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { list, initialized in
            for index in 0..<count { list.initializeElement(at: index, to: element(index)) }
            initialized = count
        }
    }

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

    var groupsInRow: Int { x.count }
    var rows: Int { y.count }

    /// Calls `body` with direct access to the cells, for loops over all of them.
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

/// Direct access to the memory of ``CellGroups``; only debug builds check indices.
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

    // SAFETY (all accessors): every caller keeps groups below `groupsInRow`, rows below `rows` and pairs below 4; the
    // lists have 64 bytes per group; no alignment is required.

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

    @inline(__always)
    func inverses(leftOf row: Int, _ group: Int) -> Lanes {
        let offset = place(row, group)
        guard group == 0 else { return Self.lanes(ownInverses, offset - 8) }
        let own = Self.lanes(ownInverses, offset)
        return Lanes(0, own[0], own[1], own[2], own[3], own[4], own[5], own[6])
    }

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

/// A set of lattice cells, one bit each: rows of whole words, the leftmost cell in the lowest bit.
struct CellBits: Sendable {
    let wordsInRow: Int
    let rows: Int
    let words: [UInt64]

    init(_ words: UnsafeMutableBufferPointer<UInt64>, wordsInRow: Int) {
        self.wordsInRow = wordsInRow
        rows = words.count / wordsInRow
        self.words = Array(words)
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The first and last column in a row; nil if the row is empty.
    func ends(ofRow row: Int) -> (first: Int, last: Int)? {
        var ends: (first: Int, last: Int)?
        for word in 0..<wordsInRow {
            let bits = words[row * wordsInRow + word]
            guard bits != 0 else { continue }
            let last = 64 * word + 63 - bits.leadingZeroBitCount
            ends = (ends?.first ?? 64 * word + bits.trailingZeroBitCount, last)
        }
        return ends
    }

    @inline(__always)
    func forEach(_ body: (_ column: Int, _ row: Int) -> Void) {
        for row in 0..<rows {
            for word in 0..<wordsInRow {
                var bits = words[row * wordsInRow + word]
                while bits != 0 {
                    body(64 * word + bits.trailingZeroBitCount, row)
                    bits &= bits - 1
                }
            }
        }
    }

    /// The runs of set bits in `open` that contain a bit of `bits`, which must be a subset of `open`.
    @inline(__always)
    static func spread(_ bits: UInt64, over open: UInt64) -> UInt64 {
        if bits == 0 || bits == open { return bits }
        // The addition carries each bit to the end of its run; the exclusive-or then marks the run from that bit on.
        let up = ((open &+ bits) ^ open) & open | bits
        var (down, openDown) = (up, open)
        var distance: UInt64 = 1
        // Each step doubles the distance covered.
        while distance < 64 {
            down |= openDown & down &>> distance
            openDown &= openDown &>> distance
            distance *= 2
        }
        return down
    }
}
