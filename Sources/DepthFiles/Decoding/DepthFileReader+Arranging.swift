import DepthAnalysis
import Support

extension DepthFileReader {
    /// Reads one file from its bytes, masks samples of low confidence, and turns the map, as the options request. The
    /// server does neither.
    func read(_ bytes: [UInt8], confidence: ConfidenceMap?) -> FileReading {
        arranged(decode(bytes), confidence)
    }

    /// Masks and turns a map that was read as stored.
    func arranged(_ reading: FileReading, _ confidence: ConfidenceMap?) -> FileReading {
        guard options.minimumConfidence != nil || options.orientation != .unchanged,
            let file = try? reading.result.get()
        else { return reading }
        // One copy of the samples for masking and one for turning.
        reservation?.reserve(8 * file.map.samples.count)
        let arranged = arranged(file, confidence)
        let isSame = arranged.map == file.map
        let serverReading: ServerReading =
            if case .sameMap = reading.serverReading, !isSame { .otherMap(file.map) } else { reading.serverReading }
        return FileReading(serverReading: serverReading, arranged)
    }

    private func arranged(_ file: DecodedDepthFile, _ confidence: ConfidenceMap?) -> DecodedDepthFile {
        var (map, notes) = (file.map, file.notes)
        var isArranged = true
        if let minimum = options.minimumConfidence {
            if let confidence {
                if let masked = confidence.masked(map, below: minimum) {
                    map = masked.map
                    notes.append(
                        .confidenceMasked(count: masked.count, total: map.samples.count, below: minimum))
                } else {
                    isArranged = false
                }
            } else {
                notes.append(.noConfidence)
            }
        }
        if let turned = options.orientation.turned(map) {
            map = turned
        } else {
            isArranged = false
        }
        if !isArranged { notes.append(.notTurned) }
        return file.with(map: map, notes: notes)
    }
}
