/// The member names of a JSON object, which identify the kind of file.
///
///     JSONMemberNames.names(in: bytes).contains("endpoint")
///
/// Covers only the outermost object. If the text is malformed, the names before the error are returned.
package enum JSONMemberNames {
    package static func names(in bytes: [UInt8]) -> [String] {
        var reader = ServerJSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        var names: [String] = []
        _ = try? reader.forEachName { names.append($0) }
        return names
    }
}

extension ServerJSONReader {
    fileprivate mutating func forEachName(_ body: (String) -> Void) throws(ServerJSONError) {
        guard try nextByte() == UInt8(ascii: "{") else { return }
        position += 1
        while try nextByte() == UInt8(ascii: "\"") {
            body(try stringContent())
            guard try nextByte() == UInt8(ascii: ":") else { return }
            position += 1
            try skipValue()
            guard try nextByte() == UInt8(ascii: ",") else { return }
            position += 1
        }
    }
}
