import DepthAnalysis

@testable import DepthFiles

extension FuzzTarget {
    /// A file that stores the dimensions of its map, or of several maps, of which one is read.
    static let storedFormats = FuzzTarget(
        name: "stored-formats",
        seeds: ["npy", "pfm", "headers", "tiff", "exr"].map { "Tests/DepthFilesTests/formats/\($0)" }
            + ["Tests/DepthFilesTests/Archives/formats/scoop"],
        words: [
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "'fortran_order': True", "'<f2'", "'>f8'",
            "'<u2'", "(2, 2)", "(1, 2, 3, 1)", "(2147483647, 2147483647)", "Pf\n", "PF\n", "P5\n", "P5 ", "24&20&1&",
            "\u{1}\0\0\0", "\u{2}\0\0\0\u{1E}\0\0\0", " -1.0\n", "1e-5\n", "# ",
        ],
        decoded: { DepthFileReader(options: ReadingOptions(maximumByteCount: 1 << 18)).read($0).asBytes }
    ) { bytes in
        let limit = bytes.count.isMultiple(of: 5) ? 512 : 1 << 14
        // Larger files are truncated to the limit.
        let file = Array(bytes.prefix(limit))
        var options = ReadingOptions(isStrict: bytes.count.isMultiple(of: 2), maximumByteCount: limit)
        var result = DepthFileReader(options: options).read(file).result
        if case .failure(.severalMaps(let count, _)) = result {
            promise(count > 1, "\(count) maps are several")
            options.mapNumber = bytes.count % count
            result = DepthFileReader(options: options).read(file).result
        }
        switch result {
        case .failure(let error): promiseLine(error.message)
        case .success(let found):
            promise(
                (1...limit / 2).contains(found.map.samples.count),
                "\(found.map.samples.count) samples are within \(limit) bytes")
            for note in found.notes { promiseLine(note.description) }
            promiseWriting(
                of: found.map, as: [.npy, .pfm, everyFormat[found.map.samples.count % everyFormat.count]])
        }
    }
}

/// Every format that depthcheck writes, with both units of pictures.
let everyFormat: [WrittenFormat] =
    DepthContainer.allCases.map { .float32($0) } + [.float16, .npy, .pfm, .png16(), .png16(unitsPerMetre: 1e-3)]

/// A map can be written in these formats, or the error is reported; 32-bit formats keep every bit.
func promiseWriting(of map: DepthMap, as formats: [WrittenFormat]) {
    for format in formats {
        do throws(WritingError) {
            let written = try DepthFileWriter.encode(map, as: format)
            let loss = written.loss
            promise(
                loss.isEmpty || format.stored == .float16 || format.stored == .png16,
                "\(format) keeps all bits: \(loss)")
            promise(
                loss.lostReadingCount + loss.changedKindCount <= loss.changedCount
                    && loss.changedCount <= map.samples.count, "what is lost was there: \(loss)")
            promiseLine(loss.description)
        } catch {
            promise(
                !map.isGrid || format.container != .none || format.stored == .float32, "a grid is written: \(error)")
            promiseLine(error.message)
        }
    }
    guard map.isGrid, let array = try? DepthFileWriter.encode(map, as: .npy) else { return }
    let again = try? DepthFileReader().read(array.bytes).result.get()
    promise(again?.map == map && again?.format == .npy, "a map written as an array is read back unchanged")
}

/// The text is one line without control characters.
func promiseLine(_ text: String) {
    promise(!text.isEmpty && !text.contains("\n"), "one line: \(text.debugDescription)")
    promisePrintable(text)
}
