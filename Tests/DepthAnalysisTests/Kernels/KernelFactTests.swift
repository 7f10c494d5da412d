import DepthTestSupport
import Testing

@testable import DepthAnalysis

/// Each fact the kernels rest on, tested at its constants: every one of these fails when its constant is moved by one
/// unit in the last place. Facts are numbered as in `docs/SPEED.md`.
@Suite struct KernelFactTests {
    private let plan = KernelPlan(.standard)

    private func depth(_ bits: Int32) -> Float { Float(bitPattern: UInt32(bitPattern: bits)) }
    private func bits(_ depth: Float) -> Int32 { Int32(bitPattern: depth.bitPattern) }

    // MARK: Fact 1: sums

    /// 2^53 times the unit of the nearest sample is the last number up to which every multiple of that unit is a
    /// Double.
    @Test func fact1AsManySamplesAsFitSumExactly() throws {
        let limit = try #require(plan).exactSumLimit
        #expect(limit == 3_355_443)
        #expect(Float(0.1).ulp == 0x1p-27)
        #expect(Double(limit) * 20 <= 0x1p53 * 0x1p-27)
        #expect(Double(limit + 1) * 20 > 0x1p53 * 0x1p-27)
    }

    /// One sample beyond the bound the order shows: after 2^26 m, two nearest samples vanish one by one but not
    /// together.
    @Test func fact1BeyondTheBoundTheOrderCounts() {
        let nearest = Double(Float(0.1))
        let full = 0x1p26
        #expect((full + nearest) + nearest != full + (nearest + nearest))
        #expect(((full - 20) + nearest) + nearest == (full - 20) + (nearest + nearest))
    }

    // MARK: Fact 2: squared deviations

    /// Adds blocks of squares (deviations from 0) to a chain, at once where that is allowed.
    private func sum(_ blocks: [[Float]]) throws -> (sum: Double, inOrder: Int) {
        let validity = try #require(plan).validity
        var chain = DeviationChain(mean: 0)
        var inOrder = 0
        for block in blocks {
            var parts = DeviationBlock(for: chain)
            for start in stride(from: 0, to: block.count, by: 4) {
                parts.add(SIMD4((0..<4).map { start + $0 < block.count ? Double(block[start + $0]) : 0 }))
            }
            if !parts.isAdded(to: &chain) {
                inOrder += 1
                block.withUnsafeBufferPointer { chain.addInOrder(SampleBuffer($0), isOpen: true, validity) }
            }
        }
        return (chain.sum, inOrder)
    }

