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

    /// Depths as a chain takes them: a multiple of four.
    private func withDepths<Result>(_ depths: [Float], _ body: (WideSamples) throws -> Result) rethrows -> Result {
        var scratch = Scratch<Double>()
        defer { scratch.release() }
        let count = (depths.count + 3) & ~3
        scratch.reserve(count, zero: .nan)
        for (index, depth) in depths.enumerated() { scratch[index] = Double(depth) }
        return try body(scratch.samples(from: 0, count: count))
    }

    /// Adds blocks of squares (deviations from 0) to a chain, at once where that is allowed.
    private func sum(_ blocks: [[Float]]) -> (sum: Double, inOrder: Int) {
        var chain = DeviationChain(mean: 0)
        var inOrder = 0
        for block in blocks where !isAddedAtOnce(block, to: &chain) {
            inOrder += 1
            withDepths(block) { chain.addInOrder($0) }
        }
        return (chain.sum, inOrder)
    }

    private func isAddedAtOnce(_ block: [Float], to chain: inout DeviationChain) -> Bool {
        let largest = block.map { Double($0) * Double($0) }.max() ?? 0
        return withDepths(block) { chain.addAtOnce($0, isOpen: false, largest: largest) }
    }

    private func sequential(_ blocks: [[Float]]) -> Double {
        blocks.joined().reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// A sum of 2^30 has the unit 2^-22. The squares of 2^-12 and its odd multiples are odd quarters of it: none is
    /// halfway.
    @Test func fact2SquaresThatAreNotHalfwayAreAddedAtOnce() throws {
        let blocks: [[Float]] = [[32768], [0x1p-12, 3 * 0x1p-12, 5 * 0x1p-12, 7 * 0x1p-12]]
        let result = sum(blocks)
        #expect(result.inOrder == 1 && result.sum == sequential(blocks))
    }

    /// A sum of 2^31 has the unit 2^-21. The square of 3 * 2^-12 rounds to one unit, which makes the sum odd; those of
    /// the odd multiples of 2^-11 are halfway, and then the sum's parity decides.
    @Test func fact2ASquareHalfwayIsAddedInOrder() throws {
        let blocks: [[Float]] = [[32768, 32768], [3 * 0x1p-12, 0x1p-11, 3 * 0x1p-11, 5 * 0x1p-11]]
        let result = sum(blocks)
        #expect(result.inOrder == 2 && result.sum == sequential(blocks))
    }

    /// The binade ends at twice its power of two: one unit below stays, the end itself does not.
    @Test func fact2ABlockMayFillTheBinadeButNotLeaveIt() {
        var chain = DeviationChain(mean: 0)
        withDepths([1]) { chain.addInOrder($0) }
        #expect(chain.sum == 1 && chain.anchor == 1)
        var full = chain
        #expect(full.add(units: 1 << 52 - 1, hasTie: false) && full.sum == 2 - 0x1p-52)
        #expect(!chain.add(units: 1 << 52, hasTie: false) && chain.sum == 1)
        #expect(!chain.add(units: 1 << 51, hasTie: true) && chain.sum == 1)
        #expect(chain.add(units: 1 << 51, hasTie: false) && chain.sum == 1.5 && chain.anchor == 1)
    }

    /// Samples as large as the last are expected: from 1 on, squares of which 512 are an eighth of the binade, until
    /// less than that is left of it.
    @Test(arguments: [512, 128, 16]) func fact2ABlockThatLikelyLeavesTheBinadeIsNotTried(count: Int) {
        var chain = DeviationChain(mean: 0)
        withDepths([1]) { chain.addInOrder($0) }
        #expect(chain.isNearItsEnd, "nothing is known yet")
        let sum = Double(count) * 0x1p-12
        while chain.sum + sum < 2 {
            #expect(isAddedAtOnce([Float](repeating: 0x1p-6, count: count), to: &chain))
            #expect(chain.isNearItsEnd == (chain.sum + 0.125 >= 2), "\(chain.sum)")
        }
    }

    /// Before the first sum there is no binade: nothing but 0 is added at once.
    @Test func fact2AnEmptyChainAddsInOrder() {
        var chain = DeviationChain(mean: 0)
        #expect(isAddedAtOnce([0, 0, 0, 0, 0], to: &chain) && chain.sum == 0)
        for depth in [Float(0.1), 1, 20, 0x1p-60] {
            #expect(!isAddedAtOnce([0, depth], to: &chain) && chain.sum == 0, "\(depth)")
        }
        #expect(sum([[0, 3], [0x1p-60]]).sum == 9)
    }

    /// From 1 on, 128 squares of 2^32 are 2^64 units and some, which would look like those few; so would 16 of 2^256,
    /// and 512 of which most are 2^8 and the others a little less.
    @Test(arguments: [
        (DeviationChain.blockLength, 7), (DeviationChain.middleBlockLength, 31), (DeviationChain.smallBlockLength, 255),
    ])
    func fact2SquaresOfMoreUnitsThanCanBeCounted(count: Int, exponent: Int) {
        var chain = DeviationChain(mean: 0)
        withDepths([1]) { chain.addInOrder($0) }
        let limit = Double(sign: .plus, exponent: exponent, significand: 1)
        #expect(count * (exponent + 1) == 1 << 12)
        #expect(chain.canCount(count, largest: limit) && !chain.canCount(count, largest: limit.nextUp))
        let deviation = Double(sign: .plus, exponent: (exponent + 1) / 2, significand: 1)
        let block = (0..<count).map { count == DeviationChain.blockLength && $0 >= 400 ? 15.9375 : deviation }
        let units = block.reduce(into: UInt64(0)) { $0 &+= (1 + $1 * $1).bitPattern &- chain.anchor.bitPattern }
        #expect(units < 1 << 52)
        let depths = block.compactMap { Float(exactly: $0) }.filter(\.isFinite)
        if depths.count == count { #expect(!isAddedAtOnce(depths, to: &chain) && chain.sum == 1) }
    }

    /// No squared deviation is larger than the bound, not even of one value everywhere, whose mean may be rounded.
    @Test func fact2TheLargestSquare() {
        func largest(_ nearest: Float, _ farthest: Float) -> Double {
            KernelExtent(
                validCount: 2, sum: 0, nearest: bits(nearest), farthest: bits(farthest), interiorCount: 0, edgeCount: 0
            ).largestSquaredDeviation
        }
        #expect(largest(1, 4) > 9 && largest(0.1, 20) > 19.9 * 19.9)
        #expect(largest(20, 20) > 20 * 20 * 0x1p-40)
    }

    /// What stands in the rows of a map, one segment behind the other, and whether they are open.
    private func wideRows(_ rows: [[Float]], isOpen: Bool) throws -> (segments: [[Double]], isOpen: Bool) {
        let validity = try #require(plan).validity
        let map = DepthMap.make(width: rows[0].count, height: rows.count) { column, row in rows[row][column] }
        var scratch = Scratch<Double>()
        var cleared = Scratch<Float>()
        var bounds = Scratch<Int>()
        defer {
            scratch.release()
            cleared.release()
            bounds.release()
        }
        scratch.reserve(rows.count * WideRows.capacity(width: map.width), zero: 0)
        cleared.reserve(WideRows.capacity(width: map.width), zero: 0)
        bounds.reserve(rows.count * WideRows.segmentLimit + 1, zero: 0)
        return map.withView { view in
            var wide = WideRows(scratch, cleared: cleared, bounds: bounds, width: map.width, validity)
            let layout = MapLayout(of: view)
            for row in rows.indices { wide.add(row, of: SampleBuffer(view.samples), layout, isOpen: isOpen) }
            let segments = rows.indices.flatMap { row in
                (0..<WideRows.segmentLimit).map { number in
                    let segment = wide.segment(number, ofRow: row)
                    return (0..<segment.count).map { segment[$0] }
                }
            }
            let all = (0..<wide.count).map { wide.samples[$0] }
            #expect(segments.joined().elementsEqual(all) { $0 == $1 || $0.isNaN && $1.isNaN })
            return (segments, wide.isOpen)
        }
    }

    /// A segment is filled up with NaN, and NaN where it is not valid; only as it is, it is open.
    @Test func wideRowsAreFilledUp() throws {
        let eight: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
        let wide = eight.map(Double.init)
        let open = try wideRows([[Float]](repeating: eight + eight, count: 4), isOpen: true)
        #expect(open.segments == [[[Double]]](repeating: [wide, wide, []], count: 4).flatMap { $0 } && open.isOpen)
        let ragged = try wideRows([[Float]](repeating: eight + [9, 10, 11], count: 4), isOpen: true)
        #expect(ragged.segments.map(\.count) == [Int](repeating: 8, count: 12) && !ragged.isOpen)
        #expect(ragged.segments[10].prefix(5) == [6, 7, 8, 9, 10] && ragged.segments[11].first == 11)
        #expect(ragged.segments[9...].map { $0.filter(\.isNaN).count } == [3, 3, 7])
    }

    /// Of a segment with holes those eight are left out that are holes all.
    @Test func wideRowsWithHolesAreShorter() throws {
        let holes: [Float] = [0, 21, .nan, -1, 0, .infinity, 0, 0]
        let half: [Float] = [0, 1, .nan, 20, 0.1, 21, -1, .infinity]
        let eight: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
        let rows = try wideRows([[Float]](repeating: holes + half + eight + holes, count: 4), isOpen: false)
        #expect(rows.segments.map(\.count) == [[Int]](repeating: [8, 8, 0], count: 4).flatMap { $0 } && !rows.isOpen)
        #expect(rows.segments[9].enumerated().filter { !$1.isNaN }.map(\.offset) == [1, 3, 4])
        #expect(rows.segments[10] == eight.map(Double.init))
    }

    /// Where several rows are gone through together, the pieces of a quadrant are at most one block of its chain.
    @Test func rowsTogetherAreAtMostABlock() throws {
        for width in 4...2000 {
            let half = (width / 2 + 7) & ~7
            let rowLimit = WideRows.rowLimit(width: width)
            let isBlock = WideRows.capacity(width: width) <= WideRows.usualLength
            #expect(!isBlock || rowLimit * half <= DeviationChain.blockLength, "\(width)")
            #expect(isBlock || rowLimit == 1, "\(width)")
        }
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

    /// What finds the bins between two depths, and their borders.
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

    /// Between the depths of a bin's first bits and of those before them lies its border, as the specification divides.
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

    /// Whole metres from 1 m to 51 m: each lies on a border, and positions a unit below it are not right. The samples
    /// before 33 m and beyond are 2^-18 m apart: positions above by as much are not right either.
    @Test func fact4PositionsAreLookedAtOnBothSidesOfABorder() {
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

    /// The middle of these ranges is a sample, on a border: of a width that was rounded up, the quotient is just below
    /// 25, and positions are right only if they are moved downwards.
    @Test func fact4ANudgeMayHaveToGoDownwards() {
        withBins(0.174, 0.4474) { borders, positions, width in
            let middle = borders[25] - 1
            #expect((Double(depthOf: middle) - Double(Float(0.174))) / width == 25.0.nextDown)
            #expect(positions?.number(of: middle) == 25)
        }
    }

    /// Where some of such samples need it upwards and others downwards, bins are found by halving.
    @Test(arguments: [110, 220, 270]) func fact4WhereNoNudgeIsRightBinsAreFoundByHalving(steps: Int) {
        let samples = (0...steps).map { 1 + Float($0) * 0x1p-10 }
        withBins(1, samples[steps]) { _, positions, _ in #expect(positions == nil) }
        let map = DepthMap(inferringDimensionsOf: samples + [0, .nan])
        #expect(kernelMeasurements(of: map)?.histogram?.counts == plainMeasurements(of: map)?.histogram?.counts)
    }

    /// Two samples are one number below 64 * 64, and those of bins go from 0 to one behind the last.
    @Test func fact4PairsOfNumbers() {
        #expect(BinPositions.count(binCount: HistogramPass.pairedBinLimit) == 64)
        #expect(BinPositions.base == Int(0x1p20.bitPattern >> 32))
    }

    /// 2^16 times eight samples of one bin: one more increment than 16 bits hold. It is not the first bin, which gets
    /// what is missing from all.
    @Test func fact4ElementsOfPairsDoNotOverflow() {
        let map = DepthMap.make(width: 1024, height: 513) { column, row in
            row == 512 && column == 1023 ? 1 : 2
        }
        let counts = [1] + [Int](repeating: 0, count: 48) + [1024 * 513 - 1]
        #expect(kernelMeasurements(of: map)?.histogram?.counts == counts)
    }

    /// Samples on and beside every bin's edge: counted as the specification counts.
    @Test(arguments: [2, 50, 62, 63, 1000]) func fact4SamplesOnTheEdgesOfBins(binCount: Int) {
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
            #expect((validity.excludes(lanes)[3] == 0) == range.contains(value), "\(value)")
            #expect(validity.isUsableAsNeighbour(bits(value)) == range.isUsableAsNeighbour(value), "\(value)")
            #expect((validity.isUsableAsNeighbour(lanes)[3] == -1) == range.isUsableAsNeighbour(value), "\(value)")
        }
    }

    /// One copy of a row serves the sums and the edges where nothing but holes is below the range or above it.
    @Test(arguments: [16, 19]) func fact7ValidAndUsableMayBeTheSame(width: Int) throws {
        let validity = try #require(plan).validity
        func marks(_ oddOnes: [Float]) -> (kind: RowKind, isRowMarked: Bool, isRight: Bool) {
            let row = (0..<width).map { column in column < oddOnes.count ? oddOnes[column] : 1 + Float(column) }
            var (marked, expected) = (Scratch<Float>(), Scratch<Float>())
            defer {
                marked.release()
                expected.release()
            }
            marked.reserve(EdgePass.stride(width: width), zero: 0)
            expected.reserve(EdgePass.stride(width: width), zero: 0)
            var tally = RegionTally()
            return row.withUnsafeBufferPointer { pointer in
                let samples = SampleBuffer(pointer)
                EdgePass.markUnusable(samples, into: expected, at: 0, validity)
                var pass = TallyPass(samples, validity)
                pass.beginRow()
                pass.add(
                    MapLayout.Segment(start: 0, count: width, region: 4), to: &tally, marked: marked, at: 0)
                pass.endRow()
                let isRight = (0..<width).allSatisfy {
                    marked[$0] == expected[$0] || marked[$0].isNaN && expected[$0].isNaN
                }
                return (pass.row, pass.isRowMarked, isRight)
            }
        }
        for hole in [0, -1, -Float.nan, Float(0.1).nextDown] {
            #expect(marks([hole]) == (.withHoles, true, true), "\(hole)")
            #expect(marks([Float](repeating: hole, count: width)) == (.empty, true, true), "\(hole)")
        }
        // Valid, but not usable; and the other way around.
        for odd in [Float(0.1), Float(20).nextUp, 1000] {
            #expect(marks([0, odd]) == (.withHoles, false, false), "\(odd)")
        }
        #expect(marks([0, Float(0.1).nextUp, 20]) == (.withHoles, true, true))
        #expect(marks([1]).kind == .open)
    }

    @Test func fact7ARangeThatBeginsAtZeroHasNoSuchInterval() {
        #expect(ValidityBits(ValidRange(lower: 0, upper: 20)) == nil)
        #expect(ValidityBits(ValidRange(lower: .leastNonzeroMagnitude, upper: 20)) != nil)
    }
}
