/// A CBOR map before it is written, with encoded names and values.
struct CBORDraft: Sendable {
    typealias Member = (name: [UInt8], value: [UInt8])

    enum Head: Sendable {
        /// The number of members in the shortest form.
        case shortest
        /// The number of members in 1, 2, 4 or 8 bytes.
        case bytes(Int)
        case indefinite
    }

    var members: [Member]
    var head = Head.shortest
    /// Changes to the bytes of the whole map.
    var edits: [@Sendable (inout [UInt8]) -> Void] = []

    init(_ members: [Member]) { self.members = members }

    var bytes: [UInt8] {
        let content = members.flatMap { $0.name + $0.value }
        var bytes =
            switch head {
            case .shortest: Self.head(5, members.count) + content
            case .bytes(let count): Self.head(5, members.count, byteCount: count) + content
            case .indefinite: [0xBF] + content + [0xFF]
            }
        for edit in edits { edit(&bytes) }
        return bytes
    }

    /// The value of a member with a text as its name; nil if there is none.
    subscript(name: String) -> [UInt8]? {
        get { members.first { $0.name == CBORWriter.text(name) }?.value }
        set { set(CBORWriter.text(name), newValue) }
    }

    /// Changes, adds or removes the member with an encoded name.
    mutating func set(_ name: [UInt8], _ value: [UInt8]?) {
        let index = members.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append((name, value))
        case (nil, nil): break
        }
    }

    /// The head of an item: its type and a number.
    ///
    /// - Parameter byteCount: The bytes of the number, 1, 2, 4 or 8; nil for the shortest form.
    static func head(_ type: UInt8, _ number: Int, byteCount: Int? = nil) -> [UInt8] {
        let shortest = number < 24 ? 0 : number < 0x100 ? 1 : number < 0x1_0000 ? 2 : 4
        let count = byteCount ?? shortest
        guard count > 0 else { return [type << 5 | UInt8(number)] }
        let kind: UInt8 = [1: 24, 2: 25, 4: 26, 8: 27][count] ?? 27
        return [type << 5 | kind] + (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A byte string (type 2) or text (type 3) of indefinite length, in chunks of a number of bytes.
    static func chunks(_ type: UInt8, _ content: [UInt8], of count: Int) -> [UInt8] {
        let parts = stride(from: 0, to: content.count, by: count).map {
            Array(content[$0..<min($0 + count, content.count)])
        }
        return [type << 5 | 31] + parts.flatMap { head(type, $0.count) + $0 } + [0xFF]
    }

    /// An item inside a number of arrays of one element each.
    static func nested(_ depth: Int, _ item: [UInt8] = [0]) -> [UInt8] { Array(repeating: 0x81, count: depth) + item }
}
