import TestSupport
import Testing

@testable import DepthAnalysis

/// The facts on which the kernels depend, tested at their constants: each test fails if its constant changes by one
/// unit in the last place. `docs/SPEED.md` numbers the facts.
@Suite struct KernelFactTests {
    private let plan = KernelPlan(.standard)

    private func depth(_ bits: Int32) -> Float { Float(bitPattern: UInt32(bitPattern: bits)) }
    private func bits(_ depth: Float) -> Int32 { Int32(bitPattern: depth.bitPattern) }

    // MARK: Fact 1: sums

    /// Up to 2^53 times the unit of the nearest sample, every multiple of that unit is a Double.
    @Test func fact1SamplesUpToTheLimitSumExactly() throws {
        let limit = try #require(plan).exactSumLimit
        #expect(limit == 3_355_443)
        #expect(Float(0.1).ulp == 0x1p-27)
        #expect(Double(limit) * 20 <= 0x1p53 * 0x1p-27)
        #expect(Double(limit + 1) * 20 > 0x1p53 * 0x1p-27)
    }

    /// One sample beyond the bound, the order matters: after 2^26 m, two nearest samples vanish one by one but not
    /// together.
    @Test func fact1BeyondTheLimitTheOrderMatters() {
        let nearest = Double(Float(0.1))
        let full = 0x1p26
        #expect((full + nearest) + nearest != full + (nearest + nearest))
        #expect(((full - 20) + nearest) + nearest == (full - 20) + (nearest + nearest))
    }

    // MARK: Fact 3: edges

    @Test func fact3TheSmallestSquareOfAnEdgeIsExact() throws {
        let threshold = try #require(plan).gradient
        #expect(threshold.sumOfSquares == 0x1.47ae147ae147dp-5)
        #expect(GradientThreshold.smallestSquare(above: 0.1) == 0x1.47ae147ae147dp-7)
        for value in [0.1, 0, 0.05, 0.3, 1, 0x1p-70, 1e20, 0.7] {
            let square = GradientThreshold(value).sumOfSquares / 4
            #expect(square.squareRoot() > value && !(square.nextDown.squareRoot() > value), "\(value)")
        }
        #expect(GradientThreshold(1e300).sumOfSquares == .infinity)
    }

    /// The guard band covers exactly five f32 roundings on both sides.
    @Test func fact3TheGuardBandHasItsDerivedWidth() throws {
        let threshold = try #require(plan).gradient
        let up = threshold.sumOfSquares * (1 + 5 * 0x1p-24)
        let down = threshold.sumOfSquares * (1 - 5 * 0x1p-24)
        #expect(Double(threshold.edgeFrom) >= up && Double(threshold.edgeFrom.nextDown) < up)
        #expect(Double(threshold.noEdgeBelow) <= down && Double(threshold.noEdgeBelow.nextUp) > down)
        #expect(pow4(1 + 0x1p-24) < 1 + 5 * 0x1p-24 && pow4(1 - 0x1p-24) > 1 - 5 * 0x1p-24)
    }

    private func pow4(_ value: Double) -> Double { value * value * value * value }

