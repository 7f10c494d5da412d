import DepthAnalysis
import Platform

extension DepthFileReader {
    /// Reads a file, or what was packed in one, that says itself how large its map is.
    func readStored(
        _ bytes: [UInt8], as format: StoredFormat, in container: DepthContainer
    ) throws(DepthFileError) -> DecodedDepthFile {
        let stored = try format.decode(bytes, options.maximumByteCount)
        let format = format.format
        if let given = options.dimensions, given.width <= 0 || given.height <= 0 {
            throw .dimensionsNotPositive(given)
        }
        var notes = stored.notes
        if stored.byteCount < bytes.count {
            let trailing = TrailingBytes(after: format.noun, bytes[stored.byteCount...])
            if options.isStrict { throw .bytesAfterEnd(trailing) }
            notes.append(.bytesAfterEndIgnored(trailing))
        }
        if let given = options.dimensions, given != stored.dimensions {
            if options.isStrict { throw .storedDimensionsDiffer(format, given: given, found: stored.dimensions) }
            notes.append(.storedDimensionsUsed(format, given: given, used: stored.dimensions))
        }
        if let bytesPerRow = options.bytesPerRow {
            if options.isStrict { throw .storedHasNoRowLength(format, bytesPerRow: bytesPerRow) }
            notes.append(.rowLengthIgnored(format, bytesPerRow: bytesPerRow))
        }
        let samples: [Float]
        switch stored.numbers {
        case .metres(let numbers):
            samples = try withoutInvalid(numbers, besides: stored.noData)
        case .steps(let steps):
            let unitsPerMetre = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            if options.unitsPerMetre == nil { notes.append(.unitsAssumed(format, unitsPerMetre: unitsPerMetre)) }
            samples = try metres(of: steps, unitsPerMetre, noData: stored.noData)
        }
        return DecodedDepthFile(
            map: Self.map(stored.dimensions, samples), container: container, format: format, notes: notes,
            storage: stored.storage)
    }

    /// The map of samples of two bytes: where that is known of them, or where given dimensions leave two for each.
    /// Nil for others. Those in gzip are the server's, to whom there are none of two bytes.
    func mapOfHalves(_ unpacked: Unpacked, _ notes: inout [ReadingNote]) throws(DepthFileError) -> DepthMap? {
        guard unpacked.holdsHalves || [.zlib, .deflate, .lzfse].contains(unpacked.container) else { return nil }
        let count = unpacked.bytes.count / 2
        guard unpacked.bytes.count % 2 == 0, count > 0, options.bytesPerRow == nil, let given = options.dimensions,
            given.fit(sampleCount: count)
        else {
            if unpacked.holdsHalves { throw .halvesWithoutDimensions(sampleCount: count) }
            return nil
        }
        let numbers = Memory.withRoom(for: 4 * count) {
            ElementType(.float16, isBigEndian: false).numbers(in: unpacked.bytes[...], count: count)
        }
        guard let numbers, case .metres(let samples) = numbers else { throw .notEnoughMemory(byteCount: 4 * count) }
        notes.append(.readAsFloat16(given: given))
        return Self.map(given, try withoutInvalid(samples))
    }

    /// - Parameter noData: what the file itself says stands for "no reading".
    private func withoutInvalid(
        _ numbers: [Float], besides noData: Float? = nil
    ) throws(DepthFileError) -> [Float] {
        var options = options
        if let noData { options.invalidValues.append(noData) }
        guard !options.invalidValues.isEmpty else { return numbers }
        guard let samples = Memory.withRoom(for: 4 * numbers.count, { options.withoutInvalid(numbers) }) else {
            throw .notEnoughMemory(byteCount: 4 * numbers.count)
        }
        return samples
    }

    private func metres(
        of steps: [UInt16], _ unitsPerMetre: Float, noData: Float?
    ) throws(DepthFileError) -> [Float] {
        let invalid = options.invalidValues + (noData.map { [$0] } ?? [])
        let samples = Memory.withRoom(for: 4 * steps.count) {
            steps.map { step in
                let number = Float(step)
                return invalid.contains(number) ? .nan : number / unitsPerMetre
            }
        }
        guard let samples else { throw .notEnoughMemory(byteCount: 4 * steps.count) }
        return samples
    }
}
