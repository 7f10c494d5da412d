import DepthAnalysis
import Reports
import Support

@testable import DepthFiles

extension FuzzTarget {
    /// A depth file in any container, and all reports about it.
    static let containers = FuzzTarget(
        name: "containers",
        words: ["ustar", "MATLAB 5.0 MAT-file", "ftyp", "WEBP", "bvx2", "%PDF-"],
        decoded: { DepthFileReader().read($0).asBytes }
    ) { bytes in
        promiseReading(of: bytes, ReadingOptions())
        // Any file is an input, so that findings are complete files: the length selects the options.
        let options = ReadingOptions.tried[bytes.count % ReadingOptions.tried.count]
        promiseReading(of: bytes, options)
        promiseReport(of: bytes, options)
    }
}

/// Reading a file returns a map with samples or an error.
func promiseReading(of bytes: [UInt8], _ options: ReadingOptions) {
    guard case .success(let file) = DepthFileReader(options: options).read(bytes).result else { return }
    promise(!file.map.samples.isEmpty, "a map that was read has samples")
    promise(
        file.map.samples.count <= max(0, options.maximumByteCount) / 2,
        "\(file.map.samples.count) samples are within \(options.maximumByteCount) bytes")
    promiseSameAnalyses(of: file.map)
    promiseWriting(of: file.map, as: DepthContainer.allCases[bytes.count % DepthContainer.allCases.count])
}

/// Any result of reading a file can be reported; one format per input, to save time.
func promiseReport(of bytes: [UInt8], _ options: ReadingOptions) {
    let analyzer = FileAnalyzer(analyzer: containerAnalyzer, reader: DepthFileReader(options: options))
    let result = analyzer.analyze(bytes, input: "input")
    switch bytes.count % 3 {
    case 0: promiseJSON(JSONReport.shape.text(of: result))
    case 1:
        let words = ResultWording(parameters: .standard)
        promisePrintable(TextReport(words, style: .plain, width: 80).page(result))
    default: promise(CSVReport.row(result, .properties).hasPrefix("input,"), "a row begins with the name of the file")
    }
}

private let containerAnalyzer = DepthAnalyzer()

/// A written map is read back with the same samples.
private func promiseWriting(of map: DepthMap, as container: DepthContainer) {
    let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container)
    let dimensions = MapDimensions(width: map.samples.count, height: 1)
    let reading = DepthFileReader(options: ReadingOptions(dimensions: dimensions)).read(packed)
    guard case .success(let file) = reading.result else {
        fatalError("not kept: a map written as \(container) is read: \(reading.result)")
    }
    promise(
        file.map.samples.map(\.bitPattern) == map.samples.map(\.bitPattern),
        "what was written as \(container) has the same samples")
}

extension ReadingOptions {
    /// Possible options for a file, including wrong ones.
    fileprivate static let tried: [ReadingOptions] = [
        ReadingOptions(isStrict: true),
        ReadingOptions(dimensions: MapDimensions(width: 3, height: 3)),
        ReadingOptions(dimensions: MapDimensions(width: 4, height: 4), isStrict: true),
        ReadingOptions(dimensions: MapDimensions(width: 2, height: 3), bytesPerRow: 12),
        ReadingOptions(dimensions: MapDimensions(width: 5, height: 2), bytesPerRow: 19, isStrict: true),
        ReadingOptions(dimensions: MapDimensions(width: .max, height: .max), bytesPerRow: .max),
        ReadingOptions(dimensions: MapDimensions(width: 0, height: -1)),
        ReadingOptions(bytesPerRow: 64),
        ReadingOptions(unitsPerMetre: 5000, invalidValues: [0, 1, 65535, .nan]),
        ReadingOptions(unitsPerMetre: .leastNonzeroMagnitude, isStrict: true),
        ReadingOptions(maximumByteCount: 64),
        ReadingOptions(maximumByteCount: 0),
        ReadingOptions(dimensions: MapDimensions(width: 1, height: 64), maximumByteCount: 1 << 12),
    ]
}
