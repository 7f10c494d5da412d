import DepthAnalysis

/// Measures, for any width, the mean difference between a row of samples and the next.
struct RowContinuity {
    private let samples: [Float]

    init(of samples: [Float]) { self.samples = samples }

    init(of numbers: StoredNumbers) {
        switch numbers {
        case .metres(let metres): samples = metres
        case .steps(let steps): samples = steps.map { Float($0) }
        }
    }

    private static let pairCount = 2048

    /// The mean difference of about ``pairCount`` pairs `distance` apart; infinite if too few have two readings.
    func step(at distance: Int) -> Float {
        let places = max(1, samples.count / Self.pairCount) | 1
        var (sum, count): (Float, Int) = (0, 0)
        for place in stride(from: 0, to: samples.count - distance, by: places) {
            let step = abs(samples[place] - samples[place + distance])
            guard step.isFinite, samples[place] != 0, samples[place + distance] != 0 else { continue }
            sum += step
            count += 1
        }
        return count < 16 ? .infinity : sum / Float(count)
    }

    /// The width, of those of sensors and all divisors of the count, at which rows match best; nil if unclear.
    var likelyWidth: Int? {
        let count = samples.count
        guard count >= 1024 else { return nil }
        let ofSensors = [160, 192, 224, 240, 256, 320, 424, 480, 512, 640, 720, 768, 848, 960, 1024, 1280, 1920]
        let divisors = (16...min(4096, count / 8)).filter { count.isMultiple(of: $0) }
        let steps = Set(ofSensors.filter { $0 <= count / 8 } + divisors).sorted()
            .map { (width: $0, step: step(at: $0)) }.filter { $0.step.isFinite }
        guard steps.count >= 4, let best = steps.min(by: { $0.step < $1.step }) else { return nil }
        // Ignore multiples of the width: rows two apart are nearly as alike.
        let others = steps.filter { !$0.width.isMultiple(of: best.width) }.map(\.step).sorted()
        guard let nearest = others.first, nearest > 2 * best.step, others[others.count / 2] > 4 * best.step
        else { return nil }
        return best.width
    }

    /// The size with whole rows of ``likelyWidth``; if no width is clear, a common size that the samples fill.
    var likelySize: MapDimensions? {
        guard let width = likelyWidth
        else { return MapDimensions.recognised.first { $0.fit(sampleCount: samples.count) } }
        return samples.count.isMultiple(of: width) ? MapDimensions(width: width, height: samples.count / width) : nil
    }
}

extension DepthMap {
    /// The notes on a map that is no grid. If its dimensions were inferred, the rows may have another length, the
    /// samples two bytes, or there may be several maps of a common size.
    func notesOfInference(isGiven: Bool) -> [ReadingNote] {
        guard !isGrid else { return [] }
        let note = ReadingNote.notAGrid(inferred: dimensions, sampleCount: samples.count)
        if isGiven { return [note] }
        let halves = TwoByteSamples(count: 2 * samples.count) { place in
            UInt16(truncatingIfNeeded: samples[place / 2].bitPattern >> (place.isMultiple(of: 2) ? 0 : 16))
        }
        if halves.areHalves || halves.areMillimetres {
            let type: SampleType = halves.areHalves ? .float16 : .uint16
            let numbers = samples.flatMap { sample in
                [sample.bitPattern, sample.bitPattern >> 16].map { bits in
                    let bits = UInt16(truncatingIfNeeded: bits)
                    return type == .float16 ? Float(halfBits: bits) : Float(bits)
                }
            }
            return [note] + (RowContinuity(of: numbers).likelySize.map { [.sizeLikely($0, type)] } ?? [])
        }
        let size = MapDimensions.recognised.last { samples.count.isMultiple(of: $0.width * $0.height) }
        if let width = RowContinuity(of: samples).likelyWidth, width != size?.width {
            guard samples.count.isMultiple(of: width) else { return [note] }
            return [note, .sizeLikely(MapDimensions(width: width, height: samples.count / width), .float32)]
        }
        return [note] + (size.map { [.severalMapsLikely(count: samples.count / ($0.width * $0.height), $0)] } ?? [])
    }
}
