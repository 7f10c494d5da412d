import DepthAnalysis
import DepthFiles

/// A capture of Record3D (.r3d): a zip of `metadata`, JSON with the size of the depth maps as `dw` and `dh`, and a map
/// a frame, `rgbd/N.depth`: float32 metres in LZFSE; beside it `rgbd/N.conf`, a byte a sample likewise, 0 to 2.
///
/// The size is never inferred: a phone held upright stores 192 columns and 256 rows, which the number of samples alone
/// would turn. Source: the files that the app exports; Record3D's own notes on its format.
struct Record3DCapture {
    private let contents: ArchiveContents
    private let metadata: ZipMember
    private let frames: [Frame]

    private struct Frame {
        let number: String
        let depth: ZipMember
        let confidence: ZipMember?
    }

    /// Nil for an archive that is none.
    init?(_ contents: ArchiveContents) {
        guard let metadata = contents.members.first(where: { $0.name == "metadata" }) else { return nil }
        var confidence: [String: ZipMember] = [:]
        var depth: [(number: String, member: ZipMember)] = []
        for member in contents.members {
            if let number = Self.number(of: member.name, ".depth") { depth.append((number, member)) }
            if let number = Self.number(of: member.name, ".conf") { confidence[number] = member }
        }
        guard !depth.isEmpty else { return nil }
        self.contents = contents
        self.metadata = metadata
        // By number, which is the order of time, whatever the order of the directory.
        frames = depth.sorted { ($0.number.utf8.count, $0.number) < ($1.number.utf8.count, $1.number) }
            .map { Frame(number: $0.number, depth: $0.member, confidence: confidence[$0.number]) }
    }

    /// The number in `rgbd/17.depth`; nil for another name.
    private static func number(of name: String, _ ending: String) -> String? {
        let start = "rgbd/"
        guard name.hasPrefix(start), name.hasSuffix(ending) else { return nil }
        let number = name.dropFirst(start.count).dropLast(ending.count)
        return !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(number) : nil
    }

    /// The frames in the order of time; or why there are none.
    func inputs() -> [DepthInput] {
        let name = "\(contents.archive.name)/metadata"
        let dimensions: MapDimensions
        do throws(ReadingError) {
            let bytes = try contents.contents(of: metadata, named: name)
            dimensions = try DepthFileReader.record3DDimensions(inMetadata: bytes, of: contents.archive.name)
        } catch {
            return [.unusable(error)]
        }
        var options = contents.options
        options.dimensions = dimensions
        options.dimensionsAreCertain = true
        var taken: Set<String> = []
        return frames.map { frame in
            guard taken.insert(frame.number).inserted else { return contents.secondOfItsName(frame.depth) }
            return contents.input(
                frame.depth, named: frame.depth.name, in: "a Record3D capture", options: options,
                confidence: frame.confidence.map { confidence(in: $0, dimensions) })
        }
    }

    private func confidence(in member: ZipMember, _ dimensions: MapDimensions) -> ArchiveContents.Confidence {
        let name = "\(contents.archive.name)/\(member.name)"
        return { [contents] () throws(ReadingError) in
            let packed = try contents.contents(of: member, named: name)
            return try DepthFileReader.record3DConfidence(
                packed, dimensions, named: name, limit: contents.options.maximumByteCount)
        }
    }
}
