internal import Support

extension DecodedCapture {
    /// The likely cause of an error in JSON: the kind of text that it is, or the member that takes the place of a
    /// missing one. Nil if none is known.
    func remark(on error: ServerJSONError, in text: [UInt8]) -> String? {
        switch error {
        case .grammar(_, let offset): TextInPlaceOfJSON(text, offset: offset).map { "this is \($0.rawValue)" }
        case .shape(.missingMember(let name), _):
            (try? JSONReader.read(text, .texts)).flatMap { Self.resembling(name, in: $0) }.map {
                "there is \($0.printable)"
            }
        default: nil
        }
    }

    /// The text that the server reads as JSON: the metadata, whose byte order mark it skips, or the body of a
    /// hash-only capture.
    var jsonText: [UInt8] {
        if case .hashOnly(let body, _) = request.payload { return body }
        let text = part(.metadata)?.content ?? []
        return Array(text.dropFirst(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    }

    /// The path of a member with the same name elsewhere, or with a similar one such as `capturedAt`.
    private static func resembling(_ name: String, in json: JSONValue, path: String = "") -> String? {
        let members = json.members ?? []
        let folded = Resemblance.folded(name)
        let similar = members.first { member in
            let other = Resemblance.folded(member.key)
            return other == folded || folded.count >= 8 && Resemblance.distance(other, folded) <= 2
        }
        if let similar { return path + similar.key }
        return members.lazy.compactMap { resembling(name, in: $0.value, path: "\(path)\($0.key).") }.first
    }
}
