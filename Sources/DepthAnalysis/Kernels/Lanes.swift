// The one file of the kernels that reaches past what Swift checks. Everything else goes through the types here.

/// Eight samples, or eight of their bit patterns, or eight truth values (-1 for true, 0 for false).
typealias Samples8 = SIMD8<Float>
typealias Bits8 = SIMD8<Int32>
/// Eight counts.
typealias Counts8 = SIMD8<UInt32>

/// Calls `body` for every eighth index below a multiple of eight.
///
/// Without the mask, which changes nothing, the optimiser does not know that the index stays below the largest number,
/// and counts the loop eight by eight where it could unroll it.
@inline(__always)
func forEachEight(upTo count: Int, _ body: (_ index: Int) -> Void) {
    let end = count & ~7
    assert(end == count)
    var index = 0
    while index < end {
        body(index)
        index &+= 8
    }
}

/// The samples of a map while it is measured.
struct SampleBuffer {
    private let base: UnsafePointer<Float>
    let count: Int

    /// SAFETY: whoever makes one keeps `samples` alive and unchanged for as long as it is used; ``KernelWorkspace``
    /// does so by making it only inside `withUnsafeBufferPointer`. The empty buffer is never read.
    init(_ samples: UnsafeBufferPointer<Float>) {
        base = samples.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Float>.alignment)!
        count = samples.count
    }

    /// SAFETY: the range is inside the buffer this one was made from, and lives as long.
    private init(base: UnsafePointer<Float>, count: Int) {
        self.base = base
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> Float {
        assert(index >= 0 && index < count)
        // SAFETY: checked in debug builds; every caller derives the index from `count`.
        return base[index]
    }

    /// Eight samples from `index` on, which must all be inside.
    @inline(__always)
    func eight(at index: Int) -> Samples8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside, as above; `loadUnaligned` asks for no alignment beyond that of a Float.
        return UnsafeRawPointer(base + index).loadUnaligned(as: Samples8.self)
    }

    /// Eight samples from `index` on, or those that are left and NaN for the others.
    @inline(__always)
    func eightOrRest(at index: Int) -> Samples8 {
        let rest = count - index
        return rest >= 8 ? eight(at: index) : self.rest(at: index)
    }

    @inline(never)
    private func rest(at index: Int) -> Samples8 {
        // All bits set is a NaN, and as a whole number below 0.
        var lanes = Samples8(bits: Bits8(repeating: -1))
        for lane in 0..<count - index { lanes[lane] = self[index + lane] }
        return lanes
    }

    /// The samples of a range.
    @inline(__always)
    func slice(from start: Int, count: Int) -> SampleBuffer {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside, as above.
        return SampleBuffer(base: base + start, count: count)
    }
}

/// Some samples as `Double`, and NaN where there is none: a multiple of eight of them.
struct WideSamples {
    private let base: UnsafePointer<Double>
    let count: Int

    /// SAFETY: the range is inside memory that is neither released nor written to while this is used.
    fileprivate init(base: UnsafePointer<Double>, count: Int) {
        self.base = base
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> Double {
        assert(index >= 0 && index < count)
        // SAFETY: checked in debug builds; every caller derives the index from `count`.
        return base[index]
    }

    /// Four samples from `index` on, which must all be inside.
    @inline(__always)
    func four(at index: Int) -> SIMD4<Double> {
        assert(index >= 0 && index + 4 <= count)
        // SAFETY: the 32 bytes are inside, as above; `loadUnaligned` asks for no alignment beyond that of a Double.
        return UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<Double>.self)
    }

    /// Eight samples from `index` on, which must all be inside.
    @inline(__always)
    func eight(at index: Int) -> SIMD8<Double> {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 64 bytes are inside, as above; `loadUnaligned` asks for no alignment beyond that of a Double.
        return UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Double>.self)
    }

    /// The samples of a range.
    @inline(__always)
    func slice(from start: Int, count: Int) -> WideSamples {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside, as above.
        return WideSamples(base: base + start, count: count)
    }
}

/// Memory that is kept from map to map and grows when a map needs more.
struct Scratch<Element: BitwiseCopyable> {
    private var base: UnsafeMutablePointer<Element>?
    private(set) var count = 0

    var byteCount: Int { Self.byteCount(of: count) }

    /// The bytes that room for so many elements takes.
    static func byteCount(of count: Int) -> Int { count * MemoryLayout<Element>.stride }

