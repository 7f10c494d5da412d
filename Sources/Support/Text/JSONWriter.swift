/// Writes JSON value by value. `JSONEncoder` is not used: its first call takes longer than reading and analysing a map,
/// and it chooses the order of keys.
package struct JSONWriter {
    package enum Layout: Sendable {
        case compact
        /// One key per line, indented by two spaces; lists of plain values on one line.
        case indented
        /// As indented, but each object in a list of the outermost object takes one line.
        case rows
    }

    package private(set) var bytes: [UInt8] = []
    private let layout: Layout
    private let strings: JSONStrings
    package let names: OptionNaming
    private var open: [(isList: Bool, isInline: Bool, isEmpty: Bool)] = []
    private var followsKey = false
    private let outerDepth: Int

    /// - Parameter outerDepth: the number of enclosing containers in a larger document, for indentation.
    package init(
        _ layout: Layout, outerDepth: Int = 0, _ strings: JSONStrings = .names, _ names: OptionNaming = .properties
    ) {
        (self.layout, self.names, self.strings, self.outerDepth) = (layout, names, strings, outerDepth)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func object(isInline: Bool = false, _ body: (inout JSONWriter) -> Void) {
        let isRow = layout == .rows && open.count == 2 && open[1].isList
        container("{", "}", isInline: isInline || isRow || layout == .compact, body)
    }

    /// Writes an array; elements that are objects should not be inline.
    package mutating func array(isInline: Bool = true, _ body: (inout JSONWriter) -> Void) {
        container("[", "]", isInline: isInline || layout == .compact, body)
    }

    package mutating func key(_ key: String) {
        beginValue()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    package mutating func member(_ key: String, _ value: (inout JSONWriter) -> Void) {
        self.key(key)
        value(&self)
    }

    package mutating func list<Element>(
        _ key: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        member(key) { writer in
            writer.array(isInline: false) { writer in
                for element in elements { write(element, &writer) }
            }
        }
    }

    package mutating func value(_ string: String) {
        beginValue()
        quote(string)
    }

    package mutating func value(_ message: Message) { value(message.text(names)) }

    package mutating func value(_ number: Int) {
        beginValue()
        bytes.append(contentsOf: number.description.utf8)
    }

    package mutating func value(_ flag: Bool) {
        beginValue()
        bytes.append(contentsOf: flag.description.utf8)
    }

    /// Writes a number; NaN and the infinities, which JSON lacks, become `null`.
    package mutating func value(_ number: some BinaryFloatingPoint & CustomStringConvertible) {
        beginValue()
        bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    }

    /// Writes a number given as text, which must be valid JSON.
    package mutating func number(_ text: String) {
        beginValue()
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func null() {
        beginValue()
        bytes.append(contentsOf: "null".utf8)
    }

    private mutating func container(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, isInline: Bool, _ body: (inout JSONWriter) -> Void
    ) {
        beginValue()
        bytes.append(UInt8(ascii: opening))
        open.append((isList: opening == "[", isInline: isInline, isEmpty: true))
        body(&self)
        let closed = open.removeLast()
        if !closed.isInline, !closed.isEmpty { newLine() }
        bytes.append(UInt8(ascii: closing))
    }

    private mutating func beginValue() {
        if followsKey {
            followsKey = false
            return
        }
        guard let container = open.indices.last else { return }
        if !open[container].isEmpty {
            bytes.append(UInt8(ascii: ","))
            if open[container].isInline, layout != .compact { bytes.append(UInt8(ascii: " ")) }
        }
        open[container].isEmpty = false
        if !open[container].isInline { newLine() }
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (outerDepth + open.count)))
    }

    /// Writes a string, escaping the characters that terminals do not print.
    private mutating func quote(_ string: String) {
        let isPlain = string.utf8.allSatisfy {
            (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: string.utf8)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for scalar in (strings == .texts ? string : string.jsonName).unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: #"\""#.utf8)
            case "\\": bytes.append(contentsOf: #"\\"#.utf8)
            case "\n": bytes.append(contentsOf: #"\n"#.utf8)
            case "\r": bytes.append(contentsOf: #"\r"#.utf8)
            case "\t": bytes.append(contentsOf: #"\t"#.utf8)
            case _ where scalar.isPrintable: bytes.append(contentsOf: UTF8.encode(scalar)!)
            default:
                for unit in UTF16.encode(scalar)! {
                    bytes.append(contentsOf: (#"\u"# + String(unit, radix: 16).zeroPadded(to: 4)).utf8)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a value, with the original text of numbers. Lists of plain values stay on one line.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .flag(let flag): self.value(flag)
        case .number(let text):
            if JSONValue.nonFiniteWords.contains(text) { self.value(text) } else { number(text) }
        case .string(let text): self.value(text)
        case .array(let elements):
            let isPlain = elements.allSatisfy { $0.members == nil && $0.elements == nil }
            array(isInline: isPlain) { writer in
                for element in elements { writer.value(element) }
            }
        case .object(let members):
            object { writer in
                for member in members { writer.member(member.key) { $0.value(member.value) } }
            }
        }
    }

    // Members with a plain value; nil becomes null.

    package mutating func member(_ key: String, _ value: String?) {
        member(key) { if let value { $0.value(value) } else { $0.null() } }
    }

    package mutating func member(_ key: String, _ value: Message?) { member(key, value?.text(names)) }

    package mutating func member(_ key: String, _ value: Int?) {
        member(key) { if let value { $0.value(value) } else { $0.null() } }
    }

    package mutating func member(_ key: String, _ value: Double?) {
        member(key) { if let value { $0.value(value) } else { $0.null() } }
    }

    package mutating func member(_ key: String, _ value: Bool) { member(key) { $0.value(value) } }

    package mutating func member(_ key: String, _ strings: [String]) {
        member(key) { writer in writer.array { for string in strings { $0.value(string) } } }
    }

    package mutating func counts(_ key: String, _ counts: [(name: String, count: Int)]) {
        member(key) { writer in
            writer.object { writer in
                for (name, count) in counts { writer.member(name, count) }
            }
        }
    }

    package mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        list(key, elements) { element, writer in writer.object { write(element, &$0) } }
    }
}
