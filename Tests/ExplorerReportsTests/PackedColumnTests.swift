import Testing

@testable import ExplorerReports

/// The numbers of a packed column, read as docs/REPORT.md specifies.
private func unpacked(_ bytes: [UInt8], rowCount: Int) -> [Double] {
    func number(_ start: Int, _ count: Int, _ index: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { $0 | UInt64(bytes[start + $1 * count + index]) << UInt64(8 * $1) }
    }
    let count = Int(number(0, 1, 0, width: 4))
    var sum: UInt64 = 0
    let distinct = (0..<count).map { index in
        sum &+= number(4, count, index, width: 8)
        return Double(bitPattern: sum >> 63 == 1 ? sum & (1 << 63 - 1) : ~sum)
    }
    return (0..<rowCount).map { distinct[Int(number(4 + 8 * count, rowCount, $0, width: 4))] }
}

@Suite struct PackedColumnTests {
    private static let columns: [[Double]] = [
        [0.5], [1, 1, 1], [0.1, 0.30000000000000004, 0.3], [-1, 0, 1, -0.0], [],
        [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, 0],
    ]

    @Test(arguments: columns)
    func numbersKeepEveryBit(values: [Double]) {
        let read = unpacked(PackedColumn.bytes(of: values), rowCount: values.count)
        #expect(read.map(\.bitPattern) == values.map(\.bitPattern))
    }

    @Test func lowBytesComeFirst() {
        #expect(PackedColumn.planes(of: [0x0102, 0x0304] as [UInt16]) == [2, 4, 1, 3])
    }

    @Test func namesAreEscapedToOneLineEach() {
        #expect(PackedColumn.lines(["a", "b\nc"]) == Array("a\nb\\u{A}c".utf8))
    }
}
