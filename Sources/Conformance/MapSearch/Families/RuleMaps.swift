internal import DepthAnalysis
internal import RealModule
internal import Support

extension MapFamily {
    /// Samples with these counts per bin of a histogram, in random order.
    private static func samples(_ counts: [Int], _ random: inout SplitMix64) -> MapInput? {
        let near = random.decimal(0.2...4, per: 100)
        let width = random.one(of: [0.0625, 0.1, random.decimal(0.001...0.3, per: 1000)])
        var samples: [Float] = []
        for (bin, count) in counts.enumerated() {
            samples += Array(repeating: Float(near + (Double(bin) + 0.5) * width), count: count)
        }
        // Both ends of the range, which are samples of the first and the last bin.
        samples += [Float(near), Float(near + 50 * width)]
        let columns = random.integer(3...9)
        samples += Array(repeating: 0, count: (columns - samples.count % columns) % columns)
        return MapInput(random.inRandomOrder(samples), columns: columns)
    }

    static func histogram(_ random: inout SplitMix64) -> MapInput? {
        var counts = Array(repeating: 0, count: 50)
        switch random.below(4) {
        case 0:
            // Each odd bin has samples, and the fourth and third last bin have twice as many: each even bin is a peak.
            let factor = random.integer(1...3)
            for bin in counts.indices where bin % 2 == 1 { counts[bin] = factor }
            for bin in [3, 47] { counts[bin] += factor }
            // The samples at both ends of the range are added to the first and the last bin.
            counts[0] = factor - 1
            counts[49] = factor - 1
            for _ in 0..<random.below(3) { counts[random.below(50)] += 1 }
        case 1:
            // Two peaks, one about a twentieth of the other, each spread over three bins.
            let small = random.integer(1...12)
            peak(20 * small, at: 10, &counts)
            peak(max(1, small + random.integer(-1...1)), at: random.integer(16...44), &counts)
        case 2:
            // Few peaks, about as many as the layers of a real scene.
            for _ in 0..<random.integer(1...4) { peak(random.integer(2...9), at: random.integer(1...48), &counts) }
        default:
            let most = random.one(of: [1, 2, 4])
            for bin in counts.indices { counts[bin] = random.below(most + 1) }
        }
        return samples(counts, &random)
    }

    private static func peak(_ count: Int, at bin: Int, _ counts: inout [Int]) {
        counts[bin - 1] += count / 4
        counts[bin] += count - 2 * (count / 4)
        counts[bin + 1] += count / 4
    }

    /// Up to 60 edges, and interior pixels for an edge share near the threshold of the coherence.
    static func edgeCounts(_ random: inout SplitMix64) -> DepthMap? {
        let edges = random.integer(8...60)
        let interior = Int(Double(edges) * 30 / -Double.log(0.7)) + random.integer(-2...2)
        return map(interior: interior, edges: edges)
    }

    static func screen(_ random: inout SplitMix64) -> MapInput? {
        let columns = random.integer(2...8)
        var count = columns * random.integer(2...8)
        let middle = random.one(of: [0.25, 0.5, 1, Float(random.decimal(0.2...1.5, per: 100))])
        var samples: [Float]
        switch random.below(4) {
        case 0:
            samples = Array(repeating: random.beside(middle + 0.07), count: count)
            samples[0] = middle
            samples[1] = random.beside(middle + 0.15)
        case 1: samples = Array(repeating: random.beside(random.one(of: [0.2, 1.5])), count: count)
        case 2:
            // The share of samples at the middle is near 17 in 20.
            count = 20 * random.integer(1...6)
            let inside = count / 20 * 17 + random.integer(-1...1)
            samples = (0..<count).map { $0 < inside ? middle : middle + 0.0625 }
        default:
            samples = (0..<count).map { _ in
                random.below(3) == 0 ? random.beside(middle + random.one(of: [0.05, -0.05])) : middle
            }
        }
        samples += Array(repeating: 0, count: (columns - count % columns) % columns)
        return MapInput(random.inRandomOrder(samples), columns: columns)
    }

    /// Four quadrants, each with its own count of valid samples and its own spread. A last odd row or column is far
    /// away or invalid.
    static func quadrants(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.integer(3...15), random.integer(3...15))
        var samples = Array(repeating: random.one(of: [Float(7), .nan]), count: columns * rows)
        let isSparse = random.below(2) == 0
        for quadrant in 0..<4 {
            let places = (0..<(rows / 2) * (columns / 2)).map { place in
                (quadrant / 2 * (rows / 2) + place / (columns / 2)) * columns
                    + quadrant % 2 * (columns / 2) + place % (columns / 2)
            }
            let validCount = isSparse ? random.one(of: [0, 1, 8, 9, 9, 10, 10, 11, places.count]) : places.count
            let near = Float(random.decimal(0.5...4, per: 8))
            let spread = random.one(of: [0, 0.01, random.beside(0.2), random.beside(0.2), 0.25, 1])
            for (number, place) in random.inRandomOrder(places).enumerated() {
                samples[place] = number < validCount ? near + (number % 2 == 0 ? 0 : spread) : .nan
            }
        }
        return MapInput(samples, columns: columns)
    }
}
