/// Counts occurrences.
struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    mutating func add(_ key: Key) { counts[key, default: 0] += 1 }

    subscript(key: Key) -> Int { counts[key] ?? 0 }

    /// The keys with their counts, sorted by descending count, then by name.
    func ranked(by name: (Key) -> String) -> [(key: Key, count: Int)] {
        counts.map { (key: $0.key, count: $0.value) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : name($0.key) < name($1.key) }
    }
}

/// The five largest values with their names; earlier ones win ties.
struct Ranking<Value: Comparable & Sendable>: Sendable {
    static var limit: Int { 5 }

    private(set) var entries: [(name: String, value: Value)] = []

    mutating func add(_ name: String, _ value: Value) {
        if entries.count == Self.limit, let least = entries.last, least.value >= value { return }
        let place = entries.firstIndex { $0.value < value } ?? entries.count
        entries.insert((name, value), at: place)
        if entries.count > Self.limit { entries.removeLast() }
    }
}

struct Quantiles: Sendable {
    /// The share of values below each quantile, and its names in text and JSON.
    static let shares: [(name: String, key: String, share: Double)] = [
        ("min", "min", 0), ("5 %", "p5", 0.05), ("25 %", "p25", 0.25), ("median", "median", 0.5),
        ("75 %", "p75", 0.75), ("95 %", "p95", 0.95), ("max", "max", 1),
    ]

    /// One value for each of ``shares``; empty for an empty list.
    let values: [Double]

    /// Exact quantiles, interpolated linearly between neighbouring values.
    ///
    /// Source: definition 7 of Hyndman and Fan, The American Statistician 50 (1996), the default of NumPy and R.
    init(of values: [Double]) {
        guard !values.isEmpty else {
            self.values = []
            return
        }
        let sorted = values.sorted()
        self.values = Self.shares.map { _, _, share in
            let position = share * Double(sorted.count - 1)
            let index = Int(position)
            let next = min(index + 1, sorted.count - 1)
            return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
        }
    }
}
