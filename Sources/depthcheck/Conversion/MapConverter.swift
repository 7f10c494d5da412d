import DepthAnalysis
import DepthFiles
import Support

/// A map to convert, and what is known of it where that is not what is known of all.
struct ConversionItem: Sendable {
    let input: DepthInput
    var options: ReadingOptions?
    /// Where it goes; nil for standard output and for the place in an archive.
    var path: String?
    /// What it is called in an archive.
    var arrayName = ""
    /// Why no output can have the name that was made of its own.
    var nameFault: String?
}

/// What came of one map. It holds nothing of the map's own bytes.
struct ConvertedMap: Sendable {
    /// What the map is called, where it goes, and what it is called in an archive.
    let input: String
    let path: String?
    let arrayName: String
    let outcome: Outcome

    enum Outcome: Sendable {
        case converted(Conversion)
        case unreadable(ReadingError)
        /// Something would be lost, and nothing may be.
        case refused(WritingLoss)
        case notEncoded(WritingError)
        case notWritten(FileAccessError)
        /// The file at this path, which is read, would be written over.
        case overInput(String)
        /// No output can have the name that was made of the map's.
        case unusableName(String)
    }

    struct Conversion: Sendable {
        let dimensions: MapDimensions
        let loss: WritingLoss
        let byteCount: Int
        /// The dimensions that are inferred from the file by itself, if they are others.
        let inferred: MapDimensions?
        /// What the samples of the file by itself are read as, if that is another type.
        let misread: DepthFileFormat?
        /// The file beside it, from which both are known.
        let descriptionPath: String?
        /// What reading had to remark.
        let notes: [ReadingNote]
        /// The file, where it was not written yet, and its share of the memory.
        let bytes: [UInt8]
        let share: ByteBudget.Share?
    }
}

/// From a map in one format to a file in another.
struct MapConverter: Sendable {
    let reader: DepthFileReader
    let format: WrittenFormat
    let isLossless: Bool
    let untouchable: UntouchableFiles
    /// Whether outputs get names in a folder: then each must be a file, and not a pipe.
    let isFolder: Bool

    /// Reads a map, writes it, and compares what was written with it. No incomplete file is left.
    func convert(_ item: ConversionItem) -> ConvertedMap {
        ConvertedMap(
            input: item.input.name, path: item.path, arrayName: item.arrayName, outcome: outcome(of: item))
    }

    private func outcome(of item: ConversionItem) -> ConvertedMap.Outcome {
        if let fault = item.nameFault { return .unusableName(fault) }
        let file = (item.options.map(DepthFileReader.init(options:)) ?? reader).open(item.input)
        let decoded: DecodedDepthFile
        do throws(ReadingError) {
            decoded = try file.decoded()
        } catch {
            return .unreadable(error)
        }
        // The bytes of the new file, packed and not, and what is read back from them.
        return file.reserving(16 * decoded.map.samples.count) { converted(decoded, item) }
    }

    private func converted(_ decoded: DecodedDepthFile, _ item: ConversionItem) -> ConvertedMap.Outcome {
        let map = decoded.map
        let encoded: EncodedMap
        let description: MapDescription?
        let isSelfContained: Bool
        do throws(WritingError) {
            encoded = try DepthFileWriter.encode(map, as: format)
            if isLossless, !encoded.loss.isNothing { return .refused(encoded.loss) }
            if let path = item.path, !FileAccess.isStream(path) {
                description = try DepthFileWriter.description(of: encoded.bytes, map, as: format, at: path)
                isSelfContained = description == nil
            } else {
                description = nil
                isSelfContained = DepthFileWriter.isReadBack(encoded.bytes, map, format)
                if isLossless, !isSelfContained { throw .notDescribed(map.dimensions) }
            }
        } catch {
            return .notEncoded(error)
        }
        if let path = item.path, let failure = write(encoded.bytes, description, to: path) { return failure }
        let inferred = isSelfContained ? nil : DepthFileWriter.inferred(from: encoded.bytes)
        return .converted(
            ConvertedMap.Conversion(
                dimensions: map.dimensions, loss: encoded.loss, byteCount: encoded.bytes.count,
                inferred: inferred.flatMap { $0.map.dimensions == map.dimensions ? nil : $0.map.dimensions },
                misread: inferred.flatMap { $0.format == format.stored ? nil : $0.format },
                descriptionPath: description == nil ? nil : item.path.map(MapDescription.path(besideFileAt:)),
                notes: decoded.plausibilityNotes + decoded.notes,
                bytes: item.path == nil ? encoded.bytes : [],
                share: item.path == nil ? ByteBudget.shared.shareOfResult(encoded.bytes.count) : nil))
    }

    /// Writes a map, after its description: a map is never without it. Returns what went wrong.
    private func write(
        _ bytes: [UInt8], _ description: MapDescription?, to path: String
    ) -> ConvertedMap.Outcome? {
        var outputs = [(path: path, bytes: bytes)]
        if let description { outputs.insert((MapDescription.path(besideFileAt: path), description.json), at: 0) }
        for output in outputs where untouchable.contains(output.path) { return .overInput(output.path) }
        do throws(FileAccessError) {
            // Neither takes its place before both are written.
            var files: [OutputFile] = []
            for output in outputs {
                files.append(try OutputFile(output.path, mustBeFile: isFolder))
                try files[files.count - 1].write(output.bytes)
            }
            for file in files { try file.commit() }
        } catch {
            return .notWritten(error)
        }
        return nil
    }
}
