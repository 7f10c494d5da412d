/// Third pass: counts the valid samples of each bin.
///
/// The specification divides: `floor((d - min) / width)` in f64. Fact 4: the quotient does not fall as d grows, and an
/// f32 product with a bound on its error tells the bin unless it lies close to the border of two.
///
/// The position is taken in units of 2^-f bins, f as large as `binCount << f <= 2^22` allows. With u = 2^-24, three f32
/// roundings (the difference, the factor, the product) put it off by at most 3u + 4u² of 2^22, which is below 0.76;
/// adding 2^23 rounds it to a whole number, which takes at most 0.5 more. So a rounded position is off by less than 1.3
/// units and names the bin surely, unless it is the first unit of a bin, the one before or the one after
/// (``borderUnits``): then eight samples are divided in f64. The f64 quotient's own rounding is some 2^-29 of a unit.
///
/// Each of the eight lanes counts in a table of its own: increments of the same bin would wait for each other.
struct HistogramPass {
    /// Positions with a rest of up to this many units, after one was added, are close to a border.
    static let borderUnits: Int32 = 2

    private let validity: ValidityBits
    private let binCount: Int
    private let minimum: Double
    private let binWidth: Double
    private let scale: Scale?

    init(minimum: Double, binWidth: Double, binCount: Int, validity: ValidityBits) {
        self.validity = validity
        self.binCount = binCount
        self.minimum = minimum
        self.binWidth = binWidth
        scale = Scale(minimum: minimum, binWidth: binWidth, binCount: binCount)
    }

    /// The f of units of 2^-f bins: as large as 22 bits of units allow.
    static func fractionBits(binCount: Int) -> Int { 22 - (Int.bitWidth - (binCount - 1).leadingZeroBitCount) }

    /// The factor from metres to units, rounded once.
    static func unitsPerMetre(binWidth: Double, binCount: Int) -> Float {
        Float(Double(1 << fractionBits(binCount: binCount)) / binWidth)
    }

    /// Elements of a table: a bin each, and one for samples that are not valid.
    static func tableSize(binCount: Int) -> Int { binCount + 1 }

    /// Counts a row into the eight tables.
    func add(_ row: SampleBuffer, isOpen: Bool, to tables: Scratch<UInt32>) {
        switch (scale, isOpen) {
        case (let scale?, true): addOpen(row, scale, to: tables)
        case (let scale?, false): addMasked(row, scale, to: tables)
        case (nil, _): addExactly(row, to: tables)
        }
    }

    @inline(never)
    private func addOpen(_ row: SampleBuffer, _ scale: Scale, to tables: Scratch<UInt32>) {
        let whole = row.count & ~7
        var index = 0
        while index < whole {
            let lanes = row.eight(at: index)
            let units = scale.units(of: lanes)
            let bins = scale.isBorder(units).isAnySet ? exactBins(of: lanes) : scale.bins(of: units)
            count(bins, in: tables)
            index += 8
        }
        if index < row.count { addMasked(row.slice(from: index, count: row.count - index), scale, to: tables) }
    }

    /// Samples that are not valid go to an element behind the last bin.
    @inline(never)
    private func addMasked(_ row: SampleBuffer, _ scale: Scale, to tables: Scratch<UInt32>) {
        let outside = Bits8(repeating: Int32(truncatingIfNeeded: binCount))
        var index = 0
        while index < row.count {
            let lanes = row.eightOrRest(at: index)
            let isValid = validity.contains(lanes.bits)
            let units = scale.units(of: lanes)
            let isBorder = scale.isBorder(units) & isValid
            let bins = isBorder.isAnySet ? exactBins(of: lanes) : scale.bins(of: units)
            count(bins.selected(by: isValid, else: outside), in: tables)
            index += 8
        }
    }

    @inline(never)
    private func addExactly(_ row: SampleBuffer, to tables: Scratch<UInt32>) {
        let outside = Bits8(repeating: Int32(truncatingIfNeeded: binCount))
        var index = 0
        while index < row.count {
            let lanes = row.eightOrRest(at: index)
            count(exactBins(of: lanes).selected(by: validity.contains(lanes.bits), else: outside), in: tables)
            index += 8
        }
    }

    @inline(__always)
    private func count(_ bins: Bits8, in tables: Scratch<UInt32>) {
        let size = Int32(truncatingIfNeeded: Self.tableSize(binCount: binCount))
        let places = bins &+ Bits8(0, 1, 2, 3, 4, 5, 6, 7) &* Bits8(repeating: size)
        for lane in 0..<8 { tables[Int(truncatingIfNeeded: places[lane])] &+= 1 }
    }

    /// The bins as the specification finds them.
    @inline(never)
    private func exactBins(of lanes: Samples8) -> Bits8 {
        let low = exactBins(of: lanes.wideLow)
        let high = exactBins(of: lanes.wideHigh)
        return Bits8(lowHalf: low, highHalf: high)
    }

    @inline(__always)
    private func exactBins(of depths: SIMD4<Double>) -> SIMD4<Int32> {
        let magic = SIMD4<Double>(repeating: 0x1p52)
        let position = (depths - SIMD4(repeating: minimum)) / SIMD4(repeating: binWidth)
        // Adding 2^52 and taking it away rounds to a whole number; one too many comes off again.
        let rounded = (position + magic) - magic
        let tooMany = (rounded .> position).lanes
        let bins = SIMD4<Int32>(truncatingIfNeeded: ((rounded + magic).bits & 0xFFFF_FFFF) &+ tooMany)
        let last = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: binCount - 1))
        return bins.replacing(with: last, where: bins .> last)
    }

    /// The f32 arithmetic, where the range of f32 allows for it.
    private struct Scale {
        private static let magic: Float = 0x1p23

        private let shift: Bits8
        private let minimum: Samples8
        private let unitsPerMetre: Samples8
        private let rest: Bits8
        private let lowestUnits: Bits8
        private let highestUnits: Bits8

        init?(minimum: Double, binWidth: Double, binCount: Int) {
            // Away from the ends of the range of f32 neither a difference nor the factor loses bits.
            guard minimum > 0x1p-60, binWidth > 0x1p-60, binWidth < 0x1p60 else { return nil }
            let fractionBits = HistogramPass.fractionBits(binCount: binCount)
            shift = Bits8(repeating: Int32(fractionBits))
            self.minimum = Samples8(repeating: Float(minimum))
            unitsPerMetre = Samples8(
                repeating: HistogramPass.unitsPerMetre(binWidth: binWidth, binCount: binCount))
            rest = Bits8(repeating: 1 << Int32(fractionBits) - 1)
            lowestUnits = Bits8(repeating: HistogramPass.borderUnits + 1)
            highestUnits = Bits8(repeating: Int32(binCount << fractionBits) - 2)
        }

        /// Positions in units, plus one.
        ///
        /// The first units of the first bin and the last of the last have no other bin behind their border: they are
        /// moved away from it, or every sample at an end of the range would be divided.
        @inline(__always)
        func units(of lanes: Samples8) -> Bits8 {
            let position = (lanes - minimum) * unitsPerMetre + Samples8(repeating: Self.magic)
            let units = position.bits &- Bits8(repeating: Int32(bitPattern: Self.magic.bitPattern) &- 1)
            return units.larger(lowestUnits).smaller(highestUnits)
        }

        @inline(__always)
        func bins(of units: Bits8) -> Bits8 { units &>> shift }

        @inline(__always)
        func isBorder(_ units: Bits8) -> Bits8 {
            ((units & rest) .<= Bits8(repeating: HistogramPass.borderUnits)).lanes
        }
    }
}
