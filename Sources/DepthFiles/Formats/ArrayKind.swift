/// The kind of a NumPy array, according to its header: a map, several maps, or another array.
///
///     if let kind = ArrayKind(of: start), !kind.isMap { print("left out:", kind.words) }
package struct ArrayKind {
    let header: NumPyHeader

    /// Nil for bytes that do not begin with a complete array header.
    package init?(of start: [UInt8]) {
        guard start.starts(with: NumPyHeader.signature), let header = try? NumPyHeader(start) else { return nil }
        self.header = header
    }

    /// Whether the elements can be depth: floats or unsigned 16-bit integers.
    package var isDepthType: Bool { header.element != nil }

    /// Whether the array can be a map or a stack of maps: elements that can be depth, in more than a few rows and
    /// columns.
    package var isMap: Bool { isDepthType && header.isPicture }

    /// For example "an array (3, 3) of <f8".
    package var words: String { "an array \(header.shapeText) of \(header.typeName)" }
}

/// A skipped entry and the reason.
package enum SkippedEntry: Sendable {
    /// The extension is unknown, or the name was not requested.
    case unknownExtension(String)
    /// Named like a depth file, but a device or a pipe.
    case notRegular(String)
    /// Not a map by its content, or a colour picture by its name; `found` describes it.
    case noMap(String, found: String)

    /// The description of a picture named after colour.
    package static let colourFrame = "a colour frame"

    package var name: String {
        switch self {
        case .unknownExtension(let name), .notRegular(let name), .noMap(let name, _): name
        }
    }
}
