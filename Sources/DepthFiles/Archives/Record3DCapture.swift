import DepthAnalysis
import Support

/// A Record3D capture: an archive (.r3d) or a folder in one. `metadata` is JSON with the size as `dw` and `dh`. A frame
/// has `rgbd/N.depth` (float32 metres in LZFSE) and optionally `rgbd/N.conf` (a byte per sample in LZFSE).
///
/// The size is never inferred: in portrait orientation a map has 192 columns and 256 rows, which inference would swap.
struct Record3DCapture {
    private let contents: ArchiveContents
    /// The folder with a trailing slash; empty for the whole archive.
    private let folder: String
    private let metadata: ZipMember
    private var frames: [Frame] = []
    private var numbers: Set<String> = []

    fileprivate var isEmpty: Bool { frames.isEmpty }

    fileprivate struct Frame {
        let number: String
        let depth: ZipMember
        let confidence: ZipMember?
    }

    fileprivate init(_ contents: ArchiveContents, in folder: String, metadata: ZipMember) {
        (self.contents, self.folder, self.metadata) = (contents, folder, metadata)
    }

    fileprivate mutating func add(_ frame: Frame) {
        frames.append(frame)
        numbers.insert(frame.number)
    }

    fileprivate func hasFrame(_ number: String) -> Bool { numbers.contains(number) }

    /// The frames in temporal order, or the error that prevents reading them.
    fileprivate func inputs() -> [DepthInput] {
        let place = "\(contents.archive.name)/\(folder)"
        let dimensions: MapDimensions
        do throws(ReadingError) {
            let bytes = try contents.contents(of: metadata, named: "\(place)metadata")
            dimensions = try Record3DFrame.dimensions(
                inMetadata: bytes, of: String(Substring(place.utf8.dropLast())))
        } catch {
            return [.unusable(error)]
        }
        var options = contents.options
        options.dimensions = dimensions
        options.dimensionsAreCertain = true
        var taken: Set<String> = []
        // Order by number, not by directory entry.
        let inOrder = frames.sorted { ($0.number.utf8.count, $0.number) < ($1.number.utf8.count, $1.number) }
        return inOrder.map { frame in
            guard taken.insert(frame.number).inserted else { return contents.duplicateMember(frame.depth) }
            return contents.input(
                frame.depth, named: frame.depth.name, in: "a Record3D capture", options: options,
                confidence: frame.confidence.map { confidence(in: $0, dimensions) })
        }
    }

    private func confidence(in member: ZipMember, _ dimensions: MapDimensions) -> ArchiveContents.Confidence {
        let name = "\(contents.archive.name)/\(member.name)"
        return { [contents] () throws(ReadingError) in
            let packed = try contents.contents(of: member, named: name)
            return try Record3DFrame.confidence(
                packed, dimensions, named: name, limit: contents.options.maximumByteCount)
        }
    }
}

struct Record3DCaptures {
    private var captures: [ExactText: Record3DCapture] = [:]
    private var given: Set<ExactText> = []

    init(_ contents: ArchiveContents, isTaken: (String) -> Bool) {
        let parts = contents.members.compactMap { member in
            Record3DPart(member.name).map { (part: $0, member: member) }
        }
        for (part, member) in parts where part.kind == .metadata {
            let folder = ExactText(part.folder)
            if captures[folder] != nil { continue }
            captures[folder] = Record3DCapture(contents, in: part.folder, metadata: member)
        }
        let confidence = Dictionary(
            parts.filter { $0.part.kind == .confidence }.map { (ExactText($0.member.name), $0.member) }
        ) { first, _ in first }
        for (part, member) in parts where part.kind == .depth && isTaken(member.name) {
            let beside = confidence[ExactText(part.path(of: .confidence))]
            captures[ExactText(part.folder)]?.add(
                Record3DCapture.Frame(number: part.number, depth: member, confidence: beside))
        }
        captures = captures.filter { !$0.value.isEmpty }
    }

    var isEmpty: Bool { captures.isEmpty }

    func holds(_ name: String) -> Bool {
        guard let (part, capture) = part(name) else { return false }
        return part.kind == .metadata || part.kind != .colour && capture.hasFrame(part.number)
    }

    func isColour(_ name: String) -> Bool {
        guard let (part, capture) = part(name) else { return false }
        return part.kind == .colour && capture.hasFrame(part.number)
    }

    /// All frames of the capture that contains the member; empty after the first call for a capture.
    mutating func inputs(at name: String) -> [DepthInput] {
        guard let (part, capture) = part(name), given.insert(ExactText(part.folder)).inserted else { return [] }
        return capture.inputs()
    }

    private func part(_ name: String) -> (part: Record3DPart, capture: Record3DCapture)? {
        guard !captures.isEmpty, let part = Record3DPart(name), let capture = captures[ExactText(part.folder)]
        else { return nil }
        return (part, capture)
    }
}
