import Support

struct NamedMember {
    let name: String
    let path: String
    /// The key of the sample: the member's path up to the first dot of the last component.
    let key: String
    let isHidden: Bool
    let isSideFile: Bool
    /// The one member that a side file describes: `shard/map.bin.gz` for `map.bin.gz.json`. Nil for the whole sample.
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
        // `..` is not a hidden name. The macOS metadata beside each file begins with `._`.
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

    /// The name without superfluous slashes and components of one dot. `..` remains, because nothing is ever opened by
    /// this name.
    static func name(of member: String, in shard: String) -> String {
        "\(shard)/\(member.pathParts.joined(separator: "/"))"
    }
}

struct TarSample {
    /// The key of its members; empty before the first one.
    var key = ""
    /// The side file, once it has arrived.
    var side: SideFile?
    /// The side files of single members, by member name.
    var descriptions: [ExactText: SideFile] = [:]
    /// Whether a part was released before the whole sample had arrived.
    private(set) var isReleased = false
    private var held: [DepthInput] = []
    private var heldByteCount = 0

    /// The largest number of held members; samples have only a few.
    private static let mostHeld = 64

    init(key: String = "") { self.key = key }
    func holds(_ name: String) -> Bool { held.contains { $0.name.isExactly(name) } }

    /// Whether another member can be held. Together, members have at most `limit` bytes, the limit of one file.
    func hasRoom(for byteCount: Int, limit: Int) -> Bool {
        held.isEmpty || held.count < Self.mostHeld && byteCount <= limit - heldByteCount
    }

    mutating func hold(_ input: DepthInput, byteCount: Int) {
        held.append(input)
        heldByteCount += byteCount
    }

    /// Removes and returns the held inputs, with the options of the side file if it has arrived.
    mutating func release() -> [DepthInput] {
        let inputs = held.map(known)
        isReleased = isReleased || side == nil && held.contains { if case .member = $0 { true } else { false } }
        (held, heldByteCount) = ([], 0)
        return inputs
    }

    private func known(_ input: DepthInput) -> DepthInput {
        guard case .member(let member) = input, let side = descriptions[ExactText(member.name)] ?? side
        else { return input }
        switch side {
        case .read(let options): return .member(member.known(as: options))
        case .unusable(let name, let fault):
            return .unusable(
                .unusableMember(
                    path: member.name,
                    .unusableSideFile(name: name, found: fault.found, expected: fault.expected)))
        }
    }
}

/// A JSON object in a sample with the reading options of its depth files, like a row of a manifest.
///
/// {"width": 256, "height": 192, "units_per_metre": 1000, "invalid": [0, 65535], "caption": "ignored"}
enum SideFile {
    /// The options of the file, or the general ones where it has none.
    case read(ReadingOptions)
    case unusable(name: String, ReadingColumnError)

    init(_ bytes: [UInt8], name: String, over options: ReadingOptions) {
        do throws(ReadingColumnError) {
            self = .read(try options.knowing(Self.cells(bytes)))
        } catch {
            self = .unusable(name: name, error)
        }
    }

    private static func cells(
        _ bytes: [UInt8]
    ) throws(ReadingColumnError) -> [(column: ReadingColumn, text: String)] {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(bytes)
        } catch {
            throw ReadingColumnError("\(error.finding) in line \(error.line)", expected: "JSON")
        }
        var cells: [(column: ReadingColumn, text: String)] = []
        for member in value.members ?? [] {
            guard let column = ReadingColumn(rawValue: member.key), column != .file else { continue }
            cells.append((column, try text(member.value, of: column)))
        }
        return cells
    }

    private static func text(_ value: JSONValue, of column: ReadingColumn) throws(ReadingColumnError) -> String {
        if case .null = value { return "" }
        let values = column == .invalid ? value.elements ?? [value] : [value]
        return try values.map { value throws(ReadingColumnError) in
            switch value {
            case .string(let text), .number(let text): return text
            case .null, .flag, .array, .object:
                throw ReadingColumnError("no number as \(column.rawValue)", expected: "one")
            }
        }.joined(separator: " ")
    }
}
