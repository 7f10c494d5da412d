// The only file of the kernels with unsafe code. All other files use the types defined here.

/// Eight samples, or eight bit patterns, or eight truth values (-1 for true, 0 for false).
typealias Samples8 = SIMD8<Float>
typealias Bits8 = SIMD8<Int32>
typealias Counts8 = SIMD8<UInt32>

/// Calls `body` for every eighth index below `count`, a multiple of eight.
///
/// The mask changes nothing, but shows the optimiser that the index cannot overflow. Without it, the loop is not
/// unrolled.
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

    /// SAFETY: the caller keeps `samples` alive and unchanged while this buffer is used; ``KernelWorkspace`` creates
    /// buffers only inside `withUnsafeBufferPointer`. The empty buffer is never read.
    init(_ samples: UnsafeBufferPointer<Float>) {
        base = samples.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Float>.alignment)!
        count = samples.count
    }

    /// SAFETY: the range must lie inside the original buffer and live as long.
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

    @inline(__always)
    func eight(at index: Int) -> Samples8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside, as above; `loadUnaligned` needs no more than a Float's alignment.
        return UnsafeRawPointer(base + index).loadUnaligned(as: Samples8.self)
    }

    /// Eight samples from `index` on; NaN past the end.
    @inline(__always)
    func eightOrRest(at index: Int) -> Samples8 {
        let rest = count - index
        return rest >= 8 ? eight(at: index) : self.rest(at: index)
    }

    @inline(never)
    private func rest(at index: Int) -> Samples8 {
        // All bits set: a NaN, and negative as an integer.
        var lanes = Samples8(bits: Bits8(repeating: -1))
        for lane in 0..<count - index { lanes[lane] = self[index + lane] }
        return lanes
    }

    @inline(__always)
    func slice(from start: Int, count: Int) -> SampleBuffer {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside, as above.
        return SampleBuffer(base: base + start, count: count)
    }
}

/// Samples as `Double`, with NaN for invalid samples and padding; their number is a multiple of eight.
struct WideSamples {
    private let base: UnsafePointer<Double>
    let count: Int

    /// SAFETY: the range must lie inside memory that is neither released nor written to while this is used.
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

    @inline(__always)
    func four(at index: Int) -> SIMD4<Double> {
        assert(index >= 0 && index + 4 <= count)
        // SAFETY: the 32 bytes are inside, as above; `loadUnaligned` needs no more than a Double's alignment.
        return UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<Double>.self)
    }

    @inline(__always)
    func eight(at index: Int) -> SIMD8<Double> {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 64 bytes are inside, as above; `loadUnaligned` needs no more than a Double's alignment.
        return UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Double>.self)
    }

    @inline(__always)
    func slice(from start: Int, count: Int) -> WideSamples {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: inside, as above.
        return WideSamples(base: base + start, count: count)
    }
}

/// Memory that is reused from map to map and grows on demand.
struct Scratch<Element: BitwiseCopyable> {
    private var base: UnsafeMutablePointer<Element>?
    private(set) var count = 0

    var byteCount: Int { Self.byteCount(of: count) }

    static func byteCount(of count: Int) -> Int { count * MemoryLayout<Element>.stride }

    /// Makes room for `count` elements. New memory is filled with `zero`; existing memory keeps its contents.
    mutating func reserve(_ count: Int, zero: Element) {
        guard let base = makeRoom(for: count) else { return }
        // A loop, because the standard library's function could be shared with modules built for other processors.
        for index in 0..<count { (base + index).initialize(to: zero) }
    }

    /// Makes room for `count` uninitialised elements. Untouched memory is free: for a single map, most of the
    /// start-up time goes to the first touch of each page.
    mutating func reserve(_ count: Int) { _ = makeRoom(for: count) }

    /// Returns nil if there is enough room.
    private mutating func makeRoom(for count: Int) -> UnsafeMutablePointer<Element>? {
        guard count > self.count else { return nil }
        release()
        // Aligned to a cache line, so that no group of eight crosses one.
        let base = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount(of: count), alignment: 64)
            .bindMemory(to: Element.self, capacity: count)
        self.base = base
        self.count = count
        return base
    }

    /// SAFETY: the owner calls this on deinit and before replacing `base`. There is no other reference, because views
    /// from ``samples(from:count:)`` are not kept beyond one row.
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
    /// Changes an element in place. Copying it out and back would wait for its partial writes to reach memory.
    @inline(__always)
    func change<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result {
        assert(index >= 0 && index < count)
        // SAFETY: checked in debug builds; callers reserve what they index, and `body` has no other access to the
        // element.
        return body(&base.unsafelyUnwrapped[index])
    }
}

extension Scratch {
    /// The first `count` elements, or none where there is no room. Valid until room is made again or elements are
    /// set.
    func buffer(count: Int) -> UnsafeBufferPointer<Element> {
        // SAFETY: in bounds, and used only for zero-initialised room; the caller finishes before the workspace is
        // used again.
        UnsafeBufferPointer(start: base, count: min(count, self.count))
    }
}

extension Scratch where Element == Float {
    @inline(__always)
    func set(_ lanes: Samples8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` needs no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Samples8.self)
    }

    /// A view of a range. Valid until room is made again.
    @inline(__always)
    func samples(from start: Int, count: Int) -> SampleBuffer {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: in bounds; the workspace reserves before it iterates over rows, never while a view is in use.
        return SampleBuffer(UnsafeBufferPointer(start: base.unsafelyUnwrapped + start, count: count))
    }
}

extension Scratch where Element == UInt32 {
    @inline(__always)
    func eight(at index: Int) -> Counts8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `loadUnaligned` needs no more than an element's alignment.
        return UnsafeRawPointer(base.unsafelyUnwrapped + index).loadUnaligned(as: Counts8.self)
    }

    @inline(__always)
    func set(_ lanes: Counts8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` needs no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Counts8.self)
    }
}

