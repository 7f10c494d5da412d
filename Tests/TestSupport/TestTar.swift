/// Tar archives made byte by byte, so that every field can be wrong.
///
///     let shard = TestTar.member("a.bin", contents) + TestTar.end
package enum TestTar {
    /// Two blocks of zeros.
    package static let end = [UInt8](repeating: 0, count: 1024)

    /// A header, the contents and their padding.
    package static func member(
        _ name: String, _ contents: [UInt8] = [], type: Character = "0", edit: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        header(Array(name.utf8), count: contents.count, type: type, edit: edit) + padded(contents)
    }

    /// A header block; its checksum is valid after `edit`.
    package static func header(
        _ name: [UInt8], count: Int, type: Character = "0", edit: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ text: [UInt8], at offset: Int) { block.replaceSubrange(offset..<(offset + text.count), with: text) }
        put(Array(name.prefix(100)), at: 0)
        put(Array("0000644\0".utf8), at: 100)
        put(octal(count, digits: 11), at: 124)
        put([type.asciiValue!], at: 156)
        put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
        edit(&block)
        for index in 148..<156 { block[index] = UInt8(ascii: " ") }
        put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + [0], at: 148)
        return block
    }

    /// A header of pax records.
    package static func pax(_ records: [(key: String, value: String)], type: Character = "x") -> [UInt8] {
        member("PaxHeaders/x", records.flatMap { record($0.key, $0.value) }, type: type)
    }

    /// GNU's header for a long name.
    package static func longName(_ name: String) -> [UInt8] {
        member("././@LongLink", Array(name.utf8) + [0], type: "L")
    }

    /// Pads to a whole block with zeros.
    package static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }

    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n".utf8.count
        var length = rest + 1
        while "\(length)".utf8.count + rest != length { length += 1 }
        return Array("\(length) \(key)=\(value)\n".utf8)
    }

    private static func octal(_ number: Int, digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
}
