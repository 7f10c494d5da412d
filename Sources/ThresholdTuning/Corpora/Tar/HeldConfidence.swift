internal import DepthFiles
internal import Support

/// The confidence of frames in a shard, from where it stands until the maps it belongs to come.
///
/// Apps name the folders so that it comes first in an archive that is sorted.
struct HeldConfidence {
    /// What is held for a map.
    struct Held {
        let member: NamedMember
        let bytes: [UInt8]
        /// The layout that the map is a frame of; nil for Record3D.
        var layout: CaptureLayout?
    }

    private var members: [ExactText: (place: Int, held: Held)] = [:]
    private var heldByteCount = 0
    private var count = 0
    private let limit: Int

    /// - Parameter limit: how many bytes all together may have.
    init(limit: Int) { self.limit = limit }

    /// The maps that a member would be the confidence of; none for what lies where no confidence does.
    static func maps(of member: NamedMember) -> [String] {
        guard member.kind == .file else { return [] }
        if let part = Record3DPart(member.name), part.kind == .confidence { return [part.path(of: .depth)] }
        return CaptureLayout.maps(besideConfidenceAt: member.name)
    }

    /// Whether another one can be held.
    func hasRoom(for byteCount: Int) -> Bool { byteCount <= limit - heldByteCount }

    mutating func hold(_ bytes: [UInt8], of member: NamedMember) {
        members[ExactText(member.name)] = (count, Held(member: member, bytes: bytes))
        count += 1
        heldByteCount += bytes.count
    }

    /// What is held for a map; nil where nothing is.
    mutating func take(besideMapAt name: String) -> Held? {
        if let part = Record3DPart(name), part.kind == .depth { return take(part.path(of: .confidence), nil) }
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            if let held = take(path, layout) { return held }
        }
        return nil
    }

    private mutating func take(_ path: String, _ layout: CaptureLayout?) -> Held? {
        guard var (_, held) = members.removeValue(forKey: ExactText(path)) else { return nil }
        heldByteCount -= held.bytes.count
        held.layout = layout
        return held
    }

    /// What no map came for, which may be maps: in the order of the archive.
    mutating func release() -> [Held] {
        let left = members.values.sorted { $0.place < $1.place }
        self = HeldConfidence(limit: limit)
        return left.map(\.held)
    }
}
