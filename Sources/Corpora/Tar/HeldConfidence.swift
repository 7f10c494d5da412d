internal import DepthFiles
internal import Platform
internal import TarShards

/// The confidence of frames in a shard, from where it stands until the maps it belongs to come.
///
/// Apps name the folders so that it comes first in an archive that is sorted.
struct HeldConfidence {
    private var members: [ExactText: (place: Int, bytes: [UInt8])] = [:]
    private var heldByteCount = 0
    private var count = 0
    private let limit: Int

    /// - Parameter limit: how many bytes all together may have.
    init(limit: Int) { self.limit = limit }

    /// The maps that a member would be the confidence of; none for what lies where no confidence does.
    static func maps(of member: NamedMember) -> [String] {
        member.kind == .file ? CaptureLayout.maps(besideConfidenceAt: member.name) : []
    }

    /// Whether another one can be held.
    func hasRoom(for byteCount: Int) -> Bool { byteCount <= limit - heldByteCount }

    mutating func hold(_ bytes: [UInt8], of name: String) {
        members[ExactText(name)] = (count, bytes)
        count += 1
        heldByteCount += bytes.count
    }

    /// The layout that a map is a frame of, and where its confidence was; nil where none is held for it.
    mutating func take(besideMapAt name: String) -> (layout: CaptureLayout, name: String, bytes: [UInt8])? {
        for (layout, path) in CaptureLayout.confidence(besideMapAt: name) {
            guard let (_, bytes) = members.removeValue(forKey: ExactText(path)) else { continue }
            heldByteCount -= bytes.count
            return (layout, path, bytes)
        }
        return nil
    }

    /// What no map came for, which may be maps: in the order of the archive.
    mutating func release() -> [DepthInput] {
        let left = members.sorted { $0.value.place < $1.value.place }
        self = HeldConfidence(limit: limit)
        return left.map { .member(DepthFileMember(name: $0.text, bytes: $1.bytes)) }
    }
}
