/// What an array of NumPy is, by its header: a map, several, or something that lies beside maps.
///
///     if let kind = ArrayKind(of: start), !kind.isMap { print("left out:", kind.words) }
package struct ArrayKind {
    let header: NumPyHeader

    /// Nil for bytes that do not begin with the whole header of an array.
    package init?(of start: [UInt8]) {
        guard start.starts(with: NumPyHeader.signature), let header = try? NumPyHeader(start) else { return nil }
        self.header = header
    }

    /// Whether its numbers can be depth: floats, or whole numbers of 16 bits without a sign.
    package var isDepthType: Bool { header.element != nil }

    /// Whether it can be a map, or a stack of them: numbers that can be depth, in rows and columns of more than a few.
    package var isMap: Bool { isDepthType && header.isPicture }

    /// Such as "an array (3, 3) of <f8".
    package var words: String { "an array \(header.shapeText) of \(header.typeName)" }
}

/// What was found beside depth maps and is none of them.
package enum LeftOut: Sendable {
    /// Its name is that of no depth file, or one that was not asked for.
    case unknownExtension(String)
    /// It is named like one, but is a device or a pipe.
    case noFile(String)
    /// It is no map by what is in it, or a colour picture by its name; `found` says what it is.
    case noMap(String, found: String)

    /// What a picture is that is called after colour.
    package static let colourFrame = "a colour frame"

    /// What it is called.
    package var name: String {
        switch self {
        case .unknownExtension(let name), .noFile(let name), .noMap(let name, _): name
        }
    }
}
