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
            samples = try withoutInvalid(numbers)
        case .steps(let steps):
            let unitsPerMetre = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            if options.unitsPerMetre == nil { notes.append(.unitsAssumed(format, unitsPerMetre: unitsPerMetre)) }
            samples = try metres(of: steps, unitsPerMetre)
        }
        return DecodedDepthFile(
            map: Self.map(stored.dimensions, samples), container: container, format: format, notes: notes)
    }

    private func withoutInvalid(_ numbers: [Float]) throws(DepthFileError) -> [Float] {
        guard !options.invalidValues.isEmpty else { return numbers }
        guard let samples = Memory.withRoom(for: 4 * numbers.count, { options.withoutInvalid(numbers) }) else {
            throw .notEnoughMemory(byteCount: 4 * numbers.count)
        }
        return samples
    }

    private func metres(of steps: [UInt16], _ unitsPerMetre: Float) throws(DepthFileError) -> [Float] {
        let invalid = options.invalidValues
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
