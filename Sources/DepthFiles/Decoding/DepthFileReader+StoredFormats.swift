import DepthAnalysis
import Support

extension DepthFileReader {
    /// Decodes bytes of a format that stores its dimensions, packed in `container`.
    func decode(
        _ bytes: [UInt8], as format: StoredFormat, in container: DepthContainer
    ) throws(DepthFileError) -> DecodedDepthFile {
        if format.format == .table, !options.nameAllowsTable { throw .otherFormat(.table, container: container) }
        if !format.isCompressed { reservation?.reserve(2 * bytes.count) }
        let stored = try format.decode(
            bytes,
            StoredRequest(
                limit: options.maximumByteCount, mapNumber: options.mapNumber, channel: options.channel,
                array: options.array, reservation: reservation))
        if let number = options.mapNumber, number > 0, !format.holdsSeveralMaps {
            throw .noSuchMap(number: number, count: 1)
        }
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
        var unitsOfSteps: Float?
        switch stored.numbers {
        case .metres(let numbers):
            samples = withoutInvalid(numbers, besides: stored.noData)
        case .steps(let steps):
            let unitsPerMetre = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
            unitsOfSteps = options.stepsAreHalves ? nil : unitsPerMetre
            if options.unitsPerMetre == nil { notes.append(.unitsAssumed(format, unitsPerMetre: unitsPerMetre)) }
            samples = metres(of: steps, unitsPerMetre, noData: stored.noData)
        }
        return DecodedDepthFile(
            map: Self.map(stored.dimensions, samples), container: container, format: format, notes: notes,
            storage: stored.storage, unitsPerMetre: unitsOfSteps)
    }

    /// - Parameter noData: the number for "no reading" that the file itself stores.
    func withoutInvalid(
        _ numbers: [Float], besides noData: Float? = nil
    ) -> [Float] {
        var options = options
        if let noData { options.invalidValues.append(noData) }
        guard !options.invalidValues.isEmpty else { return numbers }
        reservation?.reserve(4 * numbers.count)
        return options.withoutInvalid(numbers)
    }

    func metres(
        of steps: [UInt16], _ unitsPerMetre: Float, noData: Float?
    ) -> [Float] {
        let rotation = UInt16(options.stepRotation)
        let invalid = options.invalidValues + (noData.map { [$0] } ?? [])
        reservation?.reserve(4 * steps.count)
        return steps.map { step in
            let bits = rotation == 0 ? step : step >> rotation | step << (16 - rotation)
            let number = options.stepsAreHalves ? Float(halfBits: bits) : Float(bits)
            return invalid.contains(number) ? .nan : number / unitsPerMetre
        }
    }
}
