import DepthAnalysis
import Support

/// A frame of an unzipped capture: `rgbd/17.depth`, its confidence `rgbd/17.conf`, and `metadata` with the size.
struct Record3DFrame {
    let dimensions: MapDimensions
    let confidencePath: String?

    /// Nil for a file that is not a frame.
    init?(at path: String, limit: Int) throws(ReadingError) {
        guard FileExtension(of: path) == "depth" else { return nil }
        let slash = UInt8(ascii: "/")
        // Split bytes: in Swift, a slash and a following combining accent are one character.
        var parts = path.fileBytes.split(separator: slash, omittingEmptySubsequences: false).map(Array.init)
        guard let name = parts.popLast() else { return nil }
        let stem = name.dropLast(".depth".utf8.count)
        if parts.last.map({ $0 == Array(".".utf8) || $0.isEmpty }) == true { return nil }
        let folder = parts.popLast()
        guard folder == nil || folder == Array("rgbd".utf8), !stem.isEmpty,
            stem.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        func beside(_ last: [[UInt8]]) -> String {
            String(fileBytes: Array((parts + last).joined(separator: [slash])))
        }
        // For a path relative to the `rgbd` folder, the capture is the parent folder.
        let above = folder == nil ? [Array("..".utf8)] : []
        let metadata = beside(above + [Array("metadata".utf8)])
        guard (try? FileStatus(of: metadata).kind) == .regular else { return nil }
        let bytes = try ReadingError.readFile(metadata, limit: limit)
        dimensions = try Self.dimensions(inMetadata: bytes, of: path)
        let confidence = beside((folder.map { [$0] } ?? []) + [Array(stem) + Array(".conf".utf8)])
        confidencePath = (try? FileStatus(of: confidence).kind) == .regular ? confidence : nil
    }

    static func dimensions(inMetadata bytes: [UInt8], of name: String) throws(ReadingError) -> MapDimensions {
        func unusable(_ found: String) -> ReadingError {
            .unusableMember(
                path: name,
                .unusableSideFile(
                    name: "metadata", found: found, expected: "the columns and rows of its depth maps as dw and dh"))
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.read(bytes)
        } catch {
            throw unusable("text that is not JSON (\(error))")
        }
        let sides = 1...ReadingOptions.largestDimension
        guard let width = json["dw"]?.whole, let height = json["dh"]?.whole, sides.contains(width),
            sides.contains(height)
        else { throw unusable("JSON without these two numbers") }
        return MapDimensions(width: width, height: height)
    }

    static func confidence(
        _ packed: [UInt8], _ dimensions: MapDimensions, named name: String, limit: Int
    ) throws(ReadingError) -> ConfidenceMap {
        let meanings: [UInt8] = [0, 1, 2]
        let stream = decompressLZFSE(packed, limit: limit)
        guard stream.end == .complete, stream.consumed == packed.count else {
            throw .undecodable(path: name, .confidenceUnusable(meanings: meanings, fault: "a damaged LZFSE stream"))
        }
        guard
            let map = ConfidenceMap(
                width: dimensions.width, height: dimensions.height, values: stream.output, meanings: meanings)
        else {
            let count = stream.output.count
            let fault = count == dimensions.width * dimensions.height ? nil : "\(count) bytes"
            throw .undecodable(path: name, .confidenceUnusable(meanings: meanings, fault: fault))
        }
        return map
    }

    func confidence(limit: Int) throws(ReadingError) -> ConfidenceMap? {
        guard let confidencePath else { return nil }
        let packed = try ReadingError.readFile(confidencePath, limit: limit)
        return try Self.confidence(packed, dimensions, named: confidencePath, limit: limit)
    }
}

/// The role of a file in a Record3D capture, by its path: `metadata`, or `rgbd/17.depth` with `17.conf` and `17.jpg`.
package struct Record3DPart: Sendable {
    package enum Kind: String, Sendable {
        case metadata, depth
        case confidence = "conf"
        case colour = "jpg"
    }

    package let kind: Kind
    /// The folder of the capture with a trailing slash; empty if there is none.
    package let folder: String
    /// The number of the frame; empty for metadata.
    package let number: String

    package init?(_ path: String) {
        guard let match = path.withBytes({ Self.match($0) }) else { return nil }
        kind = match.kind
        // Slice bytes: in Swift, a slash and a following combining accent are one character.
        let bytes = Array(path.utf8)
        folder = String(decoding: bytes[..<match.folderEnd], as: UTF8.self)
        number = String(decoding: bytes[match.number], as: UTF8.self)
    }

    /// Whether a path is that of a part of a Record3D capture. Allocates nothing.
    static func mayBe(_ path: UnsafeBufferPointer<UInt8>) -> Bool { match(path) != nil }

    private static func match(
        _ path: UnsafeBufferPointer<UInt8>
    ) -> (kind: Kind, folderEnd: Int, number: Range<Int>)? {
        let slash = UInt8(ascii: "/")
        let nameStart = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
        let name = path[nameStart...]
        if name.elementsEqual("metadata".utf8) { return (.metadata, nameStart, nameStart..<nameStart) }
        guard let dot = name.firstIndex(of: UInt8(ascii: ".")), dot > nameStart,
            name[..<dot].allSatisfy({ (0x30...0x39).contains($0) }),
            let kind = [Kind.depth, .confidence, .colour].first(where: {
                name[(dot + 1)...].elementsEqual($0.rawValue.utf8)
            })
        else { return nil }
        let frames = "rgbd/".utf8
        let folderEnd = nameStart - frames.count
        guard folderEnd >= 0, path[folderEnd..<nameStart].elementsEqual(frames),
            folderEnd == 0 || path[folderEnd - 1] == slash
        else { return nil }
        return (kind, folderEnd, nameStart..<dot)
    }

    package func path(of kind: Kind) -> String {
        kind == .metadata ? "\(folder)metadata" : "\(folder)rgbd/\(number).\(kind.rawValue)"
    }
}
