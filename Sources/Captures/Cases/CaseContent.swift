package import Support

/// The bytes of a body or part in a case file: exactly one of `text`, `base64` and `ref` (the name of a file), followed
/// by the number of spaces in `spaces`.
///
///     let content = try CaseContent(text: "{}", base64: nil, file: nil, spaces: 2, at: "body")
///     content.bytes { _ in [] }  // the bytes of "{}  "
package struct CaseContent: Sendable {
    /// The largest number of spaces, above every limit of the server.
    package static let spaceLimit = 1 << 26

    private let origin: Origin
    private let spaces: Int

    private enum Origin {
        case bytes([UInt8])
        case file(String)
    }

    /// - Parameter member: The path of the content in the case file, for errors.
    package init(
        text: String?, base64: String?, file: String?, spaces: Int?, at member: String
    ) throws(CaptureCaseError) {
        switch (text, base64, file) {
        case (let text?, nil, nil): origin = .bytes(Array(text.utf8))
        case (nil, let base64?, nil):
            guard let bytes = StrictBase64.bytes(of: base64) else { throw .notBase64(member: member) }
            origin = .bytes(bytes)
        case (nil, nil, let file?): origin = .file(file)
        default: throw .noSingleContent(member: member)
        }
        let count = spaces ?? 0
        guard count >= 0 else { throw .wrongType(member: "\(member).spaces", expected: "a whole number from 0") }
        guard count <= Self.spaceLimit else { throw .tooManySpaces(member: member) }
        self.spaces = count
    }

    /// The bytes.
    ///
    /// - Parameter read: Reads the file of `ref`.
    package func bytes<Failure: Error>(_ read: (String) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
        var bytes: [UInt8]
        switch origin {
        case .bytes(let content): bytes = content
        case .file(let name): bytes = try read(name)
        }
        bytes += repeatElement(0x20, count: spaces)
        return bytes
    }

    /// The schema of a body.
    package static var schema: JSONSchema {
        .anyOf(["text", "base64", "ref"].map { .object([$0: .string], optional: ["spaces": .count]) })
    }
}
