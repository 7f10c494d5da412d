import TestSupport
import Testing

@testable import DepthAnalysis

/// Fact 2 of `docs/SPEED.md`, squared deviations, and the rows that provide them. As in ``KernelFactTests``, each
/// test fails if a constant changes by one unit in the last place.
@Suite struct DeviationChainTests {
    /// Passes depths padded to a multiple of eight, as a chain requires.
    private func withDepths<Result>(_ depths: [Float], _ body: (WideSamples) throws -> Result) rethrows -> Result {
        var scratch = Scratch<Double>()
        defer { scratch.release() }
        let count = (depths.count + 7) & ~7
        scratch.reserve(count, zero: .nan)
        for (index, depth) in depths.enumerated() { scratch[index] = Double(depth) }
        return try body(scratch.samples(from: 0, count: count))
    }

    /// The sum of a chain with squares (deviations from 0) added at once, or nil if that is not allowed.
    private func sumAtOnce(_ depths: [Float], addedTo chain: DeviationChain) -> Double? {
        withDepths(depths) {
            var lanes = DeviationLanes(for: chain)
            lanes.addMasked($0)
            return lanes.sum(from: chain.sum)
        }
    }

    /// A chain of deviations from 0.
    private func chain(_ depths: [Float]) -> DeviationChain {
        var chain = DeviationChain(mean: 0)
        withDepths(depths) { chain.addInOrder($0) }
        return chain
    }

