/// Looks for bytes in many more bytes, and looks only at a few of them.
///
///     let start = ByteSearch("\r\n\r\n").firstIndex(in: body, from: 0)
///
/// Source: Horspool, "Practical fast searching in strings", 1980. Quadratic at worst, in what is sought: boundaries
/// and names of a few dozen bytes.
package struct ByteSearch {
    private let sought: [UInt8]
    /// How far to go on when a byte stands at the end of the place looked at.
    private let steps: [Int]

    package init(_ sought: [UInt8]) {
        precondition(!sought.isEmpty, "nothing is found everywhere")
        self.sought = sought
        var steps = [Int](repeating: sought.count, count: 256)
        for (index, byte) in sought.dropLast().enumerated() { steps[Int(byte)] = sought.count - 1 - index }
        self.steps = steps
    }

    package init(_ sought: String) { self.init(Array(sought.utf8)) }

    /// Where the bytes stand first, at or behind `start`.
    package func firstIndex(in bytes: [UInt8], from start: Int) -> Int? { firstIndex(in: bytes[start...]) }

    /// Where the bytes stand first.
    package func firstIndex(in bytes: ArraySlice<UInt8>) -> Int? {
        let last = sought.count - 1
        var position = bytes.startIndex
        while position + last < bytes.endIndex {
            let byte = bytes[position + last]
            if byte == sought[last], bytes[position...].starts(with: sought) { return position }
            position += steps[Int(byte)]
        }
        return nil
    }
}