    /// f32 squares from inside the guard band to outside, against f64: a definite answer is always right.
    @Test func fact3DecisionsOutsideTheGuardBandAreRight() throws {
        let threshold = try #require(plan).gradient
        var generator = SeededGenerator(seed: 3)
        var undecided = 0
        for _ in 0..<20_000 {
            let near = Float.random(in: 0.11...4, using: &generator)
            let across = Float.random(in: 0...0.2, using: &generator)
            let down = (0.04 - across * across).squareRoot()
            let right = near + across
            let below = near + down
            let horizontal = right - near
            let vertical = below - near
            let square = horizontal * horizontal + vertical * vertical
            let exactHorizontal = Double(right) - Double(near)
            let exactVertical = Double(below) - Double(near)
            let gradient = (exactHorizontal / 2 * (exactHorizontal / 2) + exactVertical / 2 * (exactVertical / 2))
                .squareRoot()
            if square >= threshold.edgeFrom { #expect(gradient > 0.1) }
            if square < threshold.noEdgeBelow { #expect(!(gradient > 0.1)) }
            if square >= threshold.noEdgeBelow && square < threshold.edgeFrom { undecided += 1 }
        }
        #expect(undecided > 100)
    }

    // MARK: Fact 4: bins

    /// Calls `body` with the bin borders and positions between two depths.
    private func withBins(
        _ near: Float, _ far: Float, binCount: Int = 50, _ body: (BinBorders, BinPositions?, Double) throws -> Void
    ) rethrows {
        var scratch = Scratch<Int32>()
        defer { scratch.release() }
        scratch.reserve(binCount + 1, zero: 0)
        let width = (Double(far) - Double(near)) / Double(binCount)
        let borders = BinBorders(
            minimum: Double(near), binWidth: width, binCount: binCount, nearest: bits(near), farthest: bits(far),
            into: scratch)
        let positions = BinPositions(
            borders, nearest: bits(near), farthest: bits(far), minimum: Double(near), binWidth: width)
        try body(borders, positions, width)
    }

    /// Each border is between the first bits of a bin and the bits before them, as the specification divides.
    @Test(arguments: [2, 50, 62, 63, 1000]) func fact4BinsAreIntervalsOfBits(binCount: Int) {
        var generator = SeededGenerator(seed: UInt64(binCount))
        for number in 0..<200 {
            let near = Float.random(in: 0.1...19, using: &generator)
            let steps = Int32.random(in: 1...60, using: &generator)
            let isWide = number % 2 == 0
            let far = isWide ? Float.random(in: near.nextUp...20, using: &generator) : depth(bits(near) + steps)
            withBins(near, far, binCount: binCount) { borders, positions, width in
                func bin(_ bits: Int32) -> Int {
                    DepthHistogram<Double>.bin(
                        at: (Double(depthOf: bits) - Double(near)) / width, binCount: binCount)
                }
                #expect(borders[0] == bits(near) && borders[binCount] == bits(far) + 1)
                for number in 1..<binCount {
                    let first = borders[number]
                    #expect(bin(first) >= number && bin(first - 1) < number)
                    for bits in [first - 1, first] {
                        #expect(borders.bin(of: bits) == bin(bits))
                        if let positions {
                            #expect(min(max(positions.number(of: bits) - 1, 0), binCount - 1) == bin(bits))
                        }
                    }
                }
            }
        }
    }

    /// Each whole metre from 1 m to 51 m is on a border, so positions one unit lower are wrong. The sample before 2
    /// m is 2^-23 m away, so positions higher by that are wrong too.
    @Test func fact4PositionsAreCheckedOnBothSidesOfABorder() {
        withBins(1, 51) { borders, positions, width in
            #expect(positions != nil && width == 1)
            func areRight(_ nudge: Double) -> Bool {
                BinPositions(factor: 1, offset: 0x1p20 + nudge).areRight(
                    for: borders, nearest: bits(1), farthest: bits(51))
            }
            #expect(areRight(0) && !areRight(-0x1p-32))
            #expect(areRight(0x1p-24) && !areRight(0x1p-23))
            #expect(!areRight(-2) && !areRight(2))
        }
    }

    /// The middle of the range is a sample on a border. The width was rounded up, so the quotient is just below 25,
    /// and positions are right only if they are moved downwards.
    @Test func fact4ANudgeMayBeNegative() {
        withBins(0.174, 0.4474) { borders, positions, width in
            let middle = borders[25] - 1
            #expect((Double(depthOf: middle) - Double(Float(0.174))) / width == 25.0.nextDown)
            #expect(positions?.number(of: middle) == 25)
        }
    }

    /// If some samples need a move upwards and others downwards, bins are found by bisection.
    @Test(arguments: [110, 220, 270]) func fact4WithoutAValidNudgeBinsAreFoundByBisection(steps: Int) {
        let samples = (0...steps).map { 1 + Float($0) * 0x1p-10 }
        withBins(1, samples[steps]) { _, positions, _ in #expect(positions == nil) }
        let map = DepthMap(inferringDimensionsOf: samples + [0, .nan])
        #expect(kernelMeasurements(of: map)?.histogram?.counts == plainMeasurements(of: map)?.histogram?.counts)
    }

    /// Two bin numbers fit one number below 64 * 64; bin numbers range from 0 to one past the last bin.
    @Test func fact4PairedPositionsHaveTheirLayout() {
        #expect(BinPositions.count(binCount: HistogramPass.pairedBinLimit) == 64)
        #expect(BinPositions.base == Int(0x1p20.bitPattern >> 32))
    }

    /// 2^16 times eight samples in one bin: one more than 16 bits can count. It is not the first bin, which is
    /// computed from the total.
    @Test func fact4ElementsOfPairsDoNotOverflow() {
        let map = DepthMap.make(width: 1024, height: 513) { column, row in
            row == 512 && column == 1023 ? 1 : 2
        }
        let counts = [1] + [Int](repeating: 0, count: 48) + [1024 * 513 - 1]
        #expect(kernelMeasurements(of: map)?.histogram?.counts == counts)
    }

    /// Samples on and beside every bin edge are counted as in the specification.
    @Test(arguments: [2, 50, 62, 63, 1000]) func fact4SamplesOnBinEdgesAreCountedExactly(binCount: Int) {
        var generator = SeededGenerator(seed: UInt64(binCount))
        var parameters = AnalysisParameters()
        parameters.histogramBinCount = binCount
        for _ in 0..<6 {
            let near = Float.random(in: 0.1...2, using: &generator)
            let far = near + Float.random(in: 0.5...16, using: &generator)
            let width = (Double(far) - Double(near)) / Double(binCount)
            let edges = (0...min(binCount, 100)).flatMap { bin -> [Float] in
                let edge = Float(Double(near) + Double(bin) * width)
                return [edge, edge.nextUp, edge.nextDown].map { min(max($0, near), far) }
            }
            let map = DepthMap(inferringDimensionsOf: [near, far] + edges)
            #expect(
                kernelMeasurements(of: map, parameters)?.histogram?.counts
                    == plainMeasurements(of: map, parameters)?.histogram?.counts)
        }
    }

    // MARK: Fact 5: the median

    /// Every rank of adjacent samples in one bin, with a far one in another: the result is the upper median.
    @Test(arguments: [1, 2, 3, 9, 64, 301]) func fact5TheRankIsHalfTheCount(count: Int) {
        var samples = (0..<count).map { depth(bits(1.5) + Int32($0 * 7 % count)) }
        samples.append(19)
        let median = kernelMeasurements(of: DepthMap(inferringDimensionsOf: samples))?.screen.median
        #expect(median == Double(samples.sorted()[samples.count / 2]))
    }

    /// Every rank of any bin, found among gathered groups: one value, two distant values, few values, adjacent
    /// samples, one sample per group of eight, and fewer than eight.
    @Test(arguments: [1, 7, 8, 9, 250, 3001, 20_003]) func fact5EveryRankOfABinIsSelected(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let (first, last) = (bits(1), bits(1.1))
        let kinds: [(Int) -> Float] = [
            { _ in 1.05 },
            { $0 % 3 == 0 ? 1 : 1.1 },
            { [1, 1.01, 1.05, 1.0500001][$0 % 4] },
            { 1 + Float($0) * 0.1 / Float(count) },
            // Denser towards one end, where interpolation by an even spread fails.
            { 1 + 0.1 * Float(sign: .plus, exponent: -$0 * 20 / count, significand: 1) },
            { 1.1 - 0.1 * Float(sign: .plus, exponent: -$0 * 20 / count, significand: 1) },
            { _ in Float.random(in: 1...1.1, using: &generator) },
            { $0 % 8 == 3 ? Float.random(in: 1...1.1, using: &generator) : 3 },
            { $0 % 50 == 3 ? 1.05 : $0 % 2 == 0 ? .nan : 0.5 },
        ]
        for (number, kind) in kinds.enumerated() {
            let samples = (0..<count).map(kind)
            let inside = samples.filter { $0 >= 1 && $0 <= 1.1 }.sorted()
            // Gathered alone, or with samples below and above.
            for around in [first...last, bits(0.4)...bits(2), bits(0.1)...bits(20)] {
                let all = samples.filter { around.contains(bits($0)) }
                let pass = Pass(samples, in: around, count: all.count)
                defer { pass.release() }
                let below = all.count { $0 < 1 }
                for rank in stride(from: 0, to: inside.count, by: max(1, inside.count / 40)) {
                    let found = pass.bits(ofRank: rank, in: first...last, count: inside.count, below: below)
                    #expect(depth(found) == inside[rank], "kind \(number), rank \(rank), \(around)")
                }
                #expect(pass.count(in: first...last) == inside.count, "kind \(number), \(around)")
                #expect(pass.count(in: around) == all.count, "kind \(number), \(around)")
            }
        }
    }

    /// A pass over samples, with its memory.
    private struct Pass {
        private let samples: [Float]
        private var gathered = Scratch<Int32>()
        private var rest = Scratch<Int32>()
        private let pass: MedianPass

        init(_ samples: [Float], in interval: ClosedRange<Int32>, count: Int) {
            self.samples = samples
            gathered.reserve(MedianPass.capacity(count: count, sampleCount: samples.count), zero: 0)
            rest.reserve(MedianPass.restCapacity(count: count, sampleCount: samples.count), zero: 0)
            let gathered = gathered
            pass = samples.withUnsafeBufferPointer {
                MedianPass(SampleBuffer($0), in: interval, gathered: gathered)
            }
        }

        func bits(ofRank rank: Int, in bin: ClosedRange<Int32>, count: Int, below: Int) -> Int32 {
            pass.bits(ofRank: rank, in: bin, count: count, below: below, rest: rest)
        }

        func count(in interval: ClosedRange<Int32>) -> Int { pass.count(in: interval) }

        func release() {
            var (gathered, rest) = (gathered, rest)
            gathered.release()
            rest.release()
        }
    }

    // MARK: Fact 6: the band

    @Test func fact6TheBandIsAnIntervalOfBits() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let median = Float.random(in: 0.2...19, using: &generator)
            let band = BandPass(try #require(plan), nearest: bits(0.1), farthest: bits(20))
            let interval = try #require(band.interval(around: bits(median)))
            func isInside(_ bits: Int32) -> Bool { abs(Double(depth(bits)) - Double(median)) < 0.05 }
            #expect(isInside(interval.lowerBound) && !isInside(interval.lowerBound - 1))
            #expect(isInside(interval.upperBound) && !isInside(interval.upperBound + 1))
            let samples = [interval.lowerBound - 1, interval.lowerBound, interval.upperBound, interval.upperBound + 1]
                .map(depth)
            let count = (samples + samples + samples).withUnsafeBufferPointer {
                BandPass.count(SampleBuffer($0), in: interval)
            }
            #expect(count == 6)
        }
        var parameters = AnalysisParameters.standard
        parameters.screenBand = 0
        let band = BandPass(try #require(KernelPlan(parameters)), nearest: bits(1), farthest: bits(2))
        #expect(band.interval(around: bits(1)) == nil)
    }

    /// The reach covers the band around every sample of a bin, and little more. A bin may begin before the nearest
    /// sample and end after the farthest.
    @Test func fact6TheBandAroundAnyMedianIsExact() throws {
        var parameters = AnalysisParameters.standard
        for width in [0.05, 0.000001, 3] {
            parameters.screenBand = width
            let band = BandPass(try #require(KernelPlan(parameters)), nearest: bits(0.5), farthest: bits(18))
            for (lower, upper) in [(1, 2), (1.5, 1.5), (0.1, 20), (17, 18)] as [(Float, Float)] {
                let reach = band.reach(around: bits(lower)...bits(upper))
                let first = try #require(band.interval(around: max(bits(lower), bits(0.5)))).lowerBound
                let last = try #require(band.interval(around: min(bits(upper), bits(18)))).upperBound
                #expect(reach.contains(first) && reach.contains(last), "\(width) \(lower)")
                let margin = Float(width) * 0x1p-8 + 0x1p-18
                #expect(depth(first) - depth(reach.lowerBound) <= margin, "\(width) \(lower)")
                #expect(depth(reach.upperBound) - depth(last) <= margin, "\(width) \(lower)")
            }
        }
    }

    // MARK: Fact 7: validity

    @Test func fact7ValidityIsAnIntervalOfSignedBits() throws {
        let validity = try #require(plan).validity
        #expect(validity.lowest == 0x3DCC_CCCD && validity.highest == 0x41A0_0000)
        #expect(ValidityBits.infinity == bits(.infinity))
        let values: [Float] = [
            .nan, -.nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, -1, -20, 1,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, Float(0.1).nextDown, 0.1, Float(0.1).nextUp,
            Float(20).nextDown, 20, Float(20).nextUp, 0x1p-126, 21,
        ]
        for value in values {
            let range = ValidRange.standard
            let lanes = Bits8(repeating: bits(value))
            #expect(validity.contains(bits(value)) == range.contains(value), "\(value)")
            #expect((validity.excludes(lanes)[3] == 0) == range.contains(value), "\(value)")
            #expect((validity.isUsableAsNeighbour(lanes)[3] == -1) == range.isUsableAsNeighbour(value), "\(value)")
        }
    }

    /// One copy of a row serves sums and edges if every sample outside the range is a hole.
    @Test(arguments: [16, 19]) func fact7ValidAndUsableIntervalsMayCoincide(width: Int) throws {
        let validity = try #require(plan).validity
        func marks(_ oddOnes: [Float]) -> (kind: RowKind, isRowMarked: Bool, isRight: Bool) {
            let row = (0..<width).map { column in column < oddOnes.count ? oddOnes[column] : 1 + Float(column) }
            var (marked, expected) = (Scratch<Float>(), Scratch<Float>())
            var tallies = Scratch<RegionTally>()
            defer {
                marked.release()
                expected.release()
                tallies.release()
            }
            marked.reserve(EdgePass.stride(width: width), zero: 0)
            expected.reserve(EdgePass.stride(width: width), zero: 0)
            tallies.reserve(MapLayout.regionCount, zero: RegionTally())
            return row.withUnsafeBufferPointer { pointer in
                let samples = SampleBuffer(pointer)
                EdgePass.markUnusable(samples, into: expected, at: 0, validity)
                var pass = TallyPass(samples, validity)
                let layout = MapLayout(of: MapView(width: width, height: 1, samples: pointer))
                if !pass.addOpen(0..<1, layout, to: tallies) { pass.addMasked(0, layout, to: tallies, marked, 0) }
                let isRight = (0..<width).allSatisfy {
                    marked[$0] == expected[$0] || marked[$0].isNaN && expected[$0].isNaN
                }
                return (pass.kind, pass.isRowMarked, isRight)
            }
        }
        for hole in [0, -1, -Float.nan, Float(0.1).nextDown] {
            #expect(marks([hole]) == (.withHoles, true, true), "\(hole)")
            #expect(marks([Float](repeating: hole, count: width)) == (.empty, true, true), "\(hole)")
        }
        // Valid but not usable, or usable but not valid.
        for odd in [Float(0.1), Float(20).nextUp, 1000] {
            #expect(marks([0, odd]) == (.withHoles, false, false), "\(odd)")
        }
        #expect(marks([0, Float(0.1).nextUp, 20]) == (.withHoles, true, true))
        #expect(marks([1]).kind == .open)
    }

    @Test func fact7ARangeFromZeroHasNoSuchInterval() {
        #expect(ValidityBits(ValidRange(lower: 0, upper: 20)) == nil)
        #expect(ValidityBits(ValidRange(lower: .leastNonzeroMagnitude, upper: 20)) != nil)
    }
}
