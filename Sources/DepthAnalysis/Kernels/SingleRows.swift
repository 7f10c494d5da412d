/// A few rows as the client's pass 3 reads them: ``WideRows`` in f32.
struct SingleRows {
    private let scratch: Scratch<Float>
    private let bounds: Scratch<Int>
    private let validity: ValidityBits
    private(set) var rowCount = 0
    private(set) var count = 0
    private(set) var isOpen = true

    /// The parameters are as for ``WideRows``.
    init(_ scratch: Scratch<Float>, bounds: Scratch<Int>, width: Int, _ validity: ValidityBits) {
        self.scratch = scratch
        self.bounds = bounds
        self.validity = validity
    }

    var samples: SampleBuffer { scratch.samples(from: 0, count: count) }

    @inline(__always)
    func segment(_ segment: Int, ofRow row: Int) -> SampleBuffer {
        let place = row &* WideRows.segmentLimit &+ segment
        return scratch.samples(from: bounds[place], count: bounds[place &+ 1] &- bounds[place])
    }

    /// - Parameter isOpen: whether all samples of the row are valid.
    mutating func add(_ row: Int, of samples: SampleBuffer, _ layout: MapLayout, isOpen: Bool) {
        let first = rowCount * WideRows.segmentLimit
        rowCount += 1
        var segmentCount = 0
        layout.forEachSegment(ofRow: row) { segment in
            bounds[first + segmentCount] = count
            segmentCount += 1
            add(samples.slice(from: segment.start, count: segment.count), isOpen: isOpen)
        }
        for segment in segmentCount...WideRows.segmentLimit { bounds[first + segment] = count }
    }

    private mutating func add(_ segment: SampleBuffer, isOpen: Bool) {
        if isOpen && segment.count & 7 == 0 {
            copy(segment)
        } else {
            clear(segment)
            self.isOpen = false
        }
    }

    @inline(never)
    private mutating func clear(_ segment: SampleBuffer) {
        let (scratch, count) = (scratch, count)
        self.count = count + WideRows.clear(segment, validity) { scratch.set($0, at: count &+ $1) }
    }

    @inline(never)
    private mutating func copy(_ segment: SampleBuffer) {
        let (scratch, count) = (scratch, count)
        var index = 0
        while index < segment.count {
            scratch.set(segment.eight(at: index), at: count &+ index)
            index &+= 8
        }
        self.count = count + index
    }

    /// Stores the quotient `(sample - minimum) / binWidth` of each sample, divided in f32 like the client and
    /// widened; NaN for missing samples.
    ///
    /// - Parameter positions: room for one element per sample.
    @inline(never)
    func setBins(_ positions: Scratch<Double>, minimum: Float, binWidth: Float) {
        let samples = samples
        let minimum = Samples8(repeating: minimum)
        let binWidth = Samples8(repeating: binWidth)
        var index = 0
        while index < samples.count {
            positions.set(((samples.eight(at: index) - minimum) / binWidth).widened, at: index)
            index &+= 8
        }
    }
}
