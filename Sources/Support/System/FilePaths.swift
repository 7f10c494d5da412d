/// A compact list of paths or names; each element is converted to a `String` on access.
///
///     let found = try DepthFileList.files(below: "captures").files
///     for path in found { print(path) }
///
/// The UTF-8 is stored contiguously, with eight more bytes per path. Two lists are equal if they have the same bytes
/// in the same order.
public struct FilePaths: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable, Sendable {
    /// The UTF-8 of all paths.
    private var bytes: [UInt8] = []
    /// The end of each path in `bytes`.
    private var ends: [Int] = []

    /// Creates an empty list.
    package init() {}

    /// Creates a list from a sequence: `FilePaths(["room.bin", "wall.bin"])`.
    package init(_ paths: some Sequence<String>) { for path in paths { append(path) } }

    /// Creates a list from a literal: `let paths: FilePaths = ["room.bin"]`.
    public init(arrayLiteral paths: String...) { self.init(paths) }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of paths.
    public var endIndex: Int { ends.count }

    /// The path at an index; takes time linear in its length.
    public subscript(index: Int) -> String { withBytes(at: index) { String(decoding: $0, as: UTF8.self) } }

    /// Appends a path.
    package mutating func append(_ path: String) {
        path.withBytes { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }

    /// Appends all paths of another list.
    package static func += (paths: inout FilePaths, more: FilePaths) {
        let start = paths.bytes.count
        paths.bytes += more.bytes
        paths.ends += more.ends.lazy.map { $0 + start }
    }

    /// Calls `body` with the UTF-8 of one path, without copying.
    package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let range = range(at: index)
        // SAFETY: ends are ascending, and the last is the number of bytes.
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Appends the path of a folder entry.
    ///
    /// - Parameters:
    ///   - prefix: the folder, including the slash.
    ///   - name: the bytes of the file name.
    package mutating func append(prefix: String, fileBytes name: UnsafeBufferPointer<UInt8>) {
        prefix.withBytes { bytes.append(contentsOf: $0) }
        if name.allSatisfy({ $0 < 0x80 }) {
            bytes.append(contentsOf: name)
        } else {
            bytes += String(fileBytes: Array(name)).utf8
        }
        ends.append(bytes.count)
    }

    /// Sorts the paths by the bytes of their file names.
    package mutating func sortExactly() {
        // The names of a single folder are already sorted.
        if !isInOrder { self = picking(exactOrder) }
    }

    package func picking(_ indices: some Collection<Int>) -> FilePaths {
        var picked = FilePaths()
        picked.ends.reserveCapacity(indices.count)
        picked.bytes.reserveCapacity(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            for index in indices {
                picked.bytes.append(contentsOf: bytes[range(at: index)])
                picked.ends.append(picked.bytes.count)
            }
        }
        return picked
    }

    /// The indices that sort the paths stably by the bytes of their file names: `names.picking(names.exactOrder)`.
    ///
    /// Fast enough for a folder of a million names: the common prefix is skipped, the next eight bytes are compared
    /// as one number, and only ties are compared byte by byte.
    package var exactOrder: [Int] {
        if hasEscapedBytes {
            let texts = map(ExactText.init)
            return texts.indices.sorted { texts[$0] < texts[$1] }
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let shared = sharedByteCount(in: bytes)
            var order = indices.map { index in
                let range = range(at: index)
                return Keyed(key: Self.number(bytes[(range.lowerBound + shared)..<range.upperBound]), index: index)
            }
            Self.sortByKey(&order)
            // Sort the runs of equal keys, most of which have length 1.
            var start = 0
            while start < order.count {
                var end = start + 1
                while end < order.count, order[end].key == order[start].key { end += 1 }
                if end - start > 1 {
                    order[start..<end].sort { precedes(bytes[range(at: $0.index)], bytes[range(at: $1.index)]) }
                }
                start = end
            }
            return order.map { $0.index }
        }
    }

    private struct Keyed {
        var key: UInt64
        var index: Int
    }

    /// A stable radix sort by the bytes of the key, last byte first. Bytes equal in all keys are skipped.
    private static func sortByKey(_ order: inout [Keyed]) {
        let differing = order.reduce(0) { $0 | ($1.key ^ order[0].key) }
        var target = order
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            // The next place for each value of this byte.
            var places = [Int](repeating: 0, count: 256)
            for keyed in order { places[Int(keyed.key >> shift & 0xFF)] += 1 }
            var sum = 0
            for byte in places.indices { (places[byte], sum) = (sum, sum + places[byte]) }
            for keyed in order {
                let byte = Int(keyed.key >> shift & 0xFF)
                target[places[byte]] = keyed
                places[byte] += 1
            }
            swap(&order, &target)
        }
    }

    private var isInOrder: Bool {
        if hasEscapedBytes { return zip(self, dropFirst()).allSatisfy { !(ExactText($1) < ExactText($0)) } }
        return bytes.withUnsafeBufferPointer { bytes in
            indices.dropFirst().allSatisfy { !precedes(bytes[range(at: $0)], bytes[range(at: $0 - 1)]) }
        }
    }

    /// Whether there may be escaped bytes, whose scalars do not sort like the bytes.
    private var hasEscapedBytes: Bool { bytes.contains(String.leadOfEscapes) }

    private func precedes(_ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>) -> Bool
    {
        var (leftIndex, rightIndex) = (left.startIndex, right.startIndex)
        while leftIndex < left.endIndex, rightIndex < right.endIndex {
            if left[leftIndex] != right[rightIndex] { return left[leftIndex] < right[rightIndex] }
            (leftIndex, rightIndex) = (leftIndex + 1, rightIndex + 1)
        }
        return left.count < right.count
    }

    private func sharedByteCount(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var shared = ends.first ?? 0
        for index in indices.dropFirst() {
            let range = range(at: index)
            var count = 0
            while count < shared, count < range.count, bytes[range.lowerBound + count] == bytes[count] { count += 1 }
            shared = count
        }
        return shared
    }

    /// The first eight bytes as a big-endian number, padded with 0.
    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
        let first = bytes.prefix(8)
        return first.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - first.count))
    }
}
