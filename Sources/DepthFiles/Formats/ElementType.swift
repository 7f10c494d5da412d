struct ElementType: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case float16
        case float32
        case float64
        /// Unsigned 16-bit integers of some unit, such as millimetres.
        case uint16

        var byteCount: Int {
            switch self {
            case .float16, .uint16: 2
            case .float32: 4
            case .float64: 8
            }
        }
    }

    let kind: Kind
    let isBigEndian: Bool

    init(_ kind: Kind, isBigEndian: Bool) { (self.kind, self.isBigEndian) = (kind, isBigEndian) }

    func numbers(in bytes: ArraySlice<UInt8>, count: Int) -> StoredNumbers {
        precondition(count >= 0 && bytes.count / kind.byteCount >= count, "more numbers than bytes")
        return bytes.withUnsafeBytes { bytes in
            switch kind {
            case .uint16: .steps(Self.array(count) { integer(UInt16.self, in: bytes, $0) })
            case .float32: .metres(Self.array(count) { Float(bitPattern: integer(UInt32.self, in: bytes, $0)) })
            case .float16: .metres(Self.array(count) { Float(halfBits: integer(UInt16.self, in: bytes, $0)) })
            case .float64: .metres(Self.array(count) { Float(double(in: bytes, $0)) })
            }
        }
    }

    /// The counts of numbers (not NaN) that binary32 cannot represent, and of overflows; 0 except for binary64.
    func roundedCounts(in bytes: ArraySlice<UInt8>, count: Int) -> (all: Int, infinite: Int) {
        guard kind == .float64 else { return (0, 0) }
        return bytes.withUnsafeBytes { bytes in
            var counts = (all: 0, infinite: 0)
            for place in 0..<count {
                let number = double(in: bytes, place)
                let rounded = Float(number)
                guard !number.isNaN, Double(rounded) != number else { continue }
                counts.all += 1
                if rounded.isInfinite { counts.infinite += 1 }
            }
            return counts
        }
    }

    private func double(in bytes: UnsafeRawBufferPointer, _ place: Int) -> Double {
        Double(bitPattern: integer(UInt64.self, in: bytes, place))
    }

    private func integer<Bits: FixedWidthInteger>(
        _: Bits.Type, in bytes: UnsafeRawBufferPointer, _ place: Int
    ) -> Bits {
        // The load checks its bounds in debug builds only; `numbers` has already checked them.
        let bits = bytes.loadUnaligned(fromByteOffset: place * MemoryLayout<Bits>.size, as: Bits.self)
        return isBigEndian ? Bits(bigEndian: bits) : Bits(littleEndian: bits)
    }

    private static func array<Number>(_ count: Int, _ number: (Int) -> Number) -> [Number] {
        [Number](unsafeUninitializedCapacity: count) { numbers, initializedCount in
            // SAFETY: each of `count` numbers is initialized once.
            for place in 0..<count { numbers.initializeElement(at: place, to: number(place)) }
            initializedCount = count
        }
    }
}

extension Float {
    /// Converts exactly; a NaN keeps its payload. Written out because not every platform of this package has `Float16`.
    init(halfBits bits: UInt16) {
        let sign = UInt32(bits & 0x8000) << 16
        let exponent = UInt32(bits >> 10) & 0x1F
        let fraction = UInt32(bits & 0x3FF)
        switch exponent {
        case 0:
            // Zero and subnormals are multiples of 2^-24.
            let magnitude = Float(fraction) * 0x1p-24
            self = Float(bitPattern: sign | magnitude.bitPattern)
        case 0x1F: self = Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: self = Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}
