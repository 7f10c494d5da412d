/// Many paths or names, each a `String` when it is asked for:
///
///     let found = try DepthFileList.files(below: "captures").files
///     for path in found { print(path) }
///
/// Kept as their bytes one after another: a million take what their characters take, and eight bytes each. Two lists
/// are equal if they have the same bytes in the same order.
public struct FilePaths: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable, Sendable {
    /// The UTF-8 of all.
    private var bytes: [UInt8] = []
    /// Where each ends.
    private var ends: [Int] = []

    /// An empty list.
    public init() {}

    /// The paths in the order of a sequence: `FilePaths(["room.bin", "wall.bin"])`.
    public init(_ paths: some Sequence<String>) {
        for path in paths { append(path) }
    }

    /// A list that is written down: `let paths: FilePaths = ["room.bin"]`.
    public init(arrayLiteral paths: String...) { self.init(paths) }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// How many paths there are.
    public var endIndex: Int { ends.count }

    /// The path at an index, in as many steps as it has bytes.
    public subscript(index: Int) -> String {
        withBytes(at: index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds a path to the end.
    public mutating func append(_ path: String) {
        path.withBytes { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }

    /// Adds all of another list to the end.
    public static func += (paths: inout FilePaths, more: FilePaths) {
        let start = paths.bytes.count
        paths.bytes += more.bytes
        paths.ends += more.ends.lazy.map { $0 + start }
    }

    /// A look at the bytes of one path, where they lie. They are UTF-8, as those of a `String`.
    package func withBytes<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let range = range(at: index)
        // SAFETY: ends do not fall, and the last is the number of bytes.
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Adds the path of what is in a folder.
    ///
    /// - Parameters:
    ///   - prefix: what stands before the name, its slash included.
    ///   - name: the bytes that it is to the system.
    package mutating func append(prefix: String, fileBytes name: UnsafeBufferPointer<UInt8>) {
        prefix.withBytes { bytes.append(contentsOf: $0) }
        if name.allSatisfy({ $0 < 0x80 }) {
            bytes.append(contentsOf: name)
        } else {
            bytes += String(fileBytes: Array(name)).utf8
        }
        ends.append(bytes.count)
    }

    /// Puts the paths in the order of the bytes that they are to the system.
    package mutating func sortExactly() {
        // Those found in one folder are in order.
        if !isInOrder { self = picking(exactOrder) }
    }

    /// The paths at these indices, in the order of those.
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

    /// Where each path stands that comes next in the order of the bytes that they are to the system, equal ones as they
    /// came: `names.picking(names.exactOrder)`.
    ///
    /// A folder may hold a million names. What all begin with is looked at once, and the eight bytes behind it as one
    /// number; only those with the same number are compared byte by byte.
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
            // Those with one key stand together; most often that is one.
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

    /// Sorts by one byte of the key after the other, the last first, each time leaving what is equal as it is. A byte
    /// in which all are equal is left out.
    private static func sortByKey(_ order: inout [Keyed]) {
        let differing = order.reduce(0) { $0 | ($1.key ^ order[0].key) }
        var target = order
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            // Where the next one goes that has this byte.
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

    /// Whether bytes that are no UTF-8 may be among them: what stands for those does not sort as they do.
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

    /// How many bytes all begin with.
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

    /// Eight bytes as a number that orders as they do; what is not there is 0.
    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
        let first = bytes.prefix(8)
        return first.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - first.count))
    }
}
