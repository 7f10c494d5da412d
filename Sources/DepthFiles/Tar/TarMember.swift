internal import Support

/// Something in a shard that has a name.
package struct TarMember: Equatable, Sendable {
    /// What it is.
    package enum Kind: Equatable, Sendable {
        case file
        case folder
        /// A symbolic link, or another name of a member before: its contents stand elsewhere.
        case link
        /// A device or a pipe.
        case device
        /// A file whose holes were left out, so that its contents are not its bytes.
        case sparse
        /// A part of a file that begins in another shard, or a remark of the program that wrote the shard.
        case other
    }

    /// As it stands in the shard; bytes that are no UTF-8 are private characters.
    package let name: String
    package let kind: Kind
    /// How many bytes it says its contents have.
    package let byteCount: Int
    /// Where its header stands in the unpacked shard.
    package let offset: Int
}

extension TarMember.Kind {
    /// What a header says it is. Letters that nobody knows are files, as POSIX asks for.
    init(type: UInt8, name: [UInt8], isSparse: Bool) {
        self =
            switch Unicode.Scalar(type) {
            case "1", "2": .link
            case "3", "4", "6": .device
            case "5", "D": .folder
            case "S": .sparse
            case "M", "N", "V": .other
            // Old tar knew no letter for folders.
            case "\0" where name.last == UInt8(ascii: "/"): .folder
            default: isSparse ? .sparse : .file
            }
    }

    /// Whether blocks of contents follow the header.
    var hasContents: Bool {
        switch self {
        case .link, .device: false
        case .file, .folder, .sparse, .other: true
        }
    }
}
