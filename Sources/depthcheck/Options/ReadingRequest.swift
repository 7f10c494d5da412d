import ArgumentParser
import DepthAnalysis
import DepthFiles
import ThresholdTuning

/// What a user said of the files, whoever read it from the arguments.
struct ReadingRequest {
    var width: Int?
    var height: Int?
    var rowBytes: Int?
    var unitsPerMetre: Float?
    var dataset: DataSet?
    var invalidValues: [Float] = []
    /// The arrays to take of archives of them; all if empty.
    var arrays: [String] = []
    var minimumConfidence: Confidence?
    /// Degrees clockwise.
    var rotate: Int?
    var isFlipped = false
    var isStrict = false
    var maximumByteCount = 256 << 20
    var sampleType: SampleType?
    var channel: String?

    /// - Throws: `ValidationError` for what has no meaning, alone or together.
    func validate() throws {
        guard (width == nil) == (height == nil) else {
            throw ValidationError("--width and --height go together")
        }
        for (name, value) in [("--width", width), ("--height", height)] {
            let largest = ReadingOptions.largestDimension
            if let value, !(1...largest).contains(value) {
                throw ValidationError("\(name) is \(value); expected a number from 1 to \(largest)")
            }
        }
        if let rowBytes {
            guard let width else { throw ValidationError("--row-bytes needs --width and --height") }
            guard rowBytes >= 4 * width else {
                throw ValidationError(
                    "--row-bytes is \(rowBytes); expected at least 4 bytes for each of \(width) samples")
            }
        }
        if let sampleType, sampleType != .float32, rowBytes != nil {
            throw ValidationError(
                "--row-bytes is for float32; expected no --sample-type \(sampleType.rawValue) beside it")
        }
        if let unitsPerMetre, !(unitsPerMetre.isFinite && unitsPerMetre > 0) {
            throw ValidationError("--units-per-metre is \(unitsPerMetre); expected a number above 0")
        }
        if unitsPerMetre != nil, let dataset {
            throw ValidationError(
                "--dataset \(dataset.rawValue) says the units; expected no --units-per-metre beside it")
        }
        if let rotate, ![90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate is \(rotate); expected 90, 180 or 270")
        }
        for value in invalidValues where !value.isFinite {
            throw ValidationError("--invalid-value is \(value); expected a number (NaN and infinities never are valid)")
        }
        guard maximumByteCount > 0 else {
            throw ValidationError("--max-bytes is \(maximumByteCount); expected a number above 0")
        }
    }

    /// A reader that knows all this but the arrays, for which archives are asked.
    var reader: DepthFileReader {
        var options = ReadingOptions()
        if let width, let height { options.dimensions = MapDimensions(width: width, height: height) }
        options.bytesPerRow = rowBytes
        options.unitsPerMetre = unitsPerMetre
        options.invalidValues = invalidValues
        dataset?.apply(to: &options)
        options.minimumConfidence = minimumConfidence
        options.orientation = MapOrientation(quarterTurns: (rotate ?? 0) / 90, isFlipped: isFlipped)
        options.isStrict = isStrict
        options.maximumByteCount = maximumByteCount
        options.sampleType = sampleType
        options.channel = channel
        return DepthFileReader(options: options)
    }
}

extension ReadingRequest {
    /// All that was found, with maps in the place of the archives that hold them, and then the members of shards.
    ///
    /// - Parameters:
    ///   - selection: which members of archives are taken.
    ///   - skipped: is told of the others.
    func items(
        _ found: NamedFiles.Found, _ tar: NamedTarArchives, _ selection: FileSelection, _ skipped: SkippedFiles
    ) -> BatchItems<DepthInput> {
        let (options, arrays) = (reader.options, arrays)
        let inputs = found.inputs
        func known() -> BatchItems<DepthInput>.Source { BatchItems.source(of: inputs, DepthInput.file) }
        func members() -> BatchItems<DepthInput>.Source {
            let inputs = TarInputs(tar.shards, options: options, arrays: arrays, selection: selection) {
                skipped.take($0)
            }
            return BatchItems.source(of: inputs) { $0 }
        }
        let more = tar.isEmpty ? nil : members
        // Where each is one map, it is known how many there are.
        guard inputs.mayHoldArchives else { return BatchItems(count: inputs.count, then: more, known: known) }
        let archives = ArchivePaths(arrays: arrays, selection: selection) { skipped.take($0) }
        func parts(of input: DepthInput) -> [DepthInput]? {
            guard case .file(.path(let path)) = input, path.mayBeArchive else { return nil }
            return archives.inputs(at: path, options: options)
        }
        return BatchItems(count: inputs.count, then: more, parts: parts, known: known)
    }
}
