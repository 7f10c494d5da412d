internal import Support

package enum PhotoMismatch: Sendable, Hashable {
    case repair(PartRepair, isInEachPart: Bool)
    /// The photo is in the part depth_map, and the depth map in the part photo.
    case exchangedParts
    case hashOf(HashedData)
    /// The photo is damaged in a way that cannot be undone.
    case damage(DamageSign)
    case otherPhoto

    package init(photo: [UInt8], claimed: [UInt8], parts: [BodyPart]) {
        func isClaimed(_ bytes: [UInt8]) -> Bool { SHA256Digest.bytes(of: bytes) == claimed }
        let depthMap = parts.last { $0.kind == .depthMap }?.content
        if let repair = PartRepair(of: photo, isClaimed) {
            self = .repair(repair, isInEachPart: repair.steps.allSatisfy { $0.isInEach(of: parts) })
        } else if let depthMap, Self.areExchanged(photo, depthMap, isHashed: isClaimed(depthMap)) {
            self = .exchangedParts
        } else if let data = HashedData.first(of: photo, depthMap, where: isClaimed) {
            self = .hashOf(data)
        } else if let sign = DamageSign(inPhoto: photo) {
            self = .damage(sign)
        } else {
            self = .otherPhoto
        }
    }

    /// Whether each part begins like the other. If the part depth_map has the stated hash, one such part is enough.
    private static func areExchanged(_ photo: [UInt8], _ depthMap: [UInt8], isHashed: Bool) -> Bool {
        let signs = [CapturePart(ofContent: photo) == .depthMap, CapturePart(ofContent: depthMap) == .photo]
        return isHashed ? signs.contains(true) : !signs.contains(false)
    }

    package var code: String {
        switch self {
        case .repair(let repair, _): repair.code
        case .exchangedParts: "exchanged_parts"
        case .hashOf(let data): "hash_of_\(data.rawValue)"
        case .damage(let sign): sign.code
        case .otherPhoto: "other_photo"
        }
    }
}

extension PartRepair.Step {
    /// Whether the line ends that were removed are in all parts.
    fileprivate func isInEach(of parts: [BodyPart]) -> Bool {
        switch damage {
        case .lineEndsBehind: parts.allSatisfy { $0.content.reversed().starts(with: removed.reversed()) }
        case .lineEndsBefore: parts.allSatisfy { $0.content.starts(with: removed) }
        default: false
        }
    }
}

/// Data that clients hash instead of the bytes of the photo. The raw value is part of a stable code.
package enum HashedData: String, Sendable, Hashable, CaseIterable {
    case base64
    case hexadecimal
    case hash
    case hashText = "hash_text"
    case depthMap = "depth_map"
    case photoAndDepthMap = "photo_and_depth_map"
    /// The bytes decoded as UTF-8, with U+FFFD for ill-formed bytes.
    case utf8Text = "utf8_text"
    case photoAndLineFeed = "photo_and_line_feed"
    case photoAndLineEnd = "photo_and_line_end"
    case nothing

    static func first(of photo: [UInt8], _ depthMap: [UInt8]?, where isHashed: ([UInt8]) -> Bool) -> HashedData? {
        let (base64, digits) = (Base64.text(of: photo), Array(Hexadecimal.text(of: photo).utf8))
        return allCases.first { $0.bytes(photo, depthMap, base64, digits).map(isHashed) ?? false }
    }

    private func bytes(_ photo: [UInt8], _ depthMap: [UInt8]?, _ base64: [UInt8], _ digits: [UInt8]) -> [UInt8]? {
        switch self {
        case .base64: base64
        case .hexadecimal: digits
        case .hash: SHA256Digest.bytes(of: photo)
        case .hashText: Array(SHA256Digest.hexadecimal(of: photo).utf8)
        case .depthMap: depthMap
        case .photoAndDepthMap: depthMap.map { photo + $0 }
        case .utf8Text: Array(String(decoding: photo, as: UTF8.self).utf8)
        case .photoAndLineFeed: photo + [PartDamage.lineFeed]
        case .photoAndLineEnd: photo + [PartDamage.carriageReturn, PartDamage.lineFeed]
        case .nothing: []
        }
    }
}

package enum DamageSign: Sendable, Hashable {
    /// The bytes contain U+FFFD in UTF-8.
    case replacementCharacters(count: Int)
    /// The bytes are ASCII text. The value is its start.
    case text(String)
    /// A JPEG file without its end.
    case cut
    /// Bytes after the end of a JPEG file.
    case bytesBehind([UInt8])
    /// The bytes do not begin like a picture. The value is their start.
    case start([UInt8])

    init?(inPhoto bytes: [UInt8]) {
        if let sign = DamageSign(inCompressed: bytes) {
            self = sign
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            let end = (1..<max(bytes.count, 2)).last { bytes[$0] == 0xD9 && bytes[$0 - 1] == 0xFF }
            guard let end else {
                self = .cut
                return
            }
            if end == bytes.count - 1 { return nil }
            self = .bytesBehind(Array(bytes[(end + 1)...]))
        } else {
            let isPicture =
                Self.pictureStarts.contains { bytes.starts(with: $0) } || bytes.dropFirst(4).starts(with: "ftyp".utf8)
            if isPicture { return nil }
            self = .start(Array(bytes.prefix(4)))
        }
    }

    package init?(inCompressed bytes: [UInt8]) {
        let replacements = Self.replacementCount(bytes)
        if replacements >= 4 {
            self = .replacementCharacters(count: replacements)
        } else if Self.isText(bytes) {
            self = .text(String(decoding: bytes.prefix(40), as: UTF8.self))
        } else {
            return nil
        }
    }

    private static let pictureStarts: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], Array("RIFF".utf8), Array("II*\0".utf8), Array("MM\0*".utf8),
    ]

    static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 4 && bytes.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
    }

    private static func replacementCount(_ bytes: [UInt8]) -> Int {
        var (count, position) = (0, 0)
        let search = ByteSearch([0xEF, 0xBF, 0xBD])
        while let place = search.firstIndex(in: bytes, from: position) { (count, position) = (count + 1, place + 3) }
        return count
    }

    package var code: String {
        switch self {
        case .replacementCharacters: "replacement_characters"
        case .text: "text"
        case .cut: "cut"
        case .bytesBehind: "bytes_behind"
        case .start: "no_picture"
        }
    }
}
