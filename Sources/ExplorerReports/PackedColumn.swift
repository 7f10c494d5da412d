internal import Support

/// Encodes a number per row as bytes that compress well, because similar bytes are adjacent.
enum PackedColumn {
    /// Encodes real numbers exactly: the number of distinct values (4 bytes), the ascending values as differences of
    /// ``orderedBits(_:)``, and the index of each row's value.
    ///
    /// The reader gets the values already sorted, as needed for histograms and thresholds.
    static func bytes(of values: [Double]) -> [UInt8] {
        let bits = values.map(orderedBits)
        let order = bits.indices.sorted { bits[$0] < bits[$1] }
        var distinct: [UInt64] = []
        var places = [UInt32](repeating: 0, count: bits.count)
        for row in order {
            if distinct.last != bits[row] { distinct.append(bits[row]) }
            places[row] = UInt32(distinct.count - 1)
        }
        let differences = distinct.indices.map { $0 == 0 ? distinct[0] : distinct[$0] - distinct[$0 - 1] }
        return planes(of: [UInt32(distinct.count)]) + planes(of: differences) + planes(of: places)
    }

    private static func orderedBits(_ value: Double) -> UInt64 {
        let bits = value.bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    /// The lowest byte of every number, then the second lowest of every number, and so on. High bytes are similar, so
    /// they compress well side by side.
    static func planes<Number: FixedWidthInteger>(of numbers: [Number]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count * Number.bitWidth / 8)
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            for number in numbers { bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift))) }
        }
        return bytes
    }

    /// Encodes names, one per line, in their printed form, which has no line ends.
    static func lines(_ names: [String]) -> [UInt8] {
        Array(names.map(\.printable).joined(separator: "\n").utf8)
    }
}
