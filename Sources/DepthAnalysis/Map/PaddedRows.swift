/// How one sample is stored in memory.
public enum SampleEncoding: Sendable {
    /// IEEE binary32, little-endian, metres.
    case float32
    /// IEEE binary16, little-endian, metres.
    case float16

    /// Bytes of one sample.
    public var byteCount: Int {
        switch self {
        case .float32: 4
        case .float16: 2
        }
    }
}

extension DepthMap {
    /// Makes a map from rows that lie `bytesPerRow` bytes apart, as pixel buffers and padded files keep them.
    ///
    /// What stands between the samples of one row and the start of the next is ignored. The last row may end with its
    /// last sample or with its padding.
    ///
    /// - Parameters:
    ///   - width: samples in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - bytesPerRow: distance between the starts of two rows, at least `width * encoding.byteCount`.
    ///   - bytes: the rows; no alignment is asked for.
    ///   - encoding: how a sample is stored.
    /// - Throws: ``DepthMapError`` if the dimensions are not positive, the rows are too short for `width`, or `bytes`
    ///   is shorter or longer than the rows.
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
        // Rows without padding are one long row.
        let (rowCount, rowWidth) = lastPadding == 0 ? (1, width * height) : (height, width)
        let samples = [Float](unsafeUninitializedCapacity: width * height) { buffer, initializedCount in
            for row in 0..<rowCount {
                // SAFETY: the last row ends with byte (height - 1) * bytesPerRow + usedPerRow, which is within `bytes`
                // by the check above; the rows initialise the width * height elements of the destination one after the
                // other, each once.
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
    /// Initialises as many elements as there are samples in `bytes`, which need not be aligned.
    fileprivate func decode(_ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>) {
        switch self {
        case .float32:
            // SAFETY: the destination has room for all of `bytes`; any bits are a Float.
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
    /// The value of an IEEE binary16 with these bits. Every half, subnormals included, is a `Float` exactly; a NaN
    /// stays one.
    ///
    /// `Float16` does the same but does not exist on every platform this module is built for.
    init(halfBits bits: UInt16) {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = UInt32(bits & 0x3FF)
        let sign = UInt32(bits & 0x8000) << 16
        switch exponent {
        case 0:
            // Subnormal halves are whole multiples of 2^-24.
            let magnitude = Float(fraction) * 0x1p-24
            self.init(bitPattern: sign | magnitude.bitPattern)
        case 0x1F:
            self.init(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default:
            self.init(bitPattern: sign | UInt32(exponent - 15 + 127) << 23 | fraction << 13)
        }
    }
}
