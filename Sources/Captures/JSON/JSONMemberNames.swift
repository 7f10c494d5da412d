/// The names of the members of a JSON object, by which files of one kind are told from those of another.
///
///     JSONMemberNames.names(in: bytes).contains("endpoint")
///
/// Only the outermost object is looked at. Where the grammar breaks, the names before it are those that count.
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
