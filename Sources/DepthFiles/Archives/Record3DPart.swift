internal import Support

/// The role of a file in a Record3D capture, by its path: `metadata`, or `rgbd/17.depth` with `17.conf` and `17.jpg`.
///
///     let part = Record3DPart("scans/rgbd/17.conf")
///     part?.folder                // "scans/"
///     part?.path(of: .depth)      // "scans/rgbd/17.depth"
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

    /// Nil for any other path.
    package init?(_ path: String) {
        guard let match = path.withBytes({ Self.match($0) }) else { return nil }
        kind = match.kind
        // Slice bytes: in Swift, a slash and a following combining accent are one character.
        let bytes = Array(path.utf8)
        folder = String(decoding: bytes[..<match.folderEnd], as: UTF8.self)
        number = String(decoding: bytes[match.number], as: UTF8.self)
    }

    /// Whether the bytes of a path are those of such a part; allocates nothing.
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

    /// The path of another part of the same frame, or of the metadata.
    package func path(of kind: Kind) -> String {
        kind == .metadata ? "\(folder)metadata" : "\(folder)rgbd/\(number).\(kind.rawValue)"
    }
}
