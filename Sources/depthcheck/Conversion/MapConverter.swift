import DepthAnalysis
import DepthFiles
import Support

/// A map to convert, with its own reading options if they differ from the general ones.
struct ConversionItem: Sendable {
    let input: DepthInput
    var options: ReadingOptions?
    /// The output path; nil for stdout and archives.
    var path: String?
    var arrayName = ""
    var nameFault: String?
}

/// The result of converting one map.
struct ConvertedMap: Sendable {
    let input: String
    let path: String?
    let arrayName: String
    let outcome: Outcome

    enum Outcome: Sendable {
        case converted(Conversion)
        case unreadable(ReadingError)
        /// `--lossless` was given, and the conversion would lose information.
        case refused(WritingLoss)
        case notEncoded(WritingError)
        case notWritten(FileAccessError)
        /// The output would overwrite the input file at this path.
        case overInput(String)
        case unusableName(String)
    }

    struct Conversion: Sendable {
        let dimensions: MapDimensions
        let loss: WritingLoss
        let byteCount: Int
        /// The dimensions inferred from the file alone, if they differ.
        let inferred: MapDimensions?
        /// The format that the file alone is read as, if its sample type differs.
        let misread: DepthFileFormat?
        /// The description file beside it, which supplies both.
        let descriptionPath: String?
        let notes: [ReadingNote]
        /// The encoded file, if not yet written, and its share of the byte budget.
        let bytes: [UInt8]
        let share: ByteBudget.Share?
    }
}

struct MapConverter: Sendable {
    let reader: DepthFileReader
    let format: WrittenFormat
    let isLossless: Bool
    let untouchable: ProtectedFiles
    /// Whether outputs are named files in a folder, which must not be pipes or devices.
    let isFolder: Bool

    /// Reads a map, writes it, and compares the result with the original. Leaves no incomplete file.
    func convert(_ item: ConversionItem) -> ConvertedMap {
        ConvertedMap(
            input: item.input.name, path: item.path, arrayName: item.arrayName, outcome: outcome(of: item))
    }

    private func outcome(of item: ConversionItem) -> ConvertedMap.Outcome {
        if let fault = item.nameFault { return .unusableName(fault) }
        let file = (item.options.map(DepthFileReader.init(options:)) ?? reader).open(item.input)
        let decoded: DecodedDepthFile
        do throws(ReadingError) { decoded = try file.decoded() } catch {
            return .unreadable(error)
        }
        // The new file, packed and unpacked, and the samples read back from it.
        return file.reserving(16 * decoded.map.samples.count) { converted(decoded, item) }
    }

    private func converted(_ decoded: DecodedDepthFile, _ item: ConversionItem) -> ConvertedMap.Outcome {
        let map = decoded.map
        let encoded: EncodedDepthMap
        let description: MapDescription?
        let isSelfContained: Bool
        do throws(WritingError) {
            encoded = try DepthFileWriter.encode(map, as: format)
            try DepthFileWriter.requireMap(encoded.bytes)
            if isLossless, !encoded.loss.isEmpty { return .refused(encoded.loss) }
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
                notes: decoded.allNotes,
                bytes: item.path == nil ? encoded.bytes : [],
                share: item.path == nil ? ByteBudget.shared.shareOfResult(encoded.bytes.count) : nil))
    }

    /// Writes the description before the map, so that the map never exists without it. Returns an error.
    private func write(
        _ bytes: [UInt8], _ description: MapDescription?, to path: String
    ) -> ConvertedMap.Outcome? {
        var outputs = [(path: path, bytes: bytes)]
        if let description { outputs.insert((MapDescription.path(besideFileAt: path), description.json), at: 0) }
        for output in outputs where untouchable.contains(output.path) { return .overInput(output.path) }
        do throws(FileAccessError) {
            // Commit only when both are written.
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
