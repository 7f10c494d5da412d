internal import Support

/// A part that the server ignores, and that the sender probably meant as a missing part.
package enum MisnamedPart: Sendable, Hashable {
    case otherCapitals(String)
    case similarName(String)
    case otherName(String)
    /// The server takes the part's name from the file name, because that contains the word `name`.
    case hiddenByFileName
    case nameless(disposition: String?)

    package init?(for kind: CapturePart, in body: FullCaptureBody) {
        let ignored = body.describedParts.filter { $0.part.kind == nil && $0.part.name != CaptureDetection.partName }
        let names = ignored.compactMap(\.part.name)
        let likely = ignored.filter { CapturePart(ofContent: $0.part.content) == kind }
        // Content that is not recognised can belong to a part of any kind.
        let possible = ignored.filter { CapturePart(ofContent: $0.part.content) == nil }
        if let name = names.first(where: { $0.lowercased() == kind.rawValue }) {
            self = .otherCapitals(name)
        } else if ignored.contains(where: { $0.disposition.map(kind.isNamedBehindFileName) ?? false }) {
            self = .hiddenByFileName
        } else if let name = names.first(where: kind.isSimilar) {
            self = .similarName(name)
        } else if let part = likely.first {
            self = part.part.name.map { .otherName($0) } ?? .nameless(disposition: part.disposition)
        } else if let part = possible.first(where: { $0.part.name == nil }) {
            self = .nameless(disposition: part.disposition)
        } else {
            return nil
        }
    }

    package var code: String {
        switch self {
        case .otherCapitals: "name_in_other_capitals"
        case .similarName: "similar_name"
        case .otherName: "other_name"
        case .hiddenByFileName: "name_in_file_name"
        case .nameless: "nameless_part"
        }
    }
}

extension CapturePart {
    init?(ofContent content: [UInt8]) {
        let start = content.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if start.starts(with: [0x1F, 0x8B]) {
            self = .depthMap
        } else if start.starts(with: [0xFF, 0xD8]) || start.dropFirst(4).starts(with: "ftyp".utf8)
            || start.starts(with: [0x89, 0x50, 0x4E, 0x47])
        {
            self = .photo
        } else if start.first == UInt8(ascii: "{") {
            self = .metadata
        } else {
            return nil
        }
    }

    fileprivate func isNamedBehindFileName(_ disposition: String) -> Bool {
        let (text, fileName) = (Array(disposition.utf8), "filename=")
        guard let place = ByteSearch(fileName).firstIndex(in: text, from: 0) else { return false }
        return ByteSearch("name=\"\(rawValue)\"").firstIndex(in: text, from: place + fileName.utf8.count) != nil
    }

    fileprivate func isSimilar(_ name: String) -> Bool {
        let (name, wanted) = (Resemblance.folded(String(name.prefix(100))), Resemblance.folded(rawValue))
        return name.contains(wanted) || Resemblance.isShortForm(name, of: wanted)
            || 4 * Resemblance.distance(name, wanted) <= wanted.count
    }
}

extension FullCaptureBody {
    fileprivate var describedParts: [(part: BodyPart, disposition: String?)] {
        if case .parts(let parts) = self { return parts.map { ($0, nil) } }
        var parts: [(part: BodyPart, disposition: String?)] = []
        guard var reader = try? reader() else { return [] }
        while let part = try? reader.next() { parts.append((part, reader.disposition)) }
        return parts
    }
}
