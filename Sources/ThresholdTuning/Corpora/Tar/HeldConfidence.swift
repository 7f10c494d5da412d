internal import DepthFiles
internal import Support

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
