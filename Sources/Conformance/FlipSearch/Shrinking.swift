internal import DepthAnalysis

/// Makes a map smaller and simpler while a property holds.
///
/// First removes rows and columns, in blocks from half the side down to one; then rounds each value to fewer
/// decimals or replaces it by another value of the map. The order is fixed, so the result is reproducible.
struct Shrinking {
    private let isInteresting: (DepthMap) -> Bool
    /// The number of samples that may still be analysed; limits the attempts on large maps.
    private var allowance: Int
    private(set) var map: DepthMap

    /// The smallest side that the client accepts.
    private static let smallestSide = 3
    /// Maps with more distinct values are not simplified value by value.
    private static let maximumValues = 400

    init(_ map: DepthMap, allowance: Int = 30_000_000, while isInteresting: @escaping (DepthMap) -> Bool) {
        self.map = map
        self.allowance = allowance
        self.isInteresting = isInteresting
    }

    mutating func run() {
        var before: DepthMap
        repeat {
            before = map
            cut(sides: map.height) { map, range in map.withoutRows(range) }
            cut(sides: map.width) { map, range in map.withoutColumns(range) }
            simplifyValues()
        } while before != map && allowance > 0
    }

    private mutating func accept(_ candidate: DepthMap) -> Bool {
        guard allowance > 0 else { return false }
        allowance -= max(candidate.samples.count, 100)
        guard isInteresting(candidate) else { return false }
        map = candidate
        return true
    }

    /// Removes blocks of one side, the largest first.
    private mutating func cut(sides: Int, _ without: (DepthMap, Range<Int>) -> DepthMap?) {
        var side = sides
        var block = side / 2
        while block >= 1 {
            var start = 0
            while start + block <= side, side - block >= Self.smallestSide {
                if let candidate = without(map, start..<start + block), accept(candidate) {
                    side -= block
                } else {
                    start += block
                }
            }
            block /= 2
        }
    }

    private mutating func simplifyValues() {
        let values = Set(map.samples.map(\.bitPattern)).sorted().map { Float(bitPattern: $0) }
        guard values.count <= Self.maximumValues else { return }
        var previous: Float?
        for value in values {
            defer { previous = value }
            let rounded = [1, 10, 100, 1000].map { Float((Double(value) * $0).rounded() / $0) }
            // Never replace a value by one with more decimals.
            let plainer = rounded.prefix { $0 != value }
            for replacement in (previous.map { [$0] } ?? []) + plainer {
                if let candidate = map.replacing(value, by: replacement), accept(candidate) { break }
            }
        }
    }
}

extension DepthMap {
    fileprivate func withoutRows(_ rows: Range<Int>) -> DepthMap? {
        var samples = samples
        samples.removeSubrange(rows.lowerBound * width..<rows.upperBound * width)
        return try? DepthMap(width: width, height: height - rows.count, samples: samples)
    }

    fileprivate func withoutColumns(_ columns: Range<Int>) -> DepthMap? {
        let kept = samples.enumerated().filter { !columns.contains($0.offset % width) }.map(\.element)
        return try? DepthMap(width: width - columns.count, height: height, samples: kept)
    }

    fileprivate func replacing(_ value: Float, by replacement: Float) -> DepthMap? {
        try? DepthMap(
            width: width, height: height,
            samples: samples.map { $0.bitPattern == value.bitPattern ? replacement : $0 })
    }
}
