/// Decodes the text of a part by its charset. Ill-formed bytes become U+FFFD; a byte order mark is removed.
///
///     let json = PartText.utf8(of: part)
///
/// A byte order mark takes precedence over the charset. A missing or unknown charset means UTF-8.
package enum PartText {
    package static func utf8(of part: BodyPart) -> [UInt8] {
        if let mark = Charset.marked(part.content) { return mark.charset.decoded(part.content[mark.byteCount...]) }
        let label = part.contentType.flatMap { MediaType($0) }?.parameter("charset")
        return (label.flatMap { Charset(label: $0) } ?? .utf8).decoded(part.content[...])
    }
}
