import Support
import Testing

@testable import PlanarityMeasurements

/// The facts on which the fast algorithms depend: selection, sets of bits, and sums of two lanes at a time.
@Suite struct FactTests {
    @Test func selectionMatchesSorting() {
        var generator = SplitMix64(seed: 1)
        for count in [1, 2, 3, 10, 32, 33, 100, 768] {
            for distinct in [1, 2, 5, 100_000] {
                selectionHolds((0..<count).map { _ in Double(Int.random(in: 0..<distinct, using: &generator)) / 7 })
            }
            // Values of which a sample may contain few: distant ones in one part of each row, and three of another
            // kind.
            selectionHolds((0..<count).map { Double($0 % 64 < 8 ? 1000 + $0 : $0 % 50) })
            selectionHolds((0..<count).map { Double($0 < 3 ? 0 : 5) })
        }
        // All values are between the lowest and the highest of a sample, which are the only two.
        selectionHolds((0..<3071).map { $0 % 2 == 0 ? 1 : 2 })
        selectionHolds((0..<3072).map { _ in Double.random(in: 0...9, using: &generator) })
    }

    private func selectionHolds(_ values: [Double]) {
        let (sorted, count) = (values.sorted(), values.count)
        var list = list(values)
        for rank in Set([0, count / 2, count * 9 / 10, count - 1]) {
            // Selection keeps the values.
            let found = list.select(rank: rank)
            #expect(found == sorted[rank], "\(rank) of \(count)")
        }
        let median = sorted[count / 2]
        let isLess = [median, median.nextUp, 5].map { list.hasUpperMedian(below: $0) }
        #expect(isLess == [false, true, median < 5], "\(count)")
    }

    @Test func samplesAreSpreadOverTheList() {
        for (columns, count) in [(32, 768), (64, 3072), (64, 33)] {
            let places = (0..<ValueList.sampleCount).map { ValueList.samplePlace($0, of: count) }.sorted()
            let gaps = zip(places + [count], [0] + places).map { $0 - $1 }
            #expect(gaps.max()! <= 2 * count / ValueList.sampleCount + 1, "\(count)")
            #expect(Set(places.map { $0 % columns }).count >= ValueList.sampleCount / 4, "\(count)")
        }
    }

    private func list(_ values: [Double]) -> ValueList {
        var list = ValueList(capacity: values.count)
        list.replaceAll { list in
            for value in values { list.append(Lanes(repeating: value), 1) }
        }
        return list
    }

    @Test func selectedLanesAreAppended() {
        var list = ValueList(capacity: 19)
        list.replaceAll { list in
            list.append(Lanes(0, 1, 2, 3, 4, 5, 6, 7), 0b1010_0110)
            list.append(Lanes(8, 9, 10, 11, 12, 13, 14, 15), 0b1000_0011)
            list.append(Lanes(repeating: 20), 0)
            list.append(Lanes(21, 22, 23, 24, 25, 26, 27, 28), 0xff)
        }
        #expect(list.count == 15)
        let all: [Double] = [1, 2, 5, 7, 8, 9, 15, 21, 22, 23, 24, 25, 26, 27, 28]
        #expect(all.indices.map { list.select(rank: $0) } == all)
    }

    @Test func bitsMatchTheLanes() {
        let lanes = Lanes(0, 1, 0, 0, 1, 1, 0, 1)
        #expect(LaneBits.of(lanes .> 0) == 0b1011_0010)
        var bits = LaneBits()
        bits.set(0, where: lanes .> 0)
        bits.set(7, where: lanes .<= 0)
        #expect(bits.word == 0x4d00_0000_0000_00b2)
        let weights = BitWeights()
        for bits in UInt8.min...UInt8.max {
            let each = (0..<4).flatMap { [weights(bits, $0)[0], weights(bits, $0)[1]] }
            #expect(each == (0..<8).map { Double(bits >> $0 & 1) })
        }
    }

    @Test func aRunIsFoundFromAnyOfItsBits() {
        var generator = SplitMix64(seed: 2)
        for round in 0..<2000 {
            // Long and short runs, up to both ends of the word.
            var open = generator.next()
            for _ in 0..<round % 4 { open |= generator.next() }
            let seeds = open & generator.next() & (round % 3 == 0 ? generator.next() : .max)
            var expected = seeds
            while true {
                let next = (expected | expected << 1 | expected >> 1) & open
                if next == expected { break }
                expected = next
            }
            #expect(CellBits.spread(seeds, over: open) == expected)
        }
        #expect(CellBits.spread(1 << 63, over: .max) == .max)
        #expect(CellBits.spread(1, over: .max) == .max)
        #expect(CellBits.spread(0x8000_0000_0000_0001, over: 0xf000_0000_0000_000f) == 0xf000_0000_0000_000f)
    }

    @Test func groupSumsMatchTheirRows() throws {
        var generator = SplitMix64(seed: 3)
        // Both signs of x and y, and cells without a depth, whose zeros have either sign.
        let (columns, rows) = (24, 11)
        let depths = (0..<columns / 8 * rows).map { _ in
            var lanes = Lanes.zero
            for lane in 0..<8 where generator.next() % 4 > 0 {
                lanes[lane] = Double.random(in: 0.2...9, using: &generator)
            }
            return lanes
        }
        let cells = CellGroups(
            x: (0..<columns).map { Double(2 * $0 + 1 - columns) / 24 },
            y: (0..<rows).map { Double(2 * $0 + 1 - rows) / 24 }, depths: depths)
        cells.withMemory { cells in
            for group in 0..<columns / 8 {
                let quick = PlaneSums(cells, rows: 2..<10, group: group)
                var sums = PlaneSums()
                for row in 2..<10 {
                    sums.addRow(row, of: cells, groups: group..<group + 1) { group, pair in
                        .ones(where: cells.depths(row, group, pair) .> 0)
                    }
                }
                #expect(quick.count == sums.count)
                #expect(quick.plane != nil && quick.plane == sums.plane)
            }
        }
    }

    @Test func totalsAddLanesInAFixedOrder() {
        // 1 is lost beside 1e16, so a different order gives a different sum.
        #expect(Lanes(1e16, 1, 1, 1, -1e16, 1, 1, 1).total == 6)
        #expect(Lanes(1, 1, 1e16, 1, 1, 1, -1e16, 1).total == 6)
        #expect(Lanes(1, 1e16, 1, 1, 1, -1e16, 1, 1).total == 6)
        #expect(Lanes(1e16, 1, -1e16, 1, 1, 1, 1, 1).total == 4)
    }
}
