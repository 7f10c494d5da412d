/// The names of the members of an object, in the order of the server's type.
package protocol ServerJSONMember: CaseIterable, Hashable, RawRepresentable<String> {
    /// What it means that the member is absent.
    var absence: ServerJSONAbsence { get }
}

/// What it means that a member is absent.
package enum ServerJSONAbsence {
    /// An error.
    case error
    /// The same as `null`; only an array in place of the object must hold it.
    case null
    /// A standard value, whether in an object or at the end of an array in place of it.
    case standardValue
}

extension ServerJSONReader {
    /// An object, or an array of its members in order. `read` reads the value of each member that is there.
    ///
    /// Each member of ``ServerJSONAbsence/error`` was read when this returns.
    ///
    /// - Parameter mayEndEarly: whether members of ``ServerJSONAbsence/null`` may be left out at the end of an array.
    package mutating func object<Member: ServerJSONMember>(
        _ type: Member.Type, mayEndEarly: Bool = false,
        _ read: (inout ServerJSONReader, Member) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        switch try nextByte() {
        case UInt8(ascii: "{"): try members(read)
        case UInt8(ascii: "["): try elementsInPlaceOfMembers(mayEndEarly: mayEndEarly, read)
        default: throw try wrongKind(.notObject)
        }
    }

    /// An array whose elements `read` reads.
    package mutating func array<Element>(
        _ read: (inout ServerJSONReader) throws(ServerJSONError) -> Element
    ) throws(ServerJSONError) -> [Element] {
        guard try nextByte() == UInt8(ascii: "[") else { throw try wrongKind(.notArray) }
        position += 1
        var elements: [Element] = []
        while try hasNext(before: UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try read(&self)) }
        position += 1
        return elements
    }

    private mutating func members<Member: ServerJSONMember>(
        _ read: (inout ServerJSONReader, Member) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        position += 1
        var seen: Set<Member> = []
        var isFirst = true
        while try hasNext(before: UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard peek == UInt8(ascii: "\"") else { throw grammar(.memberName) }
            let start = position
            let name = try stringContent()
            guard let member = Member.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) else {
                try colon()
                try skipValue()
                continue
            }
            guard seen.insert(member).inserted else {
                throw .shape(.duplicateMember(member.rawValue), offset: start)
            }
            try colon()
            try value(of: member, read)
        }
        if let missing = Member.allCases.first(where: { $0.absence == .error && !seen.contains($0) }) {
            throw .shape(.missingMember(missing.rawValue), offset: position)
        }
        position += 1
    }

    private mutating func elementsInPlaceOfMembers<Member: ServerJSONMember>(
        mayEndEarly: Bool, _ read: (inout ServerJSONReader, Member) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        position += 1
        for (index, member) in Member.allCases.enumerated() {
            if try hasNext(before: UInt8(ascii: "]"), isFirst: index == 0) {
                try value(of: member, read)
            } else if member.absence == .error || member.absence == .null && !mayEndEarly {
                throw .shape(.tooFewElements(found: index, expected: Member.allCases.count), offset: position)
            }
        }
        // One element too many is something that nobody expects here, not another shape.
        guard try nextByte() == UInt8(ascii: "]") else { throw grammar(.textAfterValue) }
        position += 1
    }

    private mutating func value<Member: ServerJSONMember>(
        of member: Member, _ read: (inout ServerJSONReader, Member) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        path.append(member.rawValue)
        try read(&self, member)
        path.removeLast()
    }

    /// Whether another member or element comes; the comma before it is read.
    private mutating func hasNext(before end: UInt8, isFirst: Bool) throws(ServerJSONError) -> Bool {
        let byte = try nextByte()
        if byte == end { return false }
        if isFirst { return true }
        guard byte == UInt8(ascii: ",") else { throw grammar(.commaOrEnd) }
        position += 1
        guard try nextByte() != end else { throw grammar(.trailingComma) }
        return true
    }

    private mutating func colon() throws(ServerJSONError) {
        guard try nextByte() == UInt8(ascii: ":") else { throw grammar(.colon) }
        position += 1
    }
}

extension ServerJSONReader {
    /// Passes over a value that nobody asked for. It must follow the grammar, but its numbers may be beyond binary64,
    /// and its strings may hold lone surrogates and bytes that are not UTF-8.
    package mutating func skipValue() throws(ServerJSONError) {
        // The ends of the arrays and objects that are open, a byte each.
        var ends: [UInt8] = []
        repeat {
            let first = try nextByte()
            if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
                position += 1
                // Two further in ASCII stands the bracket that closes.
                ends.append(first + 2)
                if try nextByte() != first + 2 {
                    try skipName(inside: first + 2)
                    continue
                }
            } else {
                try skipPlainValue(first)
            }
            try skipEnds(&ends)
        } while !ends.isEmpty
    }

    /// Passes over what follows a value: ends, or a comma and the name of the next member.
    private mutating func skipEnds(_ ends: inout [UInt8]) throws(ServerJSONError) {
        while let end = ends.last {
            let byte = try nextByte()
            guard byte == end || byte == UInt8(ascii: ",") else { throw grammar(.commaOrEnd) }
            position += 1
            if byte == end {
                ends.removeLast()
            } else {
                if try nextByte() == end { throw grammar(.trailingComma) }
                return try skipName(inside: end)
            }
        }
    }

    private mutating func skipName(inside end: UInt8) throws(ServerJSONError) {
        guard end == UInt8(ascii: "}") else { return }
        guard try nextByte() == UInt8(ascii: "\"") else { throw grammar(.memberName) }
        let hadNul = hasSkippedNul
        try skipString()
        hasSkippedNul = hadNul
        try colon()
    }

    private mutating func skipPlainValue(_ first: UInt8) throws(ServerJSONError) {
        switch first {
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        default: throw grammar(.noValue)
        }
    }

    private mutating func skipNumber() throws(ServerJSONError) {
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }
        } else {
            try skipDigits()
        }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(ServerJSONError) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw grammar(peek == nil ? .endOfText : .number) }
    }
}
