import DepthAnalysis
import Support
import ThresholdTuning

@testable import DepthFiles

extension FuzzTarget {
    /// A list of files.
    static let fileLists = FuzzTarget(name: "file-lists", words: ["\0", "\r\n", "\u{FEFF}"]) { bytes in
        let paths = DepthFileList.paths(in: bytes)
        let again = DepthFileList.paths(in: paths.flatMap { $0.fileBytes + [0] })
        promise(
            again.map(\.fileBytes) == paths.map(\.fileBytes),
            "paths with zeros between them are those paths: \(paths) is \(again)")
    }

    /// A table of files with the reading options of each.
    static let manifests = FuzzTarget(
        name: "manifests",
        words: ["file,", "width,", "height,", "row_bytes,", "units_per_metre,", "invalid", "\n"] + numberWords
    ) { bytes in
        guard let manifest = try? DepthFileManifest(bytes, path: "folder/list.csv", options: ReadingOptions()) else {
            return
        }
        for entry in manifest.entries.prefix(4) {
            promise(!entry.path.isEmpty, "an entry has a path")
            let options = ReadingOptions(canonicalText: entry.options.canonicalText)
            promise(
                options?.canonicalText == entry.options.canonicalText,
                "how a file is read is written and read: \(entry.options.canonicalText)")
            for file in [floatFile, gzipFile] { _ = DepthFileReader(options: entry.options).read(file) }
        }
    }
}

private let floatFile = DepthFileWriter.float32Bytes(of: DepthMap(inferringDimensionsOf: [1, 2, 3, 4, 5, 6]))
private let gzipFile = DepthFileWriter.pack(floatFile, as: .gzip)
