import DepthTestSupport
import Testing

@testable import DepthAnalysis

/// Fact 2 of `docs/SPEED.md`, squared deviations, and the rows they are taken from. As in ``KernelFactTests``, each
/// fails when a constant is moved by one unit in the last place.
@Suite struct DeviationChainTests {
    /// Depths as a chain takes them: a multiple of eight.
    private func withDepths<Result>(_ depths: [Float], _ body: (WideSamples) throws -> Result) rethrows -> Result {
        var scratch = Scratch<Double>()
        defer { scratch.release() }
        let count = (depths.count + 7) & ~7
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
        #expect(chain.isNearItsEnd(of: DeviationChain.blockLength), "nothing is known yet")
        let sum = Double(count) * 0x1p-12
        while chain.sum + sum < 2 {
            #expect(isAddedAtOnce([Float](repeating: 0x1p-6, count: count), to: &chain))
            #expect(chain.isNearItsEnd(of: DeviationChain.blockLength) == (chain.sum + 0.125 >= 2), "\(chain.sum)")
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

    /// From 1 on, 128 squares of 2^32 are 2^64 units and some, which would look like those few; so would 512 of which
    /// most are 2^8 and the others a little less.
    @Test(arguments: [(DeviationChain.blockLength, 7), (DeviationChain.middleBlockLength, 31)])
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

    /// Samples whose squares grow a sum from nothing through dozens of binades, with halves of its unit among them, and
    /// some that are none: added in steps, the sum is that of adding one by one.
    @Test(arguments: [8, 16, 24, 120, 512]) func fact2StepsAddAsInOrder(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length))
        var (chain, inOrder) = (DeviationChain(mean: 1), 0.0)
        var binades: Set<Double> = []
        for _ in 0..<60_000 / length {
            let ulp = max(inOrder.ulp, 0x1p-40)
            let depths = (0..<length).map { _ -> Float in
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: .nan
                case 1: 1 + Float((ulp / 2).squareRoot())
                case 2: Float.random(in: 0.9...1.1, using: &generator)
                default: Float.random(in: 0.1...20, using: &generator)
                }
            }
            for depth in depths where !depth.isNaN { inOrder += (Double(depth) - 1) * (Double(depth) - 1) }
            withDepths(depths) { chain.addInSteps($0) }
            binades.insert(chain.anchor)
            guard chain.sum == inOrder else {
                Issue.record("\(chain.sum) is not \(inOrder)")
                return
            }
        }
        #expect(binades.count >= 8)
    }

    /// Sixteen squares of 256 times 2^52 units would look like none, but each looks like a tie; of 54, they add up.
    /// Between lies 2^53 times the anchor, which is half a unit of that.
    @Test(arguments: [28, 27, -46, -47, -48, -73, -74, -75]) func fact2StepsOfManyUnits(exponent: Int) {
        for factor in [Float(1), 1.5, 1.0000001] {
            var chain = DeviationChain(mean: 0)
            withDepths([0x1p-100]) { chain.addInOrder($0) }
            let large = [Float](repeating: Float(sign: .plus, exponent: exponent, significand: factor), count: 16)
            withDepths(large) { chain.addInSteps($0) }
            #expect(chain.sum == sequential([[0x1p-100], large]), "\(factor)")
        }
    }

    /// No squared deviation is larger than the bound, not even of one value everywhere, whose mean may be rounded.
    @Test func fact2TheLargestSquare() {
        func largest(_ nearest: Float, _ farthest: Float) -> Double {
            KernelExtent(
                validCount: 2, sum: 0, nearest: Int32(bitPattern: nearest.bitPattern),
                farthest: Int32(bitPattern: farthest.bitPattern), interiorCount: 0, edgeCount: 0
            ).largestSquaredDeviation
        }
        #expect(largest(1, 4) > 9 && largest(0.1, 20) > 19.9 * 19.9)
        #expect(largest(20, 20) > 20 * 20 * 0x1p-40)
    }

    /// What stands in the rows of a map, one segment behind the other, and whether they are open.
    private func wideRows(_ rows: [[Float]], isOpen: Bool) throws -> (segments: [[Double]], isOpen: Bool) {
        let validity = try #require(KernelPlan(.standard)).validity
        let map = DepthMap.make(width: rows[0].count, height: rows.count) { column, row in rows[row][column] }
        var scratch = Scratch<Double>()
        var bounds = Scratch<Int>()
        defer {
            scratch.release()
            bounds.release()
        }
        scratch.reserve(rows.count * WideRows.capacity(width: map.width) + 8, zero: 0)
        bounds.reserve(rows.count * WideRows.segmentLimit + 1, zero: 0)
        return map.withView { view in
            var wide = WideRows(scratch, bounds: bounds, width: map.width, validity)
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
}
