import DepthAnalysis

/// What the options say about the number of bytes of an uncompressed float32 map.
struct LengthRule {
    var dimensions: MapDimensions?
    var bytesPerRow: Int?

    /// Whether dimensions were given and the bytes are exactly what they ask for.
    func givenFit(byteCount: Int) -> Bool {
        guard let dimensions, dimensions.width > 0, dimensions.height > 0, byteCount > 0 else { return false }
        guard let bytesPerRow else {
            return byteCount % 4 == 0 && dimensions.fit(sampleCount: byteCount / 4)
        }
        guard let rows = PaddedLength(dimensions, bytesPerRow: bytesPerRow) else { return false }
        return byteCount == rows.full || byteCount == rows.withoutLastPadding
    }

    /// Whether the bytes can be a map at all: given rows have to fit, else a whole number of samples will do.
    func accepts(byteCount: Int) -> Bool {
        bytesPerRow == nil ? byteCount > 0 && byteCount % 4 == 0 : givenFit(byteCount: byteCount)
    }
}

/// The two byte counts that rows with padding may have.
struct PaddedLength {
    var full: Int
    /// The last row may also end with its last sample.
    var withoutLastPadding: Int

    /// `nil` if a row cannot hold the width, the counts go beyond `Int`, or the dimensions are not positive.
    init?(_ dimensions: MapDimensions, bytesPerRow: Int) {
        guard dimensions.width > 0, dimensions.height > 0 else { return nil }
        let (used, usedOverflows) = dimensions.width.multipliedReportingOverflow(by: 4)
        let (full, fullOverflows) = dimensions.height.multipliedReportingOverflow(by: bytesPerRow)
        guard !usedOverflows, !fullOverflows, bytesPerRow >= used else { return nil }
        self.full = full
        self.withoutLastPadding = full - (bytesPerRow - used)
    }
}

extension LengthRule {
    /// Why a number of bytes is not accepted.
    func error(_ container: DepthContainer, byteCount: Int) -> DepthFileError {
        if byteCount == 0 {
            return .nothingInside(container: container)
        }
        if let bytesPerRow, let dimensions {
            guard dimensions.width <= bytesPerRow / 4 else {
                return .rowTooShort(given: dimensions, bytesPerRow: bytesPerRow)
            }
            return .rowsDoNotFit(
                given: dimensions, bytesPerRow: bytesPerRow,
                expected: PaddedLength(dimensions, bytesPerRow: bytesPerRow)?.full, found: byteCount)
        }
        return .notWholeSamples(container: container, byteCount: byteCount)
    }
}
