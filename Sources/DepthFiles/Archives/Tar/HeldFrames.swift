import Support

/// Holds the confidence of frames in a shard until their maps arrive.
///
/// The folder names that apps use place confidence first in a sorted archive.
struct HeldConfidence {
    struct Held {
        let member: NamedMember
        let bytes: [UInt8]
        /// The layout of the map's frame; nil for Record3D.
        var layout: CaptureLayout?
    }

    private var members: [ExactText: (place: Int, held: Held)] = [:]
    private var heldByteCount = 0
    private var count = 0
    private let limit: Int

    /// - Parameter limit: the largest total number of bytes.
    init(limit: Int) { self.limit = limit }

    /// The maps that a member may be the confidence of; empty for any other path.
    static func maps(of member: NamedMember) -> [String] {
        guard member.kind == .file else { return [] }
        if let part = Record3DPart(member.name), part.kind == .confidence { return [part.path(of: .depth)] }
        return CaptureLayout.maps(besideConfidenceAt: member.name)
    }

    func hasRoom(for byteCount: Int) -> Bool { byteCount <= limit - heldByteCount }

    mutating func hold(_ bytes: [UInt8], of member: NamedMember) {
        members[ExactText(member.name)] = (count, Held(member: member, bytes: bytes))
        count += 1
        heldByteCount += bytes.count
    }

    /// Removes and returns the confidence of a map; nil if there is none.
    mutating func remove(besideMapAt name: String) -> Held? {
        if let part = Record3DPart(name), part.kind == .depth { return remove(part.path(of: .confidence), nil) }
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            if let held = remove(path, layout) { return held }
        }
        return nil
    }

    private mutating func remove(_ path: String, _ layout: CaptureLayout?) -> Held? {
        guard var (_, held) = members.removeValue(forKey: ExactText(path)) else { return nil }
        heldByteCount -= held.bytes.count
        held.layout = layout
        return held
    }

    /// Removes and returns the rest, which may be maps themselves, in archive order.
    mutating func release() -> [Held] {
        let left = members.values.sorted { $0.place < $1.place }
        self = HeldConfidence(limit: limit)
        return left.map(\.held)
    }
}

/// Reads Record3D frames in a shard with the metadata of their capture, wherever it is in the shard.
///
/// Frames before it are held, up to a limit of bytes.
struct RecordedFrames {
    struct Waiting {
        let member: NamedMember
        let part: Record3DPart
        let bytes: [UInt8]
    }

    private struct Metadata {
        let member: NamedMember
        let bytes: [UInt8]
        /// Nil if the metadata is invalid.
        let options: ReadingOptions?
        var isUsed = false
    }

    private var metadata: [ExactText: Metadata] = [:]
    private var waiting: [Waiting] = []
    private var heldByteCount = 0
    /// Captures with frames that were released without metadata.
    private var released: Set<ExactText> = []
    private let options: ReadingOptions

    /// Larger files with this name are not from Record3D, which uses about 200 bytes per frame.
    static let mostOfMetadata = 16 << 20

    init(_ options: ReadingOptions) { self.options = options }

    /// Whether a member may be the metadata of a capture without any so far.
    func wants(_ member: NamedMember, _ part: Record3DPart) -> Bool {
        part.kind == .metadata && member.byteCount <= Self.mostOfMetadata && metadata[ExactText(part.folder)] == nil
    }

    func isWaiting(_ name: String) -> Bool { waiting.contains { $0.member.name.isExactly(name) } }

    /// Adds metadata, and returns the frames that waited for it.
    ///
    /// - Parameter isKept: whether to keep its bytes in case it turns out to belong to no frames.
    /// - Returns: nil if frames were already released without it.
    mutating func addMetadata(
        _ bytes: [UInt8], of member: NamedMember, _ part: Record3DPart, isKept: Bool
    ) -> [Waiting]? {
        var known = options
        do throws(ReadingError) {
            known.dimensions = try Record3DFrame.dimensions(inMetadata: bytes, of: member.name)
            known.dimensionsAreCertain = true
            metadata[ExactText(part.folder)] = Metadata(member: member, bytes: isKept ? bytes : [], options: known)
        } catch {
            metadata[ExactText(part.folder)] = Metadata(member: member, bytes: bytes, options: nil)
        }
        if released.contains(ExactText(part.folder)) { return nil }
        let frames = waiting.filter { $0.part.folder.isExactly(part.folder) }
        waiting.removeAll { $0.part.folder.isExactly(part.folder) }
        heldByteCount -= frames.reduce(0) { $0 + $1.bytes.count }
        return frames
    }

    /// The reading options of a frame; nil before its metadata.
    ///
    /// - Throws: for unusable metadata.
    mutating func options(of frame: NamedMember, _ part: Record3DPart) throws(ReadingError) -> ReadingOptions? {
        let folder = ExactText(part.folder)
        guard let found = metadata[folder] else { return nil }
        metadata[folder]?.isUsed = true
        if let options = found.options { return options }
        _ = try Record3DFrame.dimensions(inMetadata: found.bytes, of: frame.name)
        return nil
    }

    /// Holds a frame until its metadata arrives; returns false if there is no room.
    mutating func hold(_ frame: Waiting) -> Bool {
        guard frame.bytes.count <= options.maximumByteCount - heldByteCount else {
            released.insert(ExactText(frame.part.folder))
            return false
        }
        waiting.append(frame)
        heldByteCount += frame.bytes.count
        return true
    }

    /// Removes and returns the rest: frames without metadata, and metadata without frames.
    mutating func release() -> (frames: [Waiting], metadata: [(member: NamedMember, bytes: [UInt8])]) {
        let unused = metadata.values.filter { !$0.isUsed }.map { (member: $0.member, bytes: $0.bytes) }
        let left = (waiting, unused.sorted { $0.member.offset < $1.member.offset })
        self = RecordedFrames(options)
        return left
    }
}