    private func sequential(_ blocks: [[Float]]) -> Double {
        blocks.joined().reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// A sum of 2^30 has the unit 2^-22. The squares of 2^-12 and its odd multiples are odd quarters of it: none is
    /// halfway.
    @Test func fact2SquaresThatAreNotHalfwayAreAddedAtOnce() throws {
        let blocks: [[Float]] = [[32768], [0x1p-12, 3 * 0x1p-12, 5 * 0x1p-12, 7 * 0x1p-12]]
        let result = try sum(blocks)
        #expect(result.inOrder == 1 && result.sum == sequential(blocks))
    }

    /// A sum of 2^31 has the unit 2^-21. The square of 3 * 2^-12 rounds to one unit, which makes the sum odd; those of
    /// the odd multiples of 2^-11 are halfway, and then the sum's parity decides.
    @Test func fact2ASquareHalfwayIsAddedInOrder() throws {
        let blocks: [[Float]] = [[32768, 32768], [3 * 0x1p-12, 0x1p-11, 3 * 0x1p-11, 5 * 0x1p-11]]
        let result = try sum(blocks)
        #expect(result.inOrder == 2 && result.sum == sequential(blocks))
    }

    /// The binade ends at twice its power of two: one unit below stays, the end itself does not.
    @Test func fact2ABlockMayFillTheBinadeButNotLeaveIt() throws {
        var chain = DeviationChain(mean: 0)
        let validity = try #require(plan).validity
        let start: [Float] = [1]
        start.withUnsafeBufferPointer { chain.addInOrder(SampleBuffer($0), isOpen: true, validity) }
        #expect(chain.sum == 1 && chain.anchor == 1 && chain.halfUnit == 0x1p-53)
        var full = chain
        #expect(full.add(1 - 0x1p-52, hasTie: false) && full.sum == 2 - 0x1p-52)
        #expect(!chain.add(1, hasTie: false) && chain.sum == 1)
        #expect(!chain.add(0.5, hasTie: true) && chain.sum == 1)
    }

    /// Before the first sum there is no binade.
    @Test func fact2AnEmptyChainAddsInOrder() {
        var chain = DeviationChain(mean: 1)
        #expect(!chain.add(0, hasTie: false) && !chain.add(1, hasTie: false))
    }

    // MARK: Fact 3: edges

    @Test func fact3TheSmallestSquareOfAnEdge() throws {
        let threshold = try #require(plan).gradient
        #expect(threshold.sumOfSquares == 0x1.47ae147ae147dp-5)
        #expect(GradientThreshold.smallestSquare(above: 0.1) == 0x1.47ae147ae147dp-7)
        for value in [0.1, 0, 0.05, 0.3, 1, 0x1p-70, 1e20, 0.7] {
            let square = GradientThreshold(value).sumOfSquares / 4
            #expect(square.squareRoot() > value && !(square.nextDown.squareRoot() > value), "\(value)")
        }
        #expect(GradientThreshold(1e300).sumOfSquares == .infinity)
    }

    /// The guard band reaches five f32 roundings to both sides and no step farther.
    @Test func fact3TheGuardBandIsAsWideAsItsDerivation() throws {
        let threshold = try #require(plan).gradient
        let up = threshold.sumOfSquares * (1 + 5 * 0x1p-24)
        let down = threshold.sumOfSquares * (1 - 5 * 0x1p-24)
        #expect(Double(threshold.edgeFrom) >= up && Double(threshold.edgeFrom.nextDown) < up)
        #expect(Double(threshold.noEdgeBelow) <= down && Double(threshold.noEdgeBelow.nextUp) > down)
        #expect(pow4(1 + 0x1p-24) < 1 + 5 * 0x1p-24 && pow4(1 - 0x1p-24) > 1 - 5 * 0x1p-24)
    }

    private func pow4(_ value: Double) -> Double { value * value * value * value }

    /// f32 squares from inside the guard band down to outside, against f64: a sure answer is always the right one.
    @Test func fact3WhatF32IsSureOfIsRight() throws {
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

    /// Three f32 roundings of up to 2^22 units and one to a whole number: the border is as many units wide as that can
    /// reach.
    @Test func fact4TheBorderIsAsWideAsTheError() {
        let roundings = 3 * 0x1p-24 + 4 * 0x1p-48
        #expect(Double(HistogramPass.borderUnits) == (0x1p22 * roundings + 0.5).rounded(.up))
    }

    /// The factor is the nearest `Float`, and the positions of all bins stay below 2^22.
    @Test(arguments: [2, 3, 50, 64, 65, 4095, 4096]) func fact4TheFactorIsRoundedOnce(binCount: Int) {
        for width in [0.1, 0.0034, 0x1.23456789abcdep-3, 7] {
            let factor = HistogramPass.unitsPerMetre(binWidth: width, binCount: binCount)
            let fractionBits = HistogramPass.fractionBits(binCount: binCount)
            let exact = Double(1 << fractionBits) / width
            #expect(abs(Double(factor) - exact) <= abs(Double(factor.nextUp) - exact))
            #expect(abs(Double(factor) - exact) <= abs(Double(factor.nextDown) - exact))
            #expect(binCount << fractionBits <= 1 << 22 && binCount << (fractionBits + 1) > 1 << 22)
        }
    }

    /// Samples on and beside every bin's edge, where the kernel has to divide: counted as the specification counts.
    @Test(arguments: [2, 50, 64, 1000]) func fact4SamplesOnTheEdgesOfBins(binCount: Int) {
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

    /// The interval of a bin's bits: its ends are in the bin and the next bits are not.
    @Test func fact5ABinIsAnIntervalOfBits() {
        let (near, far): (Float, Float) = (0.37, 7.9)
        let (minimum, maximum) = (Double(near), Double(far))
        let width = (maximum - minimum) / 50
        func bin(_ bits: Int32) -> Int {
            DepthHistogram<Double>.bin(at: (Double(depth(bits)) - minimum) / width, binCount: 50)
        }
        for number in 0..<50 {
            let interval = DepthHistogram<Double>.interval(
                ofBin: number, nearest: bits(near), farthest: bits(far), minimum: minimum, binWidth: width,
                binCount: 50)
            #expect(bin(interval.lowerBound) == number && bin(interval.upperBound) == number)
            #expect(number == 0 || bin(interval.lowerBound - 1) == number - 1)
            #expect(number == 49 || bin(interval.upperBound + 1) == number + 1)
        }
    }

    /// Every rank of samples one step apart, all in one bin beside one far away: the upper median, not its neighbours.
    @Test(arguments: [1, 2, 3, 9, 64, 301]) func fact5TheRankIsHalfTheCount(count: Int) {
        var samples = (0..<count).map { depth(bits(1.5) + Int32($0 * 7 % count)) }
        samples.append(19)
        let median = kernelMeasurements(of: DepthMap(inferringDimensionsOf: samples))?.screen.median
        #expect(median == Double(samples.sorted()[samples.count / 2]))
    }

    // MARK: Fact 6: the band

    @Test func fact6TheBandIsAnIntervalOfBits() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let median = Float.random(in: 0.2...19, using: &generator)
            let interval = try #require(
                BandPass.interval(median: bits(median), band: 0.05, nearest: bits(0.1), farthest: bits(20)))
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
        #expect(BandPass.interval(median: bits(1), band: 0, nearest: bits(1), farthest: bits(1)) == nil)
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
            #expect((validity.contains(lanes)[3] == -1) == range.contains(value), "\(value)")
            #expect((validity.contains(lanes.lowHalf)[3] == -1) == range.contains(value), "\(value)")
            #expect(validity.isUsableAsNeighbour(bits(value)) == range.isUsableAsNeighbour(value), "\(value)")
            #expect((validity.isUsableAsNeighbour(lanes)[3] == -1) == range.isUsableAsNeighbour(value), "\(value)")
        }
    }

    @Test func fact7ARangeThatBeginsAtZeroHasNoSuchInterval() {
        #expect(ValidityBits(ValidRange(lower: 0, upper: 20)) == nil)
        #expect(ValidityBits(ValidRange(lower: .leastNonzeroMagnitude, upper: 20)) != nil)
    }
}