    /// Makes room for `count` elements, all `zero` where it is made anew, else as they were left.
    mutating func reserve(_ count: Int, zero: Element) {
        guard let base = makeRoom(for: count) else { return }
        // One by one: the standard library's function for all would be shared with other modules, which may be built
        // for other processors.
        for index in 0..<count { (base + index).initialize(to: zero) }
    }

    /// Makes room for `count` elements of which none is read that was not set. Memory that nothing touches costs
    /// nothing: of a map that is analysed alone, most of the start is the first touch of each page.
    mutating func reserve(_ count: Int) { _ = makeRoom(for: count) }

    /// Returns nil where there is room enough.
    private mutating func makeRoom(for count: Int) -> UnsafeMutablePointer<Element>? {
        guard count > self.count else { return nil }
        release()
        // At the start of a cache line, which no eight elements then cross.
        let base = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount(of: count), alignment: 64)
            .bindMemory(to: Element.self, capacity: count)
        self.base = base
        self.count = count
        return base
    }

    /// SAFETY: called by the owner when it goes, and before `base` is replaced: nobody else holds it, for views made by
    /// ``samples(from:count:)`` are not kept beyond one row.
    mutating func release() {
        base?.deallocate()
        base = nil
        count = 0
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            // SAFETY: checked in debug builds; callers reserve what they index.
            return base.unsafelyUnwrapped[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count)
            // SAFETY: as above.
            base.unsafelyUnwrapped[index] = newValue
        }
    }
}

extension Scratch {
    /// Changes an element where it stands. Copied out and in as a whole, what was just written in part would have to
    /// reach memory first.
    @inline(__always)
    func change<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result {
        assert(index >= 0 && index < count)
        // SAFETY: checked in debug builds; callers reserve what they index, and `body` knows no other way to it.
        return body(&base.unsafelyUnwrapped[index])
    }
}

extension Scratch {
    /// The first elements, or none where there is no room. They must not be used once room is made
    /// again, nor while they are set.
    func buffer(count: Int) -> UnsafeBufferPointer<Element> {
        // SAFETY: inside, and asked only of room that was made with zeros; whoever asks is done before the workspace is
        // used again.
        UnsafeBufferPointer(start: base, count: min(count, self.count))
    }
}

extension Scratch where Element == Float {
    /// Stores eight samples.
    @inline(__always)
    func set(_ lanes: Samples8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` asks for no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Samples8.self)
    }

    /// A view of some of the samples. It must not be used once room is made again.
    @inline(__always)
    func samples(from start: Int, count: Int) -> SampleBuffer {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside; the workspace reserves before the rows are gone through and not while a view is in use.
        return SampleBuffer(UnsafeBufferPointer(start: base.unsafelyUnwrapped + start, count: count))
    }
}

extension Scratch where Element == UInt32 {
    /// Eight elements.
    @inline(__always)
    func eight(at index: Int) -> Counts8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `loadUnaligned` asks for no alignment beyond that of an element.
        return UnsafeRawPointer(base.unsafelyUnwrapped + index).loadUnaligned(as: Counts8.self)
    }

    /// Stores eight elements.
    @inline(__always)
    func set(_ lanes: Counts8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` asks for no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Counts8.self)
    }
}

extension Scratch where Element == Int32 {
    /// Eight elements.
    @inline(__always)
    func eight(at index: Int) -> Bits8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `loadUnaligned` asks for no alignment beyond that of an element.
        return UnsafeRawPointer(base.unsafelyUnwrapped + index).loadUnaligned(as: Bits8.self)
    }

    /// Stores eight elements.
    @inline(__always)
    func set(_ lanes: Bits8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` asks for no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Bits8.self)
    }
}

extension Scratch where Element == UInt64 {
    /// Stores four elements.
    @inline(__always)
    func set(_ lanes: SIMD4<UInt64>, at index: Int) {
        assert(index >= 0 && index + 4 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` asks for no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: SIMD4<UInt64>.self)
    }
}

extension Scratch where Element == Double {
    /// Stores eight samples.
    @inline(__always)
    func set(_ lanes: SIMD8<Double>, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 64 bytes are inside; `storeBytes` asks for no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: SIMD8<Double>.self)
    }

    /// A view of some of the samples. It must not be used once room is made again, nor while they are set.
    @inline(__always)
    func samples(from start: Int, count: Int) -> WideSamples {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside; the workspace reserves before the rows are gone through and not while a view is in use.
        return WideSamples(base: base.unsafelyUnwrapped + start, count: count)
    }
}

