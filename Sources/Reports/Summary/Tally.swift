/// How often each of some things was met.
struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    mutating func add(_ key: Key) { counts[key, default: 0] += 1 }

    subscript(key: Key) -> Int { counts[key] ?? 0 }

    /// The most frequent first; those met equally often in the order of their names.
    func ranked(by name: (Key) -> String) -> [(key: Key, count: Int)] {
        counts.map { (key: $0.key, count: $0.value) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : name($0.key) < name($1.key) }
    }
}

/// The few largest of many values, each with its name; of equal ones the first met.
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

/// How values are spread.
struct Quantiles: Sendable {
    /// The shares of the values that lie below each quantile, with their names for a person and in JSON.
    static let shares: [(name: String, key: String, share: Double)] = [
        ("min", "min", 0), ("5 %", "p5", 0.05), ("25 %", "p25", 0.25), ("median", "median", 0.5),
        ("75 %", "p75", 0.75), ("95 %", "p95", 0.95), ("max", "max", 1),
    ]

    /// One for each of ``shares``; empty of no values.
    let values: [Double]

    /// Exact quantiles, which lie between two values in proportion to their distance.
    ///
    /// Source: the seventh of the definitions of Hyndman and Fan, The American Statistician 50 (1996), the default of
    /// NumPy and R.
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
