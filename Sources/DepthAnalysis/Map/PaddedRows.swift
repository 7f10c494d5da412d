/// The encoding of one sample in memory.
public enum SampleEncoding: Sendable {
    /// IEEE binary32, little-endian, metres.
    case float32
    /// IEEE binary16, little-endian, metres.
    case float16

    /// Bytes per sample.
    public var byteCount: Int {
        switch self {
        case .float32: 4
        case .float16: 2
        }
    }
}

extension DepthMap {
    /// Creates a map from rows that start `bytesPerRow` bytes apart, as in pixel buffers and padded files.
    ///
    /// Bytes between the samples of one row and the start of the next are ignored. The last row may omit its padding.
    ///
    /// - Parameters:
    ///   - width: samples per row, at least 1.
    ///   - height: rows, at least 1.
    ///   - bytesPerRow: distance between the starts of two rows, at least `width * encoding.byteCount`.
    ///   - bytes: the rows; no alignment is required.
    ///   - encoding: the encoding of a sample.
    /// - Throws: ``DepthMapError`` if the dimensions are not positive, if the rows are too short for `width`, or if
    ///   `bytes` does not have the length of the rows.
    public init(
        width: Int, height: Int, bytesPerRow: Int, bytes: UnsafeRawBufferPointer, encoding: SampleEncoding = .float32
    ) throws(DepthMapError) {
        guard width > 0, height > 0 else {
            throw .dimensionsNotPositive(width: width, height: height)
        }
        let (usedPerRow, usedOverflows) = width.multipliedReportingOverflow(by: encoding.byteCount)
        guard !usedOverflows, bytesPerRow >= usedPerRow else {
            throw .rowTooShort(width: width, bytesPerSample: encoding.byteCount, bytesPerRow: bytesPerRow)
        }
        let (padded, paddedOverflows) = height.multipliedReportingOverflow(by: bytesPerRow)
        guard !paddedOverflows else { throw .byteCountMismatch(expected: .max, found: bytes.count) }
        let lastPadding = bytesPerRow - usedPerRow
        guard bytes.count == padded || bytes.count == padded - lastPadding else {
            throw .byteCountMismatch(expected: padded, found: bytes.count)
        }
        // Without padding, all rows are read as one long row.
        let (rowCount, rowWidth) = lastPadding == 0 ? (1, width * height) : (height, width)
        let samples = [Float](unsafeUninitializedCapacity: width * height) { buffer, initializedCount in
            for row in 0..<rowCount {
                // SAFETY: the last row ends at byte (height - 1) * bytesPerRow + usedPerRow, which the check above
                // puts within `bytes`; the rows initialise each of the width * height elements exactly once.
                let source = UnsafeRawBufferPointer(
                    rebasing: bytes[row * bytesPerRow..<row * bytesPerRow + rowWidth * encoding.byteCount])
                encoding.decode(source, into: UnsafeMutableBufferPointer(rebasing: buffer[(row * rowWidth)...]))
            }
            initializedCount = width * height
        }
        try self.init(width: width, height: height, samples: samples)
    }
}

extension SampleEncoding {
    /// Initialises one element per sample in `bytes`, which need not be aligned.
    fileprivate func decode(_ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>) {
        switch self {
        case .float32:
            // SAFETY: the destination has room for all of `bytes`, and any bit pattern is a valid Float.
            UnsafeMutableRawBufferPointer(samples).copyMemory(from: bytes)
            if 1.littleEndian != 1 {
                for index in 0..<bytes.count / byteCount {
                    samples[index] = Float(bitPattern: samples[index].bitPattern.byteSwapped)
                }
            }
        case .float16:
            for index in 0..<bytes.count / byteCount {
                let bits = bytes.loadUnaligned(fromByteOffset: index * byteCount, as: UInt16.self)
                samples.initializeElement(at: index, to: Float(halfBits: UInt16(littleEndian: bits)))
            }
        }
    }
}

extension Float {
    /// The value of an IEEE binary16 bit pattern. Every half, subnormals included, is exact as a `Float`; NaN stays
    /// NaN.
    ///
    /// `Float16` does the same but does not exist on every platform of this module.
    init(halfBits bits: UInt16) {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = UInt32(bits & 0x3FF)
        let sign = UInt32(bits & 0x8000) << 16
        switch exponent {
        case 0:
            // Subnormal halves are integer multiples of 2^-24.
            let magnitude = Float(fraction) * 0x1p-24
            self.init(bitPattern: sign | magnitude.bitPattern)
        case 0x1F:
            self.init(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default:
            self.init(bitPattern: sign | UInt32(exponent - 15 + 127) << 23 | fraction << 13)
        }
    }
}
