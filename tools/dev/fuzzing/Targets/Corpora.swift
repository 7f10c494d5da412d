import DepthAnalysis
import Support
import TestSupport

@testable import DepthFiles
@testable import ThresholdTuning

extension FuzzTarget {
    /// A file of one or several maps, read as `convert` reads it.
    static let conversions = FuzzTarget(
        name: "conversions", seeds: seedsOfMaps, words: wordsOfMaps
    ) { bytes in
        let file = CorpusFile(bytes)
        defer { file.remove() }
        let reader = DepthFileReader(options: readingOptions)
        var arrays: [(name: String, map: DepthMap)] = []
        for input in file.inputs.lazy.flatMap({ $0.frames(readingOptions) }).prefix(mapLimit) {
            for opened in reader.maps(in: input) {
                promisePrintable(opened.path.printable)
                do throws(ReadingError) {
                    let map = try opened.decoded().map
                    // Two formats per map, to save time.
                    let formats = [0, 4].map { everyFormat[(bytes.count + arrays.count + $0) % everyFormat.count] }
                    promiseWriting(of: map, as: formats)
                    for format in formats { promiseFile(of: map, as: format) }
                    if arrays.count < mapLimit { arrays.append(("\(arrays.count)", map)) }
                } catch {
                    promiseLine(error.message)
                }
            }
        }
        promiseArchive(of: arrays)
    }

    /// A file of one or several maps, measured as by `measure --resume`.
    static let corpora = FuzzTarget(
        name: "corpora", seeds: seedsOfMaps, words: wordsOfMaps + ["ustar\0", "PaxHeaders", "path="]
    ) { bytes in
        let file = CorpusFile(bytes)
        defer { file.remove() }
        let format = MeasurementFormat.allCases[bytes.count % 2]
        let rows = file.measured(unless: EarlierRows()).compactMap { measured in
            if case .row(let row, _) = measured { row } else { nil }
        }
        let table = Array((format.header(measurer.provenance) + rows.map(format.line).joined()).utf8)
        do throws(CorpusError) {
            let read = try MeasurementTable(table, name: "table")
            promise(read.rows == rows && read.tornByteCount == 0, "rows are read back unchanged")
        } catch { fatalError("not kept: tune reads what measure writes: \(error)") }
        var generator = SeededGenerator(seed: UInt64(SHA256Digest.bytes(of: bytes)[0]))
        promiseResuming(Array(table.prefix(Int.random(in: 0...table.count, using: &generator))), file, format, table)
    }
}

private let seedsOfMaps =
    ["npy", "tiff"].map { "Tests/DepthFilesTests/formats/\($0)" }
    + ["scoop", "zip", "record3d"].map { "Tests/DepthFilesTests/Archives/formats/\($0)" }
private let wordsOfMaps = [
    "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{7}\u{8}", "\u{1}\0\u{10}\0", ".npy", ".bin",
    ".idep", "metadata", "rgbd/", ".depth", ".conf", "{\"dw\":", "\"dh\":", "(2, 3, 4)", "'<f4'", "24&20&1&",
]

private let mapLimit = 6
private let readingOptions = ReadingOptions(maximumByteCount: 1 << 14)
private let measurer = CorpusMeasurer(analyzer: DepthAnalyzer(), options: readingOptions)

/// An input in a file: archives under a name that its length selects, anything else as a member of an archive.
private struct CorpusFile {
    private let path: String
    let shard: NamedArchive

    init(_ bytes: [UInt8]) {
        let isZip = bytes.starts(with: Array("PK".utf8))
        let archives = isZip ? ["zip", "npz", "r3d"] : ["idep", "tar", "npz", "zip"]
        let ending = archives[bytes.count % archives.count]
        var contents = bytes
        if !isZip, ending == "npz" || ending == "zip" {
            let members = ["bin", "bin.gz", "depth", "depth.zlib", "dmb", "exr", "idep", "npy", "png", "tiff"]
            contents = []
            var writer = ZipWriter { contents += $0 }
            do throws(ZipWritingError) {
                let name = "b/a." + members[bytes.count / archives.count % members.count]
                try writer.add(bytes, named: name, compresses: false)
                try writer.finish()
            } catch { fatalError("not kept: an archive is written: \(error)") }
        }
        path = scratchFile(contents, named: "a." + ending)
        shard = NamedArchive(
            path: path, name: "a." + ending, kind: ending == "tar" ? .tar : .archive(maps: nil, options: nil))
    }

