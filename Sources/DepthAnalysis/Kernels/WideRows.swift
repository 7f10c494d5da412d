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

    /// Adds a row; `isOpen` says that all its samples are valid.
    mutating func add(_ row: Int, of samples: SampleBuffer, _ layout: MapLayout, isOpen: Bool) {
        let first = rowCount * Self.segmentLimit
        rowCount += 1
        var segmentCount = 0
        if isOpen && layout.hasWholeSegments {
            // All at once, for nothing has to be filled up.
            let start = count
            widen(samples.slice(from: row * layout.width, count: layout.width))
            bounds[first] = start
            bounds[first + 1] = start + layout.width / 2
            segmentCount = 2
        } else {
            layout.forEachSegment(ofRow: row) { segment in
                bounds[first + segmentCount] = count
                segmentCount += 1
                add(samples.slice(from: segment.start, count: segment.count), isOpen: isOpen)
            }
        }
        for segment in segmentCount...Self.segmentLimit { bounds[first + segment] = count }
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
        var index = 0
        while index < segment.count {
            scratch.set(segment.eight(at: index).widened, at: count &+ index)
            index &+= 8
        }
        self.count = count + index
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
