import DepthFiles
import Foundation
import TestSupport
import Testing

/// Each list of formats in help and documents names every format that is read.
@Suite struct FormatListTests {
    /// The name of a format in text; a new format does not compile until it has one.
    private static func word(_ format: DepthFileFormat) -> String {
        switch format {
        case .float32: "float32"
        case .float16: "float16"
        case .uint16: "uint16"
        case .png16: "PNG"
        case .npy: "NumPy array"
        case .pfm: "PFM"
        case .tiff: "TIFF"
        case .openEXR: "OpenEXR"
        case .pgm: "PGM"
        case .scoop: "Scoop"
        }
    }

    private static func word(_ container: DepthContainer) -> String {
        switch container {
        case .gzip: "gzip"
        case .zlib: "zlib"
        case .deflate: "raw DEFLATE"
        case .lzfse: "LZFSE"
        case .none: "bare"
        }
    }

    private static let archives = [".npz", "Record3D", ".zip"]

    private static func document(_ name: String) throws -> String {
        try String(contentsOf: CommandRunner.package.appending(path: name), encoding: .utf8)
    }

    @Test(arguments: ["README.md", "docs/FORMATS.md"])
    func documentsListEveryFormat(name: String) throws {
        let text = try Self.document(name)
        let formats = DepthFileFormat.allCases.map(Self.word)
        for word in formats + DepthContainer.allCases.map(Self.word) + Self.archives {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func theHelpListsEveryFormat() throws {
        let help = try CommandRunner.depthcheck(["help", "analyze"]).output
        let text = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let formats = DepthFileFormat.allCases.map(Self.word) + DepthContainer.allCases.map(Self.word)
        for word in formats + [".npz", ".r3d", ".idep", ".zip", "--tar"] { #expect(text.contains(word), "\(word)") }
    }
}
