internal import Support

package struct TarMember: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case file
        case folder
        /// A symbolic link, or another name of an earlier member. Its contents are stored elsewhere.
        case link
        case device
        /// A file with omitted holes, whose stored contents are incomplete.
        case sparse
        /// A continuation from another shard, or a note by the program that wrote the shard.
        case other
    }

    /// The name in the shard; bytes that are not UTF-8 are private-use characters.
    package let name: String
    package let kind: Kind
    /// The claimed size of the contents.
    package let byteCount: Int
    /// The offset of the header in the unpacked shard.
    package let offset: Int
}

extension TarMember.Kind {
    /// The kind of a header. Unknown letters are files, as POSIX requires.
    init(type: UInt8, name: [UInt8], isSparse: Bool) {
        self =
            switch Unicode.Scalar(type) {
            case "1", "2": .link
            case "3", "4", "6": .device
            case "5", "D": .folder
            case "S": .sparse
            case "M", "N", "V": .other
            // Old tar has no letter for folders.
            case "\0" where name.last == UInt8(ascii: "/"): .folder
            default: isSparse ? .sparse : .file
            }
    }

    var hasContents: Bool {
        switch self {
        case .link, .device: false
        case .file, .folder, .sparse, .other: true
        }
    }
}
