/// How far a field was apart over many maps: the largest, mean and 99th-percentile absolute difference, and where.
package struct Drift: Sendable, Hashable {
    /// Differences in the order they came.
    private var differences: [Double] = []
    /// The file of the largest difference, the first of equals; nil while all are 0.
    package private(set) var place: String?
    /// The largest difference; 0 for none.
    package private(set) var largest = 0.0

    /// How many maps were compared.
    package var count: Int { differences.count }

    /// No maps yet.
    package init() {}

    /// Takes up the difference of one more map.
    package mutating func add(_ difference: Double, at file: String) {
        differences.append(difference)
        if difference > largest {
            largest = difference
            place = file
        }
    }

    /// The arithmetic mean; 0 for none.
    package var mean: Double {
        differences.isEmpty ? 0 : differences.reduce(0, +) / Double(differences.count)
    }

    /// The smallest difference that at least 99 % of the maps do not exceed (the nearest rank); 0 for none.
    package var percentile99: Double {
        guard !differences.isEmpty else { return 0 }
        // 99 n / 100, rounded up, in whole numbers.
        let rank = (99 * differences.count + 99) / 100
        return differences.sorted()[rank - 1]
    }
}
