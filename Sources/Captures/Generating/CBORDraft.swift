/// A CBOR map before it is written, with encoded names and values.
struct CBORDraft: Sendable {
    typealias Member = (name: [UInt8], value: [UInt8])

    var members: [Member]
    var isIndefinite = false
    var edits: [@Sendable (inout [UInt8]) -> Void] = []

    init(_ members: [Member]) { self.members = members }

    var bytes: [UInt8] {
        let content = members.flatMap { $0.name + $0.value }
        var bytes = isIndefinite ? [0xBF] + content + [0xFF] : CBORWriter.map(members)
        for edit in edits { edit(&bytes) }
        return bytes
    }

    subscript(name: String) -> [UInt8]? {
        get { members.first { $0.name == CBORWriter.text(name) }?.value }
        set { set(CBORWriter.text(name), newValue) }
    }

    /// Changes or adds a member; removes it if `value` is nil.
    mutating func set(_ name: [UInt8], _ value: [UInt8]?) {
        let index = members.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append((name, value))
        case (nil, nil): break
        }
    }

}
