/// The text of a part: its bytes in the charset of its content type, ill-formed ones as U+FFFD, without a byte order
/// mark.
///
///     let json = PartText.utf8(of: part)
///
/// A byte order mark outweighs the charset. A charset that is unknown, or missing, is UTF-8.
package enum PartText {
    /// The text in UTF-8.
    package static func utf8(of part: BodyPart) -> [UInt8] {
        if let mark = Charset.marked(part.content) { return mark.charset.decoded(part.content[mark.byteCount...]) }
        let label = part.contentType.flatMap { MediaType($0) }?.parameter("charset")
        return (label.flatMap { Charset(label: $0) } ?? .utf8).decoded(part.content[...])
    }
}
