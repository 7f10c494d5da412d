/// A few rows as pass 3 reads them: their samples as `Double`, row by row and segment by segment. Invalid samples are
/// NaN, and each segment is padded with NaN to a multiple of eight.
///
/// From a segment with holes, groups of eight without a valid sample are dropped: only the order of samples matters.
struct WideRows {
    /// The target number of samples per block of rows: enough to amortise the fixed costs. Four rows of 256 were
    /// slower than three.
    static let usualLength = 1000
    static let segmentLimit = 3

    /// The maximum number of elements for a row of `width` samples: two padded halves and the padded odd sample.
    static func capacity(width: Int) -> Int { 2 * ((width / 2 + 7) & ~7) + (width & 1) * 8 }

    static func rowLimit(width: Int) -> Int { max(1, usualLength / capacity(width: width)) }

    /// The number of elements to reserve: enough for all rows, plus a group written past the end.
    static func room(width: Int) -> Int { rowLimit(width: width) * capacity(width: width) + 8 }

    private let scratch: Scratch<Double>
    private let bounds: Scratch<Int>
    private let validity: ValidityBits
    private(set) var rowCount = 0
    private(set) var count = 0
    private(set) var isOpen = true

    /// - Parameters:
    ///   - scratch: room for ``room(width:)`` elements.
    ///   - bounds: room for ``segmentLimit`` elements per row, plus one.
    ///   - width: samples per row.
    init(
        _ scratch: Scratch<Double>, bounds: Scratch<Int>, width: Int, _ validity: ValidityBits
    ) {
        self.scratch = scratch
        self.bounds = bounds
        self.validity = validity
    }

    var samples: WideSamples { scratch.samples(from: 0, count: count) }

    @inline(__always)
    func segment(_ segment: Int, ofRow row: Int) -> WideSamples {
        let place = row &* Self.segmentLimit &+ segment
        return scratch.samples(from: bounds[place], count: bounds[place &+ 1] &- bounds[place])
    }

    mutating func add(
        _ rows: Range<Int>, of samples: SampleBuffer, _ layout: MapLayout, _ kinds: Scratch<RowKind>
    ) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            var end = row &+ 1
            if kinds[row] == .open && layout.hasWholeSegments {
                // Open rows without padding are contiguous and are added together.
                while end < rows.upperBound && kinds[end] == .open { end &+= 1 }
                addWhole(row..<end, of: samples, layout.width)
            } else if kinds[row] != .empty {
                var bound = beginRow()
                layout.forEachSegment(ofRow: row) { segment in
                    add(samples.slice(from: segment.start, count: segment.count), isOpen: kinds[row] == .open)
                    bound &+= 1
                    bounds[bound] = count
                }
                endRow(at: bound)
            }
            row = end
        }
    }

    private mutating func addWhole(_ rows: Range<Int>, of samples: SampleBuffer, _ width: Int) {
        var start = count
        widen(samples.slice(from: rows.lowerBound &* width, count: rows.count &* width))
        for _ in rows {
            let bound = beginRow()
            bounds[bound] = start
            bounds[bound &+ 1] = start &+ width / 2
            start &+= width
            bounds[bound &+ 2] = start
            bounds[bound &+ 3] = start
        }
    }

    private mutating func beginRow() -> Int {
        let bound = rowCount &* Self.segmentLimit
        rowCount &+= 1
        bounds[bound] = count
        return bound
    }

    private func endRow(at bound: Int) {
        for place in bound...rowCount &* Self.segmentLimit { bounds[place] = count }
    }

    private mutating func add(_ segment: SampleBuffer, isOpen: Bool) {
        if isOpen && segment.count & 7 == 0 {
            widen(segment)
        } else {
            clear(segment)
            self.isOpen = false
        }
    }

    @inline(never)
    private mutating func widen(_ segment: SampleBuffer) {
        let (scratch, count) = (scratch, count)
        forEachEight(upTo: segment.count) { scratch.set(segment.eight(at: $0).widened, at: count &+ $0) }
        self.count = count &+ segment.count
    }

    @inline(never)
    private mutating func clear(_ segment: SampleBuffer) {
        let (scratch, count) = (scratch, count)
        self.count = count + Self.clear(segment, validity) { scratch.set($0.widened, at: count &+ $1) }
    }

    /// Stores the groups of eight that contain a valid sample, with NaN for invalid ones and for the padding. Returns
    /// the number of elements kept; up to eight more are written.
    @inline(__always)
    static func clear(
        _ segment: SampleBuffer, _ validity: ValidityBits, _ store: (_ lanes: Samples8, _ place: Int) -> Void
    ) -> Int {
        let whole = segment.count & ~7
        var kept = 0
        var index = 0
        while index < whole {
            let bits = segment.eight(at: index).bits
            let invalid = validity.excludes(bits)
            // A NaN: all bits set.
            store(Samples8(bits: bits | invalid), kept)
            kept &+= (~invalid).isAnySet ? 8 : 0
            index &+= 8
        }
        if index < segment.count {
            let bits = segment.eightOrRest(at: index).bits
            store(Samples8(bits: bits | validity.excludes(bits)), kept)
            kept += 8
        }
        return kept
    }
}
