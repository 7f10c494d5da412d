/// A Python literal, as far as the header of a NumPy array needs it.
///
///     let header = try PythonLiteral(parsing: "{'descr': '<f4', 'shape': (192, 256), }")
///
/// Supports strings without escapes, integers, True, False, None, tuples, lists, and dictionaries with string keys.
/// Source: the Python Language Reference §2.4 and §6.2.
enum PythonLiteral: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case none
    /// A tuple or a list.
    case sequence([PythonLiteral])
    case dictionary([String: PythonLiteral])

    struct Fault: Error {
        let detail: String
    }

    /// Parses a value, optionally surrounded by white space.
    init(parsing text: ArraySlice<UInt8>) throws(Fault) {
        var parser = Parser(text: text)
        self = try parser.value(depth: 0)
        guard parser.next() == nil else { throw Fault(detail: "there is more text after the value") }
    }

    private struct Parser {
        let text: ArraySlice<UInt8>
        private var position: Int
        /// The nesting limit.
        private static let deepest = 8

        init(text: ArraySlice<UInt8>) {
            self.text = text
            position = text.startIndex
        }

        /// Skips white space and returns the next character without consuming it.
        mutating func next() -> UInt8? {
            while position < text.endIndex, text[position] == 0x20 || (0x09...0x0D).contains(text[position]) {
                position += 1
            }
            return position < text.endIndex ? text[position] : nil
        }

        mutating func value(depth: Int) throws(Fault) -> PythonLiteral {
            guard depth < Self.deepest else { throw Fault(detail: "values are nested too deeply") }
            switch next() {
            case UInt8(ascii: "'")?, UInt8(ascii: "\"")?: return .text(try string())
            case UInt8(ascii: "(")?: return .sequence(try items(until: UInt8(ascii: ")"), depth: depth))
            case UInt8(ascii: "[")?: return .sequence(try items(until: UInt8(ascii: "]"), depth: depth))
            case UInt8(ascii: "{")?: return .dictionary(try pairs(depth: depth))
            case let first? where isWordCharacter(first): return try word()
            case nil: throw Fault(detail: "it ends too early")
            default: throw Fault(detail: "a character that cannot start a value")
            }
        }

        private mutating func string() throws(Fault) -> String {
            let quote = text[position]
            let start = position + 1
            position = start
            while position < text.endIndex, text[position] != quote {
                guard text[position] != UInt8(ascii: "\\") else { throw Fault(detail: "a string with an escape") }
                position += 1
            }
            guard position < text.endIndex else { throw Fault(detail: "an unterminated string") }
            defer { position += 1 }
            return String(decoding: text[start..<position], as: UTF8.self)
        }

        private mutating func items(until end: UInt8, depth: Int) throws(Fault) -> [PythonLiteral] {
            position += 1
            var items: [PythonLiteral] = []
            while next() != end {
                items.append(try value(depth: depth + 1))
                try consumeComma(before: end)
            }
            position += 1
            return items
        }

        private mutating func pairs(depth: Int) throws(Fault) -> [String: PythonLiteral] {
            let end = UInt8(ascii: "}")
            position += 1
            var pairs: [String: PythonLiteral] = [:]
            while next() != end {
                guard case .text(let key) = try value(depth: depth + 1), next() == UInt8(ascii: ":") else {
                    throw Fault(detail: "an entry without a key")
                }
                position += 1
                guard pairs.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                    throw Fault(detail: "a duplicate key")
                }
                try consumeComma(before: end)
            }
            position += 1
            return pairs
        }

        private mutating func consumeComma(before end: UInt8) throws(Fault) {
            if next() == UInt8(ascii: ",") {
                position += 1
            } else if next() != end {
                throw Fault(detail: "entries without a comma between them")
            }
        }

        private mutating func word() throws(Fault) -> PythonLiteral {
            let start = position
            while position < text.endIndex, isWordCharacter(text[position]) { position += 1 }
            var word = String(decoding: text[start..<position], as: UTF8.self)
            switch word {
            case "True": return .boolean(true)
            case "False": return .boolean(false)
            case "None": return .none
            default:
                // Python 2 appended L to long integers.
                if word.utf8.last == UInt8(ascii: "L") { word.removeLast() }
                guard let number = Int(word) else { throw Fault(detail: "an unknown word") }
                return .integer(number)
            }
        }

        private func isWordCharacter(_ character: UInt8) -> Bool {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
