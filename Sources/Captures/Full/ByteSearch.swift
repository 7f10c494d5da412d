/// Finds a byte string in a longer one without comparing every position.
///
///     let start = ByteSearch("\r\n\r\n").firstIndex(in: body, from: 0)
///
/// Source: Horspool, "Practical fast searching in strings", 1980. The worst case is O(length of the pattern) per
/// position; patterns here are boundaries and names of a few dozen bytes.
package struct ByteSearch {
    private let sought: [UInt8]
    /// The distance to advance for each value of the window's last byte.
    private let steps: [Int]

    package init(_ sought: [UInt8]) {
        precondition(!sought.isEmpty, "the pattern is not empty")
        self.sought = sought
        var steps = [Int](repeating: sought.count, count: 256)
        for (index, byte) in sought.dropLast().enumerated() { steps[Int(byte)] = sought.count - 1 - index }
        self.steps = steps
    }

    package init(_ sought: String) { self.init(Array(sought.utf8)) }

    /// The index of the first match at or after `start`.
    package func firstIndex(in bytes: [UInt8], from start: Int) -> Int? { firstIndex(in: bytes[start...]) }

    /// The index of the first match.
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
