extension ServerJSONReader {
    /// Reads an object, or an array of its members. The array may omit members of ``ServerJSONAbsence/null`` at its end
    /// only with `mayEndEarly`.
    mutating func object<Object: SendableMetatype>(
        _ members: [ServerJSONMember<Object>], mayEndEarly: Bool = false, into object: inout Object
    ) throws(ServerJSONError) {
        switch try nextByte() {
        case UInt8(ascii: "{"): try namedValues(of: members, into: &object)
        case UInt8(ascii: "["): try elements(of: members, mayEndEarly: mayEndEarly, into: &object)
        default: throw try wrongKind(.notObject)
        }
    }

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

    private mutating func namedValues<Object: SendableMetatype>(
        of members: [ServerJSONMember<Object>], into object: inout Object
    ) throws(ServerJSONError) {
        var isRead = members.map { _ in false }
        try names { (reader, name, start) throws(ServerJSONError) in
            guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                try reader.colon()
                try reader.skipValue()
                return
            }
            guard !isRead[index] else { throw .shape(.duplicateMember(name), offset: start) }
            isRead[index] = true
            try reader.colon()
            try reader.value(of: members[index], into: &object)
        }
        for (member, isRead) in zip(members, isRead) where member.absence == .error && !isRead {
            throw .shape(.missingMember(member.name), offset: position)
        }
        position += 1
    }

    /// Reads an object with any names, and calls `read` for the value of each.
    mutating func entries(
        _ read: (inout ServerJSONReader, String) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        guard try nextByte() == UInt8(ascii: "{") else { throw try wrongKind(.notObject) }
        try names { (reader, name, _) throws(ServerJSONError) in
            try reader.colon()
            try read(&reader, name)
        }
        position += 1
    }

    /// Calls `read` after each member name, with the name and its offset. The reader ends at the closing brace.
    private mutating func names(
        _ read: (inout ServerJSONReader, String, Int) throws(ServerJSONError) -> Void
    ) throws(ServerJSONError) {
        position += 1
        var isFirst = true
        while try hasNext(before: UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard peek == UInt8(ascii: "\"") else { throw grammar(.memberName) }
            let start = position
            try read(&self, try stringContent(), start)
        }
    }

    private mutating func elements<Object: SendableMetatype>(
        of members: [ServerJSONMember<Object>], mayEndEarly: Bool, into object: inout Object
    ) throws(ServerJSONError) {
        position += 1
        for (index, member) in members.enumerated() {
            if try hasNext(before: UInt8(ascii: "]"), isFirst: index == 0) {
                try value(of: member, into: &object)
            } else if member.absence == .error || member.absence == .null && !mayEndEarly {
                throw .shape(.tooFewElements(found: index, expected: members.count), offset: position)
            }
        }
        // The server reports an extra element as a grammar error, not a shape error.
        guard try nextByte() == UInt8(ascii: "]") else { throw grammar(.textAfterValue) }
        position += 1
    }

    private mutating func value<Object: SendableMetatype>(
        of member: ServerJSONMember<Object>, into object: inout Object
    ) throws(ServerJSONError) {
        path.append(member.name)
        try member.read(&object, &self)
        path.removeLast()
    }

    /// Whether another member or element follows. Consumes the comma before it.
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

    /// Skips a value and checks its grammar. Its numbers may exceed binary64, and its strings may contain lone
    /// surrogates and invalid UTF-8.
    package mutating func skipValue() throws(ServerJSONError) {
        // The closing brackets of the open arrays and objects.
        var ends: [UInt8] = []
        repeat {
            let first = try nextByte()
            if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
                position += 1
                // In ASCII, a closing bracket follows its opening bracket by two.
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

    /// Skips the closing brackets after a value, or a comma and the next member name.
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
        try skipString()
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
        _ = consume(UInt8(ascii: "-"))
        if consume(UInt8(ascii: "0")) {
            if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }
        } else {
            try skipDigits()
        }
        if consume(UInt8(ascii: ".")) { try skipDigits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(ServerJSONError) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw grammar(peek == nil ? .endOfText : .number) }
    }
}
