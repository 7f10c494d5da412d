import DepthAnalysis
import DepthFiles
import Platform

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
        /// It would be written over a file that is read.
        case overInput
        /// No output can have the name that was made of the map's.
        case unusableName(String)
    }

    struct Conversion: Sendable {
        let dimensions: MapDimensions
        let loss: WritingLoss
        let byteCount: Int
        /// Where the file does not say its dimensions: those that are inferred from it, if they are others.
        let inferred: MapDimensions?
        /// What the samples are read as without options, if that is another type.
        let misread: DepthFileFormat?
        /// What reading had to remark.
        let notes: [ReadingNote]
        /// The file, where it was not written yet, and its share of the memory.
        let bytes: [UInt8]
        let share: MemoryBudget.Share?
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
        let encoded: EncodedMap
        do throws(WritingError) {
            encoded = try DepthFileWriter.encode(decoded.map, as: format)
        } catch {
            return .notEncoded(error)
        }
        if isLossless, !encoded.loss.isNothing { return .refused(encoded.loss) }
        if let path = item.path {
            do throws(FileAccessError) {
                guard !untouchable.contains(path) else { return .overInput }
                let file = try OutputFile(path, mustBeFile: isFolder)
                try file.write(encoded.bytes)
                try file.commit()
            } catch {
                return .notWritten(error)
            }
        }
        let map = decoded.map
        let dimensions = MapDimensions(width: map.width, height: map.height)
        let inferred = storesDimensions ? nil : DepthMap(inferringDimensionsOf: map.samples)
        let others = inferred.map { MapDimensions(width: $0.width, height: $0.height) }
        return .converted(
            ConvertedMap.Conversion(
                dimensions: dimensions, loss: encoded.loss, byteCount: encoded.bytes.count,
                inferred: others == dimensions ? nil : others,
                misread: storesDimensions ? nil : misread(encoded.bytes, at: item.path),
                notes: decoded.plausibilityNotes + decoded.notes,
                bytes: item.path == nil ? encoded.bytes : [],
                share: item.path == nil ? MemoryBudget.shared.shareOfResult(encoded.bytes.count) : nil))
    }

    private func misread(_ bytes: [UInt8], at path: String?) -> DepthFileFormat? {
        let reader = DepthFileReader(options: ReadingOptions(maximumByteCount: .max))
        let format = (try? reader.open(bytes, named: path ?? "").decoded())?.format
        return format == self.format.stored ? nil : format
    }

    private var storesDimensions: Bool {
        switch format {
        case .float32, .float16: false
        case .npy, .pfm, .png16: true
        }
    }
}