    func remove() { FileAccess.remove(path) }

    var inputs: ArchiveInputs { ArchiveInputs([shard], options: readingOptions) }

    func measured(unless earlier: EarlierRows) -> [CorpusMeasurer.MeasuredMember] {
        do throws(FileAccessError) {
            var found: [CorpusMeasurer.MeasuredMember] = []
            for input in inputs {
                let maps = try measurer.measureMaps(in: input, unless: earlier)
                promise(!maps.isEmpty, "each input has a row: \(input.name)")
                found += maps
            }
            return found
        } catch { fatalError("not kept: no error is transient here: \(error.message)") }
    }
}

/// A table that was cut anywhere is resumed, and then is the whole one.
private func promiseResuming(
    _ cut: [UInt8], _ corpus: CorpusFile, _ format: MeasurementFormat, _ whole: [UInt8]
) {
    let path = scratchFile(cut, named: "m." + format.rawValue)
    defer { FileAccess.remove(path) }
    do throws(CorpusError) {
        let journal = try MeasurementJournal(
            path: path, format: format, provenance: measurer.provenance, hasOneReading: false, isResumed: true)
        let earlier = EarlierRows(journal.rows)
        try journal.resume { !$0.error.isEmpty }
        let measured = corpus.measured(unless: earlier)
        for case .row(let row, let state) in measured {
            try state == nil ? journal.append(row) : journal.replace(row)
        }
        try journal.finish(inOrderOf: measured.map(\.file))
    } catch { fatalError("not kept: a table of \(cut.count) bytes is resumed: \(error)") }
    let found = try? FileAccess.read(path, maximumByteCount: 1 << 30)
    promise(found == whole, "a table resumed after \(cut.count) bytes is the whole table")
}

/// A map and its description, written to a file, are read without options.
private func promiseFile(of map: DepthMap, as format: WrittenFormat) {
    let ending = (format.container == .none ? format.stored.extensions : format.container.extensions)[0]
    let path = "\(scratchFolder.path)/b.\(format.stored == .float16 ? "depth.zlib" : ending)"
    guard let encoded = try? DepthFileWriter.encode(map, as: format),
        let described = try? DepthFileWriter.description(of: encoded.bytes, map, as: format, at: path)
    else { return }
    let read = DepthFileReader().maps(of: encoded.bytes, path: path, description: described).only
    guard let again = try? read.decoded().map else { fatalError("not kept: a written file is read: \(path)") }
    promise(again.dimensions == map.dimensions, "\(path) has the dimensions of the map")
    promise(!encoded.loss.isEmpty || again.hasSameBits(as: map), "\(path) has the samples of the map")
}

/// Maps in an archive of arrays are read back under their names, unless `convert` refuses them.
private func promiseArchive(of maps: [(name: String, map: DepthMap)]) {
    var archive: [UInt8] = []
    var writer = ZipWriter { archive += $0 }
    let arrays = maps.filter { name, map in
        guard let array = try? DepthFileWriter.encode(map, as: .npy),
            (try? DepthFileWriter.requireMap(array.bytes)) != nil
        else { return false }
        return (try? writer.add(array.bytes, named: name + ".npy", compresses: true)) != nil
    }
    guard !arrays.isEmpty else { return }
    guard (try? writer.finish()) != nil else { fatalError("not kept: an archive is written") }
    let path = scratchFile(archive, named: "c.npz")
    defer { FileAccess.remove(path) }
    // Otherwise small arrays are skipped beside larger ones.
    let inputs = DepthArchive(path: path, name: "c.npz").inputs(selection: FileSelection(takesAll: true))
    promise(inputs.map(\.name) == arrays.map { "c.npz/\($0.name)" }, "maps have their names: \(inputs.map(\.name))")
    for (input, array) in zip(inputs, arrays) {
        let map = try? DepthFileReader().open(input).decoded().map
        promise(map?.hasSameBits(as: array.map) ?? false, "an array in an archive has the samples of the map")
    }
}

extension DepthMap {
    fileprivate func hasSameBits(as other: DepthMap) -> Bool {
        dimensions == other.dimensions && samples.map(\.bitPattern) == other.samples.map(\.bitPattern)
    }
}