extension Scratch where Element == Int32 {
    @inline(__always)
    func eight(at index: Int) -> Bits8 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `loadUnaligned` needs no more than an element's alignment.
        return UnsafeRawPointer(base.unsafelyUnwrapped + index).loadUnaligned(as: Bits8.self)
    }

    @inline(__always)
    func set(_ lanes: Bits8, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` needs no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: Bits8.self)
    }
}

extension Scratch where Element == UInt64 {
    @inline(__always)
    func set(_ lanes: SIMD4<UInt64>, at index: Int) {
        assert(index >= 0 && index + 4 <= count)
        // SAFETY: the 32 bytes are inside; `storeBytes` needs no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: SIMD4<UInt64>.self)
    }
}

extension Scratch where Element == Double {
    @inline(__always)
    func set(_ lanes: SIMD8<Double>, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the 64 bytes are inside; `storeBytes` needs no alignment.
        UnsafeMutableRawPointer(base.unsafelyUnwrapped + index).storeBytes(of: lanes, as: SIMD8<Double>.self)
    }

    /// A view of a range. Valid until room is made again or elements are set.
    @inline(__always)
    func samples(from start: Int, count: Int) -> WideSamples {
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        // SAFETY: in bounds; the workspace reserves before it iterates over rows, never while a view is in use.
        return WideSamples(base: base.unsafelyUnwrapped + start, count: count)
    }
}

// SAFETY (the casts below): a mask stores one integer per lane, as wide as the lanes it was made from, -1 for true
// and 0 for false. A vector of `Float` or `Double` has the layout of the vector of equally wide integers.

extension SIMDMask<SIMD8<Int32>> {
    /// -1 where true, 0 where false.
    @inline(__always) var lanes: Bits8 { unsafeBitCast(self, to: Bits8.self) }
}

extension SIMD8<Float> {
    @inline(__always) var bits: Bits8 { unsafeBitCast(self, to: Bits8.self) }
    @inline(__always) init(bits: Bits8) { self = unsafeBitCast(bits, to: Samples8.self) }
    @inline(__always) var unsignedBits: Counts8 { unsafeBitCast(self, to: Counts8.self) }

    /// The larger number in each lane; `other` where this is NaN.
    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

    /// The smaller number in each lane; `other` where this is NaN.
    @inline(__always) func smallerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .< other) }

}

/// An interval of integers, tested in eight lanes at once.
///
///     BitInterval(first...last).excludes(samples.eight(at: index).bits)      // -1 where outside
///
/// All numbers are shifted, with wraparound, so that the lower bound becomes `Int32.min`. One comparison with the
/// shifted upper bound then decides.
struct BitInterval {
    private let shift: Bits8
    private let last: Bits8

    @inline(__always)
    init(_ interval: ClosedRange<Int32>) {
        let shift = interval.lowerBound &- .min
        self.shift = Bits8(repeating: shift)
        last = Bits8(repeating: interval.upperBound &- shift)
    }

    /// -1 for numbers outside, 0 for numbers inside.
    @inline(__always)
    func excludes(_ bits: Bits8) -> Bits8 { excludes(moved: moved(bits)) }

    /// The shifted numbers: those inside the interval come first, in order.
    @inline(__always)
    func moved(_ bits: Bits8) -> Bits8 { bits &- shift }

    /// -1 for numbers outside, 0 for numbers inside; `moved` holds shifted numbers.
    @inline(__always)
    func excludes(moved: Bits8) -> Bits8 { (moved .> last).lanes }

    @inline(__always)
    func includesAny(moved: Bits8) -> Bool { (~excludes(moved: moved)).isAnySet }

    /// One number, shifted as for `interval`.
    @inline(__always)
    static func moved(_ bits: Int32, _ interval: ClosedRange<Int32>) -> Int32 { bits &- (interval.lowerBound &- .min) }
}

extension SIMD4<Double> {
    @inline(__always) var unsignedBits: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }

    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

}

extension SIMD8<Double> {
    @inline(__always) var unsignedBits: SIMD8<UInt64> { unsafeBitCast(self, to: SIMD8<UInt64>.self) }

    @inline(__always) func largerOr(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

    @inline(__always) var treeSum: Double {
        let four = lowHalf + highHalf
        let pair = four.lowHalf + four.highHalf
        return pair[0] + pair[1]
    }
}

extension SIMD8<Int32> {
    /// The sum of the lanes; two of them may already exceed `Int32`.
    var wideSum: Int {
        var sum = 0
        for lane in indices { sum += Int(self[lane]) }
        return sum
    }

    /// The smaller number in each lane. The standard library's `pointwiseMin` is not always inlined.
    @inline(__always) func smaller(_ other: Bits8) -> Bits8 { replacing(with: other, where: self .> other) }

    @inline(__always) func larger(_ other: Bits8) -> Bits8 { replacing(with: other, where: self .< other) }

    @inline(__always) var least: Int32 {
        let four = lowHalf.replacing(with: highHalf, where: lowHalf .> highHalf)
        return Swift.min(Swift.min(four[0], four[1]), Swift.min(four[2], four[3]))
    }

    @inline(__always) var greatest: Int32 {
        let four = lowHalf.replacing(with: highHalf, where: lowHalf .< highHalf)
        return Swift.max(Swift.max(four[0], four[1]), Swift.max(four[2], four[3]))
    }
}