// SAFETY (the casts below): a mask stores one whole number a lane, as wide as the lane it was made from, -1 for true
// and 0 for false; a vector of `Float` or `Double` has the layout of the vector of equally wide whole numbers.

extension SIMDMask<SIMD8<Int32>> {
    /// -1 where true, 0 where false.
    @inline(__always) var lanes: Bits8 { unsafeBitCast(self, to: Bits8.self) }
}

extension SIMD8<Float> {
    @inline(__always) var bits: Bits8 { unsafeBitCast(self, to: Bits8.self) }
    @inline(__always) init(bits: Bits8) { self = unsafeBitCast(bits, to: Samples8.self) }
    @inline(__always) var unsignedBits: Counts8 { unsafeBitCast(self, to: Counts8.self) }

    /// In each lane the larger one, and the other where this is NaN.
    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

    /// In each lane the smaller one, and the other where this is NaN.
    @inline(__always) func smallerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .< other) }

}

/// An interval of whole numbers, for eight at a time.
///
///     BitInterval(first...last).excludes(samples.eight(at: index).bits)      // -1 where outside
///
/// Moved, around the end of the numbers, so that the first of the interval becomes the least of all, what is inside is
/// up to one number and everything else above it.
struct BitInterval {
    private let shift: Bits8
    private let last: Bits8

    @inline(__always)
    init(_ interval: ClosedRange<Int32>) {
        let shift = interval.lowerBound &- .min
        self.shift = Bits8(repeating: shift)
        last = Bits8(repeating: interval.upperBound &- shift)
    }

    /// -1 for what is outside, 0 for what is inside.
    @inline(__always)
    func excludes(_ bits: Bits8) -> Bits8 { excludes(moved: moved(bits)) }

    /// The numbers, moved: those inside are the least, in their order, and the rest is greater.
    @inline(__always)
    func moved(_ bits: Bits8) -> Bits8 { bits &- shift }

    /// -1 for what is outside, 0 for what is inside, of numbers that were moved.
    @inline(__always)
    func excludes(moved: Bits8) -> Bits8 { (moved .> last).lanes }

    /// Whether any of the numbers, which were moved, is inside.
    @inline(__always)
    func includesAny(moved: Bits8) -> Bool { (~excludes(moved: moved)).isAnySet }

    /// A number, moved as those of an interval are.
    @inline(__always)
    static func moved(_ bits: Int32, _ interval: ClosedRange<Int32>) -> Int32 { bits &- (interval.lowerBound &- .min) }
}

extension SIMD4<Double> {
    @inline(__always) var unsignedBits: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }

    /// In each lane the larger one, and the other where this is NaN.
    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

}

extension SIMD8<Double> {
    @inline(__always) var unsignedBits: SIMD8<UInt64> { unsafeBitCast(self, to: SIMD8<UInt64>.self) }

    /// In each lane the larger one, and the other where this is NaN.
    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

    /// The sum of the lanes, in the order of a tree.
    @inline(__always) var treeSum: Double {
        let four = lowHalf + highHalf
        let pair = four.lowHalf + four.highHalf
        return pair[0] + pair[1]
    }
}

extension SIMD8<Int32> {
    /// The sum of all lanes, of which two may already be more than an `Int32` holds.
    var wideSum: Int {
        var sum = 0
        for lane in indices { sum += Int(self[lane]) }
        return sum
    }

    /// In each lane the smaller one. The standard library's `pointwiseMin` is not always inlined.
    @inline(__always) func smaller(_ other: Bits8) -> Bits8 { replacing(with: other, where: self .> other) }

    /// In each lane the larger one.
    @inline(__always) func larger(_ other: Bits8) -> Bits8 { replacing(with: other, where: self .< other) }

    /// The smallest lane.
    @inline(__always) var least: Int32 {
        let four = lowHalf.replacing(with: highHalf, where: lowHalf .> highHalf)
        return Swift.min(Swift.min(four[0], four[1]), Swift.min(four[2], four[3]))
    }

    /// The largest lane.
    @inline(__always) var greatest: Int32 {
        let four = lowHalf.replacing(with: highHalf, where: lowHalf .< highHalf)
        return Swift.max(Swift.max(four[0], four[1]), Swift.max(four[2], four[3]))
    }
}