    private func sequential(_ blocks: [[Float]]) -> Double {
        blocks.joined().reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// A sum of 2^30 has the unit 2^-22. The squares of 2^-12 and its odd multiples are odd quarters of it, so none
    /// is a tie.
    @Test func fact2SquaresThatAreNotTiesAreAddedInOneStep() {
        let depths: [Float] = [0x1p-12, 3 * 0x1p-12, 5 * 0x1p-12, 7 * 0x1p-12]
        #expect(sumAtOnce(depths, addedTo: chain([32768])) == sequential([[32768], depths]))
    }

    /// A sum of 2^31 has the unit 2^-21. The square of 3 * 2^-12 rounds to one unit, which makes the sum odd. The
    /// squares of odd multiples of 2^-11 are ties, so the parity of the sum decides. This holds in every lane,
    /// whatever precedes or follows.
    @Test func fact2TiesAreNotAddedInOneStep() {
        let large = chain([32768, 32768])
        let unit = 3 * Float(0x1p-12)
        for halves: [Float] in [[0x1p-11], [3 * 0x1p-11], [0x1p-11, 0x1p-11], [0x1p-11, 3 * 0x1p-11]] {
            for lane in 0..<8 {
                for unitsBefore in 0...2 {
                    var depths = [Float](repeating: unit, count: 48)
                    for (place, half) in halves.enumerated() { depths[8 * (unitsBefore + place) + lane] = half }
                    #expect(sumAtOnce(depths, addedTo: large) == nil, "\(halves) \(lane)")
                    var added = large
                    withDepths(depths) { added.add($0, isOpen: true) }
                    #expect(added.sum == sequential([[32768, 32768], depths]), "\(halves) \(lane)")
                }
            }
        }
        #expect(sumAtOnce([Float](repeating: unit, count: 48), addedTo: large) == large.sum + 48 * 0x1p-21)
    }

    /// A binade ends at twice its power of two: one unit below is inside, the end is not.
    @Test func fact2OneStepSumsStayWithinTheBinade() {
        let one = chain([1])
        #expect(one.sum == 1 && one.anchor == 1)
        // Three of each power of four down to a unit: the total is one unit below 1.
        let full = (1...26).flatMap { [Float](repeating: Float(sign: .plus, exponent: -$0, significand: 1), count: 3) }
        #expect(sumAtOnce(full, addedTo: one) == 2 - 0x1p-52)
        #expect(sumAtOnce(full + [0x1p-26], addedTo: one) == nil)
        #expect(sumAtOnce([1], addedTo: one) == nil && sumAtOnce([0x1p60], addedTo: one) == nil)
        // Every lane stays in the binade, but the total does not.
        let most = chain([1, 0.5, 0.5, 0.5])
        #expect(sumAtOnce([0.25, 0.25, 0.25], addedTo: most) == 1.9375)
        #expect(sumAtOnce([0.25, 0.25, 0.25, 0.25], addedTo: most) == nil)
    }

    /// Before the first sum there is no binade, so only 0 is added at once.
    @Test func fact2AnEmptyChainAddsInOrder() {
        let empty = DeviationChain(mean: 0)
        #expect(sumAtOnce([0, 0, 0, 0, 0], addedTo: empty) == 0)
        for depth in [Float(0.1), 1, 20, 0x1p-60] {
            #expect(sumAtOnce([0, depth], addedTo: empty) == nil, "\(depth)")
        }
    }

    /// Whole parts, parts with ties and ends of binades anywhere, and remainders.
    @Test(arguments: [8, 120, 128, 136, 504, 768, 1000]) func fact2PartsAddLikeASequentialSum(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length))
        for isOpen in [true, false] {
            var (chain, inOrder) = (DeviationChain(mean: 1), 0.0)
            var binades: Set<Double> = []
            for _ in 0..<100_000 / length {
                let depths = (0..<length).map { _ -> Float in
                    switch Int.random(in: 0..<100, using: &generator) {
                    case 0 where !isOpen: .nan
                    case 1: 1 + Float((inOrder.ulp / 2).squareRoot())
                    case 2: Float.random(in: 0.1...20, using: &generator)
                    default: Float.random(in: 0.9...1.1, using: &generator)
                    }
                }
                for depth in depths where !depth.isNaN { inOrder += (Double(depth) - 1) * (Double(depth) - 1) }
                withDepths(depths) { chain.add($0, isOpen: isOpen) }
                binades.insert(chain.anchor)
            }
            #expect(chain.sum == inOrder && binades.count >= 5, "\(isOpen) \(binades.count)")
        }
    }

    /// Squares grow the sum from nothing through dozens of binades, with ties and invalid samples among them.
    /// Adding in steps gives the same sum as adding one by one.
    @Test(arguments: [8, 16, 24, 120, 128]) func fact2StepsAddLikeASequentialSum(length: Int) {
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
            withDepths(depths) { #expect(chain.addInSteps($0, from: 0) == min(length, DeviationChain.partLength)) }
            binades.insert(chain.anchor)
            guard chain.sum == inOrder else {
                Issue.record("\(chain.sum) instead of \(inOrder)")
                return
            }
        }
        #expect(binades.count >= 8)
    }

    /// Squares so large that the sum is negligible beside them: each looks like a tie. The limit is 2^53 times the
    /// anchor, which is half a unit of such a square.
    @Test(arguments: [28, 27, -46, -47, -48, -73, -74, -75]) func fact2SquaresOfManyUnitsAddExactly(exponent: Int) {
        for factor in [Float(1), 1.5, 1.0000001] {
            for count in [16, 128] {
                var chain = chain([0x1p-100])
                let large = [Float](
                    repeating: Float(sign: .plus, exponent: exponent, significand: factor), count: count)
                withDepths(large) { chain.add($0, isOpen: true) }
                #expect(chain.sum == sequential([[0x1p-100], large]), "\(factor) \(count)")
            }
        }
    }

    /// The segments of the rows of a map, in order, and whether they are open.
    private func wideRows(_ rows: [[Float]], isOpen: Bool) throws -> (segments: [[Double]], isOpen: Bool) {
        let validity = try #require(KernelPlan(.standard)).validity
        let map = DepthMap.make(width: rows[0].count, height: rows.count) { column, row in rows[row][column] }
        var scratch = Scratch<Double>()
        var bounds = Scratch<Int>()
        var kinds = Scratch<RowKind>()
        defer {
            scratch.release()
            bounds.release()
            kinds.release()
        }
        scratch.reserve(rows.count * WideRows.capacity(width: map.width) + 8, zero: 0)
        bounds.reserve(rows.count * WideRows.segmentLimit + 1, zero: 0)
        kinds.reserve(rows.count, zero: isOpen ? .open : .withHoles)
        return map.withView { view in
            var wide = WideRows(scratch, bounds: bounds, width: map.width, validity)
            let layout = MapLayout(of: view)
            wide.add(0..<rows.count, of: SampleBuffer(view.samples), layout, kinds)
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

    /// Segments are padded with NaN, and have NaN for invalid samples; a segment is open only without either.
    @Test func wideRowsArePaddedToTheVectorWidth() throws {
        let eight: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
        let wide = eight.map(Double.init)
        let open = try wideRows([[Float]](repeating: eight + eight, count: 4), isOpen: true)
        #expect(open.segments == [[[Double]]](repeating: [wide, wide, []], count: 4).flatMap { $0 } && open.isOpen)
        let ragged = try wideRows([[Float]](repeating: eight + [9, 10, 11], count: 4), isOpen: true)
        #expect(ragged.segments.map(\.count) == [Int](repeating: 8, count: 12) && !ragged.isOpen)
        #expect(ragged.segments[10].prefix(5) == [6, 7, 8, 9, 10] && ragged.segments[11].first == 11)
        #expect(ragged.segments[9...].map { $0.filter(\.isNaN).count } == [3, 3, 7])
    }

    /// Groups of eight holes in a segment are omitted.
    @Test func wideRowsWithHolesAreShorter() throws {
        let holes: [Float] = [0, 21, .nan, -1, 0, .infinity, 0, 0]
        let half: [Float] = [0, 1, .nan, 20, 0.1, 21, -1, .infinity]
        let eight: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
        let rows = try wideRows([[Float]](repeating: holes + half + eight + holes, count: 4), isOpen: false)
        #expect(rows.segments.map(\.count) == [[Int]](repeating: [8, 8, 0], count: 4).flatMap { $0 } && !rows.isOpen)
        #expect(rows.segments[9].enumerated().filter { !$1.isNaN }.map(\.offset) == [1, 3, 4])
        #expect(rows.segments[10] == eight.map(Double.init))
    }

    /// Several rows of usual width are processed together, of wide rows as few as one.
    @Test func groupedRowsFitTheirCapacity() {
        for width in 4...2000 {
            let (rowLimit, capacity) = (WideRows.rowLimit(width: width), WideRows.capacity(width: width))
            #expect(capacity >= width && (rowLimit == 1 || rowLimit * capacity <= WideRows.usualLength), "\(width)")
            #expect((rowLimit + 1) * capacity > WideRows.usualLength, "\(width)")
        }
    }
}
