#if canImport(CoreVideo)
    public import CoreVideo

    extension DepthMap {
        /// Creates a map from a depth pixel buffer, such as the `depthDataMap` of an `AVDepthData` or the `depthMap`
        /// of an `ARDepthData`.
        ///
        /// The buffer is locked for reading while its rows are copied, and always unlocked again.
        ///
        /// - Parameter pixelBuffer: `kCVPixelFormatType_DepthFloat32` or `kCVPixelFormatType_DepthFloat16`, in metres.
        ///   Disparity must be converted first.
        /// - Throws: ``PixelBufferError``, or ``DepthMapError`` for a buffer without pixels.
        public init(pixelBuffer: CVPixelBuffer) throws {
            let format = CVPixelBufferGetPixelFormatType(pixelBuffer)
            let encoding: SampleEncoding
            switch format {
            case kCVPixelFormatType_DepthFloat32: encoding = .float32
            case kCVPixelFormatType_DepthFloat16: encoding = .float16
            default: throw PixelBufferError.notADepthFormat(format)
            }
            let status = CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
            guard status == kCVReturnSuccess else { throw PixelBufferError.notLocked(status) }
            defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
            guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { throw PixelBufferError.noBaseAddress }

            let height = CVPixelBufferGetHeight(pixelBuffer)
            let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
            // SAFETY: the buffer stays locked until this function returns, and its pixels are `height` rows of
            // `bytesPerRow` bytes.
            let rows = UnsafeRawBufferPointer(start: base, count: height * bytesPerRow)
            try self.init(
                width: CVPixelBufferGetWidth(pixelBuffer), height: height, bytesPerRow: bytesPerRow, bytes: rows,
                encoding: encoding)
        }
    }

    /// A reason why a pixel buffer cannot be read as a depth map.
    public enum PixelBufferError: Error, Hashable, CustomStringConvertible {
        /// The pixel format is neither of the two depth formats.
        case notADepthFormat(OSType)
        /// Locking the base address failed with this status.
        case notLocked(CVReturn)
        /// The locked buffer has no base address, as is the case for planar buffers.
        case noBaseAddress

        /// Describes what was found, what was expected and what to do.
        public var description: String {
            switch self {
            case .notADepthFormat(let format):
                "found the pixel format \(format); expected kCVPixelFormatType_DepthFloat32 or DepthFloat16; "
                    + "convert the depth data"
            case .notLocked(let status):
                "found the status \(status) when locking the pixel buffer; expected 0; "
                    + "use a buffer that nothing else holds"
            case .noBaseAddress:
                "found a pixel buffer without a base address; expected a buffer that is not planar; "
                    + "use that of the depth data"
            }
        }
    }
#endif
