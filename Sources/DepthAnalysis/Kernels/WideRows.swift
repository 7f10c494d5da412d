/// A few rows as the third pass reads them: their samples as `Double`, row by row and in each segment by segment, every
/// segment filled up with NaN to a multiple of eight, and NaN for every sample that is not valid.
///
/// Of a segment with holes only those groups of eight are there in which a sample is valid: order is all that counts.
struct WideRows {
    /// Samples of a few rows at most, unless one alone has more: enough to pay for what is done once for all of them.
    /// Four rows of 256 were slower than three.
    static let usualLength = 1000
    /// Segments of a row at most.
    static let segmentLimit = 3

    /// Elements that a row of so many samples takes at most: two halves, and the odd sample, each filled up.
    static func capacity(width: Int) -> Int { 2 * ((width / 2 + 7) & ~7) + (width & 1) * 8 }

    /// How many rows of so many samples are gone through together.
    static func rowLimit(width: Int) -> Int { max(1, usualLength / capacity(width: width)) }

    /// Elements to make room for: what so many rows take at most, and what is written behind the last.
    static func room(width: Int) -> Int { rowLimit(width: width) * capacity(width: width) + 8 }

    private let scratch: Scratch<Double>
    private let bounds: Scratch<Int>
    private let validity: ValidityBits
    private(set) var rowCount = 0
    /// Elements so far.
    private(set) var count = 0
    /// Whether all elements are valid samples.
    private(set) var isOpen = true

    /// - Parameters:
    ///   - scratch: room for ``room(width:)`` elements.
    ///   - bounds: room for ``segmentLimit`` elements a row, and one more.
    ///   - width: samples of a row.
    init(
        _ scratch: Scratch<Double>, bounds: Scratch<Int>, width: Int, _ validity: ValidityBits
    ) {
        self.scratch = scratch
        self.bounds = bounds
        self.validity = validity
    }

    /// All rows.
    var samples: WideSamples { scratch.samples(from: 0, count: count) }

    /// The segment of a row: 0 for its first one.
    @inline(__always)
    func segment(_ segment: Int, ofRow row: Int) -> WideSamples {
        let place = row &* Self.segmentLimit &+ segment
        return scratch.samples(from: bounds[place], count: bounds[place &+ 1] &- bounds[place])
    }

    /// Adds rows, but for those that are empty.
    mutating func add(
        _ rows: Range<Int>, of samples: SampleBuffer, _ layout: MapLayout, _ kinds: Scratch<RowKind>
    ) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            var end = row &+ 1
            if kinds[row] == .open && layout.hasWholeSegments {
                // All that follow at once, for nothing has to be filled up.
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

    /// Begins a row; returns the place of its first bound.
    private mutating func beginRow() -> Int {
        let bound = rowCount &* Self.segmentLimit
        rowCount &+= 1
        bounds[bound] = count
        return bound
    }

    /// Ends a row whose last segment ends at a bound.
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

    /// Stores the groups of eight of a segment in which a sample is valid, with NaN for those that are not, and behind
    /// the last. Returns how many elements that are; up to eight more are stored.
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
            // All bits set is a NaN.
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
