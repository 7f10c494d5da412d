internal import DepthFiles
internal import Support

/// A member by the name it has in results.
struct NamedMember {
    /// `shard/member`.
    let name: String
    /// What it is called in the shard.
    let path: String
    /// What its sample is known by: its name up to the first dot of the last part.
    let key: String
    let isHidden: Bool
    let isSideFile: Bool
    /// The one member that a side file is about, as `shard/map.bin.gz` for `map.bin.gz.json`; nil for the whole sample.
    let describedName: String?
    let kind: TarMember.Kind
    let byteCount: Int
    let offset: Int

    init(_ member: TarMember, in shard: String) {
        let parts = member.name.pathParts
        let last = parts.last ?? ""
        let stem = String(Substring(last.utf8.prefix { $0 != UInt8(ascii: ".") }))
        name = Self.name(of: member.name, in: shard)
        path = parts.joined(separator: "/")
        key = (parts.dropLast() + [stem]).joined(separator: "/")
        // Two dots are no name that somebody hid; what macOS writes beside each file begins with a dot and a line.
        isHidden = parts.contains { $0.utf8.first == UInt8(ascii: ".") && $0 != ".." }
        let isDescription =
            last.utf8.suffix(5).elementsEqual(".json".utf8)
            && DepthFileList.isDepthFile(String(Substring(last.utf8.dropLast(5))))
        isSideFile = isDescription || last.isExactly(stem + ".json")
        describedName = isDescription ? String(Substring(name.utf8.dropLast(5))) : nil
        kind = member.kind
        byteCount = member.byteCount
        offset = member.offset
    }

    /// What results call a member. A name leads nowhere, whatever is in it: nothing is opened by it. Only what makes no
    /// difference is left out of it: slashes at its ends and in a row, and parts of one dot.
    static func name(of member: String, in shard: String) -> String {
        "\(shard)/\(member.pathParts.joined(separator: "/"))"
    }
}

/// What is known of a sample while its members come.
struct Sample {
    /// Empty before the first.
    var key = ""
    /// What its side file says, once that has come.
    var side: SideFile?
    /// What is said of single members, by their names.
    var descriptions: [ExactText: SideFile] = [:]
    /// Whether some of it was given out before all of it had come.
    private(set) var isReleased = false
    private var held: [DepthInput] = []
    private var heldByteCount = 0

    /// So many members at most are held; samples have a few.
    private static let mostHeld = 64

    init(key: String = "") { self.key = key }

    /// Whether a member of this name is held.
    func holds(_ name: String) -> Bool { held.contains { $0.name.isExactly(name) } }

    /// Whether another member can be held: all together have no more bytes than one file may have.
    func hasRoom(for byteCount: Int, limit: Int) -> Bool {
        held.isEmpty || held.count < Self.mostHeld && byteCount <= limit - heldByteCount
    }

    /// - Parameter byteCount: what it takes while it is held.
    mutating func hold(_ input: DepthInput, byteCount: Int) {
        held.append(input)
        heldByteCount += byteCount
    }

    /// What is held, read as the side file says, if it has come.
    mutating func release() -> [DepthInput] {
        let inputs = held.map(known)
        isReleased = isReleased || side == nil && held.contains { if case .member = $0 { true } else { false } }
        (held, heldByteCount) = ([], 0)
        return inputs
    }

    private func known(_ input: DepthInput) -> DepthInput {
        guard case .member(let member) = input, let side = descriptions[ExactText(member.name)] ?? side else {
            return input
        }
        switch side {
        case .read(var options):
            // Metadata of a recording knows the dimensions, too.
            if options.dimensions == nil, let known = member.options, known.dimensionsAreCertain {
                options.dimensions = known.dimensions
                options.dimensionsAreCertain = true
            }
            return .member(member.known(as: options))
        case .unusable(let name, let fault):
            return .unusable(
                .unusableMember(
                    path: member.name,
                    .unusableSideFile(name: name, found: fault.found, expected: fault.expected)))
        }
    }
}
