import DepthAnalysis

/// The byte counts that the options allow for uncompressed samples.
struct LengthRule {
    var dimensions: MapDimensions?
    var bytesPerRow: Int?
    var sampleType: SampleType?

    /// The largest number of extra bytes that is reported as a header before the samples.
    private static let longestHeader = 1024

    func givenFit(byteCount: Int) -> Bool {
        guard let dimensions, dimensions.width > 0, dimensions.height > 0, byteCount > 0 else { return false }
        guard let bytesPerRow else {
            return fills(dimensions, byteCount: byteCount, sampleType: sampleType ?? .float32)
                || sampleType == nil && fills(dimensions, byteCount: byteCount, sampleType: .float16)
        }
        guard let rows = PaddedLength(dimensions, bytesPerRow: bytesPerRow) else { return false }
        return byteCount == rows.full || byteCount == rows.withoutLastPadding
    }

    func givenFitFloat32(byteCount: Int) -> Bool {
        guard bytesPerRow == nil else { return givenFit(byteCount: byteCount) }
        guard let dimensions, sampleType ?? .float32 == .float32, byteCount > 0 else { return false }
        return fills(dimensions, byteCount: byteCount, sampleType: .float32)
    }

    private func fills(_ dimensions: MapDimensions, byteCount: Int, sampleType: SampleType) -> Bool {
        byteCount % sampleType.byteCount == 0 && dimensions.fit(sampleCount: byteCount / sampleType.byteCount)
    }

    /// A given row length must match exactly; otherwise a whole number of samples or of maps is enough.
    func accepts(byteCount: Int) -> Bool {
        guard bytesPerRow == nil else { return givenFit(byteCount: byteCount) }
        guard byteCount > 0 else { return false }
        return byteCount % (sampleType?.byteCount ?? 4) == 0 || mapCount(byteCount: byteCount) > 0
    }

    /// The number of maps of the given dimensions, with two-byte samples; 0 if it is not whole.
    private func mapCount(byteCount: Int) -> Int {
        sampleType == .float32 ? 0 : dimensions?.mapCount(byteCount: byteCount, of: .float16) ?? 0
    }

    /// The error if there are a few more bytes than the given dimensions need; otherwise nil.
    func headerError(byteCount: Int) -> DepthFileError? {
        guard bytesPerRow == nil, let dimensions, let area = dimensions.area, area < byteCount else { return nil }
        for size in sampleType.map({ [$0.byteCount] }) ?? [4, 2] {
            let (samples, overflows) = area.multipliedReportingOverflow(by: size)
            let extra = byteCount - (overflows ? byteCount : samples)
            // Limited to a quarter of the samples: for a tiny map, any number of bytes would be "a few more".
            if (1...min(Self.longestHeader, max(1, samples / 4))).contains(extra) {
                return .bytesBeforeSamples(given: dimensions, extra: extra, sampleByteCount: size)
            }
        }
        return nil
    }
}

/// The two possible byte counts of a map with padded rows.
struct PaddedLength {
    var full: Int
    /// The byte count without padding after the last row.
    var withoutLastPadding: Int

    /// Nil if a row cannot hold the width, a count overflows, or the dimensions are not positive.
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
    /// The error if a number of float32 samples is not a whole number of maps of the given dimensions.
    func error(_ given: MapDimensions, _ container: DepthContainer, sampleCount: Int) -> DepthFileError {
        if container != .gzip, let error = headerError(byteCount: 4 * sampleCount) { return error }
        // Rows that are less than twice as long as given can be padded.
        let samplesPerRow = sampleCount / given.height
        let isPadded =
            sampleCount.isMultiple(of: given.height) && samplesPerRow > given.width && samplesPerRow / 2 < given.width
        return .dimensionsDoNotFit(
            given: given, sampleCount: sampleCount, paddedRow: isPadded ? 4 * samplesPerRow : nil)
    }

    /// The error for a number of bytes that is not accepted.
    func error(_ container: DepthContainer, byteCount: Int) -> DepthFileError {
        if byteCount == 0 { return .nothingInside(container: container) }
        if let bytesPerRow, let dimensions {
            guard dimensions.width <= bytesPerRow / 4
            else { return .rowTooShort(given: dimensions, bytesPerRow: bytesPerRow) }
            return .rowsDoNotFit(
                given: dimensions, bytesPerRow: bytesPerRow,
                expected: PaddedLength(dimensions, bytesPerRow: bytesPerRow)?.full, found: byteCount)
        }
        if container != .gzip, let error = headerError(byteCount: byteCount) { return error }
        return .notWholeSamples(container: container, byteCount: byteCount)
    }
}

extension MapDimensions {
    /// The number of samples; nil if a side is not positive or the product overflows.
    var area: Int? {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return width > 0 && height > 0 && !overflows ? area : nil
    }

    /// The number of maps in `byteCount` bytes; 0 if it is not whole.
    func mapCount(byteCount: Int, of type: SampleType) -> Int {
        guard let area, area <= byteCount / type.byteCount, byteCount.isMultiple(of: area * type.byteCount)
        else { return 0 }
        return byteCount / (area * type.byteCount)
    }
}

extension ReadingOptions {
    /// The error in the options themselves, independent of the file; nil for none.
    var contradiction: DepthFileError? {
        if let dimensions, dimensions.width <= 0 || dimensions.height <= 0 { return .dimensionsNotPositive(dimensions) }
        if dimensions == nil, let bytesPerRow { return .bytesPerRowWithoutDimensions(bytesPerRow: bytesPerRow) }
        return nil
    }

    /// The required length of samples without a header; no requirement if the options contradict each other.
    var lengthRule: LengthRule {
        contradiction == nil
            ? LengthRule(dimensions: dimensions, bytesPerRow: bytesPerRow, sampleType: sampleType)
            : LengthRule(sampleType: sampleType)
    }
}
