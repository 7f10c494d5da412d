/// Reads PEM blocks.
///
/// Source: RFC 7468 §2.
enum PEMText {
    /// The content of the first block with this label; nil if there is none.
    static func content(of bytes: [UInt8], label: String) -> [UInt8]? {
        let begin = Array("-----BEGIN \(label)-----".utf8)
        guard let start = ByteSearch(begin).firstIndex(in: bytes, from: 0),
            let end = ByteSearch("-----END \(label)-----").firstIndex(in: bytes, from: start + begin.count)
        else { return nil }
        let text = bytes[start + begin.count..<end].filter { $0 > 0x20 }
        return StrictBase64.bytes(of: String(decoding: text, as: UTF8.self))
    }
}
